// Which array of an archive is which parameter's.
#include "oracles/conform/archive_arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/builder.h"

namespace assay {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

// Parameters of any type.
std::vector<Param> Parameters(const std::vector<std::string>& names) {
  std::vector<Param> params;
  for (const std::string& name : names) params.push_back({name, nullptr});
  return params;
}

// The i-th array holds i.
std::vector<NamedTensor> Archive(const std::vector<std::string>& names) {
  std::vector<NamedTensor> archive;
  for (size_t i = 0; i < names.size(); ++i)
    archive.push_back({names[i], Tensor::Of(Scalar::Int(DType::Int(64), static_cast<int64_t>(i)))});
  return archive;
}

TEST(ArchiveArguments, ArraysAreFoundByNameOrByWhatTvmPrintsOrByOrder) {
  using Names = std::vector<std::string>;
  struct Row {
    Names params, arrays;
    std::vector<int64_t> taken;
  };
  for (const Row& row : {
           Row{{"x", "y"}, {"y", "x"}, {1, 0}},
           Row{{"x", "y"}, {"y", "more", "x"}, {2, 0}},
           // The names that parameters had before they were printed, among which some are as they were.
           Row{{"data", "conv1_w", "fc_6_b"}, {"fc.6/b", "data", "conv1/w"}, {1, 2, 0}},
           // Those that are printed alike have numbers; what is there by its very name is not taken for another.
           Row{{"a_b", "a_b_1", "a_b_2"}, {"a/b", "a_b", "a.b"}, {0, 1, 2}},
           Row{{"a_b", "x"}, {"a/b", "a_b", "x"}, {1, 2}},
           // None has a parameter's name.
           Row{{"x", "y"}, {"arr_0", "arr_1"}, {0, 1}},
       }) {
    auto args = ArgumentsOfArchive(Parameters(row.params), Archive(row.arrays));
    ASSERT_TRUE(args.ok()) << args.error().message;
    std::vector<int64_t> taken;
    for (const Value& arg : *args) taken.push_back(arg.As<TensorValue>()->tensor.At(0).i);
    EXPECT_THAT(taken, ElementsAreArray(row.taken)) << row.arrays[0];
  }
}

TEST(ArchiveArguments, AMisspeltNameMovesNoOtherArray) {
  auto args = ArgumentsOfArchive(Parameters({"conv1_w", "x"}), Archive({"conv1/w", "y"}));
  ASSERT_FALSE(args.ok());
  EXPECT_THAT(args.error().message, HasSubstr("no array for x: expected conv1_w, x, got conv1/w, y"));
  EXPECT_THAT(ArgumentsOfArchive(Parameters({"x", "y"}), Archive({"a"})).error().message,
              HasSubstr("expected 2 arrays (x, y), got 1"));
}

// As type errors name arguments.
TEST(ArchiveArguments, WhatDoesNotFitIsNamedWithItsPlace) {
  Context ctx;
  const Type *prim = ctx.Prim(DType::Int(64)), *shape = MakeShapeTypeOfRank(ctx, 2);
  const std::vector<Param> params{{"p", prim}, {"s", shape}, {"t", MakeTupleType(ctx, {prim, shape})}};
  Tensor one = Tensor::Of(Scalar::Int(DType::Int(64), 1)),
         row = Tensor::Ints(DType::Int(64), {2}, std::vector<int64_t>{3, 4}),
         half = Tensor::Of(Scalar::Float(DType::Float(16), 0.5));
  const std::vector<NamedTensor> good{{"p", one}, {"s", row}, {"t_0", one}, {"t_1", row}};
  ASSERT_TRUE(ArgumentsOfArchive(params, good).ok());
  struct {
    size_t which;
    const char* said;
  } const rows[] = {
      {0, "argument 0 (p): expected an array of one int64, got an array float16[]"},
      {1, "argument 1 (s): expected a shape: integers in a row, got an array float16[]"},
      {2, "argument 2 (t[0]): expected an array of one int64, got an array float16[]"},
      {3, "argument 2 (t[1]): expected a shape: integers in a row, got an array float16[]"},
  };
  for (const auto& one_wrong : rows) {
    std::vector<NamedTensor> arrays = good;
    arrays[one_wrong.which].tensor = half;
    EXPECT_EQ(ArgumentsOfArchive(params, arrays).error().message, one_wrong.said);
  }
}

}  // namespace
}  // namespace assay
