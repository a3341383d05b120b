#include "oracles/conform/array_file.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/tensor/compare.h"
#include "ir/text/parse.h"
#include "oracles/conform/recorded_value.h"
#include "oracles/core/tolerance.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

Value Floats(std::vector<double> numbers) {
  return {TensorValue{Tensor::Floats(DType::Float(32), {static_cast<int64_t>(numbers.size())}, numbers)}};
}
Value Number(DType dtype, double number) {
  return {
      PrimValue{dtype.IsFloating() ? Scalar::Float(dtype, number) : Scalar::Int(dtype, static_cast<int64_t>(number))}};
}
Value Tuple(std::vector<Value> fields) { return {TupleValue{std::move(fields)}}; }
Value Shape(std::vector<int64_t> dims) { return {ShapeValue{std::move(dims)}}; }

class ArrayFileTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_ / "deeper"); }
  void TearDown() override { fs::remove_all(folder_); }
  void Write(const std::string& name, const std::vector<NamedTensor>& arrays) {
    std::ofstream(folder_ / name, std::ios::binary) << WriteNpz(arrays);
  }
  json Located(json value) {
    json recorded{{"result", std::move(value)}};
    Status status = LocateArrays(recorded, folder_);
    EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().message);
    return recorded["result"];
  }
  fs::path folder_ = fs::temp_directory_path() / ("assay-arrays-" + std::to_string(getpid()));
};

// What a run may give, and that it is not taken for what another one gives.
struct Kind {
  const char* name;
  Value value;
};
std::vector<Kind> Kinds() {
  Value halves{TensorValue{Tensor::Floats(DType::BFloat16(), {2, 1}, std::vector<double>{0.5, -1})}};
  Value eighths{TensorValue{Tensor::Floats(*ParseDType("float8_e5m2"), {2}, std::vector<double>{0.5, 2})}};
  Value truths{TensorValue{Tensor::Ints(DType::Bool(), {2}, std::vector<int64_t>{1, 0})}};
  return {{"tensor", Floats({1, -2.5, 3})},
          {"no elements", Floats({})},
          {"no dimensions", {TensorValue{Tensor::Of(Scalar::Float(DType::Float(32), 2))}}},
          {"bfloat16", halves},
          {"float8", eighths},
          {"bool", truths},
          {"shape", Shape({2, 3})},
          {"tuple", Tuple({Floats({1}), Floats({2, 3})})},
          {"nested", Tuple({Floats({1}), Tuple({Shape({4}), Tuple({Floats({5}), Value{NullValue{}}})})})},
          {"integer", Number(DType::Int(64), 7)},
          {"float", Number(DType::Float(32), 0.5)},
          {"truth", Number(DType::Bool(), 1)},
          {"None", Value{NullValue{}}},
          {"text", Value{StringValue{"a"}}}};
}

TEST_F(ArrayFileTest, EveryKindOfResultReadsBackInLineAndFromArrays) {
  for (const Kind& kind : Kinds()) {
    for (int64_t most : {int64_t{1024}, int64_t{-1}}) {
      SCOPED_TRACE(std::string(kind.name) + (most < 0 ? " in an archive" : " in line"));
      std::vector<NamedTensor> arrays;
      json recorded = ValueWithArrays(kind.value, "result", "x.npz", most, arrays);
      EXPECT_EQ(arrays.empty(), most > 0 || recorded.dump().find("npz") == std::string::npos);
      Write("x.npz", arrays);
      auto read = ValueLike(Located(recorded), kind.value);
      ASSERT_TRUE(read.ok()) << read.error().message;
      EXPECT_FALSE(CompareBits(*read, kind.value)) << recorded.dump();
    }
  }
}

TEST_F(ArrayFileTest, NoKindIsTakenForAnother) {
  std::vector<Kind> kinds = Kinds();
  for (const Kind& recorded : kinds) {
    for (const Kind& got : kinds) {
      if (recorded.name == got.name) continue;
      std::vector<NamedTensor> arrays;
      json written = ValueWithArrays(recorded.value, "result", "x.npz", -1, arrays);
      Write("x.npz", arrays);
      auto read = ValueLike(Located(written), got.value);
      EXPECT_TRUE(!read.ok() || CompareBits(*read, got.value)) << recorded.name << " passes for " << got.name;
    }
  }
}

TEST_F(ArrayFileTest, AWholeArchiveIsATensorOrATuple) {
  Tensor one = Tensor::Floats(DType::Float(32), {1}, std::vector<double>{1}),
         extents = Tensor::Ints(DType::Int(64), {2}, std::vector<int64_t>{2, 3});
  Write("one.npz", {{"arr_0", one}});
  Write("two.npz", {{"result_0", one}, {"result_1", extents}});
  EXPECT_FALSE(CompareBits(*ValueLike(Located("one.npz"), Floats({0})), Floats({1})));
  EXPECT_FALSE(CompareBits(*ValueLike(Located("two.npz"), Tuple({Floats({0}), Shape({})})),
                           Tuple({Floats({1}), Shape({2, 3})})));
  EXPECT_TRUE(CompareBits(*ValueLike(Located("two.npz"), Floats({0})), Floats({1}))) << "two arrays are no tensor";
}

