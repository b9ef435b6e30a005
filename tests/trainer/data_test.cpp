// What the trainer reads: targets for the side to move, fitted scale, baselines, shuffling, whole games held out.
#include <algorithm>
#include <set>

#include "engine/base/random.h"
#include "nets/features.h"
#include "records/games.h"
#include "tests/trainer/support.h"
#include "trainer/baseline.h"
#include "trainer/dataset.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

constexpr const char* kWhiteToMove = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
constexpr const char* kBlackToMove = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

TEST(Target, MixesScoreAndResultForTheSideToMove) {
  const Record white = recordOf(kWhiteToMove, 160, GameResult::WhiteWins);
  EXPECT_NEAR(targetOf(white, 0.25, 160), 0.75 * logistic(1) + 0.25 * 1, 1e-12);
  const Record black = recordOf(kBlackToMove, 160, GameResult::WhiteWins);
  EXPECT_NEAR(targetOf(black, 0.25, 160), 0.75 * logistic(-1) + 0.25 * 0, 1e-12);
  const Record drawn = recordOf(kBlackToMove, -80, GameResult::Draw);
  EXPECT_NEAR(targetOf(drawn, 0.5, 160), 0.5 * logistic(0.5) + 0.5 * 0.5, 1e-12);
}

TEST(Target, TheResultWeightWeighsTheResultAndNotTheScore) {
  const Record record = recordOf(kWhiteToMove, 0, GameResult::BlackWins);
  EXPECT_NEAR(targetOf(record, 0, 160), 0.5, 1e-12);
  EXPECT_NEAR(targetOf(record, 1, 160), 0.0, 1e-12);
}

TEST(Inputs, ATurnedExampleMirrorsEverySquareLeftToRight) {
  const Record record = recordOf("r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 0 1", 0, GameResult::Draw);
  const Record mirrored = recordOf("r2k3r/8/8/8/8/8/3P4/R2K3R w - - 0 1", 0, GameResult::Draw);
  Example turned, plain;
  decode(record, true, turned);
  decode(mirrored, false, plain);
  const auto sorted = [](const Example& example, int view) {
    std::vector<int> list;
    for (int k = 0; k < example.count; ++k) list.push_back(example.input(view, k));
    std::sort(list.begin(), list.end());
    return list;
  };
  EXPECT_EQ(turned.count, 7);
  EXPECT_EQ(sorted(turned, 0), sorted(plain, 0));
  EXPECT_EQ(sorted(turned, 1), sorted(plain, 1));
}

TEST(Inputs, AreThoseOfTheNetsFeatures) {
  for (const Record& record : randomRecords(300, 17)) {
    Example example;
    decode(record, false, example);
    const Color us = record.sideToMove();
    int k = 0;
    record.forEachPiece([&](Piece piece, Square square) {
      ASSERT_LT(k, example.count);
      EXPECT_EQ(example.input(0, k), plainInput(us, piece, square));
      EXPECT_EQ(example.input(1, k), plainInput(~us, piece, square));
      ++k;
    });
    EXPECT_EQ(k, example.count);
  }
}

TEST(Order, EachEpochHoldsEveryExampleOnceInItsOwnOrder) {
  const std::vector<u32> first = epochOrder(1000, true, 7, 0);
  EXPECT_EQ(std::set<u32>(first.begin(), first.end()).size(), 2000u);
  EXPECT_EQ(first.size(), 2000u);
  EXPECT_EQ(first, epochOrder(1000, true, 7, 0));
  EXPECT_NE(first, epochOrder(1000, true, 7, 1));
  EXPECT_NE(first, epochOrder(1000, true, 8, 0));
  EXPECT_EQ(epochOrder(1000, false, 7, 0).size(), 1000u);
}

TEST(Order, IsUniform) {
  // Over many epochs each record stands in each place equally often: a chi-square test with 81 cells, 64 degrees.
  constexpr int kRecords = 9, kEpochs = 9000;
  std::vector<int> counts(kRecords * kRecords);
  for (u64 epoch = 0; epoch < kEpochs; ++epoch) {
    const std::vector<u32> order = epochOrder(kRecords, false, 1, epoch);
    for (std::size_t place = 0; place < order.size(); ++place) ++counts[(order[place] >> 1) * kRecords + place];
  }
  double chiSquare = 0;
  for (const int n : counts) chiSquare += (n - 1000.0) * (n - 1000.0) / 1000.0;
  EXPECT_LT(chiSquare, 115) << "exceeded once in 10,000 fair shuffles";
  EXPECT_GT(chiSquare, 25) << "and so is this, the other way";
}

