// Where the games of a record file begin: from the chunk's .idx beside it, or inferred; and the one rule that says
// which games are held out for validation, so that the trainer and `tabiya-records split` agree.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "records/format.h"

namespace tabiya {

struct GameStarts {
  // The first record of each game, never falling, the first 0; a game of which nothing was kept has its successor's
  // start. Empty for no records.
  std::vector<u64> starts;
  // From the .idx; else inferred from the records.
  bool fromIndex = false;
  // Inferred games are hardly longer than one record: the file was shuffled and has no games. Then `starts` holds every
  // record, and a split goes by recordKey instead.
  bool shuffled = false;
  // The number of the first game in its run (from the manifest), where there is one.
  std::optional<u64> firstGame;
};

// `records` is the whole of the file at `path`. An .idx that is damaged or counts other than `records` is an error.
Result<GameStarts> gameStarts(const std::string& path, std::span<const Record> records);

// Whether `next`, which follows `previous` in a file, belongs to another game: the ply 2 * fullmove + side does not
// grow, the piece count grows, or the result changes.
bool beginsGame(const Record& previous, const Record& next);
std::vector<u64> inferGameStarts(std::span<const Record> records);
// Whether inferred games are too short to be games (under 1.5 records each, of 16 records and more).
bool looksShuffled(u64 records, u64 inferredGames);

// Whether game `number` is held out, when a share (0 to 1) of all games is.
bool gameIsHeldOut(u64 seed, u64 number, double share);
// A hash of record bytes 0 to 24 (position, side and en passant): equal positions have equal keys.
u64 recordKey(const Record& record);
// For shuffled files: whether this record's position is held out.
bool recordIsHeldOut(u64 seed, const Record& record, double share);

}  // namespace tabiya
