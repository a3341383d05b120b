// Cases beside a run's own (case_source.h).
#include "fuzzers/campaign/case_source.h"

namespace assay {
namespace {

// As runs that no campaign comes to; a multiple of all strides that runs are drawn by.
constexpr uint64_t kFirstBeside = uint64_t{1} << 40;

}  // namespace

MadeCase CaseSource::Make(Context& ctx, uint64_t run, const Corpus& corpus) const {
  return Make(ctx, run, corpus, [](const Module&, const PassSpec&) {});
}

MadeCase CaseSource::MakeBeside(Context& ctx, uint64_t run, uint64_t n, const Corpus& corpus, Watch watch) const {
  uint64_t other = run + (n + 1) * kFirstBeside;
  MadeCase made = StepOf(other) ? MakeDrawn(ctx, other, corpus, watch) : Make(ctx, other, corpus, watch);
  AddInputs(run, made.c);
  return made;
}

// A case beside has its inputs from the run that it is beside, so that none are made for it alone: to know their seeds
// would take the plan of the whole sweep.
void CaseSource::AddInputs(uint64_t run, Case& c) const {
  if (run >= kFirstBeside) return;
  c.entry = EntryOfRun(run, c.module);
  for (uint64_t seed : InputSeeds(run)) c.inputs.push_back(MakeInputs(c.module, c.entry, seed));
}

}  // namespace assay
