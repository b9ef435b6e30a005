// bulletformat and text lines (convert.h; the layouts are in README.md).
#include "records/convert.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <vector>

#include "engine/board/fen.h"

namespace tabiya {
namespace {

constexpr std::size_t kCodesAt = 8, kScoreAt = 24, kResultAt = 26, kOwnKingAt = 27, kOtherKingAt = 28;
constexpr int kOpponentBit = 8;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto from = text.find_first_not_of(kBlanks);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(kBlanks) - from + 1);
}

std::string quoted(std::string_view text) {
  std::string q = "'";
  q += text;
  q += '\'';
  return q;
}

Result<GameResult> readResult(std::string_view text) {
  std::string_view bare = text;
  if (bare.size() > 2 && bare.front() == '[' && bare.back() == ']') bare = trimmed(bare.substr(1, bare.size() - 2));
  for (std::string_view form : {"1.0", "1", "1-0"})
    if (bare == form) return GameResult::WhiteWins;
  for (std::string_view form : {"0.5", "1/2", "1/2-1/2"})
    if (bare == form) return GameResult::Draw;
  for (std::string_view form : {"0.0", "0", "0-1"})
    if (bare == form) return GameResult::BlackWins;
  return Error{"the result is " + quoted(text) + ", expected 1.0, 0.5 or 0.0"};
}

Result<int> readScore(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int score = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), score);
  if (error != std::errc() || end != digits.data() + digits.size())
    return Error{"the score is " + quoted(text) + ", expected a whole number of centipawns"};
  return score;
}

}  // namespace

BulletRecord toBullet(const Record& record) {
  const Color us = record.sideToMove();
  // Black's view turns the board upside down, which also turns the order of the ranks.
  std::array<Piece, 64> board;
  board.fill(Piece::None);
  record.forEachPiece([&](Piece piece, Square square) { board[index(relativeTo(us, square))] = piece; });

  BulletRecord bullet{};
  u64 occupied = 0;
  int i = 0;
  for (int at = 0; at < 64; ++at) {
    if (board[at] == Piece::None) continue;
    occupied |= 1ULL << at;
    const bool own = colorOf(board[at]) == us;
    const int code = index(typeOf(board[at])) | (own ? 0 : kOpponentBit);
    bullet[kCodesAt + i / 2] = static_cast<u8>(bullet[kCodesAt + i / 2] | code << (4 * (i & 1)));
    ++i;
    if (typeOf(board[at]) != PieceType::King) continue;
    bullet[own ? kOwnKingAt : kOtherKingAt] = static_cast<u8>(own ? at : at ^ 56);
  }
  storeLittle<u64>(bullet.data(), occupied);
  const int score = std::clamp(record.score().forSide(us), -32767, 32767);
  storeLittle<i16>(&bullet[kScoreAt], static_cast<i16>(score));
  bullet[kResultAt] = static_cast<u8>(us == Color::White ? record.resultCode() : 2 - record.resultCode());
  return bullet;
}

Result<Record> fromBullet(std::span<const u8, 32> bytes) {
  // The same bytes but for the places of score and result: a record that lacks its rights and clocks.
  Record record;
  std::copy_n(bytes.begin(), kScoreAt, record.bytes.begin());
  record.bytes[24] = kNoEnPassantCode;
  storeLittle<u16>(&record.bytes[26], 1);
  const int score = loadLittle<i16>(&bytes[kScoreAt]);
  storeLittle<i16>(&record.bytes[28], static_cast<i16>(std::max(score, -32767)));
  record.bytes[30] = bytes[kResultAt];
  for (int i = 0; i < record.occupied().count() && i < 32; ++i)
    if ((record.code(i) & 7) == kCastlingRookCode) return Error{"a piece has the code 6 or 14, which bullet has not"};
  RecordMends mends;
  if (auto fault = checkRecord(record, &mends); fault != RecordFault::None) return Error{toString(fault)};
  const auto king = [&](int code) {
    int at = -1;
    record.forEachPiece([&](Piece piece, Square square) { at = index(piece) == code ? index(square) : at; });
    return at;
  };
  if (king(index(PieceType::King)) != bytes[kOwnKingAt] ||
      (king(index(PieceType::King) | kOpponentBit) ^ 56) != bytes[kOtherKingAt])
    return Error{"king squares that are not where the kings stand"};
  return record;
}

std::string toText(const Record& record) {
  const auto position = unpackRecord(record);
  assert(position.ok());
  constexpr std::array<const char*, 3> kResults{" | 0.0", " | 0.5", " | 1.0"};
  std::string text = writeFen(*position);
  text += " | ";
  text += std::to_string(record.score().cp);
  text += kResults[record.resultCode()];
  return text;
}

Result<Record> fromText(std::string_view line) {
  // Cut at the bars first: a result is looked for in its own field only, never in the FEN.
  std::vector<std::string_view> fields;
  for (std::size_t from = 0;;) {
    const std::size_t bar = line.find('|', from);
    fields.push_back(trimmed(line.substr(from, bar == std::string_view::npos ? bar : bar - from)));
    if (bar == std::string_view::npos) break;
    from = bar + 1;
  }
  if (fields.size() != 3)
    return Error{std::to_string(fields.size()) + " fields between bars, expected FEN | score | result"};
  auto position = readFen(fields[0]);
  if (!position) return Error{position.error()};
  auto score = readScore(fields[1]);
  if (!score) return Error{score.error()};
  auto result = readResult(fields[2]);
  if (!result) return Error{result.error()};
  Record record = packRecord(*position, WhiteScore{*score}, *result);
  if (auto fault = checkRecord(record, nullptr); fault != RecordFault::None) return Error{toString(fault)};
  return record;
}

}  // namespace tabiya
