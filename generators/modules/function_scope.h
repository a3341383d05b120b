// FunctionScope: what a Relax function under construction has at hand: tensors in scope, fresh parameters and
// constants, dimensions, and the bindings made so far. It is the site that operator rows sample from: it hands out
// tensors in scope, makes parameters and constants where none fits, and keeps every size within bounds. FunctionFamily:
// the base of the classes that make a function's parts, one for each family of steps; each is made where it is asked,
// and has no state but the scope. Tested by generate_test.cc.
#pragma once

#include <utility>
#include <vector>

#include "generators/modules/module_gen.h"

namespace assay {

class FunctionScope final : public SampleSite {
 public:
  // `role` decides name hints and attributes.
  enum class Role : uint8_t { kMain, kPublic, kPrivate };
  // Something in scope. Tensors whose dimensions are known are what operators work on.
  struct Entry {
    const Expr* value;
    const Type* type;
    // Known shape and dtype.
    bool ready;
  };
  // A run of bindings under construction: a block's, or a branch's.
  struct Frame {
    std::vector<const Binding*> bindings;
    std::vector<Var*> vars;
    bool is_dataflow = false;
  };
  // What fresh dimensions are made of.
  enum class Sizes : uint8_t { kAny, kConstant, kSymbolic };
  // How many branches and local functions there may be around what is made.
  static constexpr int kMaxNesting = 2;

  FunctionScope(ModuleGen& module, Role role, int budget);

  // SampleSite.
  Context& ctx() override { return module.ctx; }
  ByteSource& bytes() override { return module.bytes; }
  const Expr* Tensor(const TensorRequest& wish) override;
  const Expr* Dim() override;
  DType PickDType(DTypeSet set) override;
  const Call* KernelCall() override;
  const VDevice* Device() override;

  const Expr* Fresh(const std::vector<const Expr*>& dims, DType dtype, const VDevice* vdevice);
  const Expr* FreshParam(const Type* type);
  std::vector<const Expr*> FreshDims(const TensorRequest& wish);
  const Expr* ExactTensor(const std::vector<const Expr*>& dims, DType dtype, const VDevice* vdevice);
  const Entry* PickEntry(bool (*wanted)(const Entry&));
  void AddToScope(const Expr* value);
  Var* NewVar(const Type* type);
  const Var* Emit(const Expr* value);
  const Var* EmitBinding(Var* var, const Binding* binding);
  // Whether an operator with effects may stand here.
  bool MayHaveEffects() const { return !pure && !frames.back().is_dataflow; }
  // Decides which variables of the dataflow block leave it; the scope had `scope_before` entries in front of it.
  void FinishDataflow(size_t scope_before);
  void CloseFrame();

  ModuleGen& module;
  Role role;
  // Becomes a kernel.
  bool is_group = false;
  int budget;
  bool pure = true;
  // How many branches and local functions there are around what is made; functions among them.
  int nested = 0;
  int local = 0;
  // Where the function's tensors live; null for nowhere in particular.
  const VDevice* home = nullptr;
  // While a device operator is sampled, tensors of any device will do.
  bool any_device = false;
  std::vector<const Var*> params;
  std::vector<const Var*> symbols;
  // Defined by a match_cast in the body: unknown to parameters.
  std::vector<const Var*> body_symbols;
  // Those that the other branch has found out: this one may by the same names.
  std::vector<const Var*> found_elsewhere;
  std::vector<Entry> entries;
  std::vector<Frame> frames;
  std::vector<const BindingBlock*> blocks;
  // Variables that local functions mention: they may not be local to a dataflow block.
  std::vector<const Var*> captured;
  // Shapes that were computed, with what they are.
  std::vector<std::pair<const Expr*, const ShapeExpr*>> computed_shapes;
  // What the last bait ends in.
  const Var* laid = nullptr;
  // What the operator at hand is to take, while a figure is laid.
  std::vector<const Expr*> preferred;
  Sizes sizes = Sizes::kAny;
  int next_var = 0;

 private:
  const Expr* ZerosOf(const std::vector<const Expr*>& dims, DType dtype);
  bool Fits(const Entry& entry, const TensorRequest& wish) const;
  // One of those that a figure wants taken; null where none fits, and now and then.
  const Expr* PreferredFor(const TensorRequest& wish);
  bool UsesBodySymbols(const std::vector<const Expr*>& dims) const;
};

class FunctionFamily {
 protected:
  using Role = FunctionScope::Role;
  using Entry = FunctionScope::Entry;
  using Frame = FunctionScope::Frame;
  using Sizes = FunctionScope::Sizes;

  explicit FunctionFamily(FunctionScope& scope) : scope_(scope) {}

  Context& ctx() { return scope_.module.ctx; }
  ByteSource& bytes() { return scope_.module.bytes; }

  FunctionScope& scope_;
};

}  // namespace assay
