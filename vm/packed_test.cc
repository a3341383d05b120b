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

Value Flag(bool value) { return Value{PrimValue{Scalar::Bool(value)}}; }
Value Number(int64_t value) { return Value{PrimValue{Scalar::Int(DType::Int(64), value)}}; }

TEST(PackedTest, UniqueInOrderAndOfSlices) {
  Value x = FloatsValue({5}, {3, 1, 3, 2, 1}), rows = FloatsValue({3, 2}, {2, 1, 1, 5, 2, 1});
  EXPECT_EQ(Call("relax.run.unique", {x, Flag(true), Flag(false), Flag(false), Flag(false)}), "float32[3] 1 2 3");
  EXPECT_EQ(Call("relax.run.unique", {x, Flag(false), Flag(true), Flag(true), Flag(true)}),
            "(float32[3] 3 1 2, int64[3] 0 1 3, int64[5] 0 1 0 2 1, int64[3] 2 2 1)");
  EXPECT_EQ(Call("relax.run.unique", {rows, Flag(true), Flag(false), Flag(false), Flag(true), Number(0)}),
            "(float32[2, 2] 1 5 2 1, int64[2] 1 2)");
}

TEST(PackedTest, NonzeroGivesARowForEachDimension) {
  EXPECT_EQ(Call("relax.run.nonzero", {FloatsValue({2, 2}, {0, 1, 2, 0})}), "int64[2, 2] 0 1 1 0");
  EXPECT_EQ(Call("relax.run.nonzero", {FloatsValue({}, {4})}), "int64[1, 1] 0");
  EXPECT_EQ(Call("relax.run.nonzero", {}), "trap argument");
}

TEST(PackedTest, ViewsAreInsideTheirTensor) {
  Value x = FloatsValue({3}, {1, 2, 3}), shape{ShapeValue{{2}}}, dtype{DTypeValue{DType::Float(32)}};
  EXPECT_EQ(Call("runtime.TVMTensorCreateView", {x, shape, dtype, Number(4)}), "float32[2] 2 3");
  EXPECT_EQ(Call("runtime.TVMTensorCreateView", {x, shape, dtype, Number(8)}), "trap out_of_bounds");
  EXPECT_EQ(Call("runtime.TVMTensorCreateView", {x, shape}), "trap argument");
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

TEST(PackedTest, WhoWritesIsKnown) {
  EXPECT_TRUE(PackedWrites("test.vm.identity") && PackedWrites("test.add_dps"));
  EXPECT_FALSE(PackedWrites("test.identity") || PackedWrites("nobody.knows"));
}

TEST(PackedTest, NobodyElseIsRegistered) { EXPECT_EQ(Call("nobody.knows", {}), "not registered"); }

}  // namespace
}  // namespace assay
