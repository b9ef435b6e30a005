#include "datagen/chunk.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "records/writer.h"

namespace tabiya {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWorkRecords = ".part";
constexpr const char* kWorkIndex = ".part.idx";
constexpr const char* kWorkFacts = ".part.log";
constexpr const char* kWorkLog = ".part.vf";

// One line of the facts file: a game's facts and the hashes of its bytes, closed by the hash of the line itself.
struct FactsLine {
  GameFacts facts;
  std::string recordHash;
  u64 logBytes = 0;
  std::string logHash;
};

std::string writeLine(const FactsLine& line) {
  const GameFacts& f = line.facts;
  std::string text = fmt::format("{} {} {} {} {} {} {} {} {} {} {}", f.number, f.records, static_cast<int>(f.result),
                                 static_cast<int>(f.end), f.plies, f.nodes, f.depths, f.milliseconds, line.recordHash,
                                 line.logBytes, line.logHash);
  for (const u32 count : f.rejected) text += fmt::format(" {}", count);
  return text + " " + xxh3Hex(text.data(), text.size()) + "\n";
}

// `text` without its line end; nothing when it is not a whole line of ours.
std::optional<FactsLine> readLine(std::string_view text) {
  const std::size_t blank = text.rfind(' ');
  if (blank == std::string_view::npos || text.substr(blank + 1) != xxh3Hex(text.data(), blank)) return std::nullopt;
  std::istringstream words{std::string(text.substr(0, blank))};
  FactsLine line;
  GameFacts& f = line.facts;
  unsigned result = 0, end = 0;
  words >> f.number >> f.records >> result >> end >> f.plies >> f.nodes >> f.depths >> f.milliseconds >>
      line.recordHash >> line.logBytes >> line.logHash;
  for (u32& count : f.rejected) words >> count;
  if (!words || result > 2 || end >= kEndReasons) return std::nullopt;
  f.result = static_cast<GameResult>(result);
  f.end = static_cast<EndReason>(end);
  return line;
}

// A work file's bytes; one that is not there is empty.
std::vector<u8> bytesOf(const std::string& path) {
  if (!fs::exists(path)) return {};
  auto bytes = readWholeFile(path);
  if (!bytes) throw std::runtime_error(bytes.error());
  return std::move(*bytes);
}

void removeWork(const std::string& directory, u64 chunk) {
  for (const char* extension : {kWorkRecords, kWorkIndex, kWorkFacts, kWorkLog}) {
    const std::string path = chunkFile(directory, chunk, extension);
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
      throw std::runtime_error("cannot remove " + path + ": " + std::strerror(errno));
  }
}

// Whether the `size` bytes at `offset` are there and have this hash.
bool holds(const std::vector<u8>& bytes, u64 offset, u64 size, const std::string& hash) {
  return size <= bytes.size() && offset <= bytes.size() - size && xxh3Hex(bytes.data() + offset, size) == hash;
}

}  // namespace

std::string chunkFile(const std::string& directory, u64 chunk, const std::string& extension) {
  return fmt::format("{}/chunk-{:05}{}", directory, chunk, extension);
}

std::string recordExtension(const ChunkForm& form) {
  return form.compress ? ".bin.zst" : ".bin";
}

Result<std::optional<ChunkManifest>> completeChunk(const std::string& directory, const ChunkPlan& plan,
                                                   const ChunkForm& form) {
  const std::string records = chunkFile(directory, plan.chunk, recordExtension(form));
  if (!fs::exists(records)) return std::optional<ChunkManifest>{};
  if (!fs::is_regular_file(records)) return Error{records + " is no regular file, so it holds no records"};
  const std::string log = chunkFile(directory, plan.chunk, ".vf");
  if (form.gameLog && !fs::exists(log))
    return Error{fmt::format("{} is missing; without {} too the same command plays the chunk again", log, records)};
  const std::string path = chunkFile(directory, plan.chunk, ".json");
  auto manifest = readManifest(path);
  if (!manifest) return Error{manifest.error()};
  if (manifest->chunk != plan.chunk || manifest->firstGame != plan.firstGame || manifest->games > plan.games)
    return Error{fmt::format("{} states chunk {} with {} games from {}; expected chunk {} with {} games from {}", path,
                             manifest->chunk, manifest->games, manifest->firstGame, plan.chunk, plan.games,
                             plan.firstGame)};
  const auto index = readGameIndex(records);
  if (!index) return Error{index.error()};
  u64 positions = 0;
  if (*index)
    for (const u16 n : **index) positions += n;
  if (!*index || (*index)->size() != manifest->games || positions != manifest->positions)
    return Error{fmt::format("{} holds {} games with {} positions, but {} states {} and {}",
                             chunkFile(directory, plan.chunk, ".idx"), *index ? (*index)->size() : 0, positions, path,
                             manifest->games, manifest->positions)};
  if (!form.compress && fs::file_size(records) != positions * kRecordSize)
    return Error{fmt::format("{} has {} bytes; its manifest states {} positions, which are {} bytes", records,
                             fs::file_size(records), positions, positions * kRecordSize)};
  removeWork(directory, plan.chunk);
  return std::optional<ChunkManifest>(std::move(*manifest));
}

