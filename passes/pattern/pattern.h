// Patterns of dataflow: what an expression looks like together with what the variables in it are bound to, as TVM's
// dataflow pattern language (relax.dpl). A pattern is written as text, for instance
//   nn.relu(add($root=nn.conv2d($input, $weight), $bias))
// and README.md in this folder lists every form. Tested by pattern_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/builder.h"
#include "ir/support/result.h"

namespace assay {

enum class PatternKind : uint8_t {
  // Anything.
  kWildcard,
  // The operator `name`, with "relax.".
  kOp,
  // parts[0] called with the others; with `more_args` further arguments may follow.
  kCall,
  // A tuple in place of these fields; in any order for kUnorderedTuple.
  kTuple,
  kUnorderedTuple,
  // Field `index` of parts[0]; any field with -1.
  kTupleGetItem,
  kConstant,
  // By name, or any with an empty one. A global's name may be a part of the whole.
  kVar,
  kDataflowVar,
  kGlobalVar,
  kExternFunc,
  // Two parts: the first that matches; both; one part: not this.
  kOr,
  kAnd,
  kNot,
  // parts[0] with something said of the value: a type at least as fine as `type`, the very shape, the dtype, operator
  // or
  // function attributes.
  kHasType,
  kHasShape,
  kHasDType,
  kHasAttrs,
  // A shape in place of these dimensions.
  kShape,
};

// One node; the same node in two places must match the same expression.
struct Pattern {
  PatternKind kind = PatternKind::kWildcard;
  Name name = {};
  std::span<const Pattern* const> parts = {};
  bool more_args = false;
  int64_t index = -1;
  DType dtype = {};
  std::span<const int64_t> dims = {};
  const Type* type = nullptr;
  const AttrDict* attrs = nullptr;
};

// A pattern with the names that its text gives to parts of it (TVM's annotation patterns).
struct PatternGraph {
  const Pattern* root = nullptr;
  std::vector<std::pair<std::string, const Pattern*>> names;

  // nullptr when no part has the name.
  const Pattern* Find(std::string_view name) const;
};

// Diag kSyntax with the column, kUnknownName for an operator that there is not.
Result<PatternGraph> ParsePattern(Context& ctx, std::string_view text);

}  // namespace assay
