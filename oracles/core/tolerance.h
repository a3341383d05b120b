// How far results may be from the reference. The reference runs several times: once as it is, and with every rounding
// operator's result moved by its row's tolerance, up, down and at random. How far the results move then, with dtypes,
// reduction lengths, magnitudes and conditioning of this very module, is the bound. Results without rounding operators
// must agree exactly. Tested by tolerance_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/module.h"
#include "vm/engine.h"
#include "vm/reference/perturb.h"

namespace assay {

struct ReferenceOutcome {
  Outcome outcome;
  // The same run, perturbed; empty when nothing in the module rounds, or before AddPerturbedRuns.
  std::vector<Outcome> perturbed;
};

// Runs the reference engine on each set of arguments, as they are: enough as long as nothing differs.
Result<std::vector<ReferenceOutcome>> RunReferenceOnce(Context& ctx, const Module& module, std::string_view entry,
                                                       const std::vector<std::vector<Value>>& inputs,
                                                       const Budget& budget);
// Whose results are compared: assay's engines have one library of functions of real numbers (exp, tanh) and add in the
// order that rows say; another implementation does as it likes, also where floats become integers that cannot hold
// them.
enum class Library : bool { kAssays, kOther };
// Adds the perturbed runs on the same arguments, where something in the module rounds.
void AddPerturbedRuns(Context& ctx, const Module& module, std::string_view entry, std::span<const Value> args,
                      const Budget& budget, ReferenceOutcome& reference, Library library = Library::kAssays);
// Adds runs in which every operator rounds its operands and its result to `narrowed`, this way or that, as a pass that
// may do so makes some. False where a value comes up that the dtype does not hold: it may overflow then.
bool AddNarrowedRuns(Context& ctx, const Module& module, std::string_view entry, std::span<const Value> args,
                     const Budget& budget, DType narrowed, ReferenceOutcome& reference);
// Both, for each set of arguments.
Result<std::vector<ReferenceOutcome>> RunReference(Context& ctx, const Module& module, std::string_view entry,
                                                   const std::vector<std::vector<Value>>& inputs, const Budget& budget);

// Adds runs on inputs, and but for the first run with constants, that `perturber` moves by a few units in the last
// place: what another order of the same operations may come to, by backward error analysis of sums and products.
void AddMovedInputs(Context& ctx, const Module& module, std::string_view entry, std::span<const Value> args,
                    const Budget& budget, Perturber& perturber, ReferenceOutcome& reference);

// Adds to the runs of RunReference what other implementations may come to: their libraries, and other orders.
void AddRunsOfOthers(Context& ctx, const Module& module, std::string_view entry, std::span<const Value> args,
                     const Budget& budget, ReferenceOutcome& reference);

struct Mismatch {
  // "result[1][0, 2]: got 1.5, want 1.25 (8.1 bounds off)".
  std::string what;
  // Of another kind, dtype or shape, whatever the elements.
  bool of_type = false;
  // No run moved the element, which may be one that seldom rounds elsewhere: more runs would tell.
  bool unmoved = false;
};
// What one comparison says: a mismatch, or nothing; `unstable` counts values that the perturbation itself flips.
struct Comparison {
  std::optional<Mismatch> mismatch;
  int64_t unstable = 0;
};
// `got` against the reference, values structurally (tuples, shapes, tensors, scalars).
Comparison CompareWithReference(const Outcome& got, const ReferenceOutcome& reference);
// Two outcomes to the bit.
std::optional<Mismatch> CompareBits(const Outcome& got, const Outcome& want);
// "a value", "trap out_of_bounds: …", "refused: …", "out of budget (steps)".
std::string Describe(const Outcome& outcome);

}  // namespace assay
