// Matching patterns against expressions, through bindings, by TVM's rules: an alternative that matches is not taken
// back; add and multiply match in either order. (That products of quotients associate, TVM only sees where calls stand
// inside calls, which A-normal form does not have.) Tested by pattern_test.cc.
#pragma once

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "passes/pattern/pattern.h"

namespace assay {

// What variables are bound to.
using BoundValues = std::unordered_map<const Var*, const Expr*>;

// What each pattern stands for: values, not the variables that they are bound to (except where nothing binds them).
struct PatternMatch {
  std::vector<std::pair<const Pattern*, const Expr*>> found;

  // nullptr when the pattern took no part.
  const Expr* Find(const Pattern* pattern) const;
};

// The value behind a variable, and behind the variables that it stands for.
const Expr* BoundValue(const Expr* e, const BoundValues& values);
// Nothing when the expression does not match.
std::optional<PatternMatch> MatchPattern(Context& ctx, const Pattern* pattern, const Expr* e,
                                         const BoundValues& values);

}  // namespace assay
