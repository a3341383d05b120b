// InjectSoftwarePipeline: a loop that is marked as a pipeline runs its statements of several iterations at once: each
// statement has a stage, by which it runs so many iterations later, and an order among those that run together. In
// front of the loop stands what leads into it, behind it what leads out; a buffer that is allocated for an iteration
// has as many versions as iterations need it at once. Named and marked as in tvm.s_tir.transform; asynchronous copies
// are copies here. Tested by testdata/inject_software_pipeline.
#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/attr_numbers.h"
#include "ir/mentions.h"
#include "passes/analysis/accesses.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/iterations.h"
#include "passes/analysis/pipeline_marks.h"
#include "passes/rewrite/facts_mutator.h"
#include "passes/rewrite/placed_access.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// What the text may grow to.
constexpr int64_t kMostStages = 16;

struct Part {
  const Stmt* stmt = nullptr;
  int64_t stage = 0;
  int64_t order = 0;
  EffectSet effects;

  // Of one iteration.
  bool RunsBefore(const Part& other) const {
    return stage < other.stage || (stage == other.stage && order < other.order);
  }
};

// Accesses of buffers with versions, the one of the iteration.
class Versioner : public StmtMutator {
 public:
  using Buffers = std::unordered_map<const Buffer*, const Buffer*>;
  Versioner(Context& context, const Var* iteration, const Buffers& versioned)
      : StmtMutator(context), iteration_(iteration), versioned_(versioned) {}

  const Stmt* In(const Stmt* s) {
    auto place = [&](const Buffer* buffer, Nodes<Expr> indices) -> std::optional<Place> {
      auto versioned = versioned_.find(buffer);
      if (versioned == versioned_.end()) return std::nullopt;
      return Place{versioned->second, At(indices, buffer)};
    };
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      if (const auto* region = As<BufferRegion>(rebuilt); region != nullptr && versioned_.contains(region->buffer)) {
        std::vector<const Range*> ranges(region->region.begin(), region->region.end());
        const Expr* version = Version(region->buffer);
        ranges.insert(ranges.begin(), MakeRange(ctx, version, MakeInt(ctx, 1, DTypeOf(version))));
        return MakeRegion(ctx, versioned_.at(region->buffer), ranges);
      }
      return PlacedAccess(ctx, rebuilt, place);
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Stmt*>(Rewrite(ctx, s, rule, enter, Types::kSkip, memo));
  }

 private:
  const Expr* Version(const Buffer* buffer) {
    const Expr* count = versioned_.at(buffer)->shape[0];
    const Expr* number = iteration_;
    if (DTypeOf(number) != DTypeOf(count)) number = MakeCast(ctx, DTypeOf(count), number);
    return MakeBinary(ctx, NodeKind::kFloorMod, number, count);
  }
  Nodes<Expr> At(Nodes<Expr> indices, const Buffer* buffer) {
    std::vector<const Expr*> at(indices.begin(), indices.end());
    at.insert(at.begin(), Version(buffer));
    return ctx.Copy(at);
  }

  const Var* iteration_;
  const Buffers& versioned_;
};

// Writes a pipeline out.
class Pipeline {
 public:
  Pipeline(Context& context, KernelFacts& facts, const For& loop, std::vector<Part> parts)
      : ctx_(context), facts_(facts), loop_(loop), parts_(std::move(parts)) {
    for (const Part& part : parts_) last_ = std::max(last_, part.stage);
    std::ranges::sort(parts_, {}, &Part::order);
  }

  std::vector<const Stmt*> Write() {
    std::vector<const Stmt*> made;
    const Expr* lead = Int(last_);
    // In front: iterations that have begun.
    if (last_ > 0)
      Add(made, Int(last_), ForKind::kUnrolled, [&](const Part& part, const Expr* slot) {
        return std::pair(Minus(slot, part.stage),
                         All({Le(Int(part.stage), slot), Lt(Minus(slot, part.stage), loop_.extent)}));
      });
    const Expr* rest = Simplify(ctx_, MakeBinary(ctx_, NodeKind::kSub, loop_.extent, lead));
    const Expr* zero = Int(0);
    const Expr* whole = last_ == 0 ? loop_.extent : Simplify(ctx_, MakeBinary(ctx_, NodeKind::kMax, rest, zero));
    Add(made, whole, ForKind::kSerial, [&](const Part& part, const Expr* slot) {
      return std::pair(Plus(slot, Int(last_ - part.stage)), static_cast<const Expr*>(MakeBool(ctx_, true)));
    });
    // Behind: iterations that have not ended, but for what ran in front where there are fewer than stages.
    if (last_ > 0)
      Add(made, Int(last_), ForKind::kUnrolled, [&](const Part& part, const Expr* slot) {
        const Expr* now = Plus(slot, loop_.extent);
        return std::pair(Minus(now, part.stage), All({Lt(slot, Int(part.stage)), Le(lead, now)}));
      });
    return made;
  }

