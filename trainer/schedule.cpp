#include "trainer/schedule.h"

namespace tabiya {

double learningRate(const Schedule& schedule, u64 step) {
  const bool lastQuarter = 4 * step >= 3 * schedule.totalSteps;
  return lastQuarter ? schedule.rate * schedule.drop : schedule.rate;
}

u64 stepsPerEpoch(u64 examples, u64 batch) {
  return (examples + batch - 1) / batch;
}

}  // namespace tabiya
