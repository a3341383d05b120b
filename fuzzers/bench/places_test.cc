// Each kind is counted in the places where it stands, and in no other.
#include "fuzzers/bench/places.h"

#include <gtest/gtest.h>

#include <set>

#include "ir/builder.h"
#include "ir/ops/infer.h"
#include "ir/prim/intrinsics.h"
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

// Of the kinds that no scalar is: functions that hold them, to stand where they may not.
constexpr const char* kHolders = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"kind": "llvm"}, 0, "global")], "mesh": [R.device_mesh((2,), I.Range(0, 2))]})

    @T.prim_func(private=True, s_tir=True)
    def kernel(A: T.Buffer((4,), "float16"), n: T.int32) -> T.int32:
        with T.launch_thread("threadIdx.x", 4) as t:
            T.evaluate(t)
        M = T.alloc_buffer((4,), "float16", scope="shared")
        V = T.decl_buffer((2,), "float16", data=M.data, strides=(2,), elem_offset=0, scope="shared")
        E = T.alloc_buffer((0,), "float16")
        m: T.let[T.int32] = n + 1
        for o in range(2):
            for i in T.parallel(2):
                with T.sblock("B"):
                    v = T.axis.spatial(4, o * 2 + i)
                    r = T.axis.reduce(2, i)
                    T.reads(A[v])
                    T.writes(A[v])
                    P = T.match_buffer(A[v], (), "float16", offset_factor=1)
                    with T.init():
                        A[v] = T.float16(0)
                    A[v] = A[v] + T.float16(1)
            for i in T.vectorized(1, 3):
                if n > 0:
                    T.evaluate(0)
        for i in T.unroll(0, 4, step=2):
            T.evaluate(0)
        for i in T.thread_binding(2, thread="threadIdx.y"):
            T.evaluate(0)
        for i in range(0):
            break
        for i in range(2):
            continue
        while n > 0:
            assert n > 0, ("ValueError", ["no"])
        T.attr(0, "assay.note", 1)
        return m

    @R.function
    def main(x: R.Tensor((4,), "float16"), c: R.Tensor((), "bool"), d: R.DTensor((4,), "float16", "mesh[0]", "R")) -> R.Tensor((4,), "float16"):
        @R.function
        def local(a: R.Tensor((4,), "float16")) -> R.Tensor((4,), "float16"):
            R.func_attr({"note": 1})
            b = R.add(a, x)
            if c:
                e = local(b)
            else:
                e = b
            return e
        @R.function(pure=False)
        def other(a: R.Object) -> R.Object:
            return a
        with R.dataflow():
            y = R.add(x, R.const([1, 2, 3, 4], "float16"))
            t = (y, R.shape([4]), R.dtype("int8"), R.prim_value(1))
            z = t[0]
            k = R.ExternFunc("f")
            R.output(z)
        w = R.match_cast(z, R.Tensor((4,), "float16"))
        return w
)";

