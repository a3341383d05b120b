#include "passes/rewrite/own_sizes.h"

#include <algorithm>
#include <unordered_set>

#include "ir/walk.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/renew_defs.h"

namespace assay {
namespace {

bool FindsSizes(const PrimFunc* func) {
  bool found = false;
  WalkOnce(func->body, [&](const Node* node) {
    const auto* match = As<MatchBufferRegion>(node);
    found |= match != nullptr && std::ranges::any_of(match->buffer->shape, [](const Expr* n) { return Is<Var>(n); });
  });
  return found;
}

class SizeRenamer : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    visible_.insert(func->params.begin(), func->params.end());
    for (const Buffer* buffer : func->buffers) {
      std::vector<const Var*> vars = VarsIn(buffer);
      visible_.insert(vars.begin(), vars.end());
    }
    for (const Var* var : DefinedIn(func->body)) visible_.insert(var);
    return StmtMutator::VisitFunction(func);
  }

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* block = As<SBlock>(s);
    if (block == nullptr || block->match_buffers.empty()) return Children(s);
    VarMap fresh;
    std::vector<const Var*> found;
    for (const Var* size : SizesFoundBy(*block)) {
      bool again = !found_.insert(size).second;
      found.push_back(again ? Renewed(ctx, size) : size);
      if (again) fresh.emplace(size, found.back());
    }
    // They hold to the end of the block.
    visible_.insert(found.begin(), found.end());
    const Stmt* visited = Children(fresh.empty() ? s : SubstituteIn(ctx, s, fresh));
    for (const Var* size : found) visible_.erase(size);
    return visited;
  }

 private:
  std::vector<const Var*> SizesFoundBy(const SBlock& block) const {
    std::vector<const Var*> sizes;
    for (const MatchBufferRegion* match : block.match_buffers) {
      for (const Expr* extent : match->buffer->shape) {
        const auto* var = As<Var>(extent);
        if (var != nullptr && !visible_.contains(var) && !std::ranges::count(sizes, var)) sizes.push_back(var);
      }
    }
    return sizes;
  }

  std::unordered_set<const Var*> visible_;
  std::unordered_set<const Var*> found_;
};

}  // namespace

const PrimFunc* WithOwnSizes(Context& ctx, const PrimFunc* func) {
  return FindsSizes(func) ? SizeRenamer(ctx).VisitFunction(func) : func;
}

}  // namespace assay
