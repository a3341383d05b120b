// ModuleGen: what all functions of one module under construction share: the source of choice, the plan, the functions
// made so far, devices, and the nodes that stand in several functions. Tested by generate_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "generators/modules/plan.h"

namespace assay {

// A Relax function that others may call.
struct GenFunction {
  const GlobalVar* var = nullptr;
  const Function* func = nullptr;
  // Variables that its parameters' types define.
  std::vector<const Var*> symbols;
};

struct TensorSpec {
  DType dtype;
  std::vector<const Expr*> dims;
};
// A PrimFunc that call_tir may call: inputs, then numbers, then outputs; dimensions are constants, or computed of its
// own symbols.
struct GenKernel {
  const GlobalVar* var = nullptr;
  const PrimFunc* func = nullptr;
  std::vector<TensorSpec> inputs;
  std::vector<TensorSpec> outputs;
  std::vector<const Var*> symbols;
  // Those of the symbols that a call says, whether or not dimensions do.
  std::vector<const Var*> numbers;
};

class ModuleGen {
 public:
  ModuleGen(Context& ctx, ByteSource& bytes, const GenOptions& options, GenStats& stats);

  // The whole module.
  Module Run();
  // What stands so far; valid until the next function is added.
  Module View() const;
  // A GlobalVar of a fresh name made from `hint`.
  const GlobalVar* Add(std::string_view hint, const Expr* func);
  std::string FreshName(std::string_view hint);
  bool Has(Feature feature) const { return plan.Has(feature); }
  // Whether nobody asked for modules without it.
  bool May(Feature feature) const { return (plan.options->unwanted & BitOf(feature)) == 0; }
  // Functions made since then are taken away again; nothing may mention them.
  struct Mark {
    size_t entries, names, functions, kernels;
  };
  Mark Here() const { return {entries_.size(), names_.size(), functions.size(), kernels.size()}; }
  void BackTo(const Mark& mark);

  // Nodes to stand in several functions, when the run shares nodes; otherwise fresh ones.
  const TensorType* StaticTensorType(const std::vector<const Expr*>& dims, DType dtype, const VDevice* vdevice);
  const ShapeExpr* StaticShape(const ShapeExpr* shape);
  const Constant* TensorConstant(DType dtype, std::span<const int64_t> shape);
  // Where memory of Relax functions lies: most times it is the global one.
  std::string_view MemoryScope();

  Context& ctx;
  ByteSource& bytes;
  GenStats& stats;
  Plan plan;
  std::vector<GenFunction> functions;
  // Those of them that become kernels.
  std::vector<GenFunction> groups;
  std::vector<GenKernel> kernels;
  std::vector<const VDevice*> devices;
  // Makes names in kernels fresh (tir_free.h).
  int next_free = 0;

 private:
  void MakeDevices();
  void MakeRelaxFunctions();
  void MakePrimFuncs();
  void MakeEngineForms();
  // False when there is to be none.
  bool MakeBaitText();
  const AttrDict* ModuleAttrs();

  std::vector<ModuleEntry> entries_;
  std::vector<GlobalInfoList> infos_;
  std::vector<std::string> names_;
  std::vector<const TensorType*> shared_types_;
  std::vector<const ShapeExpr*> shared_shapes_;
  std::vector<const Constant*> shared_constants_;
};

}  // namespace assay
