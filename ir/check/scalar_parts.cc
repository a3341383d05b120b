#include "ir/check/scalar_parts.h"

#include <fmt/format.h>

#include "ir/fields.h"
#include "ir/relax/node.h"
#include "ir/tir/node.h"
#include "ir/walk.h"

namespace assay {

bool IsScalarPart(const Expr* e) {
  const auto* call = As<Call>(e);
  if (call == nullptr) return IsScalarKind(ExprKindOf(e));
  // Operators of Relax have rows; intrinsics and what is foreign have none.
  const auto* op = As<Op>(call->op);
  return call->ty_args.empty() && (op != nullptr ? op->spec == nullptr : Is<GlobalVar>(call->op));
}

bool IsScalarKind(ExprKind kind) {
  switch (kind) {
    case ExprKind::kCall:
#define ASSAY_NODE(Name)
#define ASSAY_BINARY(Name) case ExprKind::k##Name:
#include "ir/node_kinds.def"
    case ExprKind::kVar:
    case ExprKind::kIntImm:
    case ExprKind::kFloatImm:
    case ExprKind::kStringImm:
    case ExprKind::kCast:
    case ExprKind::kNot:
    case ExprKind::kSelect:
    case ExprKind::kLet:
    case ExprKind::kRamp:
    case ExprKind::kBroadcast:
    case ExprKind::kShuffle:
    case ExprKind::kBufferLoad:
    case ExprKind::kOp:
    case ExprKind::kGlobalVar: return true;
    case ExprKind::kIf:
    case ExprKind::kSeqExpr:
    case ExprKind::kFunction:
    case ExprKind::kTuple:
    case ExprKind::kTupleGetItem:
    case ExprKind::kShapeExpr:
    case ExprKind::kConstant:
    case ExprKind::kDataTypeImm:
    case ExprKind::kExternFunc:
    case ExprKind::kPrimFunc: return false;
  }
  ASSAY_UNREACHABLE();
}

bool IsOfScalars(NodeKind kind) {
  switch (kind) {
#define ASSAY_NODE(Name)
#define ASSAY_STMT(Name) case NodeKind::k##Name:
#define ASSAY_EXPR(Name)
#define ASSAY_BINARY(Name) case NodeKind::k##Name:
#include "ir/node_kinds.def"
    case NodeKind::kPrimFunc:
    case NodeKind::kBuffer:
    case NodeKind::kBufferLoad:
    case NodeKind::kRange:
    case NodeKind::kIterVar:
    case NodeKind::kBufferRegion:
    case NodeKind::kMatchBufferRegion:
    case NodeKind::kIndexMap:
    case NodeKind::kCommReducer:
    case NodeKind::kCast:
    case NodeKind::kNot:
    case NodeKind::kSelect:
    case NodeKind::kLet:
    case NodeKind::kRamp:
    case NodeKind::kBroadcast:
    case NodeKind::kShuffle:
    case NodeKind::kShapeExpr:
    case NodeKind::kShapeType: return true;
    // other kinds: hold what Relax has, or no expressions
    default: return false;
  }
}

void CheckScalarParts(const Node* node, SourceSpan place, RuleReporter& reporter) {
  auto check = [&](const Node* part) {
    const Expr* e = AsExpr(part);
    if (e == nullptr || IsScalarPart(e)) return;
    reporter.Violated(
        Rule::kTirScalar, e->span.file != 0 ? e->span : place,
        fmt::format("a {} is part of a {}, which is made of scalars", NodeKindName(e->kind), NodeKindName(node->kind)));
  };
  Visit(node, [&](const auto& n) {
    ForEachField(n, [&](const auto& value, const auto&) {
      using V = std::remove_cvref_t<decltype(value)>;
      if constexpr (NodePointer<V>) {
        check(value);
      } else if constexpr (kIsNodeSpan<V>) {
        for (const Node* part : value) check(part);
      }
    });
  });
}

void CheckScalarsAmong(const Node* attrs, SourceSpan place, RuleReporter& reporter) {
  if (attrs == nullptr) return;
  WalkBeforeChildren(attrs, [&](const Node* node) {
    if (IsOfScalars(node->kind)) CheckScalarParts(node, place, reporter);
    return true;
  });
}

}  // namespace assay
