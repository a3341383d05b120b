#include "passes/lower/storage_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/analysis/allocations.h"
#include "passes/op_names.h"

namespace assay {
namespace {

// The historical bug: the variable of a match_cast is not known to be its value.
bool ForgetsAlias(const Binding* binding) {
  return FaultOn(Fault::plan_memory_ignores_match_cast_alias) && Is<MatchCast>(binding);
}

// The tokens of a value: of a tensor, or of a tuple's fields; none of anything else.
// Tuples share them: behind R.Object, types bound neither how deep a value nests nor how often it holds another one.
struct Tokens {
  StorageToken* leaf = nullptr;
  // Null for no tuple.
  std::shared_ptr<const std::vector<Tokens>> fields = {};
  // Tuples in each other.
  int depth = 0;
};
// Of what nests deeper, nothing is reused.
constexpr int kMostTuples = 200;

// Once for each place where one is made, however often a tuple holds it.
template <class F>
void ForEachToken(const Tokens& tokens, F&& f) {
  if (tokens.leaf != nullptr && !tokens.leaf->discarded) f(tokens.leaf);
  if (tokens.fields == nullptr) return;
  std::vector<const std::vector<Tokens>*> stack{tokens.fields.get()};
  std::unordered_set<const std::vector<Tokens>*> seen;
  while (!stack.empty()) {
    const std::vector<Tokens>* fields = stack.back();
    stack.pop_back();
    if (!seen.insert(fields).second) continue;
    for (const Tokens& field : *fields) {
      if (field.leaf != nullptr && !field.leaf->discarded) f(field.leaf);
    }
    for (auto field = fields->rbegin(); field != fields->rend(); ++field) {
      if (field->fields != nullptr) stack.push_back(field->fields.get());
    }
  }
}

void Discard(const Tokens& tokens) {
  ForEachToken(tokens, [](StorageToken* token) { token->discarded = true; });
}

bool IsAlloc(const Expr* e) { return IsCallOf(e, "relax.builtin.alloc_tensor"); }

// Whether the call may give back its first argument's memory.
bool MayAlias(const Call* call) {
  constexpr std::array kOps = {"relax.reshape", "relax.memory.view", "relax.memory.ensure_zero_offset"};
  const auto* packed = As<ExternFunc>(call->op);
  return std::ranges::find(kOps, OpNameOf(call)) != kOps.end() ||
         (packed != nullptr &&
          (packed->global_symbol == "vm.builtin.reshape" || packed->global_symbol == "vm.builtin.copy"));
}

// Walks bindings in order; both phases know the tokens of variables.
class TokenVisitor {
 protected:
  ~TokenVisitor() = default;
  // recursion: tuples nest as deep as the parser lets them
  Tokens TokensOf(const Expr* e) const {
    if (const auto* var = As<Var>(e)) {
      auto found = tokens_.find(var);
      return found == tokens_.end() ? Tokens{} : found->second;
    }
    if (const auto* tuple = As<Tuple>(e)) {
      std::vector<Tokens> fields;
      Tokens tokens;
      for (const Expr* field : tuple->fields) {
        fields.push_back(TokensOf(field));
        tokens.depth = std::max(tokens.depth, fields.back().depth + 1);
      }
      tokens.fields = std::make_shared<const std::vector<Tokens>>(std::move(fields));
      if (tokens.depth <= kMostTuples) return tokens;
      Discard(tokens);
      return {};
    }
    if (const auto* item = As<TupleGetItem>(e)) {
      Tokens tokens = TokensOf(item->tuple);
      size_t index = static_cast<size_t>(item->index);
      bool there = tokens.fields != nullptr && index < tokens.fields->size();
      return there ? (*tokens.fields)[index] : Tokens{};
    }
    const auto* call = As<Call>(e);
    return call != nullptr && MayAlias(call) && !call->args.empty() ? TokensOf(call->args[0]) : Tokens{};
  }
  std::unordered_map<const Var*, Tokens> tokens_;
};

// First phase: makes a token for each allocation, finds its last use, and discards those that escape.
class TokenCollector : public TokenVisitor {
 public:
  TokenCollector(Context& ctx, const Module& module, const MemoryBounds& bounds, StoragePlan& plan)
      : ctx_(ctx), module_(module), bounds_(bounds), plan_(plan) {}

  Status Collect(const Function* func) {
    VisitSeq(func->body);
    if (error_) return *error_;
    return Done{};
  }
  std::unordered_map<const Var*, Tokens> TakeTokens() { return std::move(tokens_); }

