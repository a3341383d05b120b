// Going through the swept table (sweep_table.h).
#include "fuzzers/bench/sweep_table.h"

#include <fmt/format.h>

#include "fuzzers/process/process.h"
#include "ir/check/well_formed.h"
#include "ir/support/interrupt.h"
#include "ir/text/print.h"

namespace assay {
namespace {

constexpr size_t kMostTexts = 10;

void Check(Context& ctx, const SweptModule& swept, SweepTableResult& result) {
  DiagSink sink;
  CheckWellFormed(ctx, swept.module, sink);
  if (sink.ok()) return;
  ++result.ill_formed;
  if (result.ill_formed_why.size() >= kMostTexts) return;
  result.ill_formed_why.push_back(
      fmt::format("{}: {}\n{}", swept.unit.name, sink.diags()[0].message, PrintModule(swept.module)));
}

}  // namespace

SweepTableResult MeasureSweep(const SweepOptions& options, const std::function<void(uint64_t)>& progress) {
  SweepTableResult result;
  Sweep sweep(options);
  double start = Now();
  size_t steps = sweep.steps();
  result.plan_seconds = Now() - start;
  for (size_t unit = 0; unit < sweep.units(); ++unit) result.units.push_back(sweep.PlanOf(unit));
  for (size_t step = 0; step < steps && !Interrupted(); ++step) {
    Context ctx;
    std::optional<SweptModule> swept = sweep.Step(ctx, step);
    if (!swept) continue;
    ++result.modules;
    result.calls += swept->rows;
    Check(ctx, *swept, result);
    if (progress) progress(result.modules);
  }
  return result;
}

SweptUnit Total(const SweepTableResult& result) {
  SweptUnit total{.name = "all"};
  for (const SweptUnit& unit : result.units) {
    total.rows += unit.rows;
    total.covered += unit.covered;
    total.refused += unit.refused;
    total.absent += unit.absent;
    total.uncovered += unit.uncovered;
    total.asked += unit.asked;
    total.refusals += unit.refusals;
  }
  return total;
}

nlohmann::json SweepTableJson(const SweepTableResult& result) {
  auto one = [](const SweptUnit& unit) {
    return nlohmann::json{{"name", unit.name},       {"rows", unit.rows},        {"covered", unit.covered},
                          {"refused", unit.refused}, {"absent", unit.absent},    {"uncovered", unit.uncovered},
                          {"asked", unit.asked},     {"refusals", unit.refusals}};
  };
  nlohmann::json units = nlohmann::json::array();
  for (const SweptUnit& unit : result.units) units.push_back(one(unit));
  return {{"units", units},        {"total", one(Total(result))},     {"modules", result.modules},
          {"calls", result.calls}, {"ill_formed", result.ill_formed}, {"ill_formed_why", result.ill_formed_why}};
}

}  // namespace assay
