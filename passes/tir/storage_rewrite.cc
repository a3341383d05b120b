// StorageRewrite: buffers that a kernel allocates move to its beginning, or to that of the parallel loop around them,
// and those of one dtype that are never needed at the same time become one, also where a statement reads the one for
// the last time to write the other. Tested by testdata/storage_rewrite.
#include <algorithm>
#include <deque>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "ir/walk.h"
#include "passes/analysis/in_place.h"
#include "passes/analysis/loop_indices.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// What fits a register is never shared, as in TVM.
constexpr int64_t kSmallBits = 32;

// A loop, by the times of its beginning and end, or a statement inside of none.
struct Stretch {
  size_t begin = 0;
  size_t end = 0;
  const Stmt* stmt = nullptr;
};
struct Storage {
  const AllocBuffer* alloc = nullptr;
  // Among the allocations.
  size_t number = 0;
  // Loops around the allocation, and where it moves to: the body of this statement, or the kernel's where it is null.
  size_t depth = 0;
  const Stmt* home = nullptr;
  int64_t elements = 0;
  // Mentioned other than as a buffer or as an argument of a call statement: stays where it is.
  bool pinned = false;
  bool used = false;
  Stretch life;
  // Where that begins and ends: loops that the allocation is not in, or statements.
  const Stmt* first_in = nullptr;
  const Stmt* last_in = nullptr;

  bool Shares() const {
    return !pinned && used && elements * alloc->buffer->dtype.bits * alloc->buffer->dtype.lanes > kSmallBits;
  }
};

bool IsVolatile(const AllocBuffer& alloc) {
  return alloc.annotations != nullptr && alloc.annotations->Find("tirx.volatile") != nullptr;
}
bool RunsInParallel(const Stmt* s) {
  if (const auto* loop = As<For>(s))
    return loop->for_kind == ForKind::kParallel || loop->for_kind == ForKind::kThreadBinding;
  return Is<AttrStmt>(s);
}

// When each allocated buffer is first and last needed. A buffer from outside of a loop is needed during all of it.
class LifetimeFinder {
 public:
  explicit LifetimeFinder(const Stmt* body) {
    Visit(body);
    for (const auto& [storage, stretch] : inside_) Extend(*storage, *stretch);
  }
  std::vector<std::unique_ptr<Storage>>& found() { return found_; }

