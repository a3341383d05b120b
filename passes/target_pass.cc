#include "passes/target_pass.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "ir/support/check.h"
#include "passes/dlight/passes.h"

namespace assay {
namespace {

struct Row {
  ScheduledFor where;
  std::string_view before;
  std::string_view maker;
};

Result<Module> Refuse(PassContext&, const Module&, const PassOptions&) {
  return Diag{
      DiagKind::kUnsupported, {}, "assay has no rule of its own for this: it runs on a TVM subject alone", "", {}};
}

// What a schedule changes, and the mark of what is scheduled.
constexpr std::string_view kMarks[] = {"tirx.is_scheduled"};
constexpr FrameContract kScheduled = Changes({Facet::kOwnShapes, Facet::kLoopKinds, Facet::kAnnotations}) |
                                     Adds({Facet::kBlockNames}) | Drops({Facet::kBlockNames}) |
                                     Alters({Facet::kKernels, Facet::kOwnMemory});

using Run = decltype(PassSpec::run);
constexpr PassSpec SpecOf(std::string_view name, std::string_view doc, Run run) {
  PassSpec spec{.name = name, .doc = doc, .exact = Exactness::kRounding};
  if (run != Refuse) spec.changes = kScheduled;
  if (run != Refuse) spec.attrs = kMarks;
  spec.run = run;
  return spec;
}

using namespace dlight;
constexpr PassSpec kSpecs[] = {
#define ASSAY_TARGET_PASS(name, where, before, maker, own, doc) SpecOf(name, doc, own),
#include "passes/target_passes.def"
};
constexpr Row kRows[] = {
#define ASSAY_TARGET_PASS(name, where, before, maker, own, doc) {ScheduledFor::where, before, maker},
#include "passes/target_passes.def"
};

const Row& RowOf(const PassSpec& pass) {
  ASSAY_CHECK(IsTargetPass(pass), "a row of target_passes.def");
  return kRows[&pass - kSpecs];
}

}  // namespace

std::span<const PassSpec* const> TargetPasses() {
  static const auto kPasses = [] {
    std::array<const PassSpec*, std::size(kSpecs)> all{};
    std::ranges::transform(kSpecs, all.begin(), [](const PassSpec& pass) { return &pass; });
    return all;
  }();
  return kPasses;
}

bool IsTargetPass(const PassSpec& pass) { return std::ranges::count(TargetPasses(), &pass) != 0; }

ScheduledFor WhatIsScheduledFor(const PassSpec& pass) { return RowOf(pass).where; }

bool IsOwnTargetPass(const PassSpec& pass) { return IsTargetPass(pass) && pass.run != Refuse; }

std::string_view FormOfTargetPass(const PassSpec& pass) { return RowOf(pass).before; }

std::string_view MakerOfTargetPass(const PassSpec& pass) { return RowOf(pass).maker; }

}  // namespace assay
