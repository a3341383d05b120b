// MergeSharedMemoryAllocations: what a launch allocates in dynamic shared memory becomes one buffer of bytes, in which
// each has its place; two have the same place where one is needed before a barrier that all threads of the block come
// to and the other behind it. Static shared memory likewise, with tirx.merge_static_smem. Tested by
// testdata/merge_shared_memory_allocations.
#include <algorithm>
#include <limits>
#include <unordered_map>

#include "ir/mentions.h"
#include "ir/tir/barriers.h"
#include "ir/tir/compact.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "passes/analysis/lifetimes.h"
#include "passes/options.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kMergeStatic = "tirx.merge_static_smem";

// An allocation, its place, and the items of the launch's sequence from which and to which it is needed.
struct Piece {
  const Buffer* buffer = nullptr;
  int64_t bytes = 0;
  size_t first = 0;
  size_t last = 0;
  int64_t offset = 0;
};

int64_t BytesOfElement(DType dtype) {
  int64_t bits = dtype.IsBool() ? 8 : int64_t{dtype.bits};
  return bits % 8 == 0 ? bits / 8 * dtype.lanes : 0;
}

// Nothing where its size is not known, or it is no row of whole bytes.
std::optional<int64_t> BytesOf(const Buffer& buffer) {
  int64_t bytes = BytesOfElement(buffer.dtype);
  if (bytes == 0 || !IsCompact(buffer)) return std::nullopt;
  for (const Expr* dim : buffer.shape) {
    const IntImm* extent = AsInt(dim);
    bool fits = extent != nullptr && extent->value > 0 && !__builtin_mul_overflow(bytes, extent->value, &bytes);
    if (!fits || bytes > std::numeric_limits<int32_t>::max()) return std::nullopt;
  }
  return bytes;
}

// other kinds: do something
bool IsPlaceOnly(const Stmt* s) { return Is<AllocBuffer>(s) || Is<DeclBuffer>(s); }

// What all threads of the launch go through, one item after the other.
std::vector<const Stmt*> ItemsOf(const Stmt* launch) {
  const Stmt* s = launch;
  while (true) {
    if (ThreadAxisOf(s)) {
      // other kinds: bind no threads
      s = Is<For>(s) ? As<For>(s)->body : As<AttrStmt>(s)->body;
      continue;
    }
    const auto* seq = As<SeqStmt>(s);
    if (seq == nullptr) return {s};
    bool leads_on = !seq->seq.empty() && ThreadAxisOf(seq->seq.back()) &&
                    std::all_of(seq->seq.begin(), seq->seq.end() - 1, IsPlaceOnly);
    if (!leads_on) return {seq->seq.begin(), seq->seq.end()};
    s = seq->seq.back();
  }
}

// The pieces of one scope, in the order of the text, with when they are needed.
class PieceFinder {
 public:
  PieceFinder(const Stmt* launch, std::string_view scope, const std::vector<const Stmt*>& items) {
    WalkBeforeChildren(launch, [&](const Node* node) {
      const auto* alloc = As<AllocBuffer>(node);
      if (alloc != nullptr && alloc->buffer->scope.text() == scope && !IsVolatile(*alloc)) Add(*alloc->buffer);
      return AsExpr(node) == nullptr;
    });
    WalkBeforeChildren(launch, [&](const Node* node) { return !IsOtherUse(node); });
    for (size_t i = 0; i < items.size(); ++i) {
      WalkOnce(items[i], [&](const Node* node) {
        if (!Is<AllocBuffer>(items[i])) Use(node, i);
      });
    }
    for (const Var* data : escaped_) pieces_.erase(data);
  }
  std::vector<Piece> Pieces() const {
    std::vector<Piece> found;
    for (const Var* data : order_) {
      auto piece = pieces_.find(data);
      if (piece != pieces_.end()) found.push_back(piece->second);
    }
    return found;
  }

 private:
  void Add(const Buffer& buffer) {
    std::optional<int64_t> bytes = BytesOf(buffer);
    if (!bytes || !pieces_.emplace(buffer.data, Piece{&buffer, *bytes}).second) return;
    order_.push_back(buffer.data);
    unused_.insert(buffer.data);
  }
  // A pointer that is handed on, or another view of the memory: nobody knows until when it is needed, and where.
  bool IsOtherUse(const Node* node) {
    const auto* buffer = As<Buffer>(node);
    const Var* data = buffer != nullptr ? buffer->data : As<Var>(node);
    auto piece = pieces_.find(data);
    if (piece != pieces_.end() && piece->second.buffer != buffer) escaped_.insert(data);
    return buffer != nullptr;
  }
  void Use(const Node* node, size_t item) {
    const auto* buffer = As<Buffer>(node);
    auto piece = buffer == nullptr ? pieces_.end() : pieces_.find(buffer->data);
    if (piece == pieces_.end()) return;
    if (unused_.erase(buffer->data) != 0) piece->second.first = item;
    piece->second.last = item;
  }

  std::unordered_map<const Var*, Piece> pieces_;
  std::vector<const Var*> order_;
  VarSet unused_;
  VarSet escaped_;
};

