#include "ir/text/as_read.h"

#include <algorithm>

#include "ir/arith/analyzer.h"
#include "ir/builder.h"
#include "ir/ops/infer.h"
#include "ir/rewrite.h"
#include "ir/text/scalar_build.h"

namespace assay {

bool IsDefaultOffset(const Buffer& buffer) {
  DType index = buffer.shape.empty() ? DType::Int(32) : DTypeOf(buffer.shape[0]);
  const IntImm* offset = AsInt(buffer.elem_offset);
  // Beside a factor no offset means that it is a variable.
  return offset != nullptr && offset->value == 0 && DTypeOf(offset) == index && buffer.offset_factor == 1;
}

const Expr* RegionLength(Context& ctx, const Expr* start, const Expr* stop) {
  return Simplify(ctx, BuildBinary(ctx, NodeKind::kSub, stop, start));
}

std::vector<const ModuleEntry*> EntriesInTextOrder(const Module& module) {
  std::vector<const ModuleEntry*> entries;
  for (const ModuleEntry& entry : module.entries) entries.push_back(&entry);
  auto priority = [](const ModuleEntry* e) {
    return e->var->name == "main" ? 4 : Is<PrimFunc>(e->func) ? 1 : Is<ExternFunc>(e->func) ? 2 : 3;
  };
  std::ranges::sort(entries, {}, [&](const ModuleEntry* e) { return std::pair(priority(e), e->var->name.text()); });
  return entries;
}

Module InTextOrder(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry* entry : EntriesInTextOrder(module)) entries.push_back(*entry);
  return WithEntries(ctx, module, entries);
}

Module AsRead(Context& ctx, const Module& module) {
  auto read = [&](const Node* node, const Node*) -> const Node* {
    if (const auto* buffer = As<Buffer>(node); buffer != nullptr && IsDefaultOffset(*buffer)) {
      Buffer* plain = ctx.arena.New<Buffer>(*buffer);
      plain->elem_offset = nullptr;
      return plain;
    }
    const auto* region = As<BufferRegion>(node);
    if (region == nullptr) return node;
    std::vector<const Range*> ranges;
    for (const Range* range : region->region) {
      const Expr* stop = BuildBinary(ctx, NodeKind::kAdd, range->min, range->extent);
      ranges.push_back(MakeRange(ctx, range->min, RegionLength(ctx, range->min, stop)));
    }
    return MakeRegion(ctx, region->buffer, ranges);
  };
  // A text says the type of the variable that an If is bound to, and of its branches, but not that of the If.
  auto infer = [&](const Node* node, const Node*) -> const Node* {
    const auto* choice = As<If>(node);
    Result<const Type*> type = choice == nullptr ? Diag{} : InferType(ctx, &module, choice);
    if (!type.ok() || choice->type == *type) return node;
    If* again = ctx.arena.New<If>(*choice);
    again->type = *type;
    return again;
  };
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry* placed : EntriesInTextOrder(module)) {
    ModuleEntry& entry = entries.emplace_back(*placed);
    if (Is<PrimFunc>(entry.func)) entry.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, read));
    if (Is<Function>(entry.func)) entry.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, infer));
  }
  return WithEntries(ctx, module, entries);
}

}  // namespace assay
