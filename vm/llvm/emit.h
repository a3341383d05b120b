// The emitter of kernels: a PrimFunc becomes one LLVM function that computes what tensor/scalar.h says, bit for bit,
// and that returns a KernelCode instead of faulting. Vectors are spread over their lanes, or one LLVM vector where all
// lanes do the same; variables are SSA values, known where they are in scope. Its parts have one subject each. Internal
// to vm/llvm: no other headers than these show LLVM. Tested by llvm_kernels_test.cc.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/buffer_emitter.h"
#include "vm/llvm/call_emitter.h"
#include "vm/llvm/counter_emitter.h"
#include "vm/llvm/expression_emitter.h"
#include "vm/llvm/fuel_emitter.h"
#include "vm/llvm/intrinsic_emitter.h"
#include "vm/llvm/kernel_scope.h"
#include "vm/llvm/memory_tracker.h"
#include "vm/llvm/number_emitter.h"
#include "vm/llvm/statement_emitter.h"

namespace assay {

class KernelEmitter {
 public:
  KernelEmitter(llvm::Module& module, const KernelSignature& signature, const EmitOptions& options)
      : KernelEmitter(module, signature, options, std::make_shared<KernelUnit>()) {}
  KernelEmitter(const KernelEmitter&) = delete;
  KernelEmitter& operator=(const KernelEmitter&) = delete;
  // Adds the function `symbol`, a KernelEntry, to the module, and what it calls. Diag kUnsupported or kTooLarge, with
  // the place, for what cannot be compiled; the functions are then incomplete.
  Result<FramePlan> Emit(const std::string& symbol);

 private:
  KernelEmitter(llvm::Module& module, const KernelSignature& signature, const EmitOptions& options,
                std::shared_ptr<KernelUnit> unit)
      : options_(options), fn_(module, signature, options_, std::move(unit)), builder_(fn_.builder()) {}

  void DeclareParameters();
  void DeclareCalledParameters();
  void Body();
  // Nothing when all went well.
  std::optional<Diag> EmitCalled(llvm::Function* function);
  void EmitAllCalled();

  EmitOptions options_;
  FunctionBuilder fn_;
  llvm::IRBuilder<>& builder_;
  KernelScope scope_;
  NumberEmitter numbers_{fn_, options_, arithmetic_};
  ArithmeticEmitter arithmetic_{fn_, options_, numbers_};
  MemoryTracker tracked_{fn_, options_, arithmetic_};
  FuelEmitter fuel_{fn_, options_};
  CounterEmitter counters_{fn_, options_, numbers_, arithmetic_, scope_};
  IntrinsicEmitter intrinsics_{fn_, options_, numbers_, arithmetic_};
  BufferEmitter buffers_{fn_, options_, numbers_, arithmetic_, tracked_, fuel_, scope_, calls_, exprs_};
  CallEmitter calls_{fn_, options_, numbers_, tracked_, fuel_, scope_, buffers_, exprs_};
  ExpressionEmitter exprs_{fn_,   options_, numbers_,  arithmetic_, intrinsics_,
                           fuel_, scope_,   counters_, buffers_,    calls_};
  StatementEmitter stmts_{fn_,    options_,  numbers_, arithmetic_, tracked_, fuel_,
                          scope_, counters_, buffers_, calls_,      exprs_};
};

}  // namespace assay
