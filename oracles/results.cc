#include "oracles/results.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace assay {
namespace {

// Nothing can be said: the reference refuses, or someone ran out of budget.
std::optional<Skip> Inconclusive(const Outcome& outcome, std::string_view who) {
  if (std::holds_alternative<OutOfBudget>(outcome)) return Skip{fmt::format("{} ran out of budget", who)};
  if (const auto* refused = std::get_if<Refused>(&outcome))
    return Skip{fmt::format("{} refused: {}", who, refused->why)};
  return std::nullopt;
}

// A pure operator or function was given what it has no result for, such as an index into nothing, or a size that no tensor
// has. Passes may drop such a call where nothing needs its result; they may not drop a check that is written out.
bool IsMeaningless(const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  return trap != nullptr &&
         (trap->kind == "out_of_bounds" || trap->kind == "division_by_zero" || trap->kind == "argument" ||
          trap->kind == "out_of_memory");
}

// Products of two such numbers leave their dtype's range.
bool IsHuge(const Tensor& tensor) {
  DType dtype = tensor.dtype();
  if (!dtype.IsFloating()) return false;
  double greatest = scalar::Highest(dtype).AsDouble();
  for (int64_t i = 0; i < tensor.size(); ++i) {
    if (std::abs(tensor.At(i).AsDouble()) > std::sqrt(greatest)) return true;
  }
  return false;
}
bool AreHuge(std::span<const Value> values) {
  return std::ranges::any_of(values, [](const Value& value) {
    const auto* tensor = value.As<TensorValue>();
    const auto* tuple = value.As<TupleValue>();
    return tensor != nullptr ? IsHuge(tensor->tensor) : tuple != nullptr && AreHuge(tuple->fields);
  });
}

}  // namespace

bool IsUndefined(const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  constexpr std::array kKinds = {"read_before_write", "shape_mismatch", "result"};
  return trap != nullptr && std::ranges::find(kKinds, trap->kind) != kKinds.end();
}

bool WritesInPlace(const ModuleRef& module, OracleContext& oc) {
  const Module* native = oc.subject.Native(module);
  return native != nullptr && std::ranges::count(OperatorsOf(*native), "call_tir_inplace") != 0;
}

Verdict CompareRunsWithReference(const OracleSpec& oracle, const PassCall* pass, const Case& c, const ModuleRef& module,
                                 const BuildOptions& how, OracleContext& oc, const CallProgram& call) {
  if (c.inputs.empty()) return Skip{"no inputs for the entry function"};
  const std::vector<ReferenceOutcome>& reference = oc.ReferenceOf(c);
  Answer<ProgramRef> program = oc.subject.Build(module, how);
  if (!program.ok()) return FromRefusal(oracle, pass, program.refusal());
  std::optional<Skip> skip;
  bool compared = false;
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    const Outcome& want = reference[i].outcome;
    if ((skip = Inconclusive(want, "the reference"))) continue;
    if (IsUndefined(want)) {
      skip = Skip{
          "the module reads what nothing wrote, puts together what does not fit, or gives back what its type does not "
          "say"};
      continue;
    }
    const auto* trap = std::get_if<Trap>(&want);
    if (call && trap != nullptr && trap->kind == "argument") {
      skip = Skip{"the arguments that the options fix do not fit the others"};
      continue;
    }
    Outcome got = call ? call(*program, c.inputs[i]) : oc.subject.Run(*program, c.entry, c.inputs[i], oc.budget);
    if ((skip = Inconclusive(got, how.engine))) continue;
    if (IsMeaningless(want) && std::holds_alternative<Value>(got)) {
      skip = Skip{"the module does what has no meaning, and passes leave that out"};
      continue;
    }
    Comparison comparison = CompareWithReference(got, reference[i]);
    if (comparison.mismatch && pass != nullptr && pass->pass->exact == Exactness::kRounding) {
      if (AreHuge(c.inputs[i])) {
        skip = Skip{"another order of operations overflows on inputs this large"};
        continue;
      }
      ReferenceOutcome wider = reference[i];
      AddMovedInputs(oc.ctx, c.module, c.entry, c.inputs[i], oc.budget, wider);
      comparison = CompareWithReference(got, wider);
    }
    if (comparison.mismatch) {
      std::string_view klass =
          std::holds_alternative<Trap>(got) || std::holds_alternative<Trap>(want) ? "trap" : "differs";
      return MakeFinding(
          oracle, pass, klass,
          fmt::format("{} against relax-reference, inputs {}: {}", how.engine, i, comparison.mismatch->what));
    }
    compared = true;
  }
  if (!compared) return *skip;
  return Agree{};
}

}  // namespace assay
