// Tables from node kinds and intrinsic names to scalar functions.
#include "vm/scalar_ops.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

#include "ir/support/check.h"
#include "ir/tensor/math.h"
#include "ir/visit.h"

namespace assay {
namespace {

// Deeper expressions than the parser lets through are refused, so that recursion stays shallow.
constexpr int kMaxDepth = 2000;

template <BinaryFn fn>
Scalar Two(const Scalar* args, DType) {
  return fn(args[0], args[1]);
}
template <Scalar (*fn)(Scalar)>
Scalar One(const Scalar* args, DType) {
  return fn(args[0]);
}
// A test of a float; integers are always finite numbers.
template <bool (*test)(double)>
Scalar Test(const Scalar* args, DType) {
  return Scalar::Bool(test(args[0].AsDouble()));
}
bool TestNaN(double x) { return std::isnan(x); }
bool TestInfinite(double x) { return std::isinf(x); }
bool TestFinite(double x) { return std::isfinite(x); }

Scalar First(const Scalar* args, DType) { return args[0]; }
// Two 32-bit halves of an unsigned 64-bit constant.
Scalar LargeUInt(const Scalar* args, DType result) {
  return Scalar::Int(result, static_cast<int64_t>(args[0].u | args[1].u << 32));
}
Scalar FusedMultiplyAdd(const Scalar* args, DType) { return scalar::Add(scalar::Mul(args[0], args[1]), args[2]); }

// exp, pow, …; integers go to floor, ceil, round and trunc unchanged.
Scalar Math(const MathFunction& function, const Scalar* args) {
  if (!args[0].dtype.IsFloating()) return args[0];
  return function.arity == 1 ? ApplyMath(function, args[0]) : ApplyMath(function, args[0], args[1]);
}

constexpr ScalarIntrinsic kIntrinsics[] = {
    {"abs", 1, One<scalar::Abs>},
    {"bitwise_and", 2, Two<scalar::BitAnd>},
    {"bitwise_or", 2, Two<scalar::BitOr>},
    {"bitwise_xor", 2, Two<scalar::BitXor>},
    {"bitwise_not", 1, One<scalar::BitNot>},
    {"shift_left", 2, Two<scalar::ShiftLeft>},
    {"shift_right", 2, Two<scalar::ShiftRight>},
    {"popcount", 1, One<scalar::PopCount>},
    {"clz", 1, One<scalar::LeadingZeros>},
    {"isnan", 1, Test<TestNaN>},
    {"isinf", 1, Test<TestInfinite>},
    {"isfinite", 1, Test<TestFinite>},
    {"likely", 1, First},
    {"tvm_thread_invariant", 1, First},
    {"ret", 1, First},
    {"reinterpret", 1, [](const Scalar* args, DType result) { return scalar::Reinterpret(args[0], result); }},
    {"max_value", 0, [](const Scalar*, DType result) { return scalar::Highest(result); }},
    {"min_value", 0, [](const Scalar*, DType result) { return scalar::Lowest(result); }},
    {"infinity", 0, [](const Scalar*, DType result) { return scalar::Infinity(result); }},
    {"large_uint_imm", 2, LargeUInt},
    {"fma", 3, FusedMultiplyAdd},
};

}  // namespace

BinaryFn BinaryFunction(NodeKind kind) {
  // In the order of the seventeen kinds.
  constexpr BinaryFn kFunctions[] = {scalar::Add,      scalar::Sub,      scalar::Mul, scalar::Div, scalar::TruncMod,
                                     scalar::FloorDiv, scalar::FloorMod, scalar::Min, scalar::Max, scalar::Eq,
                                     scalar::Ne,       scalar::Lt,       scalar::Le,  scalar::Gt,  scalar::Ge,
                                     scalar::And,      scalar::Or};
  ASSAY_CHECK(IsBinary(kind));
  return kFunctions[static_cast<int>(kind) - static_cast<int>(NodeKind::kAdd)];
}

bool IsDivision(NodeKind kind) { return kind >= NodeKind::kDiv && kind <= NodeKind::kFloorMod; }

std::string_view IntrinsicName(const Call& call) {
  const auto* op = As<Op>(call.op);
  if (op == nullptr) return {};
  std::string_view name = op->name.text();
  size_t dot = name.find('.');
  std::string_view dialect = name.substr(0, dot == std::string_view::npos ? 0 : dot);
  return dialect == "tirx" || dialect == "tir" ? name.substr(dot + 1) : std::string_view();
}

const ScalarIntrinsic* FindScalarIntrinsic(std::string_view name) {
  using Table = std::unordered_map<std::string_view, ScalarIntrinsic>;
  static const Table* const table = [] {
    auto* made = new Table;
    for (const MathFunction& function : MathFunctions()) {
      made->emplace(function.name, ScalarIntrinsic{function.name, function.arity, nullptr});
    }
    for (const ScalarIntrinsic& intrinsic : kIntrinsics) made->emplace(intrinsic.name, intrinsic);
    return made;
  }();
  auto found = table->find(name);
  return found == table->end() ? nullptr : &found->second;
}

Scalar ApplyIntrinsic(const ScalarIntrinsic& intrinsic, const Scalar* args, DType result) {
  if (intrinsic.apply != nullptr) return intrinsic.apply(args, result);
  return Math(*FindMathFunction(intrinsic.name), args);
}

namespace {

class Evaluator {
 public:
  explicit Evaluator(const VarLookup& lookup) : lookup_(lookup) {}

