// tabiya-match gauntlet and roundrobin: several players, ratings and one PGN.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "datagen/match/cmd_options.h"
#include "datagen/match/cmd_session.h"
#include "datagen/match/commands.h"
#include "datagen/match/tournament.h"
#include "engine/base/files.h"
#include "engine/base/interrupt.h"

namespace tabiya {
namespace {

struct TournamentOptions {
  std::vector<std::string> players;
  RunOptions run;
};

struct Tournament {
  const char* command;
  std::vector<std::string> names;
  std::vector<std::optional<double>> ratings;  // known from elsewhere
  std::vector<Pairing> pairings;
  std::vector<Meeting> meetings;
};

// What a player is called: its label, a program's file name, or its word; a second of the name gets a number.
std::vector<std::string> namesOf(const std::vector<PlayerSettings>& players) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const PlayerSettings& player : players) {
    const bool process = player.kind == PlayerSettings::Kind::Process;
    std::string name = process ? std::filesystem::path(player.command).filename().string() : player.word;
    if (!player.label.empty()) name = player.label;
    std::string different = name;
    for (int n = 2; !taken.insert(different).second; ++n) different = fmt::format("{} #{}", name, n);
    names.push_back(different);
  }
  return names;
}

RunOptions optionsOf(const TournamentOptions& options, const Tournament& tournament, const Pairing& pairing) {
  RunOptions run = options.run;
  const auto [a, b] = pairing;
  run.players = {options.players[a], options.players[b]};
  run.labels = {tournament.names[a], tournament.names[b]};
  if (!run.out.empty()) run.out += fmt::format("/{}-{}", a + 1, b + 1);
  run.pgn = !run.out.empty();
  return run;
}

// The table, the games of all meetings and the figures, in the tournament's directory.
void writeResults(const TournamentOptions& options, const Tournament& tournament) {
  if (options.run.out.empty()) return;
  const std::string& out = options.run.out;
  writeWholeFile(out + "/table.txt", tournamentText(tournament.names, tournament.meetings, tournament.ratings));
  AtomicFile pgn(out + "/games.pgn");
  for (const Meeting& meeting : tournament.meetings) {
    const auto bytes = readWholeFile(optionsOf(options, tournament, meeting.players).out + "/games.pgn");
    if (bytes) pgn.write(bytes->data(), bytes->size());
  }
  pgn.commit();
  const auto orNull = [](const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
  };
  nlohmann::ordered_json json;
  for (const Standing& s : standings(tournament.names.size(), tournament.meetings, tournament.ratings))
    json["players"].push_back({{"name", tournament.names[s.player]},
                               {"rating", orNull(s.rating.value)},
                               {"error", orNull(s.rating.error)},
                               {"known", s.known},
                               {"losses_draws_wins", s.score},
                               {"faults", s.faults}});
  for (const Meeting& meeting : tournament.meetings)
    json["meetings"].push_back({{"a", tournament.names[meeting.players.first]},
                                {"b", tournament.names[meeting.players.second]},
                                {"pairs", meeting.tally.pairs},
                                {"by_color", meeting.tally.byColor}});
  writeWholeFile(out + "/results.json", json.dump(2) + "\n");
}

