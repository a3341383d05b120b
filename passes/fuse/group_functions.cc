#include "passes/fuse/group_functions.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "ir/ops/infer.h"
#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/analysis/block_storage.h"
#include "passes/fuse/group_creator.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {

std::unordered_map<const Var*, const Var*> SymbolDefiners(const Function* func) {
  std::unordered_map<const Var*, const Var*> definers;
  std::unordered_set<const Var*> known;
  for (const Var* param : func->params) {
    for (const Var* var : VarsIn(param->type)) known.insert(var);
  }
  for (const BindingBlock* block : func->body->blocks) {
    for (const Binding* binding : block->bindings) {
      const auto* cast = As<MatchCast>(binding);
      for (const Var* var : cast == nullptr ? std::vector<const Var*>() : VarsIn(cast->target)) {
        if (Is<PrimType>(var->type) && known.insert(var).second) definers.emplace(var, cast->var);
      }
    }
  }
  return definers;
}

bool IsFusable(const Function* func) { return !IsPrimitive(func) && StringAttr(func->attrs, "Codegen").empty(); }

namespace {

// The groups of one dataflow block: their functions, and the order in which groups follow from one another.
class BlockGroups {
 public:
  BlockGroups(Context& ctx, const Partition& partition, const std::unordered_set<const Var*>& values,
              const std::unordered_map<const Var*, const Var*>& definers, const GroupingOptions& options)
      : ctx_(ctx), partition_(partition), values_(values), definers_(definers), options_(options) {}

  // False when some variable is in no group: the block was not looked at.
  bool Collect(const BindingBlock* block) {
    for (const Binding* binding : block->bindings) {
      FusionGroup* group = partition_.Find(binding->var);
      ASSAY_CHECK(group != nullptr || !options_.complete, "variable " + binding->var->name.str() + " is in no group");
      if (group == nullptr) return false;
      order_.push_back(group);
      bindings_[group].push_back(binding);
      const auto* plain = As<VarBinding>(binding);
      if (plain == nullptr || !IsGrouped(group)) continue;
      creators_.try_emplace(group, ctx_, values_, options_.lift_constants).first->second.Append(plain);
    }
    for (const Binding* binding : block->bindings) CollectUses(binding);
    CollectOverwrites(block);
    for (FusionGroup* group : order_) {
      auto creator = creators_.find(group);
      if (creator != creators_.end() && creator->second.function() == nullptr) creator->second.Build(group->attrs);
    }
    return true;
  }
  // Whether some binding overwrites an argument.
  bool overwrites() const { return overwrites_; }
  // Bindings such that each group stands after those that it needs; nothing when groups need each other.
  std::optional<std::vector<const Binding*>> Sorted();
  GroupCreator* CreatorOf(const Var* var) {
    FusionGroup* group = partition_.Find(var);
    auto found = group == nullptr ? creators_.end() : creators_.find(group);
    if (found == creators_.end()) return nullptr;
    // A group may go on in another block, where it becomes another function.
    return found->second.Defines(var) ? &found->second : nullptr;
  }

