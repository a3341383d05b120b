// assay disasm: an executable as text. It is verified first, as before a run.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/executable_input.h"
#include "cli/say.h"
#include "ir/text/print.h"

namespace assay {
namespace {

struct DisasmOptions {
  std::string file;
  bool kernels = false;
  bool json = false;
};

std::string_view KindName(VmFunctionKind kind) {
  switch (kind) {
    case VmFunctionKind::kBytecode: return "bytecode";
    case VmFunctionKind::kKernel: return "kernel";
    case VmFunctionKind::kPacked: return "packed";
  }
  return {};
}

nlohmann::json FunctionsJson(const VmImage& image) {
  nlohmann::json rows = nlohmann::json::array();
  for (const VmFunction& function : image.functions) {
    rows.push_back({{"name", function.name},
                    {"kind", KindName(function.kind)},
                    {"instructions", function.end - function.first},
                    {"registers", function.registers}});
  }
  return rows;
}

int Disasm(const DisasmOptions& options) {
  Context ctx;
  Result<LoadedImage> loaded = ReadExecutable(ctx, options.file);
  if (!loaded.ok()) return ReportFile(loaded.error(), &ctx);
  std::string text = Disassemble(loaded->image);
  // Signatures first, then kernels: the functions without a body say what the bytecode's functions take.
  if (options.kernels) text += "\n" + PrintModule(loaded->module);
  if (options.json) {
    PrintJson({{"opt_level", loaded->image.opt_level},
               {"exec_mode", ExecModeName(loaded->image)},
               {"functions", FunctionsJson(loaded->image)},
               {"text", text}});
  } else {
    fmt::print("{}", text);
  }
  return kClean;
}

}  // namespace

void AddDisasm(Command app, Job& job) {
  auto options = std::make_shared<DisasmOptions>();
  Command sub = app.AddSubcommand("disasm", "Print the bytecode of an executable");
  sub.AddOption("EXE", options->file, "An executable that `assay build` wrote; - is standard input").Required();
  sub.AddFlag("--kernels", options->kernels, "Also its kernels, and what its functions take, as TVMScript");
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return Disasm(*options); });
}

}  // namespace assay
