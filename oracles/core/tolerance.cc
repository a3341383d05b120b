#include "oracles/core/tolerance.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ir/builder.h"
#include "ir/ops/op_spec.h"
#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"
#include "ir/support/plural.h"
#include "ir/tensor/compare.h"
#include "ir/tensor/other_conversions.h"
#include "ir/walk.h"
#include "oracles/core/bounds.h"
#include "vm/llvm/engines.h"

namespace assay {
namespace {

// Only the roundings of rows that say so can make the two sides differ.
bool HasRoundingOperators(const Module& module, Library library) {
  bool found = false, other = library == Library::kOther;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const OpSpec* row = call == nullptr ? nullptr : SpecOf(call);
      found |= row != nullptr && (!row->tolerance.exact || (other && row->tolerance.of_library));
    });
    found |= other && (CallsLibrary(entry.func) || SumsFloats(entry.func));
  }
  return found;
}

class ValueComparer {
 public:
  ValueComparer(const Value& got, const Value& want, std::vector<const Value*> perturbed, bool bits) : bits_(bits) {
    Compare(got, want, std::move(perturbed), "result");
  }
  Comparison result;

 private:
  void Fail(const std::string& path, std::string_view what) {
    if (!result.mismatch) result.mismatch = Mismatch{fmt::format("{}: {}", path, what)};
  }

  // recursion: values nest no deeper than their types
  void Compare(const Value& got, const Value& want, std::vector<const Value*> perturbed, const std::string& path) {
    if (result.mismatch) return;
    if (got.state.index() != want.state.index()) {
      return Fail(path, fmt::format("got a {}, want a {}", KindOf(got), KindOf(want)));
    }
    if (const auto* tensor = got.As<TensorValue>()) {
      return CompareTensors(*tensor, *want.As<TensorValue>(), perturbed, path);
    }
    if (const auto* tuple = got.As<TupleValue>()) {
      return CompareTuples(*tuple, *want.As<TupleValue>(), perturbed, path);
    }
    if (const auto* shape = got.As<ShapeValue>()) {
      if (shape->dims != want.As<ShapeValue>()->dims) {
        Fail(path, fmt::format("got shape [{}], want [{}]", fmt::join(shape->dims, ", "),
                               fmt::join(want.As<ShapeValue>()->dims, ", ")));
      }
    } else if (const auto* text = got.As<StringValue>()) {
      const std::string& wanted = want.As<StringValue>()->text;
      if (text->text != wanted) Fail(path, fmt::format("got \"{}\", want \"{}\"", text->text, wanted));
    } else if (const auto* dtype = got.As<DTypeValue>()) {
      DType wanted = want.As<DTypeValue>()->dtype;
      if (dtype->dtype != wanted)
        Fail(path, fmt::format("got {}, want {}", DTypeName(dtype->dtype), DTypeName(wanted)));
    } else if (const auto* prim = got.As<PrimValue>()) {
      Tensor a = Tensor::Of(prim->scalar), b = Tensor::Of(want.As<PrimValue>()->scalar);
      CompareElements(a, b, {}, path);
    }
  }

  void CompareTuples(const TupleValue& got, const TupleValue& want, const std::vector<const Value*>& perturbed,
                     const std::string& path) {
    if (got.fields.size() != want.fields.size()) {
      return Fail(path, fmt::format("got {}, want {}", Counted(got.fields.size(), "field"), want.fields.size()));
    }
    for (size_t i = 0; i < got.fields.size(); ++i) {
      std::vector<const Value*> fields;
      for (const Value* run : perturbed) {
        const auto* tuple = run->As<TupleValue>();
        if (tuple != nullptr && i < tuple->fields.size()) fields.push_back(&tuple->fields[i]);
      }
      Compare(got.fields[i], want.fields[i], std::move(fields), fmt::format("{}[{}]", path, i));
    }
  }

  void CompareTensors(const TensorValue& got, const TensorValue& want, const std::vector<const Value*>& perturbed,
                      const std::string& path) {
    std::vector<const Tensor*> runs;
    for (const Value* run : perturbed) {
      const auto* tensor = run->As<TensorValue>();
      if (tensor == nullptr || tensor->tensor.shape() != want.tensor.shape()) {
        // A perturbation that changes shapes leaves nothing to compare by.
        ++result.unstable;
        return;
      }
      runs.push_back(&tensor->tensor);
    }
    CompareElements(got.tensor, want.tensor, runs, path);
  }

