// Reading a FEN field by field, each fault with its own sentence, and writing one.
#include "engine/board/fen.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace tabiya {
namespace {

constexpr int kMaxHalfmoveClock = 9999;
constexpr int kMaxFullmoveNumber = 65535;

Error invalid(const std::string& what) {
  return Error{"Invalid FEN: " + what};
}

std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

const char* nameOf(Color c) {
  return c == Color::White ? "White" : "Black";
}

const char* adjectiveOf(Color c) {
  return c == Color::White ? "white" : "black";
}

std::vector<std::string_view> splitFields(std::string_view text) {
  std::vector<std::string_view> fields;
  constexpr std::string_view kBlanks = " \t\r\n";
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    fields.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBlanks, end);
  }
  return fields;
}

std::optional<Piece> pieceFromChar(char letter) {
  for (const Color c : kColors)
    for (const PieceType t : kPieceTypes)
      if (toChar(makePiece(c, t)) == letter) return makePiece(c, t);
  return std::nullopt;
}

Result<void> readBoard(std::string_view field, Position& position) {
  std::vector<std::string_view> ranks;
  for (std::size_t at = 0;;) {
    const std::size_t slash = field.find('/', at);
    ranks.push_back(field.substr(at, slash - at));
    if (slash == std::string_view::npos) break;
    at = slash + 1;
  }
  if (ranks.size() != 8)
    return invalid("the board has " + std::to_string(ranks.size()) + " ranks, expected 8 with '/' between them");
  for (int rank = 7; rank >= 0; --rank) {
    int file = 0;
    for (const char letter : ranks[7 - rank]) {
      if (letter >= '1' && letter <= '8') {
        file += letter - '0';
        continue;
      }
      const std::optional<Piece> piece = pieceFromChar(letter);
      if (!piece)
        return invalid(quoted(std::string_view(&letter, 1)) + " in rank " + std::to_string(rank + 1) +
                       ": expected a piece letter or a digit from 1 to 8");
      if (file < 8) position.putPiece(squareAt(file, rank), *piece);
      ++file;
    }
    if (file != 8)
      return invalid("rank " + std::to_string(rank + 1) + " describes " + std::to_string(file) +
                     " squares, expected 8");
  }
  return {};
}

// What any position of a game obeys, whoever is to move.
Result<void> checkPieces(const Position& position) {
  const int total = position.occupied().count();
  if (total > 32) return invalid(std::to_string(total) + " pieces on the board: a game has at most 32");
  for (const Color c : kColors) {
    const int pieces = position.pieces(c).count(), pawns = position.pieces(c, PieceType::Pawn).count(),
              kings = position.pieces(c, PieceType::King).count();
    if (kings != 1)
      return invalid(std::string(nameOf(c)) + " has " + (kings == 0 ? "no king" : std::to_string(kings) + " kings") +
                     ": each side needs exactly one");
    if (pieces > 16)
      return invalid(std::string(nameOf(c)) + " has " + std::to_string(pieces) + " pieces: a side has at most 16");
    if (pawns > 8)
      return invalid(std::string(nameOf(c)) + " has " + std::to_string(pawns) + " pawns: a side has at most 8");
  }
  for (const Square s : position.pieces(PieceType::Pawn) & (rankBoard(0) | rankBoard(7)))
    return invalid("pawn on " + toString(s) + ": a pawn never stands on the first or last rank");
  return {};
}

struct CastlingClaim {
  Color color;
  CastlingSide side;
  Square rook;
};

