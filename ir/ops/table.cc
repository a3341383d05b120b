// The table of operators: rows of all families, found by name.
#include <unordered_map>

#include "ir/ops/families.h"

namespace assay {
namespace {

constexpr std::string_view kPrefix = "relax.";

std::vector<const OpSpec*> CollectRows() {
  std::vector<const OpSpec*> rows;
#define ASSAY_OP_FAMILY(Name) \
  for (const OpSpec& row : Name##Ops()) rows.push_back(&row);
#include "ir/ops/families.def"
  return rows;
}

const std::vector<const OpSpec*>& Rows() {
  static const std::vector<const OpSpec*> kRows = CollectRows();
  return kRows;
}

std::unordered_map<std::string_view, const OpSpec*> IndexRows() {
  std::unordered_map<std::string_view, const OpSpec*> index;
  for (const OpSpec* row : Rows()) ASSAY_CHECK(index.emplace(row->name, row).second, row->name);
  return index;
}

std::string_view WithoutPrefix(std::string_view name) {
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

}  // namespace

bool Contains(DTypeSet set, DType dtype) {
  uint8_t bit = dtype.IsBool()       ? kBoolDType
                : dtype.IsInt()      ? kIntDType
                : dtype.IsUInt()     ? kUIntDType
                : dtype.IsFloating() ? kFloatDType
                                     : kNoDType;
  return (set & bit) != 0;
}

std::span<const OpSpec* const> AllOps() { return Rows(); }

const OpSpec* FindOp(std::string_view name) {
  static const std::unordered_map<std::string_view, const OpSpec*> kIndex = IndexRows();
  auto found = kIndex.find(WithoutPrefix(name));
  return found == kIndex.end() ? nullptr : found->second;
}

const Op* OpNode(Context& ctx, std::string_view name) {
  std::string full = std::string(kPrefix) + std::string(WithoutPrefix(name));
  return ctx.InternOp(full, FindOp(name));
}

const OpSpec* SpecOf(const Expr* call) {
  const auto* as_call = As<Call>(call);
  const auto* op = as_call == nullptr ? nullptr : As<Op>(as_call->op);
  return op == nullptr ? nullptr : op->spec;
}

}  // namespace assay