  void CompareElements(const Tensor& got, const Tensor& want, const std::vector<const Tensor*>& runs,
                       const std::string& path) {
    ErrorBound exact = bits_ ? ErrorBound::Bits() : ErrorBound::Equal();
    if (runs.empty() || got.dtype() != want.dtype() || got.shape() != want.shape()) {
      if (auto found = assay::Compare(got, want, exact)) Fail(path, ShowDifference(*found));
      if (result.mismatch) result.mismatch->of_type = got.dtype() != want.dtype() || got.shape() != want.shape();
      return;
    }
    // What is no bool at all, no run explains.
    auto no_bool = [](std::byte byte) { return byte > std::byte{1}; };
    if (want.dtype().IsBool() && std::any_of(got.data(), got.data() + got.byte_count(), no_bool)) {
      if (auto found = assay::Compare(got, want, exact)) return Fail(path, ShowDifference(*found));
    }
    for (int64_t i = 0; i < want.size() && !result.mismatch; ++i) CompareElement(got.At(i), want.At(i), runs, i, path);
  }

  static std::string ShowDifference(const auto& found) {
    if (found.index.empty()) return found.what;
    return fmt::format("[{}]: {} ({})", fmt::join(found.index, ", "), found.what,
                       Counted(static_cast<uint64_t>(found.count), "element differs", "elements differ"));
  }

  // As integers: a double does not tell those from 2^53 on apart. What no run moves must be the same.
  void CompareInteger(Scalar got, Scalar want, const std::vector<const Tensor*>& runs, int64_t index,
                      const std::string& path) {
    if (std::ranges::any_of(runs, [&](const Tensor* run) { return !SameBits(run->At(index), want); })) {
      ++result.unstable;
      return;
    }
    Fail(path, fmt::format("element {}: got {}, want {}", index, ToText(got), ToText(want)));
    result.mismatch->unmoved = true;
  }

  void CompareElement(Scalar got, Scalar want, const std::vector<const Tensor*>& runs, int64_t index,
                      const std::string& path) {
    if (BoundsOff(got, want, ErrorBound::Equal()) == 0) return;
    if (!want.dtype.IsFloating()) return CompareInteger(got, want, runs, index, path);
    double centre = want.AsDouble(), spread = 0;
    for (const Tensor* run : runs) {
      double moved = run->At(index).AsDouble();
      bool flipped = std::isfinite(moved) != std::isfinite(centre) || !std::isfinite(moved);
      if (flipped) {
        ++result.unstable;
        return;
      }
      spread = std::max(spread, std::fabs(moved - centre));
    }
    double allowed = kSpreadFactor * spread;
    double off = std::fabs(got.AsDouble() - centre);
    if (off <= allowed) return;
    Fail(path, fmt::format("element {}: got {}, want {} (off by {:.3g}, allowed {:.3g})", index, got.AsDouble(), centre,
                           off, allowed));
    result.mismatch->unmoved = spread == 0;
  }

  bool bits_;
};

}  // namespace

Result<std::vector<ReferenceOutcome>> RunReferenceOnce(Context& ctx, const Module& module, std::string_view entry,
                                                       const std::vector<std::vector<Value>>& inputs,
                                                       const Budget& budget) {
  ASSAY_TRY(auto executable, FindEngine("relax-reference")->load(ctx, module, {}));
  std::vector<ReferenceOutcome> outcomes;
  for (const std::vector<Value>& args : inputs) outcomes.push_back({executable->Run(entry, args, budget), {}});
  return outcomes;
}

void AddPerturbedRuns(Context& ctx, const Module& module, std::string_view entry, std::span<const Value> args,
                      const Budget& budget, ReferenceOutcome& reference, Library library) {
  bool other = library == Library::kOther;
  if (!std::holds_alternative<Value>(reference.outcome)) return;
  if (other) {
    OtherConversions undefined;
    auto executable = FindEngine("relax-reference")->load(ctx, module, {});
    if (executable.ok()) reference.perturbed.push_back((*executable)->Run(entry, args, budget));
  }
  if (!HasRoundingOperators(module, library)) return;
  for (Perturbation mode : {Perturbation::kUp, Perturbation::kDown, Perturbation::kRandom}) {
    auto executable = FindEngine("relax-reference")->load(ctx, module, {.perturbation = mode, .other_library = other});
    if (executable.ok()) reference.perturbed.push_back((*executable)->Run(entry, args, budget));
  }
}

Result<std::vector<ReferenceOutcome>> RunReference(Context& ctx, const Module& module, std::string_view entry,
                                                   const std::vector<std::vector<Value>>& inputs,
                                                   const Budget& budget) {
  ASSAY_TRY(std::vector<ReferenceOutcome> outcomes, RunReferenceOnce(ctx, module, entry, inputs, budget));
  for (size_t i = 0; i < inputs.size(); ++i) AddPerturbedRuns(ctx, module, entry, inputs[i], budget, outcomes[i]);
  return outcomes;
}

