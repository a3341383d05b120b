// What is reduced beside the module: the pass list, and traces of schedules.
#include "fuzzers/reduce/reducer.h"
#include "ir/builder.h"
#include "passes/options.h"
#include "passes/schedule/schedule.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

std::vector<TraceInstruction> InstructionsOf(const PassCall& call) {
  const auto* trace = As<AttrString>(FindOption(call.options, "trace"));
  if (call.pass != &tir_pass::kApplySchedule || trace == nullptr) return {};
  Result<std::vector<TraceInstruction>> instructions = ParseTrace(trace->value.text());
  return instructions.ok() ? *std::move(instructions) : std::vector<TraceInstruction>();
}

}  // namespace

void DropPasses(Reducer& r) {
  DropParts(
      r,
      [&](size_t start, size_t end) {
        if (r.passes.size() <= 1) return false;
        std::vector<PassCall> fewer = r.passes;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(start),
                    fewer.begin() + static_cast<std::ptrdiff_t>(end));
        return r.TryPasses(std::move(fewer));
      },
      [&] { return r.passes.size(); });
}

void DropInstructions(Reducer& r) {
  for (size_t i = 0; i < r.passes.size() && !r.Spent(); ++i) {
    auto drop = [&](size_t start, size_t end) {
      std::vector<TraceInstruction> fewer = InstructionsOf(r.passes[i]);
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(start), fewer.begin() + static_cast<std::ptrdiff_t>(end));
      std::vector<PassCall> passes = r.passes;
      passes[i].options["trace"] = MakeAttrString(r.ctx, TraceText(fewer));
      return r.TryPasses(std::move(passes));
    };
    DropParts(r, drop, [&] { return InstructionsOf(r.passes[i]).size(); });
  }
}

}  // namespace assay
