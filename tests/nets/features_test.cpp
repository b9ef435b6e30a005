// The numbering of inputs: unique, seen from both sides, and changed by a move exactly as its changes say.
#include "nets/features.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/nets/random_network.h"
#include "tests/nets/walk.h"

namespace tabiya {
namespace {

using testing::fen;
using testing::kingMapFor;

const NetArch kPlain{};
const NetArch kMirrored{.features = FeatureSet::Mirrored};
const NetArch kBuckets{.features = FeatureSet::MirroredBuckets, .kingBuckets = 32};

std::multiset<int> activeInputs(const NetArch& arch, const Position& position, Color view) {
  std::multiset<int> inputs;
  const std::vector<u8> map = kingMapFor(arch);
  for (const Square square : position.occupied())
    inputs.insert(inputIndex(arch, map, view, position.kingSquare(view), position.pieceAt(square), square));
  return inputs;
}

TEST(Features, EveryPlainInputHasItsOwnNumber) {
  for (const Color view : kColors) {
    std::set<int> numbers;
    for (const Color color : kColors)
      for (const PieceType type : kPieceTypes)
        for (int square = 0; square < 64; ++square)
          numbers.insert(plainInput(view, makePiece(color, type), squareAt(square)));
    EXPECT_EQ(numbers.size(), 768u);
    EXPECT_EQ(*numbers.begin(), 0);
    EXPECT_EQ(*numbers.rbegin(), 767);
  }
}

TEST(Features, EveryKingSquareGivesEveryInputOfABucketItsOwnNumber) {
  const std::vector<u8> map = kingMapFor(kBuckets);
  std::set<int> all;
  for (int king = 0; king < 64; ++king) {
    std::set<int> numbers;
    for (const Color color : kColors)
      for (const PieceType type : kPieceTypes)
        for (int square = 0; square < 64; ++square)
          numbers.insert(
              inputIndex(kBuckets, map, Color::White, squareAt(king), makePiece(color, type), squareAt(square)));
    EXPECT_EQ(numbers.size(), 768u);
    all.insert(numbers.begin(), numbers.end());
  }
  EXPECT_EQ(all.size(), 768u * 32);
  EXPECT_EQ(*all.rbegin(), kBuckets.inputs() - 1);
}

TEST(Features, PlainNumbersAreThoseOfTheFormat) {
  const Piece whiteKnight = makePiece(Color::White, PieceType::Knight);
  const Piece blackQueen = makePiece(Color::Black, PieceType::Queen);
  EXPECT_EQ(plainInput(Color::White, whiteKnight, Square::F3), 64 + 21);
  EXPECT_EQ(plainInput(Color::Black, whiteKnight, Square::F3), 384 + 64 + 45);
  EXPECT_EQ(plainInput(Color::White, blackQueen, Square::D8), 384 + 256 + 59);
  EXPECT_EQ(plainInput(Color::Black, blackQueen, Square::D8), 256 + 3);
}

TEST(Features, AMirroredViewTurnsTheBoardWhenItsKingStandsOnFilesEToH) {
  const Piece rook = makePiece(Color::White, PieceType::Rook);
  EXPECT_EQ(inputIndex(kMirrored, {}, Color::White, Square::D1, rook, Square::A1), 192);
  EXPECT_EQ(inputIndex(kMirrored, {}, Color::White, Square::E1, rook, Square::A1), 192 + 7);
  EXPECT_EQ(inputIndex(kMirrored, {}, Color::Black, Square::G8, rook, Square::A1), 384 + 192 + 63);
}

TEST(Features, ABucketIsPickedByTheKingAsItsOwnSideSeesIt) {
  std::vector<u8> map(64, 0);
  map[index(Square::C2)] = map[index(Square::F2)] = 1;
  NetArch arch = kBuckets;
  arch.kingBuckets = 2;
  const Piece pawn = makePiece(Color::White, PieceType::Pawn);
  EXPECT_EQ(inputIndex(arch, map, Color::White, Square::C2, pawn, Square::A2), 768 + 8);
  EXPECT_EQ(inputIndex(arch, map, Color::Black, Square::C7, pawn, Square::A2), 768 + 384 + 48);
  EXPECT_EQ(inputIndex(arch, map, Color::Black, Square::C2, pawn, Square::A2), 384 + 48);
}

TEST(Features, SwappingColoursSwapsTheViews) {
  for (const NetArch& arch : {kPlain, kMirrored, kBuckets})
    for (const Position& start : testing::walkStarts())
      for (const testing::Step& step : testing::randomWalk(start, 7, 40)) {
        const Position other = testing::swapped(step.after);
        ASSERT_EQ(activeInputs(arch, step.after, Color::White), activeInputs(arch, other, Color::Black));
        ASSERT_EQ(activeInputs(arch, step.after, Color::Black), activeInputs(arch, other, Color::White));
      }
}

TEST(Features, AMirroredBoardHasTheSameInputsInTheMirroredSets) {
  const Position left = fen("4k3/pp3ppp/8/3P4/8/8/PPP2P2/1K1R4 w - - 0 1");
  const Position right = fen("3k4/ppp3pp/8/4P3/8/8/2P2PPP/4R1K1 w - - 0 1");
  for (const NetArch& arch : {kMirrored, kBuckets})
    for (const Color view : kColors) EXPECT_EQ(activeInputs(arch, left, view), activeInputs(arch, right, view));
  EXPECT_NE(activeInputs(kPlain, left, Color::White), activeInputs(kPlain, right, Color::White));
}

// A frame that stays means that the inputs of the pieces that did not move stay.
TEST(Features, AMovesChangesTurnOnePositionsInputsIntoTheNextOnes) {
  int castlings = 0, enPassants = 0, promotions = 0, frameChanges = 0;
  for (const NetArch& arch : {kPlain, kMirrored, kBuckets}) {
    const std::vector<u8> map = kingMapFor(arch);
    u64 seed = 0;
    for (const Position& start : testing::walkStarts())
      for (const testing::Step& step : testing::randomWalk(start, ++seed, 120)) {
        castlings += step.move.kind() == MoveKind::Castling;
        enPassants += step.move.kind() == MoveKind::EnPassant;
        promotions += step.move.kind() == MoveKind::Promotion;
        for (const Color view : kColors) {
          const Square king = step.after.kingSquare(view);
          if (inputFrame(arch, map, view, king) != inputFrame(arch, map, view, step.before.kingSquare(view))) {
            ++frameChanges;
            continue;
          }
          std::multiset<int> inputs = activeInputs(arch, step.before, view);
          const MoveChanges& changes = step.changes;
          for (int i = 0; i < changes.removedCount; ++i) {
            const auto [piece, square] = changes.removed[i];
            const auto found = inputs.find(inputIndex(arch, map, view, king, piece, square));
            ASSERT_NE(found, inputs.end());
            inputs.erase(found);
          }
          for (int i = 0; i < changes.addedCount; ++i) {
            const auto [piece, square] = changes.added[i];
            inputs.insert(inputIndex(arch, map, view, king, piece, square));
          }
          ASSERT_EQ(inputs, activeInputs(arch, step.after, view)) << writeFen(step.before);
        }
      }
  }
  EXPECT_GT(castlings, 0);
  EXPECT_GT(enPassants, 0);
  EXPECT_GT(promotions, 0);
  EXPECT_GT(frameChanges, 0);
}

}  // namespace
}  // namespace tabiya
