// ThreadSync: barriers of a block, or of its warps, between accesses of several threads to memory that they share. An
// access that needs one is where the barrier comes before its statement; what a branch or loop does that not all
// threads go through together has it before the branch. Named as in tvm.s_tir.transform; where it is not known that two
// accesses are of one thread, there is a barrier. Tested by testdata/thread_sync and fuzzers/bench/races_test.cc.
#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/accesses.h"
#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"
#include "passes/analysis/effects.h"
#include "passes/analysis/loop_indices.h"
#include "passes/options.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// Iterations of a loop that are looked at until nothing new is left for the next one.
constexpr int kMostTrips = 4;

struct Touch {
  const Var* data = nullptr;
  // Null: any of the memory's elements, by its pointer.
  const Buffer* buffer = nullptr;
  Nodes<Expr> indices;
  bool writes = false;
  // Of an iteration before, whose variables are others by now.
  bool earlier = false;

  auto Key() const { return std::tuple(data, buffer, indices.data(), writes, earlier); }
  bool operator<(const Touch& other) const { return Key() < other.Key(); }
};
// Each once, however often loops come to it. What is asked of them does not depend on their order.
using Touches = std::set<Touch>;

class Synchronizer : public RefusingMutator {
 public:
  Synchronizer(Context& context, std::string_view scope) : RefusingMutator(context), scope_(scope) {}

 protected:
  // other kinds: one thing that a thread does, or nothing that is executed
  // recursion: statements nest as deep as the parser lets them
  const Stmt* VisitStmt(const Stmt* s) override {
    if (ThreadAxisOf(s)) return InThreads(s);
    if (!in_launch_) return Children(s);
    if (const auto* seq = As<SeqStmt>(s)) return InOrder(*seq);
    if (const For* loop = VirtualThreadAsLoop(ctx, s)) return InVirtualThreads(s, *loop);
    if (const auto* loop = As<For>(s))
      return Together(*loop) && !LeavesDivergently(loop->body, false) ? WithBody(loop, Iterate(*loop)) : AtOnce(s);
    if (const auto* choice = As<IfThenElse>(s)) return IsUniform(choice->condition) ? Choice(*choice) : AtOnce(s);
    if (const auto* attr = As<AttrStmt>(s)) {
      AttrStmt* made = ctx.arena.New<AttrStmt>(*attr);
      made->body = Visit(attr->body);
      return made;
    }
    if (const auto* bind = As<Bind>(s); bind != nullptr && !IsUniform(bind->value)) own_.insert(bind->var);
    return AtOnce(s);
  }

 private:
  struct Axis {
    const Var* var;
    // Nothing: not known.
    std::optional<int64_t> extent;
  };

  // other kinds: bind no axis
  const Stmt* InThreads(const Stmt* s) {
    bool outermost = !std::exchange(in_launch_, true);
    if (outermost) EnterLaunch(s);
    bool of_block = *ThreadAxisOf(s) >= kFirstThreadAxis;
    const auto* loop = As<For>(s);
    const Expr* extent = loop != nullptr ? loop->extent : As<AttrStmt>(s)->value;
    const auto* known = As<IntImm>(extent);
    if (of_block) axes_.push_back({loop != nullptr ? loop->loop_var : ThreadOf(s)->var, ValueOf(known)});
    const Stmt* body = Visit(loop != nullptr ? loop->body : As<AttrStmt>(s)->body);
    if (of_block) axes_.pop_back();
    // Launches follow one another.
    if (outermost) open_.clear();
    in_launch_ = !outermost;
    if (loop != nullptr) return WithBody(loop, body);
    AttrStmt* attr = ctx.arena.New<AttrStmt>(*As<AttrStmt>(s));
    attr->body = body;
    return attr;
  }
  // Notes what is written in a launch, or allocated for it.
  // other kinds: neither write nor allocate
  void EnterLaunch(const Stmt* launch) {
    changing_.clear();
    WalkOnce(launch, [&](const Node* node) {
      if (Is<SBlock>(node) && !failure_) {
        failure_ = Diag{
            DiagKind::kCannotLower, launch->span, "a launch of threads has blocks; run LowerOpaqueBlock first", "", {}};
      }
      const auto* store = As<BufferStore>(node);
      const auto* alloc = As<AllocBuffer>(node);
      const Buffer* buffer = store != nullptr ? store->buffer : alloc != nullptr ? alloc->buffer : nullptr;
      if (buffer != nullptr) changing_.insert(buffer->data);
      for (const BufferLoad* element : HandedOnBy(node)) changing_.insert(element->buffer->data);
      for (auto [data, writes] : PointersTakenBy(node)) {
        if (writes) changing_.insert(data);
      }
    });
  }
  static std::optional<int64_t> ValueOf(const IntImm* imm) {
    return imm == nullptr ? std::nullopt : std::optional(imm->value);
  }

  const Stmt* InOrder(const SeqStmt& seq) {
    std::vector<const Stmt*> items;
    for (const Stmt* item : seq.seq) items.push_back(Visit(item));
    return MakeSeqStmt(ctx, items);
  }

