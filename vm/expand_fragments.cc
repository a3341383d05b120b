#include "vm/expand_fragments.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "ir/builder.h"
#include "ir/ops/kernel.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/compact.h"
#include "ir/tir/threads.h"
#include "ir/tir/tiles.h"
#include "ir/walk.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

// A product of tiles: `a` has m rows and k columns, `b` k and n, the sum m and n.
struct TileSizes {
  int64_t m = 0, n = 0, k = 0;
};
struct TileShape {
  int64_t rows = 0, columns = 0;
};

bool HasTiles(const Node* func) {
  bool found = false;
  WalkBeforeChildren(func, [&](const Node* node) {
    found = found || AsTileCall(node) != nullptr;
    return !found;
  });
  return found;
}

// The memory and the sizes of a kernel's tiles.
class Tiles {
 public:
  explicit Tiles(const Node* func) {
    WalkBeforeChildren(func, [&](const Node* node) {
      const auto* match = As<MatchBufferRegion>(node);
      if (match != nullptr) source_.emplace(match->buffer->data, match->source->buffer->data);
      const auto* decl = As<DeclBuffer>(node);
      const auto* data = decl == nullptr ? nullptr : As<Var>(decl->data);
      if (data != nullptr && data != decl->buffer->data) source_.emplace(decl->buffer->data, data);
      return true;
    });
    WalkBeforeChildren(func, [&](const Node* node) {
      const auto* buffer = As<Buffer>(node);
      if (buffer != nullptr && !source_.contains(buffer->data) && IsCompact(*buffer))
        allocated_.emplace(buffer->data, buffer);
      if (const Call* call = AsTileCall(node)) Note(call);
      return true;
    });
  }
  // What was allocated for a tile; null for an expression that is no variable.
  const Var* MemoryOf(const Expr* pointer) const {
    const auto* var = As<Var>(pointer);
    for (auto at = source_.find(var); at != source_.end(); at = source_.find(var)) var = at->second;
    return var;
  }
  // What the calls that say the sizes of a tile agree in; no rows where they do not, or there is none.
  TileSizes SizesOf(const Var* memory) const {
    auto sizes = sizes_.find(memory);
    return sizes == sizes_.end() ? TileSizes{} : sizes->second;
  }
  static TileShape ShapeOf(const Var* memory, const TileSizes& sizes) {
    const auto* type = memory == nullptr ? nullptr : As<PointerType>(memory->type);
    if (type == nullptr) return {};
    auto [m, n, k] = sizes;
    std::string_view scope = type->storage_scope.text();
    if (scope == "wmma.matrix_a") return {m, k};
    if (scope == "wmma.matrix_b") return {k, n};
    return scope == "wmma.accumulator" ? TileShape{m, n} : TileShape{};
  }
  // Of a call that says them; zeros where they are no numbers, or too great.
  static TileSizes SizesIn(const Call* call) {
    auto size = [&](size_t i) {
      const IntImm* number = call->args.size() > i ? AsInt(call->args[i]) : nullptr;
      return number == nullptr || number->value > kMostRows ? 0 : std::max<int64_t>(number->value, 0);
    };
    return {size(1), size(2), size(3)};
  }
  // The buffer that a tile's memory was allocated for; null where that is not known.
  const Buffer* BufferOf(const Var* memory) const {
    auto found = allocated_.find(memory);
    return found == allocated_.end() ? nullptr : found->second;
  }
  static DType ElementsOf(const Var* memory) { return As<PointerType>(memory->type)->element; }

 private:
  void Note(const Call* call) {
    if (IsCallOf(call, IntrinsicId::tvm_mma_sync)) return;
    TileSizes said = SizesIn(call);
    auto [at, is_new] = sizes_.try_emplace(MemoryOf(call->args[0]), said);
    bool same = at->second.m == said.m && at->second.n == said.n && at->second.k == said.k;
    if (!is_new && !same) at->second = {};
  }
  // Of a side of a tile; hardware has 32.
  static constexpr int64_t kMostRows = 1024;
  std::unordered_map<const Var*, const Var*> source_;
  std::unordered_map<const Var*, const Buffer*> allocated_;
  std::unordered_map<const Var*, TileSizes> sizes_;
};

// Writes the loops of one kernel.
class TileLoops : public StmtMutator {
 public:
  TileLoops(Context& context, const Node* func) : StmtMutator(context), tiles_(func) {}

