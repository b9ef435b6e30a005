// What every program does at its start: the CPU check, the version line, and signals.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "engine/base/cpu.h"
#include "engine/base/interrupt.h"
#include "engine/base/version.h"

namespace tabiya {
namespace {

TEST(Process, ThisCpuRunsItsOwnBuild) {
  EXPECT_EQ(cpuMismatch(), "");
}

TEST(Process, VersionLineNamesToolVersionCommitAndInstructionSet) {
  EXPECT_EQ(versionLine("tabiya-x"), std::string("tabiya-x ") + versionNumber() + " (commit " + versionCommit() + ", " +
                                         buildInstructionSet() + ")");
}

TEST(Process, TheFirstSignalAsksAndALaterOneEnds) {
  const auto twoSignals = [] {
    const std::atomic<bool>& asked = watchInterrupts();
    if (asked) ::_exit(1);
    std::raise(SIGTERM);
    if (!asked) ::_exit(2);
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    std::raise(SIGINT);
    ::_exit(3);
  };
  EXPECT_EXIT(twoSignals(), testing::ExitedWithCode(kExitInterrupted), "");
}

TEST(Process, TwoSignalsAtOnceAreOneWish) {
  const auto twoSignals = [] {
    const std::atomic<bool>& asked = watchInterrupts();
    std::raise(SIGTERM);
    std::raise(SIGTERM);
    ::_exit(asked ? 3 : 1);
  };
  EXPECT_EXIT(twoSignals(), testing::ExitedWithCode(3), "");
}

}  // namespace
}  // namespace tabiya
