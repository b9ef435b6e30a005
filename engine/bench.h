// A fixed workload: its node count is the signature of the search, its speed the measure of a build.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <string_view>

#include "engine/eval/net_choice.h"
#include "engine/search/limits.h"

namespace tabiya {

// Fourteen positions of our own from openings to endings. The second to the seventh are the set on which techniques are
// compared.
inline constexpr std::array<std::string_view, 14> kBenchPositions{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 2 6",
    "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9",
    "r2q1rk1/1b2bppp/p1n1pn2/1pp5/3P4/1BN1PN2/PP2QPPP/R1BR2K1 w - - 4 12",
    "2rq1rk1/pp1bppbp/2np1np1/8/3NP3/1BN1BP2/PPPQ2PP/2KR3R b - - 8 11",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/5pk1/1p1r2p1/p1p1p2p/P1P1P2P/1P2R1P1/5PK1/8 w - - 0 38",
    "r1b2rk1/pp1nqppp/2pbpn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B2RK1 w - - 6 9",
    "rnb1kb1r/1p3ppp/p2ppn2/6B1/3NPP2/q1N5/P1PQ2PP/1R2KB1R w Kkq - 2 10",
    "4r1k1/1bq2ppp/p2p1b2/1p1Pp3/2p1P3/P1P2N1P/1PBQ1PP1/4R1K1 w - - 2 24",
    "3r2k1/p4ppp/1p2p3/2q5/4P3/2P2Q2/P4PPP/3R2K1 b - - 0 25",
    "8/2p2kp1/1p3p1p/p2bpP2/P3N1PP/1PP1K3/8/8 w - - 3 41",
    "8/8/4kpp1/3p4/p2P1P2/P3K1P1/8/8 b - - 4 52",
    "8/1R6/5k2/p4p2/5P1p/3K3P/r7/8 w - - 0 60",
};

// About three seconds with the hand-crafted evaluation on one core of 2020.
inline constexpr int kBenchDepth = 13;

struct BenchPosition {
  std::string_view fen;
  SearchResult result;
};

struct BenchTotal {
  u64 nodes = 0;
  double seconds = 0;

  u64 nodesPerSecond() const { return seconds > 0 ? static_cast<u64>(static_cast<double>(nodes) / seconds) : nodes; }
};

// Searches each position to `depth` on one thread with an empty 16 MiB table; `onPosition`, if given, hears of each.
BenchTotal bench(int depth, const NetChoice& net, const std::function<void(const BenchPosition&)>& onPosition = {},
                 const std::atomic<bool>* stop = nullptr);

}  // namespace tabiya
