// Moves on what functions take: sizes, dtypes and parameters change, and everything that follows from them does.
#include <algorithm>
#include <set>

#include "generators/modules/values.h"
#include "generators/moves/relax_places.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/private_function.h"
#include "passes/analysis/symbols.h"
#include "passes/rewrite/bind_vars.h"

namespace assay {
namespace {

using TypeChange = std::function<const TensorType*(const TensorType*)>;

// Parameters, and constants among operands, get other types; all else is inferred.
class ParamRetyper : public RelaxMutator {
 public:
  ParamRetyper(Context& context, const Module* module, const Function* func, TypeChange change)
      : RelaxMutator(context, module), change_(std::move(change)) {
    WalkOnce(func, [&](const Node* node) {
      const auto* inner = As<Function>(node);
      if (inner != nullptr) params_.insert(inner->params.begin(), inner->params.end());
    });
  }

 protected:
  const Var* VisitVarDef(const Var* var) override {
    const Var* visited = RelaxMutator::VisitVarDef(var);
    const auto* tensor = params_.contains(var) ? As<TensorType>(visited->type) : nullptr;
    const TensorType* other = tensor == nullptr ? nullptr : change_(tensor);
    return other == nullptr ? visited : MakeVar(ctx, var->name.text(), other, var->flavor);
  }
  const Expr* VisitRawCall(const Call* call) override {
    std::vector<const Expr*> args;
    bool changed = false;
    for (const Expr* arg : call->args) {
      const Expr* other = OtherConstant(arg);
      args.push_back(other == nullptr ? arg : other);
      changed |= other != nullptr;
    }
    if (!changed) return RelaxMutator::VisitRawCall(call);
    Call* untyped = ctx.arena.New<Call>(*call);
    untyped->args = ctx.Copy(args);
    untyped->type = nullptr;
    return RelaxMutator::VisitRawCall(untyped);
  }

 private:
  // The constant's numbers in the dtype that tensors of its type get; its shape stays.
  const Expr* OtherConstant(const Expr* arg) {
    const auto* constant = As<Constant>(arg);
    const TensorType* other = constant == nullptr ? nullptr : change_(As<TensorType>(constant->type));
    if (other == nullptr || other->dtype == constant->value.dtype) return nullptr;
    Tensor tensor(other->dtype, {constant->value.shape.begin(), constant->value.shape.end()});
    for (int64_t i = 0; i < tensor.size(); ++i) {
      tensor.Set(i, Scalar::Float(other->dtype, ElementAt(constant->value, i).AsDouble()));
    }
    return MakeConstant(ctx, tensor);
  }

