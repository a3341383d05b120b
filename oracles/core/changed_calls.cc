#include "oracles/core/changed_calls.h"

#include <algorithm>
#include <map>

#include "ir/tensor/tensor.h"
#include "passes/analysis/private_function.h"
#include "passes/relax/bind_params.h"
#include "vm/effects.h"

namespace assay {
namespace {

const Attr* OptionOf(const PassCall& pass, std::string_view name) {
  auto found = pass.options.find(name);
  return found == pass.options.end() ? nullptr : found->second;
}

// Whether the options name this function, which passes also know by its symbol.
bool IsMeant(const Function& entry, std::string_view name, const PassCall& pass) {
  const auto* func_name = As<AttrString>(OptionOf(pass, "func_name"));
  return func_name == nullptr || func_name->value == name ||
         func_name->value.text() == StringAttr(entry.attrs, "global_symbol");
}

// Parameters before this one come at run time.
size_t InputsOf(const Function& entry) {
  int64_t count = NumInputAttr(&entry);
  return count < 0 ? entry.params.size() : std::min(static_cast<size_t>(count), entry.params.size());
}

// ---- BindParams: the parameters that got a value are gone.

const Attr* BoundTo(const PassCall& pass, const Var* param) {
  const auto* params = As<AttrDict>(OptionOf(pass, "params"));
  return params == nullptr ? nullptr : params->Find(param->name.text());
}

// Which dimension of which parameter that got a value is this scalar parameter: its value is that extent, and it is
// gone, too.
struct SizeOf {
  size_t param = 0, dim = 0;
};
std::optional<SizeOf> BoundAsSize(const Function& entry, const PassCall& pass, const Var* scalar) {
  for (size_t i = 0; i < entry.params.size(); ++i) {
    const auto* type = As<TensorType>(entry.params[i]->type);
    const auto* shape = type == nullptr ? nullptr : As<ShapeExpr>(type->shape);
    if (shape == nullptr || BoundTo(pass, entry.params[i]) == nullptr) continue;
    auto dim = std::ranges::find(shape->values, static_cast<const Expr*>(scalar));
    if (dim != shape->values.end()) return SizeOf{i, static_cast<size_t>(dim - shape->values.begin())};
  }
  return std::nullopt;
}

std::optional<std::vector<Value>> FixParams(Context& ctx, const Function& entry, const PassCall& pass,
                                            std::span<const Value> args) {
  std::vector<Value> fixed(args.begin(), args.end());
  // A private function bears no name that tells.
  if (StringAttr(entry.attrs, "global_symbol").empty()) return std::nullopt;
  if (!IsMeant(entry, "", pass)) return fixed;
  for (size_t i = 0; i < fixed.size() && i < entry.params.size(); ++i) {
    const Attr* value = BoundTo(pass, entry.params[i]);
    if (value == nullptr) continue;
    Result<const Constant*> constant = BoundConstant(ctx, entry.params[i], value);
    if (!constant.ok()) return std::nullopt;
    const auto* given = fixed[i].As<TensorValue>();
    fixed[i] = Value{TensorValue{Tensor::Copy((*constant)->value), given == nullptr ? -1 : given->device}};
  }
  for (size_t i = 0; i < fixed.size() && i < entry.params.size(); ++i) {
    std::optional<SizeOf> size = BoundAsSize(entry, pass, entry.params[i]);
    const auto* prim = fixed[i].As<PrimValue>();
    const auto* tensor = size ? fixed[size->param].As<TensorValue>() : nullptr;
    if (prim == nullptr || tensor == nullptr || size->dim >= tensor->tensor.shape().size()) continue;
    fixed[i] = Value{PrimValue{Scalar::Int(prim->scalar.dtype, tensor->tensor.shape()[size->dim])}};
  }
  return fixed;
}

Outcome CallUnbound(const Module& before, std::string_view name, const PassCall& pass, std::span<const Value> args,
                    const RunFunction& run) {
  const Function& entry = *As<Function>(before.Find(name));
  std::vector<Value> left;
  for (size_t i = 0; i < args.size() && i < entry.params.size(); ++i) {
    bool gone = BoundTo(pass, entry.params[i]) != nullptr || BoundAsSize(entry, pass, entry.params[i]);
    if (!IsMeant(entry, name, pass) || !gone) left.push_back(args[i]);
  }
  return run(name, left);
}

// ---- BindSymbolicVars: arguments of other sizes no longer fit.

bool IsAboutSizes(const Trap& trap) {
  return trap.kind == TrapKind::kArgument || trap.kind == TrapKind::kMatchCast || trap.of_sizes;
}

Outcome CallWithSizes(const Module&, std::string_view name, const PassCall&, std::span<const Value> args,
                      const RunFunction& run) {
  Outcome outcome = run(name, args);
  const auto* trap = std::get_if<Trap>(&outcome);
  if (trap != nullptr && IsAboutSizes(*trap)) return Refused{"these arguments have other sizes than were bound"};
  return outcome;
}

// ---- BundleModelParams: weights come as one tuple.

Value Bundle(std::span<const Value> weights) { return Value{TupleValue{{weights.begin(), weights.end()}}}; }

Outcome CallBundled(const Module& before, std::string_view name, const PassCall&, std::span<const Value> args,
                    const RunFunction& run) {
  const Function& entry = *As<Function>(before.Find(name));
  if (NumInputAttr(&entry) < 0) return run(name, args);
  size_t inputs = InputsOf(entry);
  std::vector<Value> bundled(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(inputs));
  bundled.push_back(Bundle(args.subspan(inputs)));
  return run(name, bundled);
}

// ---- LiftTransformParams: weights go through the transform first, and what that gives follows the inputs.

Outcome CallLifted(const Module& before, std::string_view name, const PassCall& pass, std::span<const Value> args,
                   const RunFunction& run) {
  const Function& entry = *As<Function>(before.Find(name));
  int64_t num_input = NumInputAttr(&entry);
  if (num_input < 0 || num_input > static_cast<int64_t>(entry.params.size())) return run(name, args);
  size_t inputs = InputsOf(entry);
  const Attr* shared = OptionOf(pass, "shared_transform");
  bool own = shared == nullptr || (Is<AttrBool>(shared) && !As<AttrBool>(shared)->value);
  // Of those that are named alone, unless none is.
  if (const auto* names = As<AttrList>(shared); names != nullptr && !names->items.empty()) {
    auto is_meant = [&](const Attr* item) { return Is<AttrString>(item) && As<AttrString>(item)->value == name; };
    if (std::ranges::none_of(names->items, is_meant)) return run(name, args);
  }
  std::string transform = own ? std::string(name) + "_transform_params" : "transform_params";
  if (before.Find(transform) != nullptr) return Refused{"what these weights come from has been lifted before"};
  std::vector<Value> weights{Bundle(args.subspan(inputs))};
  Outcome transformed = run(transform, weights);
  const auto* value = std::get_if<Value>(&transformed);
  const auto* results = value == nullptr ? nullptr : value->As<TupleValue>();
  if (results == nullptr) return transformed;
  std::vector<Value> given(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(inputs));
  given.insert(given.end(), results->fields.begin(), results->fields.end());
  return run(name, given);
}

// ---- LazyGetInput: weights are fetched by a callback, by index and name.

Outcome CallFetching(const Module& before, std::string_view name, const PassCall&, std::span<const Value> args,
                     const RunFunction& run) {
  const Function& entry = *As<Function>(before.Find(name));
  size_t inputs = NumInputAttr(&entry) < 0 ? 0 : InputsOf(entry);
  if (args.size() != entry.params.size()) return run(name, args);
  auto fetch = [&](std::span<const Value> asked) -> Outcome {
    const auto* index = asked.size() == 2 ? asked[0].As<PrimValue>() : nullptr;
    const auto* text = asked.size() == 2 ? asked[1].As<StringValue>() : nullptr;
    if (index == nullptr || text == nullptr) return MakeTrap(TrapKind::kArgument, "a weight is asked for otherwise");
    size_t place = inputs + static_cast<size_t>(index->scalar.AsInt());
    bool fits = place < args.size() && entry.params[place]->name == text->text;
    return fits ? Outcome(args[place]) : MakeTrap(TrapKind::kArgument, "no weight has this place and name");
  };
  std::vector<Value> given(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(inputs));
  given.push_back(MakeHostFunction(fetch));
  return run(name, given);
}

// ---- LazySetOutput: outputs are handed over one by one, and the result is nothing.

// The tuple that a function gives, written out or by its name.
const Expr* ResultOf(const Function& entry) {
  for (const BindingBlock* block : entry.body->blocks) {
    for (const Binding* binding : block->bindings) {
      if (binding->var == entry.body->body && Is<Tuple>(binding->value)) return binding->value;
    }
  }
  return entry.body->body;
}

// What was handed over, each once; another value where one was so twice or never.
class Outputs {
 public:
  Outcome Set(std::span<const Value> args) {
    const auto* index = args.size() == 2 ? args[0].As<PrimValue>() : nullptr;
    if (index == nullptr) return MakeTrap(TrapKind::kArgument, "an output is handed over otherwise");
    auto [place, fresh] = outputs_.try_emplace(index->scalar.AsInt(), OwnedCopies(args.subspan(1))[0]);
    if (!fresh) place->second = Value{StringValue{"handed over twice"}};
    return Value{TupleValue{}};
  }
  // As the old function gave them.
  Outcome Take(const Outcome& outcome, const Expr* result) const {
    const auto* value = std::get_if<Value>(&outcome);
    const auto* nothing = value == nullptr ? nullptr : value->As<TupleValue>();
    if (nothing == nullptr) return outcome;
    if (!nothing->fields.empty()) return Value{StringValue{"a result beside the outputs"}};
    const auto* tuple = As<Tuple>(result);
    size_t count = tuple == nullptr ? 1 : tuple->fields.size();
    TupleValue all;
    for (size_t i = 0; i < count; ++i) {
      auto found = outputs_.find(static_cast<int64_t>(i));
      all.fields.push_back(found == outputs_.end() ? Value{StringValue{"never handed over"}} : found->second);
    }
    if (outputs_.size() > count) return Value{StringValue{"more outputs than there were"}};
    return tuple == nullptr ? all.fields[0] : Value{std::move(all)};
  }

