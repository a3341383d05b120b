// gradient_numeric: what Gradient says of a function's slope is what the function itself shows, by differences in
// double precision along a direction through a point, where the function is smooth.
#include <cmath>
#include <numeric>

#include "ir/builder.h"
#include "oracles/core/budget_margin.h"
#include "oracles/core/differentiable.h"
#include "oracles/core/modes.h"
#include "passes/options.h"

namespace assay {
extern const OracleSpec kGradientNumeric;
namespace {

constexpr std::string_view kEngine = "relax-reference";
constexpr double kStep = 1e-4;
// Differences at two steps that are further apart, relative to the slope, are of no smooth place.
constexpr double kSmooth = 1e-5;
constexpr double kTolerance = 1e-3;
// How often a gradient adds up what constants round away.
constexpr double kConstants = 4;
constexpr int kPoints = 3;
// Of the chains of a module that have gradients, so many are asked about.
constexpr size_t kPartsOfDrawn = 4, kPartsOfAll = 64;

// Between 0 and 1, the same ones every time.
class Numbers {
 public:
  explicit Numbers(uint64_t seed) : state_(seed) {}
  double Next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }

 private:
  uint64_t state_;
};

// Replaces every float tensor in the value by another one.
// recursion: values nest no deeper than their types
template <class Rule>
Value MapFloats(const Value& value, Rule&& rule) {
  if (const auto* tensor = value.As<TensorValue>()) {
    return tensor->tensor.dtype().IsFloating() ? Value{TensorValue{rule(tensor->tensor), tensor->device}} : value;
  }
  const auto* tuple = value.As<TupleValue>();
  if (tuple == nullptr) return value;
  TupleValue mapped;
  for (const Value& field : tuple->fields) mapped.fields.push_back(MapFloats(field, rule));
  return Value{std::move(mapped)};
}
template <class Number>
Tensor Filled(const Tensor& like, Number&& number) {
  Tensor filled(DType::Float(64), like.shape());
  for (double& element : filled.As<double>()) element = number();
  return filled;
}

using Values = std::vector<Value>;

// point + step * direction.
Values Moved(const Values& point, const Values& direction, double step) {
  Values moved;
  for (size_t i = 0; i < point.size(); ++i) {
    std::vector<double> slopes;
    MapFloats(direction[i], [&](const Tensor& t) {
      slopes.insert(slopes.end(), t.As<double>().begin(), t.As<double>().end());
      return t;
    });
    size_t next = 0;
    moved.push_back(MapFloats(point[i], [&](const Tensor& t) {
      Tensor sum = t.Clone();
      for (double& element : sum.As<double>()) element += step * slopes[next++];
      return sum;
    }));
  }
  return moved;
}

void Flatten(const Value& value, std::vector<double>& numbers) {
  MapFloats(value, [&](const Tensor& t) {
    for (int64_t i = 0; i < t.size(); ++i) numbers.push_back(t.At(i).AsDouble());
    return t;
  });
}

struct Slope {
  double value = 0;
  // Of its summands, each taken as positive.
  double magnitude = 0;
};

// A function and its adjoint in double precision.
struct Derived {
  OracleContext& oc;
  ModuleRef module;
  ProgramRef program;
  std::string function, adjoint;
  size_t target = 0;
  // By which parameters it is derived, in the order of the gradients.
  std::vector<size_t> wanted;
  // What the dtype of the module's constants rounds away, relative to them: those that Gradient adds, as 2/n, may
  // cancel.
  double rounding = 0;

  // Some run used up its budget.
  mutable bool spent = false;

