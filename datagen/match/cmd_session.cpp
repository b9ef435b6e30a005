// Plays a match with everything around it: players tried, directory, live table, report.
#include "datagen/match/cmd_session.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <memory>

#include "datagen/match/commands.h"
#include "datagen/match/match_pgn.h"
#include "datagen/match/report.h"
#include "datagen/match/report_page.h"
#include "datagen/match/state.h"
#include "datagen/panel.h"
#include "engine/base/files.h"
#include "engine/base/version.h"
#include "records/run_directory.h"

namespace tabiya {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPageEvery{30};

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y.%m.%d", &local);
  return text.data();
}

bool isTimed(const MatchSettings& settings) {
  return settings.players[0].limits.timed() || settings.players[1].limits.timed();
}

// Shows the match and writes it down.
class Watcher : public MatchObserver {
 public:
  Watcher(const MatchSettings& settings, const RunOptions& options, Session& session, MatchRecorder* recorder)
      : settings_(settings), options_(options), session_(session), recorder_(recorder) {
    style_.event = "tabiya-match seed " + std::to_string(options_.seed);
    style_.timed = isTimed(settings);
    style_.chess960 = options_.openings.chess960;
    style_.date = today();
  }

  void pairCounted(const MatchTally& tally, const MatchPair& pair, const PairFacts& facts) override {
    ++counted_;
    session_.tally = tally;
    session_.time.add(pair);
    session_.pairs.push_back(facts);
    if (recorder_)
      recorder_->add(tally, session_.time, facts, options_.pgn ? pairAsPgn(pair, session_.names, style_) : "");
    if (!options_.report.empty() && Clock::now() - pageWritten_ >= kPageEvery) writePage();
  }

  void tick(const MatchTally& tally) override {
    if (options_.quiet || !panel_.due()) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    const MatchPace pace{seconds, counted_};
    panel_.show(progressTable(tally, settings_, pace), progressText(tally, settings_, pace));
  }

  void writePage() {
    writeWholeFile(options_.report,
                   reportPage({session_.names, settings_, session_.tally, session_.time, session_.pairs}));
    pageWritten_ = Clock::now();
  }

 private:
  const MatchSettings& settings_;
  const RunOptions& options_;
  Session& session_;
  MatchRecorder* recorder_;
  PgnStyle style_;
  Panel panel_;
  u64 counted_ = 0;
  Clock::time_point began_ = Clock::now(), pageWritten_ = began_;
};

void printSettings(const MatchSettings& settings, const RunOptions& options,
                   const std::array<std::unique_ptr<Player>, 2>& players) {
  for (std::size_t side = 0; side < 2; ++side) {
    const PlayerSettings& player = settings.players[side];
    std::string limits;
    const Json json = limitsAsJson(player.limits);
    for (const auto& [name, value] : json.items())
      limits += ", " + name + " " + (value.is_string() ? value.get<std::string>() : value.dump());
    const std::string evaluation = players[side]->evaluation();
    const bool process = player.kind == PlayerSettings::Kind::Process;
    const std::string says = evaluation.empty() || evaluation == "none" ? "" : (process ? ", " : ", net ") + evaluation;
    const std::string name = players[side]->name() == player.word ? "" : " (" + players[side]->name() + ")";
    fmt::print("{}: {}{}{}{}\n", side == 0 ? 'A' : 'B', player.word, name, says, limits);
  }
  const std::string sprt =
      settings.sprt ? fmt::format("SPRT [{}, {}] {}, alpha {}, beta {}; ", settings.sprt->elo0, settings.sprt->elo1,
                                  toString(settings.sprt->model), settings.sprt->alpha, settings.sprt->beta)
                    : "";
  fmt::print("{}at most {} pairs, {} at a time, seed {}\n", sprt, settings.pairs, settings.concurrency, options.seed);
  std::fflush(stdout);
}

}  // namespace

Result<Session> playSession(const MatchSettings& settings, const RunOptions& options,
                            const std::atomic<bool>& interrupt) {
  Session session;
  // Both players are tried before game 1, and say what they are.
  std::array<std::unique_ptr<Player>, 2> players;
  std::array<std::string, 2> evaluations;
  for (std::size_t side = 0; side < 2; ++side) {
    const PlayerSettings& wanted = settings.players[side];
    auto player = makePlayer(wanted);
    if (!player) return Error{player.error()};
    session.names[side] = wanted.label.empty() ? (*player)->name() : wanted.label;
    evaluations[side] = (*player)->evaluation();
    players[side] = std::move(*player);
  }
  if (session.names[0] == session.names[1]) {
    session.names[0] += " (A)";
    session.names[1] += " (B)";
  }
  auto openings =
      MatchOpenings::make(options.openings, options.seed, settings.firstPair + settings.pairs, settings.firstPair);
  if (!openings) return Error{openings.error()};

  std::optional<RunDirectory> directory;
  std::optional<MatchRecorder> recorder;
  if (!options.out.empty()) {
    const auto json = settingsAsJson(settings, options, evaluations);
    if (!json) return Error{json.error()};
    const Json notes = {{"tool", "tabiya-match"},
                        {"build", versionLine("tabiya-match")},
                        {"names", session.names},
                        {"pairs", settings.pairs},
                        {"concurrency", settings.concurrency},
                        {"started", static_cast<i64>(std::time(nullptr))}};
    auto opened = RunDirectory::open(options.out, *json, notes, options.fresh);
    if (!opened) return Error{opened.error()};
    directory.emplace(std::move(*opened));
    auto made = MatchRecorder::open(options.out, options.pgn, isTimed(settings));
    if (!made) return Error{made.error()};
    recorder.emplace(std::move(*made));
    session.tally = recorder->state().tally;
    session.time = recorder->state().time;
    session.pairs = recorder->pairs();
    for (std::size_t i = 0; i < session.pairs.size(); ++i)
      if (session.pairs[i].number != settings.firstPair + i)
        return Error{
            fmt::format("{} was merged from shards with gaps between them (pair {} is missing): it cannot go on",
                        options.out, settings.firstPair + i)};
    std::vector<u64> starts;
    for (const PairFacts& pair : session.pairs) starts.push_back(pair.start);
    openings->goOn(std::move(starts));
  }
  printSettings(settings, options, players);
  players = {};
  if (!session.pairs.empty()) fmt::print("Going on after {} pairs\n", session.pairs.size());
  std::fflush(stdout);

  const auto outcome = [&] {
    Watcher watcher(settings, options, session, recorder ? &*recorder : nullptr);
    auto played = playMatch(settings, *openings, session.tally, interrupt, watcher);
    if (!options.report.empty()) watcher.writePage();
    return played;
  }();
  if (recorder) recorder->save();
  if (!outcome) return Error{outcome.error()};
  session.interrupted = outcome->interrupted;
  return session;
}

int verdictCode(const MatchTally& tally, const std::optional<SprtSettings>& sprt) {
  if (!sprt) return 0;
  switch (standing(tally, sprt).verdict) {
    case SprtVerdict::H1:
      return 0;
    case SprtVerdict::H0:
      return kExitH0;
    case SprtVerdict::Undecided:
      break;
  }
  return kExitUndecided;
}

}  // namespace tabiya
