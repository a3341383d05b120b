#include "passes/lower/known_kernels.h"

#include <algorithm>
#include <functional>

#include "ir/builder.h"
#include "ir/equal.h"
#include "passes/op_names.h"

namespace assay {
namespace {

void Mix(size_t* hash, size_t value) { *hash = *hash * 0x9E3779B97F4A7C15u + value; }
// Dtype, rank and constant extents: what tells calls apart in most modules.
void MixType(size_t* hash, const Type* type) {
  const auto* tensor = As<TensorType>(type);
  Mix(hash, static_cast<size_t>(type->kind));
  if (tensor == nullptr) return;
  Mix(hash, static_cast<size_t>(tensor->dtype.bits) * 256 + static_cast<size_t>(tensor->dtype.code));
  const auto* shape = As<ShapeExpr>(tensor->shape);
  if (shape == nullptr) return Mix(hash, static_cast<size_t>(tensor->rank));
  for (const Expr* dim : shape->values) {
    const IntImm* extent = AsInt(dim);
    Mix(hash, extent == nullptr ? 1 : static_cast<size_t>(extent->value));
  }
}
size_t HashOf(const Call* call) {
  size_t hash = std::hash<const Expr*>()(call->op);
  for (const Expr* arg : call->args) MixType(&hash, arg->type);
  return hash;
}

bool AreDistinctVars(const Call* call) {
  for (size_t i = 0; i < call->args.size(); ++i) {
    if (!Is<Var>(call->args[i]) || call->args[i]->type == nullptr) return false;
    for (size_t j = 0; j < i; ++j) {
      if (call->args[i] == call->args[j]) return false;
    }
  }
  return call->type != nullptr && call->ty_args.empty();
}
bool Alike(const Call* a, const Call* b) {
  if (a->op != b->op || a->args.size() != b->args.size() || !Equal(a->type, b->type)) return false;
  for (size_t i = 0; i < a->args.size(); ++i) {
    if (!Equal(a->args[i]->type, b->args[i]->type)) return false;
  }
  return Equal(a->attrs, b->attrs);
}

}  // namespace

const Call* KnownKernels::Find(Context& ctx, const Call* call) const {
  if (!AreDistinctVars(call)) return nullptr;
  auto [begin, end] = entries_.equal_range(HashOf(call));
  for (auto it = begin; it != end; ++it) {
    const Entry& entry = it->second;
    if (!Alike(call, entry.call)) continue;
    const auto* fields = As<Tuple>(entry.lowered->args[1]);
    std::vector<const Expr*> own(fields->fields.begin(), fields->fields.end());
    for (size_t i = 0; i < own.size(); ++i) {
      if (entry.sources[i] >= 0) own[i] = call->args[static_cast<size_t>(entry.sources[i])];
    }
    auto* fresh = ctx.arena.New<Call>(*entry.lowered);
    std::vector<const Expr*> args(entry.lowered->args.begin(), entry.lowered->args.end());
    args[1] = MakeTuple(ctx, own);
    fresh->args = ctx.Copy(args);
    return fresh;
  }
  return nullptr;
}

void KnownKernels::Add(const Call* call, const Call* lowered) {
  if (!AreDistinctVars(call) || !IsCallOf(lowered, "relax.call_tir") || lowered->args.size() != 2) return;
  const auto* fields = As<Tuple>(lowered->args[1]);
  if (fields == nullptr || !Is<GlobalVar>(lowered->args[0])) return;
  std::vector<int> sources;
  for (const Expr* field : fields->fields) {
    auto found = std::find(call->args.begin(), call->args.end(), field);
    sources.push_back(found == call->args.end() ? -1 : static_cast<int>(found - call->args.begin()));
    if (sources.back() < 0 && (field->type == nullptr || !Is<PrimType>(field->type))) return;
  }
  entries_.emplace(HashOf(call), Entry{call, lowered, std::move(sources)});
}

}  // namespace assay
