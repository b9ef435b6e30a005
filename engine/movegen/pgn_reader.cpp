// A small scanner for PGN: one token after another, a game after another.
#include "engine/movegen/pgn_reader.h"

#include <cctype>
#include <optional>

#include "engine/base/files.h"
#include "engine/board/fen.h"
#include "engine/movegen/san.h"

namespace tabiya {
namespace {

bool isBlank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool isResult(std::string_view word) {
  return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

class Scanner {
 public:
  Scanner(std::string_view text, const std::string& source, PgnMoves moves)
      : text_(text), source_(source), moves_(moves) {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
  }

  // The next game; nothing at the end of the text.
  Result<std::optional<PgnGame>> next();

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool atEnd() const { return at_ >= text_.size(); }
  char take() {
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    return c;
  }
  void skipBlanks();
  void skipLine() {
    while (!atEnd() && take() != '\n') {
    }
  }
  Error error(const std::string& sentence) const {
    return Error{source_ + ":" + std::to_string(line_) + ": " + sentence};
  }

  Result<void> readTag(PgnGame& game);
  Result<std::string> readComment();
  Result<void> skipVariation();
  // What stands before the next blank or bracket.
  std::string_view takeWord();
  Result<void> readWord(PgnGame& game, std::string_view word);

  std::string_view text_;
  const std::string& source_;
  PgnMoves moves_;
  std::size_t at_ = 0;
  int line_ = 1;
  Position position_;
};

void Scanner::skipBlanks() {
  for (;;) {
    while (!atEnd() && isBlank(peek())) take();
    const bool escaped = peek() == '%' && (at_ == 0 || text_[at_ - 1] == '\n');
    if (!escaped) return;
    skipLine();
  }
}

Result<void> Scanner::readTag(PgnGame& game) {
  take();  // [
  skipBlanks();
  std::string name, value;
  while (!atEnd() && !isBlank(peek()) && peek() != '"' && peek() != ']') name += take();
  skipBlanks();
  if (peek() != '"') return error("the tag [" + name + " has no value in quotes");
  take();
  for (;;) {
    if (atEnd() || peek() == '\n') return error("the tag [" + name + " has no closing quote");
    char c = take();
    if (c == '"') break;
    if (c == '\\' && (peek() == '"' || peek() == '\\')) c = take();
    value += c;
  }
  skipBlanks();
  if (peek() != ']') return error("the tag [" + name + " has no closing bracket");
  take();
  if (name == "Result") {
    game.result = isResult(value) ? value : "*";
  } else if (name == "FEN") {
    const auto start = readFen(value);
    if (!start) return error(start.error());
    game.start = *start;
  } else if (name != "SetUp") {
    game.tags.emplace_back(name, value);
  }
  return {};
}

Result<std::string> Scanner::readComment() {
  const Error unclosed = error("a comment has no closing brace");
  take();  // {
  std::string comment;
  while (!atEnd() && peek() != '}') {
    const char c = take();
    comment += isBlank(c) ? ' ' : c;
  }
  if (atEnd()) return unclosed;
  take();
  return comment;
}

Result<void> Scanner::skipVariation() {
  const Error unclosed = error("a variation has no closing bracket");
  int depth = 0;
  while (!atEnd()) {
    if (peek() == '{') {
      if (const auto comment = readComment(); !comment) return Error{comment.error()};
      continue;
    }
    const char c = take();
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) return {};
  }
  return unclosed;
}

std::string_view Scanner::takeWord() {
  const std::size_t begin = at_;
  while (!atEnd() && !isBlank(peek()) && std::string_view("{}();[]").find(peek()) == std::string_view::npos) take();
  return text_.substr(begin, at_ - begin);
}

Result<void> Scanner::readWord(PgnGame& game, std::string_view word) {
  // "12." and "12..." may stand right before the move.
  const std::size_t digits = word.find_first_not_of("0123456789");
  if (digits == std::string_view::npos) return {};
  if (word[digits] == '.') {
    word.remove_prefix(digits);
    word.remove_prefix(std::min(word.find_first_not_of('.'), word.size()));
  }
  if (word.empty() || word[0] == '$' || word.find_first_not_of("!?") == std::string_view::npos || word == "e.p.")
    return {};
  if (moves_ == PgnMoves::Skip) return {};
  const auto move = readSan(position_, word);
  if (!move) return error(move.error() + ", in " + writeFen(position_));
  game.moves.push_back(*move);
  game.comments.emplace_back();
  position_.makeMove(*move);
  return {};
}

Result<std::optional<PgnGame>> Scanner::next() {
  PgnGame game;
  bool inMoves = false, found = false;
  for (;;) {
    skipBlanks();
    if (atEnd()) break;
    const char c = peek();
    if (c == '[') {
      if (inMoves) break;  // the game before it has no result
      found = true;
      if (const auto tag = readTag(game); !tag) return Error{tag.error()};
      continue;
    }
    if (!inMoves) position_ = game.start;
    inMoves = found = true;
    if (c == '{') {
      const auto comment = readComment();
      if (!comment) return Error{comment.error()};
      if (game.comments.empty()) continue;
      game.comments.back() += (game.comments.back().empty() ? "" : " ") + *comment;
    } else if (c == ';') {
      skipLine();
    } else if (c == '(') {
      if (const auto skipped = skipVariation(); !skipped) return Error{skipped.error()};
    } else {
      const std::string_view word = takeWord();
      if (word.empty()) return error(std::string("'") + c + "' has no place among moves");
      if (isResult(word)) {
        game.result = word;
        return std::optional<PgnGame>(std::move(game));
      }
      if (const auto read = readWord(game, word); !read) return Error{read.error()};
    }
  }
  if (!found) return std::optional<PgnGame>();
  return std::optional<PgnGame>(std::move(game));
}

}  // namespace

Result<std::vector<PgnGame>> readPgn(std::string_view text, const std::string& source, PgnMoves moves) {
  Scanner scanner(text, source, moves);
  std::vector<PgnGame> games;
  for (;;) {
    auto game = scanner.next();
    if (!game) return Error{game.error()};
    if (!*game) return games;
    games.push_back(std::move(**game));
  }
}

Result<std::vector<PgnGame>> readPgnFile(const std::string& path, PgnMoves moves) {
  const auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  return readPgn({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, path, moves);
}

std::string pgnTag(const PgnGame& game, std::string_view name) {
  for (const auto& [tag, value] : game.tags)
    if (tag == name) return value;
  return "";
}

}  // namespace tabiya
