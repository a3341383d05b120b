// assay gen: writes random well-formed modules, numbered, or calls of every operator; the same count and seed always
// give the same files.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/gen_calls.h"
#include "cli/generation.h"
#include "cli/say.h"
#include "fuzzers/generate/generate.h"
#include "ir/text/print.h"
#include "ir/walk.h"
#include "oracles/oracle.h"

namespace assay {
namespace {

struct GenCommandOptions {
  uint64_t count = 1;
  uint64_t seed = 1;
  std::string out;
  bool stats = false;
  bool calls = false;
  bool bare_kernels = false;
  bool json = false;
  GenerationFlags flags;
};

// What modules consist of: how often each operator, dtype and class of shape occurs.
class ModuleStats {
 public:
  void Add(const Module& module) {
    for (const std::string& op : OperatorsOf(module)) ++ops_[op];
    for (const ModuleEntry& entry : module.entries) {
      WalkOnce(entry.func, [&](const Node* node) { AddNode(node); }, Types::kInclude);
    }
  }
  nlohmann::json Json() const { return {{"ops", ops_}, {"dtypes", dtypes_}, {"shapes", shapes_}}; }
  std::string Text() const { return Section("modules with operator", ops_) + Section("tensor types of dtype", dtypes_) + Section("tensor types of shape", shapes_); }

 private:
  using Counts = std::map<std::string, uint64_t>;

  void AddNode(const Node* node) {
    const auto* type = As<TensorType>(node);
    if (type == nullptr) return;
    ++dtypes_[DTypeName(type->dtype)];
    ++shapes_[ShapeClass(*type)];
  }

  static std::string ShapeClass(const TensorType& type) {
    const auto* shape = As<ShapeExpr>(type.shape);
    if (shape == nullptr) return type.rank == kUnknownRank ? "unknown" : fmt::format("rank {} unknown", type.rank);
    bool symbolic = false, empty = false;
    for (const Expr* dim : shape->values) {
      const auto* extent = As<IntImm>(dim);
      symbolic |= extent == nullptr;
      empty |= extent != nullptr && extent->value == 0;
    }
    return fmt::format("rank {}{}", shape->values.size(), empty ? " empty" : symbolic ? " symbolic" : "");
  }

  static std::string Section(std::string_view title, const Counts& counts) {
    std::vector<std::pair<uint64_t, std::string>> sorted;
    for (const auto& [name, count] : counts) sorted.emplace_back(count, name);
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    Table table({std::string(title), "count", ""});
    uint64_t most = sorted.empty() ? 1 : sorted[0].first;
    for (const auto& [count, name] : sorted) table.Row({name, ShowCount(count), std::string(1 + 39 * count / most, '#')});
    return table.Text() + "\n";
  }

  Counts ops_, dtypes_, shapes_;
};

int GenCalls(const GenCommandOptions& options, const GenOptions& generate, OutFolder& folder) {
  std::string lines = CallsOf(generate, options.count, options.seed);
  if (Status written = folder.Write("run.jsonl", lines); !written.ok()) return ReportFile(written.error());
  if (Status done = folder.Commit(); !done.ok()) return ReportFile(done.error());
  auto calls = std::count(lines.begin(), lines.end(), '\n');
  if (options.json) {
    PrintJson({{"calls", calls}, {"out", options.out}});
  } else {
    fmt::print("{} calls in {}/run.jsonl\n", ShowCount(static_cast<uint64_t>(calls)), options.out);
  }
  return kClean;
}

int Gen(const GenCommandOptions& options) {
  Result<GenOptions> generate = GenerationOf(options.flags);
  if (!generate.ok()) return ReportUsage(generate.error());
  generate->bare_kernels = options.bare_kernels;
  Result<OutFolder> folder = OutFolder::Create(options.out);
  if (!folder.ok()) return ReportFile(folder.error());
  if (options.calls) return GenCalls(options, *generate, *folder);
  ModuleStats stats;
  GenStats made;
  for (uint64_t i = 1; i <= options.count; ++i) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(CaseSeed(options.seed, i));
    Module module = Generate(ctx, bytes, *generate, &made);
    if (options.stats) stats.Add(module);
    std::string text = PrintModule(module);
    if (!text.ends_with('\n')) text += '\n';
    Status written = folder->Write(fmt::format("{:06}.py", i), text);
    if (!written.ok()) return ReportFile(written.error());
  }
  if (Status done = folder->Commit(); !done.ok()) return ReportFile(done.error());
  if (options.json) {
    nlohmann::json json{{"modules", made.modules}, {"bindings", made.bindings}, {"out", options.out}};
    if (options.stats) json["stats"] = stats.Json();
    PrintJson(json);
    return kClean;
  }
  if (options.stats) fmt::print("{}", stats.Text());
  fmt::print("{} modules in {}\n", ShowCount(options.count), options.out);
  return kClean;
}

}  // namespace

void AddGen(CLI::App& app, Job& job) {
  auto options = std::make_shared<GenCommandOptions>();
  CLI::App* sub = app.add_subcommand("gen", "Write random well-formed modules: 000001.py, 000002.py, …");
  sub->add_option("--count", options->count, "How many")->required()->check(CLI::Range(1, 1'000'000));
  sub->add_option("--seed", options->seed, "The same seed gives the same modules")->capture_default_str();
  sub->add_option("--out", options->out, "A folder that is missing or empty")->required();
  sub->add_flag("--stats", options->stats, "Print what the modules consist of");
  sub->add_flag("--calls", options->calls, "Instead, --count calls of each operator with arguments: run.jsonl");
  sub->add_flag("--bare-kernels", options->bare_kernels, "Kernels may have vectors, views and functions that take pointers");
  sub->add_flag("--json", options->json, "One JSON object on standard output");
  AddGenerationFlags(*sub, options->flags);
  sub->callback([options, &job] { job = [options] { return Gen(*options); }; });
}

}  // namespace assay
