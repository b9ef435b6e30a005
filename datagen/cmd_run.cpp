// tabiya-datagen: options, the run directory, and what is said while games are played.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "datagen/commands.h"
#include "datagen/panel.h"
#include "datagen/progress.h"
#include "datagen/progress_log.h"
#include "datagen/run.h"
#include "engine/base/command_line.h"
#include "engine/base/interrupt.h"
#include "engine/base/version.h"

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double kLogSeconds = 10;

// A soft limit still needs a hard one: an iteration may grow without end.
constexpr u64 kHardPerSoft = 10;

struct Options {
  std::string out;
  RunSettings settings;
  RunSources sources;
  std::string maxStartScore = "200";
  int threads = 0;  // 0: all cores
  bool fresh = false;
  bool nodesGiven = false;
  std::optional<u64> shard;
  std::optional<u64> shards;
};

// Shows, logs and warns while the run goes.
class Narrator : public RunObserver {
 public:
  Narrator(const RunPlan& plan, const std::string& logPath)
      : progress_(plan.games(), plan.positions()), log_(logPath) {}

  void begun(const Tally& before) override {
    progress_.begun(before);
    if (before.games > 0)
      fmt::print("going on after {} with {}\n", counted(before.games, "game"), counted(before.positions, "position"));
    std::fflush(stdout);
  }
  void gameWritten(const PlayedGame& game, const GameFacts& facts) override { progress_.add(game, facts); }
  void chunkFinished(const ChunkManifest&) override {}
  void tick() override {
    for (const std::string& alarm : progress_.newAlarms()) panel_.say("ALARM: " + alarm);
    if (panel_.due()) panel_.show(progress_.panel(seconds()), progress_.line(seconds()));
    if (seconds() - logged_ >= kLogSeconds) log();
  }
  void stopping() override {
    panel_.say("finishing the running games; once more stops at once (and loses them, nothing else)");
  }

