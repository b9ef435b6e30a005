#include "trainer/report.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "engine/base/files.h"
#include "engine/base/version.h"

namespace tabiya {
namespace {

using Json = nlohmann::json;

Json baselinesJson(const Baselines& b) {
  return {{"average", b.average}, {"material", b.material}, {"material_k", b.materialK}};
}

Json dataJson(const Dataset& data) {
  Json files = Json::array();
  for (const DataFile& file : data.files) {
    files.push_back({{"file", file.path},
                     {"records", file.records},
                     {"xxh3", file.xxh3},
                     {"games", file.games},
                     {"games_from_index", file.gamesFromIndex}});
  }
  return {{"files", files},
          {"training_positions", data.training.size()},
          {"training_games", data.trainingGames},
          {"validation_positions", data.validation.size()},
          {"validation_games", data.validationGames},
          {"split_by_position", data.shuffled},
          {"left_out", data.counts.leftOut()},
          {"mended", data.counts.mended()},
          {"blemishes", data.counts.sentence()}};
}

}  // namespace

Json startJson(const RunFacts& facts, const Dataset& data) {
  return {{"type", "start"},
          {"step", 0},
          {"eval_scale", facts.evalScale},
          {"baselines", baselinesJson(facts.baselines)},
          {"data", dataJson(data)}};
}

Json stepJson(const StepReport& r) {
  return {{"type", "step"},
          {"step", r.step},
          {"epoch", r.epoch},
          {"records", r.examples},
          {"training_loss", r.trainingLoss},
          {"lr", r.learningRate},
          {"records_per_s", r.recordsPerSecond},
          {"waiting", r.waiting}};
}

Json roundingJson(const QuantisationReport& q) {
  return {{"positions", q.positions},
          {"mean_cp", q.meanError},
          {"max_cp", q.maxError},
          {"worst_fen", q.worstFen},
          {"worst_float_cp", q.worstFloat},
          {"worst_integer_cp", q.worstInteger},
          {"clipped_input_weights", q.clippedInputWeights},
          {"clipped_output_weights", q.clippedOutputWeights},
          {"dead_neurons", q.dead},
          {"saturated_neurons", q.saturated},
          {"largest_hidden", q.hiddenBound},
          {"largest_product", q.productBound},
          {"largest_lane", q.laneBound},
          {"no_overflow", q.safe()}};
}

Json epochJson(const EpochReport& report, const std::string& netName, const Network& net,
               const QuantisationReport& rounding) {
  Json line = stepJson(report.at);
  line["type"] = "epoch";
  line["validation_loss"] = report.validationLoss ? Json(*report.validationLoss) : Json();
  line["best"] = report.best;
  line["net"] = netName;
  line["network"] = networkHash(net);
  line["rounding"] = roundingJson(rounding);
  return line;
}

Json madeJson(const RunFacts& facts, const Dataset& data, const Json& epochLine) {
  Json made = {{"made_by", versionLine("tabiya-train")},
               {"settings", facts.settings},
               {"eval_scale", facts.evalScale},
               {"data", dataJson(data)},
               {"baselines", baselinesJson(facts.baselines)}};
  for (const char* key : {"network", "epoch", "step", "training_loss", "validation_loss", "rounding"})
    made[key] = epochLine.at(key);
  return made;
}

Json lastEpochLine(const std::string& logPath) {
  const auto bytes = readWholeFile(logPath);
  Json last;
  if (!bytes) return last;
  std::istringstream lines(std::string(bytes->begin(), bytes->end()));
  for (std::string line; std::getline(lines, line);) {
    Json json = Json::parse(line, nullptr, false);
    if (json.is_object() && json.value("type", "") == "epoch") last = std::move(json);
  }
  return last;
}

namespace {

// How many of the first `size` bytes are whole lines.
u64 wholeLines(const std::string& path, u64 size) {
  const auto bytes = readWholeFile(path);
  if (!bytes) return 0;
  size = std::min<u64>(size, bytes->size());
  while (size > 0 && (*bytes)[size - 1] != '\n') --size;
  return size;
}

}  // namespace

RunLog::RunLog(const std::string& path, u64 keptBytes) : path_(path) {
  fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (fd_ < 0) throw std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
  const off_t size = ::lseek(fd_, 0, SEEK_END);
  bytes_ = keptBytes;
  // Shorter than it was left: something else cut it, perhaps within a line.
  if (const u64 there = static_cast<u64>(std::max<off_t>(size, 0)); there < keptBytes) bytes_ = wholeLines(path, there);
  if (::ftruncate(fd_, static_cast<off_t>(bytes_)) != 0 || ::lseek(fd_, 0, SEEK_END) < 0) {
    const std::string why = std::strerror(errno);
    ::close(fd_);
    throw std::runtime_error("cannot cut " + path + ": " + why);
  }
}

RunLog::~RunLog() {
  ::close(fd_);
}

void RunLog::write(const Json& line) {
  const std::string text = line.dump() + "\n";
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t put = ::write(fd_, text.data() + done, text.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throw std::runtime_error("cannot write " + path_ + ": " + std::strerror(errno));
    done += static_cast<std::size_t>(put);
  }
  bytes_ += text.size();
}

u64 RunLog::sync() {
  if (::fsync(fd_) != 0) throw std::runtime_error("cannot write " + path_ + ": " + std::strerror(errno));
  return bytes_;
}

}  // namespace tabiya
