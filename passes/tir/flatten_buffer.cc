// FlattenBuffer: buffers of several dimensions, or of none, become buffers of one, row-major. What is allocated changes
// its shape; over a parameter lies a view. Of buffers with strides, those that are allocated do so if rows follow each
// other; the others stay. Tested by testdata/flatten_buffer.
#include <unordered_map>

#include "passes/rewrite/placed_access.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class BufferFlattener : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    const Stmt* body = Visit(func->body);
    std::vector<const Stmt*> stmts;
    for (const Buffer* buffer : func->buffers) {
      auto found = buffer == nullptr ? flat_.end() : flat_.find(buffer);
      if (found != flat_.end()) stmts.push_back(View(found->second));
    }
    stmts.push_back(body);
    return assay::WithBody(ctx, func, stmts.size() == 1 ? body : MakeSeqStmt(ctx, stmts));
  }

 protected:
  // other kinds: have no indices of their own
  const Stmt* VisitStmt(const Stmt* s) override {
    if (const auto* alloc = As<AllocBuffer>(s)) FlattenRows(*alloc->buffer);
    const Stmt* visited = Children(s);
    const auto* store = As<BufferStore>(visited);
    // Children have replaced the buffer, not the indices.
    if (store == nullptr || store->buffer == As<BufferStore>(s)->buffer) return visited;
    BufferStore* flat = ctx.arena.New<BufferStore>(*store);
    flat->indices = ctx.Copy(std::vector<const Expr*>{Place(*As<BufferStore>(s)->buffer, store->indices)});
    return flat;
  }
  const Buffer* VisitBuffer(const Buffer* buffer) override {
    if (auto known = flat_.find(buffer); known != flat_.end()) return known->second;
    if (buffer->shape.size() == 1 || !buffer->strides.empty()) return buffer;
    return Flatten(buffer, Size(*buffer));
  }
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const auto* load = As<BufferLoad>(rebuilt);
      if (load == nullptr) return rebuilt;
      const Buffer* buffer = VisitBuffer(load->buffer);
      if (buffer == load->buffer) return rebuilt;
      BufferLoad* flat = ctx.arena.New<BufferLoad>(*load);
      flat->buffer = buffer;
      flat->indices = ctx.Copy(std::vector<const Expr*>{Place(*load->buffer, load->indices)});
      return flat;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  const Buffer* Flatten(const Buffer* buffer, const Expr* size) {
    Buffer* flat = ctx.arena.New<Buffer>(*buffer);
    flat->shape = ctx.Copy(std::vector<const Expr*>{size});
    flat->strides = {};
    flat->axis_separators = {};
    return flat_[buffer] = flat;
  }
  // A buffer that is allocated, whose outermost dimension takes its stride for each of its elements.
  void FlattenRows(const Buffer& buffer) {
    if (buffer.strides.size() < 2 || buffer.elem_offset != nullptr || !AreRows(buffer)) return;
    Flatten(&buffer, Product(buffer.strides.front(), In(DTypeOf(buffer.strides.front()), buffer.shape.front())));
  }
  // Sizes and strides are constants, one row ends before the next one begins, and elements of the innermost one are
  // neighbours.
  static bool AreRows(const Buffer& buffer) {
    const IntImm* inner = AsInt(buffer.strides.back());
    if (inner == nullptr || inner->value != 1) return false;
    for (size_t i = 0; i < buffer.shape.size(); ++i) {
      const IntImm *extent = AsInt(buffer.shape[i]), *stride = AsInt(buffer.strides[i]);
      const IntImm* around = i == 0 ? nullptr : AsInt(buffer.strides[i - 1]);
      int64_t row = 0;
      if (extent == nullptr || stride == nullptr || __builtin_mul_overflow(extent->value, stride->value, &row))
        return false;
      if (extent->value < 0 || stride->value <= 0 || (around != nullptr && row > around->value)) return false;
    }
    return true;
  }
  const Stmt* View(const Buffer* flat) {
    DeclBuffer* view = ctx.arena.New<DeclBuffer>();
    view->data = flat->data;
    view->buffer = flat;
    return view;
  }
  static DType Widest(Nodes<Expr> parts) {
    DType widest = DType::Int(32);
    for (const Expr* part : parts) {
      if (DTypeOf(part).Scalar() != widest) widest = DType::Int(64);
    }
    return widest;
  }
  const Expr* In(DType dtype, const Expr* e) {
    if (DTypeOf(e).Scalar() == dtype) return e;
    const IntImm* imm = AsInt(e);
    return imm != nullptr ? MakeInt(ctx, imm->value, dtype) : MakeCast(ctx, dtype.WithLanes(DTypeOf(e).lanes), e);
  }
  const Expr* Product(const Expr* a, const Expr* b) {
    const IntImm *x = AsInt(a), *y = AsInt(b);
    if (x != nullptr && y != nullptr) return MakeInt(ctx, x->value * y->value, DTypeOf(a));
    if (x != nullptr && x->value == 1) return b;
    if (y != nullptr && y->value == 1) return a;
    return MakeBinary(ctx, NodeKind::kMul, a, b);
  }
  const Expr* Size(const Buffer& buffer) {
    DType dtype = Widest(buffer.shape);
    const Expr* size = MakeInt(ctx, 1, dtype);
    for (const Expr* extent : buffer.shape) size = Product(size, In(dtype, extent));
    return size;
  }
  // The row-major place of the element, or of the vector that begins there.
  const Expr* Place(const Buffer& buffer, Nodes<Expr> indices) {
    DType dtype = Widest(indices);
    if (Widest(buffer.shape) != DType::Int(32)) dtype = DType::Int(64);
    const Expr* place = MakeInt(ctx, 0, dtype);
    for (size_t i = 0; i < indices.size(); ++i) {
      const Expr* index = In(dtype, indices[i]);
      if (!buffer.strides.empty()) index = Product(index, In(dtype, buffer.strides[i]));
      if (buffer.strides.empty() && i != 0) place = Product(place, In(dtype, buffer.shape[i]));
      place = MovedIndex(ctx, place, index);
    }
    return place;
  }
  std::unordered_map<const Buffer*, const Buffer*> flat_;
};

Result<Module> RunFlattenBuffer(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapPrimFuncs(pass_ctx.ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    if (!HasBlocks(*func)) return BufferFlattener(pass_ctx.ctx).VisitFunction(func);
    return BlocksAreLeft(*func);
  });
}

}  // namespace

const PassSpec tir_pass::kFlattenBuffer = {
    .name = "FlattenBuffer",
    .doc = "gives buffers one dimension",
    .changes = Changes({Facet::kOwnShapes}) | Alters({Facet::kKernels}),
    .run = RunFlattenBuffer,
};

}  // namespace assay
