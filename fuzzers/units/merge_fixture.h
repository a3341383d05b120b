// For tests of merges: made units in a folder of the test's own, and what a merge leaves of them.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "fuzzers/units/made_units.h"
#include "fuzzers/units/merge.h"
#include "fuzzers/units/unit_folder.h"
#include "ir/support/file.h"
#include "ir/support/temp_folder.h"

namespace assay {

// Every file below a folder with what it holds.
inline std::map<std::string, std::string> TreeOf(const std::filesystem::path& folder) {
  std::map<std::string, std::string> tree;
  for (const auto& item : std::filesystem::recursive_directory_iterator(folder)) {
    if (!item.is_regular_file()) continue;
    auto text = ReadFile(item.path());
    EXPECT_TRUE(text.ok());
    tree[item.path().lexically_relative(folder)] = text.ok() ? *text : "";
  }
  return tree;
}

inline std::vector<std::string> NamesOf(const std::map<std::string, std::string>& tree) {
  std::vector<std::string> names;
  for (const auto& [name, text] : tree) names.push_back(name);
  return names;
}

class MergeTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }
  std::string Put(const std::string& name, const std::map<std::string, std::string>& files) {
    EXPECT_TRUE(WriteUnit(Path(name), files).ok());
    return Path(name);
  }
  std::string PutUnit(uint64_t unit) { return Put("u" + std::to_string(unit), made_.Files(unit, made_.cases)); }
  // What a merge of these into a fresh folder leaves; always the same folder, since reports name it.
  std::map<std::string, std::string> Merged(const std::vector<std::string>& inputs) {
    std::filesystem::remove_all(Path("out"));
    result_ = Merge(Path("out"), inputs);
    EXPECT_TRUE(result_.ok()) << result_.error().message;
    return TreeOf(Path("out"));
  }

  TempFolder folder_;
  MadeUnits made_;
  Result<MergeResult> result_{MergeResult{}};
};

}  // namespace assay
