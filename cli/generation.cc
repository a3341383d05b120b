#include "cli/generation.h"

#include "cli/names.h"
#include "cli/options.h"

namespace assay {

void AddGenerationFlags(Command sub, GenerationFlags& flags) {
  AddChoice(sub, "--profile", flags.profile, "What modules consist of: graphs, kernels, or both",
            {"relax", "tir", "mixed"});
  sub.AddOption("--op", flags.ops, "Only these operators (commas or repeated)");
  sub.AddOption("--dtype", flags.dtypes, "Only these dtypes (commas or repeated)");
  AddWhole(sub, "--bindings", flags.bindings, "Operator bindings of a module, on average", {1, 10'000}).ShowDefault();
}

Result<GenOptions> GenerationOf(const GenerationFlags& flags) {
  GenOptions options;
  options.bindings = flags.bindings;
  if (!ParseProfile(flags.profile, &options.profile)) {
    return UnknownName("profile", flags.profile, {"relax", "tir", "mixed"});
  }
  for (const std::string& name : SplitNames(flags.ops)) {
    ASSAY_TRY(std::string op, OpNamed(name));
    options.ops.push_back(op);
  }
  for (const std::string& name : SplitNames(flags.dtypes)) {
    ASSAY_TRY(DType dtype, DTypeNamed(name));
    options.dtypes.push_back(dtype);
  }
  return options;
}

}  // namespace assay