// A statement that has the expression in the place; nullptr where this test has none.
const Stmt* StatementWith(Context& ctx, const Expr* e, Place place) {
  auto number = [&](int64_t value) { return MakeInt(ctx, value, DType::Int(32)); };
  auto var = [&](const char* name) { return MakeVar(ctx, name, DType::Int(32)); };
  auto* evaluate = ctx.arena.New<Evaluate>();
  evaluate->value = e;
  switch (place) {
    case Place::kLoop: return MakeFor(ctx, var("i"), number(2), evaluate);
    case Place::kNest: {
      const Stmt *one = MakeFor(ctx, var("i"), number(2), evaluate), *two = MakeFor(ctx, var("j"), number(2), evaluate);
      return MakeFor(ctx, var("o"), number(2), MakeSeqStmt(ctx, {one, two}));
    }
    case Place::kArgument: {
      auto* call = ctx.arena.New<Evaluate>();
      call->value = MakeIntrinsic(ctx, IntrinsicId::likely, DType::Bool(), {e});
      return call;
    }
    case Place::kIndex: {
      auto* alloc = ctx.arena.New<AllocBuffer>();
      alloc->buffer = MakeBuffer(ctx, "A", DType::Int(32), {number(2)});
      return MakeSeqStmt(ctx, {alloc, MakeStore(ctx, alloc->buffer, number(0), {e})});
    }
    case Place::kDimension: {
      auto* alloc = ctx.arena.New<AllocBuffer>();
      alloc->buffer = MakeBuffer(ctx, "A", DType::Int(32), {e});
      return alloc;
    }
    case Place::kBound: {
      For* loop = ctx.arena.New<For>(*MakeFor(ctx, var("i"), number(2), ctx.arena.New<Evaluate>(*evaluate)));
      loop->min = e;
      return loop;
    }
    case Place::kBranch:
    case Place::kPredicate: {
      auto* choice = ctx.arena.New<IfThenElse>();
      choice->condition = place == Place::kPredicate ? e : MakeBool(ctx, true);
      choice->then_case = evaluate;
      return choice;
    }
    case Place::kAttribute: {
      auto* attr = ctx.arena.New<AttrStmt>();
      attr->value = e;
      attr->body = MakeSeqStmt(ctx, {});
      return attr;
    }
    case Place::kResult: {
      auto* result = ctx.arena.New<Return>();
      result->value = e;
      return result;
    }
    case Place::kRegion:
    case Place::kBlock: {
      auto* axis = ctx.arena.New<IterVar>();
      axis->var = var("v");
      axis->dom = MakeRange(ctx, number(0), number(1));
      auto* block = ctx.arena.New<SBlock>();
      block->iter_vars = ctx.Copy(std::vector<const IterVar*>{axis});
      block->body = evaluate;
      const Buffer* own = MakeBuffer(ctx, "A", DType::Int(32), {number(2)});
      block->alloc_buffers = ctx.Copy(std::vector<const Buffer*>{own});
      if (place == Place::kRegion)
        block->reads = ctx.Copy(std::vector<const BufferRegion*>{MakeRegion(ctx, own, {MakeRange(ctx, e, number(1))})});
      auto* realize = ctx.arena.New<SBlockRealize>();
      realize->iter_values = ctx.Copy(std::vector<const Expr*>{number(0)});
      realize->predicate = MakeBool(ctx, true);
      realize->block = block;
      return realize;
    }
    default: return nullptr;
  }
}

// A sequence that has the expression in the place; nullptr where this test has none.
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

// Modules that have the expression in the place: alone, in a kernel, in scalar arithmetic, as a tensor's shape.
std::vector<Module> ModulesWith(Context& ctx, const Expr* e, Place place) {
  const Var* x = MakeVar(ctx, "x", MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, 2)}, DType::Float(32)));
  const Var* c = MakeVar(ctx, "c", MakeTensorType(ctx, std::vector<const Expr*>{}, DType::Bool()));
  const Var* n = MakeVar(ctx, "n", DType::Int(64));
  std::vector<Module> modules;
  auto relax = [&](const SeqExpr* body) {
    if (body != nullptr)
      modules.push_back(WithFunction(ctx, {}, MakeGlobalVar(ctx, "main"), MakeFunction(ctx, {x, c, n}, body, x->type)));
  };
  auto kernel = [&](const Stmt* body, const Buffer* buffer) {
    PrimFunc* func = ctx.arena.New<PrimFunc>();
    func->body = body;
    if (buffer != nullptr) {
      func->params = ctx.Copy(std::vector<const Var*>{MakeVar(ctx, "A", DType::Handle())});
      func->buffers = ctx.Copy(std::vector<const Buffer*>{buffer});
    }
    modules.push_back(WithFunction(ctx, {}, MakeGlobalVar(ctx, "main"), func));
  };
  Add* sum = ctx.arena.New<Add>();
  sum->a = n;
  sum->b = e;
  sum->type = n->type;
  TensorType* shaped = ctx.arena.New<TensorType>();
  shaped->shape = e;
  shaped->dtype = DType::Float(32);
  relax(BodyWith(ctx, e, place, x));
  relax(BodyWith(ctx, sum, place, x));
  relax(BodyWith(ctx, MakeVar(ctx, "s", shaped), place, x));
  if (const Stmt* body = StatementWith(ctx, e, place)) kernel(body, nullptr);
  if (place == Place::kParameter) {
    kernel(MakeSeqStmt(ctx, {}), MakeBuffer(ctx, "A", DType::Int(32), {e}));
    const Function* shape = MakeFunction(ctx, {MakeVar(ctx, "s", shaped)}, MakeSeq(ctx, {}, x), x->type);
    modules.push_back(WithFunction(ctx, {}, MakeGlobalVar(ctx, "main"), shape));
  }
  if (place == Place::kGlobalInfo) {
    VDevice* device = ctx.arena.New<VDevice>();
    device->memory_scope = ctx.Intern("global");
    device->target = MakeDict(ctx, {{"kind", MakeAttrString(ctx, "llvm")}, {"x", MakeAttrNode(ctx, sum)}});
    Module module;
    module.global_infos =
        ctx.Copy(std::vector<GlobalInfoList>{{ctx.Intern("vdevice"), ctx.Copy(std::vector<const Node*>{device})}});
    modules.push_back(module);
  }
  return modules;
}

