#include "trainer/checkpoint.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "engine/base/bytes.h"
#include "engine/base/files.h"

namespace tabiya {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr char kMagic[9] = "TABIYACK";
constexpr u32 kVersion = 1;
// Magic, version, reserved, step, numbers; then three blocks of f32; then xxh3-64 of all before it.
constexpr std::size_t kHeaderBytes = 32;
constexpr std::size_t kCheckBytes = 8;

std::string hex(u64 value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

u64 check(const void* data, std::size_t size) {
  return XXH3_64bits(data, size);
}

std::vector<u8> tensorBytes(const OptimiserState& state) {
  const std::size_t n = state.weights.size();
  std::vector<u8> bytes(kHeaderBytes + 3 * 4 * n + kCheckBytes);
  std::memcpy(bytes.data(), kMagic, 8);
  storeLittle<u32>(&bytes[8], kVersion);
  storeLittle<u32>(&bytes[12], 0);
  storeLittle<u64>(&bytes[16], state.steps);
  storeLittle<u64>(&bytes[24], n);
  u8* to = &bytes[kHeaderBytes];
  for (const std::vector<float>* block : {&state.weights, &state.first, &state.second}) {
    for (const float x : *block) {
      storeLittle<u32>(to, std::bit_cast<u32>(x));
      to += 4;
    }
  }
  storeLittle<u64>(to, check(bytes.data(), bytes.size() - kCheckBytes));
  return bytes;
}

Result<OptimiserState> readTensors(const std::string& path) {
  const auto read = readWholeFile(path);
  if (!read) return Error{read.error()};
  const std::vector<u8>& bytes = *read;
  if (bytes.size() < kHeaderBytes + kCheckBytes || std::memcmp(bytes.data(), kMagic, 8) != 0)
    return Error{path + " is no checkpoint: it does not begin with " + kMagic};
  if (const u32 version = loadLittle<u32>(&bytes[8]); version != kVersion)
    return Error{path + " is a checkpoint of version " + std::to_string(version) + ", expected " +
                 std::to_string(kVersion)};
  const u64 n = loadLittle<u64>(&bytes[24]);
  const u64 room = (bytes.size() - kHeaderBytes - kCheckBytes) / 12;
  if (n != room || bytes.size() != kHeaderBytes + 12 * n + kCheckBytes)
    return Error{path + " is damaged: it has " + std::to_string(bytes.size()) + " bytes, its header speaks of " +
                 std::to_string(n) + " numbers"};
  const u64 found = check(bytes.data(), bytes.size() - kCheckBytes);
  if (const u64 stored = loadLittle<u64>(&bytes[bytes.size() - kCheckBytes]); stored != found)
    return Error{path + " is damaged: its bytes give the check " + hex(found) + ", expected " + hex(stored)};
  OptimiserState state;
  state.steps = loadLittle<u64>(&bytes[16]);
  const u8* from = &bytes[kHeaderBytes];
  for (std::vector<float>* block : {&state.weights, &state.first, &state.second}) {
    block->resize(n);
    for (float& x : *block) {
      x = std::bit_cast<float>(loadLittle<u32>(from));
      from += 4;
    }
  }
  return state;
}

Json toJson(const LossSum& sum) {
  return {{"sum", sum.sum}, {"examples", sum.examples}};
}

LossSum lossSumFrom(const Json& json) {
  return {json.at("sum").get<double>(), json.at("examples").get<u64>()};
}

Json stateJson(const Checkpoint& c) {
  const TrainingState& s = c.state;
  Json json = {
      {"step", s.optimiser.steps},
      {"epoch", s.epoch},
      {"position", s.position},
      {"since_report", toJson(s.sinceReport)},
      {"this_epoch", toJson(s.thisEpoch)},
      {"best_epoch", s.bestEpoch},
      {"best_loss", s.bestEpoch > 0 ? Json(s.bestLoss) : Json()},
      {"random_state", hex(c.randomState)},
      {"log_bytes", c.logBytes},
      {"hidden", c.shape.arch.hidden},
      {"activation", static_cast<int>(c.shape.arch.activation)},
      {"shared_rows", c.shape.sharedRows},
      {"eval_scale_milli", c.shape.arch.evalScaleMilli},
      {"settings", c.settings},
  };
  const std::string text = json.dump();
  json["xxh3"] = hex(check(text.data(), text.size()));
  return json;
}

Result<Checkpoint> parseState(const std::string& path) {
  const auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  Json json = Json::parse(bytes->begin(), bytes->end(), nullptr, false);
  if (!json.is_object() || !json.contains("xxh3")) return Error{path + " is damaged: no JSON object with a check"};
  try {
    const std::string stored = json.at("xxh3").get<std::string>();
    json.erase("xxh3");
    const std::string text = json.dump();
    if (const std::string found = hex(check(text.data(), text.size())); found != stored)
      return Error{path + " is damaged: its contents give the check " + found + ", expected " + stored};
    Checkpoint c;
    TrainingState& s = c.state;
    s.optimiser.steps = json.at("step").get<u64>();
    s.epoch = json.at("epoch").get<u64>();
    s.position = json.at("position").get<u64>();
    s.sinceReport = lossSumFrom(json.at("since_report"));
    s.thisEpoch = lossSumFrom(json.at("this_epoch"));
    s.bestEpoch = json.at("best_epoch").get<u64>();
    if (s.bestEpoch > 0) s.bestLoss = json.at("best_loss").get<double>();
    c.randomState = std::stoull(json.at("random_state").get<std::string>(), nullptr, 16);
    c.logBytes = json.at("log_bytes").get<u64>();
    c.shape.arch.hidden = json.at("hidden").get<int>();
    c.shape.arch.activation = static_cast<Activation>(json.at("activation").get<int>());
    c.shape.arch.evalScaleMilli = json.at("eval_scale_milli").get<int>();
    c.shape.sharedRows = json.at("shared_rows").get<bool>();
    c.settings = json.at("settings");
    return c;
  } catch (const std::exception& e) {
    return Error{path + " is damaged: " + e.what()};
  }
}

std::string nameOf(const TrainingState& state) {
  char name[64];
  std::snprintf(name, sizeof name, "epoch-%04llu-step-%010llu", static_cast<unsigned long long>(state.epoch),
                static_cast<unsigned long long>(state.optimiser.steps));
  return name;
}

// Finished checkpoints, oldest first: their names sort in the order of training.
std::vector<std::string> listCheckpoints(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("epoch-") && !name.ends_with(".part")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// What a killed process left half-written.
void removeParts(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> parts;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".part") parts.push_back(entry.path());
  for (const fs::path& part : parts) fs::remove_all(part, error);
}

}  // namespace

std::string saveCheckpoint(const Checkpoint& checkpoint, const std::string& folder) {
  fs::create_directories(folder);
  removeParts(folder);
  const std::string final = folder + "/" + nameOf(checkpoint.state);
  const std::string part = final + ".part";
  try {
    fs::create_directory(part);
    writeWholeFile(part + "/tensors.bin", tensorBytes(checkpoint.state.optimiser));
    writeWholeFile(part + "/state.json", stateJson(checkpoint).dump(2) + "\n");
    syncDirectory(part);
    fs::remove_all(final);  // only a damaged one can be there: a whole one would have been gone on from
    fs::rename(part, final);
    syncDirectory(folder);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(part, ignored);
    throw;
  }
  std::vector<std::string> names = listCheckpoints(folder);
  const auto newest = std::find(names.begin(), names.end(), nameOf(checkpoint.state));
  // Newer ones are damaged leavings of the same run: it went on from an older one.
  for (auto it = newest + 1; it < names.end(); ++it) fs::remove_all(folder + "/" + *it);
  for (auto it = names.begin(); newest - it >= kKeptCheckpoints; ++it) fs::remove_all(folder + "/" + *it);
  return final;
}

Result<Checkpoint> readCheckpoint(const std::string& directory) {
  auto checkpoint = parseState(directory + "/state.json");
  if (!checkpoint) return checkpoint;
  auto tensors = readTensors(directory + "/tensors.bin");
  if (!tensors) return Error{tensors.error()};
  if (tensors->steps != checkpoint->state.optimiser.steps)
    return Error{directory + " is damaged: tensors.bin is of step " + std::to_string(tensors->steps) +
                 ", state.json of step " + std::to_string(checkpoint->state.optimiser.steps)};
  if (tensors->weights.size() != parameterCount(checkpoint->shape))
    return Error{directory + " is damaged: it holds " + std::to_string(tensors->weights.size()) +
                 " weights, a net of its shape has " + std::to_string(parameterCount(checkpoint->shape))};
  checkpoint->state.optimiser = std::move(*tensors);
  checkpoint->directory = directory;
  return checkpoint;
}

std::optional<Checkpoint> newestCheckpoint(const std::string& folder, std::vector<std::string>& damaged) {
  std::vector<std::string> names = listCheckpoints(folder);
  for (auto it = names.rbegin(); it != names.rend(); ++it) {
    auto checkpoint = readCheckpoint(folder + "/" + *it);
    if (checkpoint) return std::move(*checkpoint);
    damaged.push_back(checkpoint.error());
  }
  return std::nullopt;
}

}  // namespace tabiya