 private:
  const Expr* Int(int64_t value) { return MakeInt(ctx_, value, DTypeOf(loop_.loop_var)); }
  const Expr* Plus(const Expr* a, const Expr* b) { return Simplify(ctx_, MakeBinary(ctx_, NodeKind::kAdd, a, b)); }
  const Expr* Minus(const Expr* a, int64_t b) { return b == 0 ? a : MakeBinary(ctx_, NodeKind::kSub, a, Int(b)); }
  const Expr* Le(const Expr* a, const Expr* b) { return MakeBinary(ctx_, NodeKind::kLE, a, b); }
  const Expr* Lt(const Expr* a, const Expr* b) { return MakeBinary(ctx_, NodeKind::kLT, a, b); }
  const Expr* All(const std::vector<const Expr*>& conditions) {
    const Expr* all = MakeBool(ctx_, true);
    for (const Expr* condition : conditions) {
      condition = facts_.Simplify(condition);
      if (!IsTrue(condition)) all = IsTrue(all) ? condition : MakeBinary(ctx_, NodeKind::kAnd, all, condition);
    }
    return all;
  }
  static bool IsNever(const Expr* condition) {
    const IntImm* known = AsInt(condition);
    return known != nullptr && known->value == 0;
  }

  // A loop over `count` slots in which `place` says which iteration of a part runs, and when.
  template <class F>
  void Add(std::vector<const Stmt*>& made, const Expr* count, ForKind kind, F&& place) {
    const IntImm* known = AsInt(count);
    if (known != nullptr && known->value <= 0) return;
    bool once = known != nullptr && known->value == 1;
    const Var* var = MakeVar(ctx_, loop_.loop_var->name.text(), DTypeOf(loop_.loop_var));
    facts_.BindRange(var, Int(0), count);
    const Expr* slot = once ? Int(0) : static_cast<const Expr*>(var);
    std::vector<const Stmt*> body;
    for (const Part& part : parts_) {
      auto [iteration, condition] = place(part, slot);
      condition = facts_.Simplify(condition);
      if (IsNever(condition)) continue;
      const IntImm* first = AsInt(loop_.min);
      bool from_zero = first != nullptr && first->value == 0;
      const Expr* value = from_zero ? iteration : MakeBinary(ctx_, NodeKind::kAdd, loop_.min, iteration);
      const Stmt* copy = FreshCopy(ctx_, part.stmt, {{loop_.loop_var, Simplify(ctx_, value)}});
      body.push_back(Guarded(copy, condition));
    }
    if (body.empty()) return;
    const Stmt* all = MakeSeqStmt(ctx_, body);
    if (once) return made.push_back(all);
    For* loop = ctx_.arena.New<For>(*MakeFor(ctx_, var, count, all));
    loop->for_kind = kind;
    loop->span = loop_.span;
    made.push_back(loop);
  }
  // other kinds: behind a branch
  const Stmt* Guarded(const Stmt* s, const Expr* condition) {
    if (IsTrue(condition)) return s;
    if (const auto* realize = As<SBlockRealize>(s)) {
      SBlockRealize* guarded = ctx_.arena.New<SBlockRealize>(*realize);
      guarded->predicate =
          IsTrue(realize->predicate) ? condition : MakeBinary(ctx_, NodeKind::kAnd, condition, realize->predicate);
      return guarded;
    }
    IfThenElse* guarded = ctx_.arena.New<IfThenElse>();
    guarded->condition = condition;
    guarded->then_case = s;
    return guarded;
  }

  Context& ctx_;
  KernelFacts& facts_;
  const For& loop_;
  // In the order in which they run.
  std::vector<Part> parts_;
  int64_t last_ = 0;
};

class PipelineInjector : public FactsMutator {
 public:
  using FactsMutator::FactsMutator;

  Result<const PrimFunc*> Lower(const PrimFunc* func) {
    const PrimFunc* lowered = VisitFunction(func);
    if (refusal_) return std::move(*refusal_);
    return lowered;
  }

 protected:
  // other kinds: are no pipelines
  const Stmt* VisitStmt(const Stmt* s) override {
    BindLoop(s);
    const Stmt* visited = Children(s);
    const auto* loop = As<For>(visited);
    bool marked = loop != nullptr && loop->annotations != nullptr && loop->annotations->Find(kPipelineStage) != nullptr;
    return marked && !refusal_ ? Injected(*loop) : visited;
  }

