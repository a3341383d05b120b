#include "ir/text/binding_builder.h"

#include <algorithm>

#include "ir/ops/infer.h"

namespace assay {

void BindingBuilder::FlushBlock(RelaxBody& body) {
  if (body.bindings.empty()) return;
  body.blocks.push_back(MakeBlock(ctx_, body.bindings, body.is_dataflow));
  body.bindings.clear();
}

const Expr* BindingBuilder::WithType(const Expr* value) {
  if (value == nullptr || value->type != nullptr) return value;
  Result<const Type*> type = InferType(ctx_, &around_.module(), value);
  // No rule, or a call that is wrong: the well-formedness check says so later; reading goes on as long as it does not
  // need the type.
  if (type.ok() && *type != nullptr) const_cast<Expr*>(value)->type = *type;
  if (!type.ok() && !refused_) refused_ = std::move(type).error();
  return value;
}

bool BindingBuilder::FitsIn(SourceSpan span, const Type* type) {
  std::string beyond = weights_.Beyond(type);
  if (beyond.empty()) return true;
  site_.Fail(span, std::move(beyond), DiagKind::kTooDeep);
  return false;
}

const Expr* BindingBuilder::ToLeaf(const Expr* value, std::string name) {
  if (value == nullptr || body_ == nullptr) return value;
  switch (value->kind) {
    case NodeKind::kCall:
      // A scalar intrinsic is part of its expression; only Relax calls are bound.
      if (const auto* op = As<Op>(static_cast<const Call*>(value)->op);
          op != nullptr && !op->name.text().starts_with("relax.")) {
        return value;
      }
      break;
    case NodeKind::kTupleGetItem:
    case NodeKind::kIf:
    case NodeKind::kFunction:
    case NodeKind::kSeqExpr: break;
    // other kinds: leaves, which stand as they are
    default: return value;
  }
  WithType(value);
  int& count = body_->is_dataflow ? fresh_.lv : fresh_.gv;
  if (name.empty()) {
    name = body_->is_dataflow ? "lv" : "gv";
    if (count > 0) name += std::to_string(count);
  }
  ++count;
  const Var* var = MakeVar(ctx_, name, value->type, body_->is_dataflow ? VarFlavor::kDataflow : VarFlavor::kPlain);
  body_->bindings.push_back(At(value->span, MakeBinding(ctx_, At(value->span, var), value)));
  return var;
}

const Var* BindingBuilder::BindRelax(const PyStmt* stmt, std::string_view name, const Expr* value,
                                     const Type* annotation) {
  bool leaves = body_->outputs != nullptr &&
                std::find(body_->outputs->begin(), body_->outputs->end(), stmt) != body_->outputs->end();
  // Of several variables that one statement binds, those that the block gives out.
  if (leaves && stmt->kind == PyStmtKind::kAssign && stmt->target->Is(PyKind::kTuple)) {
    leaves = std::ranges::find(*body_->output_names, name) != body_->output_names->end();
  }
  bool local = body_->is_dataflow && !leaves;
  CountName();
  bool inferred = annotation == nullptr || SaysTheSameOfFunctions(annotation, value->type);
  const Type* type = inferred ? value->type : annotation;
  if (type != nullptr) FitsIn(stmt->span, type);
  const Var* var =
      At(stmt->span, MakeVar(ctx_, name.empty() ? "_" : name, type, local ? VarFlavor::kDataflow : VarFlavor::kPlain));
  if (!name.empty()) scope_.Define(name, var);
  return var;
}

// The type of a sequence speaks of no variable that its own bindings define, wherever that was declared.
const SeqExpr* BindingBuilder::Sequence(const RelaxBody& body, const Expr* result,
                                        const std::vector<const Var*>& visible) {
  SeqExpr* seq = const_cast<SeqExpr*>(MakeSeq(ctx_, body.blocks, result));
  // Where the result is given.
  seq->span = body.result_span;
  if (seq->type != nullptr) seq->type = EraseVars(ctx_, seq->type, visible);
  return seq;
}

}  // namespace assay
