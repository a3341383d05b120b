#include "passes/analysis/thread_loops.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/arith/sum.h"
#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/walk.h"
#include "passes/analysis/iterations.h"
#include "passes/analysis/loop_indices.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

bool IsThread(const Stmt* s) { return Is<For>(s) && As<For>(s)->for_kind == ForKind::kThreadBinding; }
Name TagOf(const For& loop) { return loop.thread_binding->thread_tag; }

// The loops of a launch, and the tags around each statement that does something.
class LaunchReader {
 public:
  explicit LaunchReader(const For& root) { Visit(&root); }
  std::vector<ThreadLoop> loops;
  struct Effect {
    const Stmt* s;
    std::vector<const For*> path;
  };
  std::vector<Effect> effects;
  // What is allocated, by the loops around it.
  std::unordered_map<const Buffer*, std::vector<const For*>> allocated;

 private:
  // other kinds: taken for effects
  // recursion: statements nest as deep as the parser lets them
  void Visit(const Stmt* s) {
    if (s == nullptr) return;
    if (const auto* seq = As<SeqStmt>(s)) {
      for (const Stmt* item : seq->seq) Visit(item);
    } else if (const auto* branch = As<IfThenElse>(s)) {
      Visit(branch->then_case);
      Visit(branch->else_case);
    } else if (const auto* attr = As<AttrStmt>(s)) {
      Visit(attr->body);
    } else if (const auto* loop = As<While>(s)) {
      effects.push_back({s, path_});
      Visit(loop->body);
    } else if (const auto* loop = As<For>(s)) {
      path_.push_back(loop);
      if (IsThread(loop)) loops.push_back({loop, path_});
      Visit(loop->body);
      path_.pop_back();
    } else if (const auto* realize = As<SBlockRealize>(s)) {
      for (const Buffer* buffer : realize->block->alloc_buffers) allocated[buffer] = path_;
      Visit(realize->block->init);
      Visit(realize->block->body);
    } else if (const auto* alloc = As<AllocBuffer>(s)) {
      allocated[alloc->buffer] = path_;
    } else if (!Is<Bind>(s) && !Is<DeclBuffer>(s)) {
      effects.push_back({s, path_});
    }
  }

  std::vector<const For*> path_;
};

// Takes the loops with tags away and puts one for each where it belongs.
class LaunchWriter : public StmtMutator {
 public:
  LaunchWriter(Context& context, const std::vector<ThreadTag>& tags) : StmtMutator(context), tags_(tags) {
    for (const ThreadTag& tag : tags) {
      for (const For* loop : tag.loops) vars_[loop->loop_var] = tag.loops[0]->loop_var;
    }
  }
  const Stmt* Write(const For& root) {
    return SubstituteIn(ctx, Around(nullptr, OrNoOp(ctx, Visit(&root), &root)), vars_);
  }

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* loop = As<For>(s);
    if (loop == nullptr) return Children(s);
    const Stmt* body = Around(loop, OrNoOp(ctx, Visit(loop->body), loop->body));
    return IsThread(loop) ? body : WithBody(loop, body);
  }

 private:
  // The first tag is the outermost one.
  const Stmt* Around(const For* place, const Stmt* body) {
    for (auto tag = tags_.rbegin(); tag != tags_.rend(); ++tag) {
      if (tag->place != place) continue;
      For* loop = ctx.arena.New<For>(*tag->loops[0]);
      loop->body = body;
      body = loop;
    }
    return body;
  }

  const std::vector<ThreadTag>& tags_;
  VarMap vars_;
};

