#include "trainer/run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "engine/base/files.h"
#include "records/manifest.h"
#include "records/run_directory.h"
#include "trainer/checkpoint.h"
#include "trainer/progress.h"
#include "trainer/report.h"

namespace tabiya {
namespace {

using Json = nlohmann::json;
constexpr std::size_t kRoundingPositions = 1000;

// Weights to start from, and what they are whatever their file's name.
struct StartWeights {
  std::vector<float> parameters;
  std::string xxh3;
};

// Another scale means other units of the output: y * scale centipawns stay what they were.
void rescaleOutputs(std::vector<float>& parameters, const ModelShape& shape, double factor) {
  const std::size_t h = static_cast<std::size_t>(shape.arch.hidden);
  const std::size_t first = static_cast<std::size_t>(rowsOf(shape).outputs) * h;
  for (std::size_t i = first; i < first + 2 * h; ++i)
    parameters[i] = clipWeight(static_cast<float>(static_cast<double>(parameters[i]) * factor));
  parameters.back() = static_cast<float>(static_cast<double>(parameters.back()) * factor);
}

// Reads --from: weights in `shape`, at `shape`'s eval scale.
Result<StartWeights> readStart(const std::string& from, const ModelShape& shape) {
  StartWeights start;
  NetArch arch;
  if (std::filesystem::is_directory(from)) {
    const auto checkpoint = readCheckpoint(from);
    if (!checkpoint) return Error{checkpoint.error()};
    const std::vector<float>& weights = checkpoint->state.optimiser.weights;
    arch = checkpoint->shape.arch;
    start.xxh3 = xxh3Hex(weights.data(), weights.size() * sizeof(float));
    if (checkpoint->shape.sharedRows == shape.sharedRows) {
      start.parameters = weights;
    } else if (arch.hidden == shape.arch.hidden) {
      const std::size_t h = static_cast<std::size_t>(arch.hidden);
      const MatrixRows rows = rowsOf(checkpoint->shape);
      const std::span<const float> all(weights);
      start.parameters = parametersFromPlain(
          shape, mergedRows<float>(checkpoint->shape, all), all.subspan(static_cast<std::size_t>(rows.biases) * h, h),
          all.subspan(static_cast<std::size_t>(rows.outputs) * h, 2 * h), all.back());
    }
  } else {
    const auto net = readNetworkFile(from);
    if (!net) return Error{net.error()};
    arch = net->arch;
    const std::vector<u8> bytes = writeNetwork(*net);
    start.xxh3 = xxh3Hex(bytes.data(), bytes.size());
    if (arch.features == FeatureSet::Plain && arch.outputBuckets == 1 && arch.hidden == shape.arch.hidden)
      start.parameters = dequantise(shape, *net);
  }
  NetArch expected = shape.arch;
  expected.evalScaleMilli = arch.evalScaleMilli;
  if (arch != expected)
    return Error{from + " has another shape (hidden " + std::to_string(arch.hidden) +
                 (arch.activation == Activation::CReLU ? ", crelu" : ", screlu") +
                 ") than this run; give the same --hidden, --features and --activation"};
  rescaleOutputs(start.parameters, shape, static_cast<double>(arch.evalScaleMilli) / shape.arch.evalScaleMilli);
  return start;
}

Json dataSettings(const Dataset& data) {
  Json files = Json::array();
  for (const DataFile& file : data.files) files.push_back({{"records", file.records}, {"xxh3", file.xxh3}});
  return files;
}

// Turns the loop's reports into log lines, nets, checkpoints and progress.
class Recorder : public TrainingObserver {
 public:
  Recorder(const TrainConfig& config, const RunDirectory& run, const ModelShape& shape, const RunFacts& facts,
           const Dataset& data, RunListener& listener, u64 keptLogBytes, std::string lastCheckpoint)
      : config_(config),
        run_(run),
        shape_(shape),
        facts_(facts),
        data_(data),
        listener_(listener),
        sample_(spreadSample(data.validation.size() >= kRoundingPositions ? data.validation : data.training,
                             kRoundingPositions)),
        log_(run.file("log.jsonl"), keptLogBytes),
        lastCheckpoint_(std::move(lastCheckpoint)) {
    if (keptLogBytes == 0) log_.write(startJson(facts, data));
  }

  void onStep(const StepReport& report) override {
    log_.write(stepJson(report));
    listener_.progress(stepText(report));
  }

  void onEpoch(const EpochReport& report, const TrainingState& state) override {
    const std::string name = "net-epoch-" + std::to_string(report.at.epoch) + ".nnue";
    const Network net = quantise(shape_, state.optimiser.weights);
    const QuantisationReport rounding = compareQuantised(shape_, state.optimiser.weights, net, sample_);
    const Json line = epochJson(report, name, net, rounding);
    writeNetworkFile(net, run_.file(name));
    if (report.best && config_.keepBest) writeNet("best", net, line);
    log_.write(line);
    lastNet_ = net;
    lastLine_ = line;
    listener_.say(epochText(report));
    listener_.say(roundingText(name, rounding));
  }

  void onSave(const TrainingState& state) override {
    Checkpoint checkpoint{state, shape_, facts_.settings, epochRandomState(config_.seed, state.epoch), log_.sync(), {}};
    lastCheckpoint_ = saveCheckpoint(checkpoint, run_.file("checkpoints"));
  }

  const std::string& lastCheckpoint() const { return lastCheckpoint_; }