 private:
  // As deep as the parser lets statements nest.
  void Visit(const Stmt* s) {
    if (s == nullptr) return;
    ++now_;
    if (const auto* seq = As<SeqStmt>(s)) {
      for (const Stmt* item : seq->seq) Visit(item);
    } else if (const auto* branch = As<IfThenElse>(s)) {
      Touch(branch->condition, false);
      Visit(branch->then_case);
      Visit(branch->else_case);
    } else if (const auto* loop = As<For>(s)) {
      for (const Expr* e : {loop->min, loop->extent, loop->step}) Touch(e, false);
      Loop(s, nullptr, loop->body);
    } else if (const auto* loop = As<While>(s)) {
      Loop(s, loop->condition, loop->body);
    } else if (const auto* attr = As<AttrStmt>(s)) {
      Touch(attr->node, false);
      Touch(attr->value, false);
      Loop(s, nullptr, attr->body);
    } else if (const auto* alloc = As<AllocBuffer>(s)) {
      Add(*alloc);
    } else {
      at_ = s;
      Touch(s, Is<Evaluate>(s));
      at_ = nullptr;
    }
  }
  void Loop(const Stmt* s, const Expr* condition, const Stmt* body) {
    loops_.push_back(&stretches_.emplace_back(Stretch{now_, 0, s}));
    if (RunsInParallel(s)) homes_.push_back(s);
    Touch(condition, false);
    Visit(body);
    if (RunsInParallel(s)) homes_.pop_back();
    loops_.back()->end = ++now_;
    loops_.pop_back();
  }
  void Add(const AllocBuffer& alloc) {
    const Buffer& buffer = *alloc.buffer;
    const IntImm* size = buffer.shape.size() == 1 ? AsInt(buffer.shape[0]) : nullptr;
    auto storage = std::make_unique<Storage>();
    storage->alloc = &alloc;
    storage->number = found_.size();
    storage->depth = loops_.size();
    storage->home = homes_.empty() ? nullptr : homes_.back();
    storage->elements = size == nullptr ? 0 : size->value;
    storage->pinned = size == nullptr || IsVolatile(alloc) || !buffer.strides.empty() || buffer.elem_offset != nullptr;
    by_data_[buffer.data] = storage.get();
    found_.push_back(std::move(storage));
  }
  void Touch(const Node* root, bool is_call) {
    WalkBeforeChildren(root, [&](const Node* node) {
      if (const auto* var = As<Var>(node)) Touch(var, nullptr, is_call);
      if (const auto* buffer = As<Buffer>(node)) Touch(buffer->data, buffer, is_call);
      // A view goes on after this statement.
      if (const auto* view = As<DeclBuffer>(node)) Touch(view->buffer->data, nullptr, false);
      // So does an address that no call takes.
      const auto* addressed = AddressedBy(node);
      if (addressed != nullptr && !is_call) Touch(addressed->buffer->data, nullptr, false);
      return !Is<Buffer>(node);
    });
  }
  void Touch(const Var* data, const Buffer* buffer, bool is_call) {
    auto known = by_data_.find(data);
    if (known == by_data_.end()) return;
    Storage& storage = *known->second;
    storage.pinned |= buffer == nullptr ? !is_call : buffer != storage.alloc->buffer;
    const Stmt* within = loops_.size() > storage.depth ? loops_[storage.depth]->stmt : at_;
    if (!storage.used) storage.life = {now_, now_};
    if (!storage.used) storage.first_in = within;
    storage.used = true;
    storage.last_in = within;
    storage.life.end = std::max(storage.life.end, now_);
    if (loops_.size() > storage.depth) inside_.emplace_back(&storage, loops_[storage.depth]);
  }
  static void Extend(Storage& storage, const Stretch& stretch) {
    storage.life.begin = std::min(storage.life.begin, stretch.begin);
    storage.life.end = std::max(storage.life.end, stretch.end);
  }

  size_t now_ = 0;
  // The statement at work, if it has none inside of it.
  const Stmt* at_ = nullptr;
  std::vector<std::unique_ptr<Storage>> found_;
  std::unordered_map<const Var*, Storage*> by_data_;
  std::deque<Stretch> stretches_;
  std::vector<const Stmt*> homes_;
  std::vector<std::pair<Storage*, const Stretch*>> inside_;
  std::vector<Stretch*> loops_;
};

// Which buffers are one: each gets the first that is free, of those with its dtype, scope and place.
class Plan {
 public:
  Plan(Context& ctx, const PrimFunc& func, std::vector<std::unique_ptr<Storage>>& found)
      : ctx_(ctx), facts_(ctx, func) {
    BindLoops(facts_, func.body);
    std::vector<Storage*> order;
    for (auto& storage : found) {
      if (!storage->pinned) order.push_back(storage.get());
    }
    std::ranges::sort(order, {},
                      [](const Storage* storage) { return std::pair(storage->life.begin, storage->number); });
    for (Storage* storage : order) Place(*storage);
    for (const Slot& slot : slots_) Settle(slot);
  }
  // Null for a buffer that stays what it is.
  const Buffer* BufferFor(const Buffer* buffer) const {
    auto known = buffers_.find(buffer);
    return known == buffers_.end() ? nullptr : known->second;
  }
  const std::unordered_map<const Var*, const Var*>& data() const { return data_; }
  // What is allocated where the statement's body begins; null is the kernel.
  std::vector<const Stmt*> AllocatedIn(const Stmt* home) const {
    auto known = allocated_.find(home);
    return known == allocated_.end() ? std::vector<const Stmt*>() : known->second;
  }

 private:
  struct Slot {
    std::vector<const Storage*> users;
    int64_t elements = 0;
    size_t busy_until = 0;
  };

