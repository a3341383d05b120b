// Registered functions: what they give, and that wrong arguments are traps.
#include "vm/packed.h"

#include "vm/run_script.h"

namespace assay {
namespace {

std::string Call(std::string_view name, std::vector<Value> args) {
  PackedFn function = FindPacked(name);
  return function == nullptr ? "not registered" : RunText(function(args));
}

TEST(PackedTest, DestinationsAreWritten) {
  Value out = FloatsValue({2}, {0, 0});
  EXPECT_EQ(Call("test.add_dps", {FloatsValue({2}, {1, 2}), FloatsValue({2}, {3, 4}), out}), "null");
  EXPECT_EQ(ValueText(out), "float32[2] 4 6");
  EXPECT_EQ(Call("test.identity_dps", {FloatsValue({2}, {5, 6}), out}), "null");
  EXPECT_EQ(ValueText(out), "float32[2] 5 6");
}

TEST(PackedTest, ResultsAreNewTensors) {
  EXPECT_EQ(Call("test.vm.add", {FloatsValue({2}, {1, 2}), FloatsValue({2}, {3, 4})}), "float32[2] 4 6");
  EXPECT_EQ(Call("test.vm.mul", {IntsValue({2}, {2, 3}), IntsValue({2}, {4, 5})}), "int32[2] 8 15");
  EXPECT_EQ(Call("test.vm.mul", {IntsValue({2}, {2, 3}), IntsValue({}, {4})}), "trap argument");
}

TEST(PackedTest, WrongArgumentsTrap) {
  Value two = FloatsValue({2}, {1, 2});
  EXPECT_EQ(Call("test.add_dps", {two, two}), "trap argument");
  EXPECT_EQ(Call("test.add_dps", {two, two, FloatsValue({1}, {0})}), "trap argument");
  EXPECT_EQ(Call("test.identity_dps", {two, IntsValue({2}, {0, 0})}), "trap argument");
  EXPECT_EQ(Call("test.identity", {two, two}), "trap argument");
}

TEST(PackedTest, Assertions) {
  EXPECT_EQ(Call("relax.run.assert_op", {BoolValue(true)}), "()");
  EXPECT_EQ(Call("relax.run.assert_op", {BoolValue(false)}), "trap assert");
  EXPECT_EQ(Call("relax.run.assert_op", {FloatsValue({2}, {1, 1})}), "trap assert");
  EXPECT_EQ(Call("relax.run.print", {Value{StringValue{"text"}}}), "()");
}

TEST(PackedTest, NobodyElseIsRegistered) { EXPECT_EQ(Call("nobody.knows", {}), "not registered"); }

}  // namespace
}  // namespace assay