  std::optional<Value> Run(const std::string& name, const Values& args) const {
    Outcome outcome = oc.subject.Run(program, name, args, oc.settings.budget);
    spent |= std::holds_alternative<OutOfBudget>(outcome);
    auto* value = std::get_if<Value>(&outcome);
    return value == nullptr ? std::nullopt : std::optional(std::move(*value));
  }
  // Whether the adjoint runs out of steps, of which the function takes few.
  bool AdjointTakesFarMore(const Values& point) const {
    const Budget& budget = oc.settings.budget;
    auto within = [&](const Budget& share) { return oc.subject.Run(program, function, point, share); };
    return TakesFarMore(oc.subject.Run(program, adjoint, point, budget), budget, kStepsOfAnotherForm, within);
  }
  // Whether a value comes up beside which steps are lost in rounding, such as the lowest number, which pools have for
  // windows that lie in the padding.
  bool HasHugeValues(const Values& point) const {
    const Module* native = oc.subject.Native(module);
    ReferenceOutcome ignored;
    return native != nullptr &&
           !AddNarrowedRuns(oc.ctx, *native, function, point, oc.settings.budget, DType::Float(32), ignored);
  }
  // NaN where there is no result.
  double Loss(const Values& args) const {
    std::optional<Value> result = Run(function, args);
    const auto* tuple = result ? result->As<TupleValue>() : nullptr;
    if (tuple != nullptr && target < tuple->fields.size()) result = tuple->fields[target];
    std::vector<double> numbers;
    if (result) Flatten(*result, numbers);
    return numbers.size() == 1 ? numbers[0] : std::nan("");
  }
  std::optional<Slope> Analytic(const Values& point, const Values& direction) const {
    std::optional<Value> result = Run(adjoint, point);
    const auto* pair = result ? result->As<TupleValue>() : nullptr;
    if (pair == nullptr || pair->fields.size() != 2) return std::nullopt;
    std::vector<double> gradients, steps;
    const auto* all = pair->fields[1].As<TupleValue>();
    if (all == nullptr || all->fields.size() != wanted.size()) return std::nullopt;
    Slope slope;
    for (size_t i = 0; i < wanted.size(); ++i) {
      gradients.clear(), steps.clear();
      Flatten(all->fields[i], gradients);
      Flatten(direction[wanted[i]], steps);
      for (size_t k = 0; k < std::min(gradients.size(), steps.size()); ++k) {
        slope.value += gradients[k] * steps[k];
        slope.magnitude += std::abs(gradients[k] * steps[k]);
      }
    }
    return slope;
  }
};

struct Wide {
  Answer<ModuleRef> module;
  // Half a unit in the last place of 1 in the narrowest dtype that the module had.
  double rounding = 0;
};

Wide InDoublePrecision(const ModuleRef& module, OracleContext& oc) {
  constexpr std::pair<std::string_view, double> kNarrow[] = {
      {"bfloat16", 0x1p-8}, {"float16", 0x1p-11}, {"float32", 0x1p-24}};
  std::string text = oc.subject.Print(module);
  double rounding = 0;
  for (auto [name, half_unit] : kNarrow) {
    for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
      text.replace(at, name.size(), "float64");
      rounding = std::max(rounding, half_unit);
    }
  }
  return {oc.subject.Parse(text), rounding};
}

// Of the magnitudes. The point's own are about 1.
double SumOf(const Values& values) {
  std::vector<double> numbers;
  for (const Value& value : values) Flatten(value, numbers);
  return std::accumulate(numbers.begin(), numbers.end(), 0.0, [](double sum, double x) { return sum + std::abs(x); });
}

// Compares at one point; nothing where the function is not smooth, or has no value.
std::optional<Verdict> JudgeAt(const Derived& derived, const PassCall& pass, const Values& like, int attempt) {
  Numbers numbers(static_cast<uint64_t>(attempt) + 1);
  Values point, direction;
  // The first point has both signs; logarithms and roots like the others.
  auto place = [&] { return (0.3 + numbers.Next()) * (attempt == 0 && numbers.Next() < 0.5 ? -1 : 1); };
  auto step = [&] { return 2 * numbers.Next() - 1; };
  for (size_t i = 0; i < like.size(); ++i) {
    bool moves = std::ranges::find(derived.wanted, i) != derived.wanted.end();
    point.push_back(MapFloats(like[i], [&](const Tensor& t) { return Filled(t, place); }));
    direction.push_back(
        MapFloats(like[i], [&](const Tensor& t) { return Filled(t, [&] { return moves ? step() : 0; }); }));
  }
  auto difference = [&](double h) {
    return (derived.Loss(Moved(point, direction, h)) - derived.Loss(Moved(point, direction, -h))) / (2 * h);
  };
  double loss = derived.Loss(point);
  if (derived.spent) return Skip{SkipKind::kOutOfBudget};
  double coarse = difference(kStep), fine = difference(kStep / 2);
  if (!std::isfinite(coarse) || !std::isfinite(fine) || !std::isfinite(loss)) return std::nullopt;
  if (std::abs(coarse - fine) > kSmooth * (1 + std::abs(fine))) return std::nullopt;
  std::optional<Slope> slope = derived.Analytic(point, direction);
  if (derived.spent && derived.AdjointTakesFarMore(point)) {
    return WithSides(
        MakeFinding(kGradientNumeric, &pass, FindingClass::kSlow,
                    FarMoreText(derived.adjoint, derived.function, derived.oc.settings.budget, kStepsOfAnotherForm)),
        SidesOf(derived.function, Value{TupleValue{}}, derived.adjoint, OutOfBudget{}));
  }
  if (derived.spent) return Skip{SkipKind::kOutOfBudget};
  std::string what = fmt::format("the loss of {} changes by {:.9g} along a direction, and ", derived.function, fine);
  if (!slope)
    return MakeFinding(kGradientNumeric, &pass, FindingClass::kNoGradient,
                       what + derived.adjoint + " gives no gradients");
  // A rule may have a hole where the function has none, as out * log(base) of a power whose base is 0.
  if (!std::isfinite(slope->value)) return std::nullopt;
  double bound = kTolerance * (std::abs(fine) + slope->magnitude) + 1e-8 * (1 + std::abs(loss));
  bound += kConstants * derived.rounding * SumOf(direction);
  if (std::abs(slope->value - fine) <= bound) return Agree{};
  if (derived.HasHugeValues(point)) return std::nullopt;
  Sides sides{.expected_title = "difference of the function", .got_title = "what the gradients say"};
  sides.elements = {{"slope along the direction", fmt::format("{:.9g}", fine), fmt::format("{:.9g}", slope->value),
                     fmt::format("{:.3g}", std::abs(slope->value - fine))}};
  sides.differing = 1;
  return WithSides(MakeFinding(kGradientNumeric, &pass, FindingClass::kDiffers,
                               fmt::format("{}the gradients say {:.9g}", what, slope->value)),
                   std::move(sides));
}

