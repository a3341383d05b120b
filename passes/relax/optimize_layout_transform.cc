// OptimizeLayoutTransform: two layout_transforms in a row that bring every element back to its place are left out, as
// they stand between kernels that AlterOpImpl chose. TVM only looks whether the shape comes back, which also removes
// two transposes of a square that are none of each other's inverse; here the places are followed. Nor does it leave out
// a remove_pad between two paddings, as TVM does: what lies in the padding would change. Tested by
// testdata/optimize_layout_transform.
#include "ir/tir/node.h"
#include "passes/analysis/block_storage.h"
#include "passes/analysis/evaluate.h"
#include "passes/analysis/private_function.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/op_rewriter.h"

namespace assay {
namespace {

// More elements than this are not followed.
constexpr int64_t kMostElements = 1 << 16;

class TransformRemover : public OpRewriter {
 public:
  TransformRemover(Context& ctx, const Module* module, const Function* func, PassContext& pass_ctx)
      : OpRewriter(ctx, module, func), pass_ctx_(pass_ctx) {}

 protected:
  const Expr* Replace(const Call* call) override {
    if (!IsCallOf(call, "relax.layout_transform")) return nullptr;
    const Call* inner = BoundCall(call->args[0], "relax.layout_transform");
    if (inner == nullptr) return nullptr;
    std::optional<Tensor> places = Places(inner->args[0]->type);
    if (places) places = Moved(*inner, *places);
    if (places) places = Moved(*call, *places);
    return places && AreInOrder(*places, inner->args[0]->type) ? Now(inner->args[0]) : nullptr;
  }

 private:
  // A tensor of static shape whose elements say where they stand, from 1 on: 0 is padding.
  static std::optional<Tensor> Places(const Type* type) {
    const auto* tensor = As<TensorType>(type);
    const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
    if (shape == nullptr || tensor->dtype.IsVoid()) return std::nullopt;
    std::vector<int64_t> dims;
    int64_t count = 1;
    for (const Expr* dim : shape->values) {
      if (AsInt(dim) == nullptr) return std::nullopt;
      dims.push_back(AsInt(dim)->value);
      count *= dims.back();
      if (count <= 0 || count > kMostElements) return std::nullopt;
    }
    Tensor places(DType::Int(64), dims);
    for (int64_t i = 0; i < count; ++i) places.Set(i, Scalar::Int(DType::Int(64), i + 1));
    return places;
  }
  // What the operator does to them, by its own evaluation.
  std::optional<Tensor> Moved(const Call& call, const Tensor& places) {
    const AttrItems plain{{"index_map", call.attrs->Find("index_map")}};
    const OpSpec* row = FindOp("layout_transform");
    const Call* moving = MakeOpCall(ctx, *row, {call.args[0]}, plain);
    std::vector<Value> args{Value{TensorValue{places, -1}}};
    Result<std::optional<Value>> value = EvaluateCall(pass_ctx_, "OptimizeLayoutTransform", *row, *moving, args);
    if (!value.ok()) Fail(value.error());
    if (!value.ok() || !*value) return std::nullopt;
    return (*value)->As<TensorValue>()->tensor;
  }
  static bool AreInOrder(const Tensor& places, const Type* type) {
    std::optional<Tensor> wanted = Places(type);
    if (!wanted || wanted->shape() != places.shape()) return false;
    for (int64_t i = 0; i < places.size(); ++i) {
      if (places.At(i).AsInt() != i + 1) return false;
    }
    return true;
  }

  PassContext& pass_ctx_;
};

Result<Module> RunOptimizeLayoutTransform(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    // Two transforms make a copy, which may be overwritten.
    if (IsPrimitive(func) || HasInplaceCalls(module, func)) return func;
    return RewriteCalls<TransformRemover>(pass_ctx, module, func, pass_ctx);
  });
}

}  // namespace

const PassSpec kOptimizeLayoutTransform = {
    .name = "OptimizeLayoutTransform",
    .doc = "leaves out two layout_transforms in a row that bring every element back",
    .needs = kNormal,
    .signatures = Signatures::kRefined,
    .changes = kCanonicalizes | Drops({Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunOptimizeLayoutTransform,
};

}  // namespace assay