 private:
  const Stmt* Refuse(const For& loop, std::string_view why) {
    if (!refusal_) {
      std::string text = fmt::format("the pipeline of loop {}: {}", loop.loop_var->name.text(), why);
      refusal_ = Diag{DiagKind::kCannotLower, loop.span, text, "", {}};
    }
    return &loop;
  }

  const Stmt* Injected(const For& loop) {
    const SBlockRealize* wrap = As<SBlockRealize>(loop.body);
    if (wrap != nullptr && !IsPlain(*wrap)) return Refuse(loop, "its block has variables, a predicate or an init");
    Result<std::vector<Part>> parts = PartsOf(loop, wrap == nullptr ? loop.body : wrap->block->body);
    if (!parts.ok()) return Refuse(loop, parts.error().message);
    if (loop.for_kind != ForKind::kSerial || loop.step != nullptr) return Refuse(loop, "it is no plain loop");
    Nodes<Buffer> own = wrap == nullptr ? Nodes<Buffer>() : wrap->block->alloc_buffers;
    std::unordered_map<const Var*, int64_t> versions;
    for (const Buffer* buffer : own) versions[buffer->data] = 1;
    std::string why = WhyNot(loop, *parts, versions);
    if (!why.empty()) return Refuse(loop, why);
    std::vector<const Buffer*> allocated;
    Versioner::Buffers versioned;
    for (const Buffer* buffer : own) {
      if (versions[buffer->data] > 1 && !HasRows(*buffer))
        return Refuse(loop, "the rows of a buffer of it do not follow each other");
      allocated.push_back(versions[buffer->data] == 1 ? buffer : Grown(*buffer, versions[buffer->data]));
      if (allocated.back() != buffer) versioned[buffer] = allocated.back();
    }
    for (Part& part : *parts) part.stmt = Versioner(ctx, loop.loop_var, versioned).In(part.stmt);
    std::vector<const Stmt*> made = Pipeline(ctx, *facts_, loop, *parts).Write();
    const Stmt* body = made.empty() ? NoOp(ctx) : MakeSeqStmt(ctx, made);
    return wrap == nullptr ? body : InBlock(*wrap, allocated, body);
  }
  static bool IsPlain(const SBlockRealize& wrap) {
    const SBlock& block = *wrap.block;
    return block.iter_vars.empty() && IsTrue(wrap.predicate) && block.init == nullptr && block.match_buffers.empty();
  }

  // other kinds: one thing that a part does
  Result<std::vector<Part>> PartsOf(const For& loop, const Stmt* body) {
    auto refused = [&](std::string why) { return Diag{DiagKind::kCannotLower, loop.span, std::move(why), "", {}}; };
    auto stages = NumbersOf(loop.annotations->Find(kPipelineStage)),
         orders = NumbersOf(loop.annotations->Find(kPipelineOrder));
    if (!stages || !orders) return refused("its stages and its order are no two lists of numbers");
    const auto* seq = As<SeqStmt>(body);
    std::vector<const Stmt*> items{body};
    if (seq != nullptr) items.assign(seq->seq.begin(), seq->seq.end());
    if (stages->size() != items.size() || orders->size() != items.size())
      return refused(fmt::format("expected {} stages and places in its order, got {} and {}", items.size(),
                                 stages->size(), orders->size()));
    std::vector<Part> parts;
    for (size_t i = 0; i < items.size(); ++i) {
      if (Is<AllocBuffer>(items[i]) || Is<Bind>(items[i]) || Is<DeclBuffer>(items[i]))
        return refused("a statement of it is there for those behind it");
      if ((*stages)[i] < 0 || (*stages)[i] > kMostStages)
        return refused(fmt::format("invalid stage {}: expected 0 to {}", (*stages)[i], kMostStages));
      if (std::ranges::count(*orders, (*orders)[i]) != 1)
        return refused(fmt::format("two statements have the place {} in its order", (*orders)[i]));
      parts.push_back({items[i], (*stages)[i], (*orders)[i], EffectsOf(items[i])});
    }
    return parts;
  }

