// Reading TVMScript, in the dialects of TVM 0.17 to 0.27 mixed. Modules are found by their decorators; plain Python
// around them is skipped. Tested by parse_test.cc and the golden texts in testdata/.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// What a file holds.
struct NamedModule {
  std::string name;
  Module module;
};
struct LineRange {
  uint32_t first = 0;
  uint32_t last = 0;
};
struct Program {
  // Each @I.ir_module class is one module; bare functions together are one more, named "Module".
  std::vector<NamedModule> modules;
  // Lines of plain Python that were skipped, 1-based, inclusive.
  std::vector<LineRange> skipped;
};

// Reports every error it finds (one for each function); modules with errors are left out.
Program ParseProgram(Context& ctx, std::string name, std::string text, DiagSink& sink);

// The one module of a text; Diag when there is none, when there are several, or at the first error.
Result<Module> ParseModule(Context& ctx, std::string name, std::string text);
Result<Module> ParseModule(Context& ctx, std::string name, std::string text, DiagSink& sink);

// Variables by name. Unknown names in a type's dimensions become int64 variables and are added.
using NamedVars = std::unordered_map<std::string, const Var*>;
Result<const Type*> ParseType(Context& ctx, std::string text, NamedVars& vars);
// An untyped call is left untyped (see ir/ops/infer.h).
Result<const Expr*> ParseExpr(Context& ctx, std::string text, const NamedVars& vars);

}  // namespace assay
