// Golden texts: every file of testdata/ reads, writes itself back byte for byte, and the second reading is equal to the
// first. A file whose name starts with fail_ must be refused with the diagnostic in its last comment line.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

std::vector<std::filesystem::path> GoldenFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator("ir/text/testdata")) {
    if (entry.path().extension() == ".py") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string Contents(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(GoldenTest, EveryTextReadsAndWritesItself) {
  int count = 0;
  for (const auto& path : GoldenFiles()) {
    if (path.filename().string().starts_with("fail_")) continue;
    SCOPED_TRACE(path.string());
    ++count;
    std::string text = Contents(path);
    Context ctx;
    Result<Module> module = ParseModule(ctx, path.string(), text);
    ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
    std::string written = PrintModule(*module);
    EXPECT_EQ(written + "\n", text);
    Result<Module> again = ParseModule(ctx, "again.py", written);
    ASSERT_TRUE(again.ok());
    auto difference = FirstDifference(*module, *again);
    EXPECT_FALSE(difference.has_value()) << difference->path << ": " << difference->left << " | " << difference->right;
  }
  EXPECT_GE(count, 3);
}

TEST(GoldenTest, EveryRefusalSaysWhy) {
  int count = 0;
  for (const auto& path : GoldenFiles()) {
    if (!path.filename().string().starts_with("fail_")) continue;
    SCOPED_TRACE(path.string());
    ++count;
    std::string text = Contents(path);
    Context ctx;
    Result<Module> module = ParseModule(ctx, "input.py", text);
    ASSERT_FALSE(module.ok());
    size_t at = text.rfind("\n# ");
    ASSERT_NE(at, std::string::npos);
    std::string rendered = Render(module.error(), ctx.sources);
    EXPECT_EQ("# " + rendered.substr(0, rendered.find('\n')) + "\n", text.substr(at + 1));
  }
  EXPECT_GE(count, 2);
}

}  // namespace
}  // namespace assay
