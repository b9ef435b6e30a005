#include "trainer/cpu/cpu_backend.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <ctime>
#include <new>

#include "trainer/cpu/kernels.h"
#include "trainer/thread_team.h"

namespace tabiya {
namespace {

// Examples between two exchanges of outputs: their hidden values are to stay in the second-level cache.
constexpr std::size_t kSubBatch = 1024;
constexpr std::size_t kAlignment = 64;

// Processor time of this thread: waiting for others, and other processes, do not count.
double threadSeconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

class Floats {
 public:
  explicit Floats(std::size_t n = 0)
      : size_(n),
        data_(n == 0 ? nullptr : static_cast<float*>(::operator new(n * sizeof(float), std::align_val_t(kAlignment)))) {
    std::fill(data_.get(), data_.get() + n, 0.0f);
  }
  float* data() { return data_.get(); }
  float& operator[](std::size_t i) { return data_.get()[i]; }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(float* p) const { ::operator delete(p, std::align_val_t(kAlignment)); }
  };
  std::size_t size_;
  std::unique_ptr<float, Free> data_;
};

}  // namespace

struct CpuBackend::Impl {
  ModelShape shape;
  MatrixRows rows;
  const cpu::Kernels& kernels;
  std::size_t width;
  std::size_t tiles;
  std::size_t tileNumbers;  // numbers of a tile's part of the parameter matrix
  ThreadTeam team;

  // (tiles, matrix rows, width) each.
  Floats weights, first, second, gradient;
  Floats merged;    // (tiles, 768, width); empty without shared rows
  Floats hidden;    // (tiles, sub-batch, 2, width)
  Floats partials;  // (tiles, sub-batch)
  float outputBias = 0, outputBiasFirst = 0, outputBiasSecond = 0;
  u64 steps = 0;

  // Of the batch in work.
  std::vector<u16> inputs;  // (examples, 32, 2)
  std::vector<u8> counts;
  std::vector<float> slopes;  // d loss / d output
  std::vector<float> errors;  // squared
  std::vector<double> losses;
  CpuStageTimes times;

  Impl(const ModelShape& s, int threads)
      : shape(s),
        rows(rowsOf(s)),
        kernels(cpu::kernelsFor(s.arch.hidden, s.arch.activation)),
        width(static_cast<std::size_t>(kernels.width)),
        tiles(static_cast<std::size_t>(s.arch.hidden) / width),
        tileNumbers(static_cast<std::size_t>(matrixRows(s)) * width),
        team(threads),
        weights(tiles * tileNumbers),
        first(tiles * tileNumbers),
        second(tiles * tileNumbers),
        gradient(tiles * tileNumbers),
        merged(s.sharedRows ? tiles * kPlainInputs * width : 0),
        hidden(tiles * kSubBatch * 2 * width),
        partials(tiles * kSubBatch) {}

  cpu::Tile tile(std::size_t t) {
    const std::size_t at = t * tileNumbers;
    float* rowsMerged = shape.sharedRows ? merged.data() + t * kPlainInputs * width : weights.data() + at;
    return {weights.data() + at,
            first.data() + at,
            second.data() + at,
            gradient.data() + at,
            rowsMerged,
            hidden.data() + t * kSubBatch * 2 * width,
            partials.data() + t * kSubBatch};
  }

  // Between the model's order (matrix rows over all columns) and tile after tile.
  void toTiles(const std::vector<float>& from, Floats& to) const {
    const std::size_t h = static_cast<std::size_t>(shape.arch.hidden);
    for (std::size_t r = 0; r < tileNumbers / width; ++r)
      for (std::size_t j = 0; j < h; ++j) to[j / width * tileNumbers + r * width + j % width] = from[r * h + j];
  }
  void fromTiles(Floats& from, std::vector<float>& to) const {
    const std::size_t h = static_cast<std::size_t>(shape.arch.hidden);
    to.resize(parameterCount(shape));
    for (std::size_t r = 0; r < tileNumbers / width; ++r)
      for (std::size_t j = 0; j < h; ++j) to[r * h + j] = from[j / width * tileNumbers + r * width + j % width];
  }

