// assay build: compiles a module into an executable that any process loads and runs, and shows the machine code.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/module_input.h"
#include "cli/say.h"
#include "oracles/subjects/native/native_build.h"
#include "vm/bytecode/executable.h"
#include "vm/llvm/listing.h"

namespace assay {
namespace {

struct BuildCommandOptions {
  std::string file;
  std::string out;
  std::string llvm, assembly, object;
  int opt_level = 2;
  std::string exec_mode = "bytecode";
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

Result<std::vector<Written>> Outputs(Context& ctx, const Module& module, const BuildCommandOptions& options) {
  ASSAY_TRY(Module lowered, BuildNatively(ctx, module));
  ASSAY_TRY(VmImage image, MakeExecutable(ctx, lowered, &module));
  image.opt_level = static_cast<uint8_t>(options.opt_level);
  image.compiled = options.exec_mode == "compiled";
  std::vector<Written> outputs;
  if (!options.out.empty()) {
    ASSAY_TRY(std::string bytes, ExecutableBytes(ctx, image));
    outputs.push_back({options.out, std::move(bytes)});
  }
  const std::pair<const std::string&, KernelForm> listings[] = {
      {options.llvm, KernelForm::kLlvm}, {options.assembly, KernelForm::kAssembly}, {options.object, KernelForm::kObject}};
  for (const auto& [path, form] : listings) {
    if (path.empty()) continue;
    ASSAY_TRY(std::string text, ListKernels(KernelsOf(ctx, lowered), options.opt_level, form, &ctx.sources, image.compiled ? &image : nullptr));
    outputs.push_back({path, std::move(text)});
  }
  return outputs;
}

int Build(const BuildCommandOptions& options) {
  auto to_stdout = [](const std::string& path) { return path == "-" ? 1 : 0; };
  int streams = to_stdout(options.out) + to_stdout(options.llvm) + to_stdout(options.assembly) + to_stdout(options.object);
  if (streams + (options.json ? 1 : 0) > 1) {
    return ReportUsage({DiagKind::kBadArgument, {}, "only one thing can go to standard output", "", {}});
  }
  if (options.out.empty() && options.llvm.empty() && options.assembly.empty() && options.object.empty()) {
    return ReportUsage({DiagKind::kBadArgument, {}, "nothing is to be written: give -o, --emit-llvm, --emit-asm or --emit-obj", "", {}});
  }
  Context ctx;
  Result<Module> module = LoadModule(ctx, options.file);
  if (!module.ok()) return ReportFile(module.error(), &ctx);
  // All of it is made before any of it is written.
  Result<std::vector<Written>> outputs = Outputs(ctx, *module, options);
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

void AddBuild(CLI::App& app, Job& job) {
  auto options = std::make_shared<BuildCommandOptions>();
  CLI::App* sub = app.add_subcommand("build", "Compile a module into an executable; `assay run` runs it");
  sub->add_option("FILE", options->file, "A file of TVMScript; - is standard input")->required();
  sub->add_option("-o,--out", options->out, "Where the executable goes; - is standard output, here and below");
  sub->add_option("--opt-level", options->opt_level, "For machine code")->check(CLI::Range(0, 3))->capture_default_str();
  sub->add_option("--exec-mode", options->exec_mode, "How functions run unless `assay run --engine` says otherwise: bytecode (vm-llvm), or compiled "
                                                     "like the kernels (vm-compiled)")
      ->check(CLI::IsMember({"bytecode", "compiled"}))
      ->capture_default_str();
  sub->add_option("--emit-llvm", options->llvm, "Write the kernels as LLVM IR; with --exec-mode compiled the functions too, as relax.NAME");
  sub->add_option("--emit-asm", options->assembly, "Write the kernels as assembly");
  sub->add_option("--emit-obj", options->object, "Write the kernels as an object file");
  sub->add_flag("--json", options->json, "One JSON object on standard output");
  sub->callback([options, &job] { job = [options] { return Build(*options); }; });
}

}  // namespace assay
