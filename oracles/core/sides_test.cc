// What readers see side by side: which elements, in which words, and through JSON and back.
#include "oracles/core/sides.h"

#include <cmath>

#include <gtest/gtest.h>

namespace assay {
namespace {

Value Floats(std::vector<double> data, std::vector<int64_t> shape) {
  return {TensorValue{Tensor::Floats(DType::Float(32), std::move(shape), data)}};
}

TEST(SidesTest, ElementsThatDifferHaveTheirPlaces) {
  Value want{TupleValue{{Floats({1, 2, 3, 4}, {2, 2}), Floats({5}, {1})}}};
  Value got{TupleValue{{Floats({1, 2, 3.5, 4}, {2, 2}), Floats({NAN}, {1})}}};
  Sides sides = ElementsThatDiffer(want, got);
  EXPECT_EQ(sides.differing, 2u);
  ASSERT_EQ(sides.elements.size(), 2u);
  EXPECT_EQ(sides.elements[0].where, "result[0][1, 0]");
  EXPECT_EQ(sides.elements[0].expected, "3");
  EXPECT_EQ(sides.elements[0].got, "3.5");
  EXPECT_EQ(sides.elements[0].off, "0.5");
  EXPECT_EQ(sides.elements[1].where, "result[1][0]");
  EXPECT_EQ(sides.elements[1].off, "");
}

TEST(SidesTest, TheGreatestDifferencesAreKept) {
  std::vector<double> want(1000, 1), got(1000, 1.001);
  got[777] = 50;
  Sides sides = ElementsThatDiffer(Floats(want, {1000}), Floats(got, {1000}));
  EXPECT_EQ(sides.differing, 1000u);
  EXPECT_LT(sides.elements.size(), 100u);
  auto is_it = [](const SideElement& one) { return one.where == "result[777]" && one.got == "50"; };
  EXPECT_EQ(std::count_if(sides.elements.begin(), sides.elements.end(), is_it), 1);
}

TEST(SidesTest, OtherShapesHaveNoElementsInCommon) {
  EXPECT_TRUE(ElementsThatDiffer(Floats({1, 2}, {2}), Floats({1, 3}, {2, 1})).empty());
  EXPECT_TRUE(ElementsThatDiffer(Floats({1}, {1}), Value{ShapeValue{{1}}}).empty());
}

TEST(SidesTest, DifferencesOfOneKindReadTheSame) {
  struct Row {
    double want, got;
    const char* kind;
  };
  const std::vector<Row> rows = {{1, NAN, "NaN or infinity on one side"},
                                 {INFINITY, 3, "NaN or infinity on one side"},
                                 {1, -1, "whole numbers"},
                                 {0.5, 100, "other numbers altogether"},
                                 {1.5, 1.5000004, "a relative difference of up to 1e-6"}};
  for (const Row& row : rows) {
    Sides sides = ElementsThatDiffer(Floats({row.want}, {1}), Floats({row.got}, {1}));
    EXPECT_EQ(KindOfDifference(sides), row.kind) << row.want << " " << row.got;
  }
  EXPECT_EQ(KindOfDifference(Sides{}), "");
}

TEST(SidesTest, JsonKeepsThem) {
  Sides texts{.expected_title = "once", .got_title = "twice", .expected = "a\nb", .got = "a\nc", .where = "main"};
  Sides again = SidesFromJson(SidesToJson(texts));
  EXPECT_EQ(again.expected_title, "once");
  EXPECT_EQ(again.got, "a\nc");
  EXPECT_EQ(again.where, "main");
  Sides values = SidesFromJson(SidesToJson(ElementsThatDiffer(Floats({1, 2}, {2}), Floats({1, 3}, {2}))));
  ASSERT_EQ(values.elements.size(), 1u);
  EXPECT_EQ(values.elements[0].got, "3");
  EXPECT_EQ(values.differing, 1u);
  for (const char* other : {"null", "[]", "3", "{\"texts\": 3}", "{\"elements\": [[1, 2]]}"}) {
    EXPECT_TRUE(SidesFromJson(nlohmann::json::parse(other)).empty()) << other;
  }
}

TEST(SidesTest, LongTextsEndAtALine) {
  Sides sides;
  for (int i = 0; i < 10'000; ++i) sides.expected += "line\n";
  std::string kept = SidesFromJson(SidesToJson(sides)).expected;
  EXPECT_LT(kept.size(), 21'000u);
  EXPECT_NE(kept.find("line\n… and "), std::string::npos);
}

}  // namespace
}  // namespace assay
