// The one place that decides what `<built-in>`, `none`, nothing and a path mean, for UCI, bench, datagen and match.
#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "nets/network.h"

namespace tabiya {

inline constexpr const char* kBuiltinNet = "<built-in>";

struct NetChoice {
  std::shared_ptr<const Network> network;  // null: the hand-crafted evaluation
  std::string name;                        // "<built-in>", "none" or the path
  std::string hash;                        // networkHash, or "none"
};

// `<built-in>` or `builtin`: the embedded net (an error naming `none` when the build has none); `none`, `<empty>` or
// nothing: the hand-crafted evaluation; anything else is a path.
Result<NetChoice> chooseNet(const std::string& word);
// `<built-in>` when the build has a net, else `none`.
std::string defaultNetWord();

}  // namespace tabiya
