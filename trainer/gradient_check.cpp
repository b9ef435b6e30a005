#include "trainer/gradient_check.h"

#include <algorithm>
#include <cmath>

namespace tabiya {

GradientCheck checkGradient(const Twin<double>& twin, const Batch& batch, const std::vector<double>& gradient,
                            const GradientCheckSettings& settings) {
  Twin<double> nudged = twin;
  GradientCheck check;
  check.agrees = true;
  // Differences of the loss carry rounding errors of about 1e-16 / nudge; gradients below the floor prove nothing.
  double largest = 0;
  for (const double g : gradient) largest = std::max(largest, std::abs(g));
  const double floor = largest * 1e-4;
  u64 regionsThere = 0;
  twin.loss(batch, nullptr, &regionsThere);
  for (const Tensor& tensor : tensorsOf(twin.shape)) {
    TensorCheck result{tensor.name, 0, 0, 0};
    // Numbers whose gradient counts, spread over the tensor.
    std::vector<std::size_t> live;
    for (std::size_t i = tensor.offset; i < tensor.offset + tensor.size(); ++i)
      if (std::abs(gradient[i]) > floor) live.push_back(i);
    const std::size_t n = std::min(live.size(), static_cast<std::size_t>(settings.perTensor));
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = live[k * live.size() / n];
      const double weight = twin.parameters[i];
      u64 regionsAbove = 0, regionsBelow = 0;
      nudged.parameters[i] = weight + settings.nudge;
      const double above = nudged.loss(batch, nullptr, &regionsAbove);
      nudged.parameters[i] = weight - settings.nudge;
      const double below = nudged.loss(batch, nullptr, &regionsBelow);
      nudged.parameters[i] = weight;
      if (regionsAbove != regionsThere || regionsBelow != regionsThere) {
        ++result.atKinks;
        continue;
      }
      const double difference = (above - below) / (2 * settings.nudge);
      const double size = std::max({std::abs(difference), std::abs(gradient[i]), floor});
      result.worst = std::max(result.worst, std::abs(difference - gradient[i]) / size);
      ++result.compared;
    }
    if (result.compared == 0 || !(result.worst <= settings.tolerance)) check.agrees = false;
    check.tensors.push_back(result);
  }
  return check;
}

}  // namespace tabiya