  TypeChange change_;
  std::set<const Var*> params_;
};

// Whether the function stands alone: nobody calls it, and it calls nobody whose types are fixed.
bool StandsAlone(const Module& module, size_t entry) {
  const auto* func = As<Function>(module.entries[entry].func);
  bool alone = !MentionedFunctions(module).contains(module.entries[entry].var->name.text());
  WalkOnce(func->body, [&](const Node* node) { alone &= !Is<GlobalVar>(node) && !Is<ExternFunc>(node); });
  return alone && NumInputAttr(func) < 0;
}
std::optional<size_t> DrawAlone(MoveSite& site) {
  std::vector<size_t> found = EditableFunctions(site.module);
  std::erase_if(found, [&](size_t entry) { return !StandsAlone(site.module, entry); });
  return found.empty() ? std::nullopt : std::optional(site.bytes.Pick(found));
}

std::optional<Module> Retyped(MoveSite& site, size_t entry, const TypeChange& change) {
  const auto* func = As<Function>(site.module.entries[entry].func);
  ParamRetyper retyper(site.ctx, &site.module, func, change);
  const Function* changed = retyper.VisitFunction(func);
  return retyper.status().ok() ? WithRelaxFunction(site, site.module, entry, changed) : std::nullopt;
}

template <class T, class F>
std::optional<T> DrawOf(MoveSite& site, const Function* func, F&& collect) {
  std::set<T> seen;
  for (const Var* param : func->params) {
    if (const auto* tensor = As<TensorType>(param->type)) collect(*tensor, seen);
  }
  std::vector<T> all(seen.begin(), seen.end());
  return all.empty() ? std::nullopt : std::optional(site.bytes.Pick(all));
}

// ---- sizes

std::optional<int64_t> DrawExtent(MoveSite& site, const Function* func) {
  return DrawOf<int64_t>(site, func, [](const TensorType& tensor, std::set<int64_t>& seen) {
    const auto* shape = As<ShapeExpr>(tensor.shape);
    for (size_t i = 0; shape != nullptr && i < shape->values.size(); ++i) {
      const IntImm* extent = AsInt(shape->values[i]);
      if (extent != nullptr && extent->value > 1) seen.insert(extent->value);
    }
  });
}

// Every parameter's dimension of this extent becomes `to`.
std::optional<Module> WithExtent(MoveSite& site, size_t entry, int64_t from, const Expr* to) {
  return Retyped(site, entry, [&](const TensorType* tensor) -> const TensorType* {
    const auto* shape = As<ShapeExpr>(tensor->shape);
    if (shape == nullptr) return nullptr;
    std::vector<const Expr*> dims(shape->values.begin(), shape->values.end());
    for (const Expr*& dim : dims) dim = AsInt(dim) != nullptr && AsInt(dim)->value == from ? to : dim;
    return MakeTensorType(site.ctx, dims, tensor->dtype, tensor->vdevice);
  });
}

std::optional<Module> ExtentTo(MoveSite& site, const std::function<const Expr*(int64_t)>& other) {
  auto entry = DrawAlone(site);
  auto extent = entry ? DrawExtent(site, As<Function>(site.module.entries[*entry].func)) : std::nullopt;
  return extent ? WithExtent(site, *entry, *extent, other(*extent)) : std::nullopt;
}
std::optional<Module> OtherExtent(MoveSite& site) {
  return ExtentTo(site, [&](int64_t extent) {
    int64_t drawn = site.bytes.Between(1, 9);
    return MakeInt(site.ctx, drawn == extent ? drawn + 1 : drawn);
  });
}
std::optional<Module> SymbolicExtent(MoveSite& site) {
  return ExtentTo(site, [&](int64_t) { return MakeVar(site.ctx, "k", DType::Int(64)); });
}

// ---- dtypes

std::optional<Module> OtherDType(MoveSite& site) {
  auto entry = DrawAlone(site);
  if (!entry) return std::nullopt;
  auto bits =
      DrawOf<int>(site, As<Function>(site.module.entries[*entry].func), [](const TensorType& t, std::set<int>& seen) {
        if (t.dtype.IsFloating() && (t.dtype.bits == 32 || t.dtype.bits == 64)) seen.insert(t.dtype.bits);
      });
  if (!bits) return std::nullopt;
  DType from = DType::Float(*bits), to = DType::Float(*bits == 32 ? 64 : 32);
  return Retyped(site, *entry, [&](const TensorType* tensor) -> const TensorType* {
    if (tensor->dtype != from) return nullptr;
    TensorType* other = site.ctx.arena.New<TensorType>(*tensor);
    other->dtype = to;
    return other;
  });
}

// ---- parameters

// A constant operand becomes a parameter, the last one.
std::optional<Module> ConstantToParameter(MoveSite& site) {
  auto is_tensor = [](const Expr* arg) { return Is<Constant>(arg) && As<Constant>(arg)->value.dtype.IsFloating(); };
  auto place = DrawPlace(site, [&](const Place& p) {
    const Call* call = OperatorCall(p.binding->value);
    return call != nullptr && StandsAlone(site.module, p.entry) && std::ranges::any_of(call->args, is_tensor);
  });
  if (!place) return std::nullopt;
  const Call& call = *OperatorCall(place->binding->value);
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  const Expr*& constant = *std::ranges::find_if(args, is_tensor);
  const Var* param = MakeVar(site.ctx, "given", constant->type);
  constant = param;
  Call* changed = site.ctx.arena.New<Call>(call);
  changed->args = site.ctx.Copy(args);
  BindingEditor editor(site.ctx, &site.module, place->binding,
                       [&](BindingEditor&, const VarBinding&) { return changed; });
  const Function* edited = editor.VisitFunction(place->func);
  if (!editor.done()) return std::nullopt;
  std::vector<const Var*> params(edited->params.begin(), edited->params.end());
  params.push_back(param);
  return WithRelaxFunction(site, site.module, place->entry,
                           MakeRefinedFunction(site.ctx, *edited, params, edited->body, edited->ret_type));
}

// A parameter becomes a constant.
std::optional<Module> ParameterToConstant(MoveSite& site) {
  auto entry = DrawAlone(site);
  const auto* func = entry ? As<Function>(site.module.entries[*entry].func) : nullptr;
  if (func == nullptr || func->params.empty()) return std::nullopt;
  const Var* param = site.bytes.Pick(func->params);
  const TensorType* tensor = StaticTensor(param->type);
  if (tensor == nullptr || tensor->vdevice != nullptr) return std::nullopt;
  std::vector<int64_t> shape;
  for (const Expr* dim : As<ShapeExpr>(tensor->shape)->values) shape.push_back(AsInt(dim)->value);
  Tensor value = RandomTensor(site.bytes, tensor->dtype, shape, PickStyle(site.bytes));
  auto bound = BindVars(site.ctx, site.module, func, {{param, MakeConstant(site.ctx, value)}});
  return bound.ok() ? WithRelaxFunction(site, site.module, *entry, *bound) : std::nullopt;
}

constexpr MoveFamily kMutate = MoveFamily::kMutate;

}  // namespace

const MoveSpec kOtherExtent = {"other_extent", kMutate,
                               "parameters' dimensions of one size get another one; types follow", OtherExtent};
const MoveSpec kSymbolicExtent = {"symbolic_extent", kMutate,
                                  "parameters' dimensions of one size become a symbolic one", SymbolicExtent};
const MoveSpec kOtherDType = {"other_dtype", kMutate, "a function's float32 becomes float64, or the other way round",
                              OtherDType};
const MoveSpec kConstantToParameter = {"constant_to_parameter", kMutate, "a constant operand becomes a parameter",
                                       ConstantToParameter};
const MoveSpec kParameterToConstant = {"parameter_to_constant", kMutate, "a parameter becomes a constant",
                                       ParameterToConstant};

}  // namespace assay
