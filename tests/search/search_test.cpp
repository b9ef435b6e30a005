// The search as a whole: sound where it claims to be, finds mates, stops when told, and repeats itself exactly.
#include <gtest/gtest.h>

#include <thread>

#include "engine/bench.h"
#include "engine/eval/hce/hce.h"
#include "engine/movegen/game.h"
#include "engine/movegen/san.h"
#include "tests/search/search_helpers.h"

namespace tabiya {
namespace {

// The definition: every move, every reply, to a fixed depth.
int minimax(const Position& position, int depth, int ply, std::vector<u64>& keys) {
  const MoveList moves = legalMoves(position);
  if (moves.empty()) return position.inCheck() ? -kMate + ply : 0;
  if (ply > 0) {
    if (position.halfmoveClock() >= 100 || insufficientMaterial(position)) return 0;
    for (int back = 4; back <= std::min<int>(position.halfmoveClock(), static_cast<int>(keys.size())); back += 2) {
      if (keys[keys.size() - static_cast<std::size_t>(back)] == position.key()) return 0;
    }
  }
  if (depth == 0) return hce::evaluate(position, {});
  int best = -kInfinity;
  keys.push_back(position.key());
  for (const Move m : moves) {
    Position child = position;
    child.makeMove(m);
    best = std::max(best, -minimax(child, depth - 1, ply + 1, keys));
  }
  keys.pop_back();
  return best;
}

TEST(Search, AlphaBetaWithEverySoundTechniqueIsMinimax) {
  Settings settings;
  settings.techniques = Techniques::sound();
  const struct {
    std::string_view fen;
    int depth;
  } cases[] = {
      {kBenchPositions[0], 3},
      {kKiwipete, 3},
      {kBenchPositions[6], 4},
      {kBenchPositions[13], 4},
      {"8/8/4kpp1/3p4/p2P1P2/P3K1P1/8/8 b - - 4 52", 6},
      {"8/8/5K2/8/8/7k/8/6R1 w - - 96 80", 5},  // the fifty-move rule near
      {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3},
  };
  for (const auto& [fen, depth] : cases) {
    std::vector<u64> keys;
    const Position position = read(fen);
    const SearchResult result = searchFresh(position, depthLimit(depth), settings);
    ASSERT_EQ(result.depth, depth) << fen;
    EXPECT_EQ(result.score, minimax(position, depth, 0, keys)) << fen;
  }
}

TEST(Search, WithoutAlphaBetaTheScoreIsTheSameAndTheTreeLarger) {
  Settings with, without;
  with.techniques = without.techniques = Techniques::sound();
  without.techniques.alphaBeta = false;
  const SearchResult a = searchFresh(read(kKiwipete), depthLimit(3), with);
  const SearchResult b = searchFresh(read(kKiwipete), depthLimit(3), without);
  EXPECT_EQ(a.score, b.score);
  EXPECT_LT(a.nodes * 4, b.nodes);
}

TEST(Search, FindsMates) {
  const struct {
    const char* fen;
    int moves;
    const char* best;
  } cases[] = {
      {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "a1a8"},
      {"r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", 1, "a8a1"},
      {"r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2, "d2h6"},
      {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"},
      {"7k/7p/8/8/4b3/5r2/5P1P/R5RK b - - 0 1", 3, "f3a3"},
  };
  for (const auto& [fen, moves, best] : cases) {
    const Position position = read(fen);
    const SearchResult result = searchFresh(position, depthLimit(10));
    EXPECT_EQ(result.score, kMate - (2 * moves - 1)) << fen;
    EXPECT_EQ(toUci(position, result.best), best) << fen;
    EXPECT_EQ(result.pv.size(), static_cast<std::size_t>(2 * moves - 1)) << fen;
  }
}

TEST(Search, KnowsThatItIsBeingMated) {
  const SearchResult result = searchFresh(read("7k/8/5KQ1/8/8/8/8/8 b - - 0 1"), depthLimit(6));
  EXPECT_EQ(result.score, 0);  // stalemate: no move
  EXPECT_FALSE(result.best);
  const SearchResult lost = searchFresh(read("7k/6pp/8/8/8/8/r7/1r4K1 w - - 0 1"), depthLimit(6));
  EXPECT_FALSE(lost.best);  // mated already
  const SearchResult soon = searchFresh(read("8/8/8/8/8/k1K5/7r/8 w - - 0 1"), depthLimit(4));
  EXPECT_LT(soon.score, -300);
}

TEST(Search, KingAndRookMateALoneKingFromAShallowSearch) {
  Game game(read("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
  TranspositionTable table(4);
  const Settings settings;
  SearchPool pool(settings, table);
  const std::atomic<bool> never = false;
  while (!game.outcome() && game.moves().size() < 100) {
    const SearchResult result = pool.search(game.position(), game.history(), nodeLimit(20'000), never, {});
    ASSERT_TRUE(result.best);
    game.play(result.best);
  }
  EXPECT_EQ(game.outcome(), Outcome::Checkmate);
}

TEST(Search, TheQuiescenceSearchSeesBeyondTheHorizon) {
  const Position position = read("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1");
  const Move takes = readUci(position, "d1d5").value();
  Settings without;
  without.techniques.quiescence = false;
  EXPECT_EQ(searchFresh(position, depthLimit(1), without).best, takes);
  EXPECT_NE(searchFresh(position, depthLimit(1)).best, takes);
}

TEST(Search, TheSameSearchTwiceIsTheSameNodeForNode) {
  for (const std::string_view fen : {kBenchPositions[4], kBenchPositions[5], kBenchPositions[11]}) {
    TranspositionTable table(2);
    const Settings settings;
    SearchPool pool(settings, table);
    const std::atomic<bool> never = false;
    const SearchResult first = pool.search(read(fen), {}, depthLimit(8), never, {});
    pool.search(read(kKiwipete), {}, depthLimit(6), never, {});
    pool.newGame();
    const SearchResult second = pool.search(read(fen), {}, depthLimit(8), never, {});
    EXPECT_EQ(first.nodes, second.nodes) << fen;
    EXPECT_EQ(first.score, second.score);
    EXPECT_EQ(first.pv, second.pv);
  }
}

TEST(Search, ANodeLimitIsNeverExceeded) {
  for (const u64 nodes : {1, 2, 5, 100, 1023, 1024, 1025, 6000}) {
    const SearchResult result = searchFresh(read(kKiwipete), nodeLimit(nodes));
    EXPECT_LE(result.nodes, nodes);
    EXPECT_TRUE(isLegal(read(kKiwipete), result.best));
  }
  EXPECT_EQ(searchFresh(read(kKiwipete), nodeLimit(6000)).nodes, 6000u);
}

TEST(Search, ASoftNodeLimitFinishesTheDepth) {
  Limits limits;
  limits.softNodes = 6000;
  const SearchResult soft = searchFresh(read(kKiwipete), limits);
  EXPECT_GE(soft.nodes, 6000u);
  EXPECT_EQ(searchFresh(read(kKiwipete), depthLimit(soft.depth)).nodes, soft.nodes);
}

// However a search is cut short, its answer is a completed depth's or a move that beat the window of the cut one.
TEST(Search, ACutShortSearchAnswersWithItsLastReport) {
  for (u64 nodes = 50; nodes < 20'000; nodes = nodes * 5 / 4) {
    std::vector<SearchInfo> infos;
    const SearchResult result = searchFresh(read(kBenchPositions[4]), nodeLimit(nodes), {}, {},
                                            [&](const SearchInfo& info) { infos.push_back(info); });
    if (infos.empty()) {
      EXPECT_EQ(result.depth, 0);
      continue;
    }
    EXPECT_EQ(result.score, infos.back().score);
    EXPECT_EQ(result.depth, infos.back().depth);
    EXPECT_EQ(result.pv, infos.back().pv);
    ASSERT_FALSE(result.pv.empty());
    EXPECT_EQ(result.best, result.pv.front());
  }
}

TEST(Search, ASetStopFlagStillGivesAMove) {
  TranspositionTable table(2);
  const Settings settings;
  SearchPool pool(settings, table);
  const std::atomic<bool> stopped = true;
  Limits limits;
  limits.infinite = true;
  const SearchResult result = pool.search(read(kKiwipete), {}, limits, stopped, {});
  EXPECT_TRUE(isLegal(read(kKiwipete), result.best));
}

TEST(Search, AnEmptyClockStillFinishesTheFirstDepth) {
  Limits limits;
  limits.timeMs[0] = 0;
  const SearchResult result = searchFresh(Position::startpos(), limits);
  EXPECT_GE(result.depth, 1);
}

TEST(Search, OnlyTheMovesAskedForArePlayed) {
  Limits limits = depthLimit(5);
  const Position position = Position::startpos();
  limits.searchMoves = {readUci(position, "a2a3").value(), readUci(position, "h2h3").value()};
  const SearchResult result = searchFresh(position, limits);
  EXPECT_TRUE(result.best == limits.searchMoves[0] || result.best == limits.searchMoves[1]);
}

TEST(Search, LinesAreLegalAndBeginWithTheBestMove) {
  for (const std::string_view fen : kBenchPositions) {
    const SearchResult result = searchFresh(read(fen), depthLimit(7));
    ASSERT_FALSE(result.pv.empty());
    EXPECT_EQ(result.pv.front(), result.best);
    Position position = read(fen);
    for (const Move m : result.pv) {
      ASSERT_TRUE(isLegal(position, m)) << fen;
      position.makeMove(m);
    }
  }
}

TEST(Search, NothingIsSearchedWhenNoMoveIsLegal) {
  const SearchResult result = searchFresh(read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), depthLimit(4));
  EXPECT_FALSE(result.best);
  EXPECT_EQ(result.nodes, 0u);
}

TEST(Search, TwoThreadsAgreeOnALegalMoveAndCountBothTheirNodes) {
  TranspositionTable table(4);
  const Settings settings;
  SearchPool pool(settings, table);
  pool.setThreads(2);
  const std::atomic<bool> never = false;
  const SearchResult result = pool.search(read(kKiwipete), {}, depthLimit(9), never, {});
  EXPECT_TRUE(isLegal(read(kKiwipete), result.best));
  EXPECT_EQ(result.depth, 9);
}

u64 nodesOf(const Settings& settings, int depth) {
  u64 nodes = 0;
  for (const int i : {2, 4, 5, 6, 9})
    nodes += searchFresh(read(kBenchPositions[static_cast<std::size_t>(i)]), depthLimit(depth), settings).nodes;
  return nodes;
}

TEST(Search, EverySwitchChangesTheTree) {
  constexpr int kDepth = 7;
  const u64 standard = nodesOf({}, kDepth);
  for (const SettingRow& row : settingRows()) {
    if (!std::holds_alternative<bool Techniques::*>(row.member) || row.name == "alphabeta") continue;
    // A refinement is nothing without what it refines.
    Settings before;
    if (row.name == "capthistq") findSetting("capthist")->set(before, 1);
    Settings settings = before;
    row.set(settings, 1 - row.get(settings));
    EXPECT_NE(nodesOf(settings, kDepth), row.name == "capthistq" ? nodesOf(before, kDepth) : standard) << row.name;
  }
  for (const char* name : {"pst", "tapered"}) {
    Settings settings;
    findSetting(name)->set(settings, 0);
    EXPECT_NE(nodesOf(settings, kDepth), standard) << name;
  }
}

// Its numbers are then nobody's: whatever they are, the nodes are the same.
TEST(Search, ATechniqueThatIsOffLeavesNoTrace) {
  const struct {
    std::string_view technique;
    std::string_view params;  // the beginning of its numbers' names
  } cases[] = {
      {"nullmove", "null_"},
      {"aspiration", "aspiration_"},
      {"lmp", "lmp_"},
      {"rfp", "rfp_"},
      {"razoring", "razor_"},
      {"futility", "futility_"},
      {"seeprune", "see_"},
      {"deltapruning", "delta_"},
      {"iir", "iir_"},
      {"lmr", "lmr_"},
      {"improving", "rfp_improving"},
      {"improving", "lmp_improving"},
      {"histprune", "history_pruning_"},
      {"probcut", "probcut_"},
      {"singular", "singular_"},
      {"singular", "double_extension_"},
      {"singular", "negative_extension_"},
      {"doubleext", "double_extension_"},
      {"doubleext", "cutoff_count_double"},
      {"negext", "negative_extension_"},
      {"histlmr", "lmr_history_"},
      {"cutnode", "lmr_cut_node"},
      {"allnode", "lmr_all_node"},
      {"ttpv", "lmr_tt_pv"},
      {"ttpv", "tt_pv_"},
      {"cutoffs", "lmr_cutoff_"},
      {"cutoffs", "cutoff_count_"},
      {"ttcapture", "lmr_tt_capture"},
      {"correction", "correction_"},
      {"corrpieces", "correction_pawn_share"},
      {"corrpieces", "correction_non_pawn_share"},
  };
  for (const auto& [technique, params] : cases) {
    Settings off;
    findSetting(technique)->set(off, 0);
    const u64 nodes = nodesOf(off, 6);
    int numbers = 0;
    for (const SettingRow& row : settingRows()) {
      if (!row.name.starts_with(params)) continue;
      ++numbers;
      row.set(off, row.get(off) == row.max ? row.min : row.max);
    }
    EXPECT_GT(numbers, 0) << params;
    EXPECT_EQ(nodesOf(off, 6), nodes) << technique;
  }
}

TEST(Bench, CountsTheSameNodesEveryTime) {
  EXPECT_EQ(bench(5, {}).nodes, bench(5, {}).nodes);
}

}  // namespace
}  // namespace tabiya
