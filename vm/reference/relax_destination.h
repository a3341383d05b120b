// The outputs of destination-passing calls: fresh tensors of the declared types, in-place ones, and how they nest.
// Tested by relax_eval_test.cc.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "vm/reference/type_match.h"

namespace assay {

// A shape's extents under `env`; Refused when one has no value.
Outcome EvalShape(Nodes<Expr> dims, const ValueMap& env);
// Appends fresh tensors of the declared output types; what stopped it, or nothing.
std::optional<Outcome> AllocateOutputs(const Type* out, const ValueMap& env, Meter& meter, std::vector<Value>& outputs);
// Arguments that are given up, by output (-1: a fresh one): the output takes a copy of the value, and the kernel writes
// there. What is given twice is one tensor under all of its names, as on the VM.
std::optional<Outcome> ShareInplace(const std::vector<int64_t>& inplace, std::vector<Value>& args,
                                    std::vector<Value>& outputs, SourceSpan span);
// Tensors that call_tir_inplace has overwritten: nothing reads them under their old names (docs/semantics.md, "Calls
// and memory").
class Overwritten {
 public:
  // Keeps the tensor, so that no other one comes to lie where it does.
  void Note(const Value& value);
  // A Trap kStaleRead where the value, or a field of it, is one of them.
  std::optional<Trap> CheckRead(const Value& value, SourceSpan span) const;
  std::optional<Trap> CheckRead(std::span<const Value> values, SourceSpan span) const;
  void Forget() { tensors_.clear(); }

 private:
  std::map<const std::byte*, Tensor> tensors_;
};

// Outputs as their declared type nests them.
Value ArrangeOutputs(const Type* type, const std::vector<Value>& outputs);

}  // namespace assay
