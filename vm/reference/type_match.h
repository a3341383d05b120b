// Run-time checks of declared types: a value against a type, binding symbolic variables at their first plain
// occurrence, as function entry and match_cast do. Tested by relax_eval_test.cc.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "vm/engine.h"

namespace assay {

using ValueMap = std::unordered_map<const Var*, Value>;

// Matches values with types in two stages: first plain variables take their values, then compound dimensions are
// checked.
class TypeMatcher {
 public:
  // `kind` is that of the Trap where they do not match.
  TypeMatcher(ValueMap& env, TrapKind kind) : env_(env), kind_(kind) {}

  // Takes an extent of -1 for one that is not known: what inference makes of a shape of unknown rank
  // (shape_to_tensor), as in TVM, which checks no type against the one that was inferred.
  void AcceptUnknownExtents() { accept_unknown_ = true; }
  std::optional<Trap> Match(const Type* type, const Value& value, SourceSpan span);
  // Checks the compound dimensions seen so far.
  std::optional<Trap> Finish();

 private:
  struct Pending {
    const Expr* dim;
    int64_t extent;
    SourceSpan span;
  };

  std::optional<Trap> MatchTensor(const TensorType& type, const Value& value, SourceSpan span);
  std::optional<Trap> MatchShape(const ShapeType& type, const Value& value, SourceSpan span);
  std::optional<Trap> MatchTuple(const TupleType& type, const Value& value, SourceSpan span);
  std::optional<Trap> MatchDims(Nodes<Expr> dims, std::span<const int64_t> extents, SourceSpan span);
  std::optional<Trap> MatchExtents(std::span<const int64_t> known, std::span<const int64_t> extents,
                                   SourceSpan span) const;
  std::optional<Trap> MatchDim(const Expr* dim, int64_t extent, SourceSpan span);
  Trap WrongExtent(SourceSpan span, int64_t known, int64_t extent) const;
  Trap Mismatch(SourceSpan span, std::string message) const;

  ValueMap& env_;
  TrapKind kind_;
  bool accept_unknown_ = false;
  std::vector<Pending> pending_;
};

// Both as TVMScript has them: a type, with what its symbolic variables stand for under `env`, "R.Tensor((n,),
// dtype="float32") where n = 2"; and the type of a value, in which nothing is unknown.
std::string TypeText(const Type* type, const ValueMap& env);
std::string TypeText(const Value& value);

// The value of an integer scalar expression under `env`; nothing when a variable has no value.
std::optional<int64_t> EvalDim(const Expr* dim, const ValueMap& env);

}  // namespace assay
