// Deterministic random games for the tests of networks: each position with the move that led to it.
#pragma once

#include <vector>

#include "engine/base/random.h"
#include "engine/board/fen.h"
#include "engine/movegen/game.h"
#include "engine/movegen/movegen.h"

namespace tabiya::testing {

inline Position fen(const char* text) {
  auto position = readFen(text);
  return std::move(position).value();
}

// Positions in which every kind of move soon happens: captures, castling, en passant, promotions, Chess960.
inline std::vector<Position> walkStarts() {
  return {
      Position::startpos(),
      fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),  // castling both ways, en passant
      fen("8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1"),                                     // promotions
      fen("4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/4K3 b - - 0 1"),                 // en passant
      fen("1rkr4/pppp1ppp/8/8/8/8/PPPP1PPP/1RKR4 w DBdb - 0 1"),                    // Chess960 castling
      fen("rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1"),
      *chess960Start(0),
      *chess960Start(959),
  };
}

struct Step {
  Position before;
  Move move;
  MoveChanges changes;
  Position after;
};

// At most `plies` random legal moves from `start`; castling, en passant and promotions are preferred every second time.
inline std::vector<Step> randomWalk(const Position& start, u64 seed, int plies) {
  Random random(seed);
  std::vector<Step> steps;
  Position position = start;
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = legalMoves(position);
    if (moves.empty()) break;
    MoveList special;
    for (const Move move : moves)
      if (move.kind() != MoveKind::Normal) special.push(move);
    const MoveList& from = !special.empty() && random.coin() ? special : moves;
    const Move move = from[static_cast<int>(random.below(from.size()))];
    Step step{position, move, position.changes(move), position};
    step.after.makeMove(move);
    position = step.after;
    steps.push_back(step);
  }
  return steps;
}

// The position with colours swapped and the board turned upside down.
inline Position swapped(const Position& position) {
  Position other;
  for (const Square square : position.occupied()) {
    const Piece piece = position.pieceAt(square);
    other.putPiece(flipRank(square), makePiece(~colorOf(piece), typeOf(piece)));
  }
  other.setSideToMove(~position.sideToMove());
  other.finishSetup();
  return other;
}

}  // namespace tabiya::testing