// `with_adjoint` is the module with what Gradient added, in double precision; `like` has the shapes of the function's
// arguments.
Verdict JudgePair(const PassCall& pass, const Wide& with_adjoint, const std::string& function, const Values& like,
                  const std::vector<size_t>& wanted, OracleContext& oc) {
  const auto& [wide, rounding] = with_adjoint;
  if (!wide.ok() || !oc.subject.Violations(*wide).empty())
    return Skip{SkipKind::kNotApplicable, "the module has no form in double precision"};
  Answer<ProgramRef> program = oc.subject.Build(*wide, {.engine = std::string(kEngine)});
  if (!program.ok()) return FromRefusal(kGradientNumeric, &pass, program.refusal());
  Result<int64_t> target = IntOption(pass.options, "target_index", 0);
  auto index = static_cast<size_t>(target.ok() ? *target : 0);
  Derived derived{oc, *wide, *program, function, function + "_adjoint", index, wanted, rounding};
  for (int attempt = 0; attempt < kPoints; ++attempt) {
    if (std::optional<Verdict> verdict = JudgeAt(derived, pass, like, attempt)) return *std::move(verdict);
  }
  return Skip{SkipKind::kUndecided, "the function is not smooth at the points that were tried"};
}

// The places of the parameters that the options name, all when they name none; nothing where they name something else.
std::optional<std::vector<size_t>> WantedOf(const PassCall& pass, const Function& func) {
  std::vector<size_t> wanted;
  bool all = FindOption(pass.options, "require_grads") == nullptr;
  for (size_t i = 0; all && i < func.params.size(); ++i) wanted.push_back(i);
  Result<std::vector<std::string>> names = StringsOption(pass.options, "require_grads");
  if (!names.ok()) return std::nullopt;
  for (const std::string& name : *names) {
    auto param = std::ranges::find_if(func.params, [&](const Var* var) { return var->name == name; });
    if (param == func.params.end()) return std::nullopt;
    wanted.push_back(static_cast<size_t>(param - func.params.begin()));
  }
  return wanted;
}

// Gradient as the case tries it.
Verdict JudgePass(const PassCall& pass, OracleContext& oc) {
  const auto* name = As<AttrString>(FindOption(pass.options, "func_name"));
  if (oc.c.inputs.empty() || name == nullptr || name->value.text() != oc.c.entry)
    return Skip{SkipKind::kNotApplicable, "no inputs for the function"};
  const auto* func = As<Function>(oc.c.module.Find(oc.c.entry));
  std::optional<std::vector<size_t>> wanted = func == nullptr ? std::nullopt : WantedOf(pass, *func);
  if (!wanted) return Skip{SkipKind::kNotApplicable, "gradients of what is no parameter"};
  if (func == nullptr || HoldsBack(oc.ctx, func))
    return Skip{SkipKind::kNotApplicable, "the function holds adjoints back, or rounds"};
  if (oc.c.module.Find(oc.c.entry + "_adjoint") != nullptr)
    return Skip{SkipKind::kNotApplicable, "the module has a function of the adjoint's name"};
  Answer<ModuleRef> output = oc.OutputOf(pass);
  if (!output.ok()) return FromRefusal(kGradientNumeric, &pass, output.refusal());
  return JudgePair(pass, InDoublePrecision(*output, oc), oc.c.entry, oc.c.inputs.front(), *wanted, oc);
}

