// The rules above single moves: repetition, fifty moves, bare material, and how a game stands.
#include "engine/movegen/game.h"

#include <algorithm>
#include <cassert>

#include "engine/movegen/movegen.h"

namespace tabiya {
namespace {

constexpr Bitboard kDarkSquares{0xaa55aa55aa55aa55ULL};

// White's first rank of arrangement `n`: bishops, queen and knights in turn on what is free, then rook, king, rook.
std::optional<std::array<PieceType, 8>> firstRank(int n) {
  if (n < 0 || n >= 960) return std::nullopt;
  std::array<PieceType, 8> rank;
  rank.fill(PieceType::None);
  // Puts a piece on the `place`-th free file.
  const auto put = [&rank](int place, PieceType piece) {
    for (PieceType& file : rank) {
      if (file != PieceType::None) continue;
      if (place-- == 0) {
        file = piece;
        return;
      }
    }
  };
  rank[n % 4 * 2 + 1] = PieceType::Bishop;
  rank[n / 4 % 4 * 2] = PieceType::Bishop;
  put(n / 16 % 6, PieceType::Queen);
  // The ten ways to choose two of five files, in order.
  constexpr int kKnights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
  const auto& knights = kKnights[n / 96];
  // The second first: it does not move the first one's place.
  put(knights[1], PieceType::Knight);
  put(knights[0], PieceType::Knight);
  put(0, PieceType::Rook);
  put(0, PieceType::King);
  put(0, PieceType::Rook);
  return rank;
}

void setUp(Position& position, Color c, const std::array<PieceType, 8>& rank) {
  bool kingPassed = false;
  for (int file = 0; file < 8; ++file) {
    const Square home = relativeTo(c, squareAt(file, 0));
    position.putPiece(home, makePiece(c, rank[file]));
    position.putPiece(relativeTo(c, squareAt(file, 1)), makePiece(c, PieceType::Pawn));
    kingPassed = kingPassed || rank[file] == PieceType::King;
    if (rank[file] == PieceType::Rook)
      position.setCastlingRook(c, kingPassed ? CastlingSide::King : CastlingSide::Queen, home);
  }
}

}  // namespace

const char* toString(Outcome outcome) {
  switch (outcome) {
    case Outcome::Checkmate:
      return "checkmate";
    case Outcome::Stalemate:
      return "stalemate";
    case Outcome::FiftyMoves:
      return "fifty moves";
    case Outcome::InsufficientMaterial:
      return "insufficient material";
    case Outcome::ThreefoldRepetition:
      return "threefold repetition";
  }
  return "";
}

bool insufficientMaterial(const Position& p) {
  if (!(p.pieces(PieceType::Pawn) | p.pieces(PieceType::Rook) | p.pieces(PieceType::Queen)).empty()) return false;
  const Bitboard knights = p.pieces(PieceType::Knight), bishops = p.pieces(PieceType::Bishop);
  if (!knights.empty()) return bishops.empty() && !knights.several();
  return (bishops & kDarkSquares).empty() || (bishops & ~kDarkSquares).empty();
}

std::optional<Position> chess960Start(int n) {
  return doubleChess960Start(n, n);
}

std::optional<Position> doubleChess960Start(int white, int black) {
  const auto whiteRank = firstRank(white), blackRank = firstRank(black);
  if (!whiteRank || !blackRank) return std::nullopt;
  Position position;
  setUp(position, Color::White, *whiteRank);
  setUp(position, Color::Black, *blackRank);
  position.finishSetup();
  return position;
}

Game::Game(const Position& start) : start_(start), position_(start) {}

void Game::play(Move m) {
  assert(isLegal(position_, m));
  history_.push_back(position_.key());
  moves_.push_back(m);
  position_.makeMove(m);
}

int Game::repetitions() const {
  // Nothing before the last capture or pawn move can come back.
  const std::size_t reach = std::min(history_.size(), static_cast<std::size_t>(position_.halfmoveClock()));
  return 1 + static_cast<int>(
                 std::count(history_.end() - static_cast<std::ptrdiff_t>(reach), history_.end(), position_.key()));
}

std::optional<Outcome> Game::outcome() const {
  if (!hasLegalMove(position_)) return position_.inCheck() ? Outcome::Checkmate : Outcome::Stalemate;
  if (insufficientMaterial(position_)) return Outcome::InsufficientMaterial;
  if (position_.halfmoveClock() >= 100) return Outcome::FiftyMoves;
  if (repetitions() >= 3) return Outcome::ThreefoldRepetition;
  return std::nullopt;
}

GameResult Game::result(Outcome outcome) const {
  return outcome == Outcome::Checkmate ? winFor(~position_.sideToMove()) : GameResult::Draw;
}

}  // namespace tabiya
