// The PGN writer.
#include "engine/movegen/pgn.h"

#include "engine/board/fen.h"
#include "engine/movegen/san.h"

namespace tabiya {
namespace {

std::string escaped(const std::string& value) {
  std::string text;
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return text;
}

// Words in lines of at most 80 characters.
class Lines {
 public:
  void add(const std::string& word) {
    const bool fits = width_ + 1 + word.size() <= 80;
    if (width_ > 0) text_ += fits ? ' ' : '\n';
    width_ = width_ > 0 && fits ? width_ + 1 + word.size() : word.size();
    text_ += word;
  }
  std::string take() { return std::move(text_) + "\n\n"; }

 private:
  std::string text_;
  std::size_t width_ = 0;
};

}  // namespace

std::string writePgn(const PgnGame& game) {
  std::string text;
  const auto tag = [&](const std::string& name, const std::string& value) {
    text += "[" + name + " \"" + escaped(value) + "\"]\n";
  };
  for (const auto& [name, value] : game.tags) tag(name, value);
  tag("Result", game.result);
  if (const std::string fen = writeFen(game.start); fen != kStartFen) {
    tag("SetUp", "1");
    tag("FEN", fen);
  }
  text += "\n";

  Lines lines;
  Position position = game.start;
  bool numbered = false;  // Black's move needs its number at the start and behind a comment
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const std::string number = std::to_string(position.fullmoveNumber());
    if (position.sideToMove() == Color::White)
      lines.add(number + ".");
    else if (!numbered)
      lines.add(number + "...");
    lines.add(toSan(position, game.moves[i]));
    numbered = true;
    position.makeMove(game.moves[i]);
    if (i >= game.comments.size() || game.comments[i].empty()) continue;
    // A closing brace would end the comment.
    std::string word = "{";
    for (const char c : game.comments[i]) {
      if (c != ' ') {
        word += c == '}' ? ')' : c;
        continue;
      }
      lines.add(word);
      word.clear();
    }
    lines.add(word + "}");
    numbered = false;
  }
  lines.add(game.result);
  return text + lines.take();
}

}  // namespace tabiya
