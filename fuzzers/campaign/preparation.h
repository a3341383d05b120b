// What a pass wants to see: random modules seldom hold two devices or a take after a matmul, and no fused functions
// until FuseOps has run. One table says which features a pass is about, and which passes bring a module into its form;
// which operators, concerns.def does. Tested by preparation_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "generators/modules/generate.h"
#include "passes/pass.h"

namespace assay {

struct Preparation {
  std::string_view pass;
  // The passes that lead up to it, as a pass list.
  std::string_view before;
  Features features = 0;
  // Features that it does not take.
  Features unwanted = 0;
  // Features with which it promises less (PassSpec::idempotent_on): every other module has none of them.
  Features unpromised = 0;
};

// All empty for passes that random modules feed as they are.
Preparation PreparationFor(const PassSpec& pass);
// What kernels for a pass are about (kernel_concerns.def); 0: any.
Topics TopicsFor(const PassSpec& pass);
// The options with the operators and features that the pass is about, where the user names no operators.
GenOptions Favouring(GenOptions options, const Preparation& preparation);
// Lays what the pass and any of the others bite on: one module serves them all.
void AddBaits(GenOptions& options, const Preparation& preparation, std::span<const PassCall> passes);
// The module with functions beside its own that others of the passes bite on (bait_text.h), now and then: whoever looks
// at all functions sees what becomes of them.
Module WithBaitsBeside(Context& ctx, ByteSource& bytes, const Module& module, const PassSpec& prepared,
                       std::span<const PassCall> passes);
// The module after these passes; the module itself when one of them refuses it or leaves something ill-formed.
Module AfterPasses(Context& ctx, const Module& module, std::span<const PassCall> calls);
Module Prepare(Context& ctx, const Module& module, std::string_view passes);
// The same for a pass over graphs; where operators have become kernels by then, some of these have their operands in
// another order now and then, or one more that they do not read.
Module PrepareGraph(Context& ctx, ByteSource& bytes, const Module& module, std::string_view passes);

// Whether the pass asks for what passes of the build have done by then.
bool ComesLate(const PassSpec& pass);
// The module behind some of the steps that the build takes in front of the pass, up to where memory and effects are
// written out: what a pass takes, it may meet in more forms than the build has. Purity is forced where the pass needs
// that. Unchanged where the pass stands in no build.
Module PartlyLowered(Context& ctx, ByteSource& bytes, Module module, const PassSpec& pass);

// The module with its calls of kernels as calls that fill memory, and now and then with that memory planned, allocated
// in blocks and killed: passes over graphs take such modules as well. Unchanged where one of the first steps refuses
// it.
Module WithMemoryWritten(Context& ctx, ByteSource& bytes, const Module& module);

// Whether there is a bait for the pass, of either kind.
bool HasBait(const PassSpec& pass);
// Whether kernels are scheduled before the pass sees them, and options for such as schedules are about: blocks.
bool IsScheduledFirst(const PassSpec& pass);
GenOptions ToBeScheduled(GenOptions options);
// Three times in four kernels of what the pass is about, where it is about some dtypes.
GenOptions OfItsDTypes(ByteSource& bytes, GenOptions options, const PassSpec& pass);
// For a TIR pass: those of the module, and most times those that LegalizeOps makes of its operators, also
// fused, as the passes in front leave them.
Module PrepareKernels(Context& ctx, ByteSource& bytes, Module module, const PassSpec& pass);

// Kernels that one of the passes bites on; nothing when there is no bait for them.
std::optional<Module> KernelBait(Context& ctx, ByteSource& bytes, std::span<const PassCall> passes);

// The module after one pass, drawn from those that leave what engines for unlowered modules take; the module itself
// when the pass refuses it or leaves something ill-formed.
Module ApplyAnother(Context& ctx, ByteSource& bytes, const Module& module);

}  // namespace assay
