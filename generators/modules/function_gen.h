// FunctionGen: the structure of one Relax function: parameters, blocks, outputs, attributes. Tested by
// generate_test.cc.
#pragma once

#include <string_view>

#include "generators/modules/function_scope.h"

namespace assay {

class FunctionGen : protected FunctionFamily {
 public:
  explicit FunctionGen(FunctionScope& scope) : FunctionFamily(scope) {}

  // Adds the function to the module.
  void Run(std::string_view name);
  // Adds a function that only calls the module's kernels, each once.
  void RunKernelCalls(std::string_view name);
  // A function of kernel calls and tuples alone, marked as one that becomes a kernel: results in tuples of tuples.
  void RunGroup(std::string_view name);
  // Adds a function of the options' neighbourhoods.
  void RunNeighbourhoods(std::string_view name);
  void MakeSymbols();
  void FirstParams();
  void MakeOneBlock(bool is_dataflow);
  void DefineSymbols();
  void Finish(std::string_view name, const Expr* body);

 private:
  void MakeBlocks();
  const Expr* Output();
  const Expr* NamedOutputs();
  const Expr* OutputField();
  const Expr* UnusedValues();
  const AttrDict* Attributes(std::string_view name);
  const Type* Declared(const Type* type);
};

}  // namespace assay
