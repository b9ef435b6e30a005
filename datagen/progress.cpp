#include "datagen/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "records/games.h"
#include "records/progress.h"

namespace tabiya {
namespace {

// About 20 MiB.
constexpr std::size_t kSampleLimit = std::size_t{1} << 19;

// What must be seen before an alarm can mean anything.
constexpr u64 kGamesForAlarm = 200;
constexpr u64 kPositionsForAlarm = 10'000;
constexpr double kDrawAlarm = 0.9;
constexpr double kDuplicateAlarm = 0.01;

double percent(u64 part, u64 whole) {
  return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

double ratio(u64 part, u64 whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

void DuplicateEstimate::add(u64 key) {
  if (key & mask_) return;
  ++counts_[key];
  ++sampled_;
  while (counts_.size() > kSampleLimit) {
    mask_ = mask_ << 1 | 1;
    std::erase_if(counts_, [&](const auto& entry) { return (entry.first & mask_) != 0; });
    sampled_ = 0;
    for (const auto& entry : counts_) sampled_ += entry.second;
  }
}

double DuplicateEstimate::share() const {
  return sampled_ > 0 ? 1 - static_cast<double>(counts_.size()) / static_cast<double>(sampled_) : 0;
}

RunProgress::RunProgress(std::optional<u64> games, std::optional<u64> positions)
    : goalGames_(games), goalPositions_(positions) {}

void RunProgress::add(const PlayedGame& game, const GameFacts& facts) {
  total_.add(facts);
  session_.add(facts);
  // A game repeats its own positions, and bare endings are met again in honest games: of 3,000 games at 1,000 nodes all
  // that had a position in common had it with at most seven pieces. Beyond that it means copies of games.
  constexpr int kManyPieces = 8;
  std::vector<u64> keys;
  for (const Record& record : game.records)
    if (record.occupied().count() >= kManyPieces) keys.push_back(mix64(recordKey(record)));
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  for (const u64 key : keys) duplicates_.add(key);
}

double RunProgress::positionsPerSecond(double seconds) const {
  return seconds > 0 ? static_cast<double>(session_.positions) / seconds : 0;
}

std::optional<double> RunProgress::secondsLeft(double seconds) const {
  const u64 done = goalGames_ ? session_.games : session_.positions;
  const u64 all = goalGames_ ? total_.games : total_.positions;
  const u64 goal = goalGames_ ? *goalGames_ : goalPositions_.value_or(0);
  if (done == 0) return std::nullopt;
  return goal > all ? static_cast<double>(goal - all) * seconds / static_cast<double>(done) : 0;
}

double RunProgress::keepRate() const {
  return ratio(total_.positions, total_.plies);
}

std::string RunProgress::line(double seconds) const {
  const auto left = secondsLeft(seconds);
  return fmt::format(
      "{}{} games, {}{} positions, {}/s, kept {:.0f} %, W {:.0f} D {:.0f} B {:.0f} %, depth {:.1f}, {}", total_.games,
      goalGames_ ? fmt::format(" of {}", *goalGames_) : "", humanCount(static_cast<double>(total_.positions)),
      goalPositions_ ? " of " + humanCount(static_cast<double>(*goalPositions_)) : "",
      humanCount(positionsPerSecond(seconds)), 100 * keepRate(), percent(total_.results[2], total_.games),
      percent(total_.results[1], total_.games), percent(total_.results[0], total_.games),
      ratio(session_.depths, session_.searched), left ? humanTime(*left) + " left" : "time left not known yet");
}

std::vector<std::string> RunProgress::panel(double seconds) const {
  const auto left = secondsLeft(seconds);
  const auto goal = [](const std::optional<u64>& n) { return n ? " of " + humanCount(static_cast<double>(*n)) : ""; };
  return {
      fmt::format("games      {}{}   positions {}{}   {}/s   {}", total_.games, goal(goalGames_),
                  humanCount(static_cast<double>(total_.positions)), goal(goalPositions_),
                  humanCount(positionsPerSecond(seconds)), left ? humanTime(*left) + " left" : ""),
      fmt::format("results    white {:.1f} %   drawn {:.1f} %   black {:.1f} %",
                  percent(total_.results[2], total_.games), percent(total_.results[1], total_.games),
                  percent(total_.results[0], total_.games)),
      fmt::format("searches   depth {:.1f}   {} nodes   kept {:.1f} %   duplicates {:.2f} %",
                  ratio(session_.depths, session_.searched), humanCount(ratio(session_.nodes, session_.searched)),
                  100 * keepRate(), 100 * duplicates_.share()),
      "ends       " + endReasonsText(total_),
  };
}

std::string RunProgress::jsonLine(double seconds) const {
  const auto left = secondsLeft(seconds);
  ChunkManifest counts;
  fillManifest(total_, counts);
  nlohmann::ordered_json json;
  json["seconds"] = seconds;
  json["games"] = total_.games;
  json["positions"] = total_.positions;
  json["positions_per_second"] = positionsPerSecond(seconds);
  json["keep_rate"] = keepRate();
  json["results"] = {
      {"black_wins", total_.results[0]}, {"draws", total_.results[1]}, {"white_wins", total_.results[2]}};
  json["end_reasons"] = counts.endReasons;
  json["rejected"] = counts.rejected;
  json["mean_depth"] = ratio(session_.depths, session_.searched);
  json["mean_nodes"] = ratio(session_.nodes, session_.searched);
  json["duplicates"] = duplicates_.share();
  json["seconds_left"] = left ? nlohmann::ordered_json(*left) : nlohmann::ordered_json();
  json["alarms"] = nlohmann::ordered_json::array();
  for (const Alarm& alarm : alarms()) json["alarms"].push_back(alarm.text);
  return json.dump();
}

std::vector<RunProgress::Alarm> RunProgress::alarms() const {
  std::vector<Alarm> found;
  if (total_.games >= kGamesForAlarm) {
    if (total_.results[0] == 0) found.push_back({1, fmt::format("Black has won none of {} games", total_.games)});
    if (total_.results[2] == 0) found.push_back({2, fmt::format("White has won none of {} games", total_.games)});
    if (ratio(total_.results[1], total_.games) > kDrawAlarm)
      found.push_back(
          {4, fmt::format("{:.1f} % of {} games are draws", percent(total_.results[1], total_.games), total_.games)});
  }
  if (duplicates_.sampled() >= kPositionsForAlarm && duplicates_.share() > kDuplicateAlarm)
    found.push_back(
        {8, fmt::format("{:.2f} % of the positions with 8 pieces and more stood in another game, more than {:g} %",
                        100 * duplicates_.share(), 100 * kDuplicateAlarm)});
  return found;
}

std::vector<std::string> RunProgress::newAlarms() {
  std::vector<std::string> fresh;
  for (Alarm& alarm : alarms()) {
    if (given_ & alarm.bit) continue;
    given_ |= alarm.bit;
    fresh.push_back(std::move(alarm.text));
  }
  return fresh;
}

std::string endReasonsText(const Tally& tally) {
  std::vector<std::pair<u64, std::string>> reasons;
  for (std::size_t i = 0; i < kEndReasons; ++i)
    if (tally.ends[i] > 0) reasons.emplace_back(tally.ends[i], spaced(toString(static_cast<EndReason>(i))));
  std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (const auto& [count, name] : reasons)
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", name, percent(count, tally.games));
  return text;
}

}  // namespace tabiya
