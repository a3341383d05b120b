// BindParams: parameters of one function become constants. Values are numbers, nested lists, or objects with dtype,
// shape and data in row-major order. Tested by testdata/bind_params.
#include "passes/relax/bind_params.h"

#include "ir/tensor/tensor.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/symbols.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/relax/if_it_fits.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/module_editor.h"

namespace assay {
namespace {

Diag BadValue(std::string_view name, std::string_view why) {
  return {DiagKind::kBadArgument, {}, "params: '" + std::string(name) + "' " + std::string(why), "", {}};
}

// Numbers of a nested list in row-major order, with the extents of its first elements.
// recursion: lists nest no deeper than the reader of options lets them
void Flatten(const Attr* value, size_t depth, std::vector<int64_t>& shape, std::vector<const Attr*>& numbers) {
  const auto* list = As<AttrList>(value);
  if (list == nullptr) {
    numbers.push_back(value);
    return;
  }
  if (shape.size() == depth) shape.push_back(static_cast<int64_t>(list->items.size()));
  for (const Attr* item : list->items) Flatten(item, depth + 1, shape, numbers);
}

Result<Scalar> ScalarOf(std::string_view name, DType dtype, const Attr* value) {
  if (const auto* flag = As<AttrBool>(value)) return Scalar::Int(dtype, flag->value ? 1 : 0);
  if (const auto* integer = As<AttrInt>(value)) return Scalar::Int(dtype, integer->value);
  if (const auto* real = As<AttrFloat>(value)) return Scalar::Float(dtype, real->value);
  return BadValue(name, "must be made of numbers");
}

// What the parameter's symbolic dimensions are for this value, wherever it lies. False when the value does not fit.
bool BindDims(const Var* param, const Constant* value, VarMap& map) {
  const auto* wanted = As<TensorType>(param->type);
  const auto* given = As<TensorType>(value->type);
  if (!wanted->dtype.IsVoid() && wanted->dtype != given->dtype) return false;
  const auto* dims = As<ShapeExpr>(wanted->shape);
  if (dims == nullptr) return wanted->rank == kUnknownRank || wanted->rank == given->rank;
  Nodes<Expr> extents = As<ShapeExpr>(given->shape)->values;
  if (dims->values.size() != extents.size()) return false;
  for (size_t i = 0; i < extents.size(); ++i) {
    if (const auto* var = As<Var>(dims->values[i])) map.emplace(var, extents[i]);
    const IntImm* fixed = AsInt(dims->values[i]);
    if (fixed != nullptr && fixed->value != AsInt(extents[i])->value) return false;
  }
  return true;
}

Result<const Function*> Bound(Context& ctx, const Module& module, const Function* func, const AttrDict* params) {
  VarMap map;
  std::vector<const Var*> bound;
  std::vector<const Expr*> values;
  for (size_t i = 0; i < params->keys.size(); ++i) {
    const Var* found = nullptr;
    for (const Var* param : func->params) {
      if (!(param->name == params->keys[i].text())) continue;
      if (found != nullptr) return BadValue(param->name.text(), "names several parameters");
      found = param;
    }
    if (found == nullptr) return BadValue(params->keys[i].text(), "is no parameter of the function");
    ASSAY_TRY(const Constant* value, BoundConstant(ctx, found, params->values[i]));
    if (!BindDims(found, value, map))
      return BadValue(found->name.text(), "has another dtype or shape than the parameter");
    bound.push_back(found);
    values.push_back(value);
  }
  for (size_t i = 0; i < bound.size(); ++i) map[bound[i]] = values[i];
  ASSAY_TRY(const Function* result, BindVars(ctx, module, func, map));
  for (const Var* var : FreeVarsIn(result))
    return BadValue(var->name.text(), "was defined by a bound parameter, whose value does not say it");
  return result;
}

Result<Module> RunBindParams(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  const auto* name = As<AttrString>(FindOption(options, "func_name"));
  const auto* params = As<AttrDict>(FindOption(options, "params"));
  if (name == nullptr) return InvalidOption(options, "func_name", "a string");
  if (params == nullptr) return InvalidOption(options, "params", "an object");
  auto mentioned = MentionedFunctions(module);
  ModuleEditor editor(pass_ctx.ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr) continue;
    std::string_view symbol = StringAttr(func->attrs, "global_symbol");
    if (!(name->value == (symbol.empty() ? module.entries[i].var->name.text() : symbol))) continue;
    ASSAY_TRY(const Function* bound, Bound(pass_ctx.ctx, module, func, params));
    ASSAY_RETURN_IF_ERROR(CheckCallersFit(module.entries[i], bound, mentioned));
    editor.Replace(i, bound);
  }
  return IfItFits(pass_ctx.ctx, editor.Finish(), "values");
}

// The elements of a tensor of these extents; nothing where they are more than `most`, or where no tensor has them.
std::optional<size_t> CountUpTo(std::span<const int64_t> extents, int64_t most) {
  int64_t count = 1;
  for (int64_t extent : extents) {
    if (extent < 0 || extent > most) return std::nullopt;
    count *= extent;
    if (count > most) return std::nullopt;
  }
  return static_cast<size_t>(count);
}

// Numbers of small magnitude, which differ: where they go shows. Integers may be indices, of which 0 and 1 are likely
// to be some.
const Attr* DrawnNumber(Context& ctx, DType dtype, ByteSource& bytes) {
  if (dtype.IsFloating()) return MakeAttrFloat(ctx, static_cast<double>(bytes.Between(-12, 12)) / 4);
  return MakeAttrInt(ctx, bytes.Between(0, 1));
}

// One parameter of a function that nothing calls becomes a constant.
bool SampleOptions(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options) {
  auto called = MentionedFunctions(module);
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr || func->params.empty() || called.contains(entry.var->name.text())) continue;
    const Var* param = func->params[bytes.Below(func->params.size())];
    const auto* type = As<TensorType>(param->type);
    const auto* shape = type == nullptr ? nullptr : As<ShapeExpr>(type->shape);
    if (shape == nullptr || type->dtype.IsVoid() || !IsNamedAlone(*func, *param)) continue;
    std::vector<int64_t> extents;
    for (const Expr* dim : shape->values) extents.push_back(AsInt(dim) == nullptr ? 1 : AsInt(dim)->value);
    std::optional<size_t> count = CountUpTo(extents, 4096);
    if (!count) continue;
    std::vector<const Attr*> numbers;
    for (size_t i = 0; i < *count; ++i) numbers.push_back(DrawnNumber(ctx, type->dtype, bytes));
    const Attr* value = MakeDict(ctx, {{"dtype", MakeAttrString(ctx, DTypeName(type->dtype))},
                                       {"shape", MakeAttrInts(ctx, extents)},
                                       {"data", MakeAttrList(ctx, numbers)}});
    options["func_name"] = MakeAttrString(ctx, entry.var->name.text());
    options["params"] = MakeDict(ctx, {{param->name.text(), value}});
    return true;
  }
  return false;
}

