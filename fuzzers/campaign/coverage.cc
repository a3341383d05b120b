#include "fuzzers/campaign/coverage.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/support/hash.h"
#include "ir/walk.h"

namespace assay {
namespace {

std::string_view ShapeClass(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  if (tensor == nullptr) return Is<TupleType>(type) ? "tuple" : "other";
  const auto* shape = As<ShapeExpr>(tensor->shape);
  if (shape == nullptr) return "unknown";
  if (shape->values.empty()) return "scalar";
  bool fixed = std::ranges::all_of(shape->values, [](const Expr* dim) { return Is<IntImm>(dim); });
  return fixed ? "static" : "symbolic";
}

}  // namespace

void OpCoverage::Add(const Module& module, Tally& tally) {
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
      if (op == nullptr || op->spec == nullptr) return;
      const auto* tensor = As<TensorType>(call->type);
      DType dtype = tensor == nullptr ? DType::Void() : tensor->dtype;
      std::string_view shape = ShapeClass(call->type);
      uint64_t key = HashText(shape, HashText(op->name.text(), HashBytes(&dtype, sizeof(dtype))));
      if (covered_.insert(key).second) {
        tally.op_coverage.insert(fmt::format("{} {} {}", op->spec->name, DTypeName(dtype), shape));
      }
    });
  }
}

}  // namespace assay
