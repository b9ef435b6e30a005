// tabiya-train check: gradients against finite differences, and each backend against the plain definition.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/base/command_line.h"
#include "trainer/commands.h"
#include "trainer/cpu/cpu_backend.h"
#include "trainer/gradient_check.h"
#include "trainer/random_positions.h"

namespace tabiya {
namespace {

struct CheckOptions {
  int hidden = 32;
  int records = 256;
  BackendOptions backend;
  u64 seed = 1;
};

// The largest difference in a tensor, relative to its largest number.
double tensorError(const Tensor& tensor, const std::vector<float>& found, const std::vector<double>& expected) {
  double largest = 0, error = 0;
  for (std::size_t i = tensor.offset; i < tensor.offset + tensor.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    error = std::max(error, std::abs(static_cast<double>(found[i]) - expected[i]));
  }
  return largest > 0 ? error / largest : error;
}

bool checkShape(const ModelShape& shape, const CheckOptions& o, const ChosenBackend& chosen) {
  constexpr double kBackendTolerance = 1e-4;
  const std::vector<Record> records = randomRecords(static_cast<std::size_t>(o.records), o.seed);
  std::vector<float> targets;
  std::vector<u32> examples;
  for (std::size_t i = 0; i < records.size(); ++i) {
    targets.push_back(static_cast<float>(targetOf(records[i], 0.25, 160)));
    examples.push_back(exampleOf(i, i % 2 == 1));
  }
  const Batch batch{records, targets, examples};
  const std::vector<float> start = initialParameters(shape, o.seed);
  const Twin<double> twin{shape, {start.begin(), start.end()}};
  std::vector<double> gradient;
  twin.loss(batch, &gradient);
  const GradientCheck check = checkGradient(twin, batch, gradient);

  // The CPU's always, and the GPU's when there is one to check.
  std::vector<std::pair<const char*, std::vector<float>>> gradients;
  const auto compute = [&](const char* name, Backend& backend) {
    backend.load(freshOptimiser(start));
    gradients.emplace_back(name, backend.gradient(batch));
  };
  CpuBackend cpu(shape, o.backend.threads);
  compute("cpu", cpu);
  if (chosen.gpu) compute("gpu", *chosen.make(shape, o.backend.threads));
  std::printf("%s, hidden %d, %s\n", shape.arch.activation == Activation::SCReLU ? "screlu" : "crelu",
              shape.arch.hidden, shape.sharedRows ? "shared rows" : "own rows only");
  bool good = check.agrees;
  const std::vector<Tensor> tensors = tensorsOf(shape);
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    const TensorCheck& c = check.tensors[t];
    std::printf("  %-16s differences: %3d compared, %2d at kinks, worst %.1e", c.tensor.c_str(), c.compared, c.atKinks,
                c.worst);
    for (const auto& [name, found] : gradients) {
      const double error = tensorError(tensors[t], found, gradient);
      good &= error <= kBackendTolerance;
      std::printf("   %s: %.1e", name, error);
    }
    std::printf("\n");
  }
  return good;
}

}  // namespace

Command addCheckCommand(CLI::App& app) {
  const auto o = std::make_shared<CheckOptions>();
  app.add_option("--hidden", o->hidden, "hidden neurons, a multiple of 16")
      ->check(wholeNumberFault)
      ->capture_default_str();
  app.add_option("--records", o->records, "positions of random games to check on")
      ->check(wholeNumberFault)
      ->capture_default_str();
  app.add_option("--seed", o->seed, "of weights and positions")->check(wholeNumberFault)->capture_default_str();
  addBackendOptions(app, o->backend);
  return [o] {
    if (o->hidden < 16 || o->hidden % 16 != 0 || o->hidden > kMaxHidden)
      throw UsageError("--hidden is " + std::to_string(o->hidden) + ", expected a multiple of 16");
    if (o->records < 1) throw UsageError("--records must be at least 1");
    const ChosenBackend chosen = chooseBackend(o->backend);
    std::printf("%s\n", chosen.remark.empty() ? chosen.name.c_str() : chosen.remark.c_str());
    bool good = true;
    for (const Activation activation : {Activation::SCReLU, Activation::CReLU}) {
      for (const bool shared : {true, false}) {
        ModelShape shape;
        shape.arch.hidden = o->hidden;
        shape.arch.activation = activation;
        shape.sharedRows = shared;
        good &= checkShape(shape, *o, chosen);
      }
    }
    chosen.reportMessages();
    if (!good) throw ToolFailure("a gradient is wrong: see the numbers above");
    std::printf("all gradients agree\n");
    return 0;
  };
}

}  // namespace tabiya
