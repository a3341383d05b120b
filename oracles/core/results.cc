#include "oracles/core/results.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ir/ops/op_spec.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "oracles/core/ambiguities.h"
#include "oracles/core/budget_margin.h"
#include "oracles/core/checked_run.h"
#include "oracles/core/packed_results.h"
#include "oracles/core/pass_input.h"
#include "oracles/core/unneeded_calls.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// Nothing can be said: the reference refuses, or someone ran out of budget.
std::optional<Skip> Inconclusive(const Outcome& outcome, std::string_view who) {
  if (std::holds_alternative<OutOfBudget>(outcome)) return Skip{SkipKind::kOutOfBudget, std::string(who)};
  if (const auto* refused = std::get_if<Refused>(&outcome))
    return Skip{SkipKind::kRefused, fmt::format("{}: {}", who, refused->why)};
  return std::nullopt;
}

// A pure operator or function was given what it has no result for, such as an index into nothing, or a size that no
// tensor has, or calls itself without an end. Passes may drop such a call where nothing needs its result; they may not
// drop a check that is written out, unless it is the declaration of a result, which gives way to what the body says.
bool IsMeaningless(const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  return trap != nullptr && (trap->kind == TrapKind::kOutOfBounds || trap->kind == TrapKind::kDivisionByZero ||
                             trap->kind == TrapKind::kArgument || trap->kind == TrapKind::kOutOfMemory ||
                             trap->kind == TrapKind::kStackOverflow || trap->of_declaration);
}

