// Patterns by name, as TVM's backends register theirs: what an external compiler takes is called "compiler.what".
// Those of assay's own compiler stand in patterns.def, one line each. Tested by registry_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "passes/pattern/match.h"

namespace assay {

// Where a pattern matched in a dataflow block: what a check looks at.
struct MatchSite {
  const PatternGraph& pattern;
  const PatternMatch& match;
  // The bindings that match, inner ones before those that use them; the last is the whole pattern's.
  std::vector<const VarBinding*> bindings;
  // Which variables of the block each one is used by.
  const std::unordered_map<const Var*, std::vector<const Var*>>& users;

  // What the named part stands for; nullptr when it took no part.
  const Expr* Named(std::string_view name) const {
    const Pattern* part = pattern.Find(name);
    return part == nullptr ? nullptr : match.Find(part);
  }
};
using PatternCheck = bool (*)(const MatchSite&);
// Nothing inside is used outside (TVM's has_leaking_intermediate_variables): only the whole pattern's value leaves.
bool IsClosed(const MatchSite& site);

struct PatternSpec {
  // "assay.conv2d_bias_relu": TVM's attribute Composite; the compiler's name stands before the dot.
  std::string_view name;
  std::string_view text;
  PatternCheck check = nullptr;
};

// All patterns, in patterns.def order: larger ones first, so that a list in this order gives them priority.
std::span<const PatternSpec> AllPatterns();
// nullptr when there is none of that name.
const PatternSpec* FindPattern(std::string_view name);

// A pattern ready to match.
struct NamedPattern {
  std::string name;
  PatternGraph graph;
  PatternCheck check = nullptr;
};

}  // namespace assay
