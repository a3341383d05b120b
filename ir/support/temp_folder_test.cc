#include "ir/support/temp_folder.h"

#include <fstream>

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(TempFolder, IsOnesOwnAndGoesWithWhatIsInIt) {
  std::string path;
  {
    TempFolder folder, other;
    ASSERT_TRUE(folder.ready());
    EXPECT_NE(folder.path(), other.path());
    path = folder.path();
    std::filesystem::create_directory(path + "/below");
    std::ofstream(path + "/below/file") << "text";
    EXPECT_TRUE(std::filesystem::exists(path + "/below/file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TempFolder, SaysWhenThereIsNoPlace) {
  ASSERT_EQ(setenv("TMPDIR", "/no/such/place", 1), 0);
  TempFolder folder;
  unsetenv("TMPDIR");
  EXPECT_FALSE(folder.ready());
}

}  // namespace
}  // namespace assay
