#include "generators/modules/tir_outline.h"

#include <algorithm>

#include "ir/mentions.h"
#include "ir/rewrite.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"

namespace assay {
namespace {

// What the stage accesses and does not allocate.
// other kinds: stages are loops, stores and allocations, as TirGen makes them
std::vector<const Buffer*> BuffersOf(const Stmt* stage) {
  std::vector<const Buffer*> used, own;
  auto add = [](std::vector<const Buffer*>& list, const Buffer* buffer) {
    if (std::ranges::find(list, buffer) == list.end()) list.push_back(buffer);
  };
  WalkOnce(stage, [&](const Node* node) {
    if (std::optional<ElementAccess> access = ElementAccessOf(node)) add(used, access->buffer);
    if (const auto* alloc = As<AllocBuffer>(node)) add(own, alloc->buffer);
  });
  std::erase_if(used, [&](const Buffer* buffer) { return std::ranges::find(own, buffer) != own.end(); });
  return used;
}

}  // namespace

const Stmt* OutlinedStages::Outlined(const Stmt* stage) {
  std::vector<const Var*> params;
  std::vector<const Expr*> args;
  std::vector<const Stmt*> body;
  VarMap renamed;
  for (const Buffer* buffer : BuffersOf(stage)) {
    args.push_back(buffer->data);
    params.push_back(MakeVar(ctx(), "p" + std::to_string(params.size()), buffer->data->type));
    renamed[buffer->data] = params.back();
    DeclBuffer* view = ctx().arena.New<DeclBuffer>();
    view->buffer = buffer;
    view->data = buffer->data;
    body.push_back(view);
  }
  for (const Var* symbol : scope_.symbols) {
    // A kernel may have a symbol in mind that none of its inputs has.
    if (!Mentions(stage, symbol, Types::kSkip)) continue;
    args.push_back(symbol);
    params.push_back(MakeVar(ctx(), symbol->name.text(), symbol->type));
    renamed[symbol] = params.back();
  }
  body.push_back(stage);
  PrimFunc* func = ctx().arena.New<PrimFunc>();
  func->params = ctx().Copy(params);
  func->buffers = ctx().Copy(std::vector<const Buffer*>(params.size(), nullptr));
  func->is_s_tir = false;
  func->body = SubstituteIn(ctx(), MakeSeqStmt(ctx(), body), renamed);
  Evaluate* call = ctx().arena.New<Evaluate>();
  call->value = MakeCall(ctx(), scope_.module.Add(scope_.module.FreshName("stage"), func), args, nullptr, {},
                         ctx().Prim(DType::Void()));
  return call;
}

}  // namespace assay
