// Run by the build before a network is embedded: reads it as the engine would and fails with one sentence when it is
// not a good one.
#include <cstdio>

#include "engine/base/cpu.h"
#include "nets/network.h"

int main(int argc, char** argv) {
  if (const std::string missing = tabiya::cpuMismatch(); !missing.empty()) {
    std::fprintf(stderr, "%s\n", missing.c_str());
    return 1;
  }
  if (argc != 2) {
    std::fprintf(stderr, "usage: tabiya_check_net FILE\n");
    return 2;
  }
  const auto network = tabiya::readNetworkFile(argv[1]);
  if (!network) {
    std::fprintf(stderr, "the network to embed (TABIYA_NET) is refused: %s\n", network.error().c_str());
    return 1;
  }
  return 0;
}
