// The writer: TVMScript of modules, functions, types and expressions, byte-identical to TVM 0.26's `script()`; options
// for the 0.17 and 0.27 forms. Tested by print_test.cc and the golden texts in testdata/.
#pragma once

#include <string>

#include "ir/module.h"

namespace assay {

// k025 writes kernels as the later ones and Relax as the earlier ones.
enum class TextDialect : uint8_t { k017, k025, k026, k027 };

// How constants stand that are no scalars. kInline: as nested lists, which every TVM reads (but where a dimension is
// empty that lists cannot say, in a metadata section). kMetadata: as TVM's
// script(show_meta=True), with the metadata section that holds them. kOmitted: as its script(), which leaves them out.
enum class ConstantForm : uint8_t { kInline, kMetadata, kOmitted };

struct PrintOptions {
  TextDialect dialect = TextDialect::k026;
  ConstantForm constants = ConstantForm::kInline;
  // What TVM's printer writes and its reader does not take stands in another form: parameters with symbolic dimensions
  // as handles and T.match_buffer (as T.Buffer such dimensions are int32 until the line that says int64), views of
  // scalars as T.decl_buffer, sizes as any variable.
  bool matched_buffers = false;
};

std::string PrintModule(const Module& module, const PrintOptions& options = {});
// A function alone, named "main" unless it has a global_symbol.
std::string PrintFunction(const Expr* func, const PrintOptions& options = {});
std::string PrintType(const Type* type, const PrintOptions& options = {});
std::string PrintExpr(const Expr* expr, const PrintOptions& options = {});

}  // namespace assay
