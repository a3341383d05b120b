// assay gen: writes random well-formed modules, numbered, or calls of every operator; the same count and seed always
// give the same files.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/gen_calls.h"
#include "cli/generation.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/campaign/case_source.h"
#include "fuzzers/campaign/tally.h"
#include "generators/modules/generate.h"
#include "generators/modules/variety.h"
#include "ir/support/interrupt.h"
#include "ir/support/plural.h"
#include "ir/text/print.h"
#include "oracles/core/oracle.h"

namespace assay {
namespace {

struct GenCommandOptions {
  uint64_t count = 1;
  uint64_t seed = 1;
  std::string out;
  bool stats = false;
  bool calls = false;
  bool bare_kernels = false;
  bool exact = false;
  bool json = false;
  GenerationFlags flags;
};

using Counts = Variety::Counts;
using PassTallies = std::map<std::string, PassTally, std::less<>>;

// What campaigns give to passes, and how often these change it.
struct CampaignStats {
  Variety given;
  PassTallies passes;
};

// One oracle that applies each pass of a case once; what it says is not looked at.
CampaignStats StatsOfCampaign(const GenOptions& generate, uint64_t cases, uint64_t seed) {
  CampaignOptions options;
  options.generate = generate;
  options.seed = seed;
  const OracleSpec* applies[] = {FindOracle("well_formed_after_pass")};
  CampaignStats stats;
  for (uint64_t run = 0; run < cases && !Interrupted(); ++run) {
    Context ctx;
    MadeCase made = CaseSource(options).Make(ctx, run, {});
    stats.given.Add(made.c.module);
    std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
    for (const auto& [name, counts] : JudgeCase(ctx, *subject, made.c, applies).passes) {
      stats.passes[name].tried += counts.tried;
      stats.passes[name].changed += counts.changed;
    }
  }
  return stats;
}

std::string Section(std::string_view title, const Counts& counts) {
  std::vector<std::pair<uint64_t, std::string>> sorted;
  for (const auto& [name, count] : counts) sorted.emplace_back(count, name);
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  Table table({std::string(title), "count", ""});
  uint64_t most = sorted.empty() ? 1 : sorted[0].first;
  for (const auto& [count, name] : sorted) table.Row({name, ShowCount(count), std::string(1 + 39 * count / most, '#')});
  return table.Text() + "\n";
}

std::string PassSection(const PassTallies& passes) {
  std::vector<std::pair<double, std::string>> sorted;
  for (const auto& [name, pass] : passes) sorted.emplace_back(ChangedPercent(pass), name);
  std::sort(sorted.begin(), sorted.end());
  Table table({"pass", "tried", "changed", ""});
  for (const auto& [percent, name] : sorted) {
    const PassTally& pass = passes.at(name);
    table.Row({name, ShowCount(pass.tried), ShowCount(pass.changed), fmt::format("{:.2f} %", percent)});
  }
  return table.Text() + "\n";
}

std::string StatsText(const Variety& variety, const CampaignStats& campaign) {
  auto list = [](const std::vector<std::string>& names) {
    return names.empty() ? std::string("none") : fmt::format("{}", fmt::join(names, ", "));
  };
  std::vector<std::string> ops = variety.MissingOpDTypes(), kinds = variety.MissingKinds(),
                           given = campaign.given.MissingKinds();
  double symbolic =
      variety.modules == 0 ? 0 : 100.0 * static_cast<double>(variety.symbolic) / static_cast<double>(variety.modules);
  return Section("modules with operator", variety.ops) + Section("modules with node", variety.kinds) +
         Section("tensor types of dtype", variety.dtypes) + Section("tensor types of shape", variety.shapes) +
         PassSection(campaign.passes) +
         fmt::format("operators and dtypes that never met ({}): {}\n", ops.size(), list(ops)) +
         fmt::format("nodes that never came up ({}): {}\n", kinds.size(), list(kinds)) +
         fmt::format("nodes that never came up in what campaigns give to passes ({}): {}\n", given.size(),
                     list(given)) +
         fmt::format("modules with symbolic dimensions: {:.1f} %\n", symbolic);
}

nlohmann::json StatsJson(const Variety& variety, const CampaignStats& campaign) {
  nlohmann::json changed = nlohmann::json::object();
  for (const auto& [name, pass] : campaign.passes) changed[name] = {{"tried", pass.tried}, {"changed", pass.changed}};
  return {{"ops", variety.ops},
          {"kinds", variety.kinds},
          {"dtypes", variety.dtypes},
          {"shapes", variety.shapes},
          {"symbolic", variety.symbolic},
          {"passes", changed},
          {"missing",
           {{"op_dtypes", variety.MissingOpDTypes()},
            {"kinds", variety.MissingKinds()},
            {"kinds_given", campaign.given.MissingKinds()}}}};
}

int GenCalls(const GenCommandOptions& options, const GenOptions& generate, OutFolder& folder) {
  std::string lines = CallsOf(generate, options.count, options.seed);
  if (Status written = folder.Write("run.jsonl", lines); !written.ok()) return ReportFile(written.error());
  if (Status done = folder.Commit(); !done.ok()) return ReportFile(done.error());
  auto calls = std::count(lines.begin(), lines.end(), '\n');
  if (options.json) {
    PrintJson({{"calls", calls}, {"out", options.out}});
  } else {
    fmt::print("{} in {}/run.jsonl\n", Counted(static_cast<uint64_t>(calls), "call"), options.out);
  }
  return kClean;
}

// Writes the modules, where there is a folder to write them to.
Status MakeModules(const GenCommandOptions& options, const GenOptions& generate, OutFolder* folder, GenStats& made,
                   Variety& variety) {
  for (uint64_t i = 1; i <= options.count && !Interrupted(); ++i) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(CaseSeed(options.seed, i));
    Module module = Generate(ctx, bytes, generate, &made);
    if (options.stats) variety.Add(module);
    if (folder == nullptr) continue;
    std::string text = PrintModule(module);
    if (!text.ends_with('\n')) text += '\n';
    ASSAY_RETURN_IF_ERROR(folder->Write(fmt::format("{:06}.py", i), text));
  }
  return folder == nullptr ? Status(Done{}) : folder->Commit();
}

int GenModules(const GenCommandOptions& options, const GenOptions& generate, OutFolder* folder) {
  GenStats made;
  Variety variety;
  Status done = MakeModules(options, generate, folder, made, variety);
  if (!done.ok()) return ReportFile(done.error());
  CampaignStats campaign = options.stats ? StatsOfCampaign(generate, options.count, options.seed) : CampaignStats();
  if (options.json) {
    nlohmann::json json{{"modules", made.modules}, {"bindings", made.bindings}, {"out", options.out}};
    if (options.stats) json["stats"] = StatsJson(variety, campaign);
    PrintJson(json);
    return kClean;
  }
  if (options.stats) fmt::print("{}", StatsText(variety, campaign));
  if (folder != nullptr) fmt::print("{} in {}\n", Counted(made.modules, "module"), options.out);
  if (Interrupted())
    SayNote(fmt::format("interrupted after {} of {}", ShowCount(made.modules), Counted(options.count, "module")));
  return kClean;
}

int Gen(const GenCommandOptions& options) {
  Result<GenOptions> generate = GenerationOf(options.flags);
  if (!generate.ok()) return ReportUsage(generate.error());
  generate->bare_kernels = options.bare_kernels;
  generate->exact = options.exact;
  InterruptGuard guard;
  bool counts_alone = options.out.empty() && options.stats && !options.calls;
  if (counts_alone) return GenModules(options, *generate, nullptr);
  if (options.out.empty())
    return ReportUsage(
        {DiagKind::kBadArgument, {}, "--out says where to write; it may be left out with --stats", "", {}});
  Result<OutFolder> folder = OutFolder::Create(options.out);
  if (!folder.ok()) return ReportFile(folder.error());
  return options.calls ? GenCalls(options, *generate, *folder) : GenModules(options, *generate, &*folder);
}

}  // namespace

void AddGen(Command app, Job& job) {
  auto options = std::make_shared<GenCommandOptions>();
  Command sub = app.AddSubcommand("gen", "Write random well-formed modules: 000001.py, 000002.py, …");
  AddWhole(sub, "--count", options->count, "How many", {1, 1'000'000}).Required();
  AddWhole(sub, "--seed", options->seed, "The same seed gives the same modules", kAnySeed).ShowDefault();
  sub.AddOption("--out", options->out, "A folder that is missing or empty; with --stats it may be left out");
  sub.AddFlag("--stats", options->stats,
              "Print what the modules consist of, and how often passes change what campaigns give them");
  sub.AddFlag("--calls", options->calls, "Instead, --count calls of each operator with arguments: run.jsonl");
  sub.AddFlag("--exact", options->exact, "Each module has just --bindings of them, not on average");
  sub.AddFlag("--bare-kernels", options->bare_kernels,
              "Kernels may have vectors, views and functions that take pointers");
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  AddGenerationFlags(sub, options->flags);
  sub.SetJob(job, [options] { return Gen(*options); });
}

}  // namespace assay
