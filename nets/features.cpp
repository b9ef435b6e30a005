// The numbering of inputs beyond the plain set: left-right mirroring and king buckets.
#include "nets/features.h"

namespace tabiya {
namespace {

bool onRightHalf(Square king) {
  return fileOf(king) >= 4;
}

}  // namespace

int mirroredInput(const NetArch& arch, std::span<const u8> kingMap, Color view, Square viewKing, Piece piece,
                  Square square) {
  const int mirrored = plainInput(view, piece, onRightHalf(viewKing) ? flipFile(square) : square);
  if (arch.features == FeatureSet::Mirrored) return mirrored;
  return mirrored + kPlainInputs * kingMap[index(relativeTo(view, viewKing))];
}

int inputFrame(const NetArch& arch, std::span<const u8> kingMap, Color view, Square viewKing) {
  if (arch.features == FeatureSet::Plain) return 0;
  const int half = onRightHalf(viewKing) ? 1 : 0;
  if (arch.features == FeatureSet::Mirrored) return half;
  return half + 2 * kingMap[index(relativeTo(view, viewKing))];
}

}  // namespace tabiya
