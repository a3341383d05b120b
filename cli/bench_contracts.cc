// assay bench contracts: TIR passes keep what they promise, on random kernels.
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/bench.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/pass_contracts.h"
#include "generators/modules/generate.h"
#include "ir/support/clock.h"
#include "ir/support/unknown_name.h"
#include "passes/options.h"
#include "passes/schedule/schedule.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

struct ContractFlags {
  std::vector<std::string> passes;
  std::string before;
  std::string profile = "tir";
  uint64_t kernels = 2000;
  uint64_t seed = 1;
  std::string out;
  std::string cases;
  bool json = false;
};

struct Row {
  std::string pass;
  PassContractResult result;
  double seconds = 0;
};

// Every TIR pass, and every schedule primitive on its own.
Result<std::vector<PassCall>> EachOne(Context& ctx) {
  std::vector<PassCall> calls;
  for (const PassSpec* pass : TirPasses()) calls.push_back({pass, {}});
  for (const PrimitiveSpec* primitive : AllPrimitives()) {
    ASSAY_TRY(std::vector<PassCall> one,
              ParsePassList(ctx, fmt::format(R"(ApplySchedule{{"primitives": ["{}"]}})", primitive->name)));
    calls.push_back(one[0]);
  }
  return calls;
}

// Primitives are distinguished by their names: ApplySchedule-split.
std::string NameOf(const PassCall& call) {
  std::string name(call.pass->name);
  Result<std::vector<std::string>> primitives = StringsOption(call.options, "primitives");
  return primitives.ok() && !primitives->empty() ? fmt::format("{}-{}", name, fmt::join(*primitives, "-")) : name;
}

Result<std::vector<PassCall>> Wanted(Context& ctx, const ContractFlags& flags) {
  if (flags.passes.empty()) return EachOne(ctx);
  std::vector<PassCall> calls;
  for (const std::string& list : flags.passes) {
    ASSAY_TRY(std::vector<PassCall> some, ParsePassList(ctx, list));
    calls.insert(calls.end(), some.begin(), some.end());
  }
  return calls;
}

// Writes modules to FOLDER/PASS/SEED.py, up to the first that cannot be written.
std::function<void(uint64_t, const std::string&)> WriterOf(const std::string& folder, const PassCall& call,
                                                           Status& status) {
  std::filesystem::path path = std::filesystem::path(folder) / NameOf(call);
  std::error_code ignored;
  std::filesystem::create_directories(path, ignored);
  return [path, &status](uint64_t seed, const std::string& text) {
    if (status.ok()) status = WriteWhole((path / fmt::format("{:06}.py", seed)).string(), text, Durability::kCached);
  };
}

Result<Row> Measure(Context& ctx, const ContractFlags& flags, const PassCall& call) {
  double start = Now();
  Profile profile = Profile::kTir;
  bool known = ParseProfile(flags.profile, &profile) && (profile == Profile::kTir || profile == Profile::kGpu);
  if (!known) return UnknownName("profile", flags.profile, {"tir", "gpu"});
  bool launches = profile == Profile::kGpu;
  // Launches are in the form that passes over threads take.
  std::string prepared = launches ? "" : std::string(PassesBefore(call.pass->name));
  std::string before = flags.before.empty() ? prepared : flags.before;
  ASSAY_TRY(std::vector<PassCall> first, ParsePassList(ctx, before));
  PassContractOptions options{
      .pass = call, .before = std::move(first), .kernels = flags.kernels, .seed = flags.seed, .launches = launches};
  options.progress = [&](uint64_t kernels) {
    fmt::print(stderr, "{}: {} of {} kernels\n", NameOf(call), kernels, flags.kernels);
  };
  Status written{Done{}};
  if (!flags.cases.empty()) options.show = WriterOf(flags.cases, call, written);
  PassContractResult result = CheckPassContract(options);
  ASSAY_RETURN_IF_ERROR(written);
  double seconds = Now() - start;
  return Row{NameOf(call), std::move(result), seconds};
}

Status Save(const std::string& folder, const Row& row) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  for (const ContractBreach& b : row.result.breaches) {
    ASSAY_RETURN_IF_ERROR(
        WriteWhole(fmt::format("{}/{}-{}.py", folder, row.pass, b.seed), b.module, Durability::kCached));
  }
  return Done{};
}

void Say(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    for (const ContractBreach& b : row.result.breaches) {
      fmt::print("{} seed {} {} {}: {}\n", row.pass, b.seed, b.contract, b.kernel, b.what);
    }
    for (const auto& [why, count] : row.result.refusals) fmt::print("{} refuses {} times: {}\n", row.pass, count, why);
  }
  Table table({"pass", "kernels", "changed", "runs", "undecided", "traps removed", "breaches", "seconds"});
  for (const Row& row : rows) {
    const PassContractResult& r = row.result;
    double share = r.kernels == 0 ? 0 : 100.0 * static_cast<double>(r.changed) / static_cast<double>(r.kernels);
    table.Row({row.pass, fmt::to_string(r.kernels), fmt::format("{:.1f} %", share), fmt::to_string(r.runs),
               fmt::to_string(r.undecided), fmt::to_string(r.traps_removed), fmt::to_string(r.breaches.size()),
               fmt::format("{:.1f}", row.seconds)});
  }
  fmt::print("{}", table.Text());
}

int Contracts(const ContractFlags& flags) {
  Context ctx;
  Result<std::vector<PassCall>> calls = Wanted(ctx, flags);
  if (!calls.ok()) return ReportUsage(calls.error());
  std::vector<Row> rows;
  bool clean = true;
  for (const PassCall& call : *calls) {
    Result<Row> row = Measure(ctx, flags, call);
    if (!row.ok()) return ReportUsage(row.error());
    clean &= row->result.breaches.empty();
    Status saved = flags.out.empty() ? Status(Done{}) : Save(flags.out, *row);
    if (!saved.ok()) return ReportFile(saved.error());
    rows.push_back(*std::move(row));
    if (Interrupted()) break;
  }
  if (!flags.json) {
    Say(rows);
    return clean ? kClean : kMismatch;
  }
  nlohmann::json passes = nlohmann::json::array();
  for (const Row& row : rows) {
    nlohmann::json json = PassContractJson(row.result);
    json["pass"] = row.pass;
    json["seconds"] = row.seconds;
    passes.push_back(std::move(json));
  }
  PrintJson({{"passes", passes}});
  return clean ? kClean : kMismatch;
}

}  // namespace

void AddContracts(Command bench, Job& job) {
  auto flags = std::make_shared<ContractFlags>();
  Command sub = bench.AddSubcommand("contracts", "TIR passes keep results and form, on random kernels");
  sub.AddOption("--pass", flags->passes,
                "Names with options, repeatable; all of them, and each schedule primitive, when left out");
  sub.AddOption("--before", flags->before, "Passes that run first, instead of those that the pass is made for");
  sub.AddOption("--profile", flags->profile, "Kernels are loop nests (tir) or launches of threads (gpu)").ShowDefault();
  AddWhole(sub, "--kernels", flags->kernels, "How many for each pass", kSome).ShowDefault();
  AddWhole(sub, "--seed", flags->seed, "Of the first module", kAnySeed).ShowDefault();
  sub.AddOption("--out", flags->out, "A folder for the modules on which a pass breaks its contract");
  sub.AddOption("--cases", flags->cases,
                "A folder for what passes are given and make of it, as golden texts: PASS/SEED.py");
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  sub.SetJob(job, [flags] { return Guarded(Contracts, *flags); });
}

}  // namespace assay
