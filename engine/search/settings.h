// Every switch and number of the evaluation, the search and the clock, and the one table that names them.
//
// UCI options, Engine::setSwitch and the tests loop over settingRows(): a new technique is one member and one row.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "engine/base/result.h"
#include "engine/eval/switches.h"
#include "engine/search/params.h"
#include "engine/search/techniques.h"
#include "engine/search/time.h"

namespace tabiya {

struct Settings {
  EvalSwitches eval;
  Techniques techniques;
  SearchParams params;
  TimeParams time;
};

struct SettingRow {
  using Member = std::variant<bool EvalSwitches::*, bool Techniques::*, int SearchParams::*, bool TimeParams::*,
                              int TimeParams::*>;
  std::string_view name;
  Member member;
  int min;
  int max;
  std::string_view help;

  constexpr bool isSwitch() const { return max == 1 && min == 0 && !isNumber(); }
  constexpr bool isNumber() const { return std::holds_alternative<int SearchParams::*>(member) || member.index() == 4; }
  // Switches read and write as 0 and 1.
  int get(const Settings& settings) const;
  void set(Settings& settings, int value) const;
};

std::span<const SettingRow> settingRows();
// By its table name, in any case of letters; null when there is none.
const SettingRow* findSetting(std::string_view name);
// `on`, `off`, `true`, `false` for switches; a number within its range for the rest. Else one sentence.
Result<void> setSetting(Settings& settings, std::string_view name, std::string_view value);

}  // namespace tabiya
