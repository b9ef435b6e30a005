// Manifests, game indexes and checksums of chunks (manifest.h).
#include "records/manifest.h"

#include <xxhash.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/base/bytes.h"
#include "engine/base/files.h"

namespace tabiya {
namespace {

using Json = nlohmann::json;

std::string hex16(u64 value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

// Takes `key` out of an object into `value`; what is missing or of another kind is thrown and named in readManifest.
template <class T>
void take(const Json& object, const char* key, T& value) {
  const auto found = object.find(key);
  if (found == object.end()) throw std::runtime_error(std::string("the key ") + key + " is missing");
  if constexpr (std::is_same_v<T, u64>) {
    if (!found->is_number_unsigned())
      throw std::runtime_error(std::string(key) + " is " + found->dump() + ", expected a whole number");
  }
  try {
    found->get_to(value);
  } catch (const Json::exception&) {
    throw std::runtime_error(std::string(key) + " is " + found->dump() + ", which is of the wrong kind");
  }
}

ChunkManifest fromJson(const Json& json) {
  if (!json.is_object()) throw std::runtime_error("it is no JSON object");
  ChunkManifest m;
  take(json, "chunk", m.chunk);
  take(json, "first_game", m.firstGame);
  take(json, "games", m.games);
  take(json, "positions", m.positions);
  Json results;
  take(json, "results", results);
  take(results, "black_wins", m.results[0]);
  take(results, "draws", m.results[1]);
  take(results, "white_wins", m.results[2]);
  take(json, "end_reasons", m.endReasons);
  take(json, "rejected", m.rejected);
  take(json, "xxh3", m.xxh3);
  take(json, "network", m.network);
  take(json, "build", m.build);
  take(json, "host", m.host);
  take(json, "threads", m.threads);
  take(json, "seconds", m.seconds);
  return m;
}

}  // namespace

Result<ChunkManifest> readManifest(const std::string& path) {
  auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  try {
    return fromJson(Json::parse(bytes->begin(), bytes->end()));
  } catch (const Json::parse_error& error) {
    return Error{path + " is no manifest: damaged JSON at byte " + std::to_string(error.byte)};
  } catch (const std::runtime_error& error) {
    return Error{path + " is no manifest: " + error.what()};
  }
}

void writeManifest(const ChunkManifest& m, const std::string& path) {
  nlohmann::ordered_json json;
  json["chunk"] = m.chunk;
  json["first_game"] = m.firstGame;
  json["games"] = m.games;
  json["positions"] = m.positions;
  json["results"]["white_wins"] = m.results[2];
  json["results"]["draws"] = m.results[1];
  json["results"]["black_wins"] = m.results[0];
  json["end_reasons"] = m.endReasons;
  json["rejected"] = m.rejected;
  json["xxh3"] = m.xxh3;
  json["network"] = m.network;
  json["build"] = m.build;
  json["host"] = m.host;
  json["threads"] = m.threads;
  json["seconds"] = m.seconds;
  // A host's name may be any bytes: what is no UTF-8 is replaced.
  writeWholeFile(path, json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

Result<std::optional<std::vector<u16>>> readGameIndex(const std::string& recordPath) {
  const std::string path = besideChunk(recordPath, ".idx");
  if (!std::filesystem::exists(path)) return std::optional<std::vector<u16>>{};
  auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  if (bytes->size() % 2 != 0) {
    return Error{path + " is damaged: " + std::to_string(bytes->size()) + " bytes, expected two for each game"};
  }
  std::vector<u16> counts(bytes->size() / 2);
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = loadLittle<u16>(bytes->data() + 2 * i);
  return std::optional(std::move(counts));
}

std::string besideChunk(const std::string& recordPath, const std::string& extension) {
  std::string stem = recordPath;
  const auto drop = [&](const std::string& suffix) {
    if (stem.ends_with(suffix)) stem.resize(stem.size() - suffix.size());
  };
  drop(".zst");
  drop(".bin");
  return stem + extension;
}

std::string xxh3Hex(const void* data, std::size_t size) {
  return hex16(XXH3_64bits(data, size));
}

struct Xxh3::State {
  XXH3_state_t* xxh = XXH3_createState();
  ~State() { XXH3_freeState(xxh); }
};

Xxh3::Xxh3() : state_(std::make_unique<State>()) {
  if (!state_->xxh) throw std::bad_alloc();
  XXH3_64bits_reset(state_->xxh);
}
Xxh3::~Xxh3() = default;

void Xxh3::update(const void* data, std::size_t size) {
  XXH3_64bits_update(state_->xxh, data, size);
}

std::string Xxh3::hex() const {
  return hex16(XXH3_64bits_digest(state_->xxh));
}

}  // namespace tabiya
