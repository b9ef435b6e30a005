// What the engine says, as text: UCI's info lines, the board, the evaluation's parts. Pure functions.
#pragma once

#include <string>

#include "engine/board/position.h"
#include "engine/eval/net_choice.h"
#include "engine/eval/switches.h"
#include "engine/search/limits.h"

namespace tabiya {

// "info depth 9 seldepth 17 multipv 1 score cp 31 nodes 51234 nps 1423166 time 36 hashfull 12 tbhits 0 pv e2e4 ..."
// With `wdl`, "wdl 412 350 238" after the score.
std::string formatInfo(const SearchInfo& info, const Position& root, bool chess960, bool wdl = false);
// "info depth 21 currmove e2e4 currmovenumber 1"
std::string formatCurrentMove(const SearchInfo& info, const Position& root, bool chess960);
// "cp 31", "mate 3", "mate -2", with UCI's word for a bound.
std::string formatScore(int score, Bound bound = Bound::Exact);
// "bestmove e2e4 ponder e7e5", "bestmove (none)" when no move is legal.
std::string formatBestMove(const SearchResult& result, const Position& root, bool chess960);

// The board, FEN and key, several lines.
std::string describePosition(const Position& position);
// The hand-crafted evaluation part by part, and the network's value when there is one.
std::string describeEvaluation(const Position& position, const NetChoice& net, const EvalSwitches& switches);
// "evaluation by hand" or "network NAME (hash ...), 256 wide"
std::string describeNet(const NetChoice& net);

}  // namespace tabiya
