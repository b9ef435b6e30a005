// Forsyth-Edwards notation both ways, with X-FEN and Shredder-FEN castling; each bad FEN is refused with its own
// sentence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/board/position.h"

namespace tabiya {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Reads a FEN strictly: 4 to 6 fields (missing clocks read as `0 1`, missing castling and en passant as `- -`).
// An en passant square that is possible but that no pawn can legally use is accepted and not stored.
Result<Position> readFen(std::string_view fen);

// UCI's `position` only: impossible castling rights and en passant squares are dropped, each with a note in `notes`.
Result<Position> readFenLenient(std::string_view fen, std::vector<std::string>& notes);

enum class FenCastling { XFen, Shredder };
// Six fields. X-FEN is plain KQkq in standard chess.
std::string writeFen(const Position& position, FenCastling castling = FenCastling::XFen);

}  // namespace tabiya