// Another compiler's machine code promises less than the reference gives a result to.
std::optional<Skip> UndefinedInMachineCode(size_t inputs, OracleContext& oc) {
  std::optional<Trap> trap =
      UntoldTrap(oc.ctx, oc.subject, oc.c.module, oc.c.entry, oc.c.inputs[inputs], oc.settings.budget);
  if (!trap) return std::nullopt;
  return Skip{SkipKind::kUndefined, fmt::format("in machine code: {}", TrapKindName(trap->kind))};
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

// Whether a check that is written out stands in a kernel that is called for nothing, or a packed function that is
// refuses its arguments: the call is pure, and goes. What comes behind it may be refused then.
bool IsCheckOfUnneededCall(size_t inputs, const Outcome& want, OracleContext& oc) {
  const auto* trap = std::get_if<Trap>(&want);
  if (trap == nullptr || (trap->kind != TrapKind::kAssert && trap->kind != TrapKind::kShape)) return false;
  Module needed = WithoutUnneededCalls(oc.ctx, oc.c.module);
  auto again = RunReferenceOnce(oc.ctx, needed, oc.c.entry, {oc.c.inputs[inputs]}, oc.settings.budget);
  const auto* left = again.ok() ? std::get_if<Trap>(&(*again)[0].outcome) : nullptr;
  return left == nullptr || left->kind != trap->kind;
}

// Whether a packed function gave something else than its call declares: passes and kernels go by either.
bool PackedContradicts(size_t inputs, const Outcome& want, OracleContext& oc) {
  Module cast = WithPackedResultsCast(oc.ctx, oc.c.module);
  if (cast.entries.data() == oc.c.module.entries.data()) return false;
  auto again = RunReferenceOnce(oc.ctx, cast, oc.c.entry, {oc.c.inputs[inputs]}, oc.settings.budget);
  const auto* trap = again.ok() ? std::get_if<Trap>(&(*again)[0].outcome) : nullptr;
  const auto* before = std::get_if<Trap>(&want);
  bool casts = trap != nullptr && (trap->kind == TrapKind::kMatchCast || trap->kind == TrapKind::kResult);
  return casts && (before == nullptr || before->kind != trap->kind);
}

// What comes of a run that nothing holds to what is wanted.
std::optional<Skip> Unpromised(const PassCall* pass, size_t inputs, const Outcome& want, const Outcome& got,
                               OracleContext& oc) {
  const Ambiguity* open = pass == nullptr ? nullptr
                                          : AmbiguityAt(Compared::kRuns, {oc.ctx, oc.c.module, oc.c.entry, *pass->pass,
                                                                          &want, &got, oc.c.inputs[inputs]});
  if (open != nullptr) return Skip{SkipKind::kAmbiguous, std::string(open->why)};
  if (std::holds_alternative<Value>(got) && IsCheckOfUnneededCall(inputs, want, oc))
    return Skip{SkipKind::kUndefined, "a check stands in a call whose result nothing needs"};
  if (IsMeaningless(want) && std::holds_alternative<Value>(got))
    return Skip{SkipKind::kUndefined, "passes may remove it"};
  return std::nullopt;
}

// A subject's scalars without dtypes get those of what is wanted, where the value is the same kind of number.
// recursion: values nest no deeper than their types
Value WithDTypesOf(const Value& got, const Value& want) {
  const auto *scalar = got.As<PrimValue>(), *wanted = want.As<PrimValue>();
  if (scalar != nullptr && wanted != nullptr) {
    DType dtype = wanted->scalar.dtype;
    bool floating = scalar->scalar.dtype.IsFloating();
    if (floating != dtype.IsFloating()) return got;
    return {PrimValue{floating ? Scalar::Float(dtype, scalar->scalar.AsDouble())
                               : Scalar::Int(dtype, scalar->scalar.AsInt())}};
  }
  const auto *tuple = got.As<TupleValue>(), *fields = want.As<TupleValue>();
  if (tuple == nullptr || fields == nullptr || tuple->fields.size() != fields->fields.size()) return got;
  TupleValue typed;
  for (size_t i = 0; i < tuple->fields.size(); ++i)
    typed.fields.push_back(WithDTypesOf(tuple->fields[i], fields->fields[i]));
  return {typed};
}
Outcome WithDTypesOf(Outcome got, const Outcome& want) {
  const auto *value = std::get_if<Value>(&got), *wanted = std::get_if<Value>(&want);
  if (value == nullptr || wanted == nullptr) return got;
  return WithDTypesOf(*value, *wanted);
}

// Whether the build alone, of another implementation, gives what the reference does not: then nobody is to blame for
// that who comes on top. interpreted_equals_compiled sees it.
bool BuildIsWrong(const OracleSpec& oracle, size_t inputs, OracleContext& oc) {
  if (!oc.subject.Traits().rounds_otherwise || oracle.name == "interpreted_equals_compiled") return false;
  const Answer<std::vector<Outcome>>& plain = oc.InterpretedOf();
  if (!plain.ok()) return false;
  const Outcome& want = oc.ReferenceOf()[inputs].outcome;
  return oc.CompareWithReferenceOf(inputs, WithDTypesOf((*plain)[inputs], want)).mismatch.has_value();
}

// Within what another order of operations may come to. What schedules kernels adds in another order within them, where
// inputs that are moved do not show what many terms lose.
Comparison CompareWidely(const PassCall* pass, size_t inputs, const Outcome& got, OracleContext& oc) {
  constexpr int kMostTries = 10;
  ReferenceOutcome wider = oc.PerturbedReferenceOf(inputs);
  bool schedules = pass != nullptr && (IsTargetPass(*pass->pass) || IsTirPass(*pass->pass));
  if (schedules || oc.subject.Traits().rounds_otherwise) {
    AddPerturbedRuns(oc.ctx, oc.c.module, oc.c.entry, oc.c.inputs[inputs], oc.settings.budget, wider, Library::kOther);
  }
  Perturber perturber(Perturbation::kRandom);
  Comparison comparison;
  for (int tries = 0; tries < kMostTries; ++tries) {
    AddMovedInputs(oc.ctx, oc.c.module, oc.c.entry, oc.c.inputs[inputs], oc.settings.budget, perturber, wider);
    comparison = CompareWithReference(got, wider);
    if (!comparison.mismatch || !comparison.mismatch->unmoved) break;
  }
  return comparison;
}

// Of a pass that may round to a narrower dtype: within what that may come to.
std::variant<Comparison, Skip> CompareNarrowed(size_t inputs, const Outcome& got, OracleContext& oc) {
  const auto* trap = std::get_if<Trap>(&got);
  if (trap != nullptr && trap->kind == TrapKind::kArgument)
    return Skip{SkipKind::kAmbiguous, "the pass was told to narrow parameters"};
  ReferenceOutcome narrowed = oc.ReferenceOf()[inputs];
  bool in_range = AddNarrowedRuns(oc.ctx, oc.c.module, oc.c.entry, oc.c.inputs[inputs], oc.settings.budget,
                                  DType::Float(16), narrowed);
  if (!in_range) return Skip{SkipKind::kUndecided, std::string(kLeavesRange)};
  return CompareWithReference(got, narrowed);
}

// A mismatch once more, within what the pass, or another implementation, may come to by rounding.
std::variant<Comparison, Skip> CompareLoosely(const PassCall* pass, size_t inputs, const Outcome& got,
                                              const Comparison& strict, OracleContext& oc) {
  Exactness exact = pass == nullptr ? Exactness::kBits : pass->pass->exact;
  if (exact == Exactness::kNarrowed) return CompareNarrowed(inputs, got, oc);
  // Another implementation rounds its own way, also where the reference rounds but once.
  if (exact == Exactness::kBits && !oc.subject.Traits().rounds_otherwise) return strict;
  if (AreHuge(oc.c.inputs[inputs]))
    return Skip{SkipKind::kUndecided, "another order of operations overflows on inputs this large"};
  return CompareWidely(pass, inputs, got, oc);
}

// Whether the pass has its place in the build behind what lowers operators, and was given some all the same: they are
// lowered behind it then, and may need what it has changed.
bool ComesTooEarly(const PassCall& pass, const Module& input, OracleContext& oc) {
  bool lowered = false;
  for (const PassCall& step : oc.subject.BuildPipeline()) {
    if (step.pass->run == pass.pass->run) return lowered && !HasProps(oc.ctx, input, kLegalized);
    lowered |= (step.pass->gives & kLegalized) != 0;
  }
  return false;
}

// Whether the pass gives a function to others: it is built then, also where nothing calls it.
bool MakesPublic(const Module& given, const Module* made) {
  return made == nullptr || std::ranges::any_of(made->entries, [&](const ModuleEntry& entry) {
           const Expr* before = given.Find(entry.var->name.text());
           return before != nullptr && !IsPublic(before) && IsPublic(entry.func);
         });
}

// Whether an engine gives a result to what the pass was given.
bool TakesInput(const PassCall& pass, const ModuleRef& made, const BuildOptions& how, OracleContext& oc) {
  Answer<ModuleRef> input = oc.FreshInputOf(pass);
  const Module* given = input.ok() ? oc.subject.Native(*input) : nullptr;
  if (given == nullptr || ComesTooEarly(pass, *given, oc)) return false;
  if (MakesPublic(*given, oc.subject.Native(made))) return false;
  // What is not public, passes may drop.
  const Expr* entry = given->Find(oc.c.entry);
  if (entry == nullptr || !IsPublic(entry)) return false;
  Answer<ProgramRef> program = oc.subject.Build(*input, how);
  if (!program.ok()) return false;
  for (size_t i = 0; i < oc.c.inputs.size(); ++i) {
    Outcome got = oc.RunOf(*program, i);
    if (std::holds_alternative<Refused>(got) || std::holds_alternative<OutOfBudget>(got)) return false;
  }
  return true;
}

// What an engine does not take of a pass's output, though it takes what the pass was given, nobody else says anything
// of. Of another implementation, the pass and the build need not fit.
std::optional<Finding> TakenBefore(const OracleSpec& oracle, const PassCall* pass, const ModuleRef& made,
                                   const BuildOptions& how, const Refusal& refusal, OracleContext& oc) {
  if (pass == nullptr || oc.subject.Traits().elsewhere || refusal.kind != RefusalKind::kUnsupported)
    return std::nullopt;
  // Told to, it makes types say less, and what is lowered behind it needs to know sizes.
  bool told = pass->pass->changes.Allows(Facet::kVariableTypes, Way::kDropped) && !pass->options.empty();
  if (told || !TakesInput(*pass, made, how, oc)) return std::nullopt;
  return WithSides(MakeFinding(oracle, pass, FindingClass::kOneRefuses,
                               fmt::format("{} takes what {} is given and not what it makes: {}", how.engine,
                                           pass->pass->name, refusal.message),
                               RefusedBy(how.engine, refusal)),
                   TakenAndRefused("before", fmt::format("after {}", pass->pass->name), refusal.message));
}

Verdict NotBuilt(const OracleSpec& oracle, const PassCall* pass, const ModuleRef& module, const BuildOptions& how,
                 const Refusal& refusal, OracleContext& oc) {
  std::optional<Finding> lost = TakenBefore(oracle, pass, module, how, refusal, oc);
  return lost ? *lost : FromRefusal(oracle, pass, refusal);
}

FindingFacts FactsOf(const Outcome& got, const Outcome& want, const Subject& subject) {
  FindingFacts facts = FactsOfRun(got, subject);
  facts.negative_extent = facts.negative_extent || MeetsNegativeExtent(want);
  return facts;
}

}  // namespace

