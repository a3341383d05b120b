#include "passes/analysis/allocations.h"

#include "passes/op_names.h"

namespace assay {
namespace {

// Which operands of an operator say where its memory lies.
struct Form {
  std::string_view op;
  size_t device, scope;
};
constexpr Form kForms[] = {
    {"relax.builtin.alloc_tensor", 2, 3},
    {"relax.memory.alloc_storage", 1, 2},
    {"relax.vm.alloc_storage", 1, 3},
};

}  // namespace

std::optional<AllocatedIn> AllocationOf(const Call& call) {
  std::string_view op = OpNameOf(&call);
  for (const Form& form : kForms) {
    if (op != form.op || call.args.size() <= form.scope) continue;
    const auto* scope = As<StringImm>(call.args[form.scope]);
    return AllocatedIn{AsInt(call.args[form.device]), scope == nullptr ? "global" : scope->value.text()};
  }
  return std::nullopt;
}

}  // namespace assay