TEST_F(ArrayFileTest, ArgumentsAreTakenByNameOrInOrder) {
  constexpr const char* kSource = R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), n: R.Shape(["k"]), s: R.Prim("int32")) -> R.Tensor((1,), dtype="float32"):
        return x
)";
  Context ctx;
  auto module = ParseModule(ctx, "case.py", kSource);
  ASSERT_TRUE(module.ok()) << module.error().message;
  NamedTensor x{"x", Tensor::Floats(DType::Float(32), {1}, std::vector<double>{4})},
      n{"n", Tensor::Ints(DType::Int(64), {1}, std::vector<int64_t>{9})},
      s{"s", Tensor::Of(Scalar::Int(DType::Int(32), 5))};
  Write("named.npz", {s, n, x});
  Write("ordered.npz", {{"arr_0", x.tensor}, {"arr_1", n.tensor}, {"arr_2", s.tensor}});
  Write("few.npz", {x});
  for (const char* name : {"named.npz", "ordered.npz"}) {
    json recorded{{"args", name}};
    ASSERT_TRUE(LocateArrays(recorded, folder_).ok());
    auto args = ArgumentsFor(*module, "main", recorded["args"]);
    ASSERT_TRUE(args.ok()) << args.error().message;
    ASSERT_EQ(args->size(), 3u);
    EXPECT_FALSE(CompareBits((*args)[0], Floats({4})));
    EXPECT_FALSE(CompareBits((*args)[1], Shape({9})));
    EXPECT_FALSE(CompareBits((*args)[2], Number(DType::Int(32), 5)));
  }
  json few{{"args", "few.npz"}};
  ASSERT_TRUE(LocateArrays(few, folder_).ok());
  EXPECT_THAT(ArgumentsFor(*module, "main", few["args"]).error().message,
              HasSubstr("few.npz: no array for n, s: expected x, n, s, got x"));
  // A name that is misspelt does not move the others.
  Write("misspelt.npz", {{"s", s.tensor}, {"m", n.tensor}, {"x", x.tensor}});
  json misspelt{{"args", "misspelt.npz"}};
  ASSERT_TRUE(LocateArrays(misspelt, folder_).ok());
  EXPECT_THAT(ArgumentsFor(*module, "main", misspelt["args"]).error().message,
              HasSubstr("no array for n: expected x, n, s, got s, m, x"));
  Write("nameless.npz", {{"arr_0", x.tensor}});
  json nameless{{"args", "nameless.npz"}};
  ASSERT_TRUE(LocateArrays(nameless, folder_).ok());
  EXPECT_THAT(ArgumentsFor(*module, "main", nameless["args"]).error().message,
              HasSubstr("expected 3 arrays (x, n, s), got 1"));
}

TEST_F(ArrayFileTest, WhatIsNotThereIsSaid) {
  Write("x.npz", {{"a", Tensor::Floats(DType::Float(32), {1}, std::vector<double>{1})}});
  std::ofstream(folder_ / "bad.npz") << "no archive";
  struct Row {
    json value;
    DiagKind kind;
    const char* says;
  };
  for (const Row& row : {Row{"missing.npz", DiagKind::kIo, "missing.npz: no such file"},
                         Row{{{"npz", "../x.npz"}}, DiagKind::kCorrupt, "beside the suite"},
                         Row{{{"npz", "/etc/x.npz"}}, DiagKind::kCorrupt, "beside the suite"},
                         Row{json::array({json{{"npz", "x.npy"}, {"array", "a"}}}), DiagKind::kCorrupt, "*.npz"},
                         Row{{{"npz", "deeper"}}, DiagKind::kCorrupt, "got \"deeper\""}}) {
    json recorded{{"result", row.value}};
    Status status = LocateArrays(recorded, folder_);
    ASSERT_FALSE(status.ok()) << row.value.dump();
    EXPECT_EQ(status.error().kind, row.kind) << row.value.dump();
    EXPECT_THAT(status.error().message, HasSubstr(row.says));
  }
  EXPECT_THAT(ValueLike(Located({{"npz", "x.npz"}, {"array", "b"}}), Floats({1})).error().message,
              HasSubstr("unknown array 'b': expected a"));
  EXPECT_THAT(ValueLike(Located({{"npz", "x.npz"}, {"array", "a"}, {"dtype", "float9"}}), Floats({1})).error().message,
              HasSubstr("unknown dtype 'float9'"));
  EXPECT_FALSE(ValueLike(Located("bad.npz"), Floats({1})).ok());
}

}  // namespace
}  // namespace assay
