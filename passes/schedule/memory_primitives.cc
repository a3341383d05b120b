// Steps on memory: copies of buffers in front of and behind blocks, scopes and alignment.
#include <algorithm>

#include <fmt/format.h>

#include "passes/analysis/block_facts.h"
#include "passes/analysis/instances.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/schedule/nest_edits.h"
#include "passes/schedule/primitive_specs.h"

namespace assay {
namespace {

using Args = std::span<const PrimitiveArg>;

// ---- cache_read, cache_write
constexpr std::string_view kCacheReadPreconditions[] = {
    "the block reads a buffer of that number, which it does not write",
    "the buffer is a parameter that nothing writes, or one of the same scope that one block in front of it fills",
    "the block is one store, and reads the buffer by plain accesses",
};
constexpr std::string_view kCacheWritePreconditions[] = {
    "the block is one store of its own variables, each once, which fills the buffer",
    "the block's instances may run in another order",
    "the buffer is written by this block alone, viewed by none, and read by no other one in the same loops",
    "the block does not read what the buffer holds before it",
};

const Buffer* CacheOf(Context& ctx, const Buffer* buffer, std::string_view scope) {
  std::vector<const Expr*> shape(buffer->shape.begin(), buffer->shape.end());
  return MakeBuffer(ctx, fmt::format("{}_{}", buffer->name.text(), scope), buffer->dtype, shape, scope);
}

// Whether a block that stands in front of the reader, in the same scope, makes all of the buffer, and no other one any
// of it.
bool IsMadeInFront(const KernelSchedule& schedule, const BlockSite& reader, const Buffer* buffer) {
  if (!Allocates(reader.scope, buffer)) return false;
  for (const std::string& name : schedule.Blocks()) {
    Result<BlockSite> site = schedule.Site(name);
    const BufferStore* store = site.ok() ? OnlyStore(site->block()) : nullptr;
    if (store == nullptr || store->buffer != buffer) continue;
    int own = site->block().init != nullptr ? 2 : 1;
    std::optional<size_t> from = site->scope == reader.scope ? PlaceIn(*reader.scope, site->top) : std::nullopt,
                          to = PlaceIn(*reader.scope, reader.top);
    return from && to && *from < *to && StoresInto(*schedule.func, buffer) == own &&
           FillsBuffer(*site, *store, schedule.ctx) && RunsOverAxes(schedule.ctx, *site);
  }
  return false;
}

Status CacheRead(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  auto number = static_cast<size_t>(args[1].number);
  const Buffer* buffer =
      args[1].number >= 0 && number < site.block().reads.size() ? site.block().reads[number]->buffer : nullptr;
  auto writes = [&](const BufferRegion* region) { return region->buffer == buffer; };
  if (buffer == nullptr || std::ranges::any_of(site.block().writes, writes))
    return RefusedPrimitive("cache_read.r1", fmt::format("block {} has no such read", args[0].text));
  bool given = IsParameter(*schedule.func, buffer) && StoresInto(*schedule.func, buffer) == 0;
  bool fixed = (given || IsMadeInFront(schedule, site, buffer)) && buffer->strides.empty();
  if (!fixed || IsNamedOtherwise(*schedule.func, buffer))
    return RefusedPrimitive("cache_read.r2", fmt::format("buffer {} may change", buffer->name.text()));
  if (OnlyStore(site.block()) == nullptr || site.scope == nullptr)
    return RefusedPrimitive("cache_read.r3", fmt::format("block {} is not one store", args[0].text));
  const Buffer* cache = CacheOf(schedule.ctx, buffer, args[2].text);
  const Stmt* reader = WithOtherBuffer(schedule.ctx, site.realize, buffer, cache);
  schedule.Replace(site.realize, reader);
  AddToScope(schedule, args[0].text, {cache}, {CopyNest(schedule, buffer, cache, cache->name.text())}, {});
  return Done{};
}

Status CacheWrite(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  const BufferStore* store = OnlyStore(site.block());
  bool fills = store != nullptr && site.scope != nullptr && FillsBuffer(site, *store, schedule.ctx) &&
               RunsOverAxes(schedule.ctx, site);
  if (!fills) return RefusedPrimitive("cache_write.r1", fmt::format("block {} does not fill its buffer", args[0].text));
  std::string why = WhyOrdered(schedule.ctx, site);
  if (!why.empty()) return RefusedPrimitive("cache_write.r2", fmt::format("block {}: {}", args[0].text, why));
  if (site.block().init == nullptr && Reads(store->value, store->buffer)) {
    return RefusedPrimitive(
        "cache_write.r4", fmt::format("block {} reads what {} holds before", args[0].text, store->buffer->name.text()));
  }
  int own = site.block().init != nullptr ? 2 : 1;
  const Buffer* buffer = store->buffer;
  // The copy comes behind all of the loops.
  bool later = LoadsOf(site.top, buffer) == LoadsOf(site.realize, buffer);
  if (!later || StoresInto(*schedule.func, buffer) != own || IsNamedOtherwise(*schedule.func, buffer) ||
      !buffer->strides.empty()) {
    return RefusedPrimitive("cache_write.r3", fmt::format("buffer {} is written elsewhere, or read in the same loops",
                                                          buffer->name.text()));
  }
  const Buffer* cache = CacheOf(schedule.ctx, buffer, args[1].text);
  const Stmt* writer = WithOtherBuffer(schedule.ctx, site.realize, buffer, cache);
  schedule.Replace(site.realize, writer);
  AddToScope(schedule, args[0].text, {cache}, {}, {CopyNest(schedule, cache, buffer, cache->name.text())});
  return Done{};
}

// ---- set_scope, storage_align
constexpr std::string_view kSetScopePreconditions[] = {
    "the block writes a buffer of that number that is allocated around it",
    "the scope is global, shared, local or another one that TVM knows",
    "the buffer is viewed by none",
};
constexpr std::string_view kStorageAlignPreconditions[] = {
    "the block writes a buffer of that number that is allocated around it",
    "the buffer has the axis, and the factor is positive",
};

// The buffer that the block writes; null when it is none that is allocated around it.
const Buffer* WrittenInScope(const BlockSite& site, int64_t number) {
  if (number < 0 || static_cast<size_t>(number) >= site.block().writes.size()) return nullptr;
  const Buffer* buffer = site.block().writes[static_cast<size_t>(number)]->buffer;
  return Allocates(site.scope, buffer) ? buffer : nullptr;
}

Status SetScope(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  const Buffer* buffer = WrittenInScope(site, args[1].number);
  if (buffer == nullptr)
    return RefusedPrimitive("set_scope.r1", fmt::format("block {} writes no such buffer", args[0].text));
  constexpr std::string_view kScopes[] = {
#define ASSAY_SCOPE(name) name,
#include "ir/memory_scopes.def"
  };
  if (std::ranges::find(kScopes, args[2].text) == std::end(kScopes))
    return RefusedPrimitive("set_scope.r2", fmt::format("{} is no scope", args[2].text));
  if (IsNamedOtherwise(*schedule.func, buffer))
    return RefusedPrimitive("set_scope.r3", fmt::format("buffer {} is viewed", buffer->name.text()));
  std::vector<const Expr*> shape(buffer->shape.begin(), buffer->shape.end());
  const Buffer* moved = MakeBuffer(schedule.ctx, buffer->name.text(), buffer->dtype, shape, args[2].text);
  schedule.func = WithOtherBuffer(schedule.ctx, schedule.func, buffer, moved);
  return Done{};
}

// storage_align(block, buffer number, [axis, factor, offset]).
Status StorageAlign(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  const Buffer* buffer = WrittenInScope(site, args[1].number);
  if (buffer == nullptr)
    return RefusedPrimitive("storage_align.r1", fmt::format("block {} writes no such buffer", args[0].text));
  std::vector<int64_t> entry{args[1].number};
  for (std::optional<int64_t> number : args[2].numbers) entry.push_back(number.value_or(-1));
  auto rank = static_cast<int64_t>(buffer->shape.size());
  if (entry.size() != 4 || entry[1] < 0 || entry[1] >= rank || entry[2] <= 0 || entry[3] < 0) {
    return RefusedPrimitive("storage_align.r2", fmt::format("buffer {} has {} axes", buffer->name.text(), rank));
  }
  SBlock* aligned = schedule.ctx.arena.New<SBlock>(site.block());
  const AttrList* entries = MakeAttrList(schedule.ctx, {MakeAttrInts(schedule.ctx, entry)});
  aligned->annotations = WithAttr(schedule.ctx, aligned->annotations, "buffer_dim_align", entries);
  schedule.Replace(&site.block(), aligned);
  return Done{};
}

}  // namespace

namespace primitive {
const PrimitiveSpec kCacheRead{"cache_read", "a block reads a copy of a buffer", "bit", kCacheReadPreconditions,
                               CacheRead};
const PrimitiveSpec kCacheWrite{"cache_write", "a block writes a buffer of its own, which is copied behind it", "bt",
                                kCacheWritePreconditions, CacheWrite};
const PrimitiveSpec kSetScope{"set_scope", "a buffer lies in another scope of memory", "bit", kSetScopePreconditions,
                              SetScope};
const PrimitiveSpec kStorageAlign{"storage_align", "an axis of a buffer is to be padded: [axis, factor, offset]", "bin",
                                  kStorageAlignPreconditions, StorageAlign};
}  // namespace primitive

}  // namespace assay
