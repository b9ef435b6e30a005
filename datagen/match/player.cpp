// Reads player words and time controls, and makes players of both kinds.
#include "datagen/match/player.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "datagen/match/engine_player.h"
#include "datagen/match/uci_player.h"

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

Result<PlayerSettings> parsePlayer(const std::string& word) {
  PlayerSettings settings;
  settings.word = word;
  if (word.starts_with("cmd:")) {
    settings.kind = PlayerSettings::Kind::Process;
    settings.command = word.substr(4);
    if (settings.command.empty()) return Error{"the player 'cmd:' names no program: cmd:PATH"};
    return settings;
  }
  std::string head = word, rest;
  if (const auto comma = word.find(','); comma != std::string::npos) {
    head = word.substr(0, comma);
    rest = word.substr(comma + 1);
  }
  if (head == "hce") {
    settings.net = "none";
  } else if (head.starts_with("net:") && head.size() > 4) {
    settings.net = head.substr(4);
  } else {
    return Error{fmt::format("'{}' is no player: net:FILE, net:builtin, hce or cmd:PATH was expected", word)};
  }
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    const std::string part = rest.substr(0, comma);
    rest = comma == std::string::npos ? "" : rest.substr(comma + 1);
    if (part.find('=') == std::string::npos || part.front() == '=')
      return Error{fmt::format("'{}' in the player '{}' is not switch=value", part, word)};
    settings.options.push_back(parseOption(part));
  }
  return settings;
}

Result<std::unique_ptr<Player>> makePlayer(const PlayerSettings& settings) {
  if (settings.kind == PlayerSettings::Kind::Engine) return EnginePlayer::make(settings);
  return UciPlayer::make(settings);
}

}  // namespace tabiya
