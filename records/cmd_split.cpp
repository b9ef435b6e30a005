// tabiya-records split: training and validation files by whole games.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "engine/base/bytes.h"
#include "engine/base/command_line.h"
#include "engine/base/files.h"
#include "records/inputs.h"
#include "records/manifest.h"
#include "records/split.h"
#include "records/tool.h"

namespace tabiya {
namespace {

struct SplitArguments {
  std::vector<std::string> files;
  std::string train, validation;
  SplitOptions split;
  bool compress = false;
};

RecordWriter::Form formOf(const std::string& path, bool compress) {
  return compress || path.ends_with(".zst") ? RecordWriter::Form::Zstd : RecordWriter::Form::Raw;
}

// An index on its way: in its .part until commit().
AtomicFile gameIndex(const std::string& recordPath, const std::vector<u16>& games) {
  std::vector<u8> bytes(2 * games.size());
  for (std::size_t g = 0; g < games.size(); ++g) storeLittle<u16>(&bytes[2 * g], games[g]);
  AtomicFile file(besideChunk(recordPath, ".idx"));
  file.write(bytes.data(), bytes.size());
  return file;
}

// All that can fill the disk is written before the first file takes its final name.
void finish(SplitPart& training, SplitPart& validation, const SplitArguments& a) {
  training.writer.flush();
  validation.writer.flush();
  if (training.hasGames) {
    AtomicFile trainingIndex = gameIndex(a.train, training.games);
    AtomicFile validationIndex = gameIndex(a.validation, validation.games);
    trainingIndex.commit();
    validationIndex.commit();
  } else {
    // Of an older split.
    std::filesystem::remove(besideChunk(a.train, ".idx"));
    std::filesystem::remove(besideChunk(a.validation, ".idx"));
  }
  training.writer.finish();
  validation.writer.finish();
}

int runSplit(const SplitArguments& a, ToolContext& context) {
  const std::vector<std::string> files = orFail(findRecordFiles(a.files));
  orFail(refuseOverwriting(files, {{"--train", a.train, true}, {"--validation", a.validation, true}}));
  SplitPart training{RecordWriter(a.train, formOf(a.train, a.compress)), {}, true};
  SplitPart validation{RecordWriter(a.validation, formOf(a.validation, a.compress)), {}, true};
  SplitCounts counts;
  u64 nextGame = 0;
  FileProgress progress("split", files.size(), context.interrupted);
  for (const std::string& file : files) {
    progress.beginFile(file);
    orFail(splitRecordFile(file, a.split, training, validation, nextGame, counts,
                           [&](u64 done, u64 expected) { return progress.update(done, expected); }));
    if (context.interrupted) return stoppedBySignal("nothing was written");
  }
  progress.end();
  reportRejects(counts.rejects);
  if (counts.heldOutRecords == 0 || counts.heldOutRecords == counts.records)
    throw ToolFailure(fmt::format("a share of {} leaves one part of {} in {} empty; nothing was written", a.split.share,
                                  counted(counts.records, "record"), counted(counts.games, "game")));
  finish(training, validation, a);
  if (counts.shuffledFiles)
    fmt::print(
        "{} of {} files are shuffled and have no games: they were split by position (equal positions stay "
        "together), so positions of one game lie in both parts\n",
        counts.shuffledFiles, files.size());
  fmt::print("{}: {}\n{}: {} of {} in {} held out\n", a.train,
             counted(counts.records - counts.heldOutRecords, "record"), a.validation,
             counted(counts.heldOutRecords, "record"), counted(counts.heldOutGames, "game"), counts.games);
  return 0;
}

}  // namespace

void addSplit(CLI::App& app, ToolContext& context) {
  auto a = std::make_shared<SplitArguments>();
  CLI::App* command = app.add_subcommand("split", "Training and validation files, by whole games");
  command->add_option("files", a->files, "Record files (*.bin, *.bin.zst) or directories of them")->required();
  command->add_option("--train", a->train, "The training file to write")->required();
  command->add_option("--validation", a->validation, "The validation file to write")->required();
  command->add_option("--share", a->split.share, "Share of the games held out for validation")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command
      ->add_option("--seed", a->split.seed,
                   "Which games: a game is held out when hash(seed, game number) falls in the share")
      ->check(wholeNumberFault)
      ->capture_default_str();
  command->add_flag("--compress", a->compress, "Write zstd whatever the names (names that end in .zst always are)");
  command->footer("Example: tabiya-records split data --train train.bin --validation validation.bin --share 0.02");
  command->callback([a, &context] {
    if (!(a->split.share >= 0)) throw CLI::ValidationError("--share", "nan is no share from 0 to 1");
    context.run = [a, &context] { return runSplit(*a, context); };
  });
}

}  // namespace tabiya
