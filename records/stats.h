// What a set of records holds: counts, scores against results, material, games and duplicates, gathered in one pass.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "records/format.h"

namespace tabiya {

// Counts by reason of records that cannot be used, and of blemishes that were mended.
struct RejectCounts {
  std::array<u64, static_cast<std::size_t>(RecordFault::kCount)> rejected{};
  u64 fullmoveZero = 0, enPassantUseless = 0, scoreMinimum = 0, unusedNibbles = 0, moveUnknown = 0;

  void add(RecordFault fault) { ++rejected[static_cast<std::size_t>(fault)]; }
  void add(const RecordMends& mends);
  u64 total() const;
  // "king can be taken", 3 ...: the reasons that occurred.
  std::vector<std::pair<std::string, u64>> reasons() const;
  std::vector<std::pair<std::string, u64>> mended() const;
};

// Estimates how many of many keys occurred before: exact up to 4 M keys, beyond that over the keys whose hash falls in
// a share that is halved whenever the sample is full.
class DuplicateEstimate {
 public:
  void add(u64 key);
  // The share (0 to 1) of keys that are repetitions of another.
  double share() const;
  bool exact() const { return shift_ == 0; }

 private:
  static constexpr std::size_t kCapacity = 1 << 22;
  std::vector<u64> sample_;
  int shift_ = 0;
};

// Lower ends of the score bins, centipawns, White's side; the first bin is open below.
inline constexpr std::array<int, 14> kScoreEdges{-32768, -2000, -1000, -600, -300, -100, -50,
                                                 0,      50,    100,   300,  600,  1000, 2000};

enum class Phase : u8 { Opening, Middlegame, Endgame };

struct RecordStats {
  u64 files = 0;
  u64 records = 0;
  RejectCounts rejects;
  std::array<u64, 3> results{};     // by GameResult
  std::array<u64, 2> sideToMove{};  // by Color
  std::array<u64, 33> pieces{};     // by number of pieces
  std::array<u64, 3> phases{};      // by Phase
  std::array<u64, kScoreEdges.size()> scoreBins{};
  std::array<u64, kScoreEdges.size()> scoreBinPoints{};  // sums of White's results in half points
  double scoreSum = 0, absoluteScoreSum = 0;
  int lowestScore = 0, highestScore = 0;
  u64 withinPawn = 0, beyondFivePawns = 0;  // |score| <= 100, > 500
  u64 withCastling = 0, withEnPassant = 0, inCheck = 0;
  u64 moveKnown = 0, moveNoisy = 0;  // noisy: a capture or promotion was played
  u64 fullmoveSum = 0;
  int highestFullmove = 0, highestHalfmove = 0;
  u64 games = 0;
  u64 gamesFromIndex = 0;            // of these, known from an .idx; the rest is inferred
  u64 gamesWithoutRecords = 0;       // known from an .idx only
  u64 shuffledFiles = 0;             // whose games cannot be told; not counted in games
  std::array<u64, 3> gameResults{};  // of the games that kept a record
  DuplicateEstimate duplicates;
  // Of positions with kManyPieces: bare endings are met again in honest games, these only in copies.
  DuplicateEstimate fullDuplicates;
  static constexpr int kManyPieces = 8;

  // Adds one record unless it cannot be used (then it is counted by reason). Whether it was added.
  bool add(Record record);
};

// Counts the games of one file as its records pass by, by its index or by inference.
class GameCounter {
 public:
  // `counts`: the .idx, or nullptr.
  explicit GameCounter(const std::vector<u16>* counts);
  void add(const Record& record);
  void finish(RecordStats& stats) const;

 private:
  const std::vector<u16>* counts_;
  std::size_t game_ = 0;  // in counts_
  u64 leftInGame_ = 0;
  u64 records_ = 0, games_ = 0;
  std::array<u64, 3> results_{};
  Record previous_;
};

const char* toString(Phase phase);
// By what is left of the 24 phase points (minor 1, rook 2, queen 4): 18 and more, 7 to 17, 6 and less.
Phase phaseOf(const Record& record);

}  // namespace tabiya