// The right that one letter stands for, or why there can be none.
Result<CastlingClaim> readCastlingLetter(char letter, const Position& position) {
  const Color c = letter >= 'a' ? Color::Black : Color::White;
  const char upper = static_cast<char>(letter & ~0x20);
  const std::string right = std::string("castling right ") + letter;
  const Square king = position.kingSquare(c);
  if (relativeRank(c, king) != 0)
    return Error{right + ": the " + adjectiveOf(c) + " king on " + toString(king) + " is not on its first rank"};
  const Bitboard rooks = position.pieces(c, PieceType::Rook) & rankBoard(rankOf(king));
  if (upper == 'K' || upper == 'Q') {
    // X-FEN: the outermost rook on that side of the king.
    const CastlingSide side = upper == 'K' ? CastlingSide::King : CastlingSide::Queen;
    for (int i = 0; i < 8; ++i) {
      const Square s = squareAt(side == CastlingSide::King ? 7 - i : i, rankOf(king));
      if (s == king) break;
      if (rooks.contains(s)) return CastlingClaim{c, side, s};
    }
    return Error{right + ": no " + adjectiveOf(c) + " rook on the first rank on the " +
                 (side == CastlingSide::King ? "king's" : "queen's") + " side of its king"};
  }
  const Square s = squareAt(upper - 'A', rankOf(king));
  if (!rooks.contains(s)) return Error{right + ": no " + adjectiveOf(c) + " rook on " + toString(s)};
  return CastlingClaim{c, fileOf(s) > fileOf(king) ? CastlingSide::King : CastlingSide::Queen, s};
}

