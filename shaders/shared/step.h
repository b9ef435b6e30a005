// What the kernels and the host agree on: sizes, the step's numbers, and where things stand in buffers. Read by the C++
// compiler and by the GLSL compiler alike.
#ifndef TABIYA_SHADERS_SHARED_STEP_H
#define TABIYA_SHADERS_SHARED_STEP_H

#ifdef __cplusplus
#include <cstdint>
#define TABIYA_CONSTANT inline constexpr
namespace tabiya::gpu {
using uint = std::uint32_t;
#else
#define TABIYA_CONSTANT const
#endif

TABIYA_CONSTANT uint kInputs = 768u;
TABIYA_CONSTANT uint kHalfInputs = 384u;  // own pieces come first, the other side's second
TABIYA_CONSTANT uint kMaxInputs = 32u;    // of one example
// Rows of the parameter matrix that inputs share, after the own rows: by piece, by piece and file, by piece and rank.
TABIYA_CONSTANT uint kPieceRows = 12u;
TABIYA_CONSTANT uint kLineRows = 96u;
TABIYA_CONSTANT uint kSharedRowCount = 204u;

// A record as it is uploaded: 8 words. 0 and 1 are the occupied squares, 2 to 5 the nibbles, as in the file. Word 6 has
// bit 7 when Black is to move and bit 8 when the example is turned left to right; word 7 is the target, a float.
TABIYA_CONSTANT uint kRecordWords = 8u;
TABIYA_CONSTANT uint kBlackBit = 0x80u;
TABIYA_CONSTANT uint kTurnedBit = 0x100u;

TABIYA_CONSTANT uint kGroupExamples = 32u;    // of one workgroup of the forward kernel
TABIYA_CONSTANT uint kBitmapExamples = 128u;  // of one workgroup of the bitmap kernel: 4 words a row
TABIYA_CONSTANT uint kSegmentRows = 256u;     // at most, of the rows that one sum adds up
TABIYA_CONSTANT uint kColumnSlices = 8u;      // that the column sums are cut into, with 32 columns a workgroup

// The sort's table of words: where each input's list begins (769), where its segments begin (769), and the workgroups
// of the segment sums (3, an indirect dispatch).
TABIYA_CONSTANT uint kListOffsets = 0u;
TABIYA_CONSTANT uint kSegmentOffsets = 776u;
TABIYA_CONSTANT uint kIndirect = 1552u;
TABIYA_CONSTANT uint kSortWords = 1556u;

// Pushed with every kernel. A block is the part of a batch that is worked through at once.
struct Push {
  uint examples;     // of the block
  uint viewRows;     // rows of one view: examples, rounded up to kBitmapExamples
  uint firstRecord;  // of the block in the ring of records
  uint accumulate;   // 0 for a batch's first block: sums begin anew
  uint lossSlot;     // of the batch
  float slopeScale;  // 2 / examples of the batch
  float rate;
  float decay;     // of all but own rows and the output bias
  float ownDecay;  // of own rows
  float correct1;  // 1 / (1 - beta1^t)
  float correct2;  // 1 / (1 - beta2^t)
};

#ifdef __cplusplus
}  // namespace tabiya::gpu
#endif
#endif
