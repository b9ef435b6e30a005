// Moves to text and back: the legal moves decide what a text can mean.
#include "engine/movegen/san.h"

#include <optional>

#include "engine/movegen/movegen.h"

namespace tabiya {
namespace {

constexpr std::string_view kPieceLetters = "PNBRQK";

char letterOf(PieceType t) {
  return kPieceLetters[index(t)];
}

std::optional<PieceType> pieceFromLetter(char letter) {
  const std::size_t at = kPieceLetters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<PieceType>(at);
}

bool isFile(char c) {
  return c >= 'a' && c <= 'h';
}

bool isRank(char c) {
  return c >= '1' && c <= '8';
}

Square squareOf(char file, char rank) {
  return squareAt(file - 'a', rank - '1');
}

bool isKingSide(Move castling) {
  return fileOf(castling.to()) > fileOf(castling.from());
}

std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

// What of the from-square has to be written so that no other piece of its kind can be meant.
std::string origin(const Position& position, Move m) {
  const PieceType type = typeOf(position.pieceAt(m.from()));
  if (type == PieceType::Pawn) return position.isCapture(m) ? toString(m.from()).substr(0, 1) : "";
  bool rival = false, sameFile = false, sameRank = false;
  for (const Move other : legalMoves(position)) {
    if (other.to() != m.to() || other.from() == m.from() || other.kind() == MoveKind::Castling ||
        typeOf(position.pieceAt(other.from())) != type)
      continue;
    rival = true;
    sameFile = sameFile || fileOf(other.from()) == fileOf(m.from());
    sameRank = sameRank || rankOf(other.from()) == rankOf(m.from());
  }
  const std::string from = toString(m.from());
  if (!rival) return "";
  if (!sameFile) return from.substr(0, 1);
  return sameRank ? from : from.substr(1, 1);
}

// What a SAN text says, with everything that only decorates it taken away.
struct Description {
  PieceType piece = PieceType::Pawn;
  int fromFile = -1;
  int fromRank = -1;
  Square to = Square::None;
  PieceType promotion = PieceType::None;

