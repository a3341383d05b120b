#include "vm/scalar_ops.h"

#include <fmt/format.h>

#include "ir/visit.h"

namespace assay {
namespace {

// Deeper expressions than the parser lets through are refused, so that recursion stays shallow.
constexpr int kMaxDepth = 2000;

class Evaluator {
 public:
  explicit Evaluator(const VarLookup& lookup) : lookup_(lookup) {}

  // recursion: capped by kMaxDepth
  ScalarOutcome Eval(const Expr* e) {
    if (++depth_ > kMaxDepth) return Refused{"a scalar expression is nested too deeply"};
    ScalarOutcome outcome = EvalNode(e);
    --depth_;
    return outcome;
  }

 private:
  ScalarOutcome EvalNode(const Expr* e) {
    switch (ExprKindOf(e)) {
      case ExprKind::kIntImm: return Scalar::Int(DTypeOf(e), static_cast<const IntImm*>(e)->value);
      case ExprKind::kFloatImm: return Scalar::Float(DTypeOf(e), static_cast<const FloatImm*>(e)->value);
      case ExprKind::kVar: return EvalVar(static_cast<const Var*>(e));
#define ASSAY_NODE(Name)
#define ASSAY_BINARY(Name) case ExprKind::k##Name:
#include "ir/node_kinds.def"
        return EvalBinary(static_cast<const BinaryExpr&>(*e));
      case ExprKind::kCast:
        return Then(static_cast<const Cast*>(e)->value, [&](Scalar v) { return scalar::Cast(v, DTypeOf(e)); });
      case ExprKind::kNot: return Then(static_cast<const Not*>(e)->a, [](Scalar v) { return scalar::Not(v); });
      case ExprKind::kSelect: {
        const auto* select = static_cast<const Select*>(e);
        return EvalSelect(select->condition, select->true_value, select->false_value);
      }
      case ExprKind::kCall: return EvalCall(static_cast<const Call&>(*e));
      case ExprKind::kShuffle: return EvalElement(static_cast<const Shuffle&>(*e));
      case ExprKind::kStringImm:
      case ExprKind::kLet:
      case ExprKind::kRamp:
      case ExprKind::kBroadcast:
      case ExprKind::kBufferLoad:
      case ExprKind::kOp:
      case ExprKind::kGlobalVar:
      case ExprKind::kPrimFunc:
      case ExprKind::kConstant:
      case ExprKind::kDataTypeImm:
      case ExprKind::kTuple:
      case ExprKind::kTupleGetItem:
      case ExprKind::kShapeExpr:
      case ExprKind::kIf:
      case ExprKind::kSeqExpr:
      case ExprKind::kFunction:
      case ExprKind::kExternFunc: break;
    }
    return Refused{fmt::format("a {} is no scalar arithmetic", NodeKindName(e->kind))};
  }

  ScalarOutcome EvalVar(const Var* var) {
    std::optional<Scalar> value = lookup_(var);
    if (value) return *value;
    return Trap{.kind = TrapKind::kUnbound,
                .message = fmt::format("variable {} has no value", var->name.text()),
                .span = var->span};
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

  // An element of vectors that are written out beside each other.
  ScalarOutcome EvalElement(const Shuffle& shuffle) {
    const auto* index = shuffle.indices.size() == 1 ? As<IntImm>(shuffle.indices[0]) : nullptr;
    int64_t lane = index == nullptr ? -1 : index->value;
    for (const Expr* vector : lane < 0 ? Nodes<Expr>() : shuffle.vectors) {
      int lanes = DTypeOf(vector).lanes;
      if (lane >= lanes) {
        lane -= lanes;
        continue;
      }
      if (const auto* broadcast = As<Broadcast>(vector)) return Eval(broadcast->value);
      if (const auto* ramp = As<Ramp>(vector)) return EvalRamp(*ramp, lane);
      if (lanes == 1) return Eval(vector);
      break;
    }
    return Refused{"a Shuffle is no scalar arithmetic"};
  }
  ScalarOutcome EvalRamp(const Ramp& ramp, int64_t lane) {
    ScalarOutcome base = Eval(ramp.base);
    if (base.index() != 0) return base;
    return Then(ramp.stride, [&](Scalar stride) {
      Scalar steps = scalar::Mul(stride, Scalar::Int(stride.dtype, lane));
      return scalar::Add(*std::get_if<Scalar>(&base), steps);
    });
  }

  ScalarOutcome EvalCall(const Call& call) {
    if (AsChoice(&call) != nullptr) return EvalSelect(call.args[0], call.args[1], call.args[2]);
    if (FormOf(call) != CallForm::kScalar) {
      const auto* op = As<Op>(call.op);
      return Refused{
          fmt::format("a call of '{}' is not defined for scalars", op == nullptr ? "a function" : op->name.text())};
    }
    Scalar args[3];
    for (size_t i = 0; i < call.args.size(); ++i) {
      ScalarOutcome arg = Eval(call.args[i]);
      if (arg.index() != 0) return arg;
      args[i] = *std::get_if<Scalar>(&arg);
    }
    return ApplyIntrinsic(*IntrinsicOf(&call), args, DTypeOf(&call));
  }

  ScalarOutcome EvalSelect(const Expr* condition, const Expr* yes, const Expr* no) {
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
