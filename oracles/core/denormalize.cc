#include "oracles/core/denormalize.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/ops/purity.h"
#include "ir/rewrite.h"
#include "ir/walk.h"
#include "passes/analysis/block_storage.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// ---- calls within calls

// Moves calls whose variable is used once, as an argument later in the same block, to where they are used.
class Nester {
 public:
  Nester(Context& ctx, const Module& module, const Function* func) : ctx_(ctx), module_(module), func_(func) {
    WalkBeforeChildren(func, [&](const Node* node) {
      if (const auto* var = As<Var>(node)) ++mentions_[var];
      return !IsTypeKind(node->kind);
    });
  }
  const Function* Run() {
    return static_cast<const Function*>(Rewrite(ctx_, func_, [&](const Node* rebuilt, const Node*) {
      const auto* block = As<BindingBlock>(rebuilt);
      return block == nullptr ? rebuilt : Nested(block);
    }));
  }

 private:
  // Where it is defined, and once more.
  bool UsedOnce(const Var* var) const {
    auto found = mentions_.find(var);
    return found != mentions_.end() && found->second == 2;
  }
  const Node* Nested(const BindingBlock* block) {
    waiting_.clear();
    std::unordered_map<const Var*, int> used = ArgumentsIn(block);
    std::vector<const Binding*> bindings;
    for (const Binding* binding : block->bindings) {
      const auto* call = As<Call>(binding->value);
      bool plain = Is<VarBinding>(binding) && call != nullptr;
      if (plain) call = WithArguments(call);
      if (!plain) {
        bindings.push_back(binding);
      } else if (Movable(*call) && UsedOnce(binding->var) && used[binding->var] == 1) {
        waiting_[binding->var] = call;
      } else {
        bindings.push_back(call == binding->value ? binding : MakeBinding(ctx_, binding->var, call));
      }
    }
    return bindings.size() == block->bindings.size() ? block : MakeBlock(ctx_, bindings, block->is_dataflow);
  }
  // How often variables are arguments, or fields of tuples that are, up to the next call that may write: no call moves
  // behind one.
  std::unordered_map<const Var*, int> ArgumentsIn(const BindingBlock* block) const {
    std::unordered_map<const Var*, int> used;
    std::unordered_map<const Var*, bool> behind;
    std::vector<const Var*> open;
    for (const Binding* binding : block->bindings) {
      const auto* call = As<Call>(binding->value);
      if (!Is<VarBinding>(binding) || call == nullptr) continue;
      ForEachArgument(*call, [&](const Var* var) { used[var] += behind[var] ? 0 : 1; });
      if (!Movable(*call)) {
        for (const Var* var : open) behind[var] = true;
        open.clear();
      }
      open.push_back(binding->var);
    }
    return used;
  }
  template <class F>
  static void ForEachArgument(const Call& call, F&& f) {
    for (const Expr* arg : call.args) {
      if (const auto* var = As<Var>(arg)) f(var);
      const auto* tuple = As<Tuple>(arg);
      if (tuple == nullptr) continue;
      for (const Expr* field : tuple->fields) {
        if (const auto* var = As<Var>(field)) f(var);
      }
    }
  }
  // Operators alone: what a function or a kernel does is not looked at.
  bool Movable(const Call& call) const {
    const auto* op = As<Op>(call.op);
    return op != nullptr && op->spec != nullptr && Is<TensorType>(call.type) && !IsImpureCall(&module_, call) &&
           !OverwritesArgument(&call);
  }
  // recursion: tuples nest as deep as the parser lets them
  const Expr* InPlaceOf(const Expr* e) const {
    auto found = waiting_.find(As<Var>(e));
    if (found != waiting_.end()) return found->second;
    const auto* tuple = As<Tuple>(e);
    if (tuple == nullptr) return e;
    std::vector<const Expr*> fields;
    bool changed = false;
    for (const Expr* field : tuple->fields) {
      fields.push_back(Is<Var>(field) ? InPlaceOf(field) : field);
      changed |= fields.back() != field;
    }
    return changed ? MakeTuple(ctx_, fields) : e;
  }
  const Call* WithArguments(const Call* call) const {
    std::vector<const Expr*> args;
    bool changed = false;
    for (const Expr* arg : call->args) {
      args.push_back(InPlaceOf(arg));
      changed |= args.back() != arg;
    }
    if (!changed) return call;
    Call* nested = ctx_.arena.New<Call>(*call);
    nested->args = ctx_.arena.Copy(args);
    return nested;
  }

