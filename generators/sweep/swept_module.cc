// Putting calls into a module (swept_module.h).
#include "generators/sweep/swept_module.h"

#include <algorithm>

#include "generators/modules/dims.h"
#include "generators/modules/written_constants.h"
#include "ir/mentions.h"
#include "ir/ops/infer.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Something that a function may return, and engines compare.
// recursion: types nest no deeper than the reader lets them
bool IsResult(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  if (tuple != nullptr) return !tuple->fields.empty() && std::ranges::all_of(tuple->fields, IsResult);
  return Is<TensorType>(type) || Is<ShapeType>(type) || Is<PrimType>(type);
}

// Symbols that are no whole dimension of a parameter, or that another one computes with before.
std::vector<const Expr*> LateSymbols(const std::vector<const Var*>& params, const std::vector<SweptCall>& calls) {
  NodeSet defined, late;
  for (const Var* param : params) {
    const ShapeExpr* shape = ShapeListOf(param->type);
    if (shape == nullptr) continue;
    for (const Expr* dim : shape->values) {
      if (Is<Var>(dim)) defined.Insert(dim, {});
    }
    auto look = [&](const Var* var) {
      if (!defined.contains(var)) late.Insert(var, {});
      return false;
    };
    for (const Expr* dim : shape->values) {
      if (!Is<Var>(dim) && !IsConstantDim(dim)) MentionsAny(dim, look);
    }
  }
  std::vector<const Expr*> wanted;
  for (const SweptCall& one : calls) {
    for (const Var* symbol : one.symbols) {
      if (late.contains(symbol) || !defined.contains(symbol)) wanted.push_back(symbol);
    }
  }
  return wanted;
}

// With constants that have a text; the call itself where inference wants those that it had.
const Call* Readable(Context& ctx, const Call* call, const BindCall& bind) {
  auto write = [&](const Constant* constant) { return WrittenConstant(ctx, constant, bind); };
  const Call* written = WithConstants(ctx, call, write);
  if (written == call) return call;
  Result<const Call*> typed = WithInferredType(ctx, nullptr, written);
  return typed.ok() ? *typed : call;
}

std::vector<uint64_t> SeedsOf(const std::vector<SweptCall>& calls) {
  std::vector<uint64_t> seeds;
  for (size_t set = 0; set < 2; ++set) {
    SpecialInputs inputs;
    inputs.value = calls.empty() ? uint8_t{0} : calls[0].values[set];
    size_t symbol = 0;
    for (const SweptCall& one : calls) {
      for (const auto& size : one.sizes) {
        if (symbol < kSweptSymbols) inputs.extents[symbol++] = size[set];
      }
    }
    seeds.push_back(SeedOf(inputs));
  }
  return seeds;
}

}  // namespace

SweptModule ModuleOf(Context& ctx, const std::vector<SweptCall>& calls, bool readable, uint64_t draw) {
  std::vector<ModuleEntry> entries;
  std::vector<const Var*> params;
  std::vector<const Expr*> results;
  bool pure = std::ranges::all_of(calls, &SweptCall::pure);
  bool dataflow = pure && draw % 2 == 0;
  std::vector<const Binding*> bindings;
  auto bind = [&](const Call* typed) {
    const Var* var = MakeVar(ctx, "gv" + std::to_string(bindings.size()), typed->type);
    bindings.push_back(MakeBinding(ctx, var, typed));
    return var;
  };
  for (const SweptCall& one : calls) {
    entries.insert(entries.end(), one.kernels.begin(), one.kernels.end());
    params.insert(params.end(), one.params.begin(), one.params.end());
    const Var* result = bind(readable ? Readable(ctx, one.call, bind) : one.call);
    if (IsResult(result->type)) results.push_back(result);
  }
  std::vector<const Expr*> late = LateSymbols(params, calls);
  if (!late.empty()) params.insert(params.begin(), MakeVar(ctx, "sizes", MakeShapeType(ctx, late)));
  const Expr* body = results.size() == 1 ? results[0] : MakeTuple(ctx, results);
  SeqExpr* seq = ctx.arena.New<SeqExpr>(*MakeSeq(ctx, {MakeBlock(ctx, bindings, dataflow)}, body));
  seq->type = body->type;
  const AttrDict* attrs = MakeSortedDict(ctx, {{"global_symbol", MakeAttrString(ctx, "main")}});
  const Function* func = MakeFunction(ctx, params, seq, body->type, pure, attrs);
  GlobalVar* main = ctx.arena.New<GlobalVar>();
  main->name = ctx.Intern("main");
  main->type = func->type;
  entries.push_back({main, func});
  SweptModule made;
  made.module.entries = ctx.Copy(entries);
  made.seeds = SeedsOf(calls);
  return made;
}

}  // namespace assay