  // What all threads come to, with a barrier before it where what is open asks for one.
  const Stmt* AtOnce(const Stmt* s) {
    bool waits = IsBarrier(s);
    Touches touches = TouchesIn(s);
    bool needs = !waits && Conflicts(open_, touches);
    if (waits || needs) open_.clear();
    if (!waits && !Is<Evaluate>(s)) CheckInside(s);
    open_.insert(touches.begin(), touches.end());
    return needs ? MakeSeqStmt(ctx, {MakeBarrier(ctx, scope_), s}) : s;
  }
  // A barrier of the block orders what one of a warp does as well.
  bool IsBarrier(const Stmt* s) const {
    std::optional<std::string_view> scope = BarrierScopeOf(s);
    return scope && !scope->empty() && (*scope != "warp" || scope_ == "warp");
  }
  // No barrier can stand where not all threads come.
  void CheckInside(const Stmt* s) {
    Touches before;
    WalkBeforeChildren(s, [&](const Node* node) {
      // other kinds: hold others, or touch nothing
      bool leaf = Is<BufferStore>(node) || Is<Evaluate>(node) || Is<Bind>(node) || Is<AssertStmt>(node);
      if (!leaf) return AsExpr(node) == nullptr && !Is<Buffer>(node);
      Touches touches = TouchesIn(static_cast<const Stmt*>(node));
      if (Conflicts(before, touches) && !failure_) {
        failure_ = Diag{DiagKind::kCannotLower,
                        node->span,
                        fmt::format("a barrier of '{}' is needed where not all threads come", scope_),
                        "",
                        {}};
      }
      before.insert(touches.begin(), touches.end());
      return false;
    });
  }

  // A branch that all threads of a block take, or none.
  const Stmt* Choice(const IfThenElse& choice) {
    Touches asked = TouchesIn(choice.condition);
    bool needs = Conflicts(open_, asked);
    if (needs) open_.clear();
    open_.insert(asked.begin(), asked.end());
    Touches before = open_;
    IfThenElse* made = ctx.arena.New<IfThenElse>(choice);
    made->then_case = Visit(choice.then_case);
    Touches behind = std::exchange(open_, before);
    if (choice.else_case != nullptr) made->else_case = Visit(choice.else_case);
    open_.insert(behind.begin(), behind.end());
    return needs ? MakeSeqStmt(ctx, {MakeBarrier(ctx, scope_), made}) : made;
  }

  // The body of a loop that all threads go through together: what one iteration leaves open the next one begins with.
  const Stmt* Iterate(const For& loop) {
    Touches before = open_;
    Touches left, inside = TouchesIn(loop.body);
    const Stmt* body = nullptr;
    for (int iteration = 0;; ++iteration) {
      open_ = before;
      for (Touch touch : left) {
        touch.earlier = true;
        open_.insert(touch);
      }
      body = Visit(loop.body);
      // What was open before the loop is of no iteration, unless the same statements stand there as well.
      Touches own;
      std::ranges::copy_if(open_, std::inserter(own, own.end()),
                           [&](const Touch& touch) { return !before.contains(touch) || inside.contains(touch); });
      if (Within(own, left) || failure_) break;
      if (iteration == kMostTrips) {
        body = MakeSeqStmt(ctx, {MakeBarrier(ctx, scope_), body});
        break;
      }
      left = std::move(own);
    }
    // It may have no iteration.
    open_.insert(before.begin(), before.end());
    return body;
  }
  // other kinds: bind no thread
  const Stmt* InVirtualThreads(const Stmt* s, const For& loop) {
    if (!Together(loop)) return AtOnce(s);
    const Stmt* body = Iterate(loop);
    if (const auto* bound = As<For>(s)) return WithBody(bound, body);
    AttrStmt* attr = ctx.arena.New<AttrStmt>(*As<AttrStmt>(s));
    attr->body = body;
    return attr;
  }
  // Of whatever iteration.
  static bool Within(const Touches& some, const Touches& all) {
    return std::ranges::all_of(some, [&](Touch one) {
      one.earlier = false;
      if (all.contains(one)) return true;
      one.earlier = true;
      return all.contains(one);
    });
  }

  // other kinds: no loops
  bool Together(const For& loop) const {
    bool counted = loop.for_kind == ForKind::kSerial || loop.for_kind == ForKind::kUnrolled;
    return counted && IsUniform(loop.min) && IsUniform(loop.extent);
  }
  // Whether a jump out of the statement, or to its next iteration, is one that not all threads make together.
  // other kinds: do not jump, or jump no further than out of themselves
  // recursion: statements nest as deep as the parser lets them
  bool LeavesDivergently(const Stmt* s, bool apart) {
    if (s == nullptr) return false;
    if (Is<Break>(s) || Is<Continue>(s)) return apart;
    if (const auto* bind = As<Bind>(s); bind != nullptr && !IsUniform(bind->value)) own_.insert(bind->var);
    if (const auto* attr = As<AttrStmt>(s)) return LeavesDivergently(attr->body, apart);
    if (const auto* seq = As<SeqStmt>(s))
      return std::ranges::any_of(seq->seq, [&](const Stmt* item) { return LeavesDivergently(item, apart); });
    const auto* choice = As<IfThenElse>(s);
    if (choice == nullptr) return false;
    bool differs = apart || !IsUniform(choice->condition);
    return LeavesDivergently(choice->then_case, differs) || LeavesDivergently(choice->else_case, differs);
  }
  // The same for all threads of a block: of constants, blocks, loops that they go through together, and memory that
  // stays as it is during the launch.
  bool IsUniform(const Expr* e) const {
    bool uniform = true;
    WalkOnce(e, [&](const Node* node) {
      const auto* var = As<Var>(node);
      uniform &= var == nullptr || (!own_.contains(var) && !IsThread(var));
      const auto* load = As<BufferLoad>(node);
      uniform &= load == nullptr || !changing_.contains(load->buffer->data);
      const auto* call = As<Call>(node);
      uniform &= call == nullptr || IsPureIntrinsic(call);
    });
    return uniform;
  }
  bool IsThread(const Var* var) const {
    return std::ranges::any_of(axes_, [&](const Axis& axis) { return axis.var == var; });
  }