 private:
  // recursion: functions and branches nest as deep as the parser lets them
  void VisitSeq(const SeqExpr* seq) {
    const BindingBlock* outer = block_;
    for (const BindingBlock* block : seq->blocks) {
      block_ = block;
      for (const Binding* binding : block->bindings) VisitBinding(binding);
    }
    block_ = outer;
    Discard(TokensOf(seq->body));
  }
  void VisitBinding(const Binding* binding) {
    const Expr* value = binding->value;
    if (const auto* branch = As<If>(value)) {
      Discard(TokensOf(branch->cond));
      VisitSeq(branch->true_branch);
      VisitSeq(branch->false_branch);
    } else if (const auto* func = As<Function>(value)) {
      // A closure may run at any time.
      for (const Var* var : VarsIn(func->body)) Discard(TokensOf(var));
      VisitSeq(func->body);
    } else if (const auto* call = As<Call>(value)) {
      IsAlloc(call) ? Create(binding->var, call) : VisitCall(call, binding->var);
    }
    if (!IsAlloc(value) && !ForgetsAlias(binding)) tokens_[binding->var] = TokensOf(value);
  }
  void VisitCall(const Call* call, const Var* user) {
    const auto* callee = As<GlobalVar>(call->op);
    // A packed function that gives something back may give back an argument; TVM plans as if none did.
    const auto* result = As<TupleType>(call->type);
    bool fills = Is<ExternFunc>(call->op) && (call->ty_args.empty() || (result != nullptr && result->fields.empty()));
    // Whoever views a tensor uses it, also where nobody looks at the view; TVM's plan gives its storage away before.
    bool borrows = (callee != nullptr && Is<PrimFunc>(module_.Find(callee->name.text()))) || fills || MayAlias(call) ||
                   IsCallOf(call, "relax.vm.call_tir_dyn");
    for (const Expr* arg : call->args) {
      ForEachToken(TokensOf(arg), [&](StorageToken* token) {
        if (!borrows || token->block != block_) {
          token->discarded = true;
        } else {
          token->life.UseBy(user);
        }
      });
    }
  }
  void Create(const Var* var, const Call* call) {
    const auto* type = As<TensorType>(call->type);
    const auto* shape = type == nullptr ? nullptr : As<ShapeExpr>(type->shape);
    if (shape == nullptr || type->dtype.IsVoid() || call->args.size() != 4) {
      error_ = Diag{DiagKind::kCannotLower, call->span, "alloc_tensor needs a known shape and dtype", "", {}};
      return;
    }
    const AllocatedIn where = *AllocationOf(*call);
    plan_.tokens.push_back(std::make_unique<StorageToken>());
    StorageToken* token = plan_.tokens.back().get();
    token->bytes = TokenBytes(ctx_, type->dtype, bounds_.UpperBound(ctx_, shape->values));
    token->dtype = type->dtype;
    token->device = where.device == nullptr ? 0 : where.device->value;
    token->scope = where.scope;
    token->block = block_;
    tokens_[var].leaf = token;
  }

  Context& ctx_;
  const Module& module_;
  const MemoryBounds& bounds_;
  StoragePlan& plan_;
  const BindingBlock* block_ = nullptr;
  std::optional<Diag> error_;
};

// Storage that nobody uses at the moment, by size; sizes that are not known count as -1.
class StoragePool {
 public:
  explicit StoragePool(Context& ctx) : ctx_(ctx) {}

  // Storage for `wanted`, enlarged when need be; null when there is none that fits.
  StorageToken* Take(const StorageToken* wanted) {
    if (!wanted->life.used) return nullptr;
    Pool& pool = pools_[KeyOf(wanted)];
    int64_t size = SizeOf(wanted);
    if (size == -1) return TakeEqual(pool, wanted);
    auto smallest = pool.lower_bound(size / kMatchRange);
    auto fitting = pool.lower_bound(size);
    bool fits = fitting != pool.end() && fitting->first <= size * kMatchRange;
    if (!fits) {
      if (fitting == smallest) return nullptr;
      --fitting;
      fitting->second->bytes = MakeInt(ctx_, size);
    }
    return Remove(pool, fitting, wanted);
  }
  void Release(StorageToken* token) { pools_[KeyOf(token)].emplace(SizeOf(token), token); }
  // What a branch allocated is not there outside of it.
  template <class F>
  void Drop(F&& gone) {
    for (auto& [key, pool] : pools_) std::erase_if(pool, [&](const auto& entry) { return gone(entry.second); });
  }
  void Swap(StoragePool& other) { pools_.swap(other.pools_); }