namespace {

// The module whose constants the perturber has moved as it moves inputs: one that stands in several places is one.
// Nothing where it has none of floats.
std::optional<Module> WithMovedConstants(Context& ctx, const Module& module, Perturber& perturber) {
  std::vector<ModuleEntry> entries;
  RewriteMemo memo;
  bool found = false;
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    const auto* constant = As<Constant>(rebuilt);
    if (constant == nullptr || !constant->value.dtype.IsFloating()) return rebuilt;
    found = true;
    Value moved = perturber.MoveInput(Value{TensorValue{Tensor::Copy(constant->value), -1}});
    return MakeConstant(ctx, moved.As<TensorValue>()->tensor);
  };
  auto enter = [](const Node* node) { return !Is<PrimFunc>(node); };
  for (const ModuleEntry& entry : module.entries) {
    entries.push_back({entry.var, static_cast<const Expr*>(Rewrite(ctx, entry.func, rule, enter, Types::kSkip, memo))});
  }
  return found ? std::optional(WithEntries(ctx, module, entries)) : std::nullopt;
}

}  // namespace

void AddMovedInputs(Context& ctx, const Module& module, std::string_view entry, std::span<const Value> args,
                    const Budget& budget, Perturber& perturber, ReferenceOutcome& reference) {
  constexpr int kRuns = 6;
  // Until it turns out that there are none.
  bool constants = true;
  auto executable = FindEngine("relax-reference")->load(ctx, module, {});
  for (int run = 0; executable.ok() && run < kRuns; ++run) {
    if (constants && run > 0) {
      std::optional<Module> changed = WithMovedConstants(ctx, module, perturber);
      constants = changed.has_value();
      if (changed) executable = FindEngine("relax-reference")->load(ctx, *changed, {});
      if (!executable.ok()) continue;
    }
    std::vector<Value> moved;
    for (const Value& arg : args) moved.push_back(perturber.MoveInput(arg));
    reference.perturbed.push_back((*executable)->Run(entry, moved, budget));
  }
}

bool AddNarrowedRuns(Context& ctx, const Module& module, std::string_view entry, std::span<const Value> args,
                     const Budget& budget, DType narrowed, ReferenceOutcome& reference) {
  // So many that of two values which round to one, some run exchanges the order.
  constexpr int kRandomRuns = 12;
  auto add = [&](Perturbation mode, int runs) {
    auto executable = FindEngine("relax-reference")->load(ctx, module, {.perturbation = mode, .narrowed = narrowed});
    for (int run = 0; executable.ok() && run < runs; ++run) {
      reference.perturbed.push_back((*executable)->Run(entry, args, budget));
      const auto* refused = std::get_if<Refused>(&reference.perturbed.back());
      if (refused != nullptr) return false;
    }
    return true;
  };
  return add(Perturbation::kUp, 1) && add(Perturbation::kDown, 1) && add(Perturbation::kRandom, kRandomRuns);
}

void AddRunsOfOthers(Context& ctx, const Module& module, std::string_view entry, std::span<const Value> args,
                     const Budget& budget, ReferenceOutcome& reference) {
  Perturber perturber(Perturbation::kRandom);
  AddPerturbedRuns(ctx, module, entry, args, budget, reference, Library::kOther);
  AddMovedInputs(ctx, module, entry, args, budget, perturber, reference);
}

std::string Describe(const Outcome& outcome) {
  if (std::holds_alternative<Value>(outcome)) return "a value";
  if (const auto* trap = std::get_if<Trap>(&outcome))
    return fmt::format("trap {}: {}", TrapKindName(trap->kind), trap->message);
  if (const auto* refused = std::get_if<Refused>(&outcome)) return "refused: " + refused->why;
  return fmt::format("out of budget ({})", LimitName(std::get_if<OutOfBudget>(&outcome)->limit));
}

Comparison CompareWithReference(const Outcome& got, const ReferenceOutcome& reference) {
  const auto* value = std::get_if<Value>(&got);
  const auto* want = std::get_if<Value>(&reference.outcome);
  if (value == nullptr || want == nullptr) {
    bool both_trap = std::holds_alternative<Trap>(got) && std::holds_alternative<Trap>(reference.outcome);
    if (both_trap) return {};
    return {Mismatch{fmt::format("got {}, want {}", Describe(got), Describe(reference.outcome))}, 0};
  }
  std::vector<const Value*> perturbed;
  for (const Outcome& run : reference.perturbed) {
    const auto* moved = std::get_if<Value>(&run);
    // A perturbed run that traps says that the program stands on an edge.
    if (moved == nullptr) return {std::nullopt, 1};
    perturbed.push_back(moved);
  }
  return ValueComparer(*value, *want, std::move(perturbed), false).result;
}

std::optional<Mismatch> CompareBits(const Outcome& got, const Outcome& want) {
  const auto* a = std::get_if<Value>(&got);
  const auto* b = std::get_if<Value>(&want);
  if (a != nullptr && b != nullptr) return ValueComparer(*a, *b, {}, true).result.mismatch;
  const auto *trap_a = std::get_if<Trap>(&got), *trap_b = std::get_if<Trap>(&want);
  if (trap_a != nullptr && trap_b != nullptr && trap_a->kind == trap_b->kind) return std::nullopt;
  if (got.index() == want.index() && trap_a == nullptr) return std::nullopt;
  return Mismatch{fmt::format("got {}, want {}", Describe(got), Describe(want))};
}

}  // namespace assay
