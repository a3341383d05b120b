#include "fuzzers/bench/validity.h"

#include "ir/check/well_formed.h"
#include "ir/support/interrupt.h"
#include "ir/text/print.h"
#include "oracles/core/normalized_message.h"
#include "oracles/core/subject.h"

namespace assay {
namespace {

constexpr uint64_t kProgressEvery = 1000;

bool IsClear(const Refusal& refusal) {
  return (refusal.kind == RefusalKind::kUnsupported || refusal.kind == RefusalKind::kTooLarge) &&
         !refusal.message.empty();
}

void Fail(ValidityResult& result, uint64_t seed, std::string kind, std::string what, const Module& module) {
  result.failures.push_back({seed, std::move(kind), std::move(what), PrintModule(module)});
}

}  // namespace

void JudgeValidity(Context& ctx, const Module& module, uint64_t seed, bool machine_code, ValidityResult& result) {
  ++result.modules;
  DiagSink sink;
  CheckWellFormed(ctx, module, sink);
  if (!sink.ok()) return Fail(result, seed, "ill_formed", sink.diags()[0].message, module);
  ++result.well_formed;
  std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
  Answer<ModuleRef> given = subject->Import(module);
  if (!given.ok())
    return Fail(result, seed, std::string(RefusalKindName(given.refusal().kind)), given.refusal().message, module);
  SubjectTraits traits = subject->Traits();
  Answer<ProgramRef> built =
      subject->Build(*given, {.engine = std::string(machine_code ? traits.compiled : traits.interpreted)});
  if (built.ok()) {
    ++result.compiled;
    result.machine_code += machine_code ? 1 : 0;
  } else if (IsClear(built.refusal())) {
    ++result.refusals[NormalizedMessage(built.refusal().message)];
  } else {
    Fail(result, seed, std::string(RefusalKindName(built.refusal().kind)), built.refusal().message, module);
  }
}

ValidityResult MeasureValidity(const ValidityOptions& options) {
  ValidityResult result;
  for (uint64_t i = 0; i < options.modules && !Interrupted(); ++i) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(options.seed + i);
    Module module = Generate(ctx, bytes, options.generate);
    bool machine_code = options.machine_code_one_in != 0 && i % options.machine_code_one_in == 0;
    JudgeValidity(ctx, module, options.seed + i, machine_code, result);
    if (options.progress && result.modules % kProgressEvery == 0) options.progress(result.modules);
  }
  return result;
}

nlohmann::json ValidityJson(const ValidityResult& result) {
  nlohmann::json failures = nlohmann::json::array();
  for (const ValidityFailure& f : result.failures) {
    failures.push_back({{"seed", f.seed}, {"kind", f.kind}, {"what", f.what}, {"module", f.module}});
  }
  return {{"modules", result.modules},           {"well_formed", result.well_formed}, {"compiled", result.compiled},
          {"machine_code", result.machine_code}, {"refusals", result.refusals},       {"failures", failures}};
}

}  // namespace assay
