// A student learns a teacher's scores: with few positions only the training loss falls, with many both do.
#include "tests/trainer/support.h"
#include "trainer/cpu/cpu_backend.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

struct Losses {
  double trainingStart, trainingEnd;
  double unseenEnd, unseenAverage;  // of guessing the average training target
};

// The teacher is a random net with sharper outputs than a fresh one, so that there is something to learn.
std::vector<float> teacherTargets(const std::vector<Record>& records) {
  const ModelShape shape = smallShape(16, false);
  Twin<float> teacher{shape, initialParameters(shape, 77)};
  const std::size_t outputs = static_cast<std::size_t>(rowsOf(shape).outputs) * 16;
  for (std::size_t i = outputs; i < outputs + 32; ++i) teacher.parameters[i] *= 6;
  const std::vector<float> merged = mergedRows<float>(shape, teacher.parameters);
  std::vector<float> targets, hidden;
  Example example;
  for (const Record& record : records) {
    decode(record, false, example);
    targets.push_back(sigmoid(teacher.output(merged, example, hidden)));
  }
  return targets;
}

double variance(const std::vector<float>& targets, double mean) {
  double sum = 0;
  for (const float t : targets) sum += (static_cast<double>(t) - mean) * (static_cast<double>(t) - mean);
  return sum / static_cast<double>(targets.size());
}

Losses learn(std::size_t positions, int steps) {
  const ModelShape shape = smallShape(32, false);
  const std::vector<Record> seen = randomRecords(positions, 21), unseen = randomRecords(2000, 22);
  const std::vector<float> seenTargets = teacherTargets(seen), unseenTargets = teacherTargets(unseen);
  const std::vector<u32> all = plainOrder(seen.size()), allUnseen = plainOrder(unseen.size());
  CpuBackend backend(shape, 2);
  backend.load(freshOptimiser(initialParameters(shape, 1)));
  const Batch training{seen, seenTargets, all}, held{unseen, unseenTargets, allUnseen};
  const double start = backend.loss(training);
  constexpr std::size_t kBatch = 250;
  std::vector<u32> order;
  std::size_t at = 0;
  for (int step = 0; step < steps; ++step, at += kBatch) {
    if (at % seen.size() == 0) {
      order = epochOrder(seen.size(), false, 1, at / seen.size());
    }
    const std::span<const u32> examples = std::span(order).subspan(at % seen.size(), kBatch);
    backend.step({seen, seenTargets, examples}, {step < steps * 3 / 4 ? 0.003 : 0.0003, 0.01, 0.01});
  }
  double mean = 0;
  for (const float t : seenTargets) mean += static_cast<double>(t) / static_cast<double>(seenTargets.size());
  return {start, backend.loss(training), backend.loss(held), variance(unseenTargets, mean)};
}

TEST(TeacherAndStudent, FewPositionsAreLearntByHeart) {
  const Losses few = learn(250, 600);
  EXPECT_LT(few.trainingEnd, few.trainingStart / 50) << "the positions it saw";
  EXPECT_GT(few.unseenEnd, few.unseenAverage * 0.6) << "on others it is little better than guessing the average";
}

TEST(TeacherAndStudent, ManyPositionsTeachTheTeacher) {
  const Losses many = learn(20'000, 1600);
  EXPECT_LT(many.trainingEnd, many.trainingStart / 4);
  EXPECT_LT(many.unseenEnd, many.unseenAverage * 0.4);
  EXPECT_LT(many.unseenEnd, learn(250, 600).unseenEnd * 0.6);
}

}  // namespace
}  // namespace tabiya
