// Packs, checks and unpacks the 32-byte record (format.h, README.md).
#include "records/format.h"

#include <algorithm>
#include <cassert>

#include "engine/board/attacks.h"
#include "engine/movegen/movegen.h"

namespace tabiya {
namespace {

constexpr int kBlackBit = 8;
constexpr int kScoreLimit = 32767;
constexpr std::size_t kCodesAt = 8, kSideAt = 24, kHalfmoveAt = 25, kFullmoveAt = 26, kScoreAt = 28, kResultAt = 30,
                      kExtraAt = 31;

// Where the played move stands among the legal moves, sorted by their 16 bits.
u8 extraByte(const Position& position, Move played) {
  if (!played) return 0;
  int smaller = 0;
  bool legal = false;
  for (Move m : legalMoves(position)) {
    smaller += m < played;
    legal |= m == played;
  }
  assert(legal);
  return static_cast<u8>(legal ? 1 + smaller : 0);
}

// A record's pieces as sets of squares, without Zobrist keys: all that the checks need.
struct Board {
  std::array<Bitboard, 16> byCode{};  // castling rooks among the rooks
  CastlingRights castling;
  Bitboard occupied;

  Bitboard of(Color c, PieceType t) const { return byCode[index(makePiece(c, t))]; }
  Bitboard of(Color c) const {
    Bitboard all;
    for (PieceType t : kPieceTypes) all |= of(c, t);
    return all;
  }
};

// The pieces and rights of a record; the rights follow the scan from a1 (a castling rook met before its king is the
// queen's side's). Faults that are about codes, kings and rights.
RecordFault readBoard(const Record& record, Board& board) {
  board.occupied = record.occupied();
  if (board.occupied.count() > 32) return RecordFault::TooManyPieces;
  RecordFault castlingFault = RecordFault::None;
  int i = 0;
  for (Square s : board.occupied) {
    int code = record.code(i++);
    if ((code & 7) == 7) return RecordFault::BadPieceCode;
    if ((code & 7) == kCastlingRookCode) {
      const Color color = static_cast<Color>(code >> 3);
      const bool kingMet = !board.of(color, PieceType::King).empty();
      Square& right = board.castling.rook[index(color)][index(kingMet ? CastlingSide::King : CastlingSide::Queen)];
      if (right != Square::None) castlingFault = RecordFault::BadCastling;
      right = s;
      code = (code & kBlackBit) | index(PieceType::Rook);
    }
    board.byCode[code] |= Bitboard(s);
  }
  for (Color c : kColors)
    if (board.of(c, PieceType::King).count() != 1) return RecordFault::KingCount;
  return castlingFault;
}

// Rights stand on the back rank with their king, which castling never takes from the corner.
bool castlingStands(const Board& board) {
  for (Color c : kColors) {
    if (!board.castling.any(c)) continue;
    const Square king = board.of(c, PieceType::King).first();
    if (relativeRank(c, king) != 0) return false;
    for (CastlingSide side : kCastlingSides) {
      const Square rook = board.castling.rookOf(c, side);
      if (rook != Square::None && rankOf(rook) != rankOf(king)) return false;
    }
  }
  return true;
}

// Whether play can give a side these pieces: 16 at most, and a pawn for each piece beyond the first set. That also
// bounds the legal moves by 218, for which move lists and the extra byte have room.
bool countsArePossible(const Board& board, Color c) {
  const auto count = [&](PieceType t) { return board.of(c, t).count(); };
  const auto promoted = [&](PieceType t, int atFirst) { return std::max(0, count(t) - atFirst); };
  return board.of(c).count() <= 16 && count(PieceType::Pawn) + promoted(PieceType::Knight, 2) +
                                              promoted(PieceType::Bishop, 2) + promoted(PieceType::Rook, 2) +
                                              promoted(PieceType::Queen, 1) <=
                                          8;
}

bool kingCanBeTaken(const Board& board, Color mover) {
  const Color victim = ~mover;
  const Square king = board.of(victim, PieceType::King).first();
  const Bitboard queens = board.of(mover, PieceType::Queen);
  return ((pawnAttacks(victim, king) & board.of(mover, PieceType::Pawn)) |
          (knightAttacks(king) & board.of(mover, PieceType::Knight)) |
          (kingAttacks(king) & board.of(mover, PieceType::King)) |
          (bishopAttacks(king, board.occupied) & (board.of(mover, PieceType::Bishop) | queens)) |
          (rookAttacks(king, board.occupied) & (board.of(mover, PieceType::Rook) | queens)))
      .bits;
}

// Whether a pawn may just have jumped over the record's en passant square with an enemy pawn beside it; pins are for
// Position::enPassantIsLegal.
bool enPassantLooksRight(const Record& record, const Board& board) {
  const int code = record.enPassantCode();
  if (code > 63) return false;
  const Color us = record.sideToMove(), them = ~us;
  const Square target = squareAt(code);
  if (relativeRank(us, target) != 5) return false;
  const Square from = step(target, forward(us)), to = step(target, -forward(us));
  return !board.occupied.contains(target) && !board.occupied.contains(from) &&
         board.of(them, PieceType::Pawn).contains(to) &&
         !(pawnAttacks(them, target) & board.of(us, PieceType::Pawn)).empty();
}

// The position of a record whose board is sound.
Position buildPosition(const Record& record, const Board& board) {
  Position position;
  for (Color c : kColors)
    for (PieceType t : kPieceTypes)
      for (Square s : board.of(c, t)) position.putPiece(s, makePiece(c, t));
  position.setSideToMove(record.sideToMove());
  for (Color c : kColors)
    for (CastlingSide side : kCastlingSides)
      if (const Square rook = board.castling.rookOf(c, side); rook != Square::None)
        position.setCastlingRook(c, side, rook);
  if (enPassantLooksRight(record, board)) position.setEnPassant(squareAt(record.enPassantCode()));
  position.setClocks(record.halfmoveClock(), std::max(1, record.fullmoveNumber()));
  position.finishSetup();
  return position;
}

RecordFault checkBoard(const Record& record, Board& board) {
  if (RecordFault fault = readBoard(record, board); fault != RecordFault::None) return fault;
  for (Color c : kColors)
    if (!countsArePossible(board, c)) return RecordFault::TooManyPieces;
  const Bitboard pawns = board.of(Color::White, PieceType::Pawn) | board.of(Color::Black, PieceType::Pawn);
  if (pawns & (rankBoard(0) | rankBoard(7))) return RecordFault::PawnOnBackRank;
  if (!castlingStands(board)) return RecordFault::BadCastling;
  if (record.resultCode() > 2) return RecordFault::BadResult;
  if (kingCanBeTaken(board, record.sideToMove())) return RecordFault::KingCapturable;
  return RecordFault::None;
}

// Sets the nibbles behind the last piece to 0; whether any was not.
bool clearUnusedNibbles(Record& record, int pieces) {
  bool found = false;
  if (pieces & 1) {
    u8& half = record.bytes[kCodesAt + pieces / 2];
    found = (half & 0xf0) != 0;
    half &= 0x0f;
  }
  for (std::size_t at = kCodesAt + (pieces + 1) / 2; at < kSideAt; ++at) {
    found |= record.bytes[at] != 0;
    record.bytes[at] = 0;
  }
  return found;
}

// What other writers do and ours never does; the position itself is not touched.
void mendBlemishes(Record& record, const Board& board, RecordMends& mends) {
  if (record.fullmoveNumber() == 0) {
    storeLittle<u16>(&record.bytes[kFullmoveAt], 1);
    mends.fullmoveZero = true;
  }
  if (record.score().cp < -kScoreLimit) {
    storeLittle<i16>(&record.bytes[kScoreAt], -kScoreLimit);
    mends.scoreMinimum = true;
  }
  if (clearUnusedNibbles(record, board.occupied.count())) mends.unusedNibbles = true;
  if (record.enPassantCode() != kNoEnPassantCode &&
      (!enPassantLooksRight(record, board) || buildPosition(record, board).enPassant() == Square::None)) {
    record.bytes[kSideAt] = static_cast<u8>((record.bytes[kSideAt] & 0x80) | kNoEnPassantCode);
    mends.enPassantUseless = true;
  }
}

// The extra byte against the number of legal moves. Other programs put anything there, so that is mended.
RecordFault checkExtra(Record& record, int legalMoves, RecordMends* mends) {
  if (record.extra() <= legalMoves) return RecordFault::None;
  if (!mends) return RecordFault::BadMove;
  record.bytes[kExtraAt] = 0;
  mends->moveUnknown = true;
  return RecordFault::None;
}

const char* sentence(RecordFault fault) {
  switch (fault) {
    case RecordFault::None:
      return "the record is good";
    case RecordFault::KingCount:
      return "a side has no king or more than one";
    case RecordFault::TooManyPieces:
      return "there are more pieces than a game can give (32 in all, 16 a side, a pawn for each one promoted)";
    case RecordFault::BadPieceCode:
      return "a piece has the code 7 or 15, which means nothing";
    case RecordFault::BadCastling:
      return "a castling rook is not on the back rank with its king, or two stand on one side of it";
    case RecordFault::PawnOnBackRank:
      return "a pawn stands on rank 1 or 8";
    case RecordFault::BadResult:
      return "the result is none of 0, 1 and 2";
    case RecordFault::KingCapturable:
      return "the king of the side not to move can be taken";
    case RecordFault::BadMove:
      return "the move's index is beyond the legal moves";
    case RecordFault::kCount:
      break;
  }
  return "?";
}

}  // namespace

Record packRecord(const Position& position, WhiteScore score, GameResult result, Move played) {
  Record record;
  u8* bytes = record.bytes.data();
  const Bitboard occupied = position.occupied();
  assert(occupied.count() <= 32);
  storeLittle<u64>(bytes, occupied.bits);
  int i = 0;
  for (Square s : occupied) {
    const Piece piece = position.pieceAt(s);
    int code = index(piece);
    if (typeOf(piece) == PieceType::Rook) {
      const auto& rooks = position.castling().rook[index(colorOf(piece))];
      if (rooks[0] == s || rooks[1] == s) code = (code & kBlackBit) | kCastlingRookCode;
    }
    bytes[kCodesAt + i / 2] = static_cast<u8>(bytes[kCodesAt + i / 2] | code << (4 * (i & 1)));
    ++i;
  }
  const int enPassant = position.enPassant() == Square::None ? kNoEnPassantCode : index(position.enPassant());
  bytes[kSideAt] = static_cast<u8>((position.sideToMove() == Color::Black ? 0x80 : 0) | enPassant);
  bytes[kHalfmoveAt] = static_cast<u8>(std::clamp(position.halfmoveClock(), 0, 255));
  storeLittle<u16>(&bytes[kFullmoveAt], static_cast<u16>(std::clamp(position.fullmoveNumber(), 1, 65535)));
  storeLittle<i16>(&bytes[kScoreAt], static_cast<i16>(std::clamp(score.cp, -kScoreLimit, kScoreLimit)));
  bytes[kResultAt] = static_cast<u8>(result);
  bytes[kExtraAt] = extraByte(position, played);
  return record;
}

RecordFault checkRecord(Record& record, RecordMends* mends) {
  Board board;
  if (RecordFault fault = checkBoard(record, board); fault != RecordFault::None) return fault;
  if (mends) mendBlemishes(record, board, *mends);
  if (record.extra() == 0) return RecordFault::None;
  return checkExtra(record, countLegal(buildPosition(record, board)), mends);
}

RecordFault openRecord(Record& record, RecordMends* mends, OpenedRecord& opened) {
  Board board;
  if (RecordFault fault = checkBoard(record, board); fault != RecordFault::None) return fault;
  if (mends) mendBlemishes(record, board, *mends);
  opened.position = buildPosition(record, board);
  opened.played = kNoMove;
  if (record.extra() == 0) return RecordFault::None;
  MoveList moves = legalMoves(opened.position);
  if (RecordFault fault = checkExtra(record, moves.size(), mends); fault != RecordFault::None) return fault;
  if (record.extra() == 0) return RecordFault::None;
  Move* played = moves.begin() + (record.extra() - 1);
  std::nth_element(moves.begin(), played, moves.end());
  opened.played = *played;
  return RecordFault::None;
}

Result<Position> unpackRecord(const Record& record) {
  Record copy = record;
  OpenedRecord opened;
  if (RecordFault fault = openRecord(copy, nullptr, opened); fault != RecordFault::None) return Error{sentence(fault)};
  return opened.position;
}

Result<Move> playedMove(const Record& record) {
  Record copy = record;
  OpenedRecord opened;
  if (RecordFault fault = openRecord(copy, nullptr, opened); fault != RecordFault::None) return Error{sentence(fault)};
  return opened.played;
}

const char* toString(RecordFault fault) {
  switch (fault) {
    case RecordFault::None:
      return "none";
    case RecordFault::KingCount:
      return "no or several kings";
    case RecordFault::TooManyPieces:
      return "too many pieces";
    case RecordFault::BadPieceCode:
      return "unknown piece code";
    case RecordFault::BadCastling:
      return "impossible castling rook";
    case RecordFault::PawnOnBackRank:
      return "pawn on rank 1 or 8";
    case RecordFault::BadResult:
      return "result over 2";
    case RecordFault::KingCapturable:
      return "king can be taken";
    case RecordFault::BadMove:
      return "illegal move index";
    case RecordFault::kCount:
      break;
  }
  return "?";
}

}  // namespace tabiya