  // The last panel and the last line of the log.
  void end() {
    if (progress_.session().games == 0) return;
    log();
    if (panel_.onTerminal()) panel_.show(progress_.panel(seconds()), "");
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  const RunProgress& progress() const { return progress_; }

 private:
  void log() {
    logged_ = seconds();
    log_.add(progress_.jsonLine(logged_));
  }

  Clock::time_point start_ = Clock::now();
  RunProgress progress_;
  ProgressLog log_;
  Panel panel_;
  double logged_ = 0;
};

int failed(const std::string& sentence) {
  fmt::print(stderr, "tabiya-datagen: {}\n", sentence);
  return 1;
}

std::string hostName() {
  char name[256] = "";
  if (::gethostname(name, sizeof name - 1) != 0) return "unknown";
  return name;
}

std::optional<u64> environmentNumber(const char* name) {
  const char* text = std::getenv(name);
  if (!text || !*text) return std::nullopt;
  return readWholeNumber(text);
}

// A Slurm job array is a set of shards, from its first number on, in its step.
void takeShards(Options& options) {
  RunSettings& s = options.settings;
  const auto id = environmentNumber("SLURM_ARRAY_TASK_ID");
  const auto count = environmentNumber("SLURM_ARRAY_TASK_COUNT");
  const bool isTask = std::getenv("SLURM_ARRAY_TASK_ID") != nullptr;
  if (!options.shard && !options.shards && isTask) {
    // Every task of the array would play the whole run.
    if (!id || !count)
      throw UsageError{
          "this is a task of a Slurm job array, but SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT are not "
          "both numbers; give --shard and --shards"};
    const u64 first = environmentNumber("SLURM_ARRAY_TASK_MIN").value_or(0);
    const u64 step = std::max<u64>(1, environmentNumber("SLURM_ARRAY_TASK_STEP").value_or(1));
    options.shard = (*id - first) / step;
    options.shards = count;
  }
  if (options.shard.has_value() != options.shards.has_value()) throw UsageError{"--shard and --shards go together"};
  s.shard = options.shard.value_or(0);
  s.shards = options.shards.value_or(1);
  if (options.shards) options.out += fmt::format("/shard-{:05}", s.shard);
}

void resolve(Options& options) {
  RunSettings& s = options.settings;
  if (options.out.empty()) throw UsageError{"--out DIR is missing: where the records go"};
  if (options.maxStartScore == "none") {
    s.game.maxStartScore.reset();
  } else {
    char* end = nullptr;
    const long score = std::strtol(options.maxStartScore.c_str(), &end, 10);
    const Range range = ranges::kMaxStartScore;
    if (options.maxStartScore.empty() || *end || score < range.least || score > range.most)
      throw UsageError{fmt::format("--max-start-score is {}; expected none or {} to {}", options.maxStartScore,
                                   range.least, range.most)};
    s.game.maxStartScore = static_cast<int>(score);
  }
  if (s.game.softNodes > 0 && !options.nodesGiven) s.game.nodes = kHardPerSoft * s.game.softNodes;
  takeShards(options);
  if (auto good = checkSettings(s); !good) throw UsageError{good.error()};
  if (options.threads == 0) options.threads = usableCores();
}

Result<RunInputs> gather(const Options& options) {
  RunInputs inputs;
  inputs.settings = options.settings;
  auto net = chooseNet(options.sources.net);
  if (!net) return Error{net.error()};
  inputs.net = std::move(*net);
  auto openings = std::make_shared<std::vector<Opening>>();
  if (options.sources.book.empty()) {
    *openings = builtinOpeningPool();
  } else {
    auto read = readOpeningPool(options.sources.book);
    if (!read) return Error{read.error()};
    *openings = std::move(*read);
  }
  inputs.settings.network = inputs.net.hash;
  inputs.settings.openings = openingsHash(*openings);
  inputs.settings.engine = engineBehaviour();
  inputs.openings = std::move(openings);
  inputs.origin = {inputs.net.hash, versionLine("tabiya-datagen"), hostName(), options.threads};
  return inputs;
}

void printSummary(const Narrator& narrator, const RunReport& report, const std::string& records) {
  const Tally& total = report.total;
  const auto share = [&](u64 n) {
    return 100.0 * static_cast<double>(n) / static_cast<double>(std::max<u64>(1, total.games));
  };
  fmt::print("{}, {} ({:.1f} % of those searched), White {:.1f} %, drawn {:.1f} %, Black {:.1f} %\n",
             counted(total.games, "game"), counted(total.positions, "position"), 100 * narrator.progress().keepRate(),
             share(total.results[2]), share(total.results[1]), share(total.results[0]));
  fmt::print("ended by: {}\n", endReasonsText(total));
  if (narrator.progress().session().games > 0)
    fmt::print("{} positions/s over {}\n", std::llround(narrator.progress().positionsPerSecond(narrator.seconds())),
               humanTime(narrator.seconds()));
  if (report.finished) fmt::print("records: {}\n", records);
}

int run(Options options, const std::string& commandLine) {
  const std::atomic<bool>& interrupted = watchInterrupts();
  resolve(options);
  auto inputs = gather(options);
  if (!inputs) return failed(inputs.error());
  auto directory = RunDirectory::open(options.out, toJson(inputs->settings), notesOf(options.sources, inputs->origin),
                                      options.fresh);
  if (!directory) return failed(directory.error());

  const RunSettings& s = inputs->settings;
  const RunPlan plan(s);
  fmt::print("playing {} at {} nodes a move, net {}, {}, into {}\n",
             s.games ? counted(*plan.games(), "game") : "for " + counted(*plan.positions(), "position"),
             s.game.softNodes > 0 ? fmt::format("about {}", s.game.softNodes) : std::to_string(s.game.nodes),
             inputs->net.name, counted(static_cast<u64>(options.threads), "thread"), directory->path());
  std::fflush(stdout);

  Narrator narrator(plan, directory->file("progress.jsonl"));
  const auto report = runDatagen(*inputs, *directory, interrupted, narrator);
  if (!report) return failed(report.error());
  narrator.end();
  printSummary(narrator, *report, directory->file("chunk-*" + recordExtension(s.form())));
  if (report->finished) return 0;
  std::fflush(stdout);  // the sentence below is the last, also where both go into one pipe
  fmt::print(stderr, "stopped; everything played so far is saved. To go on:\n  {}\n", commandLine);
  return kExitInterrupted;
}

void addOptions(CLI::App& app, Options& o) {
  RunSettings& s = o.settings;
  const auto number = [&]<class T>(const char* name, T& value, const char* text, Range<T> range) {
    CLI::Option* option = app.add_option(name, value, text);
    if constexpr (std::is_integral_v<T>) option->check(wholeNumberFault);
    return option->type_name(fmt::format("N ({} to {})", range.least, range.most))
        ->check(CLI::Range(range.least, range.most).description(""))
        ->capture_default_str();
  };
  app.add_option("--out", o.out, "the run directory; made when it is not there")->type_name("DIR");
  app.add_option("--games", s.games, "play this many games")->type_name("N")->check(wholeNumberFault);
  app.add_option("--positions", s.positions, "or play until this many positions are kept")
      ->type_name("N")
      ->check(wholeNumberFault);
  app.add_option("--first-game", s.firstGame, "the first game's number")
      ->type_name("N")
      ->check(wholeNumberFault)
      ->capture_default_str();
  app.add_option("--seed", s.game.seed, "game n depends on this and n alone")
      ->type_name("N")
      ->check(wholeNumberFault)
      ->capture_default_str();
  app.add_option("--threads", o.threads, "games played at a time (not given: all cores)")
      ->type_name("N (1 to 1024)")
      ->check(wholeNumberFault)
      ->check(CLI::Range(1, 1024).description(""));
  app.add_option("--net", o.sources.net, "builtin, none (the hand-crafted evaluation) or a .nnue file")
      ->type_name("NET")
      ->capture_default_str();

  CLI::Option* nodes = number("--nodes", s.game.nodes, "hard limit a move", ranges::kNodes);
  nodes->each([&o](const std::string&) { o.nodesGiven = true; });
  number("--soft-nodes", s.game.softNodes,
         "begin no new depth once this many are searched; --nodes is then 10 times as many unless given",
         ranges::kSoftNodes)
      ->default_str("off");
  number("--hash-mb", s.game.hashMb, "table of each worker, cleared between games", ranges::kHashMb);
  app.add_option("--book", o.sources.book, "openings from an EPD or FEN file (not given: our own)")->type_name("FILE");
  number("--random-plies", s.game.randomPlies, "random moves after the opening, or one more by a coin",
         ranges::kRandomPlies);
  app.add_option("--max-start-score", o.maxStartScore, "draw again starts further from level (cp), or none")
      ->type_name("CP")
      ->capture_default_str();
  number("--chess960", s.game.chess960, "share of games from a Chess960 start", ranges::kShare);
  number("--double-chess960", s.game.doubleChess960, "share from a start with an arrangement for each side",
         ranges::kShare);

  number("--keep-score", s.game.keepScore, "keep positions up to this score (cp)", ranges::kKeepScore);
  number("--draw-score", s.game.rules.drawScore, "a draw within this score (cp) ...", ranges::kDrawScore);
  number("--draw-plies", s.game.rules.drawPlies, "... for so many plies ...", ranges::kDrawPlies);
  number("--draw-from-ply", s.game.rules.drawFromPly, "... from this ply on", ranges::kDrawFromPly);
  number("--win-score", s.game.rules.winScore, "a win beyond this score (cp); 0 = played out", ranges::kWinScore);
  number("--win-plies", s.game.rules.winPlies, "... for so many plies", ranges::kWinPlies);
  number("--max-plies", s.game.rules.maxPlies, "a draw after so many", ranges::kMaxPlies);

  number("--chunk-games", s.chunkGames, "games a chunk", ranges::kChunkGames);
  app.add_flag("--compress", s.compress, "chunks as zstd (.bin.zst)");
  app.add_flag("--game-log", s.game.gameLog, "also every move and score, as viriformat (.vf)");
  app.add_option("--shard", o.shard, "make only the chunks k with k modulo --shards = this, in DIR/shard-0000I")
      ->type_name("I")
      ->check(wholeNumberFault);
  app.add_option("--shards", o.shards, "(not given: a Slurm job array's number and count)")
      ->type_name("N")
      ->check(wholeNumberFault);
  app.add_flag("--fresh", o.fresh, "set an old run in DIR aside and begin again");
  app.set_config("--config", "", "read flags from a TOML file", false);
}

}  // namespace

std::function<int()> addRunCommand(CLI::App& app, const std::string& commandLine) {
  const auto options = std::make_shared<Options>();
  options->sources.net = defaultNetWord() == kBuiltinNet ? "builtin" : defaultNetWord();
  addOptions(app, *options);
  return [options, commandLine] { return run(*options, commandLine); };
}

}  // namespace tabiya
