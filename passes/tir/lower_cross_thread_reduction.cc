// LowerCrossThreadReduction: a block whose reduction runs over threads becomes what each thread brings, a reduction
// over the threads (T.tvm_thread_allreduce), and a block that stores its result. Named as in tvm.s_tir.transform.
// Behind it the launch is one of threads, not a schedule, so that blocks which see what other threads store have
// barriers between them, which TVM leaves to ThreadSync, and one thread stores where no loop over threads stands around
// a block. Tested by testdata/lower_cross_thread_reduction and fuzzers/bench/races_test.cc.
#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/accesses.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/instances.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/analysis/reductions.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/schedule/nest_edits.h"
#include "passes/tir/launch_blocks.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

bool Reduces(const SBlockRealize& realize, const For* loop) {
  return HasKind(realize, loop->loop_var, IterType::kCommReduce);
}

// Of an element, or as the source of a view.
// other kinds: use no buffer by themselves
const Buffer* BufferUsedBy(const Node* node) {
  if (const auto* load = As<BufferLoad>(node)) return load->buffer;
  if (const auto* store = As<BufferStore>(node)) return store->buffer;
  const auto* view = As<MatchBufferRegion>(node);
  return view == nullptr ? nullptr : view->source->buffer;
}

class ReductionFinder : public RefusingMutator {
 public:
  using RefusingMutator::RefusingMutator;

  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    func_ = func;
    return RefusingMutator::VisitFunction(func);
  }

 protected:
  // other kinds: hold no nest by themselves
  // recursion: statements nest as deep as the parser lets them
  const Stmt* VisitStmt(const Stmt* s) override {
    if (failure_) return s;
    if (Is<SBlockRealize>(s)) return InBlock(*As<SBlockRealize>(s));
    const auto* loop = As<For>(s);
    if (loop == nullptr) return Children(s);
    bool outermost = !in_launch_ && ThreadAxisOf(loop);
    if (outermost) in_launch_ = true, lowered_ = false;
    const Stmt* made = Nest(loop);
    if (!outermost) return made;
    in_launch_ = false;
    if (!lowered_ || failure_) return made;
    if (const Buffer* left = LeftToOthers(s)) {
      std::string text = fmt::format("memory {} of the threads of a launch is used outside of it", left->name.text());
      failure_ = Diag{DiagKind::kCannotLower, s->span, text, "", {}};
      return s;
    }
    Result<const Stmt*> launch = AsThreads(ctx, made, made_);
    if (launch.ok()) return *launch;
    failure_ = launch.error();
    return s;
  }

 private:
  using Stmts = std::vector<const Stmt*>;

  // Memory of threads, or of blocks of them, that is used in the launch and elsewhere: once threads run at once, it
  // ends with them. Null where there is none.
  const Buffer* LeftToOthers(const Stmt* launch) const {
    std::unordered_map<const Var*, const Buffer*> inside;
    WalkBeforeChildren(launch, [&](const Node* node) {
      const Buffer* buffer = BufferUsedBy(node);
      if (buffer != nullptr && buffer->scope.text() != "global") inside.emplace(buffer->data, buffer);
      return !Is<Buffer>(node);
    });
    const Buffer* left = nullptr;
    WalkBeforeChildren(func_->body, [&](const Node* node) {
      const Buffer* buffer = BufferUsedBy(node);
      const Var* memory = buffer == nullptr ? As<Var>(node) : buffer->data;
      if (auto found = inside.find(memory); found != inside.end()) left = found->second;
      return node != launch && !Is<Buffer>(node);
    });
    return left;
  }

  const Stmt* InBlock(const SBlockRealize& realize) {
    for (const For* loop : loops_) {
      if (realize.block->init != nullptr && ThreadAxisOf(loop) && Reduces(realize, loop))
        return Refuse(realize, "the loops over its reduction are not the innermost ones");
    }
    std::vector<const For*> outer = std::exchange(loops_, {});
    std::vector<const Buffer*> above = std::exchange(allocated_, {});
    const Stmt* visited = Children(&realize);
    loops_ = std::move(outer);
    std::vector<const Buffer*> made = std::exchange(allocated_, std::move(above));
    if (made.empty()) return visited;
    SBlockRealize* grown = ctx.arena.New<SBlockRealize>(*As<SBlockRealize>(visited));
    SBlock* block = ctx.arena.New<SBlock>(*grown->block);
    made.insert(made.begin(), block->alloc_buffers.begin(), block->alloc_buffers.end());
    block->alloc_buffers = ctx.Copy(made);
    grown->block = block;
    return grown;
  }

  // other kinds: end a nest
  const Stmt* Nest(const For* loop) {
    std::vector<const For*> inner{loop};
    while (Is<For>(inner.back()->body)) inner.push_back(As<For>(inner.back()->body));
    const auto* realize = As<SBlockRealize>(inner.back()->body);
    bool over_threads =
        realize != nullptr && realize->block->init != nullptr && Reduces(*realize, loop) &&
        std::ranges::any_of(inner, [&](const For* l) { return ThreadAxisOf(l) && Reduces(*realize, l); });
    if (over_threads) return Lowered(*realize, inner);
    loops_.push_back(loop);
    const Stmt* visited = Children(loop);
    loops_.pop_back();
    return visited;
  }

  const Stmt* Refuse(const SBlockRealize& realize, std::string_view why) {
    if (!failure_) {
      std::string text = fmt::format("block {}: {}", realize.block->name_hint.text(), why);
      failure_ = Diag{DiagKind::kCannotLower, realize.span, text, "", {}};
    }
    return &realize;
  }
  // Why the loops cannot be those of threads that each bring a part; empty where they can.
  std::string WhyNot(const SBlockRealize& realize, const std::vector<const For*>& inner, const Reduction& reduction) {
    for (const For* loop : inner) {
      bool apart = !HasKind(realize, loop->loop_var, IterType::kDataPar);
      if (!apart) return "a loop over its reduction, or one inside of it, is spatial";
      if (ThreadAxisOf(loop) && !BindsThread(loop)) return "its reduction is bound to blocks of threads";
      bool fixed = std::ranges::none_of(inner, [&](const For* other) {
        return Mentions(loop->extent, other->loop_var) || Mentions(loop->min, other->loop_var);
      });
      if (!fixed) return "the loops over its reduction depend on each other";
    }
    for (const Expr* index : reduction.store->indices) {
      for (const IterVar* iter : realize.block->iter_vars) {
        if (iter->iter_type != IterType::kDataPar && Mentions(index, iter->var)) return "it stores by its reduction";
      }
    }
    if (!BeginsFirst(realize, inner)) return "it may leave out the first iteration of its reduction";
    const auto* init = As<BufferStore>(realize.block->init);
    bool same =
        init != nullptr && init->buffer == reduction.store->buffer && init->predicate == nullptr &&
        std::ranges::equal(init->indices, reduction.store->indices, [](auto* a, auto* b) { return Equal(a, b); });
    bool extreme = IsExtreme(reduction.op);
    const Expr* neutral = Neutral(ctx, reduction.op, reduction.store->buffer->dtype);
    bool begins =
        same && (extreme ? Is<IntImm>(init->value) || Is<FloatImm>(init->value) : Equal(init->value, neutral));
    if (!begins) return "it does not begin with what its operation leaves as it is";
    // Loops around the reduction that it does not depend on do it again.
    BlockSite site{&realize, {}, nullptr, &realize};
    std::ranges::copy_if(loops_, std::back_inserter(site.loops),
                         [&](const For* loop) { return Mentions(&realize, loop->loop_var); });
    site.loops.insert(site.loops.end(), inner.begin(), inner.end());
    return WhyOrdered(ctx, site);
  }

  // In the first iteration of the inner loops.
  const Expr* AtFirst(const Expr* e, const std::vector<const For*>& inner) {
    VarMap first;
    for (const For* loop : inner) first[loop->loop_var] = loop->min;
    return Simplify(ctx, SubstituteIn(ctx, e, first));
  }
  // Whether the block, if it runs at all, runs in the first iteration of its reduction, which begins it: where its
  // reduction is at its start, and what its predicate compares is not less in any other.
  bool BeginsFirst(const SBlockRealize& realize, const std::vector<const For*>& inner) {
    for (size_t i = 0; i < realize.iter_values.size(); ++i) {
      const IterVar& iter = *realize.block->iter_vars[i];
      if (iter.iter_type == IterType::kCommReduce &&
          !ProveEqual(ctx, AtFirst(realize.iter_values[i], inner), iter.dom->min))
        return false;
    }
    KernelFacts facts(ctx, *func_);
    for (const For* loop : loops_) facts.BindRange(loop->loop_var, loop->min, loop->extent);
    for (const For* loop : inner) facts.BindRange(loop->loop_var, loop->min, loop->extent);
    auto depends = [&](const Expr* e) {
      return std::ranges::any_of(inner, [&](const For* loop) { return Mentions(e, loop->loop_var); });
    };
    std::vector<const Expr*> parts{realize.predicate};
    while (!parts.empty()) {
      const Expr* part = parts.back();
      parts.pop_back();
      if (const auto* both = As<And>(part)) {
        parts.insert(parts.end(), {both->a, both->b});
        continue;
      }
      if (!depends(part)) continue;
      const auto* less = As<LT>(part);
      bool least = less != nullptr && !depends(less->b) && facts.DoesNotOverflow(less->a) &&
                   facts.Proves(MakeBinary(ctx, NodeKind::kGE, less->a, AtFirst(less->a, inner)));
      if (!least) return false;
    }
    return true;
  }
  // That there is an iteration at all, in terms of what is around the reduction.
  const Expr* Runs(const SBlockRealize& realize, const std::vector<const For*>& inner) {
    const Expr* runs = AtFirst(realize.predicate, inner);
    for (const For* loop : inner) {
      const Expr* some =
          Simplify(ctx, MakeBinary(ctx, NodeKind::kLT, MakeInt(ctx, 0, DTypeOf(loop->extent)), loop->extent));
      if (!IsTrue(some)) runs = IsTrue(runs) ? some : MakeBinary(ctx, NodeKind::kAnd, runs, some);
    }
    return runs;
  }

  // A block in which `body` stands, with such of the reduction's variables as `keeps` wants.
  template <class F>
  const SBlockRealize* Block(const SBlockRealize& like, std::string_view suffix, const Stmt* body,
                             const BufferRegion* writes, const Expr* predicate, F&& keeps) {
    std::vector<const IterVar*> iters;
    std::vector<const Expr*> values;
    VarMap fresh;
    for (size_t i = 0; i < like.iter_values.size(); ++i) {
      const IterVar* iter = like.block->iter_vars[i];
      if (!keeps(*iter)) continue;
      IterVar* own = ctx.arena.New<IterVar>(*iter);
      own->var = MakeVar(ctx, iter->var->name.text(), DTypeOf(iter->var));
      fresh[iter->var] = own->var;
      iters.push_back(own);
      values.push_back(like.iter_values[i]);
    }
    SBlock* block = ctx.arena.New<SBlock>();
    block->name_hint = ctx.Intern(fmt::format("{}_{}", like.block->name_hint.text(), suffix));
    block->iter_vars = ctx.Copy(iters);
    block->body = SubstituteIn(ctx, body, fresh);
    const Buffer* own[] = {writes->buffer};
    block->reads = ctx.Copy(ReadsOf(ctx, block->body, own));
    block->writes = ctx.Copy(std::vector{SubstituteIn(ctx, writes, fresh)});
    SBlockRealize* realize = ctx.arena.New<SBlockRealize>();
    realize->iter_values = ctx.Copy(values);
    realize->predicate = predicate;
    realize->block = block;
    realize->span = like.span;
    return realize;
  }
  const Buffer* Own(std::string_view prefix, const Buffer& of) {
    const Buffer* buffer = MakeBuffer(ctx, fmt::format("{}_{}", prefix, of.name.text()), of.dtype,
                                      {MakeInt(ctx, 1, DType::Int(32))}, "local");
    allocated_.push_back(buffer);
    return buffer;
  }
  const Expr* Zero() { return MakeInt(ctx, 0, DType::Int(32)); }
  const BufferRegion* Point(const Buffer* buffer) {
    const Expr* zero[] = {Zero()};
    return PointRegion(ctx, buffer, zero);
  }

  const Stmt* Lowered(const SBlockRealize& realize, const std::vector<const For*>& inner) {
    std::optional<Reduction> reduction = ReductionOf(*realize.block);
    if (!reduction) return Refuse(realize, "what it stores is no sum, product, least or greatest value");
    std::string why = WhyNot(realize, inner, *reduction);
    if (!why.empty()) return Refuse(realize, why);
    lowered_ = true;
    std::vector<const For*> threads, serial;
    for (const For* loop : inner) (BindsThread(loop) ? threads : serial).push_back(loop);
    const Buffer* whole = Own("cross_thread", *reduction->store->buffer);
    Stmts parts;
    bool direct = serial.empty() && IsTrue(realize.predicate);
    const Expr* brought = direct ? Addend(realize, *reduction) : InThread(realize, *reduction, serial, parts);
    parts.push_back(AcrossThreads(realize, *reduction, brought, whole, threads));
    parts.push_back(WriteBack(realize, *reduction, whole, threads, Runs(realize, inner)));
    made_.insert(parts.back());
    const Stmt* nest = MakeSeqStmt(ctx, parts);
    made_.insert(nest);
    for (size_t i = threads.size(); i-- > 0;) nest = WithBody(threads[i], nest);
    return nest;
  }

  // In terms of the loops, whose variables the reduction over threads names.
  const Expr* Addend(const SBlockRealize& realize, const Reduction& reduction) {
    VarMap values;
    for (size_t i = 0; i < realize.iter_values.size(); ++i)
      values[realize.block->iter_vars[i]->var] = realize.iter_values[i];
    return SubstituteIn(ctx, reduction.addend, values);
  }
  // What a thread's own iterations come to.
  const Expr* InThread(const SBlockRealize& realize, const Reduction& reduction, const std::vector<const For*>& serial,
                       Stmts& parts) {
    const Buffer* part = Own("in_thread", *reduction.store->buffer);
    const Expr* first = As<BufferStore>(realize.block->init)->value;
    parts.push_back(Block(realize, "in_thread_init", MakeStore(ctx, part, first, {Zero()}), Point(part),
                          MakeBool(ctx, true), [](const IterVar&) { return false; }));
    const Expr* sum = MakeBinary(ctx, reduction.op, MakeLoad(ctx, part, {Zero()}), reduction.addend);
    const Stmt* nest = Block(realize, "in_thread", MakeStore(ctx, part, sum, {Zero()}), Point(part), realize.predicate,
                             [](const IterVar&) { return true; });
    for (size_t i = serial.size(); i-- > 0;) nest = WithBody(serial[i], nest);
    parts.push_back(nest);
    return MakeLoad(ctx, part, {Zero()});
  }

  const Stmt* AcrossThreads(const SBlockRealize& realize, const Reduction& reduction, const Expr* brought,
                            const Buffer* whole, const std::vector<const For*>& threads) {
    DType dtype = whole->dtype;
    CommReducer* reducer = ctx.arena.New<CommReducer>();
    const Var *x = MakeVar(ctx, "x0", dtype), *y = MakeVar(ctx, "y0", dtype);
    reducer->lhs = ctx.Copy(std::vector{x});
    reducer->rhs = ctx.Copy(std::vector{y});
    reducer->result = ctx.Copy(std::vector{MakeBinary(ctx, reduction.op, x, y)});
    reducer->identity_element = ctx.Copy(std::vector{As<BufferStore>(realize.block->init)->value});
    std::vector<const Expr*> args{MakeInt(ctx, 1, DType::UInt(32)), brought, MakeBool(ctx, true),
                                  MakeLoad(ctx, whole, {Zero()})};
    for (const For* loop : threads) args.push_back(loop->loop_var);
    Evaluate* reduce = ctx.arena.New<Evaluate>();
    reduce->value = MakeIntrinsic(ctx, IntrinsicId::tvm_thread_allreduce, DType::Void(), args);
    AttrStmt* attr = ctx.arena.New<AttrStmt>();
    attr->node = reducer;
    attr->attr_key = ctx.Intern("reduce_scope");
    attr->value = Zero();
    attr->body = reduce;
    return Block(realize, "cross_thread", attr, Point(whole), MakeBool(ctx, true),
                 [](const IterVar&) { return false; });
  }

  // Each thread has the result: one stores it where others would store the same.
  const Stmt* WriteBack(const SBlockRealize& realize, const Reduction& reduction, const Buffer* whole,
                        const std::vector<const For*>& threads, const Expr* predicate) {
    const BufferStore& store = *reduction.store;
    BufferStore* result = ctx.arena.New<BufferStore>(store);
    result->value = MakeLoad(ctx, whole, {Zero()});
    for (const For* loop : threads) {
      if (!IsOfOneThread(*store.buffer)) predicate = AndFirst(ctx, predicate, loop);
    }
    return Block(realize, "write_back", result, PointRegion(ctx, store.buffer, store.indices), predicate,
                 [](const IterVar& iter) { return iter.iter_type == IterType::kDataPar; });
  }

  const PrimFunc* func_ = nullptr;
  // Around the statement, from the block around it.
  std::vector<const For*> loops_;
  // For the block that is visited.
  std::vector<const Buffer*> allocated_;
  bool in_launch_ = false;
  bool lowered_ = false;
  // Sequences whose parts are one thread's own.
  std::unordered_set<const Stmt*> made_;
};

Result<Module> RunLowerCrossThreadReduction(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LowerPrimFuncs<ReductionFinder>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kLowerCrossThreadReduction = {
    .name = "LowerCrossThreadReduction",
    .doc = "makes reductions over threads of blocks that reduce over loops which are bound to them",
    .exact = Exactness::kRounding,
    .changes = Alters({Facet::kKernels}) |
               Adds({Facet::kOwnShapes, Facet::kOwnDTypes, Facet::kOwnMemory, Facet::kStatementAttrs}) |
               Adds({Facet::kBlockNames}) | Drops({Facet::kBlockNames}),
    .run = RunLowerCrossThreadReduction,
};

}  // namespace assay
