// ApplySchedule: the instructions of a trace, as a pass, so that the oracles of passes judge schedules. Without a trace
// nothing happens; random traces keep results bit for bit. Tested by testdata/schedule.
#include <algorithm>

#include "passes/options.h"
#include "passes/schedule/schedule.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kOptions[] = {"trace", "primitives"};
constexpr int kMaxDrawn = 6;

Result<Module> RunApplySchedule(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(std::string trace, StringOption(options, kOptions[0], ""));
  ASSAY_TRY(std::vector<std::string> drawn, StringsOption(options, kOptions[1]));
  bool known = std::ranges::all_of(drawn, [](const std::string& name) { return FindPrimitive(name) != nullptr; });
  if (!known) return InvalidOption(options, kOptions[1], "names of schedule primitives");
  ASSAY_TRY(std::vector<TraceInstruction> instructions, ParseTrace(trace));
  return ApplyTrace(pass_ctx.ctx, module, instructions);
}

// Primitives that the module's kernels allow; of the names in "primitives" alone where the options have that.
bool SampleTrace(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options) {
  Result<std::vector<std::string>> only = StringsOption(options, "primitives");
  if (!only.ok()) return false;
  int count = 1 + static_cast<int>(bytes.Below(kMaxDrawn));
  std::vector<TraceInstruction> instructions = DrawTrace(ctx, module, bytes, count, *only);
  options["trace"] = MakeAttrString(ctx, TraceText(instructions));
  return !instructions.empty();
}

}  // namespace

const PassSpec tir_pass::kApplySchedule = {
    .name = "ApplySchedule",
    .doc = "applies the trace of a schedule to kernels",
    .options = kOptions,
    .idempotent = false,
    .why_not_idempotent = "each instruction changes what the next one finds",
    .changes = Changes({Facet::kOwnShapes, Facet::kLoopKinds, Facet::kAnnotations}) | Adds({Facet::kBlockNames}) |
               Drops({Facet::kBlockNames}) | Alters({Facet::kKernels, Facet::kOwnMemory}),
    .run = RunApplySchedule,
    .sample_options = SampleTrace,
};

}  // namespace assay
