// assay conform init: a case of one's own, from a module, its inputs and what is expected, as a line of a suite.
#include "cli/conform_init.h"

#include <cctype>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/files.h"
#include "cli/module_input.h"
#include "cli/options.h"
#include "cli/run_inputs.h"
#include "cli/say.h"
#include "ir/support/folder_lock.h"
#include "ir/support/plural.h"
#include "ir/support/read_json.h"
#include "ir/tensor/npy.h"
#include "oracles/conform/argument_check.h"
#include "oracles/conform/array_file.h"
#include "oracles/conform/read_suite.h"
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
  bool npz = false;
  double rtol = -1;
  double atol = -1;
};

// Tensors of more elements go into an archive beside the suite.
constexpr int64_t kMostInLine = 1024;

// A line of the suite, and what it refers to.
struct MadeCase {
  nlohmann::json line;
  std::vector<NamedTensor> arrays = {};
};

std::string IdOf(const InitOptions& options) {
  return options.id.empty() ? std::filesystem::path(options.file).stem().string() : options.id;
}

// "run.model.npz" for the case model of run.jsonl.
std::string ArchiveName(const InitOptions& options, const std::string& id) {
  std::string name = std::filesystem::path(options.suite).stem().string() + "." + id + ".npz";
  for (char& c : name) {
    bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
    if (!plain) c = '_';
  }
  return name;
}

// What people expect: arrays, or JSON as it is written; of the type that the function says.
Result<nlohmann::json> Expected(const InitOptions& options, const Expr* func, std::span<const Value> args,
                                const std::function<nlohmann::json(const Value&)>& recorded) {
  const auto* relax = As<Function>(func);
  auto in_file = [&](Diag diag) {
    diag.message = fmt::format("{}: {}", options.expected, diag.message);
    return diag;
  };
  if (options.expected.ends_with(".npz")) {
    ASSAY_TRY(Value value, ValueOfArchive({{kNpzKey, options.expected}}));
    if (Status fits = CheckResult(func, args, value); !fits.ok()) return in_file(fits.error());
    return recorded(value);
  }
  if (options.expected.ends_with(".npy")) {
    ASSAY_TRY(std::string bytes, ReadInput(options.expected, kMaxBinaryBytes));
    Result<Tensor> array = ReadNpy(bytes);
    if (!array.ok()) return in_file(array.error());
    Value value{TensorValue{*std::move(array)}};
    if (Status fits = CheckResult(func, args, value); !fits.ok()) return in_file(fits.error());
    return recorded(value);
  }
  ASSAY_TRY(std::string text, ReadInput(options.expected));
  Result<nlohmann::json> json = ParseJson(text, "result");
  if (!json.ok()) return in_file(json.error());
  Result<Value> value = ValueOfType(*json, relax == nullptr ? nullptr : relax->ret_type);
  if (!value.ok()) return in_file(value.error());
  if (Status fits = CheckResult(func, args, *value); !fits.ok()) return in_file(fits.error());
  return *std::move(json);
}

// What the reference engine computes, where nothing else is expected.
Result<Value> Computed(Context& ctx, const Module& module, const std::string& entry, const std::vector<Value>& args) {
  ASSAY_TRY(std::vector<ReferenceOutcome> outcomes, RunReferenceOnce(ctx, module, entry, {args}, Budget{}));
  const auto* value = std::get_if<Value>(&outcomes[0].outcome);
  if (value == nullptr) {
    return Diag{DiagKind::kUnsupported,
                {},
                fmt::format("relax-reference gives no value ({}): pass --expected FILE", Describe(outcomes[0].outcome)),
                "",
                {}};
  }
  return *value;
}

Result<MadeCase> CaseOf(Context& ctx, const InitOptions& options) {
  ASSAY_RETURN_IF_ERROR(CheckStandardInput(options.file, options.inputs));
  ASSAY_TRY(std::string text, ReadInput(options.file));
  ASSAY_TRY(Module module, ModuleOfText(ctx, options.file, text, Checked::kYes));
  ASSAY_TRY(std::string entry, EntryNamed(module, options.entry));
  ASSAY_TRY(std::vector<Value> args, RunInputs(module, entry, options.inputs, options.seed));
  std::string id = IdOf(options);
  MadeCase made{{{"id", id}, {"module", text}, {"entry", entry}}};
  auto recorded = [&](const Value& value, const std::string& name) {
    return ValueWithArrays(value, name, ArchiveName(options, id), options.npz ? -1 : kMostInLine, made.arrays);
  };
  nlohmann::json& one = made.line;
  one["args"] = nlohmann::json::array();
  for (size_t i = 0; i < args.size(); ++i) one["args"].push_back(recorded(args[i], fmt::format("arg{}", i)));
  if (options.expected.empty()) {
    ASSAY_TRY(Value result, Computed(ctx, module, entry, args));
    one["result"] = recorded(result, "result");
  } else {
    ASSAY_TRY(one["result"], Expected(options, module.Find(entry), args,
                                      [&](const Value& value) { return recorded(value, "result"); }));
  }
  if (options.rtol >= 0) one["tolerance"]["rtol"] = options.rtol;
  if (options.atol >= 0) one["tolerance"]["atol"] = options.atol;
  return made;
}

