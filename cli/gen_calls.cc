#include "cli/gen_calls.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/generation.h"
#include "ir/ops/op_spec.h"
#include "ir/support/interrupt.h"
#include "ir/text/print.h"
#include "oracles/conform/recorded_value.h"
#include "oracles/core/oracle.h"

namespace assay {
namespace {

// Samplers fail where a run's dtypes do not fit; so many modules are tried for each that is wanted.
constexpr uint64_t kTries = 16;

// One module that calls the operator, as a line; empty when the sampler made none.
std::string CallLine(const GenOptions& options, const std::string& op, uint64_t number, uint64_t seed) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(seed);
  Module module = Generate(ctx, bytes, options);
  // Devices that the machine lacks would only keep the module from being built.
  bool moves = op == "to_vdevice" || op == "hint_on_device";
  if (!module.global_infos.empty() && !moves) return {};
  std::vector<std::string> used = OperatorsOf(module);
  if (std::find(used.begin(), used.end(), op) == used.end()) return {};
  nlohmann::json args = nlohmann::json::array();
  for (const Value& value : MakeInputs(module, "main", seed)) args.push_back(ValueAsRecorded(value));
  std::string id = fmt::format("{}-{:03}", op, number);
  nlohmann::json line{{"id", id},        {"test", id},  {"op", op}, {"module", PrintModule(module)},
                      {"entry", "main"}, {"args", args}};
  return line.dump() + "\n";
}

}  // namespace

std::string CallsOf(GenOptions options, uint64_t per_op, uint64_t seed) {
  std::vector<std::string> ops = options.ops;
  if (ops.empty()) {
    for (const OpSpec* row : AllOps()) ops.emplace_back(row->name);
  }
  options.profile = Profile::kRelax;
  options.bindings = 1;
  options.exact = true;
  options.max_elements = 512;
  std::string text;
  for (const std::string& op : ops) {
    std::string_view name = op;
    if (name.starts_with("relax.")) name.remove_prefix(6);
    options.ops = {op};
    uint64_t made = 0;
    for (uint64_t i = 0; i < kTries * per_op && made < per_op && !Interrupted(); ++i) {
      std::string line = CallLine(options, std::string(name), made, CaseSeed(seed, i));
      if (!line.empty()) ++made;
      text += line;
    }
  }
  return text;
}

}  // namespace assay