ChunkInWork::ChunkInWork(const std::string& directory, const ChunkPlan& plan, const ChunkForm& form)
    : directory_(directory),
      plan_(plan),
      form_(form),
      records_(name(kWorkRecords)),
      index_(name(kWorkIndex)),
      facts_(name(kWorkFacts)) {
  if (form_.gameLog) log_.emplace(name(kWorkLog));
  recover();
}

void ChunkInWork::recover() {
  const std::vector<u8> records = bytesOf(name(kWorkRecords));
  const std::vector<u8> index = bytesOf(name(kWorkIndex));
  const std::vector<u8> facts = bytesOf(name(kWorkFacts));
  const std::vector<u8> log = form_.gameLog ? bytesOf(name(kWorkLog)) : std::vector<u8>{};
  const std::string_view text(reinterpret_cast<const char*>(facts.data()), facts.size());

  u64 lineAt = 0, recordsAt = 0, logAt = 0;
  while (!full()) {
    const std::size_t lineEnd = text.find('\n', lineAt);
    if (lineEnd == std::string_view::npos) break;
    const auto line = readLine(text.substr(lineAt, lineEnd - lineAt));
    if (!line || line->facts.number != nextGame()) break;
    const u64 indexAt = 2 * tally_.games;
    if (index.size() < indexAt + 2 || loadLittle<u16>(&index[indexAt]) != line->facts.records) break;
    const u64 size = line->facts.records * kRecordSize;
    if (!holds(records, recordsAt, size, line->recordHash)) break;
    if (form_.gameLog && !holds(log, logAt, line->logBytes, line->logHash)) break;
    tally_.add(line->facts);
    recordsAt += size;
    logAt += line->logBytes;
    lineAt = lineEnd + 1;
  }
  records_.cutTo(recordsAt);
  index_.cutTo(2 * tally_.games);
  facts_.cutTo(lineAt);
  if (log_) log_->cutTo(logAt);
}

GameFacts ChunkInWork::append(const PlayedGame& game, u64 milliseconds) {
  assert(game.number == nextGame() && !full());
  FactsLine line;
  line.facts = factsOf(game, milliseconds);
  const std::size_t size = game.records.size() * kRecordSize;
  line.recordHash = xxh3Hex(game.records.data(), size);
  line.logBytes = game.log.size();
  line.logHash = xxh3Hex(game.log.data(), game.log.size());
  u8 count[2];
  storeLittle(count, line.facts.records);

  records_.append(game.records.data(), size);
  if (log_) log_->append(game.log.data(), game.log.size());
  index_.append(count, sizeof count);
  const std::string text = writeLine(line);
  facts_.append(text.data(), text.size());
  tally_.add(line.facts);
  return line.facts;
}

void ChunkInWork::sync() {
  records_.sync();
  index_.sync();
  facts_.sync();
  if (log_) log_->sync();
}

ChunkManifest ChunkInWork::finish(const ChunkOrigin& origin) {
  sync();
  const std::vector<u8> bytes = bytesOf(name(kWorkRecords));
  if (bytes.size() != tally_.positions * kRecordSize)
    throw std::runtime_error(fmt::format("{} has {} bytes where {} were written", name(kWorkRecords), bytes.size(),
                                         tally_.positions * kRecordSize));
  ChunkManifest manifest;
  manifest.chunk = plan_.chunk;
  manifest.firstGame = plan_.firstGame;
  fillManifest(tally_, manifest);
  manifest.xxh3 = xxh3Hex(bytes.data(), bytes.size());
  manifest.network = origin.network;
  manifest.build = origin.build;
  manifest.host = origin.host;
  manifest.threads = origin.threads;

  writeWholeFile(name(".idx"), bytesOf(name(kWorkIndex)));
  if (log_) writeWholeFile(name(".vf"), bytesOf(name(kWorkLog)));
  writeManifest(manifest, name(".json"));
  const std::string final = name(recordExtension(form_));
  if (form_.compress) {
    std::vector<Record> records(tally_.positions);
    if (!bytes.empty()) std::memcpy(records.data(), bytes.data(), bytes.size());
    RecordWriter writer(final, RecordWriter::Form::Zstd);
    writer.write(records);
    writer.finish();
  } else {
    if (std::rename(name(kWorkRecords).c_str(), final.c_str()) != 0)
      throw std::runtime_error("cannot write " + final + ": " + std::strerror(errno));
    syncDirectory(directory_);
  }
  removeWork(directory_, plan_.chunk);
  return manifest;
}

}  // namespace tabiya
