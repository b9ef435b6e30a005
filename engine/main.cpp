// The tool `tabiya`: UCI without arguments, else one of its commands. The standard library only, so that
// engine/Makefile builds it with a compiler alone.
#include <cstdio>
#include <exception>
#include <iostream>

#include "engine/base/command_line.h"
#include "engine/base/cpu.h"
#include "engine/base/nearest.h"
#include "engine/base/version.h"
#include "engine/commands.h"
#include "engine/eval/net_choice.h"
#include "engine/protocol/uci.h"
#include "nets/embedded.h"

namespace tabiya {

int fail(const std::string& sentence, int code) {
  std::fprintf(stderr, "tabiya: %s\n", sentence.c_str());
  return code;
}

int failUsage(const std::string& sentence) {
  return fail(sentence, kExitUsage);
}

namespace {

constexpr const char* kHelp =
    R"(tabiya: a UCI chess engine

  tabiya                         UCI on standard input and output
  tabiya bench [depth] [net]     searches 14 fixed positions (depth 13; the built-in net, or none without one);
                                 net: <built-in>, none or a file; last line: <nodes> nodes <nps> nps
  tabiya perft <depth> [fen]     counts the positions below each move (the start position)
  tabiya perft --suite FILE      checks a file of counts, lines of: FEN ;D1 20 ;D2 400
  tabiya eval [fen]              the evaluation's parts (the start position)
  tabiya "genfens N seed S book None|FILE" quit
                                 N balanced starts, a line each: info string genfens <fen>
  tabiya --help | --version

Example: tabiya perft 5 "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
)";

int runCommand(const Words& arguments) {
  if (arguments.empty()) {
    Uci(std::cin, std::cout).run();
    return 0;
  }
  const std::string& name = arguments.front();
  const Words rest(arguments.begin() + 1, arguments.end());
  if (name == "--help" || name == "-h" || name == "help" || (rest.size() == 1 && rest[0] == "--help")) {
    std::fputs(kHelp, stdout);
    return 0;
  }
  if (name == "--version") {
    std::printf("%s, net %s\n", versionLine("tabiya").c_str(), embeddedNetworkName());
    return 0;
  }
  if (name == "bench") return commandBench(rest);
  if (name == "perft") return commandPerft(rest);
  if (name == "eval") return commandEval(rest);
  if (name.starts_with("genfens")) return commandGenfens(arguments);
  const Words names{"bench", "perft", "eval", "genfens", "--help", "--version"};
  return failUsage("there is no command '" + name + "'; the nearest is " + nearestWord(name, names) +
                   " (tabiya --help shows them all)");
}

}  // namespace
}  // namespace tabiya

int main(int argc, char** argv) {
  if (const std::string missing = tabiya::cpuMismatch(); !missing.empty()) return tabiya::fail(missing);
  try {
    const int code = tabiya::runCommand(tabiya::Words(argv + 1, argv + argc));
    tabiya::flushOutput();
    return code;
  } catch (const std::bad_alloc&) {
    return tabiya::fail("there is not enough memory");
  } catch (const std::exception& error) {
    return tabiya::fail(error.what());
  }
}
