// One group on its way to a function: collects bindings, finds what they need from outside, and builds the function.
// Tested by testdata/fuse_ops.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "ir/builder.h"
#include "ir/rewrite.h"

namespace assay {

class GroupCreator {
 public:
  // `values` are the parameters and bindings of the function around: variables that are none of these are sizes, which
  // are parameters where calls take them as arguments and no type mentions them.
  GroupCreator(Context& context, const std::unordered_set<const Var*>& values, bool lift_constants)
      : ctx_(context), values_(values), lift_constants_(lift_constants) {}

  // Bindings in order; a match_cast is not among them.
  void Append(const VarBinding* binding);
  // A variable of the group that is needed outside.
  void AppendOutput(const Var* var);
  // Null when nothing of the group is needed outside. `attrs` are the function's, beside "Primitive".
  void Build(const AttrDict* attrs);

  const Function* function() const { return function_; }
  const std::string& name() const { return name_; }
  const VarBinding* last() const { return bindings_.back(); }
  // Whether one of the bindings is of this variable.
  bool Defines(const Var* var) const { return defined_.contains(var); }
  const std::vector<const VarBinding*>& bindings() const { return bindings_; }
  // What the call passes, in the caller's variables.
  const std::vector<const Expr*>& args() const { return args_; }
  const std::vector<const Var*>& outputs() const { return outputs_; }

 private:
  // A tuple parameter of which only some fields have been used so far.
  struct PartlyUsed {
    const Expr* tuple;
    std::vector<int64_t> items;
  };
  void AppendCall(const Call* call);
  void Need(const Expr* e);
  // Not some of its fields alone.
  void NeedWhole(const Expr* e);
  PartlyUsed* FindPartlyUsed(const Expr* tuple);
  void SettleDimensions();
  void SplitTuples();
  const Type* TypeInside(const Type* type) const;
  const Node* WithTypeInside(const Node* node) const;
  const Function* MakeFrom(const std::vector<const Binding*>& bindings, const Expr* result, const AttrDict* attrs);

  Context& ctx_;
  const std::unordered_set<const Var*>& values_;
  bool lift_constants_;
  std::string name_ = "fused";
  std::vector<const VarBinding*> bindings_;
  std::unordered_set<const Var*> defined_;
  std::vector<const Expr*> args_;
  std::vector<const Var*> params_;
  std::vector<const Var*> outputs_;
  std::vector<PartlyUsed> partly_used_;
  int constants_ = 0;
  // Caller's expressions, and get-items of split tuples, to what stands for them inside.
  std::unordered_map<const Node*, const Expr*> inside_;
  const Function* function_ = nullptr;
};

}  // namespace assay
