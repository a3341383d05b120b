#include "oracles/core/python_path.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PythonPath, CallsOfOnesOwnAreKnownByTheirNames) {
  nlohmann::json row{{"name", "FuseOps"}}, own{{"name", "mine.passes:Fast"}, {"options", {{"deep", true}}}};
  EXPECT_TRUE(AnyOwnPass({row, own}));
  EXPECT_FALSE(AnyOwnPass(nlohmann::json::array({row})));
  EXPECT_FALSE(AnyOwnPass(nlohmann::json::array()));
  EXPECT_FALSE(AnyOwnPass(nlohmann::json::array({nullptr, "mine.passes:Fast"})));
}

TEST(PythonPath, FoldersComeInFrontAndOnce) {
  unsetenv("PYTHONPATH");
  AddPythonPath({});
  EXPECT_THAT(PythonPath(), IsEmpty());
  AddPythonPath({"/b"});
  AddPythonPath({"/a", "/b"});
  EXPECT_THAT(PythonPath(), ElementsAre("/a", "/b"));
  setenv("PYTHONPATH", ":/c::/d:", 1);
  EXPECT_THAT(PythonPath(), ElementsAre("/c", "/d"));
  unsetenv("PYTHONPATH");
}

}  // namespace
}  // namespace assay
