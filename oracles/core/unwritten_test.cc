#include "oracles/core/unwritten.h"

#include <gtest/gtest.h>

#include "vm/poison.h"

namespace assay {
namespace {

Value Ints(std::vector<int64_t> values, DType dtype = DType::Int(16)) {
  return Value{TensorValue{Tensor::Ints(dtype, {static_cast<int64_t>(values.size())}, values)}};
}
Value Pair(Value a, Value b) { return Value{TupleValue{{std::move(a), std::move(b)}}}; }
std::vector<int64_t> Elements(const Value& value) {
  std::vector<int64_t> all;
  const Tensor& tensor = value.As<TensorValue>()->tensor;
  for (int64_t i = 0; i < tensor.size(); ++i) all.push_back(ElementAt(tensor, i).AsInt());
  return all;
}
constexpr int16_t Filled(uint8_t poison) { return static_cast<int16_t>(poison << 8 | poison); }
constexpr int16_t kOne = Filled(kBytecodePoison), kOther = Filled(kCompiledPoison);

TEST(UnwrittenTest, ZeroWhereTheInterpreterSawNobodyWrite) {
  Value a = Ints({kOne, kOne, 5, kOne}), b = Ints({kOne, 6, kOne, kOne}), c = Ints({kOther, 7, 8, 9});
  const Value kept = a;
  Value* runs[] = {&a, &b, &c};
  ZeroWhereUnwritten(runs, 2);
  EXPECT_EQ(Elements(a), (std::vector<int64_t>{0, kOne, 5, 0}));
  EXPECT_EQ(Elements(b), (std::vector<int64_t>{0, 6, kOne, 0}));
  EXPECT_EQ(Elements(c), (std::vector<int64_t>{0, 7, 8, 0})) << "what others leave there says nothing";
  EXPECT_EQ(Elements(kept)[0], kOne) << "others hold the tensor as well";
}

TEST(UnwrittenTest, HalfAnElementIsWritten) {
  constexpr int16_t kHalf = static_cast<int16_t>(kBytecodePoison << 8 | kCompiledPoison);
  Value a = Ints({kHalf}), b = Ints({kOther});
  Value* runs[] = {&a, &b};
  ZeroWhereUnwritten(runs, 1);
  EXPECT_EQ(Elements(a)[0], kHalf);
  EXPECT_EQ(Elements(b)[0], kOther);
}

TEST(UnwrittenTest, WalksTuplesAndLeavesOtherStructureAlone) {
  Value a = Pair(Ints({kOne}), Ints({kOne})), b = Pair(Ints({kOther}), Ints({kOther}, DType::Int(32)));
  Value* runs[] = {&a, &b};
  ZeroWhereUnwritten(runs, 1);
  EXPECT_EQ(Elements(a.As<TupleValue>()->fields[0])[0], 0);
  EXPECT_EQ(Elements(a.As<TupleValue>()->fields[1])[0], kOne) << "dtypes differ";
  Value alone = Ints({kOne}), none;
  Value* unlike[] = {&alone, &none};
  ZeroWhereUnwritten(unlike, 1);
  EXPECT_EQ(Elements(alone)[0], kOne);
  ZeroWhereUnwritten({}, 0);
}

}  // namespace
}  // namespace assay
