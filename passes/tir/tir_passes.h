// TIR passes, named as in tvm.tirx.transform and tvm.s_tir.transform: rows like those of passes.def, in a table of
// their own, since cases are about kernels or about graphs. Tested by tir_passes_test.cc and by `assay bench
// contracts`.
#pragma once

#include "passes/pass.h"

namespace assay {

// Apart from moves of the same name.
namespace tir_pass {
#define ASSAY_PASS(Name) extern const PassSpec Name;
#include "passes/tir/tir_passes.def"
}  // namespace tir_pass

// What ConvertSSA mends: variables of kernels have one definition. No pass asks for it, since all well-formed modules
// are so; hence none of the properties of pass.h.
inline constexpr Props kDefinedOnce = 1 << 16;

// Of passes that leave statements out, and what these say with them.
inline constexpr FrameContract kDropsStatements =
    Drops({Facet::kAsserts, Facet::kBlockNames, Facet::kStatementAttrs, Facet::kAnnotations});

// All of them, in tir_passes.def order. FindPass and ParsePassList know them, too.
std::span<const PassSpec* const> TirPasses();
// The rows of both tables: AllPasses(), then TirPasses().
std::span<const PassSpec* const> AllRelaxAndTirPasses();
bool IsTirPass(const PassSpec& pass);

}  // namespace assay
