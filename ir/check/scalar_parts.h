// What kernels and scalar arithmetic are made of, as TVM's PrimExpr has it: whatever else has a meaning in Relax alone.
// Tested by violations_test.cc.
#pragma once

#include "ir/check/reporter.h"
#include "ir/prim/node.h"

namespace assay {

// By its kind; of a call, by what it calls.
bool IsScalarPart(const Expr* e);
bool IsScalarKind(ExprKind kind);
// Whether all of what a node of the kind is made of has to be scalar.
bool IsOfScalars(NodeKind kind);
// A violation for each operand that is none.
void CheckScalarParts(const Node* node, SourceSpan place, RuleReporter& reporter);
// The same for the values among attributes; `attrs` may be null.
void CheckScalarsAmong(const Node* attrs, SourceSpan place, RuleReporter& reporter);

}  // namespace assay
