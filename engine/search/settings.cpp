#include "engine/search/settings.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "engine/base/nearest.h"

namespace tabiya {
namespace {

constexpr auto kRows = std::to_array<SettingRow>({
    {"alphabeta", &Techniques::alphaBeta, 0, 1, "cut off what the other side would avoid"},
    {"pvs", &Techniques::pvs, 0, 1, "null windows for all moves but the first"},
    {"aspiration", &Techniques::aspiration, 0, 1, "a window around the score of the depth before"},
    {"mvvlva", &Techniques::mvvLva, 0, 1, "captures first, the most valuable victims by the least valuable attackers"},
    {"seeorder", &Techniques::seeOrdering, 0, 1, "losing captures after the quiet moves"},
    {"killers", &Techniques::killers, 0, 1, "quiet moves that cut off at this ply first"},
    {"countermoves", &Techniques::countermoves, 0, 1, "the reply that refuted the last move first"},
    {"history", &Techniques::history, 0, 1, "quiet moves by how often they cut off"},
    {"conthist", &Techniques::continuationHistory, 0, 1, "quiet moves by how they did after the last two moves"},
    {"capthist", &Techniques::captureHistory, 0, 1, "captures by victim and by how often they cut off"},
    {"capthistq", &Techniques::captureHistoryInQuiescence, 0, 1, "capture history in the quiescence search too"},
    {"tt", &Techniques::tt, 0, 1, "the transposition table"},
    {"ttbuckets", &Techniques::ttBuckets, 0, 1, "eight slots a key in the table"},
    {"quiescence", &Techniques::quiescence, 0, 1, "captures beyond the horizon"},
    {"nullmove", &Techniques::nullMove, 0, 1, "cut off when passing is good enough"},
    {"lmr", &Techniques::lmr, 0, 1, "late moves less deeply"},
    {"lmp", &Techniques::lateMovePruning, 0, 1, "skip late quiet moves near the leaves"},
    {"rfp", &Techniques::reverseFutility, 0, 1, "cut off when the evaluation is far above beta"},
    {"razoring", &Techniques::razoring, 0, 1, "captures only when the evaluation is far below alpha"},
    {"futility", &Techniques::futility, 0, 1, "skip quiet moves when the evaluation is below alpha"},
    {"seeprune", &Techniques::seePruning, 0, 1, "skip moves that lose material near the leaves"},
    {"deltapruning", &Techniques::deltaPruning, 0, 1, "skip captures that cannot reach alpha"},
    {"iir", &Techniques::iir, 0, 1, "a ply less without a table move"},
    {"improving", &Techniques::improving, 0, 1, "bolder reverse futility when the evaluation is rising"},
    {"histprune", &Techniques::historyPruning, 0, 1, "skip quiet moves with a bad history near the leaves"},
    {"probcut", &Techniques::probCut, 0, 1, "cut off when a capture is far above beta in a shallower search"},
    {"checkext", &Techniques::checkExtension, 0, 1, "a ply more for moves that give check"},
    {"singular", &Techniques::singularExtension, 0, 1, "a ply more for a table move much better than all others"},
    {"doubleext", &Techniques::doubleExtension, 0, 1, "two plies for one better still"},
    {"multicut", &Techniques::multiCut, 0, 1, "cut off when a second move beats beta too"},
    {"negext", &Techniques::negativeExtension, 0, 1, "a ply less for a table move that is one of several good ones"},
    {"histlmr", &Techniques::historyReductions, 0, 1, "reduce by history"},
    {"cutnode", &Techniques::cutNodeReductions, 0, 1, "reduce more at expected cut nodes"},
    {"allnode", &Techniques::allNodeReductions, 0, 1, "reduce less at expected all-nodes"},
    {"ttpv", &Techniques::tablePvReductions, 0, 1, "reduce less where the principal variation was"},
    {"cutoffs", &Techniques::cutoffReductions, 0, 1, "reduce more when many moves at this ply were refuted"},
    {"ttcapture", &Techniques::tableCaptureReductions, 0, 1, "reduce more when the table's move is a capture"},
    {"correction", &Techniques::correctionHistory, 0, 1, "correct the evaluation by what searches found"},
    {"corrpieces", &Techniques::correctionPieces, 0, 1, "by the pieces too, not only by the pawns"},
    {"pst", &EvalSwitches::pst, 0, 1, "piece-square tables (hand-crafted evaluation)"},
    {"tapered", &EvalSwitches::tapered, 0, 1, "blend middlegame and endgame (hand-crafted evaluation)"},
    {"mobility", &EvalSwitches::mobility, 0, 1, "squares that pieces can use (hand-crafted evaluation)"},
    {"pawns", &EvalSwitches::pawns, 0, 1, "doubled, isolated and passed pawns (hand-crafted evaluation)"},
    {"pieces", &EvalSwitches::pieces, 0, 1, "the bishop pair and rooks on open files (hand-crafted evaluation)"},
    {"kingsafety", &EvalSwitches::kingSafety, 0, 1, "pawn shield and attacks on the king (hand-crafted evaluation)"},
    {"tempo", &EvalSwitches::tempo, 0, 1, "having the move (hand-crafted evaluation)"},
    {"nnue", &EvalSwitches::nnue, 0, 1, "the network, when there is one"},
    {"loneking", &EvalSwitches::loneKing, 0, 1, "with a network: by hand against a bare king"},
    {"pawnless", &EvalSwitches::pawnless, 0, 1, "with a network: by hand in small pawnless endings"},
    {"evalcheck", &EvalSwitches::check, 0, 1, "compare each network evaluation with one from nothing"},
    {"tmstability", &TimeParams::stability, 0, 1, "less time the longer the best move has stood"},
    {"tmscore", &TimeParams::fallingScore, 0, 1, "more time when the score falls"},
    {"aspiration_min_depth", &SearchParams::aspirationMinDepth, 1, 128, "first depth with an aspiration window"},
    {"aspiration_delta", &SearchParams::aspirationDelta, 1, 1000, "half the first window, centipawns"},
    {"aspiration_max_delta", &SearchParams::aspirationMaxDelta, 1, 20000, "beyond it the window is full"},
    {"null_min_depth", &SearchParams::nullMinDepth, 1, 128, "least depth of a null move"},
    {"null_reduction", &SearchParams::nullReduction, 0, 16, "plies less after a null move"},
    {"null_depth_divisor", &SearchParams::nullDepthDivisor, 1, 128, "one ply more per so many of depth"},
    {"lmr_min_depth", &SearchParams::lmrMinDepth, 2, 128, "least depth of a reduction"},
    {"lmr_min_moves", &SearchParams::lmrMinMoves, 1, 256, "moves searched before the first reduced one"},
    {"lmr_base", &SearchParams::lmrBase, 0, 1000, "hundredths of a ply"},
    {"lmr_divisor", &SearchParams::lmrDivisor, 50, 1000, "hundredths"},
    {"lmr_cut_node", &SearchParams::lmrCutNode, 0, 8, "plies more at expected cut nodes"},
    {"lmr_cutoff_count", &SearchParams::lmrCutoffCount, 0, 1000, "refuted moves before a reduction grows"},
    {"lmr_cutoff_plies", &SearchParams::lmrCutoffPlies, 0, 8, "plies more then"},
    {"lmr_cutoff_all_node_plies", &SearchParams::lmrCutoffAllNodePlies, 0, 8, "and at expected all-nodes"},
    {"cutoff_count_double_extended", &SearchParams::cutoffCountDoubleExtended, 0, 8, "counts by a move extended twice"},
    {"lmr_tt_capture", &SearchParams::lmrTableCapture, 0, 8, "plies more when the table's move is a capture"},
    {"lmr_tt_capture_pv", &SearchParams::lmrTableCapturePv, 0, 8, "the same on the principal variation"},
    {"lmr_all_node", &SearchParams::lmrAllNode, 0, 8, "plies less at expected all-nodes"},
    {"lmr_tt_pv", &SearchParams::lmrTablePv, 0, 8, "plies less where the principal variation was"},
    {"tt_pv_fail_low_depth", &SearchParams::tablePvFailLowDepth, 0, 128, "above it a fail low takes its parent's flag"},
    {"lmr_history_divisor", &SearchParams::lmrHistoryDivisor, 1, 16384, "points of history a ply"},
    {"lmr_history_max", &SearchParams::lmrHistoryMax, 0, 16, "plies that history may add or take off"},
    {"lmp_max_depth", &SearchParams::lmpMaxDepth, 0, 16, "greatest depth of late move pruning"},
    {"lmp_base", &SearchParams::lmpBase, 0, 256, "quiet moves before it, plus depth squared"},
    {"lmp_improving", &SearchParams::lmpImproving, 1, 8, "times as many when improving"},
    {"rfp_max_depth", &SearchParams::rfpMaxDepth, 0, 16, "greatest depth of reverse futility"},
    {"rfp_margin", &SearchParams::rfpMargin, 0, 1000, "centipawns a ply"},
    {"rfp_improving", &SearchParams::rfpImproving, 0, 1000, "centipawns off the margin when improving"},
    {"razor_max_depth", &SearchParams::razorMaxDepth, 0, 16, "greatest depth of razoring"},
    {"razor_margin", &SearchParams::razorMargin, 0, 2000, "centipawns a ply"},
    {"futility_max_depth", &SearchParams::futilityMaxDepth, 0, 16, "greatest depth of futility pruning"},
    {"futility_base", &SearchParams::futilityBase, 0, 1000, "centipawns"},
    {"futility_per_depth", &SearchParams::futilityPerDepth, 0, 1000, "centipawns a ply"},
    {"see_max_depth", &SearchParams::seeMaxDepth, 0, 16, "greatest depth of exchange pruning"},
    {"see_quiet_margin", &SearchParams::seeQuietMargin, 0, 1000, "centipawns a ply a quiet move may lose"},
    {"see_capture_margin", &SearchParams::seeCaptureMargin, 0, 1000, "centipawns a ply a capture may lose"},
    {"delta_margin", &SearchParams::deltaMargin, 0, 2000, "centipawns above the victim"},
    {"iir_min_depth", &SearchParams::iirMinDepth, 2, 128, "least depth of an internal reduction"},
    {"history_pruning_max_depth", &SearchParams::historyPruningMaxDepth, 0, 16, "greatest depth of history pruning"},
    {"history_pruning_margin", &SearchParams::historyPruningMargin, 0, 4096, "points of history a ply"},
    {"probcut_min_depth", &SearchParams::probCutMinDepth, 2, 128, "least depth of ProbCut"},
    {"probcut_margin", &SearchParams::probCutMargin, 0, 2000, "centipawns above beta"},
    {"probcut_reduction", &SearchParams::probCutReduction, 1, 16, "plies less of its search"},
    {"singular_min_depth", &SearchParams::singularMinDepth, 3, 128, "least depth of a singular extension"},
    {"singular_margin", &SearchParams::singularMargin, 0, 100, "centipawns a ply below the table's score"},
    {"singular_tt_depth_margin", &SearchParams::singularTableDepthMargin, 0, 16, "plies the entry may be shallower"},
    {"double_extension_margin", &SearchParams::doubleExtensionMargin, 0, 2000, "centipawns further below"},
    {"double_extension_limit", &SearchParams::doubleExtensionLimit, 0, 64, "double extensions a line"},
    {"negative_extension_plies", &SearchParams::negativeExtensionPlies, 0, 2, "plies less"},
    {"correction_max_weight", &SearchParams::correctionMaxWeight, 1, 256, "256ths of one result"},
    {"correction_limit", &SearchParams::correctionLimit, 0, 127, "centipawns"},
    {"correction_pawn_share", &SearchParams::correctionPawnShare, 0, 256,
     "256ths of the pawns' table with the pieces' on"},
    {"correction_non_pawn_share", &SearchParams::correctionPieceShare, 0, 256, "256ths of each of the pieces' tables"},
    {"tm_moves_to_go", &TimeParams::movesToGo, 1, 200, "moves planned for when the clock does not say"},
    {"tm_increment_percent", &TimeParams::incrementPercent, 0, 100, "of the increment added to a move's share"},
    {"tm_hard_factor", &TimeParams::hardFactor, 1, 20, "the hard limit in soft limits"},
    {"tm_score_max_cp", &TimeParams::fallingScoreMaxCp, 0, 1000, "greatest fall that counts"},
});

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool sameWord(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

// The part of the settings that a member belongs to.
template <class T>
auto& part(auto& settings, T EvalSwitches::*) {
  return settings.eval;
}
template <class T>
auto& part(auto& settings, T Techniques::*) {
  return settings.techniques;
}
template <class T>
auto& part(auto& settings, T SearchParams::*) {
  return settings.params;
}
template <class T>
auto& part(auto& settings, T TimeParams::*) {
  return settings.time;
}

std::optional<int> readSwitch(std::string_view value) {
  for (const char* word : {"on", "true"}) {
    if (sameWord(value, word)) return 1;
  }
  for (const char* word : {"off", "false"}) {
    if (sameWord(value, word)) return 0;
  }
  return std::nullopt;
}

std::optional<int> readNumber(std::string_view value) {
  int number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) return std::nullopt;
  return number;
}

}  // namespace

int SettingRow::get(const Settings& settings) const {
  return std::visit([&](auto m) { return static_cast<int>(part(settings, m).*m); }, member);
}

void SettingRow::set(Settings& settings, int value) const {
  std::visit(
      [&](auto m) {
        auto& target = part(settings, m).*m;
        target = static_cast<std::remove_reference_t<decltype(target)>>(value);
      },
      member);
}

std::span<const SettingRow> settingRows() {
  return kRows;
}

const SettingRow* findSetting(std::string_view name) {
  const auto row = std::ranges::find_if(kRows, [&](const SettingRow& r) { return sameWord(r.name, name); });
  return row == kRows.end() ? nullptr : &*row;
}

Result<void> setSetting(Settings& settings, std::string_view name, std::string_view value) {
  const SettingRow* row = findSetting(name);
  if (row == nullptr) {
    std::vector<std::string> names;
    for (const SettingRow& r : kRows) names.emplace_back(r.name);
    return Error{"there is no switch '" + std::string(name) + "'; the nearest is " + nearestWord(name, names)};
  }
  const std::optional<int> number = row->isSwitch() ? readSwitch(value) : readNumber(value);
  if (!number || *number < row->min || *number > row->max) {
    const std::string expected =
        row->isSwitch() ? "on or off" : "a number from " + std::to_string(row->min) + " to " + std::to_string(row->max);
    return Error{std::string(row->name) + " is '" + std::string(value) + "'; expected " + expected};
  }
  row->set(settings, *number);
  return {};
}

}  // namespace tabiya