// Zeros of a parameter's type: valid as indices, labels and conditions; floats, in double precision, get other values.
// An error where no tensor has that shape: a type may say an extent below 0, as that of a convolution whose kernel is
// larger than its data.
// recursion: tuples nest as deep as the parser lets them
Result<Value> ZerosOf(const Type* type) {
  if (const auto* tuple = As<TupleType>(type)) {
    TupleValue fields;
    for (const Type* field : tuple->fields) {
      ASSAY_TRY(Value zeros, ZerosOf(field));
      fields.fields.push_back(std::move(zeros));
    }
    return Value{std::move(fields)};
  }
  const auto* tensor = As<TensorType>(type);
  std::vector<int64_t> shape;
  for (const Expr* dim : As<ShapeExpr>(tensor->shape)->values) shape.push_back(As<IntImm>(dim)->value);
  ASSAY_TRY(Tensor zeros, Tensor::Make(tensor->dtype.IsFloating() ? DType::Float(64) : tensor->dtype, shape));
  return Value{TensorValue{std::move(zeros)}};
}

Verdict JudgePart(const Module& part, OracleContext& oc) {
  Values like;
  for (const Var* param : As<Function>(part.Find("main"))->params) {
    Result<Value> zeros = ZerosOf(param->type);
    if (!zeros.ok())
      return Skip{SkipKind::kNotApplicable,
                  "a parameter of the part that has gradients has a shape that no tensor has"};
    like.push_back(*std::move(zeros));
  }
  Answer<ModuleRef> module = oc.subject.Import(part);
  if (!module.ok()) return FromRefusal(kGradientNumeric, nullptr, module.refusal());
  // So that the constants that Gradient adds are as exact as the differences.
  module = InDoublePrecision(*module, oc).module;
  if (!module.ok()) return Skip{SkipKind::kNotApplicable, "the module has no form in double precision"};
  PassCall gradient{FindPass("Gradient"), {{"func_name", MakeAttrString(oc.ctx, "main")}}};
  Answer<ModuleRef> output = oc.subject.ApplyDirect(gradient, *module);
  if (!output.ok()) return FromRefusal(kGradientNumeric, nullptr, output.refusal());
  std::vector<size_t> all(like.size());
  std::iota(all.begin(), all.end(), size_t{0});
  return JudgePair(gradient, {*output}, "main", like, all, oc);
}

// What of the module can be differentiated.
Verdict JudgeModule(OracleContext& oc) {
  size_t most = oc.settings.draw ? kPartsOfDrawn : kPartsOfAll;
  std::vector<Module> parts = DifferentiableParts(oc.ctx, oc.c.module, oc.settings.draw.value_or(0), most);
  if (parts.empty()) return Skip{SkipKind::kNotApplicable, "no operator of the module has a gradient"};
  Verdict all = Skip{};
  for (const Module& part : parts) {
    Verdict one = JudgePart(part, oc);
    if (std::holds_alternative<Finding>(one)) return one;
    if (!std::holds_alternative<Agree>(all)) all = std::move(one);
  }
  return all;
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  return pass == nullptr ? JudgeModule(oc) : JudgePass(*pass, oc);
}

bool Applies(const PassSpec& pass) { return pass.name == "Gradient"; }

}  // namespace

const OracleSpec kGradientNumeric = {
    .name = "gradient_numeric",
    .doc =
        "The adjoint that Gradient adds, for the case and for parts of the module whose operators have gradients, "
        "agrees with differences of the function itself, both in double precision, along a direction through a point "
        "where "
        "the function is "
        "smooth. Cannot see gradients that only other points need, nor what float32 loses.",
    .scope = OracleScope::kBoth,
    .applies = Applies,
    .judge = Judge,
    .suits = [](const Subject& subject) { return HasEngine(subject, kEngine); },
    .lacking = "the subject does not interpret modules as they are written",
};

}  // namespace assay
