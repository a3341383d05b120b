// Kernels: the PrimFuncs of a module, ready to run. The calling convention is TVM's: tensors and scalars by position,
// outputs are arguments too. Binding arguments to parameters is the same for the reference interpreter and for machine
// code. Tested by kernel_test.cc.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "vm/storage_shadow.h"

namespace assay {

// One element's payload without its dtype.
union Cell {
  int64_t i;
  uint64_t u;
  double f;
};

class Kernel {
 public:
  virtual ~Kernel() = default;
  // Arguments from `fresh_from` on are outputs that hold nothing yet: reading them before writing is a trap where the
  // engine can see it. The Value is null, or a PrimValue when the PrimFunc returns one.
  virtual Outcome Run(std::span<const Value> args, size_t fresh_from, Meter& meter) = 0;
  // Whether a run may write the argument at this position; true where that is not known.
  virtual bool Writes(size_t) const { return true; }
};

// What calling a function that cannot be a kernel gives.
class RefusingKernel : public Kernel {
 public:
  explicit RefusingKernel(std::string why) : why_(std::move(why)) {}
  Outcome Run(std::span<const Value>, size_t, Meter&) override { return Refused{why_}; }

 private:
  std::string why_;
};

// A kernel as the entry of a run, on copies of the arguments: the result is a tuple of its tensors as it leaves them,
// in order of the parameters, and of what it returns, if anything.
Outcome RunAsEntry(Kernel& kernel, std::span<const Value> args, Meter& meter);

// All kernels of a module by GlobalVar name.
class KernelLibrary {
 public:
  virtual ~KernelLibrary() = default;
  // nullptr when there is no such kernel.
  virtual Kernel* Find(std::string_view name) = 0;
  // Where the kernels look up which bytes of their tensors can be read; null for machine code, which cannot ask.
  virtual StorageShadow* shadow() { return nullptr; }
};

// Where each parameter's value goes. Symbolic variables of parameter buffers are bound from the arguments' shapes: the
// first plain occurrence of a variable takes the extent, every other dimension is checked.
class KernelSignature {
 public:
  struct Bound {
    // One per variable of `vars`.
    std::vector<Cell> values;
    // One per parameter; an empty handle for scalars.
    std::vector<Tensor> tensors;
  };

  static Result<KernelSignature> Make(const PrimFunc& func);
  // Of a function that other PrimFuncs call: pointers are none of its variables, and are not bound here.
  static KernelSignature OfCalled(const PrimFunc& func);

  const PrimFunc& func() const { return *func_; }
  // Scalar parameters and symbolic variables, in order of binding.
  const std::vector<const Var*>& vars() const { return vars_; }
  std::variant<Bound, Trap> Bind(std::span<const Value> args) const;

 private:
  std::optional<Trap> BindTensor(size_t param, const Tensor& tensor, Bound& bound) const;
  std::optional<Trap> CheckShapes(const Bound& bound) const;
  size_t IndexOf(const Var* var) const;
  void AddVar(const Var* var);

  const PrimFunc* func_ = nullptr;
  std::vector<const Var*> vars_;
  std::unordered_map<const Var*, size_t> index_;
};

Diag Unsupported(const Node* node, std::string message);

}  // namespace assay
