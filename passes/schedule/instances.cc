#include "passes/schedule/instances.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ir/arith/scalar_sample.h"
#include "ir/arith/sum.h"
#include "ir/walk.h"
#include "passes/schedule/accesses.h"
#include "passes/schedule/block_facts.h"
#include "passes/tir/copies.h"

namespace assay {
namespace {

// Loops whose rounds are tried one by one make at most so many instances.
constexpr int64_t kMostTried = 1 << 12;

std::string WhyStoresOrdered(const SBlock& block) {
  const BufferStore* store = OnlyStore(block);
  if (store == nullptr) return "its body is not one store";
  if (!block.alloc_buffers.empty() || !block.match_buffers.empty()) return "it has buffers of its own";
  for (const IterVar* iter : block.iter_vars) {
    if (iter->iter_type == IterType::kCommReduce) continue;
    if (iter->iter_type != IterType::kDataPar) return "one of its variables is neither spatial nor a reduction";
    bool alone = std::ranges::find(store->indices, iter->var) != store->indices.end();
    const IntImm* extent = AsInt(iter->dom->extent);
    if (!alone && (extent == nullptr || extent->value != 1)) return "what it stores does not tell its spatial variables apart";
  }
  std::string why;
  WalkBeforeChildren(store->value, [&](const Node* node) {
    const auto* load = As<BufferLoad>(node);
    bool own = load != nullptr && load->buffer->data == store->buffer->data;
    if (own && !std::ranges::equal(load->indices, store->indices, SameFactor)) why = "it reads what other instances store";
    if (Is<Call>(node) && !Is<Op>(As<Call>(node)->op)) why = "it calls a function";
    return !Is<Buffer>(node);
  });
  return why;
}

bool RunsOnce(const For& loop) {
  const IntImm* extent = AsInt(loop.extent);
  return extent != nullptr && extent->value <= 1;
}

// Loops that share variables, and the values of those.
struct Group {
  std::vector<const For*> loops;
  std::vector<const Expr*> values;

  bool Has(const Expr* value) const {
    return std::ranges::any_of(loops, [&](const For* loop) { return Mentions(value, loop->loop_var); });
  }
};

std::vector<Group> GroupsOf(const BlockSite& site) {
  std::vector<Group> groups;
  for (const For* loop : site.loops) {
    if (!RunsOnce(*loop)) groups.push_back({{loop}, {}});
  }
  for (const Expr* value : site.realize->iter_values) {
    Group joined{{}, {value}};
    std::erase_if(groups, [&](const Group& group) {
      if (!group.Has(value)) return false;
      joined.loops.insert(joined.loops.end(), group.loops.begin(), group.loops.end());
      joined.values.insert(joined.values.end(), group.values.begin(), group.values.end());
      return true;
    });
    if (!joined.loops.empty()) groups.push_back(std::move(joined));
  }
  return groups;
}

// Made of the loops' variables by integer arithmetic alone.
bool CanTry(const Expr* value, const ScalarValues& at) {
  bool can = true;
  WalkBeforeChildren(value, [&](const Node* node) {
    const auto* var = As<Var>(node);
    can &= var != nullptr ? at.contains(var) : Is<IntImm>(node) || AsBinary(static_cast<const Expr*>(node)) != nullptr;
    return can;
  });
  return can && DTypeOf(value).IsInteger();
}

// The values of all rounds, tried one by one; false also where that cannot be done.
bool TriedApart(const Group& group) {
  int64_t rounds = 1;
  for (const For* loop : group.loops) {
    const IntImm *start = AsInt(loop->min), *extent = AsInt(loop->extent);
    bool known = start != nullptr && extent != nullptr && loop->step == nullptr && extent->value <= kMostTried;
    if (!known || __builtin_mul_overflow(rounds, extent->value, &rounds) || rounds > kMostTried) return false;
  }
  std::set<std::vector<int64_t>> seen;
  for (int64_t round = 0; round < rounds; ++round) {
    ScalarValues at;
    int64_t rest = round;
    for (const For* loop : group.loops) {
      at[loop->loop_var] = AsInt(loop->min)->value + rest % AsInt(loop->extent)->value;
      rest /= AsInt(loop->extent)->value;
    }
    std::vector<int64_t> values;
    for (const Expr* value : group.values) {
      std::optional<Scalar> got = CanTry(value, at) ? EvaluateScalar(value, at) : std::nullopt;
      if (got) values.push_back(got->AsInt());
    }
    if (!seen.insert(values).second) return false;
  }
  return true;
}

bool ToldApart(Context& ctx, const Group& group) {
  std::set<const For*> counted;
  for (const Expr* value : group.values) {
    auto loops = CountsOver(ctx, value, group.loops);
    if (loops) counted.insert(loops->begin(), loops->end());
  }
  return counted.size() == group.loops.size() || TriedApart(group);
}

}  // namespace

std::string WhyOrdered(Context& ctx, const BlockSite& site) {
  std::string why = WhyStoresOrdered(site.block());
  if (!why.empty()) return why;
  std::vector<const Var*> seen = VarsIn(site.realize->block);
  for (const For* loop : site.loops) {
    if (std::ranges::find(seen, loop->loop_var) != seen.end()) return fmt::format("it uses loop {} itself", loop->loop_var->name.text());
  }
  const BufferStore* store = OnlyStore(site.block());
  if (site.block().init == nullptr && !Reads(store->value, store->buffer)) return "";
  for (const Group& group : GroupsOf(site)) {
    if (!ToldApart(ctx, group)) return fmt::format("its variables do not tell the rounds of {} apart", group.loops[0]->loop_var->name.text());
  }
  return "";
}

}  // namespace assay