  Context& ctx_;
  const Module& module_;
  const Function* func_;
  std::unordered_map<const Var*, int> mentions_;
  // Calls on their way to where they are used.
  std::unordered_map<const Var*, const Call*> waiting_;
};

Module WithNestedCalls(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    entries.push_back({entry.var, func == nullptr ? entry.func : Nester(ctx, module, func).Run()});
  }
  return WithEntries(ctx, module, entries);
}

// ---- names

// Functions with a symbol are called otherwise, and the first one without has the name that the first of them should
// have.
Module WithOtherNames(Context& ctx, const Module& module) {
  std::unordered_map<Name, const GlobalVar*> renamed;
  auto rename = [&](const GlobalVar* var, const std::string& name) {
    GlobalVar* fresh = ctx.arena.New<GlobalVar>(*var);
    fresh->name = ctx.Intern(name);
    renamed.emplace(var->name, fresh);
  };
  std::string wanted;
  const GlobalVar* in_the_way = nullptr;
  for (const ModuleEntry& entry : module.entries) {
    bool external = Is<ExternFunc>(entry.func);
    bool named = !external && entry.var->name == StringAttr(AttrsOf(entry.func), "global_symbol");
    if (!named && !external && in_the_way == nullptr) in_the_way = entry.var;
    if (!named) continue;
    std::string other = entry.var->name.str() + "_here";
    if (module.Find(other) != nullptr) continue;
    if (wanted.empty()) wanted = entry.var->name.str();
    rename(entry.var, other);
  }
  if (in_the_way != nullptr && !wanted.empty()) rename(in_the_way, wanted);
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    const auto* var = As<GlobalVar>(rebuilt);
    auto found = var == nullptr ? renamed.end() : renamed.find(var->name);
    return found == renamed.end() ? rebuilt : found->second;
  };
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry& entry : module.entries) {
    auto found = renamed.find(entry.var->name);
    entries.push_back(
        {found == renamed.end() ? entry.var : found->second, static_cast<const Expr*>(Rewrite(ctx, entry.func, rule))});
  }
  return WithEntries(ctx, module, entries);
}

// ---- definitions

// Buffers that the statement accesses and does not declare, each time it does.
// other kinds: declare nothing
std::vector<const Buffer*> ForeignBuffers(const Stmt* s) {
  std::vector<const Buffer*> buffers;
  std::unordered_set<const Buffer*> own;
  WalkBeforeChildren(s, [&](const Node* node) {
    if (const auto* view = As<DeclBuffer>(node)) own.insert(view->buffer);
    if (const auto* alloc = As<AllocBuffer>(node)) own.insert(alloc->buffer);
    if (const auto* buffer = As<Buffer>(node)) buffers.push_back(buffer);
    return true;
  });
  std::erase_if(buffers, [&](const Buffer* buffer) { return own.contains(buffer); });
  return buffers;
}
// Equality alone takes one buffer for another.
bool IsSameLoop(const For* a, const For* b) { return Equal(a, b) && ForeignBuffers(a) == ForeignBuffers(b); }

// Loops that follow each other count with one variable, and those that are equal are one statement.
class LoopSharer {
 public:
  explicit LoopSharer(Context& ctx) : ctx_(ctx) {}
  const Stmt* Shared(const Stmt* item) {
    const auto* loop = As<For>(item);
    if (loop == nullptr) return item;
    for (const auto& [earlier, made] : loops_) {
      if (IsSameLoop(earlier, loop)) return made;
    }
    const For* made = loop;
    const Var* first = loops_.empty() ? nullptr : loops_[0].first->loop_var;
    if (first != nullptr && DTypeOf(loop->loop_var) == DTypeOf(first))
      made = SubstituteIn(ctx_, loop, {{loop->loop_var, first}});
    loops_.emplace_back(loop, made);
    return made;
  }

