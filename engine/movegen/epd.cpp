// Reading EPD lines: position fields, perhaps two clocks, then operations up to each semicolon.
#include "engine/movegen/epd.h"

#include <algorithm>

#include "engine/base/files.h"
#include "engine/board/fen.h"

namespace tabiya {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(kBlanks);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(kBlanks) - from + 1);
}

// Cuts the first word off `rest`.
std::string_view takeWord(std::string_view& rest) {
  rest = trimmed(rest);
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n;"));
  rest = trimmed(rest.substr(word.size()));
  return word;
}

// Cuts the first operation off `rest`; a semicolon inside quotes does not end it.
std::string_view takeOperation(std::string_view& rest) {
  bool inQuotes = false;
  std::size_t at = 0;
  for (; at < rest.size() && (inQuotes || rest[at] != ';'); ++at)
    if (rest[at] == '"') inQuotes = !inQuotes;
  const std::string_view operation = trimmed(rest.substr(0, at));
  rest = at < rest.size() ? rest.substr(at + 1) : std::string_view();
  return operation;
}

bool startsWithDigit(std::string_view text) {
  return !text.empty() && text[0] >= '0' && text[0] <= '9';
}

}  // namespace

const std::string* EpdLine::find(std::string_view name) const {
  for (const auto& [operation, operand] : operations)
    if (operation == name) return &operand;
  return nullptr;
}

Result<EpdLine> readEpdLine(std::string_view line) {
  std::string_view rest = trimmed(line);
  std::string fen;
  for (int field = 0; field < 4 && !rest.empty() && rest[0] != ';'; ++field)
    fen += (field == 0 ? "" : " ") + std::string(takeWord(rest));
  std::string halfmoves = "0", fullmoves = "1";
  if (startsWithDigit(rest)) halfmoves = takeWord(rest);
  if (startsWithDigit(rest)) fullmoves = takeWord(rest);

  EpdLine epd;
  while (!rest.empty()) {
    std::string_view operation = takeOperation(rest);
    if (operation.empty()) continue;
    const std::string name(takeWord(operation));
    std::string operand;
    for (const char c : operation)
      if (c != '"') operand += c;
    if (name == "hmvc") halfmoves = operand;
    if (name == "fmvn") fullmoves = operand;
    epd.operations.emplace_back(name, operand);
  }
  // Fewer than four fields: the reader says what is missing, or takes it as none.
  if (std::count(fen.begin(), fen.end(), ' ') == 3) fen += " " + halfmoves + " " + fullmoves;
  Result<Position> position = readFen(fen);
  if (!position) return Error{position.error()};
  epd.position = *position;
  epd.fen = writeFen(epd.position);
  return epd;
}

Result<std::vector<EpdLine>> readEpdFile(const std::string& path) {
  const Result<std::vector<u8>> bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  std::string_view rest(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  std::vector<EpdLine> lines;
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end));
    rest = rest.substr(std::min(end + 1, rest.size()));
    if (line.empty() || line[0] == '#') continue;
    Result<EpdLine> epd = readEpdLine(line);
    if (!epd) return Error{path + ", line " + std::to_string(number) + ": " + epd.error()};
    epd->lineNumber = number;
    lines.push_back(std::move(*epd));
  }
  return lines;
}

}  // namespace tabiya
