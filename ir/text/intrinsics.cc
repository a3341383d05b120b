#include "ir/text/intrinsics.h"

namespace assay {
namespace {

constexpr IntrinsicSpec Yields(std::string_view name, DType result, std::string_view op = {}) {
  return {name, op, DTypeAt::kNone, result, false, false};
}
constexpr IntrinsicSpec WithDType(std::string_view name, DTypeAt at) {
  return {name, {}, at, DType::Void(), false, false};
}
constexpr IntrinsicSpec Asks(std::string_view name) { return {name, {}, DTypeAt::kNone, DType::Bool(), false, false, 1}; }
constexpr IntrinsicSpec Unary(std::string_view name) { return {name, {}, DTypeAt::kNone, DType::Void(), true, false, 1}; }
constexpr IntrinsicSpec Binary(std::string_view name) { return {name, {}, DTypeAt::kNone, DType::Void(), true, true, 2}; }

constexpr IntrinsicSpec kIntrinsics[] = {
    WithDType("reinterpret", DTypeAt::kFirst),
    WithDType("call_extern", DTypeAt::kFirst),
    WithDType("call_pure_extern", DTypeAt::kFirst),
    WithDType("call_llvm_intrin", DTypeAt::kFirst),
    WithDType("call_llvm_pure_intrin", DTypeAt::kFirst),
    WithDType("tvm_struct_get", DTypeAt::kLast),
    WithDType("vectorhigh", DTypeAt::kFirst),
    WithDType("vectorlow", DTypeAt::kFirst),
    WithDType("vectorcombine", DTypeAt::kFirst),
    WithDType("dp4a", DTypeAt::kFirst),
    WithDType("get_active_lane_mask", DTypeAt::kFirst),
    WithDType("type_annotation", DTypeAt::kFirst),
    Yields("call_packed", DType::Int(32), "tirx.tvm_call_packed"),
    Yields("call_cpacked", DType::Int(32), "tirx.tvm_call_cpacked"),
    Yields("call_packed_lowered", DType::Int(32), "tirx.tvm_call_packed_lowered"),
    Yields("call_cpacked_lowered", DType::Int(32), "tirx.tvm_call_cpacked_lowered"),
    Yields("call_tir", DType::Void()),
    Asks("isnan"),
    Asks("isinf"),
    Asks("isfinite"),
    Asks("isnullptr"),
    Yields("assume", DType::Bool()),
    Yields("likely", DType::Bool()),
    Yields("tvm_stack_make_array", DType::Handle()),
    Yields("tvm_stack_make_shape", DType::Handle()),
    Yields("tvm_stack_alloca", DType::Handle()),
    Yields("tvm_access_ptr", DType::Handle()),
    Yields("address_of", DType::Handle()),
    Yields("anylist_getitem", DType::Handle()),
    Yields("anylist_resetitem", DType::Int(32)),
    Yields("anylist_setitem_call_packed", DType::Int(32)),
    Yields("anylist_setitem_call_cpacked", DType::Int(32)),
    Yields("tvm_struct_set", DType::Int(32)),
    Yields("tvm_storage_sync", DType::Int(32)),
    Yields("thread_return", DType::Void()),
    Yields("vscale", DType::Int(32)),
    Yields("tvm_tuple", DType::Handle()),
    Yields("lookup_param", DType::Handle()),
    Unary("exp"),
    Unary("exp2"),
    Unary("exp10"),
    Unary("erf"),
    Unary("tanh"),
    Unary("sigmoid"),
    Unary("log"),
    Unary("log2"),
    Unary("log10"),
    Unary("log1p"),
    Unary("tan"),
    Unary("cos"),
    Unary("cosh"),
    Unary("acos"),
    Unary("acosh"),
    Unary("sin"),
    Unary("sinh"),
    Unary("asin"),
    Unary("asinh"),
    Unary("atan"),
    Unary("atanh"),
    Unary("sqrt"),
    Unary("rsqrt"),
    Unary("floor"),
    Unary("ceil"),
    Unary("trunc"),
    Unary("round"),
    Unary("nearbyint"),
    Unary("popcount"),
    Unary("clz"),
    Unary("bitwise_not"),
    Binary("pow"),
    Binary("atan2"),
    Binary("fmod"),
    Binary("nextafter"),
    Binary("copysign"),
    Binary("hypot"),
    Binary("bitwise_and"),
    Binary("bitwise_or"),
    Binary("bitwise_xor"),
    Binary("shift_left"),
    Binary("shift_right"),
};

}  // namespace

IntrinsicSpec FindIntrinsic(std::string_view script_name) {
  for (const IntrinsicSpec& spec : kIntrinsics) {
    if (spec.script_name == script_name) return spec;
  }
  return {script_name, {}, DTypeAt::kNone, DType::Void(), true, false};
}

IntrinsicSpec FindIntrinsicByOp(std::string_view op_name) {
  std::string_view script = op_name.starts_with("tirx.") ? op_name.substr(5) : op_name;
  for (const IntrinsicSpec& spec : kIntrinsics) {
    if (spec.op_name == op_name || (spec.op_name.empty() && spec.script_name == script)) return spec;
  }
  return {script, {}, DTypeAt::kNone, DType::Void(), true, false};
}

}  // namespace assay
