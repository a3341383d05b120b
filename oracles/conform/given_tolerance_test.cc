#include "oracles/conform/given_tolerance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracles/conform/recorded_value.h"

namespace assay {
namespace {

using testing::HasSubstr;

Value Floats(const std::string& data) {
  auto json = nlohmann::json::parse(R"({"dtype": "float32", "shape": [3], "data": )" + data + "}");
  return *ValueOfType(json, nullptr);
}

struct ToleranceCase {
  const char* got;
  const char* want;
  GivenTolerance tolerance;
  bool agrees;
};

TEST(GivenToleranceTest, IsAllclose) {
  const ToleranceCase kCases[] = {
      {"[1, 2, 3]", "[1, 2, 3]", {0, 0}, true},
      {"[1, 2, 3.0001]", "[1, 2, 3]", {0, 0}, false},
      {"[1, 2, 3.0001]", "[1, 2, 3]", {1e-3, 0}, true},
      {"[1, 2, 3.0001]", "[1, 2, 3]", {0, 1e-3}, true},
      {"[1, 2, 3.0001]", "[1, 2, 3]", {1e-6, 1e-6}, false},
      {R"(["nan", 2, 3])", R"(["nan", 2, 3])", {0, 0}, true},
      {R"(["nan", 2, 3])", "[1, 2, 3]", {1, 1}, false},
      {R"(["inf", 2, 3])", R"(["inf", 2, 3])", {0, 0}, true},
      {R"(["inf", 2, 3])", R"(["-inf", 2, 3])", {1, 1}, false},
      {R"(["inf", 2, 3])", "[1, 2, 3]", {1, 1}, false},
  };
  for (const ToleranceCase& one : kCases) {
    EXPECT_EQ(!DifferenceWithin(one.tolerance, Floats(one.got), Floats(one.want)).has_value(), one.agrees)
        << one.got << " " << one.want;
  }
}

TEST(GivenToleranceTest, ADifferenceIsSaidWithPlaceAndValues) {
  auto found = DifferenceWithin({1e-3, 0}, Floats("[1, 2.5, 7]"), Floats("[1, 2, 3]"));
  ASSERT_TRUE(found.has_value());
  EXPECT_THAT(*found, HasSubstr("2 of 3 elements differ by more than rtol 0.001 and atol 0; first at [1]: got 2.5, "
                                "want 2; farthest at [2]: got 7, want 3"));
  Value tuple{TupleValue{{Floats("[1, 2, 3]"), Floats("[1, 2, 4]")}}},
      other{TupleValue{{Floats("[1, 2, 3]"), Floats("[1, 2, 3]")}}};
  EXPECT_THAT(*DifferenceWithin({0, 0}, tuple, other), HasSubstr("result[1]: 1 of 3"));
  auto wide = nlohmann::json::parse(R"({"dtype": "float64", "shape": [3], "data": [1, 2, 3]})");
  EXPECT_THAT(*DifferenceWithin({1, 1}, *ValueOfType(wide, nullptr), Floats("[1, 2, 3]")),
              HasSubstr("got float64[3], want float32[3]"));
}

TEST(GivenToleranceTest, WhatIsNoToleranceIsRefused) {
  EXPECT_FALSE(ToleranceOf(nlohmann::json::object())->has_value());
  auto both = ToleranceOf(nlohmann::json::parse(R"({"tolerance": {"rtol": 1e-3, "atol": 0.5}})"));
  ASSERT_TRUE(both.ok());
  EXPECT_EQ((*both)->rtol, 1e-3);
  EXPECT_EQ((*both)->atol, 0.5);
  for (const char* wrong : {R"({"tolerance": 1e-3})", R"({"tolerance": {"rtol": -1}})",
                            R"({"tolerance": {"rtol": "1"}})", R"({"tolerance": {"eps": 1}})"}) {
    auto refused = ToleranceOf(nlohmann::json::parse(wrong));
    ASSERT_FALSE(refused.ok()) << wrong;
    EXPECT_EQ(refused.error().kind, DiagKind::kCorrupt);
    EXPECT_THAT(refused.error().message, HasSubstr("tolerance"));
  }
}

}  // namespace
}  // namespace assay