 private:
  std::map<int64_t, Value> outputs_;
};

Outcome CallHandingOver(const Module& before, std::string_view name, const PassCall&, std::span<const Value> args,
                        const RunFunction& run) {
  const Function& entry = *As<Function>(before.Find(name));
  Outputs outputs;
  std::vector<Value> given(args.begin(), args.end());
  size_t place = NumInputAttr(&entry) < 0 ? given.size() : std::min(InputsOf(entry), given.size());
  given.insert(given.begin() + static_cast<std::ptrdiff_t>(place),
               MakeHostFunction([&](std::span<const Value> set) { return outputs.Set(set); }));
  return outputs.Take(run(name, given), entry.body->body);
}

// ---- LazyTransformParams: weights are fetched and outputs handed over by packed functions.

std::string TransformOf(const Module& before) {
  for (const ModuleEntry& entry : before.entries) {
    const auto* func = As<Function>(entry.func);
    if (func != nullptr && entry.var->name.text().ends_with("transform_params")) return entry.var->name.str();
  }
  return "";
}

bool IsDefault(const PassCall& pass, std::string_view option, std::string_view name) {
  const auto* text = As<AttrString>(OptionOf(pass, option));
  return text == nullptr ? OptionOf(pass, option) == nullptr : text->value == name;
}

// What comes last, to say sizes that only weights said: those of them that are scalars or shapes.
void AddHolders(const Type* type, const Value& weight, std::vector<Value>& given) {
  const auto* types = As<TupleType>(type);
  const auto* fields = weight.As<TupleValue>();
  if (Is<PrimType>(type) || Is<ShapeType>(type)) given.push_back(weight);
  if (types == nullptr || fields == nullptr) return;
  // recursion: types nest no deeper than the parser and the generators cap
  for (size_t i = 0; i < types->fields.size(); ++i) AddHolders(types->fields[i], fields->fields[i], given);
}

Outcome CallLazily(const Module& before, std::string_view name, const PassCall& pass, std::span<const Value> args,
                   const RunFunction& run) {
  // None, in Python: the function gives its results as ever.
  const Attr* set = OptionOf(pass, "fset_item");
  bool gives = set != nullptr && Is<AttrNull>(set);
  if (!IsDefault(pass, "fget_item", "get_item") || (!gives && !IsDefault(pass, "fset_item", "set_item")))
    return Refused{"packed functions of other names are nobody's"};
  const Function& entry = *As<Function>(before.Find(name));
  size_t inputs = NumInputAttr(&entry) < 0 ? 0 : InputsOf(entry);
  std::span<const Value> weights = args.subspan(std::min(inputs, args.size()));
  const auto* bundle = weights.size() == 1 ? weights[0].As<TupleValue>() : nullptr;
  if (bundle != nullptr) weights = bundle->fields;
  auto get = [&](std::span<const Value> asked) -> Outcome {
    const auto* index = asked.size() == 1 ? asked[0].As<PrimValue>() : nullptr;
    bool fits = index != nullptr && static_cast<uint64_t>(index->scalar.AsInt()) < weights.size();
    return fits ? Outcome(weights[static_cast<size_t>(index->scalar.AsInt())])
                : MakeTrap(TrapKind::kArgument, "no weight has this place");
  };
  Outputs outputs;
  LazyItems items(get, [&](std::span<const Value> set) { return outputs.Set(set); });
  std::vector<Value> given(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(std::min(inputs, args.size())));
  std::vector<Value> holders;
  for (size_t i = inputs; i < args.size(); ++i) AddHolders(entry.params[i]->type, args[i], holders);
  Outcome outcome = run(name, given);
  const auto* trap = std::get_if<Trap>(&outcome);
  // As many as the function has parameters for: none, where it has no sizes.
  if (trap != nullptr && trap->kind == TrapKind::kArgument && !holders.empty()) {
    outputs = Outputs();
    given.insert(given.end(), holders.begin(), holders.end());
    outcome = run(name, given);
  }
  return gives ? outcome : outputs.Take(outcome, ResultOf(entry));
}

// The new types may be too narrow for the arguments; the function is called as ever.
Outcome CallRetyped(const Module&, std::string_view entry, const PassCall&, std::span<const Value> args,
                    const RunFunction& run) {
  Outcome outcome = run(entry, args);
  const auto* trap = std::get_if<Trap>(&outcome);
  if (trap != nullptr && trap->kind == TrapKind::kArgument) return Refused{"these arguments are not of the new types"};
  return outcome;
}

constexpr ChangedCall kCalls[] = {
    {"BindParams", FixParams, CallUnbound},      {"BindSymbolicVars", nullptr, CallWithSizes},
    {"BundleModelParams", nullptr, CallBundled}, {"LiftTransformParams", nullptr, CallLifted},
    {"UpdateParamType", nullptr, CallRetyped},   {"LazyGetInput", nullptr, CallFetching},
    {"LazySetOutput", nullptr, CallHandingOver}, {"LazyTransformParams", nullptr, CallLazily, TransformOf, true},
};

}  // namespace

const ChangedCall* FindChangedCall(const PassSpec& pass) {
  const ChangedCall* row = std::ranges::find(kCalls, pass.name, &ChangedCall::pass);
  return row == std::end(kCalls) ? nullptr : row;
}

}  // namespace assay
