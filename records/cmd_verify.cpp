// tabiya-records verify: every record, game, index and manifest checked; nothing mended.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

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

void printReport(const VerifyReport& report) {
  if (report.good()) {
    const std::string games = report.hasIndex ? fmt::format(" in {} games", report.games) : "";
    fmt::print("good    {}: {} records{}, {}\n", report.path, report.records, games, beside(report));
  } else {
    fmt::print("FAULTY  {}: {} records read\n", report.path, report.records);
  }
  for (const VerifyFault& fault : report.faults)
    fmt::print("        {} records: {}, first in record {} (offset {})\n", fault.count, fault.what, fault.firstRecord,
               fault.firstRecord * kRecordSize);
  for (const std::string& problem : report.problems) fmt::print("        {}\n", problem);
  for (const auto& [what, count] : report.blemishes)
    fmt::print("        {} records that readers mend: {}\n", count, what);
}

// The one sentence of a run that found faults.
std::string summary(const std::vector<VerifyReport>& reports, std::size_t faulty) {
  for (const VerifyReport& report : reports) {
    if (report.good()) continue;
    std::string first = report.problems.empty() ? fmt::format("{}: {} records: {}", report.path, report.faults[0].count,
                                                              report.faults[0].what)
                                                : report.problems[0];
    if (reports.size() == 1) return first;
    return fmt::format("{} of {} files are faulty; the first: {}", faulty, reports.size(), first);
  }
  return "";
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
    if (context.interrupted) return stoppedBySignal(fmt::format("{} files were verified", reports.size() - 1));
    faulty += !reports.back().good();
    // A single file with one problem is told by the last sentence alone.
    const bool told = files.size() == 1 && reports[0].faults.empty() && reports[0].problems.size() == 1;
    if (!told) printReport(reports.back());
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