// What is there must be a suite, which has no such case. Its text, which ends a line.
Result<std::string> SuiteWithout(const std::string& suite, const std::string& id) {
  std::error_code error;
  if (!std::filesystem::exists(suite, error)) return std::string();
  ASSAY_TRY(std::vector<nlohmann::json> cases, ReadSuite(suite));
  for (const nlohmann::json& one : cases) {
    if (one["id"] != id) continue;
    return Diag{DiagKind::kBadArgument,
                {},
                fmt::format("{}:{}: there is a case {} already; --id gives this one another name", suite,
                            one.value(kLineKey, 1), id),
                "",
                {}};
  }
  ASSAY_TRY(std::string text, ReadInput(suite));
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text;
}

// Adds the case while nobody else does: of two that add at once each would leave out the other's.
Status AddCase(const InitOptions& options, const MadeCase& made, const std::string& archive) {
  std::filesystem::path folder = std::filesystem::path(options.suite).parent_path();
  // Where that fails, the lock says why.
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  ASSAY_TRY(FolderLock lock, FolderLock::Take(folder.string(), IfTaken::kWait));
  ASSAY_TRY(std::string before, SuiteWithout(options.suite, made.line["id"].get<std::string>()));
  // The suite speaks of what is there already.
  if (!made.arrays.empty()) ASSAY_RETURN_IF_ERROR(WriteWhole(archive, WriteNpz(made.arrays)));
  return WriteWhole(options.suite,
                    before + made.line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

int Init(const InitOptions& options) {
  if (!options.suite.ends_with(".jsonl")) {
    return ReportUsage({DiagKind::kBadArgument,
                        {},
                        fmt::format("invalid SUITE '{}': expected a file called *.jsonl", options.suite),
                        "",
                        {}});
  }
  const std::string id = IdOf(options);
  auto told = [](const Diag& diag) {
    return diag.kind == DiagKind::kBadArgument ? ReportUsage(diag) : ReportFile(diag);
  };
  // Before the work.
  if (Result<std::string> suite = SuiteWithout(options.suite, id); !suite.ok()) return told(suite.error());
  Context ctx;
  Result<MadeCase> made = CaseOf(ctx, options);
  if (!made.ok()) return ReportFile(made.error(), &ctx);
  std::string archive = (std::filesystem::path(options.suite).parent_path() / ArchiveName(options, id)).string();
  if (Status added = AddCase(options, *made, archive); !added.ok()) return told(added.error());
  fmt::print("{}: case {}\n", options.suite, id);
  if (!made->arrays.empty()) fmt::print("{}: {}\n", archive, Counted(made->arrays.size(), "array"));
  return kClean;
}

}  // namespace

void AddConformInit(Command conform, Job& job) {
  auto options = std::make_shared<InitOptions>();
  Command sub = conform.AddSubcommand("init", "Add a case to your own suite: a module, its inputs, what is expected");
  sub.AddOption("SUITE", options->suite, "The suite, a .jsonl file; made when it is missing").Required();
  sub.AddOption("FILE", options->file, "A file of TVMScript").Required();
  sub.AddOption("--id", options->id, "What the case is called (default: the file's name)");
  sub.AddOption("--entry", options->entry, "The function to run [default: main, or else the only public one]");
  Option inputs = sub.AddOption("--inputs", options->inputs,
                                "Arguments: an .npz archive, an .npy file for the only one, or a JSON list");
  AddWhole(sub, "--seed", options->seed, "Random arguments from this seed", kAnySeed).Excludes(inputs);
  sub.AddOption(
      "--expected", options->expected,
      "What the function must give: JSON, an .npy file, or an .npz archive of one tensor or a tuple's [default: what "
      "relax-reference computes]");
  sub.AddFlag(
      "--npz", options->npz,
      fmt::format(
          "Keep all tensors in an .npz archive beside the suite; those of more than {} elements stand there anyway",
          kMostInLine));
  AddReal(sub, "--rtol", options->rtol, "Tolerance relative to the expected number (default: derived from the module)",
          {0, 1e6})
      .ShowDefault("");
  AddReal(sub, "--atol", options->atol, "Absolute tolerance", {0, 1e18}).ShowDefault("");
  sub.SetJob(job, [options] { return Init(*options); });
}

}  // namespace assay