 private:
  using Pool = std::multimap<int64_t, StorageToken*>;
  static constexpr int64_t kMatchRange = 16;

  static std::string KeyOf(const StorageToken* token) {
    return fmt::format("{} {} {}", DTypeName(token->dtype), token->device, token->scope);
  }
  // -1 where it is not known. What has a negative extent is nothing: a run will say so.
  static int64_t SizeOf(const StorageToken* token) {
    const IntImm* bytes = AsInt(token->bytes);
    return bytes == nullptr ? -1 : std::max<int64_t>(bytes->value, 0);
  }
  StorageToken* TakeEqual(Pool& pool, const StorageToken* wanted) {
    auto [first, last] = pool.equal_range(-1);
    for (auto it = first; it != last; ++it) {
      if (ProveEqual(ctx_, wanted->bytes, it->second->bytes)) return Remove(pool, it, wanted);
    }
    return nullptr;
  }
  static StorageToken* Remove(Pool& pool, Pool::iterator place, const StorageToken* wanted) {
    StorageToken* token = place->second;
    token->life = wanted->life;
    pool.erase(place);
    return token;
  }

  Context& ctx_;
  std::map<std::string, Pool> pools_;
};

// Second phase: hands out storage in order, and takes it back after the last use.
class StorageAssigner : public TokenVisitor {
 public:
  StorageAssigner(Context& ctx, std::unordered_map<const Var*, Tokens> tokens, StoragePlan& plan)
      : ctx_(ctx), pool_(ctx), plan_(plan) {
    tokens_ = std::move(tokens);
  }
  // recursion: functions and branches nest as deep as the parser lets them
  void Visit(const SeqExpr* seq) {
    for (const BindingBlock* block : seq->blocks) {
      for (const Binding* binding : block->bindings) VisitBinding(binding);
    }
  }

 private:
  void VisitBinding(const Binding* binding) {
    if (const auto* branch = As<If>(binding->value)) {
      VisitInner(branch->true_branch);
      VisitInner(branch->false_branch);
    } else if (const auto* func = As<Function>(binding->value)) {
      VisitFunction(func);
    } else if (IsAlloc(binding->value)) {
      Assign(binding->var);
    } else {
      const auto* call = As<Call>(binding->value);
      if (call != nullptr) Use(call, binding->var);
      if (!ForgetsAlias(binding)) tokens_[binding->var] = TokensOf(binding->value);
    }
  }
  // Storage moves into a branch, but not out of it.
  void VisitInner(const SeqExpr* seq) {
    size_t outer = handed_out_.size();
    Visit(seq);
    std::unordered_set<const StorageToken*> inner(handed_out_.begin() + static_cast<std::ptrdiff_t>(outer),
                                                  handed_out_.end());
    handed_out_.resize(outer);
    if (FaultOn(Fault::plan_memory_shares_storage_across_if_branches)) return;
    pool_.Drop([&](const StorageToken* token) { return inner.contains(token); });
  }
  // A function may run when what is free where it is defined is in use again.
  void VisitFunction(const Function* func) {
    StoragePool own(ctx_);
    pool_.Swap(own);
    VisitInner(func->body);
    pool_.Swap(own);
  }
  void Assign(const Var* var) {
    StorageToken* wanted = tokens_[var].leaf;
    if (wanted == nullptr || wanted->discarded) return;
    StorageToken* token = pool_.Take(wanted);
    if (token == nullptr) {
      token = wanted;
      handed_out_.push_back(token);
    }
    tokens_[var].leaf = token;
    plan_.storage_of[var] = token;
  }
  void Use(const Call* call, const Var* user) {
    for (const Expr* arg : call->args) {
      ForEachToken(TokensOf(arg), [&](StorageToken* token) {
        if (token->life.last != user) return;
        token->life = {};
        pool_.Release(token);
      });
    }
  }

  Context& ctx_;
  StoragePool pool_;
  StoragePlan& plan_;
  std::vector<StorageToken*> handed_out_;
};

}  // namespace

Result<StoragePlan> PlanStorage(Context& ctx, const Module& module, const Function* func, const MemoryBounds& bounds) {
  StoragePlan plan;
  TokenCollector collector(ctx, module, bounds, plan);
  ASSAY_RETURN_IF_ERROR(collector.Collect(func));
  StorageAssigner(ctx, collector.TakeTokens(), plan).Visit(func->body);
  return plan;
}

}  // namespace assay