  ScalarOutcome Eval(const Expr* e) {
    if (++depth_ > kMaxDepth) return Refused{"a scalar expression is nested too deeply"};
    ScalarOutcome outcome = EvalNode(e);
    --depth_;
    return outcome;
  }

 private:
  ScalarOutcome EvalNode(const Expr* e) {
    if (const auto* imm = As<IntImm>(e)) return Scalar::Int(DTypeOf(e), imm->value);
    if (const auto* imm = As<FloatImm>(e)) return Scalar::Float(DTypeOf(e), imm->value);
    if (const auto* var = As<Var>(e)) return EvalVar(var);
    if (const BinaryExpr* binary = AsBinary(e)) return EvalBinary(*binary);
    if (const auto* cast = As<Cast>(e)) {
      return Then(cast->value, [&](Scalar v) { return scalar::Cast(v, DTypeOf(e)); });
    }
    if (const auto* negation = As<Not>(e)) return Then(negation->a, [](Scalar v) { return scalar::Not(v); });
    if (const auto* select = As<Select>(e)) {
      return Choose(select->condition, select->true_value, select->false_value);
    }
    if (const auto* call = As<Call>(e)) return EvalCall(*call);
    return Refused{fmt::format("a {} is no scalar arithmetic", NodeKindName(e->kind))};
  }

  ScalarOutcome EvalVar(const Var* var) {
    std::optional<Scalar> value = lookup_(var);
    if (value) return *value;
    return Trap{.kind = TrapKind::kUnbound, .message = fmt::format("variable {} has no value", var->name.text()), .span = var->span};
  }

  ScalarOutcome EvalBinary(const BinaryExpr& e) {
    ScalarOutcome a = Eval(e.a);
    if (a.index() != 0) return a;
    ScalarOutcome b = Eval(e.b);
    if (b.index() != 0) return b;
    Scalar divisor = *std::get_if<Scalar>(&b);
    if (IsDivision(e.kind) && scalar::DividesByZero(divisor)) {
      return Trap{.kind = TrapKind::kDivisionByZero, .message = "an integer is divided by zero", .span = e.span};
    }
    return BinaryFunction(e.kind)(*std::get_if<Scalar>(&a), divisor);
  }

  ScalarOutcome EvalCall(const Call& call) {
    std::string_view name = IntrinsicName(call);
    if (name == "if_then_else" && call.args.size() == 3) return Choose(call.args[0], call.args[1], call.args[2]);
    const ScalarIntrinsic* intrinsic = FindScalarIntrinsic(name);
    if (intrinsic == nullptr || static_cast<size_t>(intrinsic->arity) > call.args.size() || call.args.size() > 3) {
      return Refused{fmt::format("intrinsic '{}' has no scalar meaning here", name)};
    }
    Scalar args[3];
    for (size_t i = 0; i < call.args.size(); ++i) {
      ScalarOutcome arg = Eval(call.args[i]);
      if (arg.index() != 0) return arg;
      args[i] = *std::get_if<Scalar>(&arg);
    }
    return ApplyIntrinsic(*intrinsic, args, DTypeOf(&call));
  }

  ScalarOutcome Choose(const Expr* condition, const Expr* yes, const Expr* no) {
    ScalarOutcome chosen = Eval(condition);
    if (chosen.index() != 0) return chosen;
    return Eval(std::get_if<Scalar>(&chosen)->IsTrue() ? yes : no);
  }

  template <class F>
  ScalarOutcome Then(const Expr* operand, F&& f) {
    ScalarOutcome value = Eval(operand);
    if (const Scalar* scalar = std::get_if<Scalar>(&value)) return f(*scalar);
    return value;
  }

  const VarLookup& lookup_;
  int depth_ = 0;
};

}  // namespace

ScalarOutcome EvalScalar(const Expr* expr, const VarLookup& lookup) { return Evaluator(lookup).Eval(expr); }

}  // namespace assay
