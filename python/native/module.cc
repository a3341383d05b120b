// Modules as texts: read, checked, written for a version of TVM, generated; and what the tables say.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/explain.h"
#include "cli/generation.h"
#include "cli/module_input.h"
#include "cli/names.h"
#include "cli/version.h"
#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/ops/op_spec.h"
#include "ir/support/unknown_name.h"
#include "ir/text/no_module.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "oracles/conform/argument_check.h"
#include "oracles/core/oracle.h"
#include "oracles/subjects/tvm/knowledge.h"
#include "passes/tir/tir_passes.h"
#include "python/native/problems.h"
#include "vm/llvm/engines.h"

namespace assay::python {
namespace {

// As `assay check` says of a file.
constexpr size_t kMostProblems = 100;

FunctionInfo InfoOf(const ModuleEntry& entry) {
  FunctionInfo info{.name = entry.var->name.str(), .is_public = IsPublic(entry.func)};
  const auto* relax = As<Function>(entry.func);
  info.kind = relax != nullptr ? "relax" : Is<PrimFunc>(entry.func) ? "tir" : "extern";
  if (info.kind == "extern") return info;
  for (const Param& param : ParamsOf(entry.func))
    info.parameters.push_back({param.name, param.buffer != nullptr ? KindText(param) : PrintType(param.type)});
  if (relax != nullptr && relax->ret_type != nullptr) info.returns = PrintType(relax->ret_type);
  return info;
}

Result<GenOptions> ToGenOptions(const GenerateOptions& given) {
  if (given.bindings < 1 || given.bindings > 10'000) {
    return Diag{DiagKind::kBadArgument,
                {},
                fmt::format("invalid bindings: expected 1 to 10000, got {}", given.bindings),
                "",
                {}};
  }
  GenerationFlags flags;
  flags.profile = given.profile;
  flags.ops = given.ops;
  flags.dtypes = given.dtypes;
  flags.bindings = given.bindings;
  ASSAY_TRY(GenOptions options, GenerationOf(flags));
  // Casts give names to sizes.
  if (!given.symbolic) options.unwanted |= BitOf(Feature::kSymbolic) | BitOf(Feature::kMatchCast);
  return options;
}

Module KernelsAlone(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> kernels;
  std::ranges::copy_if(module.entries, std::back_inserter(kernels),
                       [](const ModuleEntry& entry) { return Is<PrimFunc>(entry.func); });
  return WithEntries(ctx, module, kernels);
}

Reply<std::string> Generated(ByteSource bytes, const GenerateOptions& given) {
  Result<GenOptions> options = ToGenOptions(given);
  if (!options.ok()) return Failed<std::string>(options.error());
  Context ctx;
  Module module = assay::Generate(ctx, bytes, *options);
  return {TextOf(given.kernels ? KernelsAlone(ctx, module) : module), {}};
}

}  // namespace

Reply<ModuleInfo> Parse(const Source& source) {
  Context ctx;
  Reply<ModuleInfo> answer;
  std::optional<Module> module = Read(ctx, source, /*checked=*/false, answer.problems);
  if (!module) return answer;
  answer.value.emplace();
  answer.value->text = TextOf(*module);
  for (const ModuleEntry& entry : module->entries) answer.value->functions.push_back(InfoOf(entry));
  return answer;
}

std::vector<Problem> Check(const Source& source) {
  Context ctx;
  DiagSink sink;
  Program program = ParseProgram(ctx, source.file, source.text, sink);
  if (program.modules.empty() && sink.ok()) sink.Report(NoModule(ctx, source.file));
  for (const NamedModule& named : program.modules) CheckWellFormed(ctx, named.module, sink);
  std::vector<Diag> diags = InFileOrder(sink.diags());
  diags.resize(std::min(diags.size(), kMostProblems));
  std::vector<Problem> problems;
  for (const Diag& diag : diags) problems.push_back(ToProblem(diag, &ctx));
  return problems;
}

Reply<std::string> TextFor(const Source& source, const std::string& version) {
  Context ctx;
  Reply<std::string> answer;
  std::optional<Module> module = Read(ctx, source, /*checked=*/false, answer.problems);
  if (module) answer.value = assay::TextFor(*module, version);
  return answer;
}

Reply<std::string> Generate(uint64_t seed, uint64_t number, const GenerateOptions& options) {
  return Generated(ByteSource::FromSeed(CaseSeed(seed, number)), options);
}

Reply<std::string> GenerateFromBytes(const std::vector<uint8_t>& bytes, const GenerateOptions& options) {
  return Generated(ByteSource(bytes), options);
}

Reply<Explained> Explain(const std::string& name) {
  std::optional<Explanation> explanation = assay::Explain(name);
  if (!explanation) {
    std::vector<std::string> known = ExplainedNames();
    return Failed<Explained>(
        UnknownName("rule, operator, pass, oracle, engine or class", name, {known.begin(), known.end()}));
  }
  return {Explained{explanation->kind, explanation->name, explanation->parts}, {}};
}

std::vector<PassInfo> Passes() {
  std::vector<PassInfo> passes;
  for (const PassSpec* row : AllRelaxAndTirPasses()) {
    PassInfo info{.name = std::string(row->name),
                  .doc = std::string(row->doc),
                  .idempotent = row->idempotent,
                  .why_not_idempotent = std::string(row->why_not_idempotent),
                  .keeps_results = FindOracle("pass_preserves_results")->applies(*row),
                  .of_kernels = IsTirPass(*row)};
    for (std::string_view option : row->options) info.options.emplace_back(option);
    passes.push_back(std::move(info));
  }
  return passes;
}

Reply<std::vector<Named>> List(const std::string& table) {
  std::vector<Named> rows;
  auto add = [&](std::string_view name, std::string_view doc) {
    rows.push_back({std::string(name), std::string(doc)});
  };
  if (table == "ops") {
    for (const OpSpec* row : AllOps()) add(row->name, row->doc);
  } else if (table == "engines") {
    for (const EngineSpec* row : AllEngines()) add(row->name, row->doc);
  } else if (table == "oracles") {
    for (const OracleSpec* row : AllOracles()) add(row->name, row->doc);
  } else if (table == "rules") {
    for (const RuleSpec& row : AllRules()) add(row.label, row.doc);
  } else {
    return Failed<std::vector<Named>>(UnknownName("table", table, {"engines", "ops", "oracles", "rules"}));
  }
  return {std::move(rows), {}};
}

std::string Version() { return VersionText(); }

}  // namespace assay::python
