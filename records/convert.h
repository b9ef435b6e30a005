// Records as other programs' formats: bulletformat (32 bytes from the side to move's view) and text lines.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "records/format.h"

namespace tabiya {

using BulletRecord = std::array<u8, 32>;

// Castling, en passant, clocks and the colours are lost: bullet knows only "own" and "opponent's".
BulletRecord toBullet(const Record& record);
// As a record with White to move (the colours are lost), no rights and fullmove number 1.
Result<Record> fromBullet(std::span<const u8, 32> bytes);

// "FEN | score | result" of a good record, White's side, the result 1.0, 0.5 or 0.0; without a line end.
std::string toText(const Record& record);
// Reads what toText writes; the result may also be 1, 1/2, 0, 1-0, 1/2-1/2, 0-1, or any of these in brackets.
Result<Record> fromText(std::string_view line);

}  // namespace tabiya