  void Place(const Storage& storage) {
    auto alike = [&](const Slot& slot) {
      const Storage& first = *slot.users[0];
      const Buffer &a = *first.alloc->buffer, &b = *storage.alloc->buffer;
      return a.dtype == b.dtype && a.scope == b.scope && first.home == storage.home && first.Shares();
    };
    auto in_place = [&](const Slot& slot) { return alike(slot) && TakesOver(*slot.users.back(), storage); };
    auto free = [&](const Slot& slot) { return alike(slot) && slot.busy_until < storage.life.begin; };
    auto slot = storage.Shares() ? std::ranges::find_if(slots_, in_place) : slots_.end();
    if (storage.Shares() && slot == slots_.end()) slot = std::ranges::find_if(slots_, free);
    if (slot == slots_.end()) slot = slots_.insert(slots_.end(), Slot{});
    slot->users.push_back(&storage);
    slot->elements = std::max(slot->elements, storage.elements);
    slot->busy_until = storage.life.end;
  }
  // One is needed before the statement that the lives meet in, the other behind it.
  bool TakesOver(const Storage& before, const Storage& storage) {
    const Stmt* meet = storage.first_in;
    bool meeting = meet != nullptr && before.last_in == meet && before.first_in != meet && storage.last_in != meet;
    return meeting && before.elements == storage.elements &&
           CanReuseBuffer(ctx_, facts_, before.last_in, before.alloc->buffer, storage.alloc->buffer);
  }
  void Settle(const Slot& slot) {
    const Storage& first = *slot.users[0];
    const Buffer* buffer = first.alloc->buffer;
    if (slot.elements != first.elements) {
      Buffer* grown = ctx_.arena.New<Buffer>(*buffer);
      grown->shape = ctx_.Copy(std::vector<const Expr*>{MakeInt(ctx_, slot.elements, DTypeOf(buffer->shape[0]))});
      buffer = grown;
    }
    AllocBuffer* alloc = ctx_.arena.New<AllocBuffer>(*first.alloc);
    alloc->buffer = buffer;
    alloc->annotations = nullptr;
    allocated_[first.home].push_back(alloc);
    for (const Storage* user : slot.users) {
      buffers_[user->alloc->buffer] = buffer;
      data_[user->alloc->buffer->data] = buffer->data;
    }
  }

  Context& ctx_;
  KernelFacts facts_;
  std::vector<Slot> slots_;
  std::unordered_map<const Buffer*, const Buffer*> buffers_;
  std::unordered_map<const Var*, const Var*> data_;
  std::unordered_map<const Stmt*, std::vector<const Stmt*>> allocated_;
};

class StorageRewriter : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    LifetimeFinder lifetimes(func->body);
    Plan plan(ctx, *func, lifetimes.found());
    plan_ = &plan;
    const Stmt* body = OrNoOp(ctx, Visit(func->body), func->body);
    body = With(plan.AllocatedIn(nullptr), body);
    return assay::WithBody(ctx, func, body);
  }

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* alloc = As<AllocBuffer>(s);
    if (alloc != nullptr && plan_->BufferFor(alloc->buffer) != nullptr) return nullptr;
    std::vector<const Stmt*> allocated = plan_->AllocatedIn(s);
    const Stmt* visited = Children(s);
    if (allocated.empty()) return visited;
    if (const auto* loop = As<For>(visited)) return WithBody(loop, With(std::move(allocated), loop->body));
    AttrStmt* attr = ctx.arena.New<AttrStmt>(*As<AttrStmt>(visited));
    attr->body = With(std::move(allocated), attr->body);
    return attr;
  }
  const Buffer* VisitBuffer(const Buffer* buffer) override {
    const Buffer* shared = plan_->BufferFor(buffer);
    return shared == nullptr ? buffer : shared;
  }
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      if (Is<Buffer>(original)) return VisitBuffer(As<Buffer>(original));
      auto known = Is<Var>(original) ? plan_->data().find(As<Var>(original)) : plan_->data().end();
      return known == plan_->data().end() ? rebuilt : known->second;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  const Stmt* With(std::vector<const Stmt*> allocated, const Stmt* body) {
    if (allocated.empty()) return body;
    allocated.push_back(body);
    return MakeSeqStmt(ctx, allocated);
  }

  const Plan* plan_ = nullptr;
};

Result<Module> RunStorageRewrite(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutatePrimFuncs<StorageRewriter>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kStorageRewrite = {
    .name = "StorageRewrite",
    .doc =
        "moves allocations of kernels to where they can be shared, and shares those that are not needed at the same "
        "time",
    .run = RunStorageRewrite,
};

}  // namespace assay
