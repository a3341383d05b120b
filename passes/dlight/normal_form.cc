#include "passes/dlight/normal_form.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/digits.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/dlight/instructions.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/schedule/nest_edits.h"

namespace assay::dlight {
namespace {

// other kinds: walked into
bool HoldsBlocks(const SBlock& block) {
  bool holds = false;
  WalkBeforeChildren(block.body, [&](const Node* node) {
    holds |= Is<SBlockRealize>(node);
    return !holds && AsExpr(node) == nullptr;
  });
  return holds;
}

char KindOf(const IterVar& iter) {
  switch (iter.iter_type) {
    case IterType::kDataPar: return 'S';
    case IterType::kCommReduce: return 'R';
    default: return 'O';
  }
}

// Each loop counts one variable, from 0 and to its end, and the loops hold nothing else.
bool LoopsAreAxes(const BlockSite& site) {
  const auto& values = site.realize->iter_values;
  if (site.loops.empty()) return true;
  bool fit = site.loops.size() == values.size() && OutermostAround(site) == site.loops[0];
  for (size_t i = 0; fit && i < values.size(); ++i)
    fit = values[i] == site.loops[i]->loop_var && StartsAtZero(*site.loops[i]);
  return fit;
}

// Whether a block, as those without variables may, uses variables of loops around it: it cannot be given one.
bool UsesLoopsAround(const KernelSchedule& schedule, const BlockSite& site) {
  bool uses = false;
  WalkBeforeChildren(schedule.func->body, [&](const Node* node) {
    const auto* loop = As<For>(node);
    uses |= loop != nullptr && Mentions(site.realize->block, loop->loop_var);
    return node != site.realize && AsExpr(node) == nullptr;
  });
  return uses;
}

// Which variables stay: those of several iterations, and the first reduction of a block that has an init, which would
// count for none without.
std::vector<bool> Kept(const SBlock& block) {
  std::vector<bool> kept;
  bool reduces = false;
  for (const IterVar* iter : block.iter_vars) {
    kept.push_back(!IsOne(iter->dom->extent));
    reduces |= kept.back() && iter->iter_type == IterType::kCommReduce;
  }
  for (size_t i = 0; block.init != nullptr && !reduces && i < kept.size(); ++i) {
    if (block.iter_vars[i]->iter_type != IterType::kCommReduce) continue;
    kept[i] = reduces = true;
  }
  return kept;
}

const IterVar* UnitAxis(Context& ctx) {
  IterVar* unit = ctx.arena.New<IterVar>();
  unit->var = MakeVar(ctx, "v_u", DType::Int(64));
  unit->dom = MakeRange(ctx, MakeInt(ctx, 0), MakeInt(ctx, 1));
  return unit;
}

// Indices and regions of a block's body, with what its axes say.
class BodySimplifier : public StmtMutator {
 public:
  BodySimplifier(KernelSchedule& schedule, const SBlock& block)
      : StmtMutator(schedule.ctx), facts_(schedule.ctx, *schedule.func) {
    for (const IterVar* iter : block.iter_vars) facts_.BindRange(iter->var, iter->dom->min, iter->dom->extent);
  }

 protected:
  const Expr* VisitExpr(const Expr* e) override { return facts_.Simplify(e); }

 public:
  const Node* ChildOf(const Node* parent, const Node* child) { return Child(parent, child); }