bool IsUndefined(const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  constexpr std::array kKinds = {TrapKind::kReadBeforeWrite, TrapKind::kShapeMismatch, TrapKind::kResult,
                                 TrapKind::kUseAfterKill};
  return trap != nullptr && std::ranges::find(kKinds, trap->kind) != kKinds.end();
}

bool ReadsOverwritten(const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  return trap != nullptr && trap->kind == TrapKind::kStaleRead;
}

// Why a difference says nothing of the pass or the build at hand.
std::optional<Skip> Excused(const OracleSpec& oracle, size_t inputs, const Outcome& want, OracleContext& oc) {
  if (std::optional<Skip> skip = UndefinedInMachineCode(inputs, oc)) return skip;
  if (PackedContradicts(inputs, want, oc))
    return Skip{SkipKind::kUndefined, "a packed function gives something else than its call declares"};
  if (TrapOfThreads(oc.ctx, oc.c.module, oc.c.entry, oc.c.inputs[inputs], oc.settings.budget))
    return Skip{SkipKind::kNotToBlame, "the module has a race, or a barrier that threads miss, of its own"};
  if (BuildIsWrong(oracle, inputs, oc)) return Skip{SkipKind::kNotToBlame, "what the build alone makes is no better"};
  return std::nullopt;
}

