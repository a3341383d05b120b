// Bytes decide a module, its passes and its inputs; every oracle judges it. A finding aborts, which the engine reports.
#include <cstdio>
#include <cstdlib>

#include "fuzzers/generate/generate.h"
#include "oracles/oracle.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  ByteSource bytes{std::span<const uint8_t>(data, size)};
  Case c;
  uint64_t input_seed = bytes.Below(256);
  for (int i = 0; i < 2; ++i) c.passes.push_back({bytes.Pick(AllPasses()), {}});
  GenOptions options;
  options.bindings = 5;
  c.module = Generate(ctx, bytes, options);
  c.inputs.push_back(MakeInputs(c.module, c.entry, input_seed));
  auto subject = MakeNativeSubject(ctx);
  OracleContext oracles(ctx, *subject);
  CaseReport report = JudgeCase(c, AllOracles(), oracles);
  for (const Finding& finding : report.findings) {
    std::fprintf(stderr, "%s %s %s: %s\n", finding.oracle.c_str(), finding.pass.c_str(), finding.klass.c_str(),
                 finding.detail.c_str());
  }
  if (!report.findings.empty()) std::abort();
  return 0;
}