 private:
  Context& ctx_;
  std::vector<std::pair<const For*, const For*>> loops_;
};

// Loops within no other.
std::unordered_set<const Node*> OutermostLoops(const PrimFunc* func) {
  std::unordered_set<const Node*> loops;
  WalkBeforeChildren(func->body, [&](const Node* node) {
    if (Is<For>(node)) loops.insert(node);
    return !Is<For>(node);
  });
  return loops;
}

// A loop in three parts, one after the other, which share the variable and the body, with all that it defines: the same
// steps in the same order.
class LoopSplitter {
 public:
  explicit LoopSplitter(Context& ctx) : ctx_(ctx) {}
  const Stmt* Split(const For& loop) {
    constexpr int64_t kParts = 3;
    const IntImm *min = AsInt(loop.min), *extent = AsInt(loop.extent);
    if (min == nullptr || extent == nullptr || extent->value < kParts || !InAnyNumberOfParts(loop)) return &loop;
    std::vector<const Stmt*> parts;
    for (int64_t i = 0; i < kParts; ++i) {
      bool last = i == kParts - 1;
      For* part = ctx_.arena.New<For>(loop);
      part->min = MakeInt(ctx_, min->value + i, DTypeOf(loop.min));
      part->extent = MakeInt(ctx_, last ? extent->value - i : 1, DTypeOf(loop.extent));
      parts.push_back(part);
    }
    return MakeSeqStmt(ctx_, parts);
  }

 private:
  // No break leaves it, and nobody is told anything of the loop.
  // other kinds: neither leave the loop nor hold what leaves another one
  static bool InAnyNumberOfParts(const For& loop) {
    bool breaks = false;
    WalkBeforeChildren(loop.body, [&](const Node* node) {
      breaks |= Is<Break>(node);
      return !breaks && !Is<For>(node) && !Is<While>(node);
    });
    bool plain = loop.for_kind == ForKind::kSerial || loop.for_kind == ForKind::kUnrolled;
    return plain && !breaks && loop.step == nullptr && loop.thread_binding == nullptr && loop.annotations == nullptr;
  }

  Context& ctx_;
};

// other kinds: stay
const PrimFunc* WithSplitLoops(Context& ctx, const PrimFunc* func) {
  LoopSplitter splitter(ctx);
  std::unordered_set<const Node*> outermost = OutermostLoops(func);
  return static_cast<const PrimFunc*>(Rewrite(ctx, func, [&](const Node* rebuilt, const Node* original) -> const Node* {
    if (outermost.contains(original)) return splitter.Split(*As<For>(rebuilt));
    const auto* seq = As<SeqStmt>(rebuilt);
    return seq == nullptr || seq == original ? rebuilt : MakeSeqStmt(ctx, {seq->seq.begin(), seq->seq.end()});
  }));
}

const PrimFunc* WithSharedLoops(Context& ctx, const PrimFunc* func) {
  return static_cast<const PrimFunc*>(Rewrite(ctx, func, [&](const Node* rebuilt, const Node*) -> const Node* {
    const auto* seq = As<SeqStmt>(rebuilt);
    if (seq == nullptr) return rebuilt;
    LoopSharer sharer(ctx);
    std::vector<const Stmt*> items;
    for (const Stmt* item : seq->seq) items.push_back(sharer.Shared(item));
    return std::ranges::equal(items, seq->seq) ? rebuilt : MakeSeqStmt(ctx, items);
  }));
}

Module WithSharedVariables(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<PrimFunc>(entry.func);
    entries.push_back({entry.var, func == nullptr ? entry.func : WithSharedLoops(ctx, WithSplitLoops(ctx, func))});
  }
  return WithEntries(ctx, module, entries);
}

}  // namespace

Module Denormalized(Context& ctx, const Module& module, Props without) {
  Module loosened = (without & kNormal) == 0 ? module : WithNestedCalls(ctx, module);
  if ((without & kDefinedOnce) != 0) loosened = WithSharedVariables(ctx, loosened);
  return (without & kNamedBySymbol) == 0 ? loosened : WithOtherNames(ctx, loosened);
}

}  // namespace assay
