#include "passes/fuse/pattern_sample.h"

#include <unordered_map>

#include "passes/op_names.h"
#include "passes/pattern/registry.h"

namespace assay {
namespace {

constexpr int kMaxDepth = 3;

// Calls of operators in dataflow blocks, and what their variables are bound to.
struct Candidates {
  std::vector<const Call*> calls;
  std::unordered_map<const Var*, const Expr*> values;

  explicit Candidates(const Module& module) {
    for (const ModuleEntry& entry : module.entries) {
      const auto* func = As<Function>(entry.func);
      if (func == nullptr) continue;
      for (const BindingBlock* block : func->body->blocks) {
        if (block->is_dataflow) Add(block);
      }
    }
  }
  void Add(const BindingBlock* block) {
    for (const Binding* binding : block->bindings) {
      if (!Is<VarBinding>(binding)) continue;
      values.emplace(binding->var, binding->value);
      if (!OpNameOf(binding->value).empty()) calls.push_back(static_cast<const Call*>(binding->value));
    }
  }
};

// A pattern that the expression matches, as text; depth is capped.
class PatternWriter {
 public:
  PatternWriter(const Candidates& candidates, ByteSource& bytes) : candidates_(candidates), bytes_(bytes) {}

  std::string Of(const Call* call, int depth) {
    std::string text(OpNameOf(call).substr(6));
    text += "(";
    for (size_t i = 0; i < call->args.size(); ++i) text += (i == 0 ? "" : ", ") + Argument(call->args[i], depth);
    return text + ")";
  }

 private:
  // recursion: capped by kMaxDepth
  std::string Argument(const Expr* e, int depth) {
    if (depth >= kMaxDepth || bytes_.Chance(1, 4)) return "_";
    auto bound = candidates_.values.find(As<Var>(e));
    const Expr* value = bound == candidates_.values.end() ? e : bound->second;
    if (Is<Constant>(value)) return "const";
    if (const auto* call = As<Call>(value)) return OpNameOf(call).starts_with("relax.") ? Of(call, depth + 1) : "_";
    if (const auto* item = As<TupleGetItem>(value)) {
      return "(" + Argument(item->tuple, depth + 1) + ")[" + std::to_string(item->index) + "]";
    }
    const auto* tuple = As<Tuple>(value);
    if (tuple == nullptr || tuple->fields.empty()) return "_";
    std::string text = "(";
    for (const Expr* field : tuple->fields) text += Argument(field, depth + 1) + ", ";
    return text + ")";
  }

  const Candidates& candidates_;
  ByteSource& bytes_;
};

const Attr* InPlace(Context& ctx, const std::string& text, bool closed) {
  std::vector<const Attr*> parts{MakeAttrString(ctx, "assay.drawn"), MakeAttrString(ctx, text)};
  if (closed) parts.push_back(MakeAttrString(ctx, "closed"));
  return MakeAttrList(ctx, parts);
}

}  // namespace

bool SamplePatterns(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options) {
  Candidates candidates(module);
  std::vector<const Attr*> patterns;
  for (uint64_t left = candidates.calls.empty() ? 0 : 1 + bytes.Below(3); left > 0; --left) {
    const Call* call = bytes.Pick(candidates.calls);
    if (!OpNameOf(call).starts_with("relax.")) continue;
    std::string text = PatternWriter(candidates, bytes).Of(call, 0);
    patterns.push_back(InPlace(ctx, text, bytes.Chance(3, 4)));
  }
  if (bytes.Chance(1, 3)) patterns.push_back(MakeAttrString(ctx, "assay.*"));
  if (bytes.Chance(1, 3)) patterns.push_back(MakeAttrString(ctx, bytes.Pick(AllPatterns()).name));
  options["patterns"] = MakeAttrList(ctx, patterns);
  options["bind_constants"] = MakeAttrBool(ctx, bytes.Chance(1, 2));
  options["annotate_codegen"] = MakeAttrBool(ctx, bytes.Chance(1, 2));
  return true;
}

}  // namespace assay
