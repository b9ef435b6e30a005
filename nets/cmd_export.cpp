// tabiya-net export: a network in another program's layout.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "engine/base/files.h"
#include "nets/bullet.h"
#include "nets/commands.h"

namespace tabiya {
namespace {

int exportBullet(const std::string& file, const std::string& out) {
  if (std::error_code none; std::filesystem::equivalent(file, out, none))
    throw ToolFailure(out + " is the network to export, so it cannot be written");
  const auto network = openNet(file);
  const auto bytes = bulletBytes(*network);
  if (!bytes) throw ToolFailure(file + ": " + bytes.error());
  writeWholeFile(out, *bytes);
  fmt::print("{}: {} bytes, hidden {}, QA {}, QB {}, scale {:.3f} cp\n", out, bytes->size(), network->arch.hidden, kQA,
             kQB, network->arch.evalScaleMilli / 1000.0);
  return 0;
}

}  // namespace

void addExport(CLI::App& app, std::function<int()>& run) {
  CLI::App* command = app.add_subcommand("export", "A network in bullet's headerless i16 layout");
  command->footer("Example: tabiya-net export builtin --bullet default.bin");
  auto file = std::make_shared<std::string>();
  auto bullet = std::make_shared<std::string>();
  command->add_option("FILE", *file, "The network: plain, SCReLU, one output bucket")->required();
  command->add_option("--bullet", *bullet, "Where to write l0w l0b l1w l1b, padded to 64 bytes")->required();
  command->callback([=, &run] { run = [=] { return exportBullet(*file, *bullet); }; });
}

}  // namespace tabiya
