// Compares, sorts and adds.
#include "datagen/match/state_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "engine/base/files.h"

namespace tabiya {
namespace {

using Json = nlohmann::json;

Json comparable(Json settings) {
  settings.erase("first_pair");
  return settings;
}

// "/a/limits/nodes" of the first place where they differ.
std::string firstDifference(const Json& a, const Json& b) {
  const Json patch = Json::diff(a, b);
  return patch.empty() ? "" : patch.front().at("path").get<std::string>();
}

void addTime(MatchTime& sum, const MatchTime& time) {
  sum.wallUs += time.wallUs;
  sum.drawUs += time.drawUs;
  sum.movesUs += time.movesUs;
  sum.searchUs += time.searchUs;
  sum.moves += time.moves;
  for (std::size_t i = 0; i < 2; ++i) {
    sum.playerUs[i] += time.playerUs[i];
    sum.playerMoves[i] += time.playerMoves[i];
  }
}

}  // namespace

Result<Shard> readShard(const std::string& directory) {
  const std::string path = directory + "/run.json";
  const auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  Shard shard;
  shard.directory = directory;
  try {
    shard.settings = Json::parse(bytes->begin(), bytes->end()).at("settings");
    shard.settings.at("a").at("player");
    shard.settings.at("b").at("player");
  } catch (const std::exception& problem) {
    return Error{path + " is not of a match, or damaged: " + problem.what()};
  }
  auto match = readStoredMatch(directory);
  if (!match) return Error{match.error()};
  shard.match = std::move(*match);
  return shard;
}

Result<MergedMatch> mergeShards(const std::vector<Shard>& shards) {
  MergedMatch merged;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    const Json settings = comparable(shards[i].settings);
    if (i == 0) merged.settings = settings;
    if (settings != merged.settings)
      return Error{fmt::format("{} and {} are of different matches: they differ at {}", shards[0].directory,
                               shards[i].directory, firstDifference(merged.settings, settings))};
    u64 offset = 0;
    for (const PairFacts& facts : shards[i].match.pairs) {
      merged.pairs.push_back({facts, i, offset});
      offset += facts.pgnBytes;
    }
    addTime(merged.time, shards[i].match.state.time);
    merged.seconds += shards[i].match.state.seconds;
  }
  std::stable_sort(merged.pairs.begin(), merged.pairs.end(),
                   [](const MergedPair& a, const MergedPair& b) { return a.facts.number < b.facts.number; });
  std::unordered_set<u64> starts;
  std::vector<MergedPair> kept;
  for (std::size_t i = 0; i < merged.pairs.size(); ++i) {
    const MergedPair& pair = merged.pairs[i];
    if (i > 0 && merged.pairs[i - 1].facts.number == pair.facts.number)
      return Error{fmt::format("pair {} is both in {} and in {}", pair.facts.number,
                               shards[merged.pairs[i - 1].shard].directory, shards[pair.shard].directory)};
    if (!starts.insert(pair.facts.start).second) {
      ++merged.copies;
      continue;
    }
    merged.tally.add(pair.facts);
    kept.push_back(pair);
  }
  merged.pairs = std::move(kept);
  return merged;
}

std::optional<SprtSettings> sprtOf(const Json& settings) {
  const auto found = settings.find("sprt");
  if (found == settings.end()) return std::nullopt;
  SprtSettings sprt;
  sprt.elo0 = found->value("elo0", sprt.elo0);
  sprt.elo1 = found->value("elo1", sprt.elo1);
  sprt.alpha = found->value("alpha", sprt.alpha);
  sprt.beta = found->value("beta", sprt.beta);
  sprt.model = found->value("model", "normalised") == "logistic" ? EloModel::Logistic : EloModel::Normalised;
  sprt.singleGames = found->value("single_games", false);
  return sprt;
}

}  // namespace tabiya
