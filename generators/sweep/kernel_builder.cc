// Making swept kernels (kernel_builder.h).
#include "generators/sweep/kernel_builder.h"

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"

namespace assay {

const Buffer* KernelBuilder::Add(std::string_view hint, DType dtype, int64_t extent) {
  std::string name = std::string(hint) + std::to_string(buffers_.size());
  buffers_.push_back(MakeBuffer(ctx, name, dtype, {Int(extent)}));
  extents_.push_back(extent);
  return buffers_.back();
}

const Buffer* KernelBuilder::Input(DType dtype, int64_t extent) { return Add("a", dtype, extent); }
const Buffer* KernelBuilder::Output(DType dtype, int64_t extent) { return Add("out", dtype, extent); }

bool KernelBuilder::Finish(const Stmt* body, SweptCall& made) {
  std::vector<const Type*> types;
  std::vector<const Var*> handles;
  for (size_t i = 0; i < buffers_.size(); ++i) {
    types.push_back(MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, extents_[i])}, buffers_[i]->dtype));
    handles.push_back(MakeVar(ctx, buffers_[i]->name.str() + "_handle", DType::Handle()));
  }
  PrimFunc* func = ctx.arena.New<PrimFunc>();
  func->body = body;
  func->params = ctx.Copy(handles);
  func->buffers = ctx.Copy(buffers_);
  func->is_s_tir = false;
  func->attrs = MakeSortedDict(ctx, {{"tirx.noalias", MakeAttrBool(ctx, true)}});
  func->type = MakeFuncType(ctx, types, MakeTupleType(ctx, {}), false);
  GlobalVar* var = ctx.arena.New<GlobalVar>();
  var->name = ctx.Intern("kernel" + std::to_string(place_.kernel));
  var->type = func->type;
  made.kernels.push_back({var, func});
  std::vector<const Expr*> args;
  for (size_t i = 0; i + 1 < buffers_.size(); ++i) {
    made.params.push_back(MakeVar(ctx, "x" + std::to_string(place_.param + i), types[i]));
    args.push_back(made.params.back());
  }
  Module module;
  module.entries = ctx.Copy(made.kernels);
  const Call* call = MakeOpCall(ctx, *FindOp("call_tir"), {var, MakeTuple(ctx, args)}, {}, {types.back()});
  Result<const Call*> typed = WithInferredType(ctx, &module, call);
  if (!typed.ok()) return false;
  made.call = *typed;
  return true;
}

}  // namespace assay
