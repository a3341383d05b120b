// Places of blocks in kernels, and the replacement of statements.
#include "passes/schedule/schedule.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

class SiteFinder : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;
  std::vector<BlockSite> sites;

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    BlockSite outer = here_;
    if (here_.scope != nullptr && here_.top == nullptr && !Is<SeqStmt>(s) && !Is<SBlock>(s)) here_.top = s;
    if (const auto* loop = As<For>(s)) here_.loops.push_back(loop);
    if (const auto* realize = As<SBlockRealize>(s)) {
      here_.realize = realize;
      if (here_.scope != nullptr) sites.push_back(here_);
      here_ = {nullptr, {}, realize->block, nullptr};
    }
    Children(s);
    here_ = outer;
    return s;
  }

 private:
  BlockSite here_;
};

std::vector<BlockSite> AllSites(Context& ctx, const PrimFunc* func) {
  SiteFinder finder(ctx);
  finder.VisitFunction(func);
  return finder.sites;
}

class Replacer : public StmtMutator {
 public:
  Replacer(Context& context, const Stmt* old, const Stmt* fresh) : StmtMutator(context), old_(old), fresh_(fresh) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override { return s == old_ ? fresh_ : Children(s); }

 private:
  const Stmt* old_;
  const Stmt* fresh_;
};

}  // namespace

Diag RefusedPrimitive(std::string_view label, std::string why) {
  return {DiagKind::kCannotLower, {}, fmt::format("{}: {}", label, why), std::string(label), {}};
}

std::vector<std::string> KernelSchedule::Blocks() const {
  std::vector<std::string> names;
  for (const BlockSite& site : AllSites(ctx, func)) names.push_back(site.block().name_hint.str());
  return names;
}

Result<BlockSite> KernelSchedule::Site(std::string_view block) const {
  std::vector<BlockSite> sites = AllSites(ctx, func);
  std::erase_if(sites, [&](const BlockSite& site) { return site.block().name_hint != block; });
  if (sites.size() == 1) return sites[0];
  std::string why = sites.empty() ? fmt::format("the kernel has no block {}", block)
                                  : fmt::format("{} blocks are called {}", sites.size(), block);
  return RefusedPrimitive("block", why);
}

std::string KernelSchedule::FreshBlockName(std::string_view hint) const {
  std::vector<std::string> taken = Blocks();
  std::string name(hint);
  for (int i = 1; std::ranges::find(taken, name) != taken.end(); ++i) name = fmt::format("{}_{}", hint, i);
  return name;
}

void KernelSchedule::Replace(const Stmt* old, const Stmt* fresh) {
  func = Replacer(ctx, old, fresh).VisitFunction(func);
}

}  // namespace assay
