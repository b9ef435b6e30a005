// tabiya-net info: a network's architecture, scale, hash and weights, and how it was made where that is known. Also the
// finding of networks for the other commands.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/files.h"
#include "engine/eval/net_choice.h"
#include "nets/commands.h"

namespace tabiya {
namespace {

// One line of a block of weights; `limit` 0: there is none.
template <class T>
void showBlock(const char* name, const std::vector<T>& values, int limit) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  double sum = 0;
  std::size_t atLimit = 0;
  for (const T value : values) {
    sum += std::abs(static_cast<double>(value));
    atLimit += limit != 0 && std::abs(static_cast<int>(value)) == limit;
  }
  const double count = static_cast<double>(values.size());
  fmt::print("  {:<15} {} numbers, {} to {}, {:.2f} away from 0 on average", name, values.size(), *least, *most,
             sum / count);
  if (limit != 0)
    fmt::print(", {} at the limit of {} ({:.3f} %)", atLimit, limit, 100.0 * static_cast<double>(atLimit) / count);
  fmt::print("\n");
}

// Hidden values whose weights are all 0 or that the outputs never read: room that training did not use.
int unusedHidden(const Network& network) {
  const int hidden = network.arch.hidden;
  int unused = 0;
  for (int i = 0; i < hidden; ++i) {
    bool fed = network.inputBiases[i] != 0, read = false;
    for (std::size_t at = i; at < network.inputWeights.size(); at += hidden) fed |= network.inputWeights[at] != 0;
    for (std::size_t at = i; at < network.outputWeights.size(); at += hidden) read |= network.outputWeights[at] != 0;
    unused += !(fed && read);
  }
  return unused;
}

// NAME.json beside NAME.nnue, a line a key.
void showMaking(const std::string& word) {
  const std::string path = std::filesystem::path(word).replace_extension(".json").string();
  if (!std::filesystem::exists(path)) return;
  const auto bytes = readWholeFile(path);
  if (!bytes) throw ToolFailure(bytes.error());
  const auto made = nlohmann::ordered_json::parse(bytes->begin(), bytes->end(), nullptr, false);
  if (!made.is_object()) throw ToolFailure(path + ": expected a JSON object that says how the network was made");
  fmt::print("  made, as {} says:\n", path);
  for (const auto& [key, value] : made.items())
    fmt::print("    {:<18} {}\n", key, value.is_string() ? value.get<std::string>() : value.dump());
}

void show(const std::string& word) {
  const auto network = openNet(word);
  const NetArch& arch = network->arch;
  fmt::print("{}\n", word);
  fmt::print("  {:<15} {}, {}", "inputs", arch.inputs(), toString(arch.features));
  if (arch.features == FeatureSet::MirroredBuckets) fmt::print(" ({})", arch.kingBuckets);
  fmt::print("\n  {:<15} {}, {}\n", "hidden", arch.hidden, toString(arch.activation));
  fmt::print("  {:<15} {}\n", "output buckets", arch.outputBuckets);
  fmt::print("  {:<15} {:.3f} cp\n", "eval scale", arch.evalScaleMilli / 1000.0);
  fmt::print("  {:<15} {}\n", "hash", networkHash(*network));
  fmt::print("  {:<15} {}\n", "bytes", writeNetwork(*network).size());
  showBlock("input weights", network->inputWeights, kMaxInputWeight);
  showBlock("input biases", network->inputBiases, kMaxInputWeight);
  showBlock("output weights", network->outputWeights, kMaxOutputWeight);
  showBlock("output biases", network->outputBiases, 0);
  fmt::print("  {:<15} {} of {}\n", "unused hidden", unusedHidden(*network), arch.hidden);
  showMaking(word);
}

}  // namespace

std::shared_ptr<const Network> openNet(const std::string& word) {
  auto choice = chooseNet(word);
  if (!choice) throw ToolFailure(choice.error());
  if (!choice->network)
    throw ToolFailure("'" + word + "' is the hand-crafted evaluation, no network; give a .nnue file or builtin");
  return choice->network;
}

void addInfo(CLI::App& app, std::function<int()>& run) {
  CLI::App* command = app.add_subcommand("info", "What a network is and how it was made");
  command->footer("Example: tabiya-net info builtin nets/default.nnue");
  auto files = std::make_shared<std::vector<std::string>>();
  command->add_option("FILE", *files, "Networks")->required();
  command->callback([files, &run] {
    run = [files] {
      for (const std::string& file : *files) show(file);
      return 0;
    };
  });
}

}  // namespace tabiya
