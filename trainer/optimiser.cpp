#include "trainer/optimiser.h"

namespace tabiya {

OptimiserState freshOptimiser(std::vector<float> weights) {
  const std::size_t n = weights.size();
  return {std::move(weights), std::vector<float>(n, 0.0f), std::vector<float>(n, 0.0f), 0};
}

template <class T>
void adamWStep(const ModelShape& shape, const StepSettings& settings, u64 step, const std::vector<T>& gradient,
               std::vector<T>& weights, std::vector<T>& first, std::vector<T>& second) {
  const AdamStep<T> adam(settings, step);
  const int h = shape.arch.hidden;
  for (const Tensor& tensor : tensorsOf(shape)) {
    const bool own = tensor.role == TensorRole::OwnRows;
    const bool outputBias = tensor.role == TensorRole::OutputBias;
    const T decay = static_cast<T>(outputBias ? 0.0 : own ? settings.ownDecay : settings.decay);
    for (std::size_t i = tensor.offset; i < tensor.offset + tensor.size(); ++i) {
      weights[i] = adamW(adam, decay, weights[i], gradient[i], first[i], second[i]);
      if (!own && !outputBias) weights[i] = clipWeight(weights[i]);
    }
  }
  // Own rows last, because their room depends on the shared rows after the step.
  const MatrixRows rows = rowsOf(shape);
  for (int input = 0; input < kPlainInputs; ++input) {
    for (int j = 0; j < h; ++j) {
      const auto at = [&](int row) -> T& { return weights[static_cast<std::size_t>(row) * h + j]; };
      const T shared = shape.sharedRows ? at(rows.piece + pieceGroup(input)) + at(rows.file + fileGroup(input)) +
                                              at(rows.rank + rankGroup(input))
                                        : T(0);
      at(input) = clipOwn(at(input), shared);
    }
  }
}
template void adamWStep(const ModelShape&, const StepSettings&, u64, const std::vector<float>&, std::vector<float>&,
                        std::vector<float>&, std::vector<float>&);
template void adamWStep(const ModelShape&, const StepSettings&, u64, const std::vector<double>&, std::vector<double>&,
                        std::vector<double>&, std::vector<double>&);

}  // namespace tabiya
