#include "generators/modules/tir_free_blocks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "generators/modules/dims.h"
#include "generators/modules/notes.h"
#include "generators/modules/tir_affine.h"
#include "generators/modules/tir_free.h"
#include "generators/modules/tir_free_memory.h"
#include "generators/modules/tir_free_stores.h"
#include "generators/modules/tir_free_values.h"

namespace assay {
namespace {

constexpr int64_t kMostExtent = 4;
// Of the sizes of a view, one in so many has a name that the view finds out.
constexpr uint32_t kOneInNamedSizes = 6;
// One view in so many has names for how far apart its elements lie.
constexpr uint32_t kOneInNamedStrides = 4;

bool MayBeMatched(const Buffer* buffer) {
  bool plain = buffer->strides.empty() || buffer->axis_separators.empty();
  return plain && !buffer->shape.empty() &&
         std::ranges::all_of(buffer->shape, [](const Expr* e) { return Is<IntImm>(e) && As<IntImm>(e)->value > 0; });
}

}  // namespace

// In [0, extent), without a look at memory: an axis where one is at hand.
const Expr* FreeBlocks::PlainIndex(int64_t extent) {
  if (extent == 1 || scope_.vars.empty())
    return Int(static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(extent))));
  const Ranged& axis = bytes().Pick(scope_.vars);
  if (axis.low >= 0 && axis.high < extent) return axis.expr;
  return MakeBinary(ctx(), NodeKind::kFloorMod, axis.expr, Int(extent));
}

// Part of a buffer, in one piece: some axes in front are fixed, a stretch of the next one, those behind it whole. What
// is fixed may be left out. Null where there is nothing to see.
const MatchBufferRegion* FreeBlocks::Matched() {
  std::vector<const Buffer*> choices;
  std::ranges::copy_if(scope_.readable, std::back_inserter(choices), MayBeMatched);
  if (choices.empty()) return nullptr;
  // What came last is a view, or memory of a block, more often than not; what lies apart comes up seldom.
  auto apart = std::ranges::find_if(choices, [](const Buffer* buffer) { return !buffer->strides.empty(); });
  const Buffer* source = apart != choices.end() && bytes().Chance(1, 3) ? *apart
                         : bytes().Chance(1, 2)                         ? choices.back()
                                                                        : bytes().Pick(choices);
  size_t rank = source->shape.size(), fixed = bytes().Below(rank);
  std::vector<const Range*> ranges;
  std::vector<const Expr*> shape;
  for (size_t i = 0; i < rank; ++i) {
    int64_t extent = As<IntImm>(source->shape[i])->value, length = i < fixed ? 1 : extent;
    if (i == fixed && bytes().Chance(1, 2))
      length = 1 + static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(extent)));
    const Expr* begin = length == extent ? Int(0) : PlainIndex(extent - length + 1);
    ranges.push_back(MakeRange(ctx(), begin, Int(length)));
    shape.push_back(bytes().Chance(1, kOneInNamedSizes) ? MakeVar(ctx(), Fresh("size"), scope_.index) : Int(length));
  }
  if (bytes().Chance(1, 2)) shape.erase(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(fixed));
  Buffer* view = ctx().arena.New<Buffer>(*MakeBuffer(ctx(), Fresh("part"), source->dtype, shape, source->scope.text()));
  view->elem_offset = MakeVar(ctx(), view->name.str() + "_elem_offset", scope_.index);
  // Of what lies apart TVM wants to know how. Names that it reads are int32.
  if (!source->strides.empty() || (source->axis_separators.empty() && bytes().Chance(1, kOneInNamedStrides))) {
    std::vector<const Expr*> strides;
    for (size_t i = 0; i < shape.size(); ++i) strides.push_back(MakeVar(ctx(), Fresh("stride"), DType::Int(32)));
    view->strides = ctx().Copy(strides);
  }
  MatchBufferRegion* match = ctx().arena.New<MatchBufferRegion>();
  match->buffer = view;
  match->source = MakeRegion(ctx(), source, ranges);
  return match;
}

// Sizes that the view finds out are numbers of the block.
void FreeBlocks::NameSizes(const MatchBufferRegion& match) {
  Nodes<Range> region = match.source->region;
  size_t dropped = region.size() - match.buffer->shape.size();
  for (size_t i = 0; i < match.buffer->shape.size(); ++i) {
    int64_t length = As<IntImm>(region[i + dropped]->extent)->value;
    if (Is<Var>(match.buffer->shape[i])) scope_.vars.push_back({match.buffer->shape[i], length, length});
  }
  NameStrides(match, dropped);
}

// How far apart elements of the source lie is what the view's names say; names of another view have their numbers.
void FreeBlocks::NameStrides(const MatchBufferRegion& match, size_t dropped) {
  const Buffer& source = *match.source->buffer;
  auto number = [&](const Expr* e) -> std::optional<int64_t> {
    if (const auto* known = As<IntImm>(e)) return known->value;
    auto named = std::ranges::find_if(scope_.vars, [&](const Ranged& one) {
      const auto* cast = As<Cast>(one.expr);
      return (cast != nullptr ? cast->value : one.expr) == e;
    });
    return named == scope_.vars.end() ? std::nullopt : std::optional(named->low);
  };
  int64_t behind = 1;
  for (size_t i = source.shape.size(); i-- > dropped;) {
    std::optional<int64_t> stride = source.strides.empty() ? behind : number(source.strides[i]);
    behind *= As<IntImm>(source.shape[i])->value;
    if (match.buffer->strides.empty() || !stride) continue;
    const Expr* name = match.buffer->strides[i - dropped];
    scope_.vars.push_back(
        {DTypeOf(name) == scope_.index ? name : MakeCast(ctx(), scope_.index, name), *stride, *stride});
  }
}