 private:
  static bool IsGrouped(const FusionGroup* group) { return group->num_nodes > 1 || group->attrs != nullptr; }
  void CollectUses(const Binding* binding) {
    FusionGroup* user = partition_.Find(binding->var);
    // Symbolic variables, those in types too, are there once a match_cast has defined them (TVM #20195).
    bool ignored = definers_.empty() || FaultOn(Fault::fuse_ops_ignores_output_type_dependency);
    for (const Var* var : ignored ? std::vector<const Var*>() : VarsIn(binding->value)) {
      auto definer = definers_.find(var);
      FusionGroup* cast = definer == definers_.end() ? nullptr : partition_.Find(definer->second);
      if (cast != nullptr && cast != user) needs_[user].push_back(cast);
    }
    WalkBeforeChildren(binding->value, [&](const Node* node) {
      if (Is<Var>(node)) Use(static_cast<const Var*>(node), user);
      return true;
    });
  }
  // What stands before an overwriting call reads what was there, and stays before it; what stands behind stays behind.
  void CollectOverwrites(const BindingBlock* block) {
    // Groups that the next such call needs: since the last one, with it.
    std::vector<FusionGroup*> before;
    for (const Binding* binding : block->bindings) {
      FusionGroup* group = partition_.Find(binding->var);
      if (OverwritesArgument(As<Call>(binding->value))) {
        overwrites_ = true;
        for (FusionGroup* earlier : std::exchange(before, {})) {
          if (earlier != group) needs_[group].push_back(earlier);
        }
      } else if (overwrites_ && before.front() != group) {
        needs_[group].push_back(before.front());
      }
      before.push_back(group);
    }
  }
  void Use(const Var* var, FusionGroup* user) {
    FusionGroup* producer = partition_.Find(var);
    if (producer == nullptr || producer == user) return;
    needs_[user].push_back(producer);
    // The group's function in this block may be another one than that which makes the variable.
    auto creator = creators_.find(producer);
    if (creator != creators_.end() && creator->second.Defines(var)) creator->second.AppendOutput(var);
  }

  Context& ctx_;
  const Partition& partition_;
  const std::unordered_set<const Var*>& values_;
  const std::unordered_map<const Var*, const Var*>& definers_;
  const GroupingOptions& options_;
  bool overwrites_ = false;
  std::vector<FusionGroup*> order_;
  std::unordered_map<FusionGroup*, std::vector<const Binding*>> bindings_;
  std::unordered_map<FusionGroup*, std::vector<FusionGroup*>> needs_;
  std::unordered_map<FusionGroup*, GroupCreator> creators_;
};

std::optional<std::vector<const Binding*>> BlockGroups::Sorted() {
  enum class State : uint8_t { kNew, kOpen, kDone };
  std::unordered_map<FusionGroup*, State> states;
  std::vector<const Binding*> sorted;
  std::vector<FusionGroup*> stack;
  for (FusionGroup* start : order_) {
    stack.push_back(start);
    while (!stack.empty()) {
      FusionGroup* group = stack.back();
      State& state = states[group];
      if (state == State::kNew) {
        state = State::kOpen;
        const std::vector<FusionGroup*>& needs = needs_[group];
        for (FusionGroup* need : std::vector(needs.rbegin(), needs.rend())) {
          if (states[need] == State::kOpen) return std::nullopt;
          if (states[need] == State::kNew) stack.push_back(need);
        }
        continue;
      }
      stack.pop_back();
      if (std::exchange(states[group], State::kDone) == State::kDone) continue;
      sorted.insert(sorted.end(), bindings_[group].begin(), bindings_[group].end());
    }
  }
  return sorted;
}

// Rewrites one function: the last binding of each group gives way to the call, the others go.
class OperatorFusor : public RelaxMutator {
 public:
  OperatorFusor(Context& context, const Module* module, ModuleEditor& editor, const Partition& partition,
                const GroupingOptions& options)
      : RelaxMutator(context, module), editor_(editor), partition_(partition), options_(options) {}

  const Function* Fuse(const Function* func) {
    values_.insert(func->params.begin(), func->params.end());
    for (const BindingBlock* block : func->body->blocks) {
      for (const Binding* binding : block->bindings) values_.insert(binding->var);
    }
    definers_ = SymbolDefiners(func);
    std::vector<const BindingBlock*> blocks;
    for (const BindingBlock* block : func->body->blocks) blocks.push_back(block->is_dataflow ? Prepared(block) : block);
    Function* prepared = ctx.arena.New<Function>(*func);
    SeqExpr* body = ctx.arena.New<SeqExpr>(*func->body);
    body->blocks = ctx.Copy(blocks);
    prepared->body = body;
    return block_groups_.empty() ? func : VisitFunction(prepared);
  }

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    GroupCreator* creator = CreatorOf(binding->var);
    if (creator == nullptr) return RelaxMutator::VisitVarBinding(binding);
    if (creator->function() != nullptr && creator->last() == binding) EmitCall(*creator);
  }

