// Golden texts of passes: testdata/<pass>/*.py hold a `# RUN: PassName{options}` line, maybe a `# CONFIG: name` line
// for a setting of the PassContext that is true, a module, a `# ---` line and the whole expected module (or `# error:
// …`). ASSAY_UPDATE_GOLDEN=1 rewrites what is expected; review reads the diff.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/pass.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kSeparator = "# ---\n";
constexpr std::string_view kRun = "# RUN: ";
constexpr std::string_view kConfig = "# CONFIG: ";

std::string ReadText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<fs::path> GoldenFiles() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator("passes/testdata")) {
    if (entry.path().extension() == ".py") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string WithNotes(const PassContext& pass_ctx, std::string text) {
  for (const PassNote& note : pass_ctx.notes) {
    text += "# note: " + note.op + (note.kind == PassNote::Kind::kLater ? " later by " + note.who : " now");
    text += ": " + note.why + "\n";
  }
  return text;
}

// What the passes of the RUN line make of the input, as it stands after the separator.
std::string Outcome(Context& ctx, const Module& module, std::string_view passes, std::string_view setting) {
  auto calls = ParsePassList(ctx, passes);
  if (!calls.ok()) return "# error: " + calls.error().message + "\n";
  uint64_t before = StructuralHash(module);
  PassContext pass_ctx(ctx);
  if (!setting.empty()) pass_ctx.config.emplace(setting, MakeAttrBool(ctx, true));
  auto result = RunSequential(pass_ctx, *calls, module);
  EXPECT_EQ(StructuralHash(module), before) << "the input was changed";
  if (!result.ok()) return "# error: " + result.error().message + "\n";
  std::string text = PrintModule(*result);
  if (!text.empty() && text.back() != '\n') text += '\n';
  return WithNotes(pass_ctx, std::move(text));
}

class GoldenTest : public testing::TestWithParam<fs::path> {};

TEST_P(GoldenTest, Matches) {
  std::string text = ReadText(GetParam());
  ASSERT_TRUE(text.starts_with(kRun)) << "the first line must say '# RUN: PassName'";
  size_t line_end = text.find('\n');
  size_t separator = text.find(kSeparator);
  std::string input = text.substr(0, separator);
  std::string passes = text.substr(kRun.size(), line_end - kRun.size());
  std::string expected = separator == std::string::npos ? "" : text.substr(separator + kSeparator.size());
  Context ctx;
  auto module = ParseModule(ctx, GetParam().string(), input);
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  std::string setting;
  if (text.compare(line_end + 1, kConfig.size(), kConfig) == 0) {
    size_t start = line_end + 1 + kConfig.size();
    setting = text.substr(start, text.find('\n', start) - start);
  }
  std::string actual = Outcome(ctx, *module, passes, setting);
  if (std::getenv("ASSAY_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(GetParam(), std::ios::binary) << input << kSeparator << actual;
    return;
  }
  EXPECT_EQ(actual, expected);
}

std::string NameOf(const testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.parent_path().filename().string() + "_" + info.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Passes, GoldenTest, testing::ValuesIn(GoldenFiles()), NameOf);

}  // namespace
}  // namespace assay
