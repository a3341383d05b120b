// OpSpec: an operator is one row. Everything that assay knows of a Relax operator stands in its row, in the file of its
// family; a new family adds one line to families.def. `.eval` and `.lower` never share code: they meet only in
// ir/tensor/scalar.h. Incomplete rows do not compile (Complete, below). Tested by ops_table_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ir/builder.h"
#include "ir/ops/value.h"
#include "ir/support/byte_source.h"
#include "ir/support/result.h"

namespace assay {

// ---- operands and attributes

enum class OperandKind : uint8_t { kTensor, kTensorTuple, kShape, kPrim, kString, kDType, kFunction, kTuple, kAny };
// Sets of dtypes, as bits.
enum DTypeSet : uint8_t {
  kNoDType = 0,
  kBoolDType = 1,
  kIntDType = 2,
  kUIntDType = 4,
  kFloatDType = 8,
  kIntegers = kIntDType | kUIntDType,
  kNumeric = kIntegers | kFloatDType,
  kAnyDType = kNumeric | kBoolDType
};
bool Contains(DTypeSet set, DType dtype);

struct Operand {
  std::string_view name;
  OperandKind kind = OperandKind::kTensor;
  DTypeSet dtypes = kAnyDType;
  // May be left out (TVM gives such arguments a default or None).
  bool optional = false;
  // The last operand of its row stands any number of times, also none.
  bool variadic = false;
};

enum class AttrKind : uint8_t { kBool, kInt, kFloat, kString, kDType, kIntList, kAny };
struct AttrSpec {
  std::string_view name;
  AttrKind kind = AttrKind::kInt;
  // How the default is written in TVMScript ("-1", "None", "[1, 1]", "\"NCHW\"", "False"); empty: the attribute must
  // be given.
  std::string_view default_text;
  // May be None although the default is not.
  bool nullable = false;
};

// A labelled precondition: `conv2d.r2` names the row's second; it is in the message and in the negative test's name.
struct Precondition {
  std::string_view label;
  std::string_view text;
};

// ---- type inference

struct InferIn {
  Context& ctx;
  // Arguments carry their types. Operator attributes are complete and in the row's order.
  const Call& call;
  // For calls of module functions; may be null.
  const Module* module = nullptr;
};
// The type of the call, or a Diag whose rule is a precondition's label.
using InferFn = Result<const Type*> (*)(const InferIn&);

// ---- reference evaluation

struct EvalIn {
  const Call& call;
  std::span<const Value> args;
};
using EvalResult = std::variant<Value, Trap, Refused>;
using EvalFn = EvalResult (*)(const EvalIn&);

// ---- lowering

// What LegalizeOps offers to a row's lowering.
class LowerSite {
 public:
  virtual ~LowerSite() = default;
  virtual Context& ctx() = 0;
  // Adds a PrimFunc under a fresh name made from `hint` (TVM's legalised names) and returns its GlobalVar.
  virtual const GlobalVar* AddKernel(std::string_view hint, const PrimFunc* kernel) = 0;
  // Binds `value` (typed) to a fresh variable before the call; a shape whose type has new dimensions, by a match_cast.
  virtual const Var* Emit(const Expr* value) = 0;
  // Whether a constant of so many elements and bytes may be made, which is counted; always where nothing is.
  virtual bool Affords(int64_t /*elements*/, int64_t /*bytes*/) { return true; }
};
// The expression that takes the call's place, or why it cannot be lowered.
using Lowered = std::variant<const Expr*, Refused>;
using LowerFn = Lowered (*)(LowerSite&, const Call&);
// A row whose operator stays until a later pass deals with it, or that never reaches code generation, says so.
struct Lowering {
  LowerFn rule = nullptr;
  // Which pass deals with it, or why there is no lowering; exactly one of rule and why_not is set.
  std::string_view why_not = {};
};
constexpr Lowering NoLowering(std::string_view why) { return {nullptr, why}; }

// ---- sampling

// What a sampler asks of an operand.
struct TensorRequest {
  DTypeSet dtypes = kAnyDType;
  int min_rank = 0;
  int max_rank = 4;
  // When set, exactly this dtype.
  DType dtype = DType::Void();
  // When `has_shape`, exactly these dimensions (scalar expressions in scope).
  bool has_shape = false;
  std::vector<const Expr*> shape;
};
// What the generator offers to a row's sampler. Values returned are leaves (variables or constants) with full types.
class SampleSite {
 public:
  virtual ~SampleSite() = default;
  virtual Context& ctx() = 0;
  virtual ByteSource& bytes() = 0;
  // A tensor in scope that fits, or a fresh parameter or constant: never null.
  virtual const Expr* Tensor(const TensorRequest& wish) = 0;
  // A positive dimension: a small constant, or a symbolic variable (or expression of such) in scope.
  virtual const Expr* Dim() = 0;
  // A dtype in the set, within what this run generates.
  virtual DType PickDType(DTypeSet set) = 0;
  // Calls of functions: a PrimFunc of the module (made on demand), a device of the module; null when the run has none.
  virtual const Call* KernelCall() = 0;
  virtual const VDevice* Device() = 0;
};
// A valid call (untyped; the generator infers), or null when the site cannot give what it needs.
using SampleFn = const Call* (*)(SampleSite&, const OpSpec&);

// ---- gradient

struct GradientIn {
  Context& ctx;
  // The typed call, the variable that holds its result, and the adjoint of that: a variable of the same type.
  const Call& call;
  const Expr* output;
  const Expr* output_gradient;
};
// The adjoint of each argument, in order: an untyped tree of calls over the arguments, `output` and `output_gradient`.
// A node that stands twice is one node, so that whoever binds trees to variables (the Gradient pass) binds it once. An
// argument that has no adjoint (a shape, indices, a condition) gets `grad.no_grad` of itself, as TVM's rules give. For
// an argument that is a tuple of tensors the adjoint is a tuple. Refused says what the rule does not know.
using Adjoints = std::variant<std::vector<const Expr*>, Refused>;
using GradientFn = Adjoints (*)(const GradientIn&);
struct Gradient {
  GradientFn rule = nullptr;
  // Why there is none; the Gradient pass refuses such a call with these words.
  std::string_view why_not = "TVM has no gradient for it";
};

// ---- layouts (asked by ConvertLayout)

// How a value is laid out: for a tensor the order of its dimensions, where letter 'A' + i is dimension i of the
// original
// ("ACDB" is NHWC of a tensor that was NCHW); empty for what is no tensor of known rank, and for scalars that follow
// any layout. For a tuple, its fields.
struct NestedLayout {
  std::string letters;
  std::vector<NestedLayout> fields;
  bool operator==(const NestedLayout&) const = default;
};
struct LayoutIn {
  Context& ctx;
  const Call& call;
  // What `desired_layouts` says for this operator: of data, weight and maybe result ("NHWC", "OHWI"); empty: nothing.
  std::span<const std::string> desired;
  // Of every argument, in order.
  std::span<const NestedLayout> args;
};
struct LayoutOut {
  // Layouts that the first arguments are to have; further ones are not touched.
  std::vector<NestedLayout> inputs;
  NestedLayout output;
  // The call's attributes under these layouts.
  const AttrDict* attrs = nullptr;
  // Arguments that change with the layout (axes of strided_slice): position and new argument.
  std::vector<std::pair<size_t, const Expr*>> args;
};
// Refused where TVM's rule stops. Packed layouts ("ABCD4b") go through rules that know them (layout_rules.h).
using LayoutFn = std::variant<LayoutOut, Refused> (*)(const LayoutIn&);

// ---- mixed precision (asked by ToMixedPrecision)

// kAlways: arguments in float16, summing in the dtype that the pass is told, which goes into `accumulator`. kFollow:
// float16 when every argument is. kNever: float32.
enum class MixedPolicy : uint8_t { kNever, kFollow, kAlways };
struct MixedPrecision {
  MixedPolicy policy = MixedPolicy::kNever;
  // The attribute that says in which dtype products are summed ("out_dtype"); empty: there is none.
  std::string_view accumulator;
};

// ---- the rest of a row

// How far compiled results may be from reference results.
struct Tolerance {
  // Bits must agree (integers always must).
  bool exact = true;
  // Roundings, in units in the last place of the result, per element…
  double ulps = 0;
  // …times the number of reduced elements when set.
  bool per_reduced_element = false;
  // Results are sums of products of one element of each operand: in whichever order, integers stay exact as long as the
  // dtype holds the sums of their magnitudes.
  bool sums_products = false;
  // A function of real numbers, which each library rounds its own way; assay's engines share one, and are exact.
  bool of_library = false;
  // What it adds up in whatever the dtype, of which its roundings are where the result is wider. Void: in the result's.
  DType adds_in = DType::Void();
};
constexpr Tolerance Exact() { return {}; }
constexpr Tolerance LibraryFunction() { return {.of_library = true}; }
constexpr Tolerance Ulps(double ulps) { return {false, ulps, false}; }
constexpr Tolerance UlpsPerReduced(double ulps) { return {false, ulps, true}; }
// The same of what adds up in a dtype whatever its operands are.
constexpr Tolerance AddedIn(DType dtype, Tolerance tolerance) {
  tolerance.adds_in = dtype;
  return tolerance;
}
constexpr Tolerance SumsOfProducts(double ulps_per_reduced) { return {false, ulps_per_reduced, true, true}; }

enum Law : uint8_t { kNoLaw = 0, kCommutative = 1, kIdempotentLaw = 2, kInvolution = 4, kAssociative = 8 };
enum class Purity : uint8_t { kPure, kImpure };

struct OpSpec {
  // TVM's name without "relax.": "add", "nn.relu".
  std::string_view name;
  std::string_view doc;
  std::span<const Operand> operands;
  std::span<const AttrSpec> attrs;
  std::span<const Precondition> preconditions;
  InferFn infer = nullptr;
  EvalFn eval = nullptr;
  Lowering lower;
  SampleFn sample = nullptr;
  Tolerance tolerance;
  uint8_t laws = kNoLaw;
  Purity purity = Purity::kPure;
  // Whether TVM 0.26 reads its own text of a call as the same call; generators keep those that it does not apart.
  bool tvm_reads_back = true;
  // What passes ask: Gradient, ConvertLayout (without a rule, arguments and results keep their original layout),
  // ToMixedPrecision.
  Gradient gradient = {};
  LayoutFn layout = nullptr;
  MixedPrecision mixed = {};
};
// A row with what passes ask.
constexpr OpSpec With(OpSpec row, Gradient gradient) {
  row.gradient = gradient;
  return row;
}
constexpr OpSpec With(OpSpec row, LayoutFn layout, MixedPrecision mixed = {}) {
  row.layout = layout;
  row.mixed = mixed;
  return row;
}
constexpr MixedPrecision kFollows = {MixedPolicy::kFollow, {}};

constexpr bool Complete(const OpSpec& row) {
  return !row.name.empty() && !row.doc.empty() && row.infer != nullptr && row.eval != nullptr &&
         row.sample != nullptr && ((row.lower.rule != nullptr) != !row.lower.why_not.empty());
}
template <class Rows>
constexpr bool AllComplete(const Rows& rows) {
  for (const OpSpec& row : rows) {
    if (!Complete(row)) return false;
  }
  return true;
}

// ---- the table

// All rows, by family in families.def order.
std::span<const OpSpec* const> AllOps();
// By TVM's name with or without "relax."; nullptr when there is no such row.
const OpSpec* FindOp(std::string_view name);
// The interned Op node "relax.<name>" (with its row when there is one).
const Op* OpNode(Context& ctx, std::string_view name);
// The row of a call's operator; nullptr when the callee is no Relax operator of the table.
const OpSpec* SpecOf(const Expr* call);

// Attributes in row order, missing ones filled with their defaults; Diag when one is unknown, missing or of a wrong
// kind.
Result<const AttrDict*> CompleteAttrs(Context& ctx, const OpSpec& row, const AttrItems& given);
// An untyped call with complete attributes.
const Call* MakeOpCall(Context& ctx, const OpSpec& row, const std::vector<const Expr*>& args,
                       const AttrItems& attrs = {}, const std::vector<const Type*>& ty_args = {});

// Typed readers of a call's attributes; the attribute must exist with that kind (the row says so).
int64_t IntAttr(const Call& call, std::string_view name);
bool BoolAttr(const Call& call, std::string_view name);
double FloatAttr(const Call& call, std::string_view name);
std::string_view TextAttr(const Call& call, std::string_view name);
// Void dtype when the attribute is None or "void".
DType DTypeAttr(const Call& call, std::string_view name);
bool IsNullAttr(const Call& call, std::string_view name);
// A list of ints (an int counts as a list of one).
std::vector<int64_t> IntsAttr(const Call& call, std::string_view name);

}  // namespace assay
