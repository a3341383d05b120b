#include "passes/analysis/accesses.h"

#include <unordered_set>

#include "ir/tir/accesses.h"
#include "passes/analysis/kernel_facts.h"

namespace assay {
namespace {

class AccessFinder {
 public:
  // Without a context, indices stay as they are written.
  explicit AccessFinder(Context* ctx) : ctx_(ctx) {}

  // other kinds: access what their parts access
  // recursion: statements nest as deep as the parser lets them
  void Visit(const Stmt* s) {
    if (s == nullptr) return;
    if (const auto* seq = As<SeqStmt>(s)) {
      for (const Stmt* item : seq->seq) Visit(item);
    } else if (const auto* loop = As<For>(s)) {
      Look(loop->min);
      Look(loop->extent);
      Look(loop->step);
      Inside(s, loop->body);
    } else if (const auto* loop = As<While>(s)) {
      scopes_.push_back(s);
      Look(loop->condition);
      scopes_.pop_back();
      Inside(s, loop->body);
    } else if (const auto* branch = As<IfThenElse>(s)) {
      Look(branch->condition);
      Visit(branch->then_case);
      Visit(branch->else_case);
    } else if (const auto* attr = As<AttrStmt>(s)) {
      Look(attr->node);
      Look(attr->value);
      Visit(attr->body);
    } else if (const auto* realize = As<SBlockRealize>(s)) {
      VisitBlock(*realize);
    } else if (const auto* alloc = As<AllocBuffer>(s)) {
      allocated_.push_back(alloc->buffer);
    } else {
      Look(s);
    }
  }
  Accesses Finish() {
    // Some are used by their pointer alone.
    for (const Buffer* buffer : allocated_) {
      if (pointers_.contains(buffer->data)) found_.uses[buffer].opaque = true;
    }
    for (auto& [buffer, use] : found_.uses) use.opaque |= pointers_.contains(buffer->data);
    return std::move(found_);
  }

 private:
  void Inside(const Stmt* scope, const Stmt* body) {
    scopes_.push_back(scope);
    Visit(body);
    scopes_.pop_back();
  }
  void VisitBlock(const SBlockRealize& realize) {
    const SBlock& block = *realize.block;
    for (size_t i = 0; i < block.iter_vars.size(); ++i) {
      Look(realize.iter_values[i]);
      if (ctx_ != nullptr) values_[block.iter_vars[i]->var] = Bound(realize.iter_values[i]);
    }
    Look(realize.predicate);
    for (const MatchBufferRegion* match : block.match_buffers) found_.uses[match->source->buffer].opaque = true;
    allocated_.insert(allocated_.end(), block.alloc_buffers.begin(), block.alloc_buffers.end());
    scopes_.push_back(&realize);
    Visit(block.init);
    Visit(block.body);
    scopes_.pop_back();
  }
  const Expr* Bound(const Expr* e) { return values_.empty() ? e : SubstituteInValue(*ctx_, e, values_); }
  // Loads, the store, and pointers, by which a buffer may be used in any way.
  void Look(const Node* root) {
    WalkBeforeChildren(root, [&](const Node* node) {
      if (std::optional<ElementAccess> access = ElementAccessOf(node)) Add(*access);
      if (const auto* view = As<DeclBuffer>(node)) pointers_.insert(view->buffer->data);
      for (const BufferLoad* element : HandedOnBy(node)) pointers_.insert(element->buffer->data);
      if (const auto* var = As<Var>(node)) pointers_.insert(var);
      return !Is<Buffer>(node);
    });
  }
  void Add(const ElementAccess& element) {
    Access& access = found_.all.emplace_back(Access{element.buffer, {}, element.writes, scopes_});
    for (const Expr* index : element.indices) access.indices.push_back(Bound(index));
    found_.uses[element.buffer].accesses.push_back(&access);
  }

  Context* ctx_;
  Accesses found_;
  std::vector<const Buffer*> allocated_;
  std::unordered_set<const Var*> pointers_;
  std::vector<const Stmt*> scopes_;
  VarMap values_;
};

}  // namespace

Accesses AccessesIn(Context& ctx, const Stmt* s) {
  AccessFinder finder(&ctx);
  finder.Visit(s);
  return finder.Finish();
}
Accesses AccessesAsWritten(const Stmt* s) {
  AccessFinder finder(nullptr);
  finder.Visit(s);
  return finder.Finish();
}

}  // namespace assay
