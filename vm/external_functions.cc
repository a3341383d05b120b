#include "vm/external_functions.h"

#include <cstring>

#include "ir/text/parse.h"
#include "vm/reference/relax_eval.h"

namespace assay {
namespace {

// The tensors of a value in order; depth is that of the value's type.
// recursion: values nest no deeper than their types
void Flatten(const Value& value, std::vector<Tensor>& tensors) {
  if (const auto* tensor = value.As<TensorValue>()) tensors.push_back(tensor->tensor);
  const auto* tuple = value.As<TupleValue>();
  if (tuple == nullptr) return;
  for (const Value& field : tuple->fields) Flatten(field, tensors);
}

// Copies results into the outputs; the Trap when they do not fit.
Outcome Deliver(std::string_view symbol, const Value& result, std::span<const Value> outputs) {
  std::vector<Tensor> results;
  Flatten(result, results);
  if (results.size() != outputs.size()) {
    return MakeTrap(TrapKind::kArgument, std::string(symbol) + " has another number of results than of outputs");
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const auto* output = outputs[i].As<TensorValue>();
    bool fits = output != nullptr && output->tensor.dtype() == results[i].dtype() &&
                output->tensor.shape() == results[i].shape();
    if (!fits)
      return MakeTrap(TrapKind::kArgument, std::string(symbol) + " yields a tensor that is not like its output");
    Tensor target = output->tensor;
    if (target.byte_count() == 0) continue;
    std::memcpy(target.data(), results[i].data(), static_cast<size_t>(target.byte_count()));
  }
  return Value{};
}

}  // namespace

// recursion: a text within a text is escaped, which doubles it at each level
ExternalFunctions::ExternalFunctions(std::span<const std::string_view> texts, const LoadOptions& options) {
  for (std::string_view text : texts) {
    Loaded loaded{std::make_unique<Context>(), nullptr};
    Result<Module> module = ParseModule(*loaded.ctx, "external.py", std::string(text));
    if (!module.ok()) continue;
    auto executable = MakeRelaxReference(*loaded.ctx, *module, options);
    if (!executable.ok()) continue;
    loaded.executable = *std::move(executable);
    for (const ModuleEntry& entry : module->entries) {
      const auto* func = As<Function>(entry.func);
      if (func == nullptr || !IsPublic(func)) continue;
      entries_.emplace(entry.var->name.str(), Entry{loaded.executable.get(), func->params.size()});
    }
    modules_.push_back(std::move(loaded));
  }
}

std::optional<Outcome> ExternalFunctions::Call(std::string_view symbol, std::span<const Value> args, Meter& meter) {
  if (entries_.empty()) return std::nullopt;
  auto found = entries_.find(std::string(symbol));
  if (found == entries_.end()) return std::nullopt;
  const Entry& entry = found->second;
  if (args.size() < entry.params) {
    return MakeTrap(TrapKind::kArgument, std::string(symbol) + " is called with too few arguments");
  }
  // What the function spends inside is not known here; a step at least for each value that goes in and out.
  if (!meter.Step(static_cast<int64_t>(args.size()))) return meter.Spent();
  Outcome outcome = entry.executable->Run(symbol, args.first(entry.params), {.steps = *meter.steps()});
  const auto* value = std::get_if<Value>(&outcome);
  return value == nullptr ? outcome : Deliver(symbol, *value, args.subspan(entry.params));
}

}  // namespace assay
