// Whether an expression, a statement or a type mentions a variable: in a use or a definition, and in the types of what
// stands in it. Tested by mentions_test.cc.
#pragma once

#include <span>
#include <unordered_set>

#include "ir/support/function_ref.h"
#include "ir/walk.h"

namespace assay {

using VarSet = std::unordered_set<const Var*>;

// `what` is a variable, a buffer or any other node, by identity. Null mentions nothing.
bool Mentions(const Node* root, const Node* what, Types types = Types::kInclude);
bool MentionsAny(const Node* root, std::span<const Var* const> vars, Types types = Types::kInclude);
bool MentionsAny(const Node* root, const VarSet& vars, Types types = Types::kInclude);
// Any variable that `is_meant` is true of.
bool MentionsAny(const Node* root, FunctionRef<bool(const Var*)> is_meant, Types types = Types::kInclude);

}  // namespace assay
