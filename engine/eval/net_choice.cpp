#include "engine/eval/net_choice.h"

#include "nets/embedded.h"

namespace tabiya {

Result<NetChoice> chooseNet(const std::string& word) {
  if (word.empty() || word == "none" || word == "<empty>") return NetChoice{nullptr, "none", "none"};
  const bool builtin = word == kBuiltinNet || word == "builtin";
  if (builtin && embeddedNetworkBytes().empty()) {
    return Error{"this build has no network of its own; use none for the hand-crafted evaluation, or a path"};
  }
  Result<Network> network = builtin ? readNetwork(embeddedNetworkBytes(), kBuiltinNet) : readNetworkFile(word);
  if (!network) return Error{network.error()};
  auto shared = std::make_shared<const Network>(std::move(*network));
  const std::string hash = networkHash(*shared);
  return NetChoice{std::move(shared), builtin ? kBuiltinNet : word, hash};
}

std::string defaultNetWord() {
  return embeddedNetworkBytes().empty() ? "none" : kBuiltinNet;
}

}  // namespace tabiya