 protected:
  // other kinds: neither bind threads nor are calls
  // recursion: statements nest as deep as the parser lets them
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* evaluate = As<Evaluate>(s);
    const Call* call = evaluate == nullptr ? nullptr : AsTileCall(evaluate->value);
    if (call != nullptr) {
      const Stmt* loops = LoopsOf(call);
      return loops == nullptr ? s : loops;
    }
    std::optional<size_t> axis = ThreadAxisOf(s);
    bool is_launch = axis && !std::exchange(in_launch_, in_launch_ || axis);
    if (is_launch) CollectAxes(s);
    bool of_block = axis && *axis >= kFirstThreadAxis;
    if (of_block) bound_.push_back(s);
    const Stmt* visited = Children(s);
    if (of_block) bound_.pop_back();
    if (is_launch) in_launch_ = false;
    return visited;
  }

 private:
  // A tile in the memory of its kind: the number of the tile is in whole tiles.
  struct Tile {
    KernelBuffer memory;
    Term begin;
    TileShape shape;
    Terms At(const Term& row, const Term& column) const {
      Term number = begin + row * shape.columns + column;
      Terms place;
      for (int d = memory.rank(); d-- > 1;) {
        const IntImm* extent = AsInt(memory.dim(d).expr());
        place.insert(place.begin(), number % extent->value);
        number = number / extent->value;
      }
      place.insert(place.begin(), number);
      return place;
    }
  };

  // Null: the call cannot be written as loops.
  const Stmt* LoopsOf(const Call* call) {
    steps_.clear();
    const Stmt* loops = nullptr;
    if (IsCallOf(call, IntrinsicId::tvm_fill_fragment)) loops = Fill(call);
    if (IsCallOf(call, IntrinsicId::tvm_load_matrix_sync)) loops = Move(call, true);
    if (IsCallOf(call, IntrinsicId::tvm_store_matrix_sync)) loops = Move(call, false);
    if (IsCallOf(call, IntrinsicId::tvm_mma_sync)) loops = Multiply(call);
    if (loops == nullptr) return nullptr;
    steps_.push_back(loops);
    return InFirstLane(MakeSeqStmt(ctx, steps_));
  }
  Term Wide(const Expr* e) const { return CastTo(DType::Int(64), {ctx, e}); }
  Term Number(int64_t value) const { return IntLiteral(ctx, value); }

  // A buffer of one dimension over memory that a pointer says, as far as the last element that is used.
  KernelBuffer View(std::string_view name, const Expr* pointer, DType dtype, const Term& extent) {
    const Buffer* buffer = MakeBuffer(ctx, name, dtype, {extent.expr()});
    auto* decl = ctx.arena.New<DeclBuffer>();
    decl->data = pointer;
    decl->buffer = buffer;
    steps_.push_back(decl);
    return {ctx, buffer};
  }
  std::optional<Tile> TileAt(std::string_view name, const Expr* pointer, const Expr* number,
                             std::optional<TileSizes> sizes = std::nullopt) {
    const Var* memory = tiles_.MemoryOf(pointer);
    TileShape shape = Tiles::ShapeOf(memory, sizes ? *sizes : tiles_.SizesOf(memory));
    if (shape.rows == 0 || shape.columns == 0) return std::nullopt;
    Term size = Number(shape.rows * shape.columns), begin = Wide(number) * size;
    const Buffer* buffer = tiles_.BufferOf(memory);
    if (buffer != nullptr) return Tile{{ctx, buffer}, begin, shape};
    return Tile{View(name, memory, Tiles::ElementsOf(memory), begin + size), begin, shape};
  }
  // The loop nest over a tile's elements.
  template <class F>
  const Stmt* Each(const Tile& tile, F&& body) {
    return LoopOf("row", Number(tile.shape.rows), [&](const Term& row) {
      return LoopOf("column", Number(tile.shape.columns), [&](const Term& column) { return body(row, column); });
    });
  }

  const Stmt* Fill(const Call* call) {
    std::optional<Tile> tile = TileAt("tile", call->args[0], call->args[4], Tiles::SizesIn(call));
    if (!tile) return nullptr;
    return Each(*tile, [&](const Term& row, const Term& column) {
      return Write(tile->memory, tile->At(row, column), CastTo(tile->memory.dtype(), {ctx, call->args[5]}));
    });
  }
  // Between a tile and memory whose rows, or columns, are `stride` elements apart.
  const Stmt* Move(const Call* call, bool load) {
    std::optional<Tile> tile = TileAt("tile", call->args[0], call->args[4], Tiles::SizesIn(call));
    const auto* layout = As<StringImm>(call->args[7]);
    if (!tile || layout == nullptr) return nullptr;
    bool by_column = layout->value.text() == "col_major";
    Term stride = Wide(call->args[6]);
    auto [rows, columns] = tile->shape;
    Term extent = by_column ? stride * (columns - 1) + rows : stride * (rows - 1) + columns;
    KernelBuffer outside = View("outside", call->args[5], tile->memory.dtype(), extent);
    return Each(*tile, [&](const Term& row, const Term& column) {
      Terms there = {by_column ? column * stride + row : row * stride + column}, here = tile->At(row, column);
      return load ? Write(tile->memory, here, outside(there)) : Write(outside, there, tile->memory(here));
    });
  }
  const Stmt* Multiply(const Call* call) {
    std::optional<Tile> out = TileAt("out", call->args[0], call->args[1]);
    std::optional<Tile> a = TileAt("a", call->args[2], call->args[3]), b = TileAt("b", call->args[4], call->args[5]);
    std::optional<Tile> sum = TileAt("sum", call->args[6], call->args[7]);
    if (!out || !a || !b || !sum) return nullptr;
    bool fits = a->shape.columns == b->shape.rows && a->shape.rows == out->shape.rows &&
                b->shape.columns == out->shape.columns && sum->shape.rows == out->shape.rows &&
                sum->shape.columns == out->shape.columns;
    if (!fits) return nullptr;
    DType dtype = out->memory.dtype();
    return Each(*out, [&](const Term& row, const Term& column) {
      Terms here = out->At(row, column);
      const Stmt* begin = Write(out->memory, here, CastTo(dtype, sum->memory(sum->At(row, column))));
      const Stmt* add = LoopOf("inner", Number(a->shape.columns), [&](const Term& inner) {
        Term left = CastTo(dtype, a->memory(a->At(row, inner)));
        Term right = CastTo(dtype, b->memory(b->At(inner, column)));
        return Write(out->memory, here, out->memory(here) + left * right);
      });
      return MakeSeqStmt(ctx, {begin, add});
    });
  }

  // How many threads a launch has along each axis; null where it has none.
  // other kinds: bind no thread
  void CollectAxes(const Stmt* launch) {
    extents_.fill(nullptr);
    WalkOnce(launch, [&](const Node* node) {
      const Stmt* s = AsStmt(node);
      std::optional<size_t> axis = s == nullptr ? std::nullopt : ThreadAxisOf(s);
      if (!axis) return;
      const auto* loop = As<For>(s);
      const auto* attr = As<AttrStmt>(s);
      extents_[*axis] = loop != nullptr ? loop->extent : attr != nullptr ? attr->value : nullptr;
    });
  }
  // Only in the first thread of each warp. An axis that the launch binds elsewhere alone is bound here as well, which
  // names the same threads.
  // other kinds: bind no thread
  const Stmt* InFirstLane(const Stmt* body) {
    std::optional<Term> lane;
    std::vector<std::pair<size_t, const Var*>> missing;
    for (size_t axis = kThreadAxes; axis-- > kFirstThreadAxis;) {
      if (!in_launch_ || extents_[axis] == nullptr) continue;
      auto at =
          std::ranges::find_if(bound_.rbegin(), bound_.rend(), [&](const Stmt* s) { return ThreadAxisOf(s) == axis; });
      const Var* var = nullptr;
      if (at == bound_.rend()) {
        var = MakeVar(ctx, "lane", DTypeOf(extents_[axis]));
        missing.emplace_back(axis, var);
      } else {
        var = Is<For>(*at) ? As<For>(*at)->loop_var : ThreadOf(*at)->var;
      }
      lane = lane ? *lane * Wide(extents_[axis]) + Wide(var) : Wide(var);
    }
    if (lane) body = When(*lane % kWarpThreads == 0, body);
    for (auto [axis, var] : missing) {
      IterVar* thread = ctx.arena.New<IterVar>();
      thread->iter_type = IterType::kThreadIndex;
      thread->thread_tag = ctx.Intern(kThreadAxisNames[axis]);
      thread->var = MakeVar(ctx, "", DTypeOf(var));
      For* loop = ctx.arena.New<For>(*MakeFor(ctx, var, extents_[axis], body));
      loop->for_kind = ForKind::kThreadBinding;
      loop->thread_binding = thread;
      body = loop;
    }
    return body;
  }

  Tiles tiles_;
  bool in_launch_ = false;
  std::array<const Expr*, kThreadAxes> extents_{};
  std::vector<const Stmt*> bound_;
  std::vector<const Stmt*> steps_;
};

}  // namespace

Module ExpandFragments(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  bool changed = false;
  for (ModuleEntry& entry : entries) {
    if (!Is<PrimFunc>(entry.func) || !HasTiles(entry.func)) continue;
    entry.func = TileLoops(ctx, entry.func).VisitFunction(As<PrimFunc>(entry.func));
    changed = true;
  }
  return changed ? WithEntries(ctx, module, entries) : module;
}

}  // namespace assay
