// UCI's options: one row each, applied between searches.
#include <new>

#include "engine/protocol/report.h"
#include "engine/protocol/text.h"
#include "engine/protocol/uci.h"
#include "engine/search/settings.h"

namespace tabiya {
namespace {

constexpr int kMaxHashMb = 131'072;
constexpr int kMaxThreads = 512;
constexpr int kMaxOverheadMs = 60'000;
constexpr int kMaxLines = 256;

Result<bool> readCheck(const std::string& name, const std::string& value) {
  for (const char* word : {"true", "on", "1"}) {
    if (sameIgnoringCase(value, word)) return true;
  }
  for (const char* word : {"false", "off", "0"}) {
    if (sameIgnoringCase(value, word)) return false;
  }
  return Error{name + " is '" + value + "'; expected true or false"};
}

Result<int> readSpin(const std::string& name, const std::string& value, int min, int max) {
  const std::optional<i64> number = readInteger(value);
  if (!number || *number < min || *number > max) {
    return Error{name + " is '" + value + "'; expected " + std::to_string(min) + " to " + std::to_string(max)};
  }
  return static_cast<int>(*number);
}

std::string spin(int standard, int min, int max) {
  return "type spin default " + std::to_string(standard) + " min " + std::to_string(min) + " max " +
         std::to_string(max);
}

}  // namespace

void Uci::declareOptions() {
  const auto addCheck = [this](const std::string& name, bool& flag) {
    options_.push_back({name, "type check default false", [name, &flag](const std::string& value) -> Result<void> {
                          const Result<bool> on = readCheck(name, value);
                          if (!on) return Error{on.error()};
                          flag = *on;
                          return {};
                        }});
  };
  const auto addSpin = [this](const std::string& name, int standard, int min, int max, auto apply) {
    options_.push_back({name, spin(standard, min, max), [=](const std::string& value) -> Result<void> {
                          const Result<int> number = readSpin(name, value, min, max);
                          if (!number) return Error{number.error()};
                          apply(*number);
                          return {};
                        }});
  };
  addSpin("Hash", 16, 1, kMaxHashMb, [this](int mb) { engine_.setHash(static_cast<std::size_t>(mb)); });
  addSpin("Threads", 1, 1, kMaxThreads, [this](int threads) { engine_.setThreads(threads); });
  addSpin("MultiPV", 1, 1, kMaxLines, [this](int lines) { multiPv_ = lines; });
  // Says that the engine may be asked to ponder; it then ponders when asked.
  addCheck("Ponder", ponder_);
  addSpin("Move Overhead", 30, 0, kMaxOverheadMs, [this](int ms) { engine_.setMoveOverhead(ms); });
  addCheck("UCI_Chess960", chess960_);
  addCheck("UCI_ShowWDL", showWdl_);
  options_.push_back({"EvalFile", "type string default " + defaultNetWord(),
                      [this](const std::string& value) { return setEvalFile(value); }});
  options_.push_back({"Clear Hash", "type button", [this](const std::string&) -> Result<void> {
                        engine_.newGame();
                        return {};
                      }});
  addCheck("SoftNodes", softNodes_);
  addCheck("Minimal", minimal_);
  addCheck("TechniqueOptions", techniqueOptions_);
}

Result<void> Uci::setEvalFile(const std::string& value) {
  Result<NetChoice> net = chooseNet(value);
  if (!net) return Error{net.error()};
  engine_.setNet(std::move(*net));
  say("info string " + describeNet(engine_.net()));
  return {};
}

// `name NAME [value VALUE]`: both may hold blanks, and a value may be empty.
void Uci::onSetOption(std::string_view arguments) {
  if (takeWord(arguments) != "name") return sayError("setoption is not followed by name");
  std::string name;
  std::string_view word;
  while (!(word = takeWord(arguments)).empty() && word != "value")
    name += (name.empty() ? "" : " ") + std::string(word);
  const std::string value(trimmed(arguments));
  if (searching_) {
    pendingOptions_.emplace_back(name, value);
  } else {
    applyOption(name, value);
  }
}

void Uci::applyOption(const std::string& name, const std::string& value) {
  const auto option = std::ranges::find_if(options_, [&](const Option& o) { return sameIgnoringCase(o.name, name); });
  try {
    if (option == options_.end() && findSetting(name) == nullptr) {
      return say("info string there is no option '" + name + "'");
    }
    const Result<void> done = option != options_.end() ? option->apply(value) : engine_.setSwitch(name, value);
    if (!done) sayError(done.error());
  } catch (const std::bad_alloc&) {
    sayError("there is not enough memory for " + name + " " + value);
  }
}

}  // namespace tabiya
