// assay build: compiles a module into an executable that any process loads and runs, and shows the machine code.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/hints.h"
#include "cli/limits.h"
#include "cli/module_input.h"
#include "cli/options.h"
#include "cli/say.h"
#include "oracles/subjects/native/native_build.h"
#include "vm/bytecode/executable.h"
#include "vm/launch_loops.h"
#include "vm/llvm/listing.h"
#include "vm/reference/tir_eval.h"

namespace assay {
namespace {

struct BuildCommandOptions {
  std::string file;
  std::string out;
  std::string llvm, assembly, object;
  int opt_level = 2;
  std::string exec_mode = "bytecode";
  LimitFlags limits;
  bool no_check = false;
  bool json = false;
};

// A file that is to be written; "-" is standard output.
struct Written {
  std::string path;
  std::string bytes;
};

Result<std::string> ExecutableBytes(Context& ctx, const VmImage& image) {
  std::vector<uint8_t> bytes = EncodeVm(image);
  // What could not be loaded is not written.
  ASSAY_TRY(LoadedImage loaded, LoadImage(ctx, bytes));
  static_cast<void>(loaded);
  return std::string(bytes.begin(), bytes.end());
}

// What no engine can run is refused, with what machine code has against it; what interpreters alone can run is noted.
Status CheckRunnable(Context& ctx, const Module& lowered) {
  Module kernels = KernelsOf(ctx, lowered);
  Result<std::string> compiled = ListKernels(WithLaunchesAsLoops(ctx, kernels), 0, KernelForm::kLlvm);
  if (compiled.ok()) return Done{};
  if (!MakeReferenceKernels(kernels, true).ok()) return compiled.error();
  SayNote(fmt::format("{}; `assay run --engine vm` can run it", compiled.error().message));
  return Done{};
}

Result<std::vector<Written>> Outputs(Context& ctx, const Module& module, const BuildCommandOptions& options) {
  Budget budget = options.limits.Of(kPassBudget);
  BuildNotes notes;
  Result<Module> built = BuildNatively(ctx, module, &notes, {}, budget);
  if (!built.ok()) return WithLimit(built.error(), notes.spent, budget);
  const Module& lowered = *built;
  ASSAY_TRY(VmImage image, MakeExecutable(ctx, lowered, &module));
  ASSAY_RETURN_IF_ERROR(CheckRunnable(ctx, lowered));
  image.opt_level = static_cast<uint8_t>(options.opt_level);
  image.compiled = options.exec_mode == "compiled";
  std::vector<Written> outputs;
  if (!options.out.empty()) {
    ASSAY_TRY(std::string bytes, ExecutableBytes(ctx, image));
    outputs.push_back({options.out, std::move(bytes)});
  }
  const std::pair<const std::string&, KernelForm> listings[] = {{options.llvm, KernelForm::kLlvm},
                                                                {options.assembly, KernelForm::kAssembly},
                                                                {options.object, KernelForm::kObject}};
  for (const auto& [path, form] : listings) {
    if (path.empty()) continue;
    ASSAY_TRY(std::string text, ListKernels(WithLaunchesAsLoops(ctx, KernelsOf(ctx, lowered)), options.opt_level, form,
                                            &ctx.sources, image.compiled ? &image : nullptr));
    outputs.push_back({path, std::move(text)});
  }
  return outputs;
}

int Build(const BuildCommandOptions& options) {
  auto to_stdout = [](const std::string& path) { return path == "-" ? 1 : 0; };
  int streams =
      to_stdout(options.out) + to_stdout(options.llvm) + to_stdout(options.assembly) + to_stdout(options.object);
  if (streams + (options.json ? 1 : 0) > 1) {
    return ReportUsage({DiagKind::kBadArgument, {}, "only one thing can go to standard output", "", {}});
  }
  std::vector<std::string> paths;
  for (const std::string& path : {options.out, options.llvm, options.assembly, options.object}) {
    if (path.empty()) continue;
    if (std::ranges::find(paths, path) != paths.end())
      return ReportUsage({DiagKind::kBadArgument, {}, fmt::format("two outputs go to {}", path), "", {}});
    paths.push_back(path);
    if (Status out = CheckOutFile(path); !out.ok()) return ReportFile(out.error());
  }
  if (options.out.empty() && options.llvm.empty() && options.assembly.empty() && options.object.empty()) {
    return ReportUsage({DiagKind::kBadArgument,
                        {},
                        "no output requested: pass -o FILE, --emit-llvm FILE, --emit-asm FILE or --emit-obj FILE",
                        "",
                        {}});
  }
  Context ctx;
  Result<Module> module = LoadModule(ctx, options.file, options.no_check ? Checked::kNo : Checked::kYes);
  if (!module.ok()) return ReportFile(module.error(), &ctx);
  NoteIdleHints(ctx, *module, {});
  // All of it is made before any of it is written.
  auto late = [&options] {
    SayError(ExplainTime(options.limits.seconds));
    return int{kBadInput};
  };
  std::optional<Deadline> deadline(std::in_place, options.limits.seconds, late);
  Result<std::vector<Written>> outputs = Outputs(ctx, *module, options);
  deadline.reset();
  if (!outputs.ok()) return ReportFile(outputs.error(), &ctx);
  nlohmann::json files = nlohmann::json::array();
  for (const Written& output : *outputs) {
    if (Status written = WriteResult(output.path, output.bytes); !written.ok()) return ReportFile(written.error());
    files.push_back({{"path", output.path}, {"bytes", output.bytes.size()}});
  }
  if (options.json) PrintJson({{"files", files}, {"opt_level", options.opt_level}, {"exec_mode", options.exec_mode}});
  return kClean;
}

}  // namespace

void AddBuild(Command app, Job& job) {
  auto options = std::make_shared<BuildCommandOptions>();
  Command sub = app.AddSubcommand("build", "Compile a module into an executable; `assay run` runs it");
  sub.AddOption("FILE", options->file, "A file of TVMScript; - is standard input").Required();
  sub.AddOption("-o,--out", options->out, "Where the executable goes; - is standard output, here and below")
      .TypeName("FILE");
  AddWhole(sub, "--opt-level", options->opt_level, "For machine code", kOptLevels).ShowDefault();
  AddChoice(sub, "--exec-mode", options->exec_mode,
            "How functions run unless `assay run --engine` says otherwise: bytecode (vm-llvm), or compiled like the "
            "kernels (vm-compiled)",
            {"bytecode", "compiled"});
  sub.AddOption("--emit-llvm", options->llvm,
                "Write the kernels as LLVM IR; with --exec-mode compiled the functions too, as relax.NAME");
  sub.AddOption("--emit-asm", options->assembly, "Write the kernels as assembly");
  sub.AddOption("--emit-obj", options->object, "Write the kernels as an object file");
  AddPassBudgetFlags(sub, options->limits);
  AddTimeFlag(sub, options->limits, "End after this long, with nothing written");
  sub.AddFlag("--no-check", options->no_check, "Build the module even if it is ill-formed");
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return Build(*options); });
}

}  // namespace assay
