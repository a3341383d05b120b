#include "passes/fuse/kernel_pattern.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace assay {
namespace {

bool IsZero(const Expr* e) {
  const auto* imm = As<IntImm>(e);
  return imm != nullptr && imm->value == 0;
}
bool IsTrue(const Expr* e) {
  const auto* imm = As<IntImm>(e);
  return imm != nullptr && imm->value != 0;
}

// Depth is that of the text, which the reader caps.
class StageMatcher {
 public:
  explicit StageMatcher(const PrimFunc* pattern) {
    for (size_t i = 0; i < pattern->params.size(); ++i) {
      if (pattern->buffers[i] == nullptr) symbols_.insert(pattern->params[i]);
    }
  }

  // other kinds: match no pattern
  // recursion: as deep as the kernels of the pattern
  bool MatchStmt(const Stmt* a, const Stmt* p) {
    if (a == nullptr || p == nullptr || a->kind != p->kind) return false;
    if (const auto* loop = As<For>(a)) return MatchLoop(*loop, *static_cast<const For*>(p));
    if (const auto* realize = As<SBlockRealize>(a))
      return MatchRealize(*realize, *static_cast<const SBlockRealize*>(p));
    const auto* store = As<BufferStore>(a);
    return store != nullptr && MatchStore(*store, *static_cast<const BufferStore*>(p));
  }

 private:
  // other kinds: match no pattern
  bool MatchLoop(const For& a, const For& p) {
    auto nests = [](const For& loop) { return Is<For>(loop.body) || Is<SBlockRealize>(loop.body); };
    auto plain = [](const For& loop) {
      return IsZero(loop.min) && loop.for_kind == ForKind::kSerial && loop.annotations == nullptr;
    };
    if (!nests(a) || !nests(p) || !plain(a) || !plain(p)) return false;
    loops_.push_back(a.loop_var);
    pattern_loops_.push_back(p.loop_var);
    return Define(a.loop_var, p.loop_var) && MatchExpr(a.extent, p.extent) && MatchStmt(a.body, p.body);
  }
  // Axes are the loops, in order.
  bool MatchRealize(const SBlockRealize& a, const SBlockRealize& p) {
    auto trivial = [](const SBlockRealize& realize, const std::vector<const Var*>& loops) {
      return realize.iter_values.size() <= loops.size() && IsTrue(realize.predicate) &&
             std::equal(realize.iter_values.begin(), realize.iter_values.end(), loops.begin());
    };
    return trivial(a, loops_) && trivial(p, pattern_loops_) && MatchBlock(*a.block, *p.block);
  }
  bool MatchBlock(const SBlock& a, const SBlock& p) {
    if (a.iter_vars.size() != p.iter_vars.size() || !a.alloc_buffers.empty() || !p.alloc_buffers.empty()) return false;
    for (size_t i = 0; i < a.iter_vars.size(); ++i) {
      const IterVar &axis = *a.iter_vars[i], &wanted = *p.iter_vars[i];
      bool same = axis.iter_type == wanted.iter_type && Define(axis.var, wanted.var);
      if (!same || !MatchRange(*axis.dom, *wanted.dom)) return false;
    }
    if (!MatchRegions(a.writes, p.writes) || !MatchRegions(a.reads, p.reads)) return false;
    if ((a.init == nullptr) != (p.init == nullptr) || !Is<BufferStore>(a.body) || !Is<BufferStore>(p.body))
      return false;
    return (a.init == nullptr || MatchStmt(a.init, p.init)) && MatchStmt(a.body, p.body);
  }
  bool MatchRegions(Nodes<BufferRegion> a, Nodes<BufferRegion> p) {
    if (a.size() != p.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (!MatchBuffer(a[i]->buffer, p[i]->buffer) || a[i]->region.size() != p[i]->region.size()) return false;
      for (size_t k = 0; k < a[i]->region.size(); ++k) {
        if (!MatchRange(*a[i]->region[k], *p[i]->region[k])) return false;
      }
    }
    return true;
  }
  bool MatchRange(const Range& a, const Range& p) { return MatchExpr(a.min, p.min) && MatchExpr(a.extent, p.extent); }
  bool MatchStore(const BufferStore& a, const BufferStore& p) {
    return MatchAccess(a.buffer, a.indices, p.buffer, p.indices) && MatchExpr(a.value, p.value);
  }
  bool MatchAccess(const Buffer* a, Nodes<Expr> indices, const Buffer* p, Nodes<Expr> wanted) {
    return MatchBuffer(a, p) && MatchAll(indices, wanted);
  }
  bool MatchAll(Nodes<Expr> a, Nodes<Expr> p) {
    if (a.size() != p.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (!MatchExpr(a[i], p[i])) return false;
    }
    return true;
  }
  bool MatchBuffer(const Buffer* a, const Buffer* p) {
    auto [known, fresh] = buffers_.emplace(p, a);
    if (!fresh) return known->second == a;
    return a->dtype == p->dtype && a->scope == p->scope && MatchAll(a->shape, p->shape);
  }
  bool Define(const Var* a, const Var* p) { return vars_.emplace(p, a).second && DTypeOf(a).code == DTypeOf(p).code; }

