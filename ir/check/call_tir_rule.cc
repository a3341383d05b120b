#include "ir/check/call_tir_rule.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/ops/describe.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

// The types of the outputs in the callee's own variables: those in place are the inputs that they overwrite.
const Type* OutputsOf(Context& ctx, const FuncType& callee, const Call& call, size_t inputs, size_t scalars) {
  std::vector<const Type*> outputs(callee.params.begin() + static_cast<std::ptrdiff_t>(inputs),
                                   callee.params.end() - static_cast<std::ptrdiff_t>(scalars));
  if (SpecOf(&call)->name == "call_tir_inplace") {
    std::vector<int64_t> indices = IntsAttr(call, "inplace_indices");
    for (size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] < 0 || indices[i] >= static_cast<int64_t>(inputs) || i > outputs.size()) continue;
      outputs.insert(outputs.begin() + static_cast<std::ptrdiff_t>(i), callee.params[static_cast<size_t>(indices[i])]);
    }
  }
  return outputs.size() == 1 ? outputs[0] : MakeTupleType(ctx, outputs);
}
// recursion: types nest no deeper than the reader lets them
bool HasDTensor(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  return Is<DTensorType>(type) || (tuple != nullptr && std::ranges::any_of(tuple->fields, HasDTensor));
}
// Scalars that a third argument passes after all tensors.
size_t ScalarCount(const Call& call) {
  if (call.args.size() < 3) return 0;
  const auto* shape = As<ShapeType>(call.args[2]->type);
  return shape == nullptr || shape->rank < 0 ? 0 : static_cast<size_t>(shape->rank);
}

}  // namespace

std::optional<std::string> CallTIRMismatch(Context& ctx, const Module& module, const Call& call) {
  if (call.args.size() < 2 || call.ty_args.size() != 1) return std::nullopt;
  const auto* global = As<GlobalVar>(call.args[0]);
  const auto* kernel = global == nullptr ? nullptr : As<PrimFunc>(module.Find(global->name.text()));
  const auto* given = As<TupleType>(call.args[1]->type);
  if (kernel == nullptr || given == nullptr) return std::nullopt;
  // Kernels know no meshes: what a worker computes follows only when they are lowered.
  if (HasDTensor(given)) return std::nullopt;
  const FuncType& callee = *SignatureOf(ctx, kernel);
  size_t inputs = given->fields.size(), scalars = ScalarCount(call);
  if (inputs + scalars > callee.params.size()) {
    return fmt::format("expected at most {} for {}, got {}", Counted(callee.params.size(), "argument"),
                       global->name.text(), inputs + scalars);
  }
  VarMap bound;
  for (size_t i = 0; i < inputs; ++i) {
    SubtypeAnswer answer = MatchParam(ctx, callee.params[i], given->fields[i], bound);
    if (answer == SubtypeAnswer::kAlways || answer == SubtypeAnswer::kMaybe) continue;
    return fmt::format("expected {} for argument {} of {}, got {}", TypeText(callee.params[i]), i, global->name.text(),
                       TypeText(given->fields[i]));
  }
  const Type* outputs = EraseWith(ctx, OutputsOf(ctx, callee, call, inputs, scalars), bound);
  if (IsSubtype(ctx, outputs, call.ty_args[0]) == SubtypeAnswer::kAlways) return std::nullopt;
  return fmt::format("expected out_ty to be what {} writes, {}, got {}", global->name.text(), TypeText(outputs),
                     TypeText(call.ty_args[0]));
}

}  // namespace assay