 private:
  KernelFacts facts_;
};

const SBlock* Simplified(KernelSchedule& schedule, const SBlock& block) {
  SBlock* simple = schedule.ctx.arena.New<SBlock>(block);
  BodySimplifier simplifier(schedule, block);
  simple->body = simplifier.Visit(block.body);
  simple->init = simplifier.Visit(block.init);
  auto regions = [&](const Nodes<BufferRegion>& of) {
    std::vector<const BufferRegion*> out;
    for (const BufferRegion* region : of)
      out.push_back(static_cast<const BufferRegion*>(simplifier.ChildOf(&block, region)));
    return schedule.ctx.Copy(out);
  };
  simple->reads = regions(block.reads);
  simple->writes = regions(block.writes);
  return simple;
}

void WithoutUnitAxes(KernelSchedule& schedule, const BlockSite& site) {
  Context& ctx = schedule.ctx;
  const SBlock& block = site.block();
  std::vector<bool> kept = Kept(block);
  std::vector<const IterVar*> iters;
  std::vector<const Expr*> values;
  std::vector<const For*> loops;
  VarMap starts, gone;
  bool spatial = false;
  for (size_t i = 0; i < kept.size(); ++i) {
    const IterVar* iter = block.iter_vars[i];
    if (!kept[i]) {
      starts.emplace(iter->var, iter->dom->min);
      if (!site.loops.empty()) gone.emplace(site.loops[i]->loop_var, site.loops[i]->min);
      continue;
    }
    spatial |= iter->iter_type == IterType::kDataPar;
    iters.push_back(iter);
    values.push_back(site.realize->iter_values[i]);
    if (!site.loops.empty()) loops.push_back(site.loops[i]);
  }
  if (spatial && starts.empty()) return;
  // Where nothing is added up, the axis stands for itself: its loop may be cut into any.
  const Var* unit = spatial ? nullptr : MakeVar(ctx, "u", DType::Int(64));
  if (!spatial) {
    iters.insert(iters.begin(), UnitAxis(ctx));
    values.insert(values.begin(), block.init == nullptr ? static_cast<const Expr*>(MakeInt(ctx, 0)) : unit);
  }
  SBlock* fewer = ctx.arena.New<SBlock>(block);
  fewer->iter_vars = ctx.Copy(iters);
  SBlockRealize* realize = ctx.arena.New<SBlockRealize>(*site.realize);
  realize->iter_values = ctx.Copy(values);
  realize->block = fewer;
  if (!gone.empty()) realize->predicate = Simplify(ctx, SubstituteInValue(ctx, realize->predicate, gone));
  if (!starts.empty()) {
    realize->block = SubstituteIn(ctx, realize->block, starts);
    realize->block = Simplified(schedule, *realize->block);
  }
  const Stmt* nest = realize;
  for (size_t i = loops.size(); i-- > 0;) {
    For* loop = ctx.arena.New<For>(*loops[i]);
    loop->body = nest;
    if (!gone.empty()) loop->extent = Simplify(ctx, SubstituteInValue(ctx, loop->extent, gone));
    nest = loop;
  }
  if (unit != nullptr && (block.init != nullptr || !site.loops.empty()))
    nest = MakeFor(ctx, unit, MakeInt(ctx, 1), nest);
  schedule.Replace(site.loops.empty() ? static_cast<const Stmt*>(site.realize) : site.loops[0], nest);
}

// The number of the first block that can be inlined, which is done; nothing where none can.
std::optional<size_t> InlineOne(KernelSchedule& schedule, const std::vector<RuleBlock>& blocks) {
  for (auto inline_block : {ComputeInline, ReverseComputeInline}) {
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (inline_block(schedule, blocks[i].name).ok()) return i;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> LeafBlocks(const KernelSchedule& schedule) {
  std::vector<std::string> names = schedule.Blocks();
  std::erase_if(names, [&](const std::string& name) {
    Result<BlockSite> site = schedule.Site(name);
    return site.ok() && HoldsBlocks(site->block());
  });
  return names;
}

bool IsBoundToThreads(const BlockSite& site) {
  return std::ranges::any_of(site.loops, [](const For* loop) { return loop->thread_binding != nullptr; });
}

Result<RuleBlock> BlockNamed(const KernelSchedule& schedule, std::string_view name) {
  ASSAY_TRY(BlockSite site, schedule.Site(name));
  RuleBlock block{std::string(name), ""};
  for (const IterVar* iter : site.block().iter_vars) block.kinds += KindOf(*iter);
  return block;
}

Result<std::vector<RuleBlock>> Normalize(KernelSchedule& schedule) {
  std::vector<std::string> names = LeafBlocks(schedule);
  if (names.empty()) return RefusedRule("normalize", "the kernel has no blocks");
  for (const std::string& name : names) {
    ASSAY_TRY(BlockSite site, schedule.Site(name));
    if (!LoopsAreAxes(site))
      return RefusedRule("normalize", fmt::format("the loops around block {} are not its variables", name));
    if (UsesLoopsAround(schedule, site))
      return RefusedRule("normalize", fmt::format("block {} uses variables of loops around it", name));
  }
  std::vector<RuleBlock> blocks;
  for (const std::string& name : names) {
    ASSAY_TRY(BlockSite site, schedule.Site(name));
    WithoutUnitAxes(schedule, site);
    ASSAY_TRY(RuleBlock block, BlockNamed(schedule, name));
    blocks.push_back(std::move(block));
  }
  return blocks;
}

void Inline(KernelSchedule& schedule, std::vector<RuleBlock>& blocks) {
  while (std::optional<size_t> gone = InlineOne(schedule, blocks))
    blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(*gone));
}

void InlineRuns(KernelSchedule& schedule, std::vector<RuleBlock>& blocks) {
  std::vector<RuleBlock> left, run;
  auto end_run = [&] {
    Inline(schedule, run);
    left.insert(left.end(), run.begin(), run.end());
    run.clear();
  };
  for (const RuleBlock& block : blocks) {
    if (block.IsInjective()) {
      run.push_back(block);
      continue;
    }
    end_run();
    left.push_back(block);
  }
  end_run();
  blocks = std::move(left);
}

}  // namespace assay::dlight
