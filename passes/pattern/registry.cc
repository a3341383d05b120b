// The table of patterns, and the checks that its lines name: what a pattern cannot say by itself.
#include "passes/pattern/registry.h"

#include <algorithm>

#include "ir/ops/op_spec.h"

namespace assay {

bool IsClosed(const MatchSite& site) {
  auto inside = [&](const Var* user) {
    return std::ranges::any_of(site.bindings, [&](const VarBinding* binding) { return binding->var == user; });
  };
  for (size_t i = 0; i + 1 < site.bindings.size(); ++i) {
    const Var* var = site.bindings[i]->var;
    if (var->flavor != VarFlavor::kDataflow) return false;
    auto users = site.users.find(var);
    if (users != site.users.end() && !std::ranges::all_of(users->second, inside)) return false;
  }
  return true;
}

namespace {

const TensorType* TensorAt(const MatchSite& site, std::string_view name) {
  const Expr* part = site.Named(name);
  return part == nullptr ? nullptr : As<TensorType>(part->type);
}

bool AreOfOneFloat(const TensorType* a, const TensorType* b) {
  return a != nullptr && b != nullptr && a->dtype.IsFloating() && a->dtype == b->dtype;
}

// A product of two tensors of one float type, of matrices or stacks of them.
bool IsMatmul(const MatchSite& site) {
  const TensorType* lhs = TensorAt(site, "lhs");
  const TensorType* rhs = TensorAt(site, "rhs");
  return IsClosed(site) && AreOfOneFloat(lhs, rhs) && lhs->rank >= 2 && rhs->rank >= 2;
}

// Images and kernels of one float type, in the layouts that libraries have convolutions for.
bool IsConv2d(const MatchSite& site) {
  const auto* root = As<Call>(site.Named("root"));
  if (root == nullptr || !AreOfOneFloat(TensorAt(site, "input"), TensorAt(site, "weight"))) return false;
  std::string_view data = TextAttr(*root, "data_layout"), kernel = TextAttr(*root, "kernel_layout");
  bool first = data == "NCHW" && kernel == "OIHW", last = data == "NHWC" && kernel == "OHWI";
  return (first || last) && IsClosed(site);
}

constexpr PatternSpec kPatterns[] = {
#define ASSAY_PATTERN(name, text, check) {name, text, check},
#include "passes/pattern/patterns.def"
};

}  // namespace

std::span<const PatternSpec> AllPatterns() { return kPatterns; }

const PatternSpec* FindPattern(std::string_view name) {
  const PatternSpec* row = std::ranges::find(kPatterns, name, &PatternSpec::name);
  return row == std::end(kPatterns) ? nullptr : row;
}

}  // namespace assay