TEST(GoldenSection, FindsTheValley) {
  EXPECT_NEAR(goldenSection([](double x) { return (x - 3.25) * (x - 3.25); }, -10, 100), 3.25, 1e-6);
  EXPECT_NEAR(goldenSection([](double x) { return x; }, 2, 9), 2, 1e-6) << "a valley at the edge";
}

TEST(EvalScale, IsFoundFromResultsThatFollowIt) {
  // Wins and losses drawn with chance sigmoid(score / 180).
  Random random(5);
  std::vector<Record> records;
  for (int i = 0; i < 60'000; ++i) {
    const int score = static_cast<int>(random.below(1201)) - 600;
    const bool win = random.unit() < logistic(score / 180.0);
    records.push_back(
        recordOf(i % 2 ? kWhiteToMove : kBlackToMove, score, win ? GameResult::WhiteWins : GameResult::BlackWins));
  }
  const double scale = fitEvalScale(records);
  EXPECT_NEAR(scale, 180, 4);
  EXPECT_DOUBLE_EQ(scale, std::round(scale * 1000) / 1000);
}

TEST(EvalScale, ExactFrequenciesGiveItExactly) {
  // At score s a share of wins of sigmoid(s / 200), as nearly as counts allow.
  std::vector<Record> records;
  for (const int score : {-400, -200, -100, 100, 200, 400}) {
    const int wins = static_cast<int>(std::lround(2000 * logistic(score / 200.0)));
    for (int i = 0; i < 2000; ++i)
      records.push_back(recordOf(kWhiteToMove, score, i < wins ? GameResult::WhiteWins : GameResult::BlackWins));
  }
  EXPECT_NEAR(fitEvalScale(records), 200, 0.1);
}

