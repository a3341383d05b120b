// assay bench validity: of very many generated modules, how many are well-formed and compile.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/bench.h"
#include "cli/generation.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/validity.h"
#include "ir/support/clock.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

struct ValidityFlags {
  ValidityOptions options;
  GenerationFlags generate;
  bool json = false;
};

double Percent(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void Say(const ValidityResult& result, double seconds) {
  for (const ValidityFailure& f : result.failures) fmt::print("seed {} {}: {}\n{}\n", f.seed, f.kind, f.what, f.module);
  fmt::print(
      "{}, {} well-formed ({:.4f} %), {} compiled ({:.3f} %), {} of them to machine code; {}; {:.1f} "
      "s\n",
      Counted(result.modules, "module"), result.well_formed, Percent(result.well_formed, result.modules),
      result.compiled, Percent(result.compiled, result.modules), result.machine_code,
      Counted(result.failures.size(), "failure"), seconds);
  Table table({"refused", "modules"});
  for (const auto& [why, count] : result.refusals) table.Row({why, fmt::to_string(count)});
  fmt::print("{}", table.Text());
}

int Validity(const ValidityFlags& flags) {
  Result<GenOptions> generate = GenerationOf(flags.generate);
  if (!generate.ok()) return ReportUsage(generate.error());
  ValidityOptions options = flags.options;
  options.generate = *generate;
  options.progress = [&](uint64_t modules) {
    if (modules % 50'000 == 0) fmt::print(stderr, "{} of {} modules\n", modules, options.modules);
  };
  double start = Now();
  ValidityResult result = MeasureValidity(options);
  double seconds = Now() - start;
  if (flags.json) {
    nlohmann::json json = ValidityJson(result);
    json["seconds"] = seconds;
    PrintJson(json);
  } else {
    Say(result, seconds);
  }
  return result.failures.empty() ? kClean : kMismatch;
}

}  // namespace

void AddValidity(Command bench, Job& job) {
  auto flags = std::make_shared<ValidityFlags>();
  Command sub =
      bench.AddSubcommand("validity", "Generated modules: well-formed, compiled, or refused for which reason");
  AddWhole(sub, "--modules", flags->options.modules, "How many", kSome).ShowDefault();
  AddWhole(sub, "--seed", flags->options.seed, "Of the first module", kAnySeed).ShowDefault();
  AddWhole(sub, "--machine-code", flags->options.machine_code_one_in,
           "One in so many ends as machine code, not bytecode; 0: none", kNoneOrSome)
      .ShowDefault();
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  AddGenerationFlags(sub, flags->generate);
  sub.SetJob(job, [flags] { return Guarded(Validity, *flags); });
}

}  // namespace assay
