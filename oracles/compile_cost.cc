// compile_cost: what a pass takes and makes stays in proportion to the module that it is given.
#include <algorithm>
#include <ctime>

#include "oracles/pass_oracles.h"

namespace assay {
extern const OracleSpec kCompileCost;
namespace {

// A generous multiple of what the worst pass needs (docs/decisions/012-cost-bounds.md says what was measured); what is
// exponential, or quadratic with a large factor, is beyond it even on small modules.
constexpr double kFixedSeconds = 0.02;
constexpr double kSecondsPerByte = 5e-6;
constexpr size_t kFixedBytes = 16 << 10;
constexpr size_t kGrowth = 32;

// Of this thread, so that other processes do not count.
double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The least of a few measurements as long as they are over the limit; a page fault or a migration is no finding.
double SecondsOf(const Case& c, const PassCall& pass, double limit, OracleContext& oc) {
  double least = limit * 2;
  for (int attempt = 0; attempt < 3 && least > limit; ++attempt) {
    Answer<ModuleRef> input = oc.FreshInputOf(c, pass);
    double start = CpuSeconds();
    if (input.ok()) oc.subject.ApplyDirect(pass, *input);
    least = attempt == 0 ? CpuSeconds() - start : std::min(least, CpuSeconds() - start);
  }
  return least;
}

Verdict Judge(const Case& c, const PassCall* pass, OracleContext& oc) {
  const auto& [input, output, given] = oc.ApplicationOf(c, *pass);
  if (!output.ok()) return FromRefusal(kCompileCost, pass, output.refusal());
  size_t before = given.size(), after = oc.subject.Fingerprint(*output).size();
  if (after > kFixedBytes + kGrowth * before) {
    return MakeFinding(kCompileCost, pass, "grows", fmt::format("a module of {} bytes becomes one of {}", before, after));
  }
  double limit = kFixedSeconds + kSecondsPerByte * static_cast<double>(before + after);
  double seconds = SecondsOf(c, *pass, limit, oc);
  if (seconds <= limit) return Agree{};
  return MakeFinding(kCompileCost, pass, "slow", fmt::format("{:.3f} s for a module of {} bytes that becomes one of {}", seconds, before, after));
}

}  // namespace

const OracleSpec kCompileCost = {
    .name = "compile_cost",
    .doc = "What a pass makes is at most 32 times as large as what it is given, and it takes time in proportion to both, by far more "
           "than any pass needs. Cannot see slow passes below that, nor what grows only on larger modules.",
    .scope = OracleScope::kPass,
    .one_in = 2,
    .judge = Judge,
};

}  // namespace assay
