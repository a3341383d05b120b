// assay conform init: a case of one's own, from a module, its inputs and what is expected, as a line of a suite.
#include "cli/conform_init.h"

#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/files.h"
#include "cli/module_input.h"
#include "cli/options.h"
#include "cli/run_inputs.h"
#include "cli/say.h"
#include "ir/entries.h"
#include "oracles/conform/recorded_value.h"
#include "oracles/core/tolerance.h"

namespace assay {
namespace {

struct InitOptions {
  std::string suite;
  std::string file;
  std::string id;
  std::string entry;
  std::string inputs;
  uint64_t seed = 1;
  std::string expected;
  double rtol = -1;
  double atol = -1;
};

// What people expect, as it is written.
Result<nlohmann::json> Expected(const InitOptions& options) {
  ASSAY_TRY(std::string text, ReadInput(options.expected));
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    return Diag{DiagKind::kCorrupt, {}, fmt::format("{}: expected JSON: a tensor {{\"dtype\", \"shape\", \"data\"}}, a list for a tuple or a shape, a number", options.expected), "", {}};
  }
  return json;
}

// What the reference engine computes, where nothing else is expected.
Result<nlohmann::json> Computed(Context& ctx, const Module& module, const std::string& entry, const std::vector<Value>& args) {
  ASSAY_TRY(std::vector<ReferenceOutcome> outcomes, RunReferenceOnce(ctx, module, entry, {args}, Budget{}));
  const auto* value = std::get_if<Value>(&outcomes[0].outcome);
  if (value == nullptr) {
    return Diag{DiagKind::kUnsupported, {}, fmt::format("relax-reference gives no value ({}): pass --expected FILE", Describe(outcomes[0].outcome)), "", {}};
  }
  return ValueAsRecorded(*value);
}

Result<nlohmann::json> CaseOf(Context& ctx, const InitOptions& options) {
  ASSAY_TRY(Module module, LoadModule(ctx, options.file));
  std::string entry = options.entry.empty() ? EntryOf(module) : options.entry;
  ASSAY_TRY(std::vector<Value> args, RunInputs(module, entry, options.inputs, options.seed));
  ASSAY_TRY(std::string text, ReadInput(options.file));
  nlohmann::json one{{"id", options.id.empty() ? std::filesystem::path(options.file).stem().string() : options.id}, {"module", text}, {"entry", entry}};
  one["args"] = nlohmann::json::array();
  for (const Value& arg : args) one["args"].push_back(ValueAsRecorded(arg));
  ASSAY_TRY(one["result"], options.expected.empty() ? Computed(ctx, module, entry, args) : Expected(options));
  if (options.rtol >= 0) one["tolerance"]["rtol"] = options.rtol;
  if (options.atol >= 0) one["tolerance"]["atol"] = options.atol;
  return one;
}

int Init(const InitOptions& options) {
  if (!options.suite.ends_with(".jsonl")) {
    return ReportUsage({DiagKind::kBadArgument, {}, fmt::format("invalid SUITE '{}': expected a file called *.jsonl", options.suite), "", {}});
  }
  Context ctx;
  Result<nlohmann::json> one = CaseOf(ctx, options);
  if (!one.ok()) return ReportFile(one.error(), &ctx);
  std::string before;
  std::error_code error;
  if (std::filesystem::exists(options.suite, error)) {
    Result<std::string> text = ReadInput(options.suite);
    if (!text.ok()) return ReportFile(text.error());
    before = *text;
    if (!before.empty() && !before.ends_with('\n')) before += '\n';
  }
  if (Status done = WriteWhole(options.suite, before + one->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"); !done.ok()) {
    return ReportFile(done.error());
  }
  fmt::print("{}: case {}\n", options.suite, (*one)["id"].get<std::string>());
  return kClean;
}

}  // namespace

void AddConformInit(CLI::App& conform, Job& job) {
  auto options = std::make_shared<InitOptions>();
  CLI::App* sub = conform.add_subcommand("init", "Add a case to a suite of one's own: a module, its inputs, what is expected");
  sub->add_option("SUITE", options->suite, "The suite, a .jsonl file; made when it is missing")->required();
  sub->add_option("FILE", options->file, "A file of TVMScript")->required();
  sub->add_option("--id", options->id, "What the case is called (default: the file's name)");
  sub->add_option("--entry", options->entry, "The function to run (default: main, or the first public one)");
  auto* inputs = sub->add_option("--inputs", options->inputs, "Arguments: an .npz archive, an .npy file for the only one, or a JSON list");
  AddWhole(*sub, "--seed", options->seed, "Random arguments from this seed", kAnySeed)->excludes(inputs);
  sub->add_option("--expected", options->expected, "What the function must give, as JSON (default: what relax-reference computes)");
  AddReal(*sub, "--rtol", options->rtol, "Tolerance relative to the expected number (default: derived from the module)", {0, 1e6})->default_str("");
  AddReal(*sub, "--atol", options->atol, "Absolute tolerance", {0, 1e18})->default_str("");
  sub->callback([options, &job] { job = [options] { return Init(*options); }; });
}

}  // namespace assay
