#include "generators/modules/function_scope.h"

#include <algorithm>
#include <array>

#include "generators/modules/dims.h"
#include "generators/modules/function_calls.h"
#include "generators/modules/function_constants.h"
#include "generators/modules/function_dims.h"
#include "generators/modules/tir_expr.h"
#include "ir/mentions.h"
#include "ir/walk.h"
#include "passes/analysis/symbols.h"

namespace assay {
namespace {

// One block in so many gives all that nothing in it uses: a wrong value that is dead shows nowhere.
constexpr uint32_t kOneInGivesAll = 5;
// Constants of more elements would make modules unreadable.
constexpr int64_t kMaxConstantElements = 64;

bool HasShapeAndDType(const Type* type) {
  return ShapeListOf(type) != nullptr && !As<TensorType>(type)->dtype.IsVoid();
}

bool Holds(const std::vector<const Var*>& vars, const Expr* e) {
  return std::find(vars.begin(), vars.end(), static_cast<const Node*>(e)) != vars.end();
}

}  // namespace

FunctionScope::FunctionScope(ModuleGen& module, Role role, int budget) : module(module), role(role), budget(budget) {
  entries.reserve(32);
  if (!module.devices.empty() && bytes().Chance(1, 2)) home = bytes().Pick(module.devices);
}

// Blocks of one kind in a row are one block, as TVM normalises them.
void FunctionScope::CloseFrame() {
  Frame frame = std::move(frames.back());
  frames.pop_back();
  if (frame.bindings.empty()) return;
  if (!blocks.empty() && blocks.back()->is_dataflow == frame.is_dataflow) {
    Nodes<Binding> earlier = blocks.back()->bindings;
    frame.bindings.insert(frame.bindings.begin(), earlier.begin(), earlier.end());
    blocks.pop_back();
  }
  blocks.push_back(MakeBlock(ctx(), frame.bindings, frame.is_dataflow));
}

// Decides which of the block's variables leave it; the others become local, under the names that TVM gives each kind.
void FunctionScope::FinishDataflow(size_t scope_before) {
  Frame& frame = frames.back();
  bool any = false;
  bool gives_all = bytes().Chance(1, kOneInGivesAll);
  VarSet used;
  for (const Binding* binding : frame.bindings) {
    for (const Var* var : VarsIn(binding->value)) used.insert(var);
  }
  for (size_t i = frame.vars.size(); i-- > 0;) {
    // What types say is no dataflow variable.
    for (const Var* said : ShapeVarsOf(frame.vars[i]->type)) captured.push_back(said);
    bool is_captured = std::find(captured.begin(), captured.end(), frame.vars[i]) != captured.end();
    bool unused = gives_all && !used.contains(frame.vars[i]);
    bool needed = i + 1 == frame.vars.size() || frame.vars[i] == laid || is_captured || unused;
    if (needed || bytes().Chance(1, 4)) {
      any = true;
      continue;
    }
    frame.vars[i]->flavor = VarFlavor::kDataflow;
  }
  if (!any) return;
  auto is_local = [](const Entry& entry) {
    const auto* var = As<Var>(entry.value);
    return var != nullptr && var->flavor == VarFlavor::kDataflow;
  };
  entries.erase(std::remove_if(entries.begin() + static_cast<std::ptrdiff_t>(scope_before), entries.end(), is_local),
                entries.end());
}

void FunctionScope::AddToScope(const Expr* value) {
  entries.push_back({value, value->type, HasShapeAndDType(value->type)});
}

Var* FunctionScope::NewVar(const Type* type) {
  Var* var = ctx().arena.New<Var>();
  var->name = ctx().Intern((frames.back().is_dataflow ? "lv" : "gv") + std::to_string(next_var++));
  var->type = type;
  return var;
}

const Var* FunctionScope::EmitBinding(Var* var, const Binding* binding) {
  frames.back().bindings.push_back(binding);
  frames.back().vars.push_back(var);
  AddToScope(var);
  return var;
}

const Var* FunctionScope::Emit(const Expr* value) {
  Var* var = NewVar(value->type);
  return EmitBinding(var, MakeBinding(ctx(), var, value));
}

const Expr* FunctionScope::FreshParam(const Type* type) {
  const Var* param = MakeVar(ctx(), "x" + std::to_string(params.size()), type);
  params.push_back(param);
  AddToScope(param);
  return param;
}

// Constant expressions and plain symbols are what dimensions mostly are, so those are looked at first.
bool FunctionScope::UsesBodySymbols(const std::vector<const Expr*>& dims) const {
  if (body_symbols.empty()) return false;
  return std::any_of(dims.begin(), dims.end(), [&](const Expr* dim) {
    if (IsConstantDim(dim) || Holds(symbols, dim)) return false;
    bool found = false;
    EvalDim(dim, [&](const Var* var) {
      found |= Holds(body_symbols, var);
      return int64_t{1};
    });
    return found;
  });
}

const Expr* FunctionScope::ZerosOf(const std::vector<const Expr*>& dims, DType dtype) {
  const OpSpec* zeros = FindOp("zeros");
  ASSAY_CHECK(zeros != nullptr, "symbols defined in a body need relax.zeros");
  const Call* call = MakeOpCall(ctx(), *zeros, {MakeShape(ctx(), dims)}, {{"dtype", MakeAttrDType(ctx(), dtype)}});
  Call* typed = ctx().arena.New<Call>(*call);
  typed->type = MakeTensorType(ctx(), dims, dtype);
  return Emit(typed);
}

const Expr* FunctionScope::Fresh(const std::vector<const Expr*>& dims, DType dtype, const VDevice* vdevice) {
  if (!frames.empty() && UsesBodySymbols(dims)) return ZerosOf(dims, dtype);
  bool constant = std::all_of(dims.begin(), dims.end(), IsConstantDim) && LargestCount(dims) > 0 &&
                  LargestCount(dims) <= kMaxConstantElements;
  // Parameters are always parameters; constants have no device of their own, and a text without elements no shape.
  if (constant && !frames.empty() && module.Has(Feature::kConstants) && bytes().Chance(1, 3)) {
    return FunctionConstants(*this).FreshConstant(dims, dtype);
  }
  return FreshParam(module.StaticTensorType(dims, dtype, vdevice));
}

bool FunctionScope::Fits(const Entry& entry, const TensorRequest& wish) const {
  if (!entry.ready) return false;
  const auto* type = static_cast<const TensorType*>(entry.type);
  if (type->vdevice != nullptr && type->vdevice != home && !any_device) return false;
  bool dtype_fits = wish.dtype.IsVoid() ? TakesDType(wish.dtypes, type->dtype) : type->dtype == wish.dtype;
  if (!dtype_fits) return false;
  if (wish.has_shape) return SameDims(ShapeListOf(type)->values, wish.shape);
  return type->rank >= wish.min_rank && type->rank <= wish.max_rank;
}

const Expr* FunctionScope::PreferredFor(const TensorRequest& wish) {
  if (preferred.empty() || bytes().Chance(1, 4)) return nullptr;
  size_t first = bytes().Below(preferred.size());
  for (size_t i = 0; i < preferred.size(); ++i) {
    const Expr* value = preferred[(first + i) % preferred.size()];
    if (Fits({value, value->type, HasShapeAndDType(value->type)}, wish)) return value;
  }
  return nullptr;
}

const Expr* FunctionScope::Tensor(const TensorRequest& wish) {
  if (const Expr* value = PreferredFor(wish)) return value;
  std::array<const Expr*, 64> fitting;
  size_t count = 0;
  for (size_t i = entries.size(); i-- > 0 && count < fitting.size();) {
    if (Fits(entries[i], wish)) fitting[count++] = entries[i].value;
  }
  if (count != 0 && !bytes().Chance(1, 6)) return fitting[bytes().Below(count)];
  DType dtype = wish.dtype.IsVoid() ? PickDType(wish.dtypes) : wish.dtype;
  return Fresh(wish.has_shape ? wish.shape : FreshDims(wish), dtype, home);
}

const Expr* FunctionScope::ExactTensor(const std::vector<const Expr*>& dims, DType dtype, const VDevice* vdevice) {
  for (size_t i = entries.size(); i-- > 0;) {
    if (!entries[i].ready) continue;
    const auto* type = static_cast<const TensorType*>(entries[i].type);
    if (type->dtype == dtype && type->vdevice == vdevice && SameDims(ShapeListOf(type)->values, dims)) {
      return entries[i].value;
    }
  }
  if (!frames.empty() && UsesBodySymbols(dims)) return ZerosOf(dims, dtype);
  return FreshParam(module.StaticTensorType(dims, dtype, vdevice));
}

// Often the shape of something in scope, so that tensors fit each other.
std::vector<const Expr*> FunctionScope::FreshDims(const TensorRequest& wish) {
  if (!entries.empty() && bytes().Chance(1, 2)) {
    const Entry& entry = bytes().Pick(entries);
    const ShapeExpr* shape = ShapeListOf(entry.type);
    int rank = shape == nullptr ? -1 : static_cast<int>(shape->values.size());
    if (rank >= wish.min_rank && rank <= wish.max_rank) return {shape->values.begin(), shape->values.end()};
  }
  int reach = std::max(wish.min_rank, std::min(wish.max_rank, module.plan.options->max_rank));
  int rank = wish.min_rank + static_cast<int>(bytes().Below(static_cast<uint64_t>(reach - wish.min_rank + 1)));
  std::vector<const Expr*> dims;
  for (int i = 0; i < rank; ++i) dims.push_back(Dim());
  for (size_t i = 0; LargestCount(dims) > module.plan.options->max_elements / 4 && i < dims.size(); ++i) {
    dims[i] = MakeInt(ctx(), 1 + static_cast<int64_t>(bytes().Below(2)));
  }
  return dims;
}

const Expr* FunctionScope::Dim() {
  const Expr* dim = FunctionDims(*this).SmallDim();
  return IsConstantDim(dim) || !bytes().Chance(1, 4)
             ? dim
             : FunctionDims(*this).KnownDim(FunctionDims(*this).ComputedOf(dim));
}

DType FunctionScope::PickDType(DTypeSet set) { return module.plan.PickDType(bytes(), set); }

const VDevice* FunctionScope::Device() { return module.devices.empty() ? nullptr : bytes().Pick(module.devices); }

const FunctionScope::Entry* FunctionScope::PickEntry(bool (*wanted)(const Entry&)) {
  std::array<const Entry*, 64> fitting;
  size_t count = 0;
  for (size_t i = entries.size(); i-- > 0 && count < fitting.size();) {
    if (wanted(entries[i])) fitting[count++] = &entries[i];
  }
  return count == 0 ? nullptr : fitting[bytes().Below(count)];
}

const Call* FunctionScope::KernelCall() {
  if (module.plan.options->profile == Profile::kRelax && module.plan.options->ops.empty()) return nullptr;
  if (!module.kernels.empty() && bytes().Chance(1, 3))
    return FunctionCalls(*this).CallKernel(bytes().Pick(module.kernels));
  return FunctionCalls(*this).NewKernelCall();
}

}  // namespace assay