  bool IsSymbol(const Expr* e) const { return symbols_.contains(As<Var>(e)); }
  // recursion: as deep as the kernels of the pattern
  bool MatchExpr(const Expr* a, const Expr* p) {
    if (const auto* var = As<Var>(p)) return IsSymbol(p) ? MatchSymbol(a, var) : MatchVar(a, var);
    const BinaryExpr* wanted = AsBinary(p);
    bool commutes = wanted != nullptr && (wanted->kind == NodeKind::kAdd || wanted->kind == NodeKind::kMul);
    if (commutes && IsSymbol(wanted->a) && Tried(a, wanted->b)) return true;
    if (commutes && IsSymbol(wanted->b) && Tried(a, wanted->a)) return true;
    if (a->kind != p->kind) return BothNumbers(a, p);
    if (const BinaryExpr* binary = AsBinary(a)) {
      return TriedBoth(binary->a, wanted->a, binary->b, wanted->b) ||
             (commutes && TriedBoth(binary->a, wanted->b, binary->b, wanted->a));
    }
    return MatchOther(a, p);
  }
  static bool BothNumbers(const Expr* a, const Expr* p) {
    const auto *left = As<IntImm>(a), *right = As<IntImm>(p);
    return left != nullptr && right != nullptr && left->value == right->value;
  }
  bool MatchOther(const Expr* a, const Expr* p) {
    if (Is<IntImm>(a)) return BothNumbers(a, p);
    if (const auto* imm = As<FloatImm>(a))
      return imm->value == static_cast<const FloatImm*>(p)->value && DTypeOf(a) == DTypeOf(p);
    if (const auto* load = As<BufferLoad>(a)) {
      const auto* wanted = static_cast<const BufferLoad*>(p);
      return MatchAccess(load->buffer, load->indices, wanted->buffer, wanted->indices);
    }
    if (const auto* cast = As<Cast>(a))
      return DTypeOf(a) == DTypeOf(p) && MatchExpr(cast->value, static_cast<const Cast*>(p)->value);
    const auto* call = As<Call>(a);
    const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
    const auto* other = call == nullptr ? nullptr : As<Op>(static_cast<const Call*>(p)->op);
    return op != nullptr && other != nullptr && op->name == other->name &&
           MatchAll(call->args, static_cast<const Call*>(p)->args);
  }
  bool MatchVar(const Expr* a, const Var* p) {
    auto known = vars_.find(p);
    return known != vars_.end() && known->second == a;
  }
  bool MatchSymbol(const Expr* a, const Var* p) {
    if (!Is<IntImm>(a) && !Is<FloatImm>(a)) return false;
    auto [known, fresh] = values_.emplace(p, a);
    return fresh || MatchOther(a, known->second);
  }
  // What a failed try has learnt is forgotten.
  bool Tried(const Expr* a, const Expr* p) {
    auto buffers = buffers_;
    auto values = values_;
    if (MatchExpr(a, p)) return true;
    buffers_ = std::move(buffers);
    values_ = std::move(values);
    return false;
  }
  bool TriedBoth(const Expr* a, const Expr* p, const Expr* b, const Expr* q) {
    auto buffers = buffers_;
    auto values = values_;
    if (MatchExpr(a, p) && MatchExpr(b, q)) return true;
    buffers_ = std::move(buffers);
    values_ = std::move(values);
    return false;
  }

  std::unordered_set<const Var*> symbols_;
  std::vector<const Var*> loops_, pattern_loops_;
  // From the pattern's to the kernel's.
  std::unordered_map<const Var*, const Expr*> vars_, values_;
  std::unordered_map<const Buffer*, const Buffer*> buffers_;
};

}  // namespace

// other kinds: are one stage
KernelStages StagesOf(const PrimFunc* kernel) {
  const auto* realize = As<SBlockRealize>(kernel->body);
  if (realize == nullptr || !realize->block->iter_vars.empty()) return {};
  KernelStages found{realize->block, {}};
  if (const auto* seq = As<SeqStmt>(realize->block->body)) {
    found.stages.assign(seq->seq.begin(), seq->seq.end());
  } else {
    found.stages.push_back(realize->block->body);
  }
  return found;
}

bool MatchesPattern(const Stmt* stage, const PrimFunc* pattern) {
  KernelStages wanted = StagesOf(pattern);
  bool possible = wanted.stages.size() == 1 && Is<For>(stage) && Is<For>(wanted.stages[0]);
  return possible && StageMatcher(pattern).MatchStmt(stage, wanted.stages[0]);
}

}  // namespace assay
