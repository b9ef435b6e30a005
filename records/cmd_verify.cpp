// tabiya-records verify: every record, game, index and manifest checked; nothing mended.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "records/inputs.h"
#include "records/tool.h"
#include "records/verify.h"

namespace tabiya {
namespace {

std::string beside(const VerifyReport& report) {
  if (report.hasManifest && report.hasIndex) return "index and manifest agree";
  if (report.hasIndex) return "the index agrees, there is no manifest";
  return "no index or manifest beside it";
}

std::string sentence(const VerifyFault& fault) {
  return fmt::format("{}: {}, first in record {} (offset {})", counted(fault.count, "record"), fault.what,
                     fault.firstRecord, fault.firstRecord * kRecordSize);
}

// Of one fault the last sentence tells alone.
bool hasOneFault(const VerifyReport& report) {
  return report.faults.size() + report.problems.size() == 1;
}

void printReport(const VerifyReport& report) {
  if (report.good()) {
    const std::string games = report.hasIndex ? " in " + counted(report.games, "game") : "";
    fmt::print("good    {}: {}{}, {}\n", report.path, counted(report.records, "record"), games, beside(report));
  } else {
    fmt::print("FAULTY  {}: {} read\n", report.path, counted(report.records, "record"));
  }
  for (const VerifyFault& fault : report.faults) fmt::print("        {}\n", sentence(fault));
  for (const std::string& problem : report.problems) fmt::print("        {}\n", problem);
  for (const auto& [what, count] : report.blemishes)
    fmt::print("        {} that readers mend: {}\n", counted(count, "record"), what);
}

// The one sentence of a run that found faults.
std::string summary(const std::vector<VerifyReport>& reports, std::size_t faulty) {
  const VerifyReport& first = *std::ranges::find_if(reports, [](const VerifyReport& r) { return !r.good(); });
  if (reports.size() > 1)
    return fmt::format("{} of {} files {} faulty{}: {}", faulty, reports.size(), faulty == 1 ? "is" : "are",
                       faulty == 1 ? "" : ", the first", first.path);
  if (!hasOneFault(first)) return first.path + " is faulty";
  return first.problems.empty() ? first.path + ": " + sentence(first.faults[0]) : first.problems[0];
}

int runVerify(const std::vector<std::string>& paths, const VerifyOptions& options, ToolContext& context) {
  const std::vector<std::string> files = orFail(findRecordFiles(paths));
  FileProgress progress("verify", files.size(), context.interrupted);
  std::vector<VerifyReport> reports;
  std::size_t faulty = 0;
  for (const std::string& file : files) {
    progress.beginFile(file);
    reports.push_back(verifyRecordFile(file, options, [&](u64 done, u64 all) { return progress.update(done, all); }));
    progress.end();
    if (context.interrupted) return stoppedBySignal(counted(reports.size() - 1, "file") + " verified");
    faulty += !reports.back().good();
    if (files.size() > 1 || !hasOneFault(reports[0])) printReport(reports.back());
  }
  if (faulty) throw ToolFailure(summary(reports, faulty));
  return 0;
}

}  // namespace

void addVerify(CLI::App& app, ToolContext& context) {
  struct Options {
    std::vector<std::string> files;
    VerifyOptions verify;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("verify", "Check every record, game, index (.idx) and manifest (.json); exit 1 on any fault");
  command->add_option("files", options->files, "Record files (*.bin, *.bin.zst) or directories of them")->required();
  command->add_flag("--foreign", options->verify.foreign,
                    "Made by another program: blemishes that readers mend are counted and are no faults");
  command->footer("Example: tabiya-records verify data");
  command->callback([options, &context] {
    context.run = [options, &context] { return runVerify(options->files, options->verify, context); };
  });
}

}  // namespace tabiya
