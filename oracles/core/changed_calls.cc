#include "oracles/core/changed_calls.h"

#include <algorithm>

#include "ir/tensor/tensor.h"
#include "passes/analysis/private_function.h"
#include "passes/relax/bind_params.h"

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
  return fixed;
}

Outcome CallUnbound(const Module& before, std::string_view name, const PassCall& pass, std::span<const Value> args,
                    const RunFunction& run) {
  const Function& entry = *As<Function>(before.Find(name));
  std::vector<Value> left;
  for (size_t i = 0; i < args.size() && i < entry.params.size(); ++i) {
    if (!IsMeant(entry, name, pass) || BoundTo(pass, entry.params[i]) == nullptr) left.push_back(args[i]);
  }
  return run(name, left);
}

// ---- BindSymbolicVars: arguments of other sizes no longer fit.

// Another implementation's error says it in words.
bool IsAboutSizes(const Trap& trap) {
  return trap.kind == TrapKind::kArgument || trap.kind == TrapKind::kMatchCast ||
         trap.message.find("match_cast error") != std::string::npos;
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
  const auto* shared = As<AttrBool>(OptionOf(pass, "shared_transform"));
  bool own = shared == nullptr || !shared->value;
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
    {"UpdateParamType", nullptr, CallRetyped},
};

}  // namespace

const ChangedCall* FindChangedCall(const PassSpec& pass) {
  const ChangedCall* row = std::ranges::find(kCalls, pass.name, &ChangedCall::pass);
  return row == std::end(kCalls) ? nullptr : row;
}

}  // namespace assay
