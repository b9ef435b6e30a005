// The embedded network's bytes, which embedded_net.S puts between two symbols.
#include "nets/embedded.h"

extern "C" {
extern const unsigned char tabiyaEmbeddedNetBegin[];
extern const unsigned char tabiyaEmbeddedNetEnd[];
}

// The file's name without its folder; the build passes it together with TABIYA_NET_PATH.
#ifndef TABIYA_NET_NAME
#define TABIYA_NET_NAME "none"
#endif

namespace tabiya {

std::span<const u8> embeddedNetworkBytes() {
  return {tabiyaEmbeddedNetBegin, tabiyaEmbeddedNetEnd};
}

const char* embeddedNetworkName() {
  return TABIYA_NET_NAME;
}

}  // namespace tabiya
