#include "passes/gate.h"

#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/op_names.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

bool SamePlace(const PassNote& a, const PassNote& b) {
  return a.op == b.op && a.span.file == b.span.file && a.span.begin == b.span.begin && a.span.end == b.span.end;
}

PassNote NoteFor(const Call* call) {
  std::string_view op = OpNameOf(call);
  std::string_view later = LaterPassOf(op);
  const OpSpec* row = SpecOf(call);
  PassNote note{"gate", later.empty() ? PassNote::Kind::kNow : PassNote::Kind::kLater, std::string(op), call->span, "",
                ""};
  note.who = std::string(later);
  if (row == nullptr) {
    note.why = "the operator has no row";
  } else if (row->lower.rule == nullptr) {
    note.why = std::string(row->lower.why_not);
  } else if (later.empty()) {
    note.kind = PassNote::Kind::kLater;
    note.who = "LegalizeOps";
    note.why = "it has not been lowered";
  }
  return note;
}

std::string Sentence(const PassNote& note) {
  std::string text = note.op + " cannot be compiled";
  text += note.kind == PassNote::Kind::kLater ? " yet, " + note.who + " deals with it" : "";
  if (!note.why.empty()) text += ": " + note.why;
  // Who could say it: the module's author.
  bool unknown = note.kind == PassNote::Kind::kNow && note.why.ends_with("not known");
  return unknown ? text + "; an annotation or a match_cast would give it" : text;
}

}  // namespace

std::vector<PassNote> OperatorsLeft(const Module& module) {
  std::vector<PassNote> left;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr) continue;
    WalkBeforeChildren(func->body, [&](const Node* node) {
      const auto* call = As<Call>(node);
      if (call != nullptr && IsScalarCall(call)) return false;
      std::string_view op = OpNameOf(call);
      if (!op.empty() && !IsForCodegen(op)) left.push_back(NoteFor(call));
      return !IsTypeKind(node->kind) && !Is<ShapeExpr>(node);
    });
  }
  return left;
}

std::vector<PassNote> MissingOperators(const Module& module, const std::vector<PassNote>& notes) {
  std::vector<PassNote> left = OperatorsLeft(module);
  for (const PassNote& note : notes) {
    if (note.kind != PassNote::Kind::kNow) continue;
    bool known = false;
    for (PassNote& seen : left) {
      if (!SamePlace(seen, note)) continue;
      seen = note;
      known = true;
    }
    if (!known) left.push_back(note);
  }
  return left;
}

Diag CannotBeCompiled(const Call* call) {
  return {DiagKind::kCannotLower, call->span, Sentence(NoteFor(call)), "", {}};
}

Status CheckCodegenReady(Context&, const Module& module, const std::vector<PassNote>& notes) {
  std::vector<PassNote> left = MissingOperators(module, notes);
  if (left.empty()) return Done{};
  Diag diag{DiagKind::kCannotLower, left.front().span, Sentence(left.front()), "", {}};
  for (const PassNote& note : left) diag.labels.push_back({note.span, Sentence(note)});
  return diag;
}

}  // namespace assay
