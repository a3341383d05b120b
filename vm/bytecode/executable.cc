#include "vm/bytecode/executable.h"

#include <fmt/format.h>

#include "ir/builder.h"
#include "ir/check/well_formed.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "passes/tir/empty_reductions.h"
#include "vm/expand_fragments.h"
#include "vm/expand_launches.h"
#include "vm/expand_sort_calls.h"
#include "vm/kernel_types.h"
#include "vm/launch_loops.h"
#include "vm/short_circuit.h"

namespace assay {
namespace {

Diag Corrupt(std::string message) { return {DiagKind::kCorrupt, {}, std::move(message), {}, {}}; }

// The function's parameters and attributes over a body that gives the empty tuple.
const Function* SignatureOf(Context& ctx, const Function& func) {
  const Tuple* nothing = MakeTuple(ctx, {});
  std::vector<const Var*> params(func.params.begin(), func.params.end());
  return MakeFunction(ctx, params, MakeSeq(ctx, {}, nothing), nothing->type, true, func.attrs);
}

// The file that lines are of.
void NoteSource(const Context& ctx, const Module& written, VmImage& image) {
  for (const ModuleEntry& entry : written.entries) {
    if (entry.func->span.file != 0) image.source = ctx.sources.NameOf(entry.func->span.file);
  }
}

}  // namespace

Module KernelsOf(Context& ctx, const Module& lowered) {
  return DefineEmptyReductions(
      ctx, ShortCircuitGuards(ctx, ExpandFragments(ctx, ExpandSortCalls(ctx, ExpandLaunches(ctx, lowered)))));
}

Result<VmImage> MakeExecutable(Context& ctx, const Module& lowered, const Module* written) {
  ASSAY_TRY(VmImage image, EmitVm(ctx, lowered));
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry& entry : lowered.entries) {
    if (Is<PrimFunc>(entry.func)) entries.push_back(entry);
  }
  for (const ModuleEntry& entry : written == nullptr ? std::span<const ModuleEntry>() : written->entries) {
    const auto* func = As<Function>(entry.func);
    if (func != nullptr && IsPublic(func)) entries.push_back({entry.var, SignatureOf(ctx, *func)});
  }
  if (written != nullptr) NoteSource(ctx, *written, image);
  image.module = Serialize(WithEntries(ctx, Module(), entries));
  return image;
}

Result<LoadedImage> LoadImage(Context& ctx, VmImage image) {
  ASSAY_RETURN_IF_ERROR(VerifyVm(image));
  LoadedImage loaded;
  if (!image.module.empty()) {
    ASSAY_TRY(loaded.module, Deserialize(ctx, image.module, OpOfFullName));
  }
  DiagSink sink;
  CheckWellFormed(ctx, loaded.module, sink);
  if (!sink.ok()) {
    const Diag& first = sink.diags().front();
    return Corrupt(fmt::format("the executable's kernels are ill-formed: {} [{}]", first.message, first.rule));
  }
  if (std::optional<std::string> wrong = FirstWrongDType(loaded.module)) {
    return Corrupt("the executable's kernels are ill-typed: " + *wrong);
  }
  loaded.kernels = KernelsOf(ctx, loaded.module);
  loaded.loops = WithLaunchesAsLoops(ctx, loaded.kernels);
  loaded.image = std::move(image);
  return loaded;
}

Result<LoadedImage> LoadImage(Context& ctx, std::span<const uint8_t> bytes) {
  ASSAY_TRY(VmImage image, DecodeVm(bytes));
  return LoadImage(ctx, std::move(image));
}

}  // namespace assay
