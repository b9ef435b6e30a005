// Who follows a search sees everything and changes nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/bench.h"
#include "engine/search/tree.h"
#include "tests/search/search_helpers.h"

namespace tabiya {
namespace {

// Runs a watched worker by hand.
EventCounts watch(const Settings& settings, std::string_view fen, int depth, u64& nodes) {
  TranspositionTable table(4);
  EventCounts counts;
  Worker<Followed> worker(settings, table, nullptr, Followed{counts});
  const Position root = read(fen);
  const MoveList legal = legalMoves(root);
  std::vector<Move> moves(legal.begin(), legal.end());
  worker.newSearch(root, {}, {});
  std::optional<int> previous;
  for (int d = 1; d <= depth; ++d) previous = worker.searchDepth(moves, d, previous).score;
  nodes = worker.nodes();
  return counts;
}

TEST(Observer, SeesEveryTechniqueAtWorkAndNoneThatIsOff) {
  const struct {
    const char* name;
    Event event;
  } cases[] = {{"tt", Event::TableHit},
               {"rfp", Event::ReverseFutility},
               {"razoring", Event::Razoring},
               {"nullmove", Event::NullMove},
               {"nullmove", Event::NullMoveCutoff},
               {"lmp", Event::LateMovePruning},
               {"futility", Event::Futility},
               {"seeprune", Event::SeePruning},
               {"deltapruning", Event::DeltaPruning},
               {"singular", Event::SingularSearch},
               {"singular", Event::SingularExtension},
               {"doubleext", Event::DoubleExtension},
               {"multicut", Event::MultiCut},
               {"negext", Event::NegativeExtension},
               {"lmr", Event::Reduced},
               {"lmr", Event::ReductionResearch},
               {"pvs", Event::PvsResearch},
               {"quiescence", Event::Quiescence}};
  u64 nodes = 0;
  const EventCounts on = watch({}, kBenchPositions[4], 8, nodes);
  EXPECT_GT(on[Event::BetaCutoff], 0u);
  EXPECT_EQ(on[Event::Enter], on[Event::Exit]);
  for (const auto& [name, event] : cases) {
    EXPECT_GT(on[event], 0u) << name;
    Settings settings;
    findSetting(name)->set(settings, 0);
    EXPECT_EQ(watch(settings, kBenchPositions[4], 5, nodes)[event], 0u) << name;
  }
}

TEST(Observer, SeesTechniquesThatAreOffAsARuleWhenTheyAreOn) {
  u64 nodes = 0;
  for (const auto& [name, event] : {std::pair{"probcut", Event::ProbCut},
                                    {"probcut", Event::ProbCutCutoff},
                                    {"histprune", Event::HistoryPruning}}) {
    Settings settings;
    EXPECT_EQ(watch(settings, kBenchPositions[4], 8, nodes)[event], 0u) << name;
    findSetting(name)->set(settings, 1);
    EXPECT_GT(watch(settings, kBenchPositions[4], 9, nodes)[event], 0u) << name;
  }
}

TEST(Observer, WatchingChangesNothing) {
  u64 watched = 0;
  watch({}, kBenchPositions[9], 8, watched);
  TranspositionTable table(4);
  const Settings settings;
  Worker<NoObserver> worker(settings, table, nullptr);
  const Position root = read(kBenchPositions[9]);
  const MoveList legal = legalMoves(root);
  std::vector<Move> moves(legal.begin(), legal.end());
  worker.newSearch(root, {}, {});
  std::optional<int> previous;
  for (int d = 1; d <= 8; ++d) previous = worker.searchDepth(moves, d, previous).score;
  EXPECT_EQ(worker.nodes(), watched);
}

TEST(Observer, AGameFollowedHereAndThereIsTheSameGame) {
  const Settings settings;
  const std::atomic<bool> never = false;
  std::array<std::vector<u64>, 2> nodes;
  EventCounts counts;
  for (const bool followed : {false, true}) {
    TranspositionTable table(2);
    SearchPool pool(settings, table);
    for (const int number : {4, 5, 6}) {
      // Followed from the second search on: what the first learnt stays.
      if (followed && number == 5) pool.follow(&counts);
      if (followed && number == 6) pool.follow(nullptr);
      nodes[followed].push_back(pool.search(read(kBenchPositions[number]), {}, depthLimit(7), never, {}).nodes);
    }
  }
  EXPECT_EQ(nodes[0], nodes[1]);
  EXPECT_GT(counts[Event::BetaCutoff], 0u);
}

TEST(Observer, TheTreeCountsEveryNodeAndSaysWhatBecameOfEachMove) {
  const Settings settings;
  TranspositionTable table(2);
  SearchPool pool(settings, table);
  const std::atomic<bool> never = false;
  TreeRecorder tree(2, 1'000'000);
  pool.follow(&tree);
  const Position root = read(kKiwipete);
  const SearchResult result = pool.search(root, {}, depthLimit(6), never, {});
  u64 nodes = 0;
  for (const int r : tree.roots()) nodes += tree.nodes()[static_cast<std::size_t>(r)].nodes;
  EXPECT_EQ(nodes, result.nodes);
  EXPECT_FALSE(tree.truncated());
  const int last = tree.roots().back();
  EXPECT_EQ(tree.nodes()[static_cast<std::size_t>(last)].score, result.score);
  std::set<u16> atRoot;
  bool skipped = false;
  for (const TreeRecorder::Node& node : tree.nodes()) {
    if (node.parent == last) atRoot.insert(node.move.bits());
    skipped |= node.skipped && !describeEvent(node.decision).empty();
    EXPECT_LE(node.ply, 2);
    EXPECT_EQ(node.parent < 0, node.ply == 0);
  }
  EXPECT_EQ(atRoot.size(), static_cast<std::size_t>(countLegal(root)));
  EXPECT_TRUE(skipped);
}

TEST(Observer, ASmallTreeSaysThatItIsCutShort) {
  const Settings settings;
  TranspositionTable table(2);
  SearchPool pool(settings, table);
  const std::atomic<bool> never = false;
  TreeRecorder tree(8, 100);
  pool.follow(&tree);
  pool.search(read(kKiwipete), {}, depthLimit(4), never, {});
  EXPECT_EQ(tree.nodes().size(), 100u);
  EXPECT_TRUE(tree.truncated());
}

TEST(Observer, TheRootIsFollowedMoveByMove) {
  TranspositionTable table(4);
  const Settings settings;
  Worker<NoObserver> worker(settings, table, nullptr);
  const Position root = read(kBenchPositions[4]);
  const MoveList legal = legalMoves(root);
  std::vector<Move> moves(legal.begin(), legal.end());
  std::vector<RootEvent> events;
  worker.newSearch(root, {}, {}, [&](const RootEvent& e) { events.push_back(e); });
  const RootResult first = worker.searchDepth(moves, 1, {});
  int begun = 0;
  Move best;
  for (const RootEvent& e : events) {
    begun += e.kind == RootEvent::Kind::MoveBegins;
    if (e.kind == RootEvent::Kind::NewBest) best = e.move;
  }
  EXPECT_EQ(begun, countLegal(root));
  EXPECT_EQ(best, first.best);
  // A window far from the truth fails until it is wide enough.
  events.clear();
  worker.searchDepth(moves, 6, first.score + 600);
  EXPECT_TRUE(std::ranges::any_of(events, [](const RootEvent& e) { return e.kind == RootEvent::Kind::FailsLow; }));
  events.clear();
  worker.searchDepth(moves, 6, first.score - 600);
  EXPECT_TRUE(std::ranges::any_of(events, [](const RootEvent& e) { return e.kind == RootEvent::Kind::FailsHigh; }));
}

}  // namespace
}  // namespace tabiya
