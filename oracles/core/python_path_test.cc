#include "oracles/core/python_path.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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