  // Why a statement would see something else than in the loop; says how many versions of what the loop allocates are
  // in use at once.
  std::string WhyNot(const For& loop, const std::vector<Part>& parts,
                     std::unordered_map<const Var*, int64_t>& versions) {
    Accesses accesses = AccessesIn(ctx, &loop);
    for (size_t k = 0; k < parts.size(); ++k) {
      if (parts[k].effects.unknown) return "what a statement of it does is not known";
      for (size_t l = k + 1; l < parts.size(); ++l) {
        if (parts[l].effects.unknown) return "what a statement of it does is not known";
        for (const Var* data : Shared(parts[k].effects, parts[l].effects)) {
          if (!parts[k].RunsBefore(parts[l])) return "a statement of it would run before one that it depends on";
          auto own = versions.find(data);
          int64_t apart = parts[l].stage - parts[k].stage;
          bool earlier = parts[k].order < parts[l].order;
          if (own != versions.end())
            own->second = std::max(own->second, apart + (earlier ? 1 : 0));
          else if ((apart > 1 || (apart == 1 && earlier)) && !AreIndependent(loop, accesses, data))
            return "a statement of it would run before one of an earlier iteration that it may depend on";
        }
      }
    }
    return "";
  }
  // Memory that both touch and one writes.
  static VarSet Shared(const EffectSet& a, const EffectSet& b) {
    VarSet shared;
    for (const Var* data : a.writes) {
      if (b.Touches(data)) shared.insert(data);
    }
    for (const Var* data : b.writes) {
      if (a.Touches(data)) shared.insert(data);
    }
    return shared;
  }
  bool AreIndependent(const For& loop, const Accesses& accesses, const Var* data) {
    std::vector<const Access*> touches;
    for (const Access& access : accesses.all) {
      if (access.buffer->data == data) touches.push_back(&access);
    }
    return IterationsAreIndependent(ctx, *facts_, loop, touches);
  }

  // Whether each row lies behind the one before, maybe with a gap, so that versions can lie so, too.
  static bool HasRows(const Buffer& buffer) {
    int64_t inner = 1;
    for (size_t i = buffer.strides.size(); i-- > 0;) {
      const IntImm *dim = AsInt(buffer.shape[i]), *stride = AsInt(buffer.strides[i]);
      if (dim == nullptr || stride == nullptr || stride->value < inner) return false;
      if (__builtin_mul_overflow(stride->value, std::max<int64_t>(dim->value, 1), &inner)) return false;
    }
    return true;
  }
  const Buffer* Grown(const Buffer& buffer, int64_t versions) {
    std::vector<const Expr*> shape(buffer.shape.begin(), buffer.shape.end());
    DType dtype = shape.empty() ? DType::Int(32) : DTypeOf(shape[0]);
    shape.insert(shape.begin(), MakeInt(ctx, versions, dtype));
    Buffer* grown = ctx.arena.New<Buffer>(buffer);
    if (!buffer.strides.empty()) {
      std::vector<const Expr*> strides(buffer.strides.begin(), buffer.strides.end());
      strides.insert(strides.begin(), Simplify(ctx, MakeBinary(ctx, NodeKind::kMul, strides[0], buffer.shape[0])));
      grown->strides = ctx.Copy(strides);
    }
    grown->shape = ctx.Copy(shape);
    return grown;
  }
  const Stmt* InBlock(const SBlockRealize& wrap, const std::vector<const Buffer*>& allocated, const Stmt* body) {
    SBlock* block = ctx.arena.New<SBlock>(*wrap.block);
    block->alloc_buffers = ctx.Copy(allocated);
    block->body = body;
    block->reads = Relaxed(wrap.block->reads);
    block->writes = Relaxed(wrap.block->writes);
    SBlockRealize* realize = ctx.arena.New<SBlockRealize>(wrap);
    realize->block = block;
    return realize;
  }
  // For all iterations: the buffers whole.
  Nodes<BufferRegion> Relaxed(Nodes<BufferRegion> regions) {
    std::vector<const BufferRegion*> whole;
    for (const BufferRegion* region : regions) {
      std::vector<const Range*> ranges;
      for (const Expr* dim : region->buffer->shape)
        ranges.push_back(MakeRange(ctx, MakeInt(ctx, 0, DTypeOf(dim)), dim));
      whole.push_back(MakeRegion(ctx, region->buffer, ranges));
    }
    return ctx.Copy(whole);
  }

  std::optional<Diag> refusal_;
};

Result<Module> RunInjectSoftwarePipeline(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapPrimFuncs(pass_ctx.ctx, module,
                      [&](const PrimFunc* func) { return PipelineInjector(pass_ctx.ctx).Lower(func); });
}

}  // namespace

const PassSpec tir_pass::kInjectSoftwarePipeline = {
    .name = "InjectSoftwarePipeline",
    .doc = "runs statements of several iterations at once where a loop is marked as a pipeline",
    .changes = Alters({Facet::kKernels, Facet::kOwnShapes, Facet::kBlockNames, Facet::kAnnotations}) |
               Adds({Facet::kBlockNames, Facet::kLoopKinds, Facet::kOwnShapes}) |
               Drops({Facet::kAnnotations, Facet::kBlockNames}),
    .run = RunInjectSoftwarePipeline,
};

}  // namespace assay
