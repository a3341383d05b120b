#include "passes/analysis/lifetimes.h"

#include <algorithm>
#include <deque>

#include "passes/analysis/effects.h"

namespace assay {
namespace {

// A loop, by the times of its beginning and end.
struct Stretch {
  size_t begin = 0;
  size_t end = 0;
};

class LifeFinder {
 public:
  // other kinds: looked at as a whole
  // recursion: statements nest as deep as the parser lets them
  void Visit(const Stmt* s) {
    if (s == nullptr) return;
    ++now_;
    if (const auto* seq = As<SeqStmt>(s)) {
      for (const Stmt* item : seq->seq) Visit(item);
    } else if (const auto* branch = As<IfThenElse>(s)) {
      Look(branch->condition);
      Visit(branch->then_case);
      Visit(branch->else_case);
    } else if (const auto* loop = As<For>(s)) {
      for (const Expr* e : {loop->min, loop->extent, loop->step}) Look(e);
      Inside(s, nullptr, loop->body);
    } else if (const auto* loop = As<While>(s)) {
      Inside(s, loop->condition, loop->body);
    } else if (const auto* attr = As<AttrStmt>(s)) {
      Look(attr->node);
      Look(attr->value);
      Inside(s, nullptr, attr->body);
    } else if (const auto* alloc = As<AllocBuffer>(s)) {
      by_data_[alloc->buffer->data] = found_.size();
      found_.push_back({alloc, scopes_});
    } else {
      at_ = s;
      Look(s);
      at_ = nullptr;
    }
  }
  std::vector<BufferLife> Finish() {
    for (auto [number, stretch] : inside_) {
      BufferLife& life = found_[number];
      life.begin = std::min(life.begin, stretch->begin);
      life.end = std::max(life.end, stretch->end);
    }
    return std::move(found_);
  }

 private:
  void Inside(const Stmt* s, const Expr* condition, const Stmt* body) {
    scopes_.push_back(s);
    stretches_.push_back(&all_stretches_.emplace_back(Stretch{now_, 0}));
    Look(condition);
    Visit(body);
    stretches_.back()->end = ++now_;
    stretches_.pop_back();
    scopes_.pop_back();
  }
  // other kinds: use what their parts use
  void Look(const Node* root) {
    bool is_call = at_ != nullptr && Is<Evaluate>(at_);
    WalkBeforeChildren(root, [&](const Node* node) {
      if (const auto* var = As<Var>(node)) Use(var, nullptr, is_call);
      if (const auto* buffer = As<Buffer>(node)) Use(buffer->data, buffer, is_call);
      // A view goes on after this statement.
      if (const auto* view = As<DeclBuffer>(node)) Use(view->buffer->data, nullptr, false);
      // So does an address that no call takes.
      if (!is_call) {
        for (const BufferLoad* element : HandedOnBy(node)) Use(element->buffer->data, nullptr, false);
      }
      return !Is<Buffer>(node);
    });
  }
  // Without a buffer, the pointer itself is used.
  void Use(const Var* data, const Buffer* buffer, bool is_call) {
    auto known = by_data_.find(data);
    if (known == by_data_.end()) return;
    BufferLife& life = found_[known->second];
    life.escapes |= buffer == nullptr ? !is_call : buffer != life.alloc->buffer;
    size_t depth = life.around.size();
    bool deeper = scopes_.size() > depth;
    const Stmt* within = deeper ? scopes_[depth] : at_;
    if (!life.used) life.begin = now_;
    if (!life.used) life.first_in = within;
    life.used = true;
    life.last_in = within;
    life.end = now_;
    if (deeper) inside_.emplace_back(known->second, stretches_[depth]);
  }

  size_t now_ = 0;
  // The statement at work, if it has none inside of it.
  const Stmt* at_ = nullptr;
  std::vector<BufferLife> found_;
  std::unordered_map<const Var*, size_t> by_data_;
  std::vector<const Stmt*> scopes_;
  std::deque<Stretch> all_stretches_;
  // Of the scopes.
  std::vector<Stretch*> stretches_;
  std::vector<std::pair<size_t, const Stretch*>> inside_;
};

}  // namespace

std::vector<BufferLife> LivesIn(const Stmt* body) {
  LifeFinder finder;
  finder.Visit(body);
  return finder.Finish();
}

bool IsVolatile(const AllocBuffer& alloc) {
  return alloc.annotations != nullptr && alloc.annotations->Find("tirx.volatile") != nullptr;
}

std::vector<const Stmt*> ScopesAroundAll(std::span<const Access* const> accesses) {
  std::vector<const Stmt*> around = accesses[0]->scopes;
  for (const Access* access : accesses) {
    auto [shared, other] = std::ranges::mismatch(around, access->scopes);
    around.erase(shared, around.end());
  }
  return around;
}

}  // namespace assay
