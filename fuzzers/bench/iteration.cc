// Whole iterations, by one worker and by several (iteration.h).
#include "fuzzers/bench/iteration.h"

#include <algorithm>
#include <memory>

#include "fuzzers/process/jobs.h"
#include "fuzzers/process/process.h"
#include "ir/support/interrupt.h"
#include "passes/options.h"

namespace assay {
namespace {

// One worker and several take turns of this length: what else the machine does meets both.
constexpr double kTurnSeconds = 2;

nlohmann::json RateJson(const IterationRate& rate) {
  return {{"iterations", rate.tally.runs},
          {"seconds", rate.seconds},
          {"cpu_seconds", rate.cpu_seconds},
          {"iterations_per_second", rate.PerSecond()},
          {"iterations_per_cpu_second", rate.PerCpuSecond()}};
}

// Adds what `jobs` workers do in so many seconds, from this iteration on.
Status Turn(const IterationOptions& options, size_t jobs, double seconds, uint64_t first, IterationRate& rate) {
  auto work = [&](size_t job, int fd) {
    Tally tally;
    double cpu = CpuSecondsHere(), start = Now();
    for (uint64_t number = first + job; Now() - start < seconds && !Interrupted(); number += jobs)
      Iterate(options, number, tally);
    return SendMessage(fd, {{"tally", TallyToJson(tally)}, {"cpu", CpuSecondsHere() - cpu}, {"seconds", Now() - start}})
               ? 0
               : 1;
  };
  double longest = 0;
  auto hear = [&](size_t, const nlohmann::json& message) {
    rate.tally.Add(TallyFromJson(message["tally"]));
    rate.cpu_seconds += message["cpu"].get<double>();
    longest = std::max(longest, message["seconds"].get<double>());
  };
  ASSAY_RETURN_IF_ERROR(RunJobs(jobs, work, hear));
  rate.seconds += longest;
  return Done{};
}

}  // namespace

const std::vector<std::string>& CommonOps() {
  static const std::vector<std::string> ops = {
      "abs",       "exp",     "negative",     "sqrt",   "tanh",  "sigmoid", "add",           "subtract", "multiply",
      "divide",    "maximum", "minimum",      "power",  "equal", "less",    "greater",       "where",    "astype",
      "matmul",    "reshape", "permute_dims", "concat", "split", "sum",     "strided_slice", "max",      "mean",
      "nn.conv2d", "nn.relu", "nn.softmax",   "zeros",  "full",  "shape_of"};
  return ops;
}

Case IterationCase(Context& ctx, const GenOptions& generate, uint64_t passes_tried, uint64_t number,
                   uint64_t module_seed) {
  ByteSource bytes = ByteSource::FromSeed(module_seed);
  Case c{Generate(ctx, bytes, generate), "main", {}, {}};
  for (uint64_t set = 0; set < 2; ++set) c.inputs.push_back(MakeInputs(c.module, c.entry, 2 * number + set));
  std::span<const PassSpec* const> passes = AllPasses();
  for (uint64_t i = 0; i < passes_tried; ++i) {
    PassCall call{passes[(passes_tried * number + i) % passes.size()], {}};
    if (DrawOptions(ctx, c.module, bytes, call)) c.passes.push_back(std::move(call));
  }
  return c;
}

std::vector<const OracleSpec*> CoreOracles() {
  return FindOracles({"input_unchanged", "well_formed_after_pass", "sequential_equals_direct", "idempotent",
                      "round_trip", "pass_preserves_results", "interpreted_equals_compiled"});
}

void Iterate(const IterationOptions& options, uint64_t number, Tally& tally) {
  static const std::vector<const OracleSpec*> core = CoreOracles();
  Context ctx;
  double start = Now();
  const std::vector<uint64_t>& only = options.only;
  uint64_t module_seed = only.empty() ? number : CaseSeed(options.seed, only[number % only.size()]);
  Case c = IterationCase(ctx, options.generate, options.passes, number, module_seed);
  tally.generate_seconds += Now() - start;
  ++tally.generated;
  std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
  OracleSettings settings;
  settings.opt_levels = {2};
  settings.draw = number;
  bool all = options.all_one_in != 0 && number % options.all_one_in == 0;
  tally.Add(JudgeCase(ctx, *subject, c, all ? AllOracles() : core, settings));
  ++tally.runs;
}

Result<IterationResult> MeasureIterations(const IterationOptions& options) {
  IterationResult result;
  if (options.jobs > 1) result.together.emplace();
  uint64_t next = options.seed;
  for (double left = options.seconds; left > 0 && !Interrupted(); left -= kTurnSeconds) {
    double seconds = std::min(left, kTurnSeconds);
    uint64_t before = result.alone.tally.runs;
    ASSAY_RETURN_IF_ERROR(Turn(options, 1, seconds, next, result.alone));
    // The same modules, and more.
    if (result.together) ASSAY_RETURN_IF_ERROR(Turn(options, options.jobs, seconds, next, *result.together));
    next += result.alone.tally.runs - before;
  }
  return result;
}

double UsefulPercent(const Tally& tally) {
  OracleTally all = Total(tally.oracles);
  uint64_t useful = all.agree + all.finding;
  return useful == 0 ? 0 : 100 * static_cast<double>(useful) / static_cast<double>(useful + all.skip);
}

nlohmann::json IterationJson(const IterationResult& result) {
  nlohmann::json json = RateJson(result.alone);
  nlohmann::json tally = TallyToJson(result.alone.tally);
  json["oracles"] = tally["oracles"];
  json["skips"] = tally["skips"];
  json["generate_seconds"] = result.alone.tally.generate_seconds;
  json["useful_percent"] = UsefulPercent(result.alone.tally);
  if (result.together) json["together"] = RateJson(*result.together);
  if (result.together) json["scaling"] = result.Scaling();
  return json;
}

}  // namespace assay
