// JSON from elsewhere has the shape of an example, or is refused by the key that has not.
#include "ir/support/json_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/support/read_json.h"

namespace assay {
namespace {

TEST(ShapeTest, FitsOrSaysWhatDoesNot) {
  const nlohmann::json shape{{"count", 0},
                             {"seconds", 0.0},
                             {"name", ""},
                             {"whole", false},
                             {"list", nlohmann::json::array({""})},
                             {"each", {{"*", {{"n", 0}}}}}};
  struct Row {
    const char* text;
    // Empty: it fits.
    const char* message;
  };
  for (const Row& row : {
           Row{R"({})", ""},
           Row{R"({"count": 3, "name": "a", "whole": true, "list": ["a", "b"], "each": {"x": {"n": 1}, "y": {}}})", ""},
           Row{R"([])", "expected an object, got []"},
           Row{R"({"count": -1})", "expected a whole number from 0 to 1000000000000000 under count, got -1"},
           Row{R"({"count": 1.5})", "got 1.5"},
           Row{R"({"count": 1e300})", "under count"},
           Row{R"({"count": 1000000000000001})", "under count"},
           Row{R"({"count": "1"})", "got \"1\""},
           Row{R"({"seconds": 1.5})", ""},
           Row{R"({"seconds": 2})", ""},
           Row{R"({"seconds": -0.5})", "expected a number from 0 to 1000000000000000 under seconds, got -0.5"},
           Row{R"({"seconds": 1e300})", "under seconds"},
           Row{R"({"seconds": null})", "under seconds, got null"},
           Row{R"({"name": null})", "expected a text under name, got null"},
           Row{R"({"whole": 1})", "expected true or false under whole, got 1"},
           Row{R"({"list": {}})", "expected a list under list, got {}"},
           Row{R"({"list": ["a", 1]})", "expected a text under list, got 1"},
           Row{R"({"each": {"x": 1}})", "expected an object under each.x, got 1"},
           Row{R"({"each": {"x": {"m": 1}}})", "expected no such key under each.x.m, got 1"},
           Row{R"({"more": 1})", "expected no such key under more, got 1"},
       }) {
    Status status = CheckShape(JsonOf(row.text), shape, "here");
    EXPECT_EQ(status.ok(), *row.message == '\0') << row.text;
    if (!status.ok()) EXPECT_THAT(status.error().message, testing::HasSubstr(row.message));
  }
}

}  // namespace
}  // namespace assay