// The views stand beside what they show, or in its place.
std::vector<const MatchBufferRegion*> FreeBlocks::Matches() {
  std::vector<const MatchBufferRegion*> matches;
  for (uint64_t i = bytes().Chance(1, 2) ? 1 + bytes().Below(2) : 0; i > 0; --i) {
    const MatchBufferRegion* match = Matched();
    // Sources are what is around the block.
    bool fits = match != nullptr && std::ranges::none_of(matches, [&](const MatchBufferRegion* other) {
                  return other->buffer == match->source->buffer;
                });
    if (fits) matches.push_back(match);
  }
  for (const MatchBufferRegion* match : matches) {
    NameSizes(*match);
    bool writes = std::ranges::find(scope_.writable, match->source->buffer) != scope_.writable.end();
    bool instead = bytes().Chance(1, 2);
    for (std::vector<const Buffer*>* list : {&scope_.readable, &scope_.writable}) {
      if (list == &scope_.writable && !writes) continue;
      if (instead) {
        std::ranges::replace(*list, match->source->buffer, match->buffer);
      } else {
        list->push_back(match->buffer);
      }
    }
  }
  return matches;
}

// Filled where the block begins.
std::vector<const Stmt*> FreeBlocks::OwnMemory(SBlock& block) {
  std::vector<const Buffer*> own;
  std::vector<const Stmt*> filled;
  for (uint64_t i = bytes().Chance(1, 3) ? 1 + bytes().Below(2) : 0; i > 0; --i) {
    std::vector<const Expr*> shape;
    for (uint64_t d = 1 + bytes().Below(2); d > 0; --d)
      shape.push_back(Int(1 + static_cast<int64_t>(bytes().Below(4))));
    DType dtype = scope_.module.plan.PickDType(bytes(), kAnyDType);
    std::string_view scope = scope_.SomeScope();
    own.push_back(FreeMemory(scope_).Laid(MakeBuffer(ctx(), Fresh("own"), dtype, shape, scope)));
    filled.push_back(FreeStores(scope_).Filled(own.back()));
    scope_.readable.push_back(own.back());
    scope_.writable.push_back(own.back());
  }
  block.alloc_buffers = ctx().Copy(own);
  return filled;
}

// A block whose axes promise nothing of the order of its instances. It names all memory whole.
const Stmt* FreeBlocks::Block(int depth, const Expr* decides) {
  constexpr std::array kTypes = {IterType::kOrdered, IterType::kOpaque};
  std::vector<const IterVar*> axes;
  std::vector<const Expr*> values;
  std::vector<Ranged> inside;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    IterVar* axis = ctx().arena.New<IterVar>();
    int64_t extent = 1 + static_cast<int64_t>(bytes().Below(kMostExtent));
    axis->var = MakeVar(ctx(), Fresh("b"), scope_.index);
    axis->dom = MakeRange(ctx(), Int(0), Int(extent));
    axis->iter_type = bytes().Pick(kTypes);
    bool says = decides != nullptr && extent > 1 && bytes().Chance(1, 2);
    values.push_back(says ? FreeValues(scope_).NumberOf(std::exchange(decides, nullptr), extent - 1).expr
                          : FreeForms(scope_).Index(Int(extent)));
    axes.push_back(axis);
    inside.push_back({axis->var, 0, extent - 1});
  }
  SBlockRealize* realize = ctx().arena.New<SBlockRealize>();
  realize->iter_values = ctx().Copy(values);
  realize->predicate = decides != nullptr     ? decides
                       : bytes().Chance(1, 3) ? FreeForms(scope_).Condition()
                                              : MakeBool(ctx(), true);
  SBlock* block = ctx().arena.New<SBlock>();
  block->iter_vars = ctx().Copy(axes);
  block->name_hint = ctx().Intern(Fresh("free"));
  block->annotations = MaybeNote(scope_.module);
  // A block knows its own axes, and no loop around it.
  std::vector<Ranged> outer = std::exchange(scope_.vars, inside);
  block->reads = FreeMemory(scope_).Whole(scope_.readable);
  block->writes = FreeMemory(scope_).Whole(scope_.writable);
  std::vector<const Expr*> asked = std::exchange(scope_.asked, {});
  std::vector<Element> looked = std::exchange(scope_.looked, {});
  std::vector<const Buffer*> readable = scope_.readable, writable = scope_.writable;
  bool in_loop = std::exchange(scope_.in_loop, false);
  size_t known = scope_.vars.size();
  block->match_buffers = ctx().Copy(Matches());
  size_t named = scope_.vars.size() - known;
  std::vector<const Stmt*> body = OwnMemory(*block);
  // What views find out shows.
  if (named > 0 && bytes().Chance(1, 2))
    body.push_back(FreeStores(scope_).StoreAll(scope_.vars[known + bytes().Below(named)].expr));
  body.push_back(FreeStmts(scope_).Sequence(depth));
  block->body = MakeSeqStmt(ctx(), body);
  scope_.vars = std::move(outer);
  scope_.asked = std::move(asked);
  scope_.looked = std::move(looked);
  scope_.readable = std::move(readable);
  scope_.writable = std::move(writable);
  scope_.in_loop = in_loop;
  realize->block = block;
  return realize;
}

}  // namespace assay
