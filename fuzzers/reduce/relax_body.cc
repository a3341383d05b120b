// Taking a Relax function apart and putting it together (relax_body.h).
#include "fuzzers/reduce/relax_body.h"

#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/walk.h"
#include "passes/analysis/symbols.h"

namespace assay {

RelaxBody RelaxBody::Of(const Function& func) {
  RelaxBody body;
  body.func = &func;
  body.params.assign(func.params.begin(), func.params.end());
  for (size_t i = 0; i < func.body->blocks.size(); ++i) {
    for (const Binding* binding : func.body->blocks[i]->bindings) body.items.push_back({binding, i});
    body.is_dataflow.push_back(func.body->blocks[i]->is_dataflow);
  }
  body.result = func.body->body;
  return body;
}

std::vector<const Var*> RelaxBody::UsedBy(size_t from) const {
  std::vector<const Var*> used = VarsIn(result);
  for (size_t i = from; i < items.size(); ++i) {
    std::vector<const Var*> more = VarsIn(items[i].binding);
    used.insert(used.end(), more.begin(), more.end());
  }
  return used;
}

const Expr* RelaxBody::SameTypeBefore(size_t index, const Type* type) const {
  for (const Var* param : params) {
    if (Equal(param->type, type)) return param;
  }
  for (size_t i = 0; i < index; ++i) {
    const Var* var = items[i].binding->var;
    if (!Equal(var->type, type)) continue;
    if (var->flavor != VarFlavor::kDataflow) return var;
  }
  return nullptr;
}

void RelaxBody::Widen(Context& ctx, const Expr* used) {
  for (const Var* var : VarsIn(used, Types::kSkip)) {
    if (var->flavor == VarFlavor::kDataflow) replaced[var] = MakeVar(ctx, var->name.text(), var->type);
  }
}

const Function* RelaxBody::Build(Context& ctx) const {
  std::vector<const BindingBlock*> blocks;
  for (size_t block = 0; block < is_dataflow.size(); ++block) {
    std::vector<const Binding*> bindings;
    for (const Item& item : items) {
      if (item.block == block) bindings.push_back(item.binding);
    }
    if (!bindings.empty()) blocks.push_back(MakeBlock(ctx, bindings, is_dataflow[block]));
  }
  const SeqExpr* seq = MakeSeq(ctx, blocks, result);
  // Replacements may themselves be replaced, a few steps at most.
  for (size_t round = 0; !replaced.empty() && round < 4; ++round) seq = SubstituteIn(ctx, seq, replaced);
  // A body's type speaks of no variable of its own, a result's of what the parameters' types define alone, as readers have it.
  std::vector<const Var*> symbols = SymbolsThatParamsDefine(params);
  auto* body = ctx.arena.New<SeqExpr>(*seq);
  body->type = EraseVars(ctx, seq->body->type, symbols);
  bool same_result = Equal(seq->body->type, func->body->body->type);
  const Type* ret_type = same_result ? func->ret_type : EraseVars(ctx, body->type, symbols);
  return MakeFunction(ctx, params, body, ret_type, func->is_pure, func->attrs);
}

}  // namespace assay