  template <class F>
  void eachOwnTile(int thread, F&& f) {
    const Share share = shareOf(tiles, thread, team.size());
    for (std::size_t t = share.first; t < share.last; ++t) f(tile(t));
  }

  void reserve(std::size_t examples) {
    if (counts.size() >= examples) return;
    inputs.resize(examples * 2 * kMaxPieces);
    counts.resize(examples);
    slopes.resize(examples);
    errors.resize(examples);
  }

  void decodeShare(const Batch& batch, int thread) {
    // Shuffled records are all over the memory: ask for them a little ahead.
    constexpr std::size_t kAhead = 12;
    const Share share = shareOf(batch.size(), thread, team.size());
    for (std::size_t i = share.first; i < share.last; ++i) {
      if (i + kAhead < share.last) __builtin_prefetch(&batch.record(i + kAhead));
      counts[i] = static_cast<u8>(decodeInputs(batch.record(i), batch.turned(i), &inputs[i * 2 * kMaxPieces]));
    }
  }

  cpu::Inputs sub(std::size_t begin, std::size_t end) const {
    return {&inputs[begin * 2 * kMaxPieces], &counts[begin], static_cast<int>(end - begin)};
  }

  // Outputs of this thread's share of a sub-batch, tile after tile, then loss and slope.
  void slopesShare(const Batch& batch, std::size_t begin, std::size_t end, int thread) {
    const float scale = 2.0f / static_cast<float>(batch.size());
    const Share share = shareOf(end - begin, thread, team.size());
    for (std::size_t i = share.first; i < share.last; ++i) {
      float output = outputBias;
      for (std::size_t t = 0; t < tiles; ++t) output += partials[t * kSubBatch + i];
      const double p = sigmoid(static_cast<double>(output));
      const double error = p - static_cast<double>(batch.target(begin + i));
      errors[begin + i] = static_cast<float>(error * error);
      slopes[begin + i] = scale * static_cast<float>(error * p * (1.0 - p));
    }
  }

  double meanError(std::size_t examples) const {
    double sum = 0;
    for (std::size_t i = 0; i < examples; ++i) sum += static_cast<double>(errors[i]);
    return sum / static_cast<double>(examples);
  }

  // Forward and, when wanted, backward over the whole batch; leaves gradients of merged rows, slopes and errors.
  void passes(const Batch& batch, bool withGradient, int thread) {
    double mark = threadSeconds();
    const auto lap = [&](double& stage) {
      if (thread != 0) return;
      const double now = threadSeconds();
      stage += now - mark;
      mark = now;
    };
    decodeShare(batch, thread);
    team.sync();
    lap(times.decode);
    for (std::size_t begin = 0; begin < batch.size(); begin += kSubBatch) {
      const std::size_t end = std::min(batch.size(), begin + kSubBatch);
      const cpu::Inputs in = sub(begin, end);
      eachOwnTile(thread, [&](const cpu::Tile& t) { kernels.forward(t, rows, in); });
      team.sync();
      lap(times.forward);
      slopesShare(batch, begin, end, thread);
      team.sync();
      lap(times.slopes);
      if (withGradient) {
        eachOwnTile(thread, [&](const cpu::Tile& t) { kernels.backward(t, rows, in, &slopes[begin]); });
        lap(times.backward);
      }
    }
    if (withGradient && shape.sharedRows) {
      eachOwnTile(thread, [&](const cpu::Tile& t) { kernels.gatherShared(t, rows); });
    }
    lap(times.update);
  }

  float outputBiasGradient(std::size_t examples) const {
    double sum = 0;
    for (std::size_t i = 0; i < examples; ++i) sum += static_cast<double>(slopes[i]);
    return static_cast<float>(sum);
  }
};

