// The counting behind `tabiya-records stats` (stats.h).
#include "records/stats.h"

#include <algorithm>
#include <cmath>

#include "engine/base/random.h"
#include "records/games.h"

namespace tabiya {

void RejectCounts::add(const RecordMends& mends) {
  fullmoveZero += mends.fullmoveZero;
  enPassantUseless += mends.enPassantUseless;
  scoreMinimum += mends.scoreMinimum;
  unusedNibbles += mends.unusedNibbles;
  moveUnknown += mends.moveUnknown;
}

u64 RejectCounts::total() const {
  u64 sum = 0;
  for (u64 n : rejected) sum += n;
  return sum;
}

std::vector<std::pair<std::string, u64>> RejectCounts::reasons() const {
  std::vector<std::pair<std::string, u64>> found;
  for (std::size_t i = 0; i < rejected.size(); ++i)
    if (rejected[i]) found.emplace_back(toString(static_cast<RecordFault>(i)), rejected[i]);
  return found;
}

std::vector<std::pair<std::string, u64>> RejectCounts::mended() const {
  const std::array<std::pair<const char*, u64>, 5> rows{{{"fullmove number 0", fullmoveZero},
                                                         {"useless en passant square", enPassantUseless},
                                                         {"score -32768", scoreMinimum},
                                                         {"unused nibbles not 0", unusedNibbles},
                                                         {"illegal move index", moveUnknown}}};
  std::vector<std::pair<std::string, u64>> found;
  for (const auto& [name, count] : rows)
    if (count) found.emplace_back(name, count);
  return found;
}

void DuplicateEstimate::add(u64 key) {
  // Equal keys are all in the sample or all out of it.
  const auto chosen = [this](u64 k) { return (mix64(k) & ((1ULL << shift_) - 1)) == 0; };
  if (!chosen(key)) return;
  if (sample_.size() == kCapacity) {
    ++shift_;
    std::erase_if(sample_, [&](u64 k) { return !chosen(k); });
    if (!chosen(key)) return;
  }
  sample_.push_back(key);
}

double DuplicateEstimate::share() const {
  if (sample_.empty()) return 0;
  std::vector<u64> sorted = sample_;
  std::sort(sorted.begin(), sorted.end());
  const auto distinct = std::unique(sorted.begin(), sorted.end()) - sorted.begin();
  return 1.0 - static_cast<double>(distinct) / static_cast<double>(sample_.size());
}

const char* toString(Phase phase) {
  constexpr std::array<const char*, 3> kNames{"opening", "middlegame", "endgame"};
  return kNames[static_cast<std::size_t>(phase)];
}

Phase phaseOf(const Record& record) {
  constexpr std::array<int, 6> kPoints{0, 1, 1, 2, 4, 0};
  int points = 0;
  record.forEachPiece([&](Piece piece, Square) { points += kPoints[index(typeOf(piece))]; });
  return points >= 18 ? Phase::Opening : points >= 7 ? Phase::Middlegame : Phase::Endgame;
}

bool RecordStats::add(Record record) {
  RecordMends mends;
  OpenedRecord opened;
  if (RecordFault fault = openRecord(record, &mends, opened); fault != RecordFault::None) {
    rejects.add(fault);
    return false;
  }
  if (mends.any()) rejects.add(mends);
  const int score = record.score().cp, result = record.resultCode();
  lowestScore = records ? std::min(lowestScore, score) : score;
  highestScore = records ? std::max(highestScore, score) : score;
  ++records;
  ++results[result];
  ++sideToMove[index(record.sideToMove())];
  ++pieces[record.occupied().count()];
  ++phases[static_cast<std::size_t>(phaseOf(record))];
  const auto bin = static_cast<std::size_t>(std::upper_bound(kScoreEdges.begin() + 1, kScoreEdges.end(), score) -
                                            kScoreEdges.begin() - 1);
  ++scoreBins[bin];
  scoreBinPoints[bin] += static_cast<u64>(result);
  scoreSum += score;
  absoluteScoreSum += std::abs(score);
  withinPawn += std::abs(score) <= 100;
  beyondFivePawns += std::abs(score) > 500;
  withCastling += opened.position.castling().any();
  withEnPassant += opened.position.enPassant() != Square::None;
  inCheck += opened.position.inCheck();
  if (opened.played) {
    ++moveKnown;
    moveNoisy += opened.position.isCapture(opened.played) || opened.played.kind() == MoveKind::Promotion;
  }
  fullmoveSum += static_cast<u64>(record.fullmoveNumber());
  highestFullmove = std::max(highestFullmove, record.fullmoveNumber());
  highestHalfmove = std::max(highestHalfmove, record.halfmoveClock());
  duplicates.add(recordKey(record));
  if (record.occupied().count() >= kManyPieces) fullDuplicates.add(recordKey(record));
  return true;
}

GameCounter::GameCounter(const std::vector<u16>* counts) : counts_(counts) {}

void GameCounter::add(const Record& record) {
  bool begins = false;
  if (counts_) {
    if (leftInGame_ == 0) {
      while (game_ < counts_->size() && (*counts_)[game_] == 0) ++game_;
      if (game_ < counts_->size()) leftInGame_ = (*counts_)[game_++];
      begins = true;
    }
    leftInGame_ -= leftInGame_ > 0;
  } else {
    begins = records_ == 0 || beginsGame(previous_, record);
  }
  ++records_;
  previous_ = record;
  if (!begins) return;
  ++games_;
  if (record.resultCode() <= 2) ++results_[record.resultCode()];
}

void GameCounter::finish(RecordStats& stats) const {
  if (!counts_ && looksShuffled(records_, games_)) {
    ++stats.shuffledFiles;
    return;
  }
  stats.games += counts_ ? counts_->size() : games_;
  if (counts_) {
    stats.gamesFromIndex += counts_->size();
    stats.gamesWithoutRecords += static_cast<u64>(std::count(counts_->begin(), counts_->end(), 0));
  }
  for (std::size_t r = 0; r < 3; ++r) stats.gameResults[r] += results_[r];
}

}  // namespace tabiya
