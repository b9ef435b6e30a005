// The counting sort of a block's rows by input, plainly: what the device's sort must equal, list by list.
#pragma once

#include <array>
#include <vector>

#include "shaders/shared/step.h"
#include "trainer/batch.h"

namespace tabiya::gpu {

struct SortedRows {
  // Rows with an input on, in their order, input after input; a row is view * viewRows + example.
  std::vector<u32> lists;
  // [begin, end) in the lists; a segment has one input and at most kSegmentRows rows.
  std::vector<std::array<u32, 2>> segments;
  std::vector<u32> listOffsets;     // (769)
  std::vector<u32> segmentOffsets;  // (769)
};

SortedRows sortRows(const Batch& block, u32 viewRows);

}  // namespace tabiya::gpu
