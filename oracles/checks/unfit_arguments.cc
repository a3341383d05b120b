// unfit_arguments: what a function says that it takes is asked of its arguments. Of another dtype, rank or length, or
// of another kind, they are a trap to the built program where they are one to the reference, and no trap where they are
// none. Tested by unfit_arguments_test.cc.
#include <algorithm>

#include "oracles/core/pass_oracles.h"
#include "oracles/core/tolerance.h"
#include "passes/analysis/private_function.h"
#include "vm/reference/type_match.h"

namespace assay {
extern const OracleSpec kUnfitArguments;
namespace {

// Of the arguments that there are of a case, a campaign tries one in so many.
constexpr uint64_t kOneInArguments = 8;
constexpr int64_t kMostElements = 1 << 16;

struct Unfit {
  Value value;
  std::string what;
};

Value Zeros(DType dtype, std::vector<int64_t> shape) { return Value{TensorValue{Tensor(dtype, std::move(shape)), -1}}; }

void OfTensor(const Tensor& tensor, std::vector<Unfit>& all) {
  std::vector<int64_t> shape(tensor.shape().begin(), tensor.shape().end()), more = shape, less = shape, longer = shape;
  DType other = tensor.dtype() == DType::Float(32) ? DType::Int(32) : DType::Float(32);
  if (tensor.size() <= kMostElements) {
    all.push_back({Zeros(other, shape), "of another dtype"});
    more.push_back(1);
    all.push_back({Zeros(tensor.dtype(), more), "with an axis more"});
  }
  all.push_back({Value{ShapeValue{shape}}, "its shape"});
  if (shape.empty()) return;
  less.pop_back();
  all.push_back({Zeros(tensor.dtype(), less), "with an axis less"});
  longer[0] += 1;
  if (Result<int64_t> count = CheckedElementCount(longer); count.ok() && *count <= kMostElements)
    all.push_back({Zeros(tensor.dtype(), longer), "one longer"});
}

void OfShape(const ShapeValue& shape, std::vector<Unfit>& all) {
  ShapeValue more = shape, other = shape;
  more.dims.push_back(1);
  all.push_back({Value{more}, "with an axis more"});
  all.push_back({Value{PrimValue{Scalar::Int(DType::Int(64), 1)}}, "a number"});
  if (shape.dims.empty()) return;
  other.dims[0] += 1;
  all.push_back({Value{other}, "of another extent"});
  more.dims.resize(shape.dims.size() - 1);
  all.push_back({Value{more}, "with an axis less"});
}

// recursion: tuples nest as deep as the types of parameters do
std::vector<Unfit> UnfitOf(const Value& value) {
  std::vector<Unfit> all;
  if (const auto* tensor = value.As<TensorValue>()) OfTensor(tensor->tensor, all);
  if (const auto* shape = value.As<ShapeValue>()) OfShape(*shape, all);
  if (const auto* prim = value.As<PrimValue>()) {
    DType dtype = prim->scalar.dtype, other = dtype == DType::Int(64) ? DType::Int(32) : DType::Int(64);
    all.push_back({Value{PrimValue{Scalar::Zero(other)}}, "of another dtype"});
    all.push_back({Zeros(dtype, {}), "a tensor"});
  }
  const auto* tuple = value.As<TupleValue>();
  if (tuple == nullptr) return all;
  TupleValue more = *tuple;
  more.fields.push_back(tuple->fields.empty() ? Value{ShapeValue{}} : tuple->fields[0]);
  all.push_back({Value{more}, "with a field more"});
  for (size_t i = 0; i < tuple->fields.size(); ++i) {
    for (Unfit& field : UnfitOf(tuple->fields[i])) {
      TupleValue with = *tuple;
      with.fields[i] = std::move(field.value);
      all.push_back({Value{with}, fmt::format("field {} {}", i, field.what)});
    }
  }
  if (tuple->fields.empty()) return all;
  more.fields.resize(tuple->fields.size() - 1);
  all.push_back({Value{more}, "with a field less"});
  return all;
}

// What the function says to its arguments, as the reference asks it of them; nothing where they fit.
std::optional<Trap> Refused(const Function& entry, const std::vector<Value>& args) {
  ValueMap env;
  for (size_t i = 0; i < args.size(); ++i) env[entry.params[i]] = args[i];
  TypeMatcher matcher(env, TrapKind::kArgument);
  for (size_t i = 0; i < args.size(); ++i) {
    const Type* type = entry.params[i]->type;
    if (type == nullptr) continue;
    if (std::optional<Trap> trap = matcher.Match(type, args[i], entry.params[i]->span)) return trap;
  }
  return matcher.Finish();
}

// What the built program is to do with them: trap, or give something. Nothing where the reference does not say.
std::optional<Outcome> Wanted(const Function& entry, const std::vector<Value>& args, OracleContext& oc) {
  if (std::optional<Trap> trap = Refused(entry, args)) return Outcome(*std::move(trap));
  auto reference = RunReferenceOnce(oc.ctx, oc.c.module, oc.c.entry, {args}, oc.settings.budget);
  if (!reference.ok() || !std::holds_alternative<Value>((*reference)[0].outcome)) return std::nullopt;
  return (*reference)[0].outcome;
}

// Nothing where both have a value, or both trap.
std::optional<Finding> JudgeOne(const Function& entry, const std::vector<Value>& args, const std::string& what,
                                const ProgramRef& program, OracleContext& oc) {
  std::optional<Outcome> want = Wanted(entry, args, oc);
  if (!want) return std::nullopt;
  Outcome got = oc.subject.Run(program, oc.c.entry, args, oc.settings.budget);
  bool traps = std::holds_alternative<Trap>(got);
  bool ended = traps || std::holds_alternative<Value>(got);
  if (!ended || traps == std::holds_alternative<Trap>(*want)) return std::nullopt;
  return WithSides(MakeFinding(kUnfitArguments, nullptr, FindingClass::kTrap,
                               fmt::format("{}: expected {}, got {}", what, Describe(*want), Describe(got))),
                   SidesOf("relax-reference", *want, oc.subject.Traits().compiled, got));
}

Verdict Judge(const PassCall*, OracleContext& oc) {
  const auto* entry = As<Function>(oc.c.module.Find(oc.c.entry));
  if (entry == nullptr || oc.c.inputs.empty() || oc.c.inputs[0].empty())
    return Skip{SkipKind::kNotApplicable, "the entry function has no arguments, or is a kernel"};
  Answer<ModuleRef> module = oc.LoweredOf();
  if (!module.ok()) return FromRefusal(kUnfitArguments, nullptr, module.refusal());
  Answer<ProgramRef> program = oc.subject.Build(*module, Compiled(oc));
  if (!program.ok()) return FromRefusal(kUnfitArguments, nullptr, program.refusal());
  // Weights behind those that num_input counts are taken as they come (TVM's VMShapeLower).
  int64_t checked = NumInputAttr(entry);
  size_t count = checked < 0 ? oc.c.inputs[0].size() : std::min<size_t>(checked, oc.c.inputs[0].size()), number = 0;
  for (size_t i = 0; i < count; ++i) {
    for (Unfit& unfit : UnfitOf(oc.c.inputs[0][i])) {
      if (!oc.settings.Asks(number++, kOneInArguments)) continue;
      std::vector<Value> args = oc.c.inputs[0];
      args[i] = std::move(unfit.value);
      if (auto finding = JudgeOne(*entry, args, fmt::format("argument {}, {}", i, unfit.what), *program, oc))
        return *finding;
    }
  }
  return Agree{};
}

}  // namespace

const OracleSpec kUnfitArguments = {
    .name = "unfit_arguments",
    .doc =
        "An argument of another dtype, rank, length or kind than a function says traps in the built program where it "
        "does by relax-reference on the module as written, and nowhere else. Cannot see which kind of trap it is, nor "
        "results of arguments that fit.",
    .scope = OracleScope::kModule,
    .one_in = 4,
    .one_in_swept = 16,
    .looks_at_runs = true,
    .judge = Judge,
    .suits = [](const Subject& subject) { return subject.Traits().tells_traps && !subject.Traits().takes_text; },
    .lacking = "what the subject makes of arguments that do not fit is not documented",
};

}  // namespace assay