TEST(Baselines, MaterialIsCountedForTheSideToMove) {
  EXPECT_EQ(
      materialDifference(recordOf("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, GameResult::Draw)), 0);
  EXPECT_EQ(materialDifference(recordOf("3qk3/8/8/8/8/8/4P3/RNB1K3 w - - 0 1", 0, GameResult::Draw)),
            3 + 3 + 5 + 1 - 9);
  EXPECT_EQ(materialDifference(recordOf("3qk3/8/8/8/8/8/4P3/RNB1K3 b - - 0 1", 0, GameResult::Draw)), -3);
}

TEST(Baselines, AreFittedOnTheTrainingPartAndJudgedOnTheHeldOut) {
  Dataset data;
  // Targets that are sigmoid(0.5 * material) exactly: the count's loss is 0, the average's the variance.
  const auto add = [](std::vector<Record>& to, std::vector<float>& targets, const char* fen) {
    to.push_back(recordOf(fen, 0, GameResult::Draw));
    targets.push_back(static_cast<float>(logistic(0.5 * materialDifference(to.back()))));
  };
  for (const char* fen :
       {kWhiteToMove, kBlackToMove, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"}) {
    add(data.training, data.trainingTargets, fen);
  }
  add(data.validation, data.validationTargets, kWhiteToMove);
  const Baselines baselines = fitBaselines(data);
  EXPECT_NEAR(baselines.materialK, 0.5, 1e-4);
  EXPECT_NEAR(baselines.material, 0, 1e-9);
  EXPECT_NEAR(baselines.average, std::pow(logistic(0.5) - 0.5, 2), 1e-6);
}

TEST(Dataset, HoldsWholeGamesOut) {
  const TemporaryDirectory dir;
  const std::vector<Record> records = randomRecords(6000, 4);
  writeRecords(dir.file("a.bin"), records);
  const auto data = loadDataset({dir.file("a.bin")}, 0.2, 9);
  ASSERT_TRUE(data) << data.error();
  EXPECT_EQ(data->training.size() + data->validation.size(), records.size());
  EXPECT_EQ(data->files.at(0).records, 6000u);
  EXPECT_FALSE(data->shuffled);

  // Game by game, by the rule that `tabiya-records split` uses too.
  std::vector<u64> starts = inferGameStarts(records);
  starts.push_back(records.size());
  std::vector<Record> training, validation;
  for (std::size_t g = 0; g + 1 < starts.size(); ++g) {
    auto& to = gameIsHeldOut(9, g, 0.2) ? validation : training;
    to.insert(to.end(), records.begin() + static_cast<std::ptrdiff_t>(starts[g]),
              records.begin() + static_cast<std::ptrdiff_t>(starts[g + 1]));
  }
  EXPECT_TRUE(data->training == training);
  EXPECT_TRUE(data->validation == validation);
  EXPECT_EQ(data->trainingGames + data->validationGames, starts.size() - 1);
  EXPECT_GT(data->validationGames, 5u);
}

TEST(Dataset, HoldsOneGameOutWhenTheShareIsTooSmallForAny) {
  const TemporaryDirectory dir;
  writeRecords(dir.file("a.bin"), randomRecords(300, 4));
  const auto data = loadDataset({dir.file("a.bin")}, 1e-9, 1);
  ASSERT_TRUE(data);
  EXPECT_EQ(data->validationGames, 1u);
  EXPECT_GT(data->validation.size(), 0u);
  const auto none = loadDataset({dir.file("a.bin")}, 0, 1);
  ASSERT_TRUE(none);
  EXPECT_EQ(none->validation.size(), 0u) << "a share of 0 holds nothing out";
}

TEST(Dataset, AShuffledFileIsSplitByPosition) {
  const TemporaryDirectory dir;
  std::vector<Record> records = randomRecords(4000, 4);
  std::vector<Record> shuffled;
  for (const u32 example : epochOrder(records.size(), false, 1, 0)) shuffled.push_back(records[example >> 1]);
  shuffled.push_back(shuffled[0]);  // an equal position far away
  writeRecords(dir.file("a.bin"), shuffled);
  const auto data = loadDataset({dir.file("a.bin")}, 0.1, 1);
  ASSERT_TRUE(data) << data.error();
  EXPECT_TRUE(data->shuffled);
  EXPECT_NEAR(static_cast<double>(data->validation.size()), 400, 80);
  std::set<u64> inTraining;
  for (const Record& record : data->training) inTraining.insert(recordKey(record));
  for (const Record& record : data->validation) EXPECT_EQ(inTraining.count(recordKey(record)), 0u);
}

TEST(Dataset, BadRecordsAreLeftOutAndCountedByReason) {
  const TemporaryDirectory dir;
  std::vector<Record> records = randomRecords(100, 4);
  records[10].bytes[30] = 3;                          // no result
  records[20].bytes[30] = 7;                          // nor this
  records[30].bytes[26] = records[30].bytes[27] = 0;  // full move 0: mended
  writeRecords(dir.file("a.bin"), records);
  const auto data = loadDataset({dir.file("a.bin")}, 0, 1);
  ASSERT_TRUE(data) << data.error();
  EXPECT_EQ(data->training.size(), 98u);
  EXPECT_EQ(data->counts.leftOut(), 2u);
  EXPECT_EQ(data->counts.faults[static_cast<std::size_t>(RecordFault::BadResult)], 2u);
  EXPECT_EQ(data->counts.mended(), 1u);
  EXPECT_NE(data->counts.sentence().find("2 left out: "), std::string::npos) << data->counts.sentence();
}

TEST(Dataset, SaysWhatIsWrongWithAFile) {
  const TemporaryDirectory dir;
  writeText(dir.file("empty.bin"), "");
  writeText(dir.file("cut.bin"), std::string(70, '\1'));
  writeText(dir.file("foreign.bin"), std::string(3200, 'x'));  // sized like records, but nothing in it is one
  for (const char* name : {"missing.bin", "empty.bin", "cut.bin", "foreign.bin"}) {
    const auto data = loadDataset({dir.file(name)}, 0.1, 1);
    ASSERT_FALSE(data) << name;
    EXPECT_NE(data.error().find(name), std::string::npos) << data.error();
  }
}

TEST(Dataset, WithNothingToTrainOnIsAnErrorThatCounts) {
  const TemporaryDirectory dir;
  std::vector<Record> records = randomRecords(60, 4);
  for (std::size_t i = 0; i < records.size(); ++i) records[i].bytes[30] = 3;
  records[0].bytes[30] = 1;  // one good record, so that the file is taken for one of records
  writeRecords(dir.file("bad.bin"), records);
  u64 seed = 1;
  while (!gameIsHeldOut(seed, 0, 0.9)) ++seed;  // the good one is held out
  const auto data = loadDataset({dir.file("bad.bin")}, 0.9, seed);
  ASSERT_FALSE(data);
  EXPECT_NE(data.error().find("no record to train on in " + dir.file("bad.bin")), std::string::npos) << data.error();
  EXPECT_NE(data.error().find("59 left out: "), std::string::npos) << data.error();
}

}  // namespace
}  // namespace tabiya
