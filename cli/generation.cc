#include "cli/generation.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/names.h"
#include "cli/options.h"
#include "generators/modules/generate.h"
#include "ir/ops/op_spec.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Whether some call of the operator that is made so has a tensor of one of the dtypes, as an argument or a result; of
// tuples nothing is asked. Rows leave it to their samplers what they take.
bool Takes(const std::string& op, const std::vector<DType>& dtypes) {
  constexpr uint64_t kTries = 8;
  GenOptions options;
  options.profile = Profile::kRelax;
  options.ops = {op};
  options.dtypes = dtypes;
  options.bindings = 2;
  bool called = false, takes = dtypes.empty();
  for (uint64_t seed = 1; seed <= kTries && !takes; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    for (const ModuleEntry& entry : Generate(ctx, bytes, options).entries) {
      WalkOnce(entry.func, [&](const Node* node) {
        const auto* call = As<Call>(node);
        const OpSpec* row = call == nullptr ? nullptr : SpecOf(call);
        if (row == nullptr || row->name != op) return;
        called = true;
        auto fits = [&](const Expr* e) {
          const auto* tensor = As<TensorType>(e->type);
          return tensor == nullptr ? !Is<PrimType>(e->type) && !Is<ShapeType>(e->type)
                                   : std::ranges::find(dtypes, tensor->dtype) != dtypes.end();
        };
        takes = takes || fits(call) || std::ranges::any_of(call->args, fits);
      });
    }
  }
  return takes || !called;
}

// What contradicts itself makes other modules than those that are asked for.
Status CheckTogether(const GenOptions& options) {
  auto wrong = [](std::string message) { return Diag{DiagKind::kBadArgument, {}, std::move(message), "", {}}; };
  if (!HasOperators(options.profile) && !options.ops.empty())
    return wrong(fmt::format("invalid --op: expected none with --profile {}, whose kernels have no operators, got {}",
                             kProfileNames[static_cast<size_t>(options.profile)], options.ops[0]));
  for (const std::string& op : options.ops) {
    if (Takes(op, options.dtypes)) continue;
    std::vector<std::string> dtypes;
    for (DType dtype : options.dtypes) dtypes.push_back(DTypeName(dtype));
    return wrong(
        fmt::format("invalid --op: expected operators that take {} (--dtype), got {}", fmt::join(dtypes, " or "), op));
  }
  return Done{};
}

}  // namespace

void AddGenerationFlags(Command sub, GenerationFlags& flags) {
  AddChoice(sub, "--profile", flags.profile,
            "What modules consist of: graphs, kernels, or both; gpu: kernels whose threads wait for each other",
            {kProfileNames.begin(), kProfileNames.end()});
  sub.AddOption("--op", flags.ops, "Only these operators (commas or repeated)");
  sub.AddOption("--dtype", flags.dtypes, "Only these dtypes (commas or repeated)");
  AddWhole(sub, "--bindings", flags.bindings, "Operator bindings of a module, on average", {1, 10'000}).ShowDefault();
}

Result<GenOptions> GenerationOf(const GenerationFlags& flags) {
  GenOptions options;
  options.bindings = flags.bindings;
  if (!ParseProfile(flags.profile, &options.profile)) {
    return UnknownName("profile", flags.profile, {kProfileNames.begin(), kProfileNames.end()});
  }
  for (const std::string& name : SplitNames(flags.ops)) {
    ASSAY_TRY(std::string op, OpNamed(name));
    options.ops.push_back(op);
  }
  for (const std::string& name : SplitNames(flags.dtypes)) {
    ASSAY_TRY(DType dtype, DTypeNamed(name));
    options.dtypes.push_back(dtype);
  }
  ASSAY_RETURN_IF_ERROR(CheckTogether(options));
  return options;
}

}  // namespace assay
