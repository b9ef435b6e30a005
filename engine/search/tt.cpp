#include "engine/search/tt.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <limits>
#include <new>
#include <thread>
#include <vector>

namespace tabiya {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

// What an entry is worth to a bucket: depth, less eight plies for each search that has passed.
int worth(const TableEntry& entry, u8 generation) {
  return entry.depth - 8 * static_cast<u8>(generation - entry.generation);
}

// Almost every look into the table is at a page that nobody has looked at lately. Large pages make the search for it
// short; where the system has none to give, the memory is used as it is.
constexpr std::size_t kLargePage = std::size_t{2} << 20;

template <class Bucket>
Bucket* allocate(std::size_t count) {
  void* memory = ::operator new(count * sizeof(Bucket), std::align_val_t(kLargePage));
#ifdef MADV_HUGEPAGE
  madvise(memory, count * sizeof(Bucket), MADV_HUGEPAGE);
#endif
  Bucket* buckets = static_cast<Bucket*>(memory);
  std::uninitialized_value_construct_n(buckets, count);
  return buckets;
}

// A key read as a fraction of 2^64, scaled to `count` (Lemire, "A fast alternative to the modulo reduction", 2016).
std::size_t scaled(u64 key, std::size_t count) {
  return static_cast<std::size_t>((static_cast<unsigned __int128>(key) * count) >> 64);
}

}  // namespace

u64 packEntry(const TableEntry& entry) {
  return static_cast<u64>(entry.move.bits()) | static_cast<u64>(static_cast<u16>(entry.score)) << 16 |
         static_cast<u64>(static_cast<u8>(entry.depth)) << 32 | static_cast<u64>(entry.bound) << 40 |
         static_cast<u64>(entry.generation) << 42 | static_cast<u64>(entry.pv) << 50;
}

TableEntry unpackEntry(u64 data) {
  TableEntry entry;
  entry.move = Move::fromBits(static_cast<u16>(data));
  entry.score = static_cast<i16>(static_cast<u16>(data >> 16));
  entry.depth = static_cast<u8>(data >> 32);
  entry.bound = static_cast<Bound>((data >> 40) & 3);
  entry.generation = static_cast<u8>(data >> 42);
  entry.pv = ((data >> 50) & 1) != 0;
  return entry;
}

std::optional<TableEntry> readSlot(u64 key, u64 keyXorData, u64 data) {
  if ((keyXorData ^ data) != key) return std::nullopt;
  const TableEntry entry = unpackEntry(data);
  if (entry.bound == Bound::None) return std::nullopt;
  return entry;
}

void TranspositionTable::Release::operator()(Bucket* buckets) const {
  static_assert(std::is_trivially_destructible_v<Bucket>);
  ::operator delete(static_cast<void*>(buckets), std::align_val_t(kLargePage));
}

TranspositionTable::TranspositionTable(std::size_t mb) {
  resize(mb);
}

void TranspositionTable::resize(std::size_t mb) {
  const std::size_t count = std::max<std::size_t>(1, mb * 1024 * 1024 / sizeof(Bucket));
  if (count != bucketCount_) {
    buckets_.reset(allocate<Bucket>(count));
    bucketCount_ = count;
  } else {
    clear();
  }
  generation_ = 0;
}

void TranspositionTable::clear(int threads) {
  generation_ = 0;
  const auto clearPart = [this](std::size_t from, std::size_t to) {
    for (std::size_t b = from; b < to; ++b) {
      for (Slot& slot : buckets_[b].slots) {
        slot.keyXorData.store(0, kRelaxed);
        slot.data.store(0, kRelaxed);
      }
    }
  };
  const std::size_t parts = static_cast<std::size_t>(std::max(1, threads));
  std::vector<std::jthread> helpers;
  for (std::size_t p = 1; p < parts; ++p) {
    helpers.emplace_back(clearPart, bucketCount_ * p / parts, bucketCount_ * (p + 1) / parts);
  }
  clearPart(0, bucketCount_ / parts);
}

std::span<TranspositionTable::Slot> TranspositionTable::slotsFor(u64 key) const {
  if (useBuckets_) return buckets_[scaled(key, bucketCount_)].slots;
  const std::size_t slot = scaled(key, slotCount());
  return {&buckets_[slot / kBucketSlots].slots[slot % kBucketSlots], 1};
}

std::optional<TableEntry> TranspositionTable::probe(u64 key) const {
  for (const Slot& slot : slotsFor(key)) {
    const u64 keyXorData = slot.keyXorData.load(kRelaxed);
    if (const auto entry = readSlot(key, keyXorData, slot.data.load(kRelaxed))) return entry;
  }
  return std::nullopt;
}

void TranspositionTable::store(u64 key, TableEntry entry) {
  Slot* target = nullptr;
  int least = std::numeric_limits<int>::max();
  TableEntry old;
  bool samePosition = false;
  for (Slot& slot : slotsFor(key)) {
    const u64 data = slot.data.load(kRelaxed);
    const TableEntry there = unpackEntry(data);
    samePosition = there.bound != Bound::None && (slot.keyXorData.load(kRelaxed) ^ data) == key;
    const int value = there.bound == Bound::None ? std::numeric_limits<int>::min() : worth(there, generation_);
    if (samePosition || value < least) {
      target = &slot;
      least = value;
      old = there;
    }
    if (samePosition) break;
  }
  const bool replace =
      samePosition || old.bound == Bound::None || old.generation != generation_ || entry.depth >= old.depth;
  if (!replace) return;
  if (samePosition && !entry.move) entry.move = old.move;
  entry.generation = generation_;
  const u64 data = packEntry(entry);
  target->keyXorData.store(key ^ data, kRelaxed);
  target->data.store(data, kRelaxed);
}

int TranspositionTable::hashfull() const {
  int filled = 0;
  const std::size_t sample = std::min<std::size_t>(1000, slotCount());
  for (std::size_t i = 0; i < sample; ++i) {
    const TableEntry entry = unpackEntry(buckets_[i / kBucketSlots].slots[i % kBucketSlots].data.load(kRelaxed));
    filled += entry.bound != Bound::None && entry.generation == generation_;
  }
  return static_cast<int>(filled * 1000 / static_cast<int>(sample));
}

}  // namespace tabiya