class ThreadMover : public RefusingMutator {
 public:
  ThreadMover(Context& context, PlaceThreads place, std::string_view pass, std::vector<PassNote>& notes)
      : RefusingMutator(context), place_(place), pass_(pass), notes_(notes) {}

  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    KernelFacts facts(ctx, *func);
    facts_ = &facts;
    return RefusingMutator::VisitFunction(func);
  }

 protected:
  const Stmt* VisitStmt(const Stmt* s) override { return IsThread(s) ? Launch(*As<For>(s)) : Children(s); }

 private:
  const Stmt* Launch(const For& root) {
    LaunchReader launch(root);
    std::vector<ThreadTag> tags = TagsOf(launch);
    place_(launch.loops, tags);
    const Stmt* moved = LaunchWriter(ctx, tags).Write(root);
    if (Equal(moved, &root)) return &root;
    std::string why = WhyNot(root, launch, tags);
    if (why.empty() && !AreIndependent(moved, launch, tags)) why = "its threads may access what another one writes";
    if (why.empty()) return moved;
    notes_.push_back({pass_, PassNote::Kind::kNow, "launch of " + TagOf(root).str(), root.span, why, ""});
    return &root;
  }
  static std::vector<ThreadTag> TagsOf(const LaunchReader& launch) {
    std::vector<ThreadTag> tags;
    for (const ThreadLoop& one : launch.loops) {
      auto tag = std::ranges::find(tags, TagOf(*one.loop), &ThreadTag::name);
      if (tag == tags.end()) tag = tags.insert(tags.end(), ThreadTag{TagOf(*one.loop), {}, nullptr});
      tag->loops.push_back(one.loop);
    }
    return tags;
  }
  // other kinds: effects, which need their threads around them
  std::string WhyNot(const For& root, const LaunchReader& launch, const std::vector<ThreadTag>& tags) {
    std::unordered_set<const Var*> inner;
    for (const Var* var : DefinedIn(&root)) inner.insert(var);
    for (const ThreadTag& tag : tags) {
      const For& first = *tag.loops[0];
      for (const For* loop : tag.loops) {
        bool same = SameFactor(facts_->Simplify(loop->min), facts_->Simplify(first.min)) &&
                    SameFactor(facts_->Simplify(loop->extent), facts_->Simplify(first.extent));
        if (!same) Refuse(*loop, tag);
        if (loop->annotations != nullptr || loop->step != nullptr || DTypeOf(loop->loop_var) != DTypeOf(first.loop_var))
          return "loops of one tag are not alike";
        for (const Expr* e : {loop->min, loop->extent}) {
          if (!IsPure(e) || MentionsAny(e, inner)) return "a number of threads is not known before the launch";
        }
      }
    }
    for (const ThreadLoop& one : launch.loops) {
      auto has_tag = [&](const For* outer) {
        return outer != one.loop && IsThread(outer) && TagOf(*outer) == TagOf(*one.loop);
      };
      if (std::ranges::any_of(one.path, has_tag)) return "a tag stands inside of itself";
    }
    for (const LaunchReader::Effect& effect : launch.effects) {
      if (Is<Evaluate>(effect.s) && !IsPure(As<Evaluate>(effect.s)->value)) return "a call may act on other threads";
      if (EffectsOfNode(effect.s).jumps) return "it may end early";
      for (const ThreadTag& tag : tags) {
        bool around = tag.place == nullptr || std::ranges::find(effect.path, tag.place) != effect.path.end();
        bool was_around = std::ranges::any_of(
            effect.path, [&](const For* loop) { return IsThread(loop) && TagOf(*loop) == tag.name; });
        if (around && !was_around) return "a statement beside its threads would run in each of them";
      }
    }
    return "";
  }
  void Refuse(const For& loop, const ThreadTag& tag) {
    if (failure_) return;
    std::string message = fmt::format("loops that are bound to {} have different ranges", tag.name.text());
    failure_ = Diag{DiagKind::kCannotLower, loop.span, std::move(message), "", {}};
  }
  // Whether threads keep to their own elements of all that is written, but for what each thread has allocated.
  bool AreIndependent(const Stmt* moved, const LaunchReader& launch, const std::vector<ThreadTag>& tags) {
    BindLoops(*facts_, moved);
    Accesses accesses = AccessesIn(ctx, moved);
    std::vector<const For*> loops;
    WalkBeforeChildren(moved, [&](const Node* node) {
      if (IsThread(static_cast<const Stmt*>(node))) loops.push_back(As<For>(node));
      return AsExpr(node) == nullptr;
    });
    for (const For* loop : loops) {
      for (const auto& [buffer, use] : accesses.uses) {
        if (!IsPrivate(buffer, TagOf(*loop), launch) && !IsIndependent(*loop, use)) return false;
      }
    }
    return tags.size() == loops.size();
  }
  static bool IsPrivate(const Buffer* buffer, Name tag, const LaunchReader& launch) {
    auto found = launch.allocated.find(buffer);
    if (found == launch.allocated.end()) return false;
    return std::ranges::any_of(found->second, [&](const For* loop) { return IsThread(loop) && TagOf(*loop) == tag; });
  }
  bool IsIndependent(const For& loop, const BufferUse& use) {
    std::vector<const Access*> inside;
    for (const Access* access : use.accesses) {
      if (std::ranges::find(access->scopes, &loop) != access->scopes.end()) inside.push_back(access);
    }
    bool written = std::ranges::any_of(inside, &Access::writes);
    if (use.opaque) return false;
    return !written || IterationsAreIndependent(ctx, *facts_, loop, inside);
  }

  PlaceThreads place_;
  std::string_view pass_;
  std::vector<PassNote>& notes_;
  KernelFacts* facts_ = nullptr;
};

}  // namespace

Result<Module> MoveThreads(PassContext& pass_ctx, const Module& module, std::string_view pass, PlaceThreads place) {
  return MapPrimFuncs(pass_ctx.ctx, module, [&](const PrimFunc* func) {
    return ThreadMover(pass_ctx.ctx, place, pass, pass_ctx.notes).Lower(func);
  });
}

}  // namespace assay
