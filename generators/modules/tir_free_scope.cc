#include "generators/modules/tir_free_scope.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace assay {
namespace {

constexpr std::string_view kScopes[] = {
#define ASSAY_SCOPE(name) name,
#include "ir/memory_scopes.def"
};

}  // namespace

bool IsEmptyBuffer(const Buffer* buffer) {
  return std::ranges::any_of(buffer->shape, [](const Expr* e) { return Is<IntImm>(e) && As<IntImm>(e)->value == 0; });
}

FreeScope::FreeScope(ModuleGen& module, std::vector<const Buffer*> readable, const Buffer* target, DType index,
                     bool blocks)
    : module(module), readable(std::move(readable)), writable{target}, index(index), blocks(blocks) {
  std::erase_if(this->readable, IsEmptyBuffer);
}

void FreeScope::BackTo(const Mark& mark) {
  vars.resize(mark.vars);
  readable.resize(mark.readable);
  writable.resize(mark.writable);
  asked.resize(mark.asked);
  looked.resize(mark.looked);
}

std::vector<Axis> FreeScope::Axes() {
  std::vector<Axis> axes;
  for (const Ranged& var : vars) {
    const auto* plain = As<Var>(var.expr);
    if (plain != nullptr && var.low >= 0) axes.push_back({plain, MakeInt(module.ctx, var.high + 1, index), false});
  }
  return axes;
}

std::string_view FreeScope::SomeScope() {
  return kScopes[module.bytes.Chance(1, 2) ? 0 : module.bytes.Below(std::size(kScopes))];
}

}  // namespace assay
