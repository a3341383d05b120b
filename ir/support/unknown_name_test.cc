#include "ir/support/unknown_name.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using Names = std::vector<std::string_view>;

TEST(UnknownName, NearIsWhatFewMistakesALastPartOrABeginningMake) {
  const Names ops = {"prod", "nn.relu", "nn.relu6", "add", "nn.conv2d", "nn.conv1d", "sum"};
  const std::vector<std::tuple<std::string_view, Names, Names>> rows = {
      {"frob", ops, {}},
      {"relu", ops, {"nn.relu"}},
      {"nn.rellu", ops, {"nn.relu"}},
      {"porr", ops, {}},
      {"ptod", ops, {"prod"}},
      {"pord", ops, {"prod"}},
      {"PROD", ops, {"prod"}},
      {"adf", ops, {"add"}},
      {"axd", ops, {"add"}},
      {"xx", {"ab", "ax"}, {"ax"}},
      {"x", {"a", "b"}, {}},
      {"conv", ops, {"nn.conv2d", "nn.conv1d"}},
      {"conv3d", ops, {"nn.conv2d", "nn.conv1d"}},
      {"co", ops, {}},
      {"", ops, {}},
      {"vmm", {"vm", "vm-llvm"}, {"vm"}},
      // A whole name comes before the last part of another.
      {"add", {"image.add", "add"}, {"add"}},
      {"r4", {"a.r4", "b.r4", "c.r4", "d.r4"}, {"a.r4", "b.r4", "c.r4"}},
  };
  for (const auto& [written, names, near] : rows) EXPECT_EQ(NearestNames(written, names), near) << written;
}

TEST(UnknownName, SaysTheListTheNearestNamesOrHowToListThem) {
  Names many;
  std::vector<std::string> made;
  for (int i = 0; i < 40; ++i)
    made.push_back("name" + std::string(1, static_cast<char>('a' + i % 26)) + "xyzw" + std::to_string(i));
  many.assign(made.begin(), made.end());
  EXPECT_EQ(UnknownText("engine", "vmm", {"vm", "relax-reference"}),
            "unknown engine 'vmm': expected one of vm, relax-reference; did you mean 'vm'?");
  EXPECT_EQ(UnknownText("engine", "frob", {"vm"}), "unknown engine 'frob': expected vm");
  EXPECT_EQ(UnknownText("finding", "frob", {}), "unknown finding 'frob': there is none");
  EXPECT_EQ(UnknownText("operator", "frob", many), "unknown operator 'frob'; `assay list ops` has them");
  EXPECT_EQ(UnknownText("operator", "namaxyzw0", many), "unknown operator 'namaxyzw0'; did you mean 'nameaxyzw0'?");
  std::string listed = UnknownText("finding", "frob", many);
  EXPECT_TRUE(listed.ends_with(", …")) << listed;
  EXPECT_NE(listed.find("expected one of nameaxyzw0, "), std::string::npos) << listed;
  EXPECT_EQ(UnknownName("subject", "frob", {"x"}, "forms").message, "unknown subject 'frob': expected forms");
  EXPECT_EQ(NearHint("relu", {"nn.relu", "x.relu"}, "R."), "; did you mean 'R.nn.relu' or 'R.x.relu'?");
}

}  // namespace
}  // namespace assay