constexpr std::string_view kOptions[] = {"func_name", "params"};

}  // namespace

Result<const Constant*> BoundConstant(Context& ctx, const Var* param, const Attr* value) {
  std::string_view name = param->name.text();
  const auto* type = As<TensorType>(param->type);
  if (type == nullptr) return BadValue(name, "is no tensor");
  DType dtype = type->dtype;
  const auto* fields = As<AttrDict>(value);
  std::vector<int64_t> shape;
  std::vector<const Attr*> numbers;
  if (fields != nullptr) {
    if (const auto* text = As<AttrString>(fields->Find("dtype"))) {
      dtype = ParseDType(text->value.text()).value_or(DType::Void());
    }
    std::vector<const Attr*> extents;
    std::vector<int64_t> rank;
    if (fields->Find("shape") != nullptr) Flatten(fields->Find("shape"), 0, rank, extents);
    for (const Attr* extent : extents) {
      const auto* number = As<AttrInt>(extent);
      if (number == nullptr) return BadValue(name, "has a shape that is not made of integers");
      shape.push_back(number->value);
    }
    if (fields->Find("data") != nullptr) {
      std::vector<int64_t> ignored;
      Flatten(fields->Find("data"), 0, ignored, numbers);
    }
  } else {
    Flatten(value, 0, shape, numbers);
  }
  if (dtype.IsVoid()) return BadValue(name, "has no dtype");
  ASSAY_TRY(Tensor tensor, Tensor::Make(dtype, shape));
  if (tensor.size() != static_cast<int64_t>(numbers.size()))
    return BadValue(name, "has another number of elements than its shape");
  for (size_t i = 0; i < numbers.size(); ++i) {
    ASSAY_TRY(Scalar scalar, ScalarOf(name, dtype, numbers[i]));
    tensor.Set(static_cast<int64_t>(i), scalar);
  }
  return MakeConstant(ctx, tensor);
}

const PassSpec kBindParams = {
    .name = "BindParams",
    .doc = "replaces parameters of a function by constants",
    .options = kOptions,
    .idempotent = false,
    .why_not_idempotent = "a parameter that is bound is none to bind again",
    .signatures = Signatures::kChanged,
    .changes = Changes({Facet::kParameters, Facet::kPrivateParameters, Facet::kParameterTypes, Facet::kResultTypes,
                        Facet::kPrivateParameterTypes, Facet::kPrivateResultTypes, Facet::kParameterDevices,
                        Facet::kResultDevices}) |
               Drops({Facet::kDevices}) | Alters({Facet::kGraphs}),
    .run = RunBindParams,
    .sample_options = SampleOptions,
};

}  // namespace assay
