// Each kind is counted in the places where it stands, and in no other.
#include "fuzzers/bench/places.h"

#include <gtest/gtest.h>

#include <set>

#include "ir/builder.h"
#include "ir/ops/infer.h"
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

// A module whose main has the expression in the place; nullptr where this test has no way there.
const SeqExpr* BodyWith(Context& ctx, const Expr* e, Place place, const Var* x) {
  auto bound = [&](const Expr* value, bool is_dataflow) {
    const Var* var = MakeVar(ctx, "v", value->type != nullptr ? value->type : x->type);
    return MakeSeq(ctx, {MakeBlock(ctx, {MakeBinding(ctx, var, value)}, is_dataflow)}, x);
  };
  switch (place) {
    case Place::kDataflow: return bound(e, true);
    case Place::kLocal: return bound(MakeFunction(ctx, {}, bound(e, false), x->type), false);
    case Place::kField: return bound(MakeTuple(ctx, {e}), false);
    case Place::kArgument: return bound(MakeOpCall(ctx, *FindOp("negative"), {e}), false);
    case Place::kResult: return MakeSeq(ctx, {}, e);
    case Place::kPredicate: {
      If* choice = ctx.arena.New<If>();
      choice->cond = e;
      choice->true_branch = choice->false_branch = MakeSeq(ctx, {}, x);
      choice->type = x->type;
      return bound(choice, false);
    }
    default: return nullptr;
  }
}

// An expression of the row, without faults of its own; nullptr where this test makes none.
const Expr* ExpressionOf(Context& ctx, const PlacedKind& row, const Var* x, const Var* c) {
  auto typed = [&](auto* e) {
    e->type = x->type;
    return e;
  };
  if (row.sort == "function" || row.name == "Function") return MakeFunction(ctx, {}, MakeSeq(ctx, {}, x), x->type);
  if (row.sort == "call") {
    Call* call = ctx.arena.New<Call>(*MakeOpCall(ctx, *FindOp(row.name), {x}));
    return typed(call);
  }
  if (row.name == "SeqExpr") return typed(ctx.arena.New<SeqExpr>(*MakeSeq(ctx, {}, x)));
  if (row.name == "TupleGetItem") return MakeTupleGetItem(ctx, MakeTuple(ctx, {x}), 0);
  if (row.name == "If") {
    If* choice = ctx.arena.New<If>();
    choice->cond = c;
    choice->true_branch = choice->false_branch = MakeSeq(ctx, {}, x);
    return typed(choice);
  }
  if (row.name != "PrimFunc") return nullptr;
  PrimFunc* kernel = ctx.arena.New<PrimFunc>();
  kernel->body = ctx.arena.New<SeqStmt>();
  return typed(kernel);
}

std::set<std::string> LabelsOf(const PlacedKind& row, Place place) {
  Context ctx;
  const Var* x = MakeVar(ctx, "x", MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, 2)}, DType::Float(32)));
  const Var* c = MakeVar(ctx, "c", MakeTensorType(ctx, std::vector<const Expr*>{}, DType::Bool()));
  const Expr* e = ExpressionOf(ctx, row, x, c);
  const SeqExpr* body = e == nullptr ? nullptr : BodyWith(ctx, e, place, x);
  if (body == nullptr) return {};
  const Function* main = MakeFunction(ctx, {x, c}, body, x->type);
  Module module = WithFunction(ctx, {}, MakeGlobalVar(ctx, "main"), main);
  DiagSink sink;
  CheckWellFormed(ctx, module, sink);
  std::set<std::string> labels;
  for (const Diag& diag : sink.diags()) labels.insert(diag.rule);
  return labels;
}

// Each cell that names a rule, made by hand, is refused by it.
TEST(PlacesTest, WhatARuleForbidsItRefuses) {
  int tried = 0;
  for (const PlacedKind& row : AllPlacedKinds()) {
    for (size_t i = 0; i < kPlaces; ++i) {
      auto place = static_cast<Place>(i);
      std::string rule(WhatForbids(row, place));
      if (rule.empty() || rule == "type") continue;
      EXPECT_TRUE(LabelsOf(row, place).contains(rule)) << row.sort << " " << row.name << " " << AllPlaces()[i].label;
      ++tried;
    }
  }
  EXPECT_GT(tried, 40);
}

TEST(PlacesTest, NothingForbiddenComesUp) {
  PlaceTable table = MeasurePlaces({.modules = 2000, .seed = 1});
  for (size_t kind = 0; kind < AllPlacedKinds().size(); ++kind) {
    for (size_t i = 0; i < kPlaces; ++i) {
      auto place = static_cast<Place>(i);
      bool forbidden = !WhatForbids(AllPlacedKinds()[kind], place).empty();
      EXPECT_FALSE(forbidden && table.Count(kind, place) != 0)
          << AllPlacedKinds()[kind].name << " " << AllPlaces()[i].label;
    }
  }
  EXPECT_GT(Summarize(table).filled, 1000u);
}

// The figures of record are those of `assay bench places`.
TEST(PlacesTest, OneSeedGivesOneTable) {
  PlacesOptions options{.modules = 100, .seed = 3};
  EXPECT_EQ(PlacesJson(MeasurePlaces(options)), PlacesJson(MeasurePlaces(options)));
}

}  // namespace
}  // namespace assay
