// SpecializePrimFuncBasedOnCallSite: kernels take on the constant dimensions and the memory scopes of the tensors that
// they are called with, and are marked "scoped". A kernel that is called in different ways stays. Tested by
// testdata/specialize_prim_func.
#include "ir/equal.h"
#include "ir/rewrite.h"
#include "ir/walk.h"
#include "passes/analysis/private_function.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"

namespace assay {
namespace {

// The tensors that a call passes: arguments, then outputs. False when one has no known shape.
bool TensorsOf(const Call* call, std::vector<const TensorType*>& tensors) {
  const auto* args = As<Tuple>(call->args[1]);
  if (args == nullptr || call->ty_args.empty()) return false;
  std::vector<const Type*> types;
  for (const Expr* arg : args->fields) types.push_back(arg->type);
  const auto* tuple = As<TupleType>(call->ty_args[0]);
  if (tuple == nullptr) types.push_back(call->ty_args[0]);
  for (size_t i = 0; tuple != nullptr && i < tuple->fields.size(); ++i) types.push_back(tuple->fields[i]);
  for (const Type* type : types) {
    const auto* tensor = As<TensorType>(type);
    if (tensor == nullptr || !Is<ShapeExpr>(tensor->shape)) return false;
    tensors.push_back(tensor);
  }
  return true;
}

std::string_view ScopeOf(const TensorType* tensor) {
  return tensor->vdevice == nullptr ? std::string_view("global") : tensor->vdevice->memory_scope.text();
}

// Symbolic dimensions that the call makes constant. False when the kernel does not fit the call.
bool BindDims(Context& ctx, const PrimFunc* kernel, const std::vector<const TensorType*>& tensors, VarMap& map) {
  if (kernel->buffers.size() != tensors.size()) return false;
  for (size_t i = 0; i < tensors.size(); ++i) {
    Nodes<Expr> dims = As<ShapeExpr>(tensors[i]->shape)->values;
    const Buffer* buffer = kernel->buffers[i];
    if (buffer == nullptr || buffer->shape.size() != dims.size()) return false;
    for (size_t k = 0; k < dims.size(); ++k) {
      const auto* var = As<Var>(buffer->shape[k]);
      const IntImm* extent = AsInt(dims[k]);
      const IntImm* own = AsInt(buffer->shape[k]);
      if (own != nullptr && extent != nullptr && own->value != extent->value) return false;
      if (var == nullptr || extent == nullptr) continue;
      auto [known, fresh] = map.emplace(var, MakeInt(ctx, extent->value, DTypeOf(var)));
      if (!fresh && AsInt(static_cast<const Expr*>(known->second))->value != extent->value) return false;
    }
  }
  return true;
}

// An output that the call leaves open would contradict a kernel that knows it: out_ty says (n,), the kernel's output is
// (1,).
bool OutputsStayOpen(const PrimFunc* kernel, const std::vector<const TensorType*>& tensors, size_t inputs,
                     const VarMap& map) {
  for (size_t i = inputs; i < tensors.size(); ++i) {
    Nodes<Expr> dims = As<ShapeExpr>(tensors[i]->shape)->values;
    for (size_t k = 0; k < dims.size(); ++k) {
      const auto* var = As<Var>(kernel->buffers[i]->shape[k]);
      if (AsInt(dims[k]) == nullptr && var != nullptr && map.contains(var)) return false;
    }
  }
  return true;
}

// Buffers in other scopes than they were declared in, with data pointers that say so, and at offsets that are theirs: a
// variable for one is bound by nobody.
const PrimFunc* WithOwnBuffers(Context& ctx, const PrimFunc* kernel, const std::vector<const TensorType*>& tensors) {
  std::unordered_map<const Node*, const Node*> replaced;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Buffer* buffer = kernel->buffers[i];
    const auto* offset = As<Var>(buffer->elem_offset);
    bool moves = buffer->scope != ScopeOf(tensors[i]);
    if (!moves && offset == nullptr) continue;
    Buffer* scoped = ctx.arena.New<Buffer>(*buffer);
    if (offset != nullptr) {
      scoped->elem_offset = nullptr;
      scoped->offset_factor = 1;
      replaced[offset] = MakeInt(ctx, 0, DTypeOf(offset));
    }
    replaced[buffer] = scoped;
    if (!moves) continue;
    scoped->scope = ctx.Intern(ScopeOf(tensors[i]));
    const Var* data = MakeVar(ctx, buffer->data->name.text(), MakePointerType(ctx, buffer->dtype, ScopeOf(tensors[i])));
    scoped->data = data;
    replaced[buffer->data] = data;
  }
  if (replaced.empty()) return kernel;
  auto rule = [&](const Node* rebuilt, const Node* original) {
    auto found = replaced.find(original);
    return found == replaced.end() ? rebuilt : found->second;
  };
  return static_cast<const PrimFunc*>(Rewrite(ctx, kernel, rule, Types::kInclude));
}

const PrimFunc* Specialized(Context& ctx, const PrimFunc* kernel, const Call* call) {
  std::vector<const TensorType*> tensors;
  VarMap map;
  if (!TensorsOf(call, tensors) || !BindDims(ctx, kernel, tensors, map)) return nullptr;
  if (!OutputsStayOpen(kernel, tensors, As<Tuple>(call->args[1])->fields.size(), map)) return nullptr;
  const PrimFunc* scoped = WithOwnBuffers(ctx, SubstituteIn(ctx, kernel, map), tensors);
  PrimFunc* marked = ctx.arena.New<PrimFunc>(*scoped);
  marked->attrs = WithAttr(ctx, scoped->attrs, "scoped", MakeAttrInt(ctx, 1));
  return marked;
}

Result<Module> RunSpecialize(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  // Null once a kernel is called in two ways, or used in any other way.
  std::unordered_map<std::string_view, const PrimFunc*> specialized;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr) continue;
    bool primitive = IsPrimitive(func);
    WalkBeforeChildren(func->body, [&](const Node* node) {
      if (const auto* used = As<GlobalVar>(node)) specialized.insert_or_assign(used->name.text(), nullptr);
      const auto* call = primitive ? nullptr : As<Call>(node);
      const auto* callee = IsCallOf(call, "relax.call_tir") ? As<GlobalVar>(call->args[0]) : nullptr;
      const auto* kernel = callee == nullptr ? nullptr : As<PrimFunc>(module.Find(callee->name.text()));
      if (kernel == nullptr) return !IsTypeKind(node->kind);
      const PrimFunc* own = Specialized(ctx, kernel, call);
      auto [known, fresh] = specialized.emplace(callee->name.text(), own);
      bool same = fresh || (own != nullptr && known->second != nullptr && Equal(own, known->second));
      if (!same) known->second = nullptr;
      return false;
    });
  }
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    auto found = specialized.find(module.entries[i].var->name.text());
    if (found != specialized.end() && found->second != nullptr) editor.Replace(i, found->second);
  }
  return editor.Finish();
}

}  // namespace

constexpr std::string_view kSpecializePrimFuncBasedOnCallSiteAttrs[] = {"scoped"};

const PassSpec kSpecializePrimFuncBasedOnCallSite = {
    .name = "SpecializePrimFuncBasedOnCallSite",
    .doc = "gives kernels the dimensions and memory scopes of their calls",
    .changes = Alters({Facet::kKernels, Facet::kParameterShapes, Facet::kParameterMemory, Facet::kOwnShapes}),
    .attrs = kSpecializePrimFuncBasedOnCallSiteAttrs,
    .run = RunSpecialize,
};

}  // namespace assay