bool MeetsNegativeExtent(const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  return trap != nullptr && (trap->negative_extent || trap->kind == TrapKind::kOutOfMemory);
}

FindingFacts FactsOfRun(const Outcome& got, const Subject& subject) {
  const auto* trap = std::get_if<Trap>(&got);
  std::string normalized = trap == nullptr ? "" : subject.NormalizedTrap(*trap);
  return {.negative_extent = MeetsNegativeExtent(got),
          .trap = trap == nullptr ? std::nullopt : std::optional(TrapFact{trap->kind, trap->buffer}),
          .said = trap == nullptr ? "" : trap->message,
          .normalized = normalized.empty() ? "" : "run: " + normalized};
}

bool OverwritesArguments(const ModuleRef& module, OracleContext& oc) {
  const Module* native = oc.subject.Native(module);
  return native != nullptr && std::ranges::count(OperatorsOf(*native), "call_tir_inplace") != 0;
}

size_t ThreadAxesIn(const Module& module) {
  size_t count = 0;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      // other kinds: they bind no axis of threads
      bool binds = Is<For>(node) || Is<AttrStmt>(node);
      count += binds && ThreadAxisOf(static_cast<const Stmt*>(node)) ? 1 : 0;
    });
  }
  return count;
}

// A schedule for a device launches the threads that the device has, whatever there is for them to do.
bool BindsMoreThreads(const ModuleRef& made, OracleContext& oc) {
  const Module* native = oc.subject.Native(made);
  return native != nullptr && ThreadAxesIn(*native) > ThreadAxesIn(oc.c.module);
}

// Whether operators of the case's module run as kernels, of which some take steps by the square of what their own
// evaluation takes, as a scan does.
bool RunsOperatorsAsKernels(const ModuleRef& made, std::string_view engine, OracleContext& oc) {
  const Module* native = oc.subject.Native(made);
  bool as_it_is = engine == oc.subject.Traits().graph_engine && native != nullptr;
  std::vector<std::string> names = as_it_is ? OperatorsTaken(oc.c.module, *native) : OperatorsOf(oc.c.module);
  return std::ranges::any_of(names, [](const std::string& name) {
    const OpSpec* row = FindOp(name);
    return row != nullptr && row->lower.rule != nullptr;
  });
}

// What runs out of steps where the case's module, as it was written, takes few. Nothing where that is excused, too: a
// skip tells then.
std::optional<Finding> TakesTooManySteps(const OracleSpec& oracle, const PassCall* pass, size_t inputs,
                                         const ModuleRef& made, const Outcome& got, std::string_view engine,
                                         OracleContext& oc) {
  const Outcome& want = oc.ReferenceOf()[inputs].outcome;
  const Budget& budget = oc.settings.budget;
  auto reference = [&](const Budget& share) {
    auto again = RunReferenceOnce(oc.ctx, oc.c.module, oc.c.entry, {oc.c.inputs[inputs]}, share);
    return again.ok() ? std::move((*again)[0].outcome) : Outcome(Refused{again.error().message});
  };
  if (!std::holds_alternative<Value>(want) || !std::holds_alternative<OutOfBudget>(got)) return std::nullopt;
  // Looked at first: whether the other side takes few steps, only another run tells.
  if (BindsMoreThreads(made, oc) || RunsOperatorsAsKernels(made, engine, oc)) return std::nullopt;
  if (!TakesFarMore(got, budget, kStepsOfAnotherForm, reference)) return std::nullopt;
  if (Excused(oracle, inputs, want, oc)) return std::nullopt;
  std::string said = FarMoreText(engine, "relax-reference", budget, kStepsOfAnotherForm);
  return WithSides(MakeFinding(oracle, pass, FindingClass::kSlow, fmt::format("inputs {}: {}", inputs, said),
                               FactsOf(got, want, oc.subject)),
                   SidesOf("relax-reference", want, engine, got));
}

