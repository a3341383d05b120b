// assay bench sweep: the table that campaigns sweep, gone through without judging.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/bench.h"
#include "cli/generation.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/sweep_table.h"

namespace assay {
namespace {

struct SweepFlags {
  GenerationFlags generate;
  uint64_t seed = 1;
  bool readable = false;
  bool json = false;
};

void SayRow(Table& table, const SweptUnit& unit) {
  table.Row({std::string(unit.name), ShowCount(unit.rows), ShowCount(unit.covered), ShowCount(unit.refused),
             ShowCount(unit.absent), ShowCount(unit.uncovered)});
}

void Say(const SweepTableResult& result) {
  Table table({"swept", "rows", "pairs covered", "refused", "do not arise", "uncovered"});
  for (const SweptUnit& unit : result.units) SayRow(table, unit);
  SweptUnit total = Total(result);
  SayRow(table, total);
  fmt::print("{}", table.Text());
  for (const std::string& why : result.ill_formed_why) fmt::print("ill-formed: {}\n", why);
  fmt::print("{} modules of {} calls, {} ill-formed; {} rows asked for, {} refused by inference; planned in {:.1f} s\n",
             ShowCount(result.modules), ShowCount(result.calls), result.ill_formed, ShowCount(total.asked),
             ShowCount(total.refusals), result.plan_seconds);
}

int MeasureAndSay(const SweepFlags& flags) {
  Result<GenOptions> generate = GenerationOf(flags.generate);
  if (!generate.ok()) return ReportUsage(generate.error());
  SweepOptions options{.dtypes = generate->dtypes, .readable = flags.readable, .seed = flags.seed};
  for (const std::string& name : generate->ops) options.ops.push_back(FindOp(name));
  options.operators = HasOperators(generate->profile);
  options.kernels = HasLoopNests(generate->profile);
  SweepTableResult result = MeasureSweep(options, [](uint64_t modules) {
    if (modules % 1000 == 0) fmt::print(stderr, "{} modules\n", modules);
  });
  if (flags.json) {
    nlohmann::json json = SweepTableJson(result);
    json["plan_seconds"] = result.plan_seconds;
    PrintJson(json);
  } else {
    Say(result);
  }
  return result.ill_formed == 0 && Total(result).uncovered == 0 ? kClean : kMismatch;
}

}  // namespace

void AddSweep(Command bench, Job& job) {
  auto flags = std::make_shared<SweepFlags>();
  Command sub = bench.AddSubcommand("sweep", "Rows and pairs of the table that campaigns sweep, by operator");
  AddWhole(sub, "--seed", flags->seed, "Decides the order", kAnySeed).ShowDefault();
  sub.AddFlag("--readable", flags->readable, "Only what a real TVM reads, as campaigns about one sweep it");
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  AddGenerationFlags(sub, flags->generate);
  sub.SetJob(job, [flags] { return Guarded(MeasureAndSay, *flags); });
}

}  // namespace assay