// With `notes`, a right that cannot be is dropped and noted instead of refused.
Result<void> readCastling(std::string_view field, Position& position, std::vector<std::string>* notes) {
  if (field == "-") return {};
  if (field.size() > 4)
    return invalid("castling field " + quoted(field) + " is longer than the four rights there can be");
  for (const char letter : field) {
    const char upper = static_cast<char>(letter & ~0x20);
    const bool known = (upper >= 'A' && upper <= 'H') || upper == 'K' || upper == 'Q';
    if (!known || !((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')))
      return invalid("castling field " + quoted(field) + ": " + quoted(std::string_view(&letter, 1)) +
                     " is neither K, Q, k, q nor a file letter");
  }
  for (const char letter : field) {
    const Result<CastlingClaim> claim = readCastlingLetter(letter, position);
    std::string why;
    if (!claim)
      why = claim.error();
    else if (position.castling().rookOf(claim->color, claim->side) != Square::None)
      why = std::string("castling right ") + letter + ": " + nameOf(claim->color) +
            " already has a right on that side of its king";
    if (why.empty())
      position.setCastlingRook(claim->color, claim->side, claim->rook);
    else if (notes)
      notes->push_back("dropped " + why);
    else
      return invalid(why);
  }
  return {};
}

// Why no double step can have passed `target` just now; empty when one can have.
std::string whyNoEnPassant(Square target, const Position& position) {
  const Color us = position.sideToMove(), them = ~us;
  const std::string name = "en passant square " + toString(target);
  const int rank = us == Color::White ? 5 : 2;
  if (rankOf(target) != rank)
    return name + ": with " + nameOf(us) + " to move it can only be on rank " + std::to_string(rank + 1);
  const Square pawn = step(target, -forward(us)), origin = step(target, forward(us));
  if (position.pieceAt(pawn) != makePiece(them, PieceType::Pawn))
    return name + ": no " + adjectiveOf(them) + " pawn on " + toString(pawn) + " has just made a double step";
  for (const Square s : {target, origin})
    if (position.pieceAt(s) != Piece::None)
      return name + ": the pawn on " + toString(pawn) + " cannot have come from " + toString(origin) + ", because " +
             toString(s) + " is occupied";
  return {};
}

Result<void> readEnPassant(std::string_view field, Position& position, std::vector<std::string>* notes) {
  if (field == "-") return {};
  if (field.size() != 2 || field[0] < 'a' || field[0] > 'h' || field[1] < '1' || field[1] > '8')
    return invalid("en passant field " + quoted(field) + " is neither a square nor -");
  const Square target = squareAt(field[0] - 'a', field[1] - '1');
  const std::string why = whyNoEnPassant(target, position);
  if (why.empty())
    position.setEnPassant(target);
  else if (notes)
    notes->push_back("dropped " + why);
  else
    return invalid(why);
  return {};
}

Result<int> readCount(const char* name, std::string_view field, int least, int most) {
  int count = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), count);
  if (error != std::errc() || end != field.data() + field.size() || count < least || count > most)
    return invalid(std::string(name) + " " + quoted(field) + " is not a number from " + std::to_string(least) + " to " +
                   std::to_string(most));
  return count;
}

Result<Position> read(std::string_view fen, std::vector<std::string>* notes) {
  const std::vector<std::string_view> fields = splitFields(fen);
  if (fields.empty()) return invalid("the text is empty");
  if (fields.size() > 6) return invalid(std::to_string(fields.size()) + " fields, expected at most 6");
  const auto fieldOr = [&](std::size_t n, std::string_view missing) { return n < fields.size() ? fields[n] : missing; };

  Position position;
  if (const auto r = readBoard(fields[0], position); !r) return Error{r.error()};
  if (const auto r = checkPieces(position); !r) return Error{r.error()};

  if (fields.size() < 2) return invalid("the side to move is missing, expected w or b");
  if (fields[1] != "w" && fields[1] != "b") return invalid("side to move " + quoted(fields[1]) + ", expected w or b");
  const Color us = fields[1] == "w" ? Color::White : Color::Black, them = ~us;
  position.setSideToMove(us);
  const Square theirKing = position.kingSquare(them);
  for (const Square s : position.attackersTo(theirKing, position.occupied()) & position.pieces(us))
    return invalid(std::string(nameOf(them)) + " is in check from " + toString(s) + ", but " + nameOf(us) +
                   " is to move");

  if (const auto r = readCastling(fieldOr(2, "-"), position, notes); !r) return Error{r.error()};
  if (const auto r = readEnPassant(fieldOr(3, "-"), position, notes); !r) return Error{r.error()};
  const Result<int> halfmoves = readCount("halfmove clock", fieldOr(4, "0"), 0, kMaxHalfmoveClock);
  if (!halfmoves) return Error{halfmoves.error()};
  const Result<int> fullmoves = readCount("fullmove number", fieldOr(5, "1"), 0, kMaxFullmoveNumber);
  if (!fullmoves) return Error{fullmoves.error()};
  // Some programs count from 0.
  position.setClocks(*halfmoves, std::max(1, *fullmoves));
  position.finishSetup();
  return position;
}

// A right is written K or Q when X-FEN would read that as this very rook, else by its file.
std::string writeCastling(const Position& position, FenCastling style) {
  std::string text;
  for (const Color c : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      const Square rook = position.castling().rookOf(c, side);
      if (rook == Square::None) continue;
      char letter = static_cast<char>('A' + fileOf(rook));
      if (style == FenCastling::XFen) {
        const char xfen = side == CastlingSide::King ? 'K' : 'Q';
        const char asColor = static_cast<char>(c == Color::White ? xfen : xfen | 0x20);
        if (const auto outermost = readCastlingLetter(asColor, position); outermost && outermost->rook == rook)
          letter = xfen;
      }
      text += static_cast<char>(c == Color::White ? letter : letter | 0x20);
    }
  }
  return text.empty() ? "-" : text;
}

}  // namespace

Result<Position> readFen(std::string_view fen) {
  return read(fen, nullptr);
}

Result<Position> readFenLenient(std::string_view fen, std::vector<std::string>& notes) {
  return read(fen, &notes);
}

std::string writeFen(const Position& position, FenCastling castling) {
  std::string fen;
  for (int rank = 7; rank >= 0; --rank) {
    int gap = 0;
    const auto closeGap = [&] {
      if (gap > 0) fen += static_cast<char>('0' + gap);
      gap = 0;
    };
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.pieceAt(squareAt(file, rank));
      if (piece == Piece::None) {
        ++gap;
        continue;
      }
      closeGap();
      fen += toChar(piece);
    }
    closeGap();
    if (rank > 0) fen += '/';
  }
  fen += position.sideToMove() == Color::White ? " w " : " b ";
  fen += writeCastling(position, castling) + " " + toString(position.enPassant());
  fen += " " + std::to_string(position.halfmoveClock()) + " " + std::to_string(position.fullmoveNumber());
  return fen;
}

}  // namespace tabiya