namespace {

// Why the reference says nothing of what is to come; `otherwise`: it is called in another way, with options' arguments.
std::optional<Skip> NothingToCompareWith(const Outcome& want, bool otherwise, OracleContext& oc) {
  if (std::optional<Skip> skip = Inconclusive(want, "the reference")) return skip;
  if (IsUndefined(want) || ReadsOverwritten(want)) {
    return Skip{
        SkipKind::kUndefined,
        "the module reads what nothing wrote or what it has overwritten or killed, puts together what does not fit, "
        "or gives back what its type does not say"};
  }
  const auto* trap = std::get_if<Trap>(&want);
  if (trap != nullptr && !oc.subject.Traits().tells_traps)
    return Skip{SkipKind::kUndefined, fmt::format("for these inputs: {}", TrapKindName(trap->kind))};
  if (otherwise && trap != nullptr && trap->kind == TrapKind::kArgument)
    return Skip{SkipKind::kUndefined, "the arguments that the options fix do not fit the others"};
  return std::nullopt;
}

}  // namespace

Verdict CompareRunsWithReference(const OracleSpec& oracle, const PassCall* pass, const ModuleRef& module,
                                 const BuildOptions& how, OracleContext& oc, const CallProgram& call, size_t most) {
  if (oc.c.inputs.empty()) return Skip{SkipKind::kNotApplicable, "no inputs for the entry function"};
  const std::vector<ReferenceOutcome>& reference = oc.ReferenceOf();
  Answer<ProgramRef> program = oc.subject.Build(module, how);
  // Another compiler's build runs its TIR passes in their own places, and need not take what one leaves elsewhere.
  bool out_of_place = pass != nullptr && IsTirPass(*pass->pass) && !oc.subject.Traits().checks_needs;
  if (!program.ok() && out_of_place)
    return Skip{SkipKind::kNotCompared, "the build does not take what the TIR pass leaves"};
  // Nor does it take all that other passes leave alone.
  bool elsewhere = pass != nullptr && oc.subject.Traits().elsewhere;
  if (!program.ok() && elsewhere && !oc.InterpretedOf().ok())
    return Skip{SkipKind::kNotToBlame, "the build does not take the module as it was, either"};
  if (!program.ok()) return NotBuilt(oracle, pass, module, how, program.refusal(), oc);
  std::optional<Skip> skip;
  bool compared = false;
  for (size_t i = 0; i < std::min(most, oc.c.inputs.size()); ++i) {
    const Outcome& want = reference[i].outcome;
    if ((skip = NothingToCompareWith(want, static_cast<bool>(call), oc))) continue;
    Outcome got = call ? call(*program, oc.c.inputs[i]) : oc.RunOf(*program, i);
    if (!oc.subject.Traits().tells_traps) got = WithDTypesOf(std::move(got), want);
    // Whoever calls the program in another way may refuse the case.
    if (const auto* refused = std::get_if<Refused>(&got); refused != nullptr && !call) {
      Refusal said{.kind = RefusalKind::kUnsupported, .message = refused->why};
      if (std::optional<Finding> lost = TakenBefore(oracle, pass, module, how, said, oc)) return *lost;
    }
    if (auto slow = TakesTooManySteps(oracle, pass, i, module, got, how.engine, oc)) return *slow;
    if ((skip = Inconclusive(got, how.engine))) continue;
    if ((skip = Unpromised(pass, i, want, got, oc))) continue;
    Comparison comparison = oc.CompareWithReferenceOf(i, got);
    if (comparison.mismatch) {
      std::variant<Comparison, Skip> loose = CompareLoosely(pass, i, got, comparison, oc);
      if (auto* open = std::get_if<Skip>(&loose)) {
        skip = std::move(*open);
        continue;
      }
      comparison = std::move(*std::get_if<Comparison>(&loose));
    }
    if (comparison.mismatch && (skip = Excused(oracle, i, want, oc))) continue;
    if (comparison.mismatch) {
      bool traps = std::holds_alternative<Trap>(got) || std::holds_alternative<Trap>(want);
      FindingClass klass = traps                          ? FindingClass::kTrap
                           : comparison.mismatch->of_type ? FindingClass::kTypeDiffers
                                                          : FindingClass::kDiffers;
      return WithSides(MakeFinding(oracle, pass, klass,
                                   fmt::format("{} against relax-reference, inputs {}: {}", how.engine, i,
                                               comparison.mismatch->what),
                                   FactsOf(got, want, oc.subject)),
                       SidesOf("relax-reference", want, how.engine, got));
    }
    compared = true;
  }
  if (!compared) return *skip;
  return Agree{};
}

}  // namespace assay
