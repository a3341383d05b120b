#include "passes/fuse/pattern_groups.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/walk.h"

namespace assay {
namespace {

class PatternGrouper {
 public:
  PatternGrouper(Context& ctx, const NamedPattern& pattern, Partition& partition)
      : ctx_(ctx), pattern_(pattern), partition_(partition) {
    attrs_ = MakeDict(ctx, {{"Composite", MakeAttrString(ctx, pattern.name)}});
  }

  void Add(const BindingBlock* block) {
    binding_of_.clear();
    members_.clear();
    if (block->is_dataflow) NoteUsers(block);
    for (const Binding* binding : block->bindings) {
      const auto* plain = As<VarBinding>(binding);
      if (plain != nullptr) values_.emplace(plain->var, plain->value);
      if (!block->is_dataflow) continue;
      FusionGroup* group = &partition_.groups.emplace_back();
      partition_.of.emplace(binding->var, group);
      if (plain == nullptr) continue;
      binding_of_[plain->value] = plain;
      if (Is<Call>(plain->value)) Try(plain, group);
    }
  }

 private:
  void NoteUsers(const BindingBlock* block) {
    users_.clear();
    for (const Binding* binding : block->bindings) {
      for (const Var* var : VarsIn(binding->value, Types::kSkip)) users_[var].push_back(binding->var);
    }
  }

  void Try(const VarBinding* root, FusionGroup* group) {
    std::optional<PatternMatch> match = MatchPattern(ctx_, pattern_.graph.root, root->value, values_);
    if (!match) return;
    MatchSite site{pattern_.graph, *match, {}, users_};
    if (!Collect(*match, root, site.bindings)) return;
    if (pattern_.check != nullptr && !pattern_.check(site)) return;
    group->attrs = attrs_;
    group->num_nodes = site.bindings.size();
    for (const VarBinding* binding : site.bindings) partition_.of[binding->var] = group;
    members_[group] = std::move(site.bindings);
  }
  // The bindings of the calls and fields that match, in order, `root` last. False when another block defines some, or
  // an earlier match keeps some.
  bool Collect(const PatternMatch& match, const VarBinding* root, std::vector<const VarBinding*>& bindings) {
    for (const auto& [part, e] : match.found) {
      if (part->kind != PatternKind::kCall && part->kind != PatternKind::kTupleGetItem) continue;
      auto bound = binding_of_.find(e);
      if (bound == binding_of_.end()) return false;
      if (std::ranges::find(bindings, bound->second) == bindings.end()) bindings.push_back(bound->second);
    }
    std::erase(bindings, root);
    bindings.push_back(root);
    return std::ranges::all_of(bindings, [&](const VarBinding* binding) {
      auto earlier = members_.find(partition_.Find(binding->var));
      return earlier == members_.end() || std::ranges::all_of(earlier->second, [&](const VarBinding* member) {
               return std::ranges::find(bindings, member) != bindings.end();
             });
    });
  }

  Context& ctx_;
  const NamedPattern& pattern_;
  Partition& partition_;
  const AttrDict* attrs_;
  BoundValues values_;
  // Of the block at hand.
  std::unordered_map<const Expr*, const VarBinding*> binding_of_;
  std::unordered_map<const Var*, std::vector<const Var*>> users_;
  std::unordered_map<FusionGroup*, std::vector<const VarBinding*>> members_;
};

}  // namespace

void AddPatternGroups(Context& ctx, const Function* func, const NamedPattern& pattern, Partition& partition) {
  PatternGrouper grouper(ctx, pattern, partition);
  for (const BindingBlock* block : func->body->blocks) grouper.Add(block);
}

}  // namespace assay