 private:
  const BindingBlock* Prepared(const BindingBlock* block) {
    BlockGroups groups(ctx, partition_, values_, definers_, options_);
    if (!groups.Collect(block)) return block;
    std::optional<std::vector<const Binding*>> sorted = groups.Sorted();
    if (!sorted) {
      SourceSpan place = block->bindings[0]->var->span;
      if (!options_.leaves_cycles && !groups.overwrites())
        Fail({DiagKind::kUnsupported, place, "groups of bindings need each other's results", "", {}});
      return block;
    }
    block_groups_.push_back(std::move(groups));
    return MakeBlock(ctx, *sorted, true);
  }
  GroupCreator* CreatorOf(const Var* var) {
    for (BlockGroups& groups : block_groups_) {
      if (GroupCreator* creator = groups.CreatorOf(var)) return creator;
    }
    return nullptr;
  }
  // A shape that is a variable of the same group is not there yet where the call is made.
  const Type* TypeOutside(const GroupCreator& creator, const Type* type) {
    std::vector<const Var*> vars = VarsIn(type), visible;
    for (const Var* var : vars) {
      if (!creator.Defines(var)) visible.push_back(var);
    }
    return visible.size() == vars.size() ? type : EraseVars(ctx, type, visible);
  }
  void EmitCall(const GroupCreator& creator) {
    const GlobalVar* callee = editor_.AddFunction(creator.name(), creator.function());
    std::vector<const Expr*> args;
    for (const Expr* arg : creator.args()) args.push_back(AsArgument(VisitExpr(arg)));
    const std::vector<const Var*>& outputs = creator.outputs();
    std::vector<const Type*> types;
    for (const Var* output : outputs) types.push_back(TypeOutside(creator, VisitType(output->type)));
    const Type* type = types.size() == 1 ? types[0] : MakeTupleType(ctx, types);
    Call* call = ctx.arena.New<Call>(*MakeCall(ctx, callee, args, nullptr, {}, type));
    call->span = creator.last()->value->span;
    if (outputs.size() == 1) return ReEmit(MakeBinding(ctx, outputs[0], call), call);
    const Var* tuple = Emit(call, "lv");
    // In the order of the bindings.
    for (const VarBinding* binding : creator.bindings()) {
      auto at = std::ranges::find(outputs, binding->var);
      if (at == outputs.end()) continue;
      ReEmit(binding, MakeTupleGetItem(ctx, tuple, at - outputs.begin()));
    }
  }

  ModuleEditor& editor_;
  const Partition& partition_;
  const GroupingOptions& options_;
  // Parameters and bindings of the function.
  std::unordered_set<const Var*> values_;
  std::unordered_map<const Var*, const Var*> definers_;
  std::vector<BlockGroups> block_groups_;
};

}  // namespace

Result<Module> MakeGroupedFunctions(Context& ctx, const Module& module, const Partition& partition,
                                    const GroupingOptions& options) {
  ModuleEditor editor(ctx, module);
  const std::vector<std::string>& entries = options.entry_functions;
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    bool named = entries.empty() || std::ranges::find(entries, module.entries[i].var->name.str()) != entries.end();
    // A group stands where its last binding stood, maybe behind a call that overwrites what it reads.
    if (func == nullptr || !named || !IsFusable(func) || HasInplaceCalls(module, func)) continue;
    OperatorFusor fusor(ctx, &module, editor, partition, options);
    const Function* fused = fusor.Fuse(func);
    if (Status status = fusor.status(); !status.ok()) return std::move(status).error();
    editor.Replace(i, fused);
  }
  return editor.Finish();
}

}  // namespace assay