  bool fits(const Position& position, Move m) const {
    return m.kind() != MoveKind::Castling && m.to() == to && typeOf(position.pieceAt(m.from())) == piece &&
           m.promotionType() == promotion && (fromFile < 0 || fileOf(m.from()) == fromFile) &&
           (fromRank < 0 || rankOf(m.from()) == fromRank);
  }
};

// The move's own characters: no annotation, check sign, capture sign, "e.p." or bracket.
std::string bare(std::string_view text) {
  for (const std::string_view suffix : {"e.p.", "ep"})
    if (const std::size_t at = text.rfind(suffix); at != std::string_view::npos && at >= 2) text = text.substr(0, at);
  std::string letters;
  for (const char c : text)
    if (std::string_view("+#!?x:-=()/ \t\r\n").find(c) == std::string_view::npos) letters += c;
  return letters;
}

std::optional<Description> describe(std::string text) {
  Description d;
  if (text.size() >= 3 && isRank(text[text.size() - 2])) {
    const char last = text.back();
    const auto promotion = pieceFromLetter(last >= 'a' ? static_cast<char>(last & ~0x20) : last);
    if (!promotion || *promotion == PieceType::Pawn || *promotion == PieceType::King) return std::nullopt;
    d.promotion = *promotion;
    text.pop_back();
  }
  if (!text.empty()) {
    if (const auto piece = pieceFromLetter(text[0])) {
      d.piece = *piece;
      text.erase(0, 1);
    }
  }
  if (text.size() < 2 || !isFile(text[text.size() - 2]) || !isRank(text.back())) return std::nullopt;
  d.to = squareOf(text[text.size() - 2], text.back());
  text.resize(text.size() - 2);
  if (!text.empty() && isFile(text[0])) {
    d.fromFile = text[0] - 'a';
    text.erase(0, 1);
  }
  if (!text.empty() && isRank(text[0])) {
    d.fromRank = text[0] - '1';
    text.erase(0, 1);
  }
  if (!text.empty()) return std::nullopt;
  return d;
}

// 'K' or 'Q' for castling to that side, in letters O, o or zeros; 0 for anything else.
char castlingSide(std::string_view letters) {
  for (const char c : letters)
    if (c != 'O' && c != 'o' && c != '0') return 0;
  return letters.size() == 2 ? 'K' : letters.size() == 3 ? 'Q' : 0;
}

}  // namespace

std::string toSan(const Position& position, Move m) {
  std::string san;
  if (m.kind() == MoveKind::Castling) {
    san = isKingSide(m) ? "O-O" : "O-O-O";
  } else {
    const PieceType type = typeOf(position.pieceAt(m.from()));
    if (type != PieceType::Pawn) san += letterOf(type);
    san += origin(position, m);
    if (position.isCapture(m)) san += 'x';
    san += toString(m.to());
    if (m.kind() == MoveKind::Promotion) {
      san += '=';
      san += letterOf(m.promotionType());
    }
  }
  Position after = position;
  after.makeMove(m);
  if (after.inCheck()) san += hasLegalMove(after) ? '+' : '#';
  return san;
}

Result<Move> readSan(const Position& position, std::string_view text) {
  const std::string letters = bare(text);
  if (const char side = castlingSide(letters)) {
    for (const Move m : legalMoves(position))
      if (m.kind() == MoveKind::Castling && isKingSide(m) == (side == 'K')) return m;
    return Error{"castling " + quoted(text) + " is not legal here"};
  }
  const std::optional<Description> described = describe(letters);
  if (!described) return Error{quoted(text) + " is not a move: expected one like Nf3, exd5, e8=Q, O-O or e2e4"};
  Move found;
  for (const Move m : legalMoves(position)) {
    if (!described->fits(position, m)) continue;
    if (found) return Error{quoted(text) + " fits both " + toSan(position, found) + " and " + toSan(position, m)};
    found = m;
  }
  if (found) return found;
  // UCI's form names no piece.
  if (const Result<Move> uci = readUci(position, letters)) return uci;
  return Error{quoted(text) + " is not legal here"};
}

std::string toUci(const Position& position, Move m, bool chess960) {
  if (!m) return "0000";
  Square to = m.to();
  if (m.kind() == MoveKind::Castling && !chess960) {
    const int rookFile = fileOf(m.to());
    if (fileOf(m.from()) == 4 && (rookFile == 0 || rookFile == 7))
      to = castlingKingTo(position.sideToMove(), isKingSide(m) ? CastlingSide::King : CastlingSide::Queen);
  }
  std::string uci = toString(m.from()) + toString(to);
  if (m.kind() == MoveKind::Promotion) uci += static_cast<char>(letterOf(m.promotionType()) | 0x20);
  return uci;
}

Result<Move> readUci(const Position& position, std::string_view text) {
  const auto malformed = [&] {
    return Error{quoted(text) + " is not a move: expected two squares and perhaps a promotion, like e2e4 or e7e8q"};
  };
  if (text.size() < 4 || text.size() > 5 || !isFile(text[0]) || !isRank(text[1]) || !isFile(text[2]) ||
      !isRank(text[3]))
    return malformed();
  const Square from = squareOf(text[0], text[1]), to = squareOf(text[2], text[3]);
  PieceType promotion = PieceType::None;
  if (text.size() == 5) {
    const auto piece = pieceFromLetter(static_cast<char>(text[4] & ~0x20));
    if (!piece || *piece == PieceType::Pawn || *piece == PieceType::King) return malformed();
    promotion = *piece;
  }
  // In Chess960 one text may mean an ordinary king move, king takes rook, or the king's way to its castled square: the
  // first that is legal, in this order.
  const MoveList legal = legalMoves(position);
  for (const Move m : legal)
    if (m.from() == from && m.to() == to && m.promotionType() == promotion) return m;
  for (const Move m : legal) {
    if (m.kind() != MoveKind::Castling || m.from() != from || promotion != PieceType::None) continue;
    if (castlingKingTo(position.sideToMove(), isKingSide(m) ? CastlingSide::King : CastlingSide::Queen) == to) return m;
  }
  return Error{quoted(text) + " is not legal here"};
}

}  // namespace tabiya
