// Reads player words and time controls, and makes players of both kinds.
#include "datagen/match/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include "datagen/match/engine_player.h"
#include "datagen/match/uci_player.h"
#include "datagen/match/xboard_player.h"

namespace tabiya {
namespace {

// Seconds as milliseconds; nothing unless the whole text is a number from 0 to a week.
std::optional<i64> milliseconds(std::string_view text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || !(seconds >= 0 && seconds <= 604'800))
    return std::nullopt;
  return std::llround(seconds * 1000);
}

std::string seconds(i64 ms) {
  return fmt::format("{}", static_cast<double>(ms) / 1000);
}

constexpr std::array kKeys{"name", "rating", "nodes", "depth", "movetime", "tc", "hash", "protocol", "args"};
constexpr std::string_view kOptionPrefix = "option.";

using SplitWord = std::pair<std::string, std::vector<std::string>>;

// "hce,nullmove=off,name=A": the head, and what stands between commas.
SplitWord splitAtCommas(const std::string& word) {
  SplitWord split;
  std::size_t begin = 0;
  for (bool first = true; begin <= word.size(); first = false) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    const std::string part = word.substr(begin, end - begin);
    if (first)
      split.first = part;
    else if (!part.empty())
      split.second.push_back(part);
    begin = end + 1;
  }
  return split;
}

// A path and an option's value may have commas of their own: only those before a known key part the word.
SplitWord splitProcessWord(const std::string& word) {
  SplitWord split;
  std::string* current = &split.first;
  for (std::size_t at = 0; at < word.size(); ++at) {
    const std::string_view rest = std::string_view(word).substr(at + 1);
    const auto begins = [&](const char* key) {
      const std::string_view name = key;
      return rest.starts_with(name) && rest.substr(name.size()).starts_with("=");
    };
    const bool parts =
        word[at] == ',' && (rest.starts_with(kOptionPrefix) || std::any_of(kKeys.begin(), kKeys.end(), begins));
    if (parts)
      current = &split.second.emplace_back();
    else
      *current += word[at];
  }
  return split;
}

template <class T>
bool readWhole(const std::string& text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// One `key=value` behind a player's word.
Result<void> takePart(const std::string& part, PlayerSettings& settings) {
  if (part.find('=') == std::string::npos || part.front() == '=')
    return Error{fmt::format("'{}' in the player '{}' is not switch=value", part, settings.word)};
  const auto [key, value] = parseOption(part);
  const Error bad{fmt::format("'{}' in the player '{}' is out of range", part, settings.word)};
  const bool process = settings.kind == PlayerSettings::Kind::Process;
  PlayLimits& limits = settings.limits;
  if (key == "name") {
    settings.label = value;
  } else if (key == "rating") {
    double rating = 0;
    if (!readWhole(value, rating) || !(std::abs(rating) < 1e5)) return bad;
    settings.rating = rating;
  } else if (key == "nodes") {
    u64 nodes = 0;
    if (!readWhole(value, nodes) || nodes == 0) return bad;
    limits.nodes = nodes;
  } else if (key == "depth") {
    int depth = 0;
    if (!readWhole(value, depth) || depth < 1 || depth > kLongestDepth) return bad;
    limits.depth = depth;
  } else if (key == "movetime") {
    i64 ms = 0;
    if (!readWhole(value, ms) || ms < 1) return bad;
    limits.movetimeMs = ms;
  } else if (key == "tc") {
    const auto clock = parseTimeControl(value);
    if (!clock) return Error{clock.error()};
    limits.clock = *clock;
  } else if (key == "hash") {
    if (!readWhole(value, settings.hashMb) || settings.hashMb < 1 || settings.hashMb > kLargestHash) return bad;
  } else if (process && key == "protocol") {
    const auto protocol = parseProtocol(value);
    if (!protocol) return Error{protocol.error()};
    settings.protocol = *protocol;
  } else if (process && key == "args") {
    std::istringstream words(value);
    for (std::string word; words >> word;) settings.arguments.push_back(word);
  } else if (process) {
    settings.options.emplace_back(key.substr(kOptionPrefix.size()), value);
  } else {
    settings.options.emplace_back(key, value);
  }
  return {};
}

}  // namespace

Result<TimeControl> parseTimeControl(const std::string& text) {
  const Error bad{fmt::format("the time control '{}' is not SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT", text)};
  TimeControl control;
  std::string_view rest = text;
  if (const auto slash = rest.find('/'); slash != std::string_view::npos) {
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + slash, control.moves);
    if (error != std::errc() || end != rest.data() + slash || control.moves < 1) return bad;
    rest.remove_prefix(slash + 1);
  }
  const auto plus = rest.find('+');
  const auto base = milliseconds(rest.substr(0, plus));
  const auto increment = plus == std::string_view::npos ? std::optional<i64>(0) : milliseconds(rest.substr(plus + 1));
  if (!base || !increment || *base == 0) return bad;
  control.baseMs = *base;
  control.incrementMs = *increment;
  return control;
}

std::string toString(const TimeControl& control) {
  const std::string moves = control.moves > 0 ? fmt::format("{}/", control.moves) : "";
  return moves + seconds(control.baseMs) + "+" + seconds(control.incrementMs);
}

std::pair<std::string, std::string> parseOption(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) return {text, ""};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Result<PlayerSettings::Protocol> parseProtocol(const std::string& word) {
  if (word == "uci") return PlayerSettings::Protocol::Uci;
  if (word == "xboard") return PlayerSettings::Protocol::Xboard;
  return Error{fmt::format("'{}' is no protocol: uci or xboard was expected", word)};
}

Result<PlayerSettings> parsePlayer(const std::string& word) {
  PlayerSettings settings;
  settings.word = word;
  const bool process = word.starts_with("cmd:");
  const auto [head, parts] = process ? splitProcessWord(word) : splitAtCommas(word);
  if (process) {
    settings.kind = PlayerSettings::Kind::Process;
    settings.command = head.substr(4);
    if (settings.command.empty()) return Error{"the player 'cmd:' names no program: cmd:PATH"};
  } else if (head == "hce") {
    settings.net = "none";
  } else if (head.starts_with("net:") && head.size() > 4) {
    settings.net = head.substr(4);
  } else {
    return Error{fmt::format("'{}' is no player: net:FILE, net:builtin, hce or cmd:PATH was expected", word)};
  }
  for (const std::string& part : parts)
    if (const auto taken = takePart(part, settings); !taken) return Error{taken.error()};
  return settings;
}

Result<std::unique_ptr<Player>> makePlayer(const PlayerSettings& settings) {
  if (settings.kind == PlayerSettings::Kind::Engine) return EnginePlayer::make(settings);
  if (settings.protocol == PlayerSettings::Protocol::Xboard) return XboardPlayer::make(settings);
  return UciPlayer::make(settings);
}

}  // namespace tabiya
