#include "oracles/subjects/native/native_build.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/check/well_formed.h"
#include "passes/gate.h"

namespace assay {
namespace {

std::string PlaceOf(const Context& ctx, const SourceSpan& span) {
  if (span.end <= span.begin) return {};
  return fmt::format("line {}: ", ctx.sources.Locate(span.file, span.begin).line);
}

// Every operator that is left, by line: a refusal is one text.
Diag WithPlaces(const Context& ctx, Diag diag) {
  std::vector<std::string> sentences;
  for (const DiagLabel& label : diag.labels) sentences.push_back(PlaceOf(ctx, label.span) + label.text);
  if (sentences.empty()) sentences.push_back(PlaceOf(ctx, diag.span) + diag.message);
  diag.message = fmt::format("{}", fmt::join(sentences, "; "));
  return diag;
}

}  // namespace

std::vector<PassCall> NativeBuildPipeline(Context& ctx, std::string_view names) {
  return *ParsePassList(ctx, fmt::format("LambdaLift,{}", names));
}

// Each step is well_formed_after_pass's to judge; here only the end is, so that engines get what they are made for.
Result<Module> BuildNatively(Context& ctx, const Module& module, BuildNotes* notes, const PassOptions& config,
                             const Budget& budget, bool leaves_unused) {
  PassContext pass_ctx(ctx);
  pass_ctx.config = config;
  pass_ctx.verify_each = false;
  pass_ctx.meter = Meter(budget);
  pass_ctx.leaves_unused = leaves_unused;
  Result<Module> compiled = RunSequential(pass_ctx, NativeBuildPipeline(ctx), module);
  if (!compiled.ok() && compiled.error().kind == DiagKind::kOutOfBudget) {
    if (notes != nullptr) notes->spent = pass_ctx.meter.Spent();
    return compiled.error();
  }
  if (!compiled.ok()) return WithPlaces(ctx, compiled.error());
  // What is left is named before code generation stumbles over it, and before an ill-typed call of it is.
  if (Status ready = CheckCodegenReady(ctx, *compiled, pass_ctx.notes); !ready.ok()) {
    for (const PassNote& note : MissingOperators(*compiled, pass_ctx.notes)) {
      if (notes != nullptr && note.kind == PassNote::Kind::kLater) notes->later.push_back(note.who);
    }
    return WithPlaces(ctx, ready.error());
  }
  DiagSink sink;
  CheckWellFormed(ctx, *compiled, sink);
  if (sink.ok()) return compiled;
  // Of what came in ill-formed nothing is promised.
  DiagSink given;
  CheckWellFormed(ctx, module, given);
  if (!given.ok()) return given.Take().front();
  if (notes != nullptr) notes->breaks_rule = true;
  Diag diag = sink.Take().front();
  diag.kind = DiagKind::kIllFormed;
  diag.message = fmt::format("after the build pipeline: {}", diag.message);
  return diag;
}

}  // namespace assay