int play(const TournamentOptions& options, Tournament tournament) {
  const std::atomic<bool>& interrupt = watchInterrupts();
  const auto say = [&](const std::string& sentence, int code) {
    fmt::print(stderr, "tabiya-match {}: {}\n", tournament.command, sentence);
    return code;
  };
  std::vector<MatchSettings> settings;
  for (const Pairing& pairing : tournament.pairings) {
    RunOptions run = optionsOf(options, tournament, pairing);
    auto resolved = settingsOf(run);
    if (!resolved) return say(resolved.error(), 2);
    settings.push_back(std::move(*resolved));
  }
  // All are tried before the first game: a tournament must not end in the middle for a wrong path.
  for (std::size_t i = 0; i < tournament.pairings.size(); ++i)
    for (const PlayerSettings& player : settings[i].players)
      if (const auto made = makePlayer(player); !made) return say(made.error(), 1);
  for (std::size_t i = 0; i < tournament.pairings.size(); ++i) {
    RunOptions run = optionsOf(options, tournament, tournament.pairings[i]);
    const auto resolved = settingsOf(run);
    const auto session = playSession(*resolved, run, interrupt);
    if (!session) return say(session.error(), 1);
    tournament.meetings.push_back({tournament.pairings[i], session->tally});
    writeResults(options, tournament);
    const bool last = session->interrupted || i + 1 == tournament.pairings.size();
    if (last)
      fmt::print("\n{}", tournamentText(tournament.names, tournament.meetings, tournament.ratings));
    else
      fmt::print("{}\n", meetingText(tournament.names, tournament.meetings.back()));
    std::fflush(stdout);
    if (session->interrupted)
      return say(options.run.out.empty() ? "interrupted; nothing is kept without --out DIR"
                                         : "interrupted; the same command goes on from here",
                 kExitInterrupted);
  }
  return 0;
}

int runTournament(const TournamentOptions& options, bool gauntlet) {
  Tournament tournament{gauntlet ? "gauntlet" : "roundrobin", {}, {}, {}, {}};
  const auto usage = [&](const std::string& sentence) {
    fmt::print(stderr, "tabiya-match {}: {}\n", tournament.command, sentence);
    return 2;
  };
  std::vector<PlayerSettings> players;
  for (const std::string& word : options.players) {
    auto player = parsePlayer(word);
    if (!player) return usage(player.error());
    players.push_back(std::move(*player));
  }
  if (players.size() < 2) return usage("at least two players are needed");
  for (std::size_t i = 0; i < players.size(); ++i) {
    const bool candidate = gauntlet && i == 0;
    if (candidate && players[i].rating)
      return usage(fmt::format("the rating of '{}' is what the gauntlet finds: leave rating= out", players[i].word));
    if (gauntlet && !candidate && !players[i].rating)
      return usage(fmt::format("the opponent '{0}' needs a rating: '{0},rating=2500'", players[i].word));
    tournament.ratings.push_back(players[i].rating);
  }
  tournament.names = namesOf(players);
  tournament.pairings = gauntlet ? gauntletPairings(players.size()) : roundRobinPairings(players.size());
  return play(options, std::move(tournament));
}

std::function<int()> addTournament(CLI::App& app, const char* name, const char* about, bool gauntlet,
                                   const char* example) {
  auto* command = app.add_subcommand(name, about);
  auto options = std::make_shared<TournamentOptions>();
  command
      ->add_option(gauntlet ? "PLAYER OPPONENTS" : "PLAYERS", options->players,
                   "players as for run, each with its own ,name= ,rating= ,tc= and so on behind it")
      ->required();
  addSideOptions(*command, options->run.both, "", ", where a player has none of its own",
                 fmt::format(" [without any limit {}]", kDefaultNodes));
  addPlayOptions(*command, options->run, fmt::format("pairs of games of each meeting [{}]", kDefaultPairs));
  command->footer(example);
  return [options, gauntlet] { return runTournament(*options, gauntlet); };
}

}  // namespace

std::function<int()> addGauntletCommand(CLI::App& app) {
  return addTournament(app, "gauntlet", "one player against several with known ratings: its rating", true,
                       "The ratings given behind the opponents stay; the first player's is the most likely one.\n"
                       "Example: tabiya-match gauntlet net:builtin cmd:phalanx,protocol=xboard,rating=2450 "
                       "cmd:toga2,rating=2800 --tc 2+0.02 --pairs 100 --out runs/g");
}

std::function<int()> addRoundRobinCommand(CLI::App& app) {
  return addTournament(app, "roundrobin", "everyone against everyone: ratings", false,
                       "Ratings have mean 0 unless some player's is given with ,rating=.\n"
                       "Example: tabiya-match roundrobin net:a.nnue net:b.nnue net:c.nnue --pairs 200 --out runs/rr");
}

}  // namespace tabiya
