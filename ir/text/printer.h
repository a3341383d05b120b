// The writer as a whole: its parts, which write each other's constructs, and what is written from outside. Internal to
// ir/text.
#pragma once

#include <string>

#include "ir/support/result.h"
#include "ir/text/attr_printer.h"
#include "ir/text/buffer_printer.h"
#include "ir/text/call_printer.h"
#include "ir/text/expr_printer.h"
#include "ir/text/kernel_printer.h"
#include "ir/text/relax_printer.h"
#include "ir/text/type_printer.h"

namespace assay {

// What a program calls: nothing in it has such a name.
inline constexpr const char* kProgramNames[] = {
    "named",      "named_all",   "begin",       "begin_for",      "begin_with", "end",    "kernel",    "param",
    "returns",    "let",         "scalar",      "store",          "load",       "region", "buffer_of", "check",
    "execute",    "declare",     "function",    "declare_kernel", "define",     "emit",   "run",       "outcome",
    "emit_inner", "begin_inner", "provisional", "argument",       "declared",   "gives"};

class Printer {
 public:
  explicit Printer(const PrintOptions& options, bool program = false) : form_{options, program} {}

  std::string Module(const assay::Module& module);
  // Of a form that is a program.
  Result<std::string> Program(const assay::Module& module);
  std::string Function(const assay::Expr* func);
  std::string StandAlone(const assay::Type* type);
  std::string StandAlone(const assay::Expr* expr);

 private:
  void ModuleInfos(const assay::Module& module);
  void GlobalInfos(const assay::Module& module);
  void Entry(const ModuleEntry& entry);
  void ProgramDeclaration(const ModuleEntry& entry);

  PrintForm form_;
  PrintScope scope_;
  PrintHead head_{form_};
  TypePrinter types_{form_, scope_, head_, attrs_, exprs_};
  AttrPrinter attrs_{form_, scope_, head_, types_, exprs_, buffers_};
  ExprPrinter exprs_{form_, scope_, head_, types_, buffers_, calls_};
  BufferPrinter buffers_{form_, scope_, head_, types_, exprs_};
  CallPrinter calls_{form_, scope_, head_, types_, attrs_, exprs_};
  RelaxPrinter relax_{form_, scope_, head_, types_, attrs_, exprs_, calls_};
  KernelPrinter kernels_{form_, scope_, head_, types_, attrs_, exprs_, buffers_};
};

}  // namespace assay
