#include "generators/modules/notes.h"

#include <array>

#include "generators/modules/tir_expr.h"
#include "generators/modules/values.h"
#include "ir/targets.h"
#include "ir/walk.h"

namespace assay {
namespace {

constexpr int kDepth = 2;

DType AnyDType(ModuleGen& module) {
  const std::vector<DType>& asked = module.plan.options->dtypes;
  return module.bytes.Pick(asked.empty() ? AllTensorDTypes() : asked);
}

const TensorType* AnyTensorType(ModuleGen& module) {
  std::vector<const Expr*> dims;
  for (uint64_t i = module.bytes.Below(3); i > 0; --i)
    dims.push_back(MakeInt(module.ctx, static_cast<int64_t>(1 + module.bytes.Below(4))));
  return MakeTensorType(module.ctx, dims, AnyDType(module));
}

const Type* AnyType(ModuleGen& module) {
  Context& ctx = module.ctx;
  const Type* tensor = AnyTensorType(module);
  switch (module.bytes.Below(6)) {
    case 0: return ctx.Prim(AnyDType(module));
    case 1: return MakeShapeType(ctx, {MakeInt(ctx, 2), MakeInt(ctx, 3)});
    case 2: return MakeTupleType(ctx, {tensor, ctx.Prim(DType::Int(64))});
    case 3: return MakeFuncType(ctx, {tensor}, AnyTensorType(module), true);
    case 4: return ctx.Object();
    default: return tensor;
  }
}

// A number whose dtype text says: one of the usual dtypes is an attribute of its own.
const Attr* AnyNumber(ModuleGen& module) {
  DType dtype = AnyDType(module);
  if (dtype == DType::Int(32) || dtype == DType::Int(64) || dtype.IsBool()) return MakeAttrInt(module.ctx, 1);
  return MakeAttrNode(module.ctx, MakeImmediate(module.ctx, Scalar::Int(dtype, 1)));
}

// Scalar arithmetic of every kind needs variables, or it folds; a map has its own.
const IndexMap* AnyMap(ModuleGen& module) {
  DType index = DType::Int(32);
  std::vector<Axis> axes;
  std::vector<const Var*> vars;
  for (uint64_t i = 1 + module.bytes.Below(2); i > 0; --i) {
    vars.push_back(MakeVar(module.ctx, "i" + std::to_string(vars.size()), index));
    axes.push_back({vars.back(), MakeInt(module.ctx, 4, index), false});
  }
  std::vector<const Buffer*> none;
  std::vector<const Expr*> finals(vars.begin(), vars.end());
  const Expr* last = TirExpr(module, none, axes, index).Value(index, kDepth);
  // Relax has no names within scalars.
  bool named = false;
  WalkBeforeChildren(last, [&](const Node* node) { return !(named |= Is<Let>(node)); });
  if (!named) finals.back() = last;
  auto* map = module.ctx.arena.New<IndexMap>();
  map->initial_indices = module.ctx.Copy(vars);
  map->final_indices = module.ctx.Copy(finals);
  return map;
}

const CommReducer* AnyReducer(ModuleGen& module) {
  constexpr std::array kKinds = {NodeKind::kAdd, NodeKind::kMul, NodeKind::kMin, NodeKind::kMax};
  Context& ctx = module.ctx;
  DType dtype = module.plan.PickDType(module.bytes, kNumeric);
  std::vector<const Var*> lhs{MakeVar(ctx, "x", dtype)}, rhs{MakeVar(ctx, "y", dtype)};
  auto* reducer = ctx.arena.New<CommReducer>();
  reducer->lhs = ctx.Copy(lhs);
  reducer->rhs = ctx.Copy(rhs);
  reducer->result = ctx.Copy(std::vector<const Expr*>{MakeBinary(ctx, module.bytes.Pick(kKinds), lhs[0], rhs[0])});
  reducer->identity_element = ctx.Copy(std::vector<const Expr*>{MakeImmediate(ctx, Scalar::Int(dtype, 1))});
  return reducer;
}

const Attr* AnyTarget(ModuleGen& module) {
  AttrTarget* target = module.ctx.arena.New<AttrTarget>();
  target->config =
      CompleteTarget(module.ctx, MakeSortedDict(module.ctx, {{"kind", MakeAttrString(module.ctx, "llvm")}}));
  return target;
}

const VDevice* Device(ModuleGen& module) {
  auto* device = module.ctx.arena.New<VDevice>();
  device->target = As<AttrTarget>(AnyTarget(module))->config;
  device->memory_scope = module.ctx.Intern(module.MemoryScope());
  return device;
}

// recursion: what is in a list or a dictionary is neither
const Attr* AnyValue(ModuleGen& module, bool inside) {
  Context& ctx = module.ctx;
  ByteSource& bytes = module.bytes;
  switch (bytes.Below(inside ? 13 : 16)) {
    case 0: return MakeNull(ctx);
    case 1: return MakeAttrBool(ctx, bytes.Chance(1, 2));
    case 2: return MakeAttrInt(ctx, bytes.Between(-2, 5));
    case 3: return MakeAttrFloat(ctx, 0.5);
    case 4: return MakeAttrString(ctx, "noted");
    case 5: return MakeAttrDType(ctx, AnyDType(module));
    case 6: return AnyTarget(module);
    case 7: return MakeAttrNode(ctx, AnyType(module));
    case 8: return AnyNumber(module);
    case 9: return MakeAttrNode(ctx, AnyMap(module));
    case 10: return MakeAttrNode(ctx, AnyReducer(module));
    case 11: return MakeAttrNode(ctx, Device(module));
    case 12:
      return MakeAttrNode(ctx, MakeConstant(ctx, RandomTensor(bytes, module.plan.PickDType(bytes, kAnyDType), {},
                                                              ValueStyle::kModerate)));
    case 13: return MakeAttrList(ctx, {AnyValue(module, true), AnyValue(module, true)});
    case 14: return MakeDict(ctx, {{"one", AnyValue(module, true)}});
    default: return MakeAttrNode(ctx, AnyMap(module));
  }
}

}  // namespace

void AddNote(ModuleGen& module, AttrItems& items) {
  if (module.Has(Feature::kNotes) && module.bytes.Chance(1, 2))
    items.emplace_back("assay.note", AnyValue(module, false));
}

const AttrDict* MaybeNote(ModuleGen& module) {
  AttrItems items;
  AddNote(module, items);
  return items.empty() ? nullptr : MakeDict(module.ctx, items);
}

}  // namespace assay
