// The transposition table: what the search found out about positions, shared by all threads without locks.
//
// A slot is two 64-bit words, the key xor the data and the data. A reader that sees halves of two writes gets a wrong
// key back, and so a miss (Hyatt and Mann, "A lock-less transposition table implementation for parallel search chess
// engines", 2002). Data: move 16 bits, score 16, depth 8, bound 2 (0 = empty), generation 8, pv 1.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>

#include "engine/board/move.h"
#include "engine/search/limits.h"
#include "engine/search/score.h"

namespace tabiya {

// Mate and tablebase scores count plies from the root; in the table they count from the position itself.
constexpr int scoreToTable(int score, int ply) {
  if (score >= kTablebaseWin - kMaxPly) return score + ply;
  if (score <= -(kTablebaseWin - kMaxPly)) return score - ply;
  return score;
}
constexpr int scoreFromTable(int score, int ply) {
  if (score >= kTablebaseWin - kMaxPly) return score - ply;
  if (score <= -(kTablebaseWin - kMaxPly)) return score + ply;
  return score;
}

struct TableEntry {
  Move move{};    // kNoMove when none is known to be best
  int score = 0;  // see scoreToTable
  int depth = 0;
  Bound bound = Bound::None;
  u8 generation = 0;
  bool pv = false;  // is, or has been, on the principal variation

  bool operator==(const TableEntry&) const = default;
};

u64 packEntry(const TableEntry& entry);
TableEntry unpackEntry(u64 data);
// What a slot's two words say about `key`: nothing when it is empty, another position's, or torn.
std::optional<TableEntry> readSlot(u64 key, u64 keyXorData, u64 data);

class TranspositionTable {
 public:
  static constexpr std::size_t kBucketSlots = 8;

  explicit TranspositionTable(std::size_t mb);

  // Forgets everything. Throws std::bad_alloc when there is not so much memory; the old table then stays.
  void resize(std::size_t mb);
  // Forgets everything; `threads` share the work.
  void clear(int threads = 1);
  // A new search: what older ones stored may be replaced.
  void newSearch() { ++generation_; }
  // Eight candidate slots a key instead of one. A key's one slot is always in its bucket.
  void useBuckets(bool on) { useBuckets_ = on; }

  std::optional<TableEntry> probe(u64 key) const;
  // Stores unless the slot holds a deeper result of this search for another position. An entry without a move keeps
  // the move known for the position. `entry.generation` is set here.
  void store(u64 key, TableEntry entry);
  void prefetch(u64 key) const { __builtin_prefetch(&slotsFor(key).front()); }

  // How many of the first 1,000 slots this search has filled.
  int hashfull() const;
  std::size_t slotCount() const { return bucketCount_ * kBucketSlots; }

 private:
  struct Slot {
    std::atomic<u64> keyXorData{0};
    std::atomic<u64> data{0};
  };
  // One cache line of 128 bytes, or two neighbouring ones of 64.
  struct alignas(128) Bucket {
    Slot slots[kBucketSlots];
  };
  static_assert(sizeof(Bucket) == 128 && alignof(Bucket) == 128);
  static_assert(std::atomic<u64>::is_always_lock_free);

  std::span<Slot> slotsFor(u64 key) const;

  struct Release {
    void operator()(Bucket* buckets) const;
  };

  std::unique_ptr<Bucket[], Release> buckets_;
  std::size_t bucketCount_ = 0;
  u8 generation_ = 0;
  bool useBuckets_ = false;
};

}  // namespace tabiya
