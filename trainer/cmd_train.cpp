// tabiya-train --data FILES... --out DIR: a training run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "engine/base/command_line.h"
#include "engine/base/interrupt.h"
#include "engine/base/version.h"
#include "records/progress.h"
#include "trainer/commands.h"
#include "trainer/run.h"

namespace tabiya {
namespace {

struct TrainOptions {
  TrainConfig config;
  RunOptions run;
  std::string evalScale = "fit";
  BackendOptions backend;
  bool quiet = false;
};

class Terminal : public RunListener {
 public:
  explicit Terminal(bool quiet) : quiet_(quiet), line_(quiet) {}

  void say(const std::string& line) override {
    if (quiet_) return;
    line_.end();
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
  }
  void warn(const std::string& line) override {
    line_.end();
    std::fprintf(stderr, "tabiya-train: %s\n", line.c_str());
  }
  void conclude(const std::string& line) override {
    line_.end();
    std::printf("%s\n", line.c_str());
  }
  void progress(const std::string& line) override { line_.show(line); }

 private:
  bool quiet_;
  ProgressLine line_;
};

void setEvalScale(TrainOptions& o) {
  if (o.evalScale == "fit") return;
  char* end = nullptr;
  const double value = std::strtod(o.evalScale.c_str(), &end);
  if (o.evalScale.empty() || *end != '\0')
    throw UsageError("--eval-scale is " + o.evalScale + ", expected fit or a number of centipawns");
  o.config.evalScale = value;
}

int train(TrainOptions& o, const std::string& commandLine) {
  if (o.run.data.empty() || o.run.out.empty()) throw UsageError("--data and --out are needed");
  setEvalScale(o);
  if (auto good = checkConfig(o.config); !good) throw UsageError(good.error());
  if (!(o.run.save.seconds >= 0 && o.run.save.seconds <= 1e9))
    throw UsageError(fmt::format("--save-seconds is {}, expected 0 to 1000000000", o.run.save.seconds));
  const ChosenBackend chosen = chooseBackend(o.backend);
  o.run.notes = {{"tool", "tabiya-train"},       {"command", commandLine}, {"made_by", versionLine("tabiya-train")},
                 {"threads", o.backend.threads}, {"backend", chosen.name}, {"data_files", o.run.data}};
  Terminal terminal(o.quiet);
  const auto& stop = watchInterrupts();
  if (!chosen.remark.empty()) terminal.say(chosen.remark);
  const auto makeBackend = [&](const ModelShape& shape) { return chosen.make(shape, o.backend.threads); };
  const LoopEnd end = orFail(runTraining(o.config, o.run, makeBackend, terminal, stop));
  chosen.reportMessages();
  if (end == LoopEnd::Finished) return 0;
  terminal.progress("");
  std::fprintf(stderr, "tabiya-train: stopped, everything is saved; the same command goes on: %s\n",
               commandLine.c_str());
  return kExitInterrupted;
}

}  // namespace

Command addTrainCommand(CLI::App& app, const std::string& commandLine) {
  const auto o = std::make_shared<TrainOptions>();
  TrainConfig& c = o->config;
  app.add_option("--data", o->run.data, "record files (raw or zstd), all of them")->type_name("FILES");
  app.add_option("--out", o->run.out, "the run directory: made, or gone on with")->type_name("DIR");
  app.add_option("--hidden", c.hidden, "hidden neurons a view, a multiple of 16")
      ->check(wholeNumberFault)
      ->capture_default_str();
  app.add_option("--features", c.features, "inputs: plain")->capture_default_str();
  app.add_option("--activation", c.activation, "screlu or crelu")->capture_default_str();
  app.add_option("--epochs", c.epochs, "times that every example is seen")
      ->check(wholeNumberFault)
      ->capture_default_str();
  app.add_option("--batch", c.batch, "examples a step; with little data 1024 learns as much in fewer epochs")
      ->check(wholeNumberFault)
      ->capture_default_str();
  app.add_option("--lr", c.rate, "learning rate")->capture_default_str();
  app.add_option("--lr-drop", c.rateDrop, "what it is multiplied by for the last quarter")->capture_default_str();
  app.add_option("--result-weight", c.resultWeight, "share of the game's result in the target, the rest is the score's")
      ->capture_default_str();
  app.add_option("--eval-scale", o->evalScale, "centipawns a unit of output: fit, or a number")->capture_default_str();
  app.add_option("--validation", c.validation, "share of the games held out")->capture_default_str();
  app.add_option("--seed", c.seed, "of initial weights, order and held-out games")
      ->check(wholeNumberFault)
      ->capture_default_str();
  app.add_option("--decay", c.decay, "weight decay [0.01, without shared rows 0.1]");
  app.add_option("--own-decay", c.ownDecay, "weight decay of own rows [1.0, without shared rows as --decay]");
  app.add_option("--shared-rows", c.sharedRows, "on or off: rows shared by piece, by file and by rank")
      ->type_name("on|off")
      ->default_str("on");
  app.add_option("--copies", c.copies, "on or off: every position also turned left to right")
      ->type_name("on|off")
      ->default_str("on");
  app.add_option("--keep-best", c.keepBest, "on or off: the best epoch by held-out games as best.nnue")
      ->type_name("on|off")
      ->default_str("on");
  app.add_option("--patience", c.patience, "stop after so many epochs without a better one; 0 = never")
      ->check(wholeNumberFault)
      ->capture_default_str();
  app.add_option("--from", o->run.from, "start from these weights: a .nnue file or a checkpoint's directory")
      ->type_name("NET|CHECKPOINT");
  addBackendOptions(app, o->backend);
  app.add_option("--save-seconds", o->run.save.seconds, "seconds between checkpoints within an epoch; 0 = none")
      ->capture_default_str();
  app.add_option("--save-steps", o->run.save.steps, "steps between checkpoints within an epoch; 0 = none")
      ->check(wholeNumberFault)
      ->capture_default_str();
  app.add_flag("--fresh", o->run.fresh, "set an old run in DIR aside and begin anew");
  app.add_flag("--quiet", o->quiet, "no progress: the result alone");
  app.set_config("--config", "", "options from a TOML file");
  return [o, commandLine] { return train(*o, commandLine); };
}

}  // namespace tabiya
