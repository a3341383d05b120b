// KillAfterLastUse: after the binding that uses a tensor, storage or other object last, it is killed. Variables that
// are returned, constants, shapes, scalars and functions are not. Bindings are canonicalised first, so that a value has
// one name. Tested by testdata/kill_after_last_use.
#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ir/ops/op_spec.h"
#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/analysis/lifetimes.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

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
    auto collect = [&](const Binding* binding) {
      if (IsTrivial(binding)) trivial_.push_back(binding);
    };
    Look(func->body, collect, [](const Var*) {});
    if (trivial_.empty()) return;
    Look(func->body, [](const Binding*) {}, [&](const Var* var) { ++uses_[var]; });
    Settle();
  }
  bool HasTrivial() const { return !trivial_.empty(); }

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    if (!Drops(binding)) RelaxMutator::VisitVarBinding(binding);
  }
  void VisitMatchCast(const MatchCast* binding) override {
    if (!Drops(binding)) RelaxMutator::VisitMatchCast(binding);
  }

 private:
  // Bindings and uses: the walk takes a binding's value and not its variable. A type uses the sizes that it says.
  template <class Bound, class Used>
  void Look(const Node* root, Bound&& bound, Used&& used) {
    std::vector<const Node*> pending{root};
    while (!pending.empty()) {
      const Node* next = pending.back();
      pending.pop_back();
      auto visit = [&](const Node* node) {
        const Binding* binding = As<VarBinding>(node);
        const auto* cast = As<MatchCast>(node);
        if (binding == nullptr) binding = cast;
        if (binding != nullptr) {
          bound(binding);
          pending.push_back(binding->value);
          pending.push_back(binding->var->type);
          if (cast != nullptr) pending.push_back(cast->target);
          return false;
        }
        if (const auto* var = As<Var>(node)) used(var);
        return true;
      };
      WalkBeforeChildren(next, visit, Types::kInclude);
    }
  }
  // A name that goes uses no other.
  void Settle() {
    std::vector<const Binding*> unused;
    auto is_unused = [&](const Var* var) { return !uses_.contains(var) || uses_[var] == 0; };
    std::unordered_map<const Var*, const Binding*> of;
    for (const Binding* binding : trivial_) {
      of.emplace(binding->var, binding);
      if (is_unused(binding->var)) unused.push_back(binding);
    }
    while (!unused.empty()) {
      const auto* named = static_cast<const Var*>(unused.back()->value);
      unused.pop_back();
      auto earlier = of.find(named);
      if (--uses_[named] == 0 && earlier != of.end()) unused.push_back(earlier->second);
    }
  }
  bool Drops(const Binding* binding) const {
    auto uses = uses_.find(binding->var);
    return IsTrivial(binding) && (uses == uses_.end() || uses->second == 0);
  }

  std::unordered_map<const Var*, int> uses_;
  std::vector<const Binding*> trivial_;
};

struct LastUses {
  std::vector<const Var*> tensors;
  std::vector<const Var*> storage;
  std::vector<const Var*> objects;

  bool empty() const { return tensors.empty() && storage.empty() && objects.empty(); }
};

// Where each variable that a sequence binds is used last; nested sequences and functions count for the binding they
// stand in.
class LastUsage {
 public:
  explicit LastUsage(const SeqExpr* seq) {
    size_t bindings = 0;
    for (const BindingBlock* block : seq->blocks) bindings += block->bindings.size();
    known_.Reserve(bindings + bindings / 2);
    order_.reserve(bindings);
    for (const BindingBlock* block : seq->blocks) {
      for (const Binding* binding : block->bindings) Visit(binding);
    }
    known_.Use(seq->body, nullptr);
    for (const Var* var : order_) Decide(var);
  }
  std::optional<LastUses> After(const Var* var) const {
    const Known* found = known_.Find(var);
    if (found == nullptr || found->first_kill < 0) return std::nullopt;
    LastUses uses;
    for (int at = found->first_kill; at >= 0; at = kills_[static_cast<size_t>(at)].next) {
      const Kill& kill = kills_[static_cast<size_t>(at)];
      auto& list = kill.storage ? uses.storage : Is<TensorType>(kill.var->type) ? uses.tensors : uses.objects;
      list.push_back(kill.var);
    }
    return uses;
  }

