// Arrows point down: every include of the tree keeps to the layer table.
#include "tests/check_layers/layers.h"

#include <gtest/gtest.h>

namespace tabiya::layers {
namespace {

TEST(Layers, EveryIncludeOfTheTreePointsDown) {
  EXPECT_GT(countSources(TABIYA_SOURCE_DIR), 20);
  for (const std::string& sentence : checkTree(TABIYA_SOURCE_DIR)) ADD_FAILURE() << sentence;
}

TEST(Layers, AnArrowPointingUpIsFound) {
  EXPECT_EQ(checkFile("engine/board/position.cpp", "#include \"engine/movegen/movegen.h\"\n").size(), 1u);
  EXPECT_EQ(checkFile("trainer/loop.cpp", "#include \"engine/search/tt.h\"\n").size(), 1u);
  EXPECT_EQ(checkFile("records/stats.cpp", "#include \"engine/engine.h\"\n").size(), 1u);
  EXPECT_EQ(checkFile("nets/network.cpp", "#include \"engine/eval/evaluator.h\"\n").size(), 1u);
  EXPECT_EQ(checkFile("engine/search/search.cpp", "#include \"tests/helper.h\"\n").size(), 1u);
}

TEST(Layers, AnArrowPointingDownIsFine) {
  EXPECT_TRUE(checkFile("engine/search/tt.h", "#include \"engine/base/types.h\"\n#include \"nets/arch.h\"\n").empty());
  EXPECT_TRUE(checkFile("datagen/match/player.cpp", "#include \"engine/engine.h\"\n").empty());
  EXPECT_TRUE(checkFile("records/main.cpp", "#include \"engine/engine.h\"\n#include <CLI/CLI.hpp>\n").empty());
}

TEST(Layers, LibrariesStayInTheirPlaces) {
  EXPECT_EQ(checkFile("trainer/loop.cpp", "#include <CLI/CLI.hpp>\n").size(), 1u);
  EXPECT_EQ(checkFile("trainer/loop.cpp", "#include <nlohmann/json.hpp>\n").size(), 1u);
  EXPECT_EQ(checkFile("engine/search/report.cpp", "#include <nlohmann/json.hpp>\n").size(), 1u);
  EXPECT_EQ(checkFile("nets/network.cpp", "#include <fmt/format.h>\n").size(), 1u);
  EXPECT_EQ(checkFile("trainer/batch.cpp", "#include <Eigen/Core>\n").size(), 1u);
  EXPECT_TRUE(checkFile("trainer/cpu/backend.cpp", "#include <Eigen/Core>\n").empty());
  EXPECT_TRUE(checkFile("trainer/checkpoint.cpp", "#include <nlohmann/json.hpp>\n").empty());
}

TEST(Layers, AKernelFileSharesNothing) {
  EXPECT_EQ(checkFile("engine/eval/nnue/kernels_avx2.cpp", "#include <vector>\n").size(), 1u);
  EXPECT_TRUE(checkFile("engine/eval/nnue/kernels_avx2.cpp",
                        "#include <immintrin.h>\n#include \"engine/eval/nnue/kernels.h\"\n")
                  .empty());
}

TEST(Layers, AFolderOutsideTheTableIsFound) {
  EXPECT_EQ(checkFile("engine/new_thing/a.cpp", "").size(), 0u);  // below engine: the facade's row
  EXPECT_EQ(checkFile("extras/a.cpp", "").size(), 1u);
}

}  // namespace
}  // namespace tabiya::layers
