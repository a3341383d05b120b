// Rows of bait that is written as text (bait_text.h): those of TIR passes stand in bait_kernels.cc, those about sizes
// in bait_sizes.cc, the others in bait_text.cc.
#pragma once

#include <span>
#include <string_view>

namespace assay {

// {m}, {n} and, in kernels, {k} are extents, {d} is their dtype, {u}, {v} operators of one operand, {b}, {o} of two;
// lines that begin with a question mark come or do not.
struct BaitRow {
  std::string_view pass;
  std::string_view text;
};

std::span<const BaitRow> KernelBaitRows();
std::span<const BaitRow> SizeBaitRows();

}  // namespace assay