 private:
  struct Known : Life {
    bool storage = false, constant = false, killed = false;
    // What is killed after the variable's binding: a list through kills_.
    int first_kill = -1, last_kill = -1;
  };
  struct Kill {
    const Var* var;
    bool storage;
    int next;
  };
  void Visit(const Binding* binding) {
    Known& own = known_[binding->var];
    // Another name, by a binding or a match_cast, is the same register: it is killed once, after the last use of any of
    // its names (TVM #15854).
    const auto* named = As<Var>(binding->value);
    if (FaultOn(Fault::kill_ignores_match_cast_alias) && Is<MatchCast>(binding)) named = nullptr;
    std::vector<const Var*> kept = WrittenInPlace(binding->value);
    // The one result of a call in place is its argument; what lies in a tuple of results stays.
    if (named == nullptr && kept.size() == 1 && Is<TensorType>(binding->var->type)) named = kept[0];
    if (named == nullptr) {
      for (const Var* var : kept) known_[known_.Root(var)].killed = true;
    }
    if (named != nullptr) {
      known_.Name(own, named);
    } else {
      order_.push_back(binding->var);
    }
    std::string_view op = OpNameOf(binding->value);
    own.storage = op == "relax.memory.alloc_storage" || op == "relax.vm.alloc_storage";
    if (const Var* killed = KilledBy(binding->value)) {
      known_[known_.Root(killed)].killed = true;
      return;
    }
    // Nothing lies in the register of a null value (TVM #20200).
    bool null = op == "relax.null_value" && !FaultOn(Fault::kill_of_null_value);
    own.constant = Is<Constant>(binding->value) || null;
    known_.Use(binding->value, binding->var);
  }
  // Arguments that the call gives as results, before calls in place are lowered.
  static std::vector<const Var*> WrittenInPlace(const Expr* value) {
    const auto* call = IsCallOf(value, "relax.call_tir_inplace") ? As<Call>(value) : nullptr;
    const auto* args = call == nullptr ? nullptr : As<Tuple>(call->args[1]);
    std::vector<const Var*> vars;
    for (int64_t index : args == nullptr ? std::vector<int64_t>() : IntsAttr(*call, "inplace_indices")) {
      const auto* var = index < 0 ? nullptr : As<Var>(args->fields[static_cast<size_t>(index)]);
      if (var != nullptr) vars.push_back(var);
    }
    return vars;
  }
  void Decide(const Var* var) {
    const Known& own = *known_.Find(var);
    if (!own.used || own.last == nullptr || own.killed) return;
    // Only what lives in a VM register of its own can be killed.
    bool registers = !own.constant && !Is<FuncType>(var->type) && !Is<ShapeType>(var->type) && !Is<PrimType>(var->type);
    // What lies on a mesh of devices is not this VM's.
    if (!own.storage && (!registers || Is<DTensorType>(var->type))) return;
    Known& user = known_[own.last];
    auto at = static_cast<int>(kills_.size());
    kills_.push_back({var, own.storage, -1});
    (user.first_kill < 0 ? user.first_kill : kills_[static_cast<size_t>(user.last_kill)].next) = at;
    user.last_kill = at;
  }

  std::vector<const Var*> order_;
  std::vector<Kill> kills_;
  LifeTable<Known> known_;
};

class KillInserter : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  void EnterSeq(const SeqExpr* seq) override { usage_.emplace_back(seq); }
  void LeaveSeq() override { usage_.pop_back(); }
  void BeginBindings(const BindingBlock* block) override {
    open_.push_back({block->bindings.empty() ? nullptr : block->bindings.back(), {}});
  }
  void FinishBindings(const BindingBlock*) override { open_.pop_back(); }
  void VisitVarBinding(const VarBinding* binding) override {
    RelaxMutator::VisitVarBinding(binding);
    EmitKills(binding);
  }
  void VisitMatchCast(const MatchCast* binding) override {
    RelaxMutator::VisitMatchCast(binding);
    EmitKills(binding);
  }

 private:
  // No call with an effect stands in a dataflow block: what is visible behind it is killed there (TVM #17340).
  void EmitKills(const Binding* after) {
    std::optional<LastUses> kills = usage_.back().After(after->var);
    if (InDataflow() && !FaultOn(Fault::kill_inside_dataflow_block)) {
      if (kills) Wait(*kills);
      if (after == open_.back().last && !open_.back().waiting.empty()) {
        ContinueAs(false);
        Emit(std::exchange(open_.back().waiting, {}));
      }
      return;
    }
    if (kills) Emit(*kills);
  }
  void Wait(const LastUses& kills) {
    LastUses& waiting = open_.back().waiting;
    auto wait = [](const std::vector<const Var*>& vars, std::vector<const Var*>& to) {
      std::ranges::copy_if(vars, std::back_inserter(to),
                           [](const Var* var) { return var->flavor != VarFlavor::kDataflow; });
    };
    wait(kills.tensors, waiting.tensors);
    wait(kills.storage, waiting.storage);
    wait(kills.objects, waiting.objects);
  }
  void Emit(const LastUses& kills) {
    for (const Var* var : kills.tensors) EmitKill("relax.memory.kill_tensor", var);
    for (const Var* var : kills.storage) EmitKill("relax.memory.kill_storage", var);
    for (const Var* var : kills.objects) EmitKill("relax.vm.kill_object", var);
  }
  void EmitKill(std::string_view op, const Var* var) {
    RelaxMutator::Emit(MakeCall(ctx, OpNode(ctx, op), {VisitVar(var)}, nullptr, {}, MakeTupleType(ctx, {})), "_");
  }

  struct OpenBlock {
    const Binding* last;
    // What is killed behind it.
    LastUses waiting;
  };

  std::vector<LastUsage> usage_;
  // The block at hand, and those around it: a local function has blocks of its own.
  std::vector<OpenBlock> open_;
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
    .needs = kPurityForced,
    .expects = kLegalized | kAllocLowered,
    .idempotent = false,
    .why_not_idempotent = "begins with CanonicalizeBindings, which may fold more the next time",
    .idempotent_on = HasNamesAlone,
    .signatures = Signatures::kRefined,
    .changes = kCanonicalizes | Alters({Facet::kGraphs}),
    .run = RunKillAfterLastUse,
};

}  // namespace assay