// Expressions of the row, without faults of their own, among others.
std::vector<const Expr*> ExpressionsOf(Context& ctx, const PlacedKind& row, const Module& holders) {
  const Var* x = MakeVar(ctx, "x", MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, 2)}, DType::Float(32)));
  const Var* c = MakeVar(ctx, "c", MakeTensorType(ctx, std::vector<const Expr*>{}, DType::Bool()));
  auto typed = [&](auto* e) {
    e->type = x->type;
    return e;
  };
  if (row.sort == "call") {
    const OpSpec* op = FindOp(row.name);
    if (op != nullptr) {
      Call* call = ctx.arena.New<Call>(*MakeOpCall(ctx, *FindOp("negative"), {x}));
      Op* callee = ctx.arena.New<Op>(*As<Op>(call->op));
      callee->name = ctx.Intern("relax." + row.name);
      callee->spec = op;
      call->op = callee;
      return {typed(call)};
    }
    return {typed(ctx.arena.New<Call>(*MakeCall(ctx, MakeVar(ctx, "f", MakeFuncType(ctx, {}, x->type, true)), {})))};
  }
  std::vector<const Expr*> all;
  for (const ModuleEntry& entry : holders.entries) all.push_back(entry.func);
  if (row.sort == "function" || row.name == "Function")
    all.push_back(MakeFunction(ctx, {}, MakeSeq(ctx, {}, x), x->type));
  if (row.sort == "axis") {
    // As the holder's, of each type.
    for (int type = 0; type <= static_cast<int>(IterType::kTensorized); ++type) {
      auto* axis = ctx.arena.New<IterVar>();
      axis->var = MakeVar(ctx, "v", DType::Int(32));
      axis->iter_type = static_cast<IterType>(type);
      auto* block = ctx.arena.New<SBlock>();
      block->iter_vars = ctx.Copy(std::vector<const IterVar*>{axis});
      block->body = MakeSeqStmt(ctx, {});
      PrimFunc* func = ctx.arena.New<PrimFunc>();
      func->body = block;
      all.push_back(func);
    }
  }
  if (row.name == "SeqExpr") all.push_back(typed(ctx.arena.New<SeqExpr>(*MakeSeq(ctx, {}, x))));
  if (row.name == "TupleGetItem") all.push_back(MakeTupleGetItem(ctx, MakeTuple(ctx, {x}), 0));
  if (row.name == "If") {
    If* choice = ctx.arena.New<If>();
    choice->cond = c;
    choice->true_branch = choice->false_branch = MakeSeq(ctx, {}, x);
    all.push_back(typed(choice));
  }
  return all;
}

// The rules that some module breaks which has the row in the place.
std::set<std::string> LabelsOf(const PlacedKind& row, size_t kind, Place place) {
  Context ctx;
  Result<Module> holders = ParseModule(ctx, "holders.py", kHolders);
  EXPECT_TRUE(holders.ok()) << (holders.ok() ? "" : holders.error().message);
  std::set<std::string> labels;
  if (!holders.ok()) return labels;
  for (const Expr* e : ExpressionsOf(ctx, row, *holders)) {
    for (const Module& module : ModulesWith(ctx, e, place)) {
      PlaceTable table;
      table.Add(module);
      if (table.Count(kind, place) == 0) continue;
      DiagSink sink;
      CheckWellFormed(ctx, module, sink);
      for (const Diag& diag : sink.diags()) labels.insert(diag.rule);
    }
  }
  return labels;
}

// Each cell that names a rule, made by hand, is refused by it.
TEST(PlacesTest, WhatARuleForbidsItRefuses) {
  int tried = 0;
  for (size_t kind = 0; kind < AllPlacedKinds().size(); ++kind) {
    const PlacedKind& row = AllPlacedKinds()[kind];
    for (size_t i = 0; i < kPlaces; ++i) {
      auto place = static_cast<Place>(i);
      std::string rule(WhatForbids(row, place));
      if (rule.empty() || rule == "type") continue;
      EXPECT_TRUE(LabelsOf(row, kind, place).contains(rule))
          << row.sort << " " << row.name << " " << AllPlaces()[i].label << " " << rule;
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