CpuBackend::CpuBackend(const ModelShape& shape, int threads) : impl_(std::make_unique<Impl>(shape, threads)) {
  assert(shape.arch.features == FeatureSet::Plain && shape.arch.outputBuckets == 1 && shape.arch.hidden % 16 == 0);
}

CpuBackend::~CpuBackend() = default;

std::string CpuBackend::description() const {
  const int n = impl_->team.size();
  return "cpu, " + std::to_string(n) + (n == 1 ? " thread" : " threads");
}

void CpuBackend::load(const OptimiserState& state) {
  Impl& m = *impl_;
  assert(state.weights.size() == parameterCount(m.shape));
  m.toTiles(state.weights, m.weights);
  m.toTiles(state.first, m.first);
  m.toTiles(state.second, m.second);
  m.outputBias = state.weights.back();
  m.outputBiasFirst = state.first.back();
  m.outputBiasSecond = state.second.back();
  m.steps = state.steps;
  if (m.shape.sharedRows) {
    for (std::size_t t = 0; t < m.tiles; ++t) m.kernels.fold(m.tile(t), m.rows);
  }
}

void CpuBackend::store(OptimiserState& state) {
  Impl& m = *impl_;
  m.fromTiles(m.weights, state.weights);
  m.fromTiles(m.first, state.first);
  m.fromTiles(m.second, state.second);
  state.weights.back() = m.outputBias;
  state.first.back() = m.outputBiasFirst;
  state.second.back() = m.outputBiasSecond;
  state.steps = m.steps;
}

void CpuBackend::step(const Batch& batch, const StepSettings& settings) {
  Impl& m = *impl_;
  assert(batch.size() > 0);
  m.reserve(batch.size());
  ++m.steps;
  m.team.run([&](int thread) {
    m.passes(batch, true, thread);
    const double start = threadSeconds();
    m.eachOwnTile(thread,
                  [&](const cpu::Tile& t) { m.kernels.update(t, m.rows, m.shape.sharedRows, settings, m.steps); });
    if (thread != 0) return;
    m.losses.push_back(m.meanError(batch.size()));
    m.outputBias = adamW(AdamStep<float>(settings, m.steps), 0.0f, m.outputBias, m.outputBiasGradient(batch.size()),
                         m.outputBiasFirst, m.outputBiasSecond);
    m.times.update += threadSeconds() - start;
  });
}

std::vector<double> CpuBackend::takeLosses() {
  return std::exchange(impl_->losses, {});
}

double CpuBackend::loss(const Batch& batch) {
  // In pieces, so that a large validation set needs no large buffers.
  constexpr std::size_t kPiece = 16 * kSubBatch;
  Impl& m = *impl_;
  m.reserve(std::min(kPiece, batch.size()));
  double sum = 0;
  for (std::size_t begin = 0; begin < batch.size(); begin += kPiece) {
    const std::size_t n = std::min(kPiece, batch.size() - begin);
    const Batch piece{batch.records, batch.targets, batch.examples.subspan(begin, n)};
    m.team.run([&](int thread) { m.passes(piece, false, thread); });
    sum += m.meanError(n) * static_cast<double>(n);
  }
  return sum / static_cast<double>(batch.size());
}

std::vector<float> CpuBackend::gradient(const Batch& batch) {
  Impl& m = *impl_;
  m.reserve(batch.size());
  m.team.run([&](int thread) { m.passes(batch, true, thread); });
  std::vector<float> result;
  m.fromTiles(m.gradient, result);
  result.back() = m.outputBiasGradient(batch.size());
  std::fill(m.gradient.data(), m.gradient.data() + m.gradient.size(), 0.0f);
  return result;
}

const CpuStageTimes& CpuBackend::stageTimes() const {
  return impl_->times;
}

}  // namespace tabiya
