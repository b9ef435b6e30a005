// The 32-byte training record (marlinformat): a position, its score and its game's result. Byte by byte in README.md.
//
// A record holds its bytes as they stand in the file; accessors decode them. Scores and results are White's.
#pragma once

#include <array>
#include <string>

#include "engine/base/bytes.h"
#include "engine/base/result.h"
#include "engine/board/position.h"

namespace tabiya {

inline constexpr std::size_t kRecordSize = 32;
inline constexpr int kCastlingRookCode = 6;
inline constexpr int kNoEnPassantCode = 64;

// Centipawns from White's side: a type of its own, because mixing the sides up teaches a net nonsense and it still
// plays.
struct WhiteScore {
  int cp = 0;
  static constexpr WhiteScore fromSideToMove(int cp, Color side) { return {side == Color::White ? cp : -cp}; }
  constexpr int forSide(Color side) const { return side == Color::White ? cp : -cp; }
};

struct Record {
  std::array<u8, kRecordSize> bytes{};

  Bitboard occupied() const { return Bitboard(loadLittle<u64>(bytes.data())); }
  // The nibble of the i-th occupied square in square order: a Piece's number, or 6 / 14 for a rook that may castle.
  int code(int i) const { return (bytes[8 + i / 2] >> (4 * (i & 1))) & 15; }
  Color sideToMove() const { return (bytes[24] & 0x80) ? Color::Black : Color::White; }
  int enPassantCode() const { return bytes[24] & 0x7f; }
  int halfmoveClock() const { return bytes[25]; }
  int fullmoveNumber() const { return loadLittle<u16>(&bytes[26]); }
  WhiteScore score() const { return {loadLittle<i16>(&bytes[28])}; }
  // 0 loss, 1 draw, 2 win for White, as stored (a damaged record may hold more).
  int resultCode() const { return bytes[30]; }
  GameResult result() const { return static_cast<GameResult>(bytes[30]); }
  // 0 = move unknown, else 1 + the index of the played move among the legal moves sorted by their 16 bits.
  int extra() const { return bytes[31]; }

  // Calls f(Piece, Square) for each piece in square order from a1; castling rooks are plain rooks.
  template <class F>
  void forEachPiece(F&& f) const {
    int i = 0;
    for (Square s : occupied()) {
      int c = code(i++);
      if ((c & 7) == kCastlingRookCode) c = (c & 8) | index(PieceType::Rook);
      f(static_cast<Piece>(c), s);
    }
  }

  bool operator==(const Record&) const = default;
};
static_assert(sizeof(Record) == kRecordSize);

// `score` is clamped to +-32,767, the clocks to their fields. `played`: the move made here, or kNoMove.
Record packRecord(const Position& position, WhiteScore score, GameResult result, Move played = kNoMove);

// The position of a good record; an error says what is wrong with a bad one (checkRecord's sentence).
Result<Position> unpackRecord(const Record& record);
// The played move, or kNoMove when it is unknown.
Result<Move> playedMove(const Record& record);

// Why a record cannot be used.
enum class RecordFault : u8 {
  None,
  KingCount,      // no or two kings of one side
  TooManyPieces,  // more than 32, or more of one side than promotions can give
  BadPieceCode,   // code 7 or 15
  BadCastling,    // a castling rook or its king off the back rank, or two rights on one side of the king
  PawnOnBackRank,
  BadResult,       // over 2
  KingCapturable,  // the side not to move is in check
  BadMove,         // the extra byte names no legal move
  kCount
};
const char* toString(RecordFault fault);

// What was mended in a foreign record.
struct RecordMends {
  bool fullmoveZero = false;
  bool enPassantUseless = false;
  bool scoreMinimum = false;  // -32,768
  bool unusedNibbles = false;
  bool moveUnknown = false;  // the extra byte named no legal move

  bool any() const { return fullmoveZero || enPassantUseless || scoreMinimum || unusedNibbles || moveUnknown; }
};

// Checks one record. With `mends`, foreign blemishes are mended in place and noted; without, they are left alone (and
// are no fault, but for the extra byte: BadMove).
RecordFault checkRecord(Record& record, RecordMends* mends);

// Checks a record as checkRecord does and unpacks a good one, in one go: for readers of whole files.
struct OpenedRecord {
  Position position;
  Move played;  // kNoMove when it is unknown
};
RecordFault openRecord(Record& record, RecordMends* mends, OpenedRecord& opened);

}  // namespace tabiya
