// TIR's intrinsics ("tirx.exp"): what reader and printer, checker, passes, engines and generators know of each, in one
// row. An Op that is one points to its row. The rows are intrinsics.def. Tested by intrinsics_test.cc, which walks the
// table.
#pragma once

#include <span>
#include <string_view>

#include "ir/prim/node.h"
#include "ir/tensor/dtype.h"
#include "ir/tensor/math.h"
#include "ir/tensor/scalar.h"

namespace assay {

enum class IntrinsicId : uint8_t {
#define ASSAY_INTRINSIC(name, ...) name,
#include "ir/prim/intrinsics.def"
};

// How engines execute a call. kScalar: a function of its evaluated operands, lane by lane. kChoice: one of two values
// is evaluated. kReturn: the kernel ends. kNothing: evaluates nothing, gives zero. kMeeting: threads of a launch wait
// for each other, by the reference interpreter alone. kNone: no engine has it.
enum class CallForm : uint8_t { kNone, kScalar, kChoice, kReturn, kNothing, kMeeting };
// The dtype of a call. kFirst, kSecond: of that operand. kCount: likewise, but any integer holds the result. kValues:
// of the values that are chosen among. kStated: whatever the call says.
enum class ResultType : uint8_t { kFirst, kSecond, kCount, kValues, kStated, kBool, kInt32, kUInt32, kHandle, kVoid };
// Where TVMScript writes the dtype of the call among its arguments.
enum class DTypeAt : uint8_t { kNone, kFirst, kLast };
// TVM's CallEffectKind, of the same order.
enum class CallEffect : uint8_t {
  kExprAnnotation,
  kPure,
  kReadState,
  kOpaque,
  kSpecialCallArg,
  kEmbedInfo,
  kControlJump,
  kUpdateState = kOpaque,
};
// The operands that machine code takes.
enum class Takes : uint8_t { kNumbers, kIntegers, kFloats };
// Where generated kernels have it. kModerate: a float function whose results stay moderate for moderate operands.
// kBits: integers. kShift: a value and an amount. kTest: a condition about a float. kNone: nowhere, or
// where a generator names it.
enum class Sampled : uint8_t { kNone, kModerate, kBits, kShift, kTest };

// What TVM's LLVM code generation has: any scalar and vector of the dtypes that the function takes, or scalars of 32
// and 64 bits alone (C's library, mostly).
enum class TvmCode : uint8_t { kAnyForm, kWideScalars };

// Operands in a row of `arity`; `result` is the dtype of the call, scalar.
using IntrinsicFunction = Scalar (*)(const Scalar* operands, DType result);

inline constexpr int8_t kAnyArity = -1;

struct IntrinsicSpec {
  IntrinsicId id;
  // "exp"; `op_name` is "tirx.exp".
  std::string_view name;
  std::string_view op_name;
  CallForm form = CallForm::kNone;
  // Operands, a dtype not counted.
  int8_t arity = kAnyArity;
  CallEffect effect = CallEffect::kOpaque;
  // Evaluating it may end the run although nothing around it does.
  bool may_trap = false;
  // As in T.call_packed; empty: the name.
  std::string_view script_name = {};
  // The call has this attribute, a list of strings, which TVMScript writes by keyword. Empty: none.
  std::string_view attribute = {};
  ResultType result = ResultType::kFirst;
  DTypeAt dtype_at = DTypeAt::kNone;
  // TVM's Python function looks at 16-bit floats as float32.
  bool widens_halves = false;
  // The reader brings two operands to one dtype, as those of operators.
  bool matches_operands = false;
  // How TVMScript 0.27 writes it: "<<", or "~" in front of one operand. Empty: as a call.
  std::string_view python_sign = {};
  // TVM 0.27 has a node for it, "BitwiseAnd"; its text names that where Python's sign would fold two numbers.
  std::string_view node_name = {};
  Takes takes = Takes::kNumbers;
  // Rounded to few bits after float32 it is what it would be rounded at once.
  bool exact_when_narrow = false;
  // The scalar function; null for those of tensor/math.h, which `math` has, and for what is no function of its
  // operands.
  IntrinsicFunction apply = nullptr;
  Sampled sampled = Sampled::kNone;
  TvmCode tvm_code = TvmCode::kAnyForm;
  const MathFunction* math = nullptr;

  std::string_view ScriptName() const { return script_name.empty() ? name : script_name; }
  // Computes, and does nothing else: it may be evaluated more often, less often, or earlier.
  bool IsSpeculatable() const {
    return (effect == CallEffect::kPure || effect == CallEffect::kExprAnnotation) && !may_trap;
  }
  bool HasSideEffect() const { return effect == CallEffect::kOpaque; }
  // By the operand's scalar dtype.
  bool TakesOperand(DType dtype) const {
    return takes == Takes::kNumbers || (takes == Takes::kFloats) == dtype.IsFloating();
  }
};

// In the order of the enumeration.
std::span<const IntrinsicSpec> AllIntrinsics();
const IntrinsicSpec& IntrinsicRow(IntrinsicId id);
// By the operator's name, "tirx.exp" or "tir.exp" (TVM before 0.25); null when there is none.
const IntrinsicSpec* FindIntrinsic(std::string_view op_name);
// By the name in TVMScript, "call_packed", or that of its node; null when there is none.
const IntrinsicSpec* FindIntrinsicByScript(std::string_view script_name);
// Of the callee of a call; null for any other expression, and for an operator without a row here.
inline const IntrinsicSpec* IntrinsicOf(const Node* node) {
  const auto* call = As<Call>(node);
  const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
  return op == nullptr ? nullptr : op->intrinsic;
}
inline bool IsCallOf(const Node* node, IntrinsicId id) {
  const IntrinsicSpec* row = IntrinsicOf(node);
  return row != nullptr && row->id == id;
}
// How an engine executes the call: kNone also where it has another number of operands than its row says.
inline CallForm FormOf(const Call& call) {
  const IntrinsicSpec* row = IntrinsicOf(&call);
  bool complete = row != nullptr && (row->arity == kAnyArity || call.args.size() == static_cast<size_t>(row->arity));
  return complete ? row->form : CallForm::kNone;
}
// T.if_then_else with its three operands; null for any other expression.
inline const Call* AsChoice(const Node* node) {
  const auto* call = As<Call>(node);
  return IsCallOf(call, IntrinsicId::if_then_else) && call->args.size() == 3 ? call : nullptr;
}
// Whether a call under `root` computes a function of real numbers, which each library rounds its own way.
bool CallsLibrary(const Node* root);
// Whether an operator's name is that of a TIR intrinsic, with a row or without.
bool IsIntrinsicName(std::string_view op_name);

// The value of a scalar intrinsic (CallForm::kScalar): operands of one dtype, `result` the call's, without lanes.
// Functions of real numbers give integers back as they are.
Scalar ApplyIntrinsic(const IntrinsicSpec& row, const Scalar* operands, DType result);

}  // namespace assay