// Gives each the lowest place that is free of those needed at the same time; the bytes of all.
int64_t Place(std::vector<Piece>& pieces, const std::vector<size_t>& barriers) {
  auto between = [&](const Piece& a, const Piece& b) {
    return std::ranges::any_of(barriers, [&](size_t at) { return a.last < at && at < b.first; });
  };
  int64_t total = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    Piece& piece = pieces[i];
    int64_t aligned = BytesOfElement(piece.buffer->dtype);
    auto first_behind = [&](int64_t offset) { return (offset + aligned - 1) / aligned * aligned; };
    auto meets = [&](const Piece& other) {
      bool apart = between(piece, other) || between(other, piece);
      return !apart && piece.offset < other.offset + other.bytes && other.offset < piece.offset + piece.bytes;
    };
    while (true) {
      auto end = pieces.begin() + static_cast<std::ptrdiff_t>(i);
      auto other = std::find_if(pieces.begin(), end, meets);
      if (other == end) break;
      piece.offset = first_behind(other->offset + other->bytes);
    }
    total = std::max(total, piece.offset + piece.bytes);
  }
  return total;
}

class SharedMemoryMerger : public StmtMutator {
 public:
  SharedMemoryMerger(Context& context, bool merges_static) : StmtMutator(context), merges_static_(merges_static) {}

 protected:
  // other kinds: bind no threads
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* alloc = As<AllocBuffer>(s);
    if (alloc != nullptr && views_.contains(alloc->buffer)) return nullptr;
    if (!ThreadAxisOf(s) || in_launch_) return Children(s);
    in_launch_ = true;
    std::vector<const Stmt*> made = Merge(s);
    const Stmt* visited = Children(s);
    in_launch_ = false;
    if (made.empty()) return visited;
    const auto* loop = As<For>(visited);
    made.push_back(loop != nullptr ? loop->body : As<AttrStmt>(visited)->body);
    if (loop != nullptr) return WithBody(loop, MakeSeqStmt(ctx, made));
    AttrStmt* attr = ctx.arena.New<AttrStmt>(*As<AttrStmt>(visited));
    attr->body = MakeSeqStmt(ctx, made);
    return attr;
  }
  const Buffer* VisitBuffer(const Buffer* buffer) override {
    auto view = views_.find(buffer);
    return view == views_.end() ? buffer : view->second;
  }
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      return Is<Buffer>(original) ? VisitBuffer(As<Buffer>(original)) : rebuilt;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  // What stands where the launch begins.
  std::vector<const Stmt*> Merge(const Stmt* launch) {
    std::vector<const Stmt*> items = ItemsOf(launch);
    std::vector<size_t> barriers;
    for (size_t i = 0; i < items.size(); ++i) {
      std::optional<std::string_view> scope = BarrierScopeOf(items[i]);
      if (scope && (*scope == "shared" || *scope == "shared.dyn")) barriers.push_back(i);
    }
    std::vector<const Stmt*> made;
    MergeScope("shared.dyn", "buf_dyn_shmem", launch, items, barriers, made);
    if (merges_static_) MergeScope("shared", "buf_shmem", launch, items, barriers, made);
    return made;
  }
  void MergeScope(std::string_view scope, std::string_view name, const Stmt* launch,
                  const std::vector<const Stmt*>& items, const std::vector<size_t>& barriers,
                  std::vector<const Stmt*>& made) {
    std::vector<Piece> pieces = PieceFinder(launch, scope, items).Pieces();
    if (pieces.size() < 2) return;
    int64_t total = Place(pieces, barriers);
    AllocBuffer* alloc = ctx.arena.New<AllocBuffer>();
    alloc->buffer = MakeBuffer(ctx, name, DType::UInt(8), {MakeInt(ctx, total, DType::Int(32))}, scope);
    made.push_back(alloc);
    for (const Piece& piece : pieces) made.push_back(View(piece, alloc->buffer->data));
  }
  const Stmt* View(const Piece& piece, const Var* data) {
    Buffer* view = ctx.arena.New<Buffer>(*piece.buffer);
    view->data = data;
    int64_t elements = piece.offset / BytesOfElement(view->dtype);
    if (elements != 0) view->elem_offset = MakeInt(ctx, elements, DTypeOf(view->shape[0]));
    views_[piece.buffer] = view;
    DeclBuffer* declared = ctx.arena.New<DeclBuffer>();
    declared->data = data;
    declared->buffer = view;
    return declared;
  }

  bool merges_static_;
  bool in_launch_ = false;
  std::unordered_map<const Buffer*, const Buffer*> views_;
};

Result<Module> RunMergeSharedMemoryAllocations(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  ASSAY_TRY(bool merges_static, BoolOption(pass_ctx.config, kMergeStatic, false));
  return MutatePrimFuncs<SharedMemoryMerger>(pass_ctx.ctx, module, merges_static);
}

constexpr ConfigKey kConfig[] = {{.name = kMergeStatic, .percent = 50}};

}  // namespace

const PassSpec tir_pass::kMergeSharedMemoryAllocations = {
    .name = "MergeSharedMemoryAllocations",
    .doc = "makes one buffer of those that a launch allocates in shared memory, and shares what is not needed at once",
    .changes = Alters({Facet::kKernels, Facet::kOwnShapes}) |
               Adds({Facet::kOwnShapes, Facet::kOwnDTypes, Facet::kOwnMemory}) | Drops({Facet::kAnnotations}),
    .run = RunMergeSharedMemoryAllocations,
    .config = kConfig,
    .about_threads = true,
};

}  // namespace assay
