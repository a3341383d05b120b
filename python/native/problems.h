// Diagnostics as Python gets them, and the reading of a Source with all that is wrong with it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/module.h"
#include "ir/support/result.h"
#include "python/native/api.h"
#include "vm/engine.h"

namespace assay::python {

Problem ToProblem(const Diag& diag, const Context* ctx = nullptr);
template <class T>
Reply<T> Failed(const Diag& diag, const Context* ctx = nullptr) {
  return {std::nullopt, {ToProblem(diag, ctx)}};
}
// A run that gave no value.
Problem ToProblem(const Outcome& outcome, const Budget& budget, const Context& ctx);

// The one module of the text; `checked`: well-formed, too. Otherwise `problems` are not empty.
std::optional<Module> Read(Context& ctx, const Source& source, bool checked, std::vector<Problem>& problems);
// The text as files have it, which end their last line.
std::string TextOf(const Module& module);

}  // namespace assay::python
