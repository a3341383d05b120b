// Elementwise arithmetic of two operands with broadcasting: arithmetic, extrema, logic, bits. Integers wrap; floats
// round once per operation. Integer division by zero traps. Tested by ops_table_test.cc.
#include <algorithm>
#include <array>

#include "ir/ops/elementwise.h"
#include "ir/ops/gradients.h"
#include "ir/ops/layout_rules.h"
#include "ir/tensor/math.h"

namespace assay {
namespace {

constexpr Operand kTwo[] = {{"x1", OperandKind::kAny}, {"x2", OperandKind::kAny}};

// What one operator does: its scalar function, its kernel expression.
using ScalarFn = Scalar (*)(Scalar, Scalar);
using TermFn = Term (*)(Term, Term);

template <FixedText Name>
constexpr Precondition kBroadcastRules[] = {
    {Joined<Name, ".r1">::kText, "each operand is a tensor or a scalar"},
    {Joined<Name, ".r2">::kText, "shapes broadcast: dimensions are equal or one of them is 1"},
    {Joined<Name, ".r3">::kText, "dtypes are equal, or one of them is bool"},
    {Joined<Name, ".r4">::kText, "operands with a device have the same one"},
};

// Comparisons take different dtypes: the right operand is converted to the left's.
template <FixedText Name>
constexpr Precondition kCompareRules[] = {
    {Joined<Name, ".r1">::kText, "each operand is a tensor or a scalar"},
    {Joined<Name, ".r2">::kText, "shapes broadcast: dimensions are equal or one of them is 1"},
    {Joined<Name, ".r3">::kText, "operands with a device have the same one"},
};

Result<const Type*> InferArith(const InferIn& in) { return InferBroadcast(in); }
Result<const Type*> InferCompare(const InferIn& in) { return InferBroadcast(in, DType::Bool()); }

template <FixedText Name, ScalarFn kScalar, TermFn kTerm>
struct BinaryOp {
  static EvalResult Eval(const EvalIn& in) { return EvalBroadcast(in, DType::Void(), kScalar); }
  static EvalResult EvalBool(const EvalIn& in) { return EvalBroadcast(in, DType::Bool(), kScalar); }
  static Lowered Lower(LowerSite& site, const Call& call) {
    return LowerBroadcast(site, call, Name.view(), Joined<"T_", Name>::kText, kTerm);
  }
  static constexpr OpSpec Row(std::string_view doc, uint8_t laws, SampleFn sample) {
    return {.name = Name.view(),
            .doc = doc,
            .operands = kTwo,
            .attrs = {},
            .preconditions = kBroadcastRules<Name>,
            .infer = InferArith,
            .eval = Eval,
            .lower = {Lower, {}},
            .sample = sample,
            .tolerance = Exact(),
            .laws = laws,
            .layout = LayoutOfBinary,
            .mixed = kFollows};
  }
  static constexpr OpSpec CompareRow(std::string_view doc, uint8_t laws = kNoLaw) {
    OpSpec row = Row(doc, laws, SampleBinary<kAnyDType>);
    row.infer = InferCompare;
    row.preconditions = kCompareRules<Name>;
    row.eval = EvalBool;
    row.gradient = {NoArgumentGradient};
    return row;
  }
};

// ---- division

// Divisors of integers are constants other than zero, so that what is generated does not trap.
const Call* SampleDivision(SampleSite& site, const OpSpec& row) {
  const Expr* first = SampleTensor(site, kNumeric);
  DType dtype = SampledType(first)->dtype;
  if (dtype.IsFloating()) return MakeOpCall(site.ctx(), row, {first, SampleBroadcastable(site, first)});
  int64_t divisor = site.bytes().Between(1, 7);
  if (dtype.IsInt() && site.bytes().Chance(1, 3)) divisor = -divisor;
  return MakeOpCall(site.ctx(), row, {first, SampleConstant(site, Scalar::Int(dtype, divisor))});
}

Trap DivisionByZero(const EvalIn& in) {
  return {TrapKind::kDivisionByZero, "an integer is divided by zero", in.call.span};
}

// Evaluates, and traps where an integer is divided by zero.
template <ScalarFn kScalar>
EvalResult EvalDivision(const EvalIn& in) {
  bool by_zero = false;
  EvalResult result = EvalBroadcast(in, DType::Void(), [&](Scalar a, Scalar b) {
    by_zero |= !b.dtype.IsFloating() && !b.IsTrue();
    return by_zero ? Scalar::Zero(a.dtype) : kScalar(a, b);
  });
  if (by_zero) return DivisionByZero(in);
  return result;
}

Scalar FloorOfQuotient(Scalar a, Scalar b) {
  return a.dtype.IsFloating() ? eval::Math("floor", scalar::Div(a, b)) : scalar::FloorDiv(a, b);
}
Scalar FloorRemainder(Scalar a, Scalar b) {
  return a.dtype.IsFloating() ? scalar::Sub(a, scalar::Mul(FloorOfQuotient(a, b), b)) : scalar::FloorMod(a, b);
}
// TVM drops a division by 1.
Term DivTerm(Term a, Term b) { return b.IsNumber(1) ? a : BinaryNode(NodeKind::kDiv, a, b); }
Term FloorDivTerm(Term a, Term b) {
  if (a.dtype().IsFloating()) return Intrinsic("floor", {DivTerm(a, b)});
  return b.IsNumber(1) ? a : BinaryNode(NodeKind::kFloorDiv, a, b);
}
Term FloorModTerm(Term a, Term b) {
  return a.dtype().IsFloating() ? a - FloorDivTerm(a, b) * b : BinaryNode(NodeKind::kFloorMod, a, b);
}
Term ModTerm(Term a, Term b) { return BinaryNode(NodeKind::kMod, a, b); }

template <FixedText Name, ScalarFn kScalar, TermFn kTerm>
constexpr OpSpec DivisionRow(std::string_view doc) {
  OpSpec row = BinaryOp<Name, kScalar, kTerm>::Row(doc, kNoLaw, SampleDivision);
  row.eval = EvalDivision<kScalar>;
  return row;
}

// Either operand may be a scalar.
bool HasFloat(const Call& call) {
  return std::ranges::any_of(call.args, [](const Expr* arg) {
    const auto* tensor = As<TensorType>(arg->type);
    const auto* prim = As<PrimType>(arg->type);
    return (tensor != nullptr && tensor->dtype.IsFloating()) || (prim != nullptr && prim->dtype.IsFloating());
  });
}

// ---- powers

Scalar IntegerPower(Scalar base, Scalar exponent) {
  if (exponent.dtype.IsInt() && exponent.i < 0) return Scalar::Zero(base.dtype);
  Scalar result = Scalar::One(base.dtype);
  for (uint64_t rest = exponent.u; rest != 0; rest >>= 1) {
    if ((rest & 1) != 0) result = scalar::Mul(result, base);
    base = scalar::Mul(base, base);
  }
  return result;
}
Scalar PowerOf(Scalar a, Scalar b) {
  return a.dtype.IsFloating() ? ApplyMath(*FindMathFunction("pow"), a, b) : IntegerPower(a, b);
}
Term PowerTerm(Term a, Term b) { return Intrinsic("pow", {a, b}); }
// Of integers, bit by bit of the exponent: the product so far, and the base to the power of the bit's place. TVM has no
// such kernel.
Lowered LowerIntegerPower(LowerSite& site, const Call& call) {
  return LowerBroadcastInStages(site, call, "power", [&](KernelBuilder& k, const Terms& dims, const OperandsAt& at) {
    DType dtype = As<TensorType>(call.type)->dtype;
    Term any = at(Terms(dims.size(), k.Int(0))).first, one = Like(any, 1), zero = Like(any, 0);
    auto steps = [&](const Terms& old, const Terms& s, const Terms& r) {
      auto [base, exponent] = at(s);
      Term power = SelectOf(r[0] == 0, base, old[1] * old[1]);
      Term bit = Intrinsic("bitwise_and", {Intrinsic("shift_right", {exponent, CastTo(one.dtype(), r[0])}), one});
      return Terms{SelectOf(bit == one, old[0] * power, old[0]), power};
    };
    KernelAxes bits{{"bit", k.Int(one.dtype().bits)}};
    KernelBuffer product = k.ReduceTogether("T_power_bits", Axes("ax", dims), bits, {one, one}, steps)[0];
    return k.Compute("T_power", Axes("ax", dims), [&](const Terms& i) {
      Term value = product(i);
      return CastTo(dtype, one.dtype().IsInt() ? SelectOf(at(i).second < zero, zero, value) : value);
    });
  });
}
bool IsBoolOperand(const Expr* arg) {
  const auto* tensor = As<TensorType>(arg->type);
  return (tensor != nullptr ? tensor->dtype : DTypeOf(arg)).IsBool();
}
// 0 to the power of 0 is 1.
Term BoolPower(Term a, Term b) { return a || !b; }
Lowered LowerPower(LowerSite& site, const Call& call) {
  const auto* result = As<TensorType>(call.type);
  if (result == nullptr) return Refused{"both operands are scalars"};
  // Of a bool and a float it is a bool, and computed in floats.
  if (HasFloat(call)) return LowerBroadcast(site, call, "power", "T_power", PowerTerm);
  if (std::ranges::all_of(call.args, IsBoolOperand)) return LowerBroadcast(site, call, "power", "T_power", BoolPower);
  return LowerIntegerPower(site, call);
}
Scalar Atan2Of(Scalar a, Scalar b) {
  return a.dtype.IsFloating() ? ApplyMath(*FindMathFunction("atan2"), a, b) : Scalar::Zero(a.dtype);
}
Term Atan2Term(Term a, Term b) { return Intrinsic("atan2", {a, b}); }

template <FixedText Name, ScalarFn kScalar, TermFn kTerm>
struct FloatKernelOp : BinaryOp<Name, kScalar, kTerm> {
  static Lowered Lower(LowerSite& site, const Call& call) {
    if (!As<TensorType>(call.type)) return Refused{"both operands are scalars"};
    if (!As<TensorType>(call.type)->dtype.IsFloating()) return Refused{"the kernel takes floats alone"};
    return BinaryOp<Name, kScalar, kTerm>::Lower(site, call);
  }
  static constexpr OpSpec Row(std::string_view doc) {
    OpSpec row = BinaryOp<Name, kScalar, kTerm>::Row(doc, kNoLaw, SampleBinary<kFloatDType>);
    row.lower = {Lower, {}};
    return row;
  }
};
EvalResult EvalAtan2(const EvalIn& in) {
  const auto* type = As<TensorType>(in.call.args[0]->type);
  if (type != nullptr && !type->dtype.IsFloating()) return Refused{"atan2 is not defined for integers"};
  return EvalBroadcast(in, DType::Void(), Atan2Of);
}
// TVM lowers it for floats alone, so that these are what generators make.
constexpr OpSpec PowerRow(std::string_view doc) {
  OpSpec row = BinaryOp<"power", PowerOf, PowerTerm>::Row(doc, kNoLaw, SampleBinary<kFloatDType>);
  row.lower = {LowerPower, {}};
  row.tolerance = LibraryFunction();
  return With(row, {PowerGradient});
}
constexpr OpSpec Atan2Row() {
  OpSpec row = FloatKernelOp<"atan2", Atan2Of, Atan2Term>::Row("angle in radians of the point (x2, x1), in [-pi, pi]");
  row.eval = EvalAtan2;
  row.tolerance = LibraryFunction();
  return row;
}

// ---- kernel expressions

Term AddTerm(Term a, Term b) { return a + b; }
Term SubTerm(Term a, Term b) { return a - b; }
Term MulTerm(Term a, Term b) { return a * b; }
Term MinTerm(Term a, Term b) { return MinOf(a, b); }
Term MaxTerm(Term a, Term b) { return MaxOf(a, b); }
template <NodeKind kKind>
Term NodeTerm(Term a, Term b) {
  return BinaryNode(kKind, a, b);
}
// TVM's simplifier writes a > b as b < a.
template <NodeKind kKind>
Term SwappedTerm(Term a, Term b) {
  return BinaryNode(kKind, b, a);
}
Term BitAndTerm(Term a, Term b) { return Intrinsic("bitwise_and", {a, b}); }
Term BitOrTerm(Term a, Term b) { return Intrinsic("bitwise_or", {a, b}); }
Term BitXorTerm(Term a, Term b) { return Intrinsic("bitwise_xor", {a, b}); }

// ---- logic: the truth of each operand; the result keeps the left dtype as 0 or 1

Scalar LogicalXor(Scalar a, Scalar b) { return Scalar::Bool(a.IsTrue() != b.IsTrue()); }

template <FixedText Name, ScalarFn kScalar, TermFn kTerm>
struct LogicalOp : BinaryOp<Name, kScalar, kTerm> {
  static Lowered Lower(LowerSite& site, const Call& call) {
    if (!As<TensorType>(call.type)) return Refused{"both operands are scalars"};
    if (!std::ranges::all_of(call.args, IsBoolOperand)) return Refused{"the kernel takes bool alone"};
    return BinaryOp<Name, kScalar, kTerm>::Lower(site, call);
  }
  static constexpr OpSpec Row(std::string_view doc) {
    OpSpec row = BinaryOp<Name, kScalar, kTerm>::Row(doc, kCommutative | kAssociative, SampleBinary<kBoolDType>);
    row.lower = {Lower, {}};
    return row;
  }
};

// ---- bits

template <FixedText Name, ScalarFn kScalar, TermFn kTerm>
struct BitwiseOp : BinaryOp<Name, kScalar, kTerm> {
  static EvalResult Eval(const EvalIn& in) {
    if (HasFloat(in.call)) return Refused{"floats have no bitwise operators"};
    return BinaryOp<Name, kScalar, kTerm>::Eval(in);
  }
  static Lowered Lower(LowerSite& site, const Call& call) {
    if (HasFloat(call)) return Refused{"floats have no bitwise operators"};
    return BinaryOp<Name, kScalar, kTerm>::Lower(site, call);
  }
  static constexpr OpSpec Row(std::string_view doc, uint8_t laws = kCommutative | kAssociative) {
    OpSpec row = BinaryOp<Name, kScalar, kTerm>::Row(doc, laws, SampleBinary < kIntegers | kBoolDType >);
    row.eval = Eval;
    row.lower = {Lower, {}};
    return row;
  }
};

// ---- shifts

// Amounts are constants below the width: larger ones have no meaning in TVM's kernels.
const Call* SampleShift(SampleSite& site, const OpSpec& row) {
  const Expr* first = SampleTensor(site, kIntegers);
  DType dtype = SampledType(first)->dtype;
  int64_t amount = static_cast<int64_t>(site.bytes().Below(dtype.bits));
  return MakeOpCall(site.ctx(), row, {first, SampleConstant(site, Scalar::Int(dtype, amount))});
}
Term ShiftLeftTerm(Term a, Term b) { return Intrinsic("shift_left", {a, b}); }
Term ShiftRightTerm(Term a, Term b) { return Intrinsic("shift_right", {a, b}); }
template <FixedText Name, ScalarFn kScalar, TermFn kTerm>
constexpr OpSpec ShiftRow(std::string_view doc) {
  OpSpec row = BitwiseOp<Name, kScalar, kTerm>::Row(doc, kNoLaw);
  row.sample = SampleShift;
  return row;
}

constexpr SampleFn kNumbers = SampleBinary<kNumeric>;

constexpr OpSpec kRows[] = {
    With(BinaryOp<"add", scalar::Add, AddTerm>::Row("x1 + x2", kCommutative, kNumbers), {AddGradient}),
    Atan2Row(),
    BitwiseOp<"bitwise_and", scalar::BitAnd, BitAndTerm>::Row("bits set in both"),
    BitwiseOp<"bitwise_or", scalar::BitOr, BitOrTerm>::Row("bits set in either"),
    BitwiseOp<"bitwise_xor", scalar::BitXor, BitXorTerm>::Row("bits set in exactly one"),
    With(DivisionRow<"divide", scalar::Div, DivTerm>("x1 / x2; integers round toward zero, by zero they trap"),
         {DivideGradient}),
    BinaryOp<"equal", scalar::Eq, NodeTerm<NodeKind::kEQ>>::CompareRow("true where equal; NaN equals nothing",
                                                                       kCommutative),
    DivisionRow<"floor_divide", FloorOfQuotient, FloorDivTerm>(
        "floor of the rounded quotient; integers round down, by zero they trap"),
    DivisionRow<"floor_mod", FloorRemainder, FloorModTerm>(
        "x1 - floor(x1 / x2) * x2, each step rounded; integers have the sign of x2, by zero they trap"),
    BinaryOp<"greater", scalar::Gt, SwappedTerm<NodeKind::kLT>>::CompareRow("true where x1 > x2; false with NaN"),
    BinaryOp<"greater_equal", scalar::Ge, SwappedTerm<NodeKind::kLE>>::CompareRow(
        "true where x1 >= x2; false with NaN"),
    ShiftRow<"left_shift", scalar::ShiftLeft, ShiftLeftTerm>("x1 * 2^x2, wrapping; amounts outside [0, width) give 0"),
    BinaryOp<"less", scalar::Lt, NodeTerm<NodeKind::kLT>>::CompareRow("true where x1 < x2; false with NaN"),
    BinaryOp<"less_equal", scalar::Le, NodeTerm<NodeKind::kLE>>::CompareRow("true where x1 <= x2; false with NaN"),
    LogicalOp<"logical_and", scalar::And, NodeTerm<NodeKind::kAnd>>::Row("true where both are true"),
    LogicalOp<"logical_or", scalar::Or, NodeTerm<NodeKind::kOr>>::Row("true where either is true"),
    LogicalOp<"logical_xor", LogicalXor, BitXorTerm>::Row("true where exactly one is true"),
    With(BinaryOp<"maximum", scalar::Max, MaxTerm>::Row("the greater; NaN when either is; 0 above -0",
                                                        kCommutative | kAssociative | kIdempotentLaw, kNumbers),
         {MaximumGradient}),
    With(BinaryOp<"minimum", scalar::Min, MinTerm>::Row("the lesser; NaN when either is; -0 below 0",
                                                        kCommutative | kAssociative | kIdempotentLaw, kNumbers),
         {MinimumGradient}),
    DivisionRow<"mod", scalar::TruncMod, ModTerm>(
        "remainder with the sign of x1 (fmod); NaN for x2 = 0; integers trap by zero"),
    With(BinaryOp<"multiply", scalar::Mul, MulTerm>::Row("x1 * x2", kCommutative, kNumbers), {MultiplyGradient}),
    BinaryOp<"not_equal", scalar::Ne, NodeTerm<NodeKind::kNE>>::CompareRow("true where different, also with NaN",
                                                                           kCommutative),
    PowerRow("x1 to the power of x2, as C's pow; integers multiply and wrap, negative exponents give 0"),
    ShiftRow<"right_shift", scalar::ShiftRight, ShiftRightTerm>(
        "x1 / 2^x2 rounded down; amounts outside [0, width) give 0, or -1 below zero"),
    With(BinaryOp<"subtract", scalar::Sub, SubTerm>::Row("x1 - x2", kNoLaw, kNumbers), {SubtractGradient}),
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> BinaryOps() { return kRows; }

}  // namespace assay
