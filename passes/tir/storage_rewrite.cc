// StorageRewrite: buffers that a kernel allocates move to its beginning, or to that of the parallel loop around them,
// and those of one dtype that are never needed at the same time become one, also where a statement reads the one for
// the last time to write the other. Tested by testdata/storage_rewrite.
#include <algorithm>
#include <unordered_map>

#include "ir/tir/threads.h"
#include "ir/tir/tiles.h"
#include "passes/analysis/in_place.h"
#include "passes/analysis/lifetimes.h"
#include "passes/analysis/loop_indices.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// What fits a register is never shared, as in TVM.
constexpr int64_t kSmallBits = 32;

struct Storage {
  BufferLife life;
  // Among the allocations.
  size_t number = 0;
  // Where it moves to: the body of this statement, or the kernel's where it is null.
  const Stmt* home = nullptr;
  int64_t elements = 0;
  // Stays where it is.
  bool pinned = false;

  const Buffer& buffer() const { return *life.alloc->buffer; }
  bool Shares() const {
    return !pinned && life.used && elements * buffer().dtype.bits * buffer().dtype.lanes > kSmallBits;
  }
};

// other kinds: run in order
bool RunsInParallel(const Stmt* s) {
  if (const auto* loop = As<For>(s))
    return loop->for_kind == ForKind::kParallel || loop->for_kind == ForKind::kThreadBinding;
  return Is<AttrStmt>(s);
}

std::vector<Storage> StoragesIn(const Stmt* body) {
  std::vector<Storage> found;
  for (BufferLife& life : LivesIn(body)) {
    const Buffer& buffer = *life.alloc->buffer;
    const IntImm* size = buffer.shape.size() == 1 ? AsInt(buffer.shape[0]) : nullptr;
    auto home = std::find_if(life.around.rbegin(), life.around.rend(), RunsInParallel);
    Storage storage;
    storage.number = found.size();
    storage.home = home == life.around.rend() ? nullptr : *home;
    storage.elements = size == nullptr ? 0 : size->value;
    storage.pinned = life.escapes || IsTile(buffer) || size == nullptr || IsVolatile(*life.alloc) ||
                     !buffer.strides.empty() || buffer.elem_offset != nullptr;
    storage.life = std::move(life);
    found.push_back(std::move(storage));
  }
  return found;
}

// Which buffers are one: each gets the first that is free, of those with its dtype, scope and place.
class Plan {
 public:
  Plan(Context& ctx, const PrimFunc& func, const std::vector<Storage>& found) : ctx_(ctx), facts_(ctx, func) {
    BindLoops(facts_, func.body);
    std::vector<const Storage*> order;
    for (const Storage& storage : found) {
      if (!storage.pinned) order.push_back(&storage);
    }
    std::ranges::sort(order, {},
                      [](const Storage* storage) { return std::pair(storage->life.begin, storage->number); });
    for (const Storage* storage : order) Place(*storage);
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
      const Buffer &a = first.buffer(), &b = storage.buffer();
      // One thread may still be at what is needed before, and another one behind it.
      bool in_launch =
          std::ranges::any_of(first.life.around, [](const Stmt* s) { return ThreadAxisOf(s).has_value(); });
      if (in_launch && IsSharedByThreads(a)) return false;
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
    const BufferLife &old = before.life, &life = storage.life;
    const Stmt* meet = life.first_in;
    bool meeting = meet != nullptr && old.last_in == meet && old.first_in != meet && life.last_in != meet;
    return meeting && before.elements == storage.elements &&
           CanReuseBuffer(ctx_, facts_, meet, &before.buffer(), &storage.buffer());
  }
  void Settle(const Slot& slot) {
    const Storage& first = *slot.users[0];
    const Buffer* buffer = &first.buffer();
    if (slot.elements != first.elements) {
      Buffer* grown = ctx_.arena.New<Buffer>(*buffer);
      grown->shape = ctx_.Copy(std::vector<const Expr*>{MakeInt(ctx_, slot.elements, DTypeOf(buffer->shape[0]))});
      buffer = grown;
    }
    AllocBuffer* alloc = ctx_.arena.New<AllocBuffer>(*first.life.alloc);
    alloc->buffer = buffer;
    alloc->annotations = nullptr;
    allocated_[first.home].push_back(alloc);
    for (const Storage* user : slot.users) {
      buffers_[&user->buffer()] = buffer;
      data_[user->buffer().data] = buffer->data;
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
    std::vector<Storage> storages = StoragesIn(func->body);
    Plan plan(ctx, *func, storages);
    plan_ = &plan;
    const Stmt* body = OrNoOp(ctx, Visit(func->body), func->body);
    body = With(plan.AllocatedIn(nullptr), body);
    return assay::WithBody(ctx, func, body);
  }

 protected:
  // other kinds: are no place for allocations
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
    .changes = Alters({Facet::kKernels, Facet::kOwnShapes}) | Drops({Facet::kAnnotations}),
    .run = RunStorageRewrite,
};

}  // namespace assay
