#include "trainer/vulkan/sort.h"

#include <algorithm>

namespace tabiya::gpu {

SortedRows sortRows(const Batch& block, u32 viewRows) {
  std::vector<std::vector<u32>> lists(kInputs);
  Example example;
  for (u32 view = 0; view < 2; ++view) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      decode(block.record(i), block.turned(i), example);
      for (int k = 0; k < example.count; ++k)
        lists[static_cast<std::size_t>(example.input(static_cast<int>(view), k))].push_back(view * viewRows +
                                                                                            static_cast<u32>(i));
    }
  }
  SortedRows sorted;
  for (const std::vector<u32>& list : lists) {
    const u32 begin = static_cast<u32>(sorted.lists.size()), end = begin + static_cast<u32>(list.size());
    sorted.listOffsets.push_back(begin);
    sorted.segmentOffsets.push_back(static_cast<u32>(sorted.segments.size()));
    sorted.lists.insert(sorted.lists.end(), list.begin(), list.end());
    for (u32 at = begin; at < end; at += kSegmentRows)
      sorted.segments.push_back({at, std::min(at + kSegmentRows, end)});
  }
  sorted.listOffsets.push_back(static_cast<u32>(sorted.lists.size()));
  sorted.segmentOffsets.push_back(static_cast<u32>(sorted.segments.size()));
  return sorted;
}

}  // namespace tabiya::gpu
