#include "datagen/replay.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>

#include "datagen/run.h"
#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "engine/board/fen.h"
#include "records/reader.h"

namespace tabiya {
namespace {

Result<std::vector<Record>> readChunkInWork(const std::string& path) {
  const auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  std::vector<Record> records(bytes->size() / kRecordSize);
  if (!records.empty()) std::memcpy(records.data(), bytes->data(), records.size() * kRecordSize);
  return records;
}

Result<std::vector<u16>> readIndex(const std::string& path) {
  const auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  std::vector<u16> counts(bytes->size() / 2);
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = loadLittle<u16>(&(*bytes)[2 * i]);
  return counts;
}

}  // namespace

std::optional<std::size_t> endOfLoggedGame(const std::vector<u8>& bytes, std::size_t offset) {
  for (offset += kRecordSize; offset + 4 <= bytes.size();) {
    const bool last = loadLittle<u32>(&bytes[offset]) == 0;
    offset += 4;
    if (last) return offset;
  }
  return std::nullopt;
}

Result<StoredGame> readStoredGame(const std::string& directory, const RunSettings& settings, u64 number) {
  const auto chunk = RunPlan(settings).chunkOf(number);
  if (!chunk)
    return Error{fmt::format("game {} is not in the run in {}, which begins with game {}{}", number, directory,
                             settings.firstGame,
                             settings.games ? fmt::format(" and has {} games", *settings.games) : "")};
  StoredGame game;
  game.file = chunkFile(directory, chunk->chunk, recordExtension(settings.form()));
  const bool complete = std::filesystem::exists(game.file);
  if (!complete) game.file = chunkFile(directory, chunk->chunk, ".part");
  if (!complete && !std::filesystem::exists(game.file))
    return Error{fmt::format("game {} of the run in {} is not played yet", number, directory)};
  auto records = complete ? readRecordFile(game.file) : readChunkInWork(game.file);
  if (!records) return Error{records.error()};
  const std::string beside = complete ? "" : ".part";
  const auto counts = readIndex(chunkFile(directory, chunk->chunk, beside + ".idx"));
  if (!counts) return Error{counts.error()};

  const u64 place = number - chunk->firstGame;
  if (place >= counts->size())
    return Error{fmt::format("game {} of the run in {} is not played yet", number, directory)};
  u64 first = 0;
  for (u64 i = 0; i < place; ++i) first += (*counts)[i];
  if (first + (*counts)[place] > records->size())
    return Error{fmt::format("{} has {} records; its index puts game {} at {} to {}", game.file, records->size(),
                             number, first, first + (*counts)[place])};
  const auto begin = records->begin() + static_cast<std::ptrdiff_t>(first);
  game.records.assign(begin, begin + (*counts)[place]);

  if (settings.game.gameLog) {
    const std::string path = chunkFile(directory, chunk->chunk, beside + ".vf");
    const auto log = readWholeFile(path);
    if (!log) return Error{log.error()};
    std::size_t from = 0;
    for (u64 i = 0;; ++i) {
      const auto to = endOfLoggedGame(*log, from);
      if (!to) return Error{fmt::format("{} ends within game {}", path, chunk->firstGame + i)};
      if (i == place) {
        game.log.assign(log->begin() + static_cast<std::ptrdiff_t>(from),
                        log->begin() + static_cast<std::ptrdiff_t>(*to));
        break;
      }
      from = *to;
    }
  }
  return game;
}

std::string differenceTo(const StoredGame& stored, const PlayedGame& played) {
  const auto shown = [](const Record& record) {
    const auto position = unpackRecord(record);
    return fmt::format("{}, score {}, result {}", position ? writeFen(*position) : position.error(), record.score().cp,
                       record.resultCode());
  };
  const std::size_t both = std::min(stored.records.size(), played.records.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (stored.records[i] == played.records[i]) continue;
    return fmt::format("record {} is {} in {}, and {} played again", i, shown(stored.records[i]), stored.file,
                       shown(played.records[i]));
  }
  if (stored.records.size() != played.records.size())
    return fmt::format("{} holds {} records of it, and {} come of playing it again", stored.file, stored.records.size(),
                       played.records.size());
  if (stored.log != played.log)
    return fmt::format("the records are equal, but the game log beside {} differs", stored.file);
  return "";
}

}  // namespace tabiya