  Touches TouchesIn(const Node* node) const {
    Touches touches;
    ForEachAccess(node, [&](const ElementAccess& access) {
      const Buffer* buffer = access.buffer;
      if (buffer->scope.text() == scope_) touches.insert({buffer->data, buffer, access.indices, access.writes});
    });
    WalkBeforeChildren(node, [&](const Node* below) {
      for (auto [data, writes] : PointersTakenBy(below)) {
        if (As<PointerType>(data->type)->storage_scope.text() == scope_) touches.insert({data, nullptr, {}, writes});
      }
      return !Is<Buffer>(below);
    });
    return touches;
  }
  bool Conflicts(const Touches& before, const Touches& now) const {
    return std::ranges::any_of(now, [&](const Touch& b) {
      return std::ranges::any_of(
          before, [&](const Touch& a) { return a.data == b.data && (a.writes || b.writes) && !OfOneThread(a, b); });
    });
  }
  // Whether both are of an element that one thread alone comes to.
  bool OfOneThread(const Touch& a, const Touch& b) const {
    if (a.earlier || b.earlier || a.buffer == nullptr || a.buffer != b.buffer || a.indices.size() != b.indices.size())
      return false;
    for (size_t i = 0; i < a.indices.size(); ++i) {
      if (!Equal(a.indices[i], b.indices[i])) return false;
    }
    return std::ranges::any_of(a.indices, [&](const Expr* index) { return DiffersByThread(index); });
  }
  // A sum in which each axis counts for more than all those before it can come to.
  bool DiffersByThread(const Expr* index) const {
    std::vector<std::pair<int64_t, int64_t>> steps;
    const Expr* rest = index;
    for (const Axis& axis : axes_) {
      if (axis.extent == 1) continue;
      std::optional<LinearSplit> split = LinearIn(ctx, rest, axis.var);
      if (!split || split->coefficient == 0 || !axis.extent) return false;
      steps.emplace_back(std::abs(split->coefficient), *axis.extent);
      rest = split->rest;
    }
    if (rest != nullptr && !IsUniform(rest)) return false;
    std::ranges::sort(steps);
    int64_t reach = 0;
    for (const auto& [step, extent] : steps) {
      if (step <= reach || extent > kMostThreads || step > kMostStep) return false;
      reach += step * (extent - 1);
    }
    return true;
  }
  static constexpr int64_t kMostThreads = 1 << 20, kMostStep = 1 << 30;

  std::string_view scope_;
  std::vector<Axis> axes_;
  bool in_launch_ = false;
  // Memory of the launch, by its pointer.
  std::unordered_set<const Var*> changing_;
  // Variables that each thread has its own value of.
  std::unordered_set<const Var*> own_;
  // Touched since the last barrier.
  Touches open_;
};

Result<Module> RunThreadSync(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(std::string scope, StringOption(options, "storage_scope", ""));
  if (scope != "shared" && scope != "shared.dyn" && scope != "warp")
    return Diag{
        DiagKind::kBadArgument,
        {},
        fmt::format("invalid storage_scope: expected \"shared\", \"shared.dyn\" or \"warp\", got \"{}\"", scope),
        "",
        {}};
  return MapPrimFuncs(pass_ctx.ctx, module,
                      [&](const PrimFunc* func) { return Synchronizer(pass_ctx.ctx, scope).Lower(func); });
}

bool SampleScope(Context& ctx, const Module&, ByteSource& bytes, PassOptions& options) {
  constexpr std::string_view kScopes[] = {"shared", "shared.dyn", "warp"};
  options["storage_scope"] = MakeAttrString(ctx, kScopes[bytes.Below(std::size(kScopes))]);
  return true;
}

constexpr std::string_view kOptions[] = {"storage_scope"};

}  // namespace

const PassSpec tir_pass::kThreadSync = {
    .name = "ThreadSync",
    .doc = "puts barriers between accesses of several threads to memory that they share",
    .options = kOptions,
    .changes = Alters({Facet::kKernels}),
    .run = RunThreadSync,
    .sample_options = SampleScope,
    .about_threads = true,
};

}  // namespace assay