  // The last epoch's net is the final one. An earlier process may have finished that epoch: its line is in the log.
  void finish(const TrainingState& state) {
    if (lastLine_.is_null()) {
      lastLine_ = lastEpochLine(run_.file("log.jsonl"));
      lastNet_ = quantise(shape_, state.optimiser.weights);
    }
    if (lastLine_.is_null() || lastLine_.at("epoch") != state.epoch)
      throw std::runtime_error(run_.file("log.jsonl") +
                               " has lost the line of the last epoch; begin again with --fresh");
    writeNet("final", lastNet_, lastLine_);
  }

 private:
  void writeNet(const std::string& name, const Network& net, const Json& line) {
    writeNetworkFile(net, run_.file(name + ".nnue"));
    writeWholeFile(run_.file(name + ".json"), madeJson(facts_, data_, line).dump(2) + "\n");
  }

  const TrainConfig& config_;
  const RunDirectory& run_;
  const ModelShape& shape_;
  const RunFacts& facts_;
  const Dataset& data_;
  RunListener& listener_;
  const std::vector<Record> sample_;
  RunLog log_;
  Network lastNet_;
  Json lastLine_;
  std::string lastCheckpoint_;
};

// Something may have damaged the best net since it was written: the same one lies under its epoch's name.
Result<void> restoreBest(const RunDirectory& run, u64 epoch) {
  if (readNetworkFile(run.file("best.nnue"))) return {};
  const auto net = readNetworkFile(run.file("net-epoch-" + std::to_string(epoch) + ".nnue"));
  if (!net) return Error{net.error() + ", so " + run.file("best.nnue") + " cannot be made again; begin with --fresh"};
  writeNetworkFile(*net, run.file("best.nnue"));
  return {};
}

// A device that fails loses the steps since the last checkpoint, and nothing else.
Error deviceFailure(const DeviceError& error, const std::string& checkpoint) {
  const std::string saved = checkpoint.empty()
                                ? "no checkpoint was saved yet; the same command begins again"
                                : "the last checkpoint is " + checkpoint + ", and the same command goes on from it";
  return Error{std::string(error.what()) + "; " + saved + " (also with another --device, or --backend cpu)"};
}

}  // namespace

Result<LoopEnd> runTraining(TrainConfig config, const RunOptions& options, const MakeBackend& makeBackend,
                            RunListener& listener, const std::atomic<bool>& stop) {
  if (auto checked = checkConfig(config); !checked) return Error{checked.error()};
  auto loaded = loadDataset(options.data, config.validation, config.seed);
  if (!loaded) return Error{loaded.error()};
  Dataset& data = *loaded;

  RunFacts facts;
  // Rounded to the thousandth that the net's file keeps.
  facts.evalScale = config.evalScale ? std::round(*config.evalScale * 1000) / 1000 : fitEvalScale(data.training);
  ModelShape shape = shapeOf(config);
  shape.arch.evalScaleMilli = static_cast<int>(std::lround(facts.evalScale * 1000));
  data.setTargets(config.resultWeight, facts.evalScale);

  TrainingState state;
  if (options.from.empty()) {
    state.optimiser = freshOptimiser(initialParameters(shape, config.seed));
  } else {
    auto start = readStart(options.from, shape);
    if (!start) return Error{start.error()};
    config.from = start->xxh3;
    state.optimiser = freshOptimiser(std::move(start->parameters));
  }

  facts.settings = settingsJson(config);
  facts.settings["data"] = dataSettings(data);
  auto run = RunDirectory::open(options.out, facts.settings, options.notes, options.fresh);
  if (!run) return Error{run.error()};
  facts.baselines = fitBaselines(data);
  listener.say(startText(facts, data, config));

  std::vector<std::string> damaged;
  const std::string folder = run->file("checkpoints");
  auto checkpoint = run->continued() ? newestCheckpoint(folder, damaged) : std::nullopt;
  for (const std::string& sentence : damaged) listener.warn(sentence + "; going on from an older checkpoint");
  u64 logBytes = 0;
  std::string lastCheckpoint;
  if (checkpoint) {
    if (checkpoint->shape != shape || checkpoint->settings != facts.settings)
      return Error{folder + " holds a checkpoint of other settings than " + run->file("run.json")};
    state = std::move(checkpoint->state);
    logBytes = checkpoint->logBytes;
    lastCheckpoint = checkpoint->directory;
    if (checkpoint->randomState != epochRandomState(config.seed, state.epoch))
      return Error{folder + " holds a checkpoint whose random state is not this run's"};
    listener.say("going on after step " + std::to_string(state.optimiser.steps) + ", " + std::to_string(state.epoch) +
                 " epochs done");
  }

  Recorder recorder(config, *run, shape, facts, data, listener, logBytes, lastCheckpoint);
  const Result<LoopEnd> end = [&]() -> Result<LoopEnd> {
    try {
      const std::unique_ptr<Backend> backend = makeBackend(shape);
      return runLoop(config, data, *backend, state, options.save, recorder, stop);
    } catch (const DeviceError& error) {
      return deviceFailure(error, recorder.lastCheckpoint());
    }
  }();
  if (!end || *end == LoopEnd::Interrupted) return end;
  recorder.finish(state);
  if (state.bestEpoch > 0) {
    if (config.keepBest) {
      if (auto whole = restoreBest(*run, state.bestEpoch); !whole) return Error{whole.error()};
    }
    listener.conclude("best epoch " + std::to_string(state.bestEpoch) + ", " + verdictText(facts, state.bestLoss));
    listener.conclude("nets: " + (config.keepBest ? run->file("best.nnue") + " and " : "") + run->file("final.nnue"));
  } else {
    listener.conclude("net: " + run->file("final.nnue") + " (nothing was held out to judge it by)");
  }
  return end;
}

}  // namespace tabiya
