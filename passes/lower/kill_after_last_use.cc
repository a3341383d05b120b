// KillAfterLastUse: after the binding that uses a tensor, storage or other object last, it is killed. Variables that
// are returned, constants, shapes, scalars and functions are not. Bindings are canonicalised first, so that a value has
// one name. Tested by testdata/kill_after_last_use.
#include <unordered_map>
#include <unordered_set>

#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/module_editor.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/relax_mutator.h"

namespace assay {
namespace {

bool IsTrivial(const Binding* binding) {
  if (!Is<Var>(binding->value)) return false;
  return Is<VarBinding>(binding) || SameType(binding->var->type, binding->value->type);
}

// Trivial bindings whose variable nothing uses.
class TrivialRemover : public RelaxMutator {
 public:
  TrivialRemover(Context& context, const Module* module, const Function* func) : RelaxMutator(context, module) {
    Look(func->body);
  }
  bool HasTrivial() const { return trivial_; }

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    if (!Drops(binding)) RelaxMutator::VisitVarBinding(binding);
  }
  void VisitMatchCast(const MatchCast* binding) override {
    if (!Drops(binding)) RelaxMutator::VisitMatchCast(binding);
  }

 private:
  // Uses only: the walk takes a binding's value and not its variable.
  void Look(const Node* root) {
    std::vector<const Node*> pending{root};
    while (!pending.empty()) {
      const Node* next = pending.back();
      pending.pop_back();
      WalkBeforeChildren(next, [&](const Node* node) {
        const Binding* binding = As<VarBinding>(node);
        if (binding == nullptr) binding = As<MatchCast>(node);
        if (binding != nullptr) {
          trivial_ |= IsTrivial(binding);
          pending.push_back(binding->value);
          return false;
        }
        if (const auto* var = As<Var>(node)) used_.insert(var);
        return !IsTypeKind(node->kind);
      });
    }
  }
  bool Drops(const Binding* binding) const { return IsTrivial(binding) && !used_.contains(binding->var); }

  std::unordered_set<const Var*> used_;
  bool trivial_ = false;
};

struct LastUses {
  std::vector<const Var*> tensors;
  std::vector<const Var*> storage;
  std::vector<const Var*> objects;
};

// Where each variable that a sequence binds is used last; nested sequences and functions count for the binding they
// stand in.
class LastUsage {
 public:
  explicit LastUsage(const SeqExpr* seq) {
    for (const BindingBlock* block : seq->blocks) {
      for (const Binding* binding : block->bindings) Visit(binding);
    }
    Uses(seq->body, nullptr);
    for (const Var* var : order_) Decide(var);
  }
  const LastUses* After(const Var* var) const {
    auto found = kills_.find(var);
    return found == kills_.end() ? nullptr : &found->second;
  }

 private:
  void Visit(const Binding* binding) {
    // Another name, by a binding or a match_cast, is the same register: it is killed once, after the last use of any of
    // its names (TVM #15854).
    if (const auto* named = As<Var>(binding->value)) {
      aliases_.emplace(binding->var, Root(named));
    } else {
      order_.push_back(binding->var);
    }
    std::string_view op = OpNameOf(binding->value);
    if (op == "relax.memory.alloc_storage" || op == "relax.vm.alloc_storage") storage_.insert(binding->var);
    if (const Var* killed = KilledBy(binding->value)) {
      killed_.insert(Root(killed));
      return;
    }
    if (Is<Constant>(binding->value)) constants_.insert(binding->var);
    Uses(binding->value, binding->var);
  }
  void Uses(const Expr* e, const Var* user) {
    WalkBeforeChildren(e, [&](const Node* node) {
      if (const auto* var = As<Var>(node)) last_[Root(var)] = user;
      return !IsTypeKind(node->kind);
    });
  }
  const Var* Root(const Var* var) const {
    auto found = aliases_.find(var);
    return found == aliases_.end() ? var : found->second;
  }
  void Decide(const Var* var) {
    auto found = last_.find(var);
    if (found == last_.end() || found->second == nullptr || killed_.contains(var)) return;
    LastUses& kills = kills_[found->second];
    if (storage_.contains(var)) {
      kills.storage.push_back(var);
      return;
    }
    // Only what lives in a VM register of its own can be killed.
    bool registers =
        !constants_.contains(var) && !Is<FuncType>(var->type) && !Is<ShapeType>(var->type) && !Is<PrimType>(var->type);
    // What lies on a mesh of devices is not this VM's.
    if (!registers || Is<DTensorType>(var->type)) return;
    (Is<TensorType>(var->type) ? kills.tensors : kills.objects).push_back(var);
  }

  std::vector<const Var*> order_;
  std::unordered_map<const Var*, const Var*> aliases_;
  std::unordered_map<const Var*, const Var*> last_;
  std::unordered_map<const Var*, LastUses> kills_;
  std::unordered_set<const Var*> storage_;
  std::unordered_set<const Var*> constants_;
  std::unordered_set<const Var*> killed_;
};

class KillInserter : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  void EnterSeq(const SeqExpr* seq) override { usage_.emplace_back(seq); }
  void LeaveSeq() override { usage_.pop_back(); }
  void VisitVarBinding(const VarBinding* binding) override {
    RelaxMutator::VisitVarBinding(binding);
    EmitKills(binding->var);
  }
  void VisitMatchCast(const MatchCast* binding) override {
    RelaxMutator::VisitMatchCast(binding);
    EmitKills(binding->var);
  }

 private:
  void EmitKills(const Var* after) {
    const LastUses* kills = usage_.back().After(after);
    if (kills == nullptr) return;
    for (const Var* var : kills->tensors) EmitKill("relax.memory.kill_tensor", var);
    for (const Var* var : kills->storage) EmitKill("relax.memory.kill_storage", var);
    for (const Var* var : kills->objects) EmitKill("relax.vm.kill_object", var);
  }
  void EmitKill(std::string_view op, const Var* var) {
    Emit(MakeCall(ctx, OpNode(ctx, op), {VisitVar(var)}, nullptr, {}, MakeTupleType(ctx, {})), "_");
  }

  std::vector<LastUsage> usage_;
};

Result<const Function*> KillInFunction(Context& ctx, const Module& module, const Function* func) {
  ASSAY_TRY(const Function* folded, CanonicalizeFunction(ctx, module, func));
  TrivialRemover remover(ctx, &module, folded);
  if (remover.HasTrivial()) folded = remover.VisitFunction(folded);
  KillInserter inserter(ctx, &module);
  const Function* result = inserter.VisitFunction(folded);
  ASSAY_RETURN_IF_ERROR(inserter.status());
  return result;
}

Result<Module> RunKillAfterLastUse(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapRelaxFunctions(pass_ctx.ctx, module,
                           [&](const Function* func) { return KillInFunction(pass_ctx.ctx, module, func); });
}

}  // namespace

const PassSpec kKillAfterLastUse = {
    .name = "KillAfterLastUse",
    .doc = "kills tensors, storage and objects after the binding that uses them last",
    .needs = kDataflowFree | kPurityForced,
    .expects = kLegalized | kAllocLowered,
    .signatures = Signatures::kRefined,
    .run = RunKillAfterLastUse,
};

}  // namespace assay
