#include "generators/modules/launch_tiles.h"

#include <algorithm>

#include "ir/tir/threads.h"

namespace assay {
namespace {

// What tensor cores multiply and add in.
struct TileDTypes {
  DType factors, sum;
};
const std::array<TileDTypes, 5> kTileDTypes{{{DType::Float(16), DType::Float(32)},
                                             {DType::Float(16), DType::Float(16)},
                                             {DType::BFloat16(), DType::Float(32)},
                                             {DType::Int(8), DType::Int(32)},
                                             {DType::UInt(8), DType::Int(32)}}};
// Rows of the first factor, columns of the second one, and what is between them.
constexpr std::array<std::array<int64_t, 3>, 3> kTileSizes{{{16, 16, 16}, {32, 8, 16}, {8, 32, 16}}};
// Elements between the end of a row and the next one, by which rows begin in other banks of memory.
constexpr std::array<int64_t, 3> kPadding{0, 0, 8};

}  // namespace

const Buffer* LaunchTiles::TileMemory(DType dtype, int64_t count, std::string_view scope) {
  const Buffer* buffer = MakeBuffer(ctx(), Fresh("w"), dtype, {Int(count)}, scope);
  scope_.staged.push_back(buffer);
  return buffer;
}

const Expr* LaunchTiles::Warp() {
  return scope_.thread_count > kWarpThreads ? Op(NodeKind::kFloorDiv, Thread(), Int(kWarpThreads))
                                            : static_cast<const Expr*>(Int(0));
}

// A tile in memory of the block: all of its threads write it, and the padding.
LaunchTiles::TileInMemory LaunchTiles::WriteTile(DType dtype, int64_t rows, int64_t columns, const Shared* from) {
  bool by_column = bytes().Chance(1, 3);
  int64_t stride = (by_column ? rows : columns) + bytes().Pick(kPadding);
  int64_t count = stride * (by_column ? columns : rows);
  const Buffer* buffer = TileMemory(dtype, count, bytes().Chance(1, 4) ? "shared.dyn" : "shared");
  const Var* part = MakeVar(ctx(), Fresh("i"), DType::Int(32));
  const Expr* index = Op(NodeKind::kAdd, Op(NodeKind::kMul, part, Int(scope_.thread_count)), Thread());
  scope_.iterations.push_back({part, Int((count + scope_.thread_count - 1) / scope_.thread_count), false});
  const Stmt* body = MakeStore(ctx(), buffer, Value(dtype, from), {index});
  if (count % scope_.thread_count != 0) {
    IfThenElse* some = ctx().arena.New<IfThenElse>();
    some->condition = Op(NodeKind::kLT, index, Int(count));
    some->then_case = body;
    body = some;
  }
  Add(MakeFor(ctx(), part, scope_.iterations.back().extent, body));
  scope_.iterations.pop_back();
  return {buffer, count, stride, by_column};
}

void LaunchTiles::AddTileCall(IntrinsicId id, const std::vector<const Expr*>& args) {
  Evaluate* call = ctx().arena.New<Evaluate>();
  call->value = MakeIntrinsic(ctx(), id, DType::Handle(), args);
  Add(call);
}

// Between one of the warp's tiles and memory from `offset` on.
void LaunchTiles::MoveTile(IntrinsicId id, const Buffer* tiles, int64_t which, const TileSizes& sizes,
                           const TileInMemory& memory, const Expr* offset) {
  bool load = id == IntrinsicId::tvm_load_matrix_sync;
  const Expr* element = MakeIntrinsic(ctx(), IntrinsicId::type_annotation, memory.buffer->dtype, {});
  const Expr* place = MakeIntrinsic(ctx(), IntrinsicId::tvm_access_ptr, DType::Handle(),
                                    {element, memory.buffer->data, offset, Int(memory.count), Int(load ? 1 : 2)});
  AddTileCall(id, {tiles->data, Int(sizes[0]), Int(sizes[1]), Int(sizes[2]), Int(which), place, Int(memory.stride),
                   MakeString(ctx(), memory.by_column ? "col_major" : "row_major")});
}

// Each warp multiplies tiles that the block has written, maybe more than once, and leaves the sum in memory of the
// block, which may be read from then on.
bool LaunchTiles::Tiles() {
  std::vector<TileDTypes> possible;
  const std::vector<DType>& wanted = scope_.module.plan.options->dtypes;
  for (const TileDTypes& one : kTileDTypes) {
    auto may_stand = [&](DType dtype) { return wanted.empty() || std::ranges::find(wanted, dtype) != wanted.end(); };
    if (may_stand(one.factors) && may_stand(one.sum)) possible.push_back(one);
  }
  if (scope_.thread_count % kWarpThreads != 0 || possible.empty()) return false;
  auto [factors, sum] = bytes().Pick(possible);
  const TileSizes sizes = bytes().Pick(kTileSizes);
  auto [m, n, k] = sizes;
  Shared* from = ToRead(nullptr);
  if (from != nullptr) Ready(*from, Shared::Use::kAny);
  TileInMemory left = WriteTile(factors, m, k, from), right = WriteTile(factors, k, n, from);
  Barrier();
  const Buffer* a = TileMemory(factors, m * k, "wmma.matrix_a");
  const Buffer* b = TileMemory(factors, k * n, "wmma.matrix_b");
  // Tiles of the sum: the second one takes the first one's.
  int64_t tiles = bytes().Chance(1, 3) ? 2 : 1;
  const Buffer* c = TileMemory(sum, tiles * m * n, "wmma.accumulator");
  AddTileCall(IntrinsicId::tvm_fill_fragment,
              {c->data, Int(m), Int(n), Int(k), Int(0), Number(sum, static_cast<int64_t>(bytes().Below(3)))});
  MoveTile(IntrinsicId::tvm_load_matrix_sync, a, 0, sizes, left, Int(0));
  MoveTile(IntrinsicId::tvm_load_matrix_sync, b, 0, sizes, right, Int(0));
  for (int64_t i = 0; i < tiles; ++i)
    AddTileCall(IntrinsicId::tvm_mma_sync, {c->data, Int(i), a->data, Int(0), b->data, Int(0), c->data, Int(0)});
  StoreTile(c, tiles - 1, sizes);
  return true;
}

// Each warp's sum has a place of its own.
void LaunchTiles::StoreTile(const Buffer* tiles, int64_t which, const TileSizes& sizes) {
  int64_t count = sizes[0] * sizes[1];
  bool by_column = bytes().Chance(1, 3);
  const Buffer* buffer = TileMemory(tiles->dtype, count * (scope_.thread_count / kWarpThreads), "shared");
  const Expr* offset = scope_.thread_count > kWarpThreads ? Op(NodeKind::kMul, Warp(), Int(count)) : Warp();
  MoveTile(IntrinsicId::tvm_store_matrix_sync, tiles, which, sizes,
           {buffer, count, by_column ? sizes[0] : sizes[1], by_column}, offset);
  Barrier();
  Shared result{.buffer = buffer};
  result.filled = result.staged = true;
  scope_.shared.push_back(result);
}

}  // namespace assay
