// Each kind is counted in the places where it stands, and in no other.
#include "fuzzers/bench/places.h"

#include <gtest/gtest.h>

#include "ir/text/parse.h"

namespace assay {
namespace {

uint64_t CountOf(const PlaceTable& table, std::string_view sort, std::string_view name, Place place) {
  const std::vector<PlacedKind>& rows = AllPlacedKinds();
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].sort == sort && rows[i].name == name) return table.Count(i, place);
  }
  ADD_FAILURE() << "no row " << sort << " " << name;
  return 0;
}

PlaceTable TableOf(const char* text) {
  Context ctx;
  auto module = ParseModule(ctx, "case.py", text);
  PlaceTable table;
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
  if (module.ok()) table.Add(*module);
  return table;
}

constexpr const char* kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(A: T.Buffer((4,), "float16"), B: T.Buffer((4,), "float16")):
        for o in range(2):
            for i in range(2):
                with T.sblock("B"):
                    v = T.axis.spatial(4, o * 2 + i)
                    B[v] = A[v] + T.float16(1)
            for i in T.parallel(2):
                with T.sblock("C"):
                    v = T.axis.spatial(4, o * 2 + i)
                    T.where(o * 2 + i < 3)
                    B[3 - v] = A[v]

    @R.function
    def main(x: R.Tensor((4,), "float16"), c: R.Tensor((), "bool")):
        cls = Module
        @R.function
        def local(a: R.Tensor((4,), "float16")) -> R.Tensor((4,), "float16"):
            b = R.add(a, x)
            return b
        with R.dataflow():
            y = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((4,), "float16"))
            R.output(y)
        if c:
            z = local(y)
        else:
            z = R.add(y, y)
        return (z, y)
)";

TEST(PlacesTest, CountsWhatStandsWhere) {
  PlaceTable table = TableOf(kModule);
  EXPECT_EQ(table.modules, 1u);
  EXPECT_EQ(CountOf(table, "call", "call_tir", Place::kDataflow), 1u);
  EXPECT_EQ(CountOf(table, "call", "call_tir", Place::kBranch), 0u);
  EXPECT_EQ(CountOf(table, "call", "variable", Place::kBranch), 1u);
  EXPECT_EQ(CountOf(table, "node", "Call", Place::kLocal), 1u);
  EXPECT_EQ(CountOf(table, "node", "SBlock", Place::kNest), 2u);
  EXPECT_EQ(CountOf(table, "loop", "parallel", Place::kLoop), 1u);
  EXPECT_EQ(CountOf(table, "literal", "float16", Place::kBlock), 1u);
  EXPECT_EQ(CountOf(table, "node", "Sub", Place::kIndex), 1u);
  EXPECT_EQ(CountOf(table, "node", "LT", Place::kPredicate), 1u);
  EXPECT_EQ(CountOf(table, "node", "LT", Place::kBlock), 0u);
  EXPECT_GT(CountOf(table, "dtype", "float16", Place::kParameter), 0u);
  EXPECT_GT(CountOf(table, "dtype", "bool", Place::kPredicate), 0u);
  EXPECT_EQ(CountOf(table, "node", "Tuple", Place::kResult), 1u);
  EXPECT_GT(CountOf(table, "node", "Var", Place::kField), 0u);
}

TEST(PlacesTest, EachRowIsThereOnce) {
  const std::vector<PlacedKind>& rows = AllPlacedKinds();
  for (size_t i = 0; i < rows.size(); ++i) {
    for (size_t j = 0; j < i; ++j) EXPECT_FALSE(rows[i].sort == rows[j].sort && rows[i].name == rows[j].name);
  }
  EXPECT_EQ(AllPlaces().size(), kPlaces);
}

// The figures of record are those of `assay bench places`.
TEST(PlacesTest, OneSeedGivesOneTable) {
  PlacesOptions options{.modules = 100, .seed = 3};
  EXPECT_EQ(PlacesJson(MeasurePlaces(options)), PlacesJson(MeasurePlaces(options)));
}

}  // namespace
}  // namespace assay
