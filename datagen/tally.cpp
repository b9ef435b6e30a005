#include "datagen/tally.h"

#include <cmath>

namespace tabiya {
namespace {

template <class Reason, std::size_t N>
std::map<std::string, u64> named(const std::array<u64, N>& counts) {
  std::map<std::string, u64> byName;
  for (std::size_t i = 0; i < N; ++i)
    if (counts[i] > 0) byName[toString(static_cast<Reason>(i))] = counts[i];
  return byName;
}

template <class Reason, std::size_t N>
u64 addNamed(std::array<u64, N>& counts, const std::map<std::string, u64>& byName) {
  u64 sum = 0;
  for (std::size_t i = 0; i < N; ++i) {
    const auto found = byName.find(toString(static_cast<Reason>(i)));
    if (found == byName.end()) continue;
    counts[i] += found->second;
    sum += found->second;
  }
  return sum;
}

template <class T, std::size_t N>
void addAll(std::array<u64, N>& to, const std::array<T, N>& from) {
  for (std::size_t i = 0; i < N; ++i) to[i] += from[i];
}

}  // namespace

GameFacts factsOf(const PlayedGame& game, u64 milliseconds) {
  GameFacts facts;
  facts.number = game.number;
  facts.records = static_cast<u16>(game.records.size());
  facts.result = game.result;
  facts.end = game.end;
  facts.rejected = game.rejected;
  facts.plies = game.plies;
  facts.nodes = game.nodes;
  facts.depths = game.depths;
  facts.milliseconds = milliseconds;
  return facts;
}

void Tally::add(const GameFacts& game) {
  ++games;
  positions += game.records;
  ++results[static_cast<std::size_t>(game.result)];
  ++ends[static_cast<std::size_t>(game.end)];
  addAll(rejected, game.rejected);
  plies += game.plies;
  nodes += game.nodes;
  depths += game.depths;
  searched += game.plies;
  milliseconds += game.milliseconds;
}

void Tally::add(const ChunkManifest& chunk) {
  games += chunk.games;
  positions += chunk.positions;
  addAll(results, chunk.results);
  addNamed<EndReason>(ends, chunk.endReasons);
  plies += chunk.positions + addNamed<Rejection>(rejected, chunk.rejected);
  milliseconds += static_cast<u64>(std::llround(chunk.seconds * 1000));
}

void Tally::add(const Tally& other) {
  games += other.games;
  positions += other.positions;
  addAll(results, other.results);
  addAll(ends, other.ends);
  addAll(rejected, other.rejected);
  plies += other.plies;
  nodes += other.nodes;
  depths += other.depths;
  searched += other.searched;
  milliseconds += other.milliseconds;
}

void fillManifest(const Tally& tally, ChunkManifest& manifest) {
  manifest.games = tally.games;
  manifest.positions = tally.positions;
  manifest.results = tally.results;
  manifest.endReasons = named<EndReason>(tally.ends);
  manifest.rejected = named<Rejection>(tally.rejected);
  manifest.seconds = static_cast<double>(tally.milliseconds) / 1000;
}

}  // namespace tabiya
