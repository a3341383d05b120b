#include "ir/support/function_ref.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

int Twice(FunctionRef<int(int)> f) { return f(f(1)); }

TEST(FunctionRefTest, CallsWhatItWasGiven) {
  int calls = 0;
  EXPECT_EQ(Twice([&](int x) { return ++calls, x * 10; }), 100);
  EXPECT_EQ(calls, 2);
  const auto fixed = [](int x) { return x - 1; };
  EXPECT_EQ(Twice(fixed), -1);
}

TEST(FunctionRefTest, ForwardsReferencesAndConverts) {
  std::string text = "a";
  auto append = [](FunctionRef<void(std::string&)> f, std::string& to) { f(to); };
  append([](std::string& s) { s += "b"; }, text);
  EXPECT_EQ(text, "ab");
  auto plus3 = [](int x) { return x + 3; };
  FunctionRef<long(short)> widens = plus3;
  FunctionRef<long(short)> copy = widens;
  EXPECT_EQ(copy(4), 7);
}

}  // namespace
}  // namespace assay
