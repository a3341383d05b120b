#include "oracles/subjects/tvm/knowledge.h"

#include <algorithm>
#include <array>
#include <regex>

#include <fmt/format.h>

#include "ir/text/print_program.h"

namespace assay {
namespace {

constexpr Allowance kAllowances[] = {
    {.id = "symbol-other-than-name",
     .oracle = "rejects_invalid",
     .klass = FindingClass::kAcceptsInvalid,
     .changes = {ChangeKind::kAnotherSymbol},
     .reason = "TVM takes a function whose global_symbol is not its GlobalVar's name; assay is stricter on purpose",
     .source = "docs/semantics.md"},
    {.id = "target-is-bound",
     .oracle = "frame_kept",
     .pass = "LowerIntrin",
     .klass = FindingClass::kFrameBroken,
     .frame = Allowance::FrameChange{Facet::kFunctionAttrs, Way::kAdded, "target"},
     .reason = "TVM's LowerIntrin needs a target, which is bound in front of it",
     .source = "src/tirx/transform/lower_intrin.cc"},
    {.id = "target-of-threads-is-bound",
     .oracle = "frame_kept",
     .pass = "LowerThreadAllreduce",
     .klass = FindingClass::kFrameBroken,
     .frame = Allowance::FrameChange{Facet::kFunctionAttrs, Way::kAdded, "target"},
     .reason = "TVM's LowerThreadAllreduce needs a target, which is bound in front of it",
     .source = "src/s_tir/transform/lower_thread_allreduce.cc"},
    {.id = "target-of-kernels-is-bound",
     .oracle = "frame_kept",
     .pass = "SplitHostDevice",
     .klass = FindingClass::kFrameBroken,
     .frame = Allowance::FrameChange{Facet::kFunctionAttrs, Way::kAdded, "target"},
     .reason = "TVM's SplitHostDevice needs a target, which is bound in front of it",
     .source = "src/tirx/transform/split_host_device.cc"},
    {.id = "lanes-that-nobody-wrote",
     .oracle = "pass_preserves_results",
     .pass = "LowerThreadAllreduce",
     .klass = FindingClass::kTrap,
     .trap = Allowance::RunEnd{TrapKind::kReadBeforeWrite, "red_buf"},
     .reason = "of a reduction over more than one warp, lanes that stand for none read a register that nothing wrote; "
               "nobody looks at what they get",
     .source = "docs/semantics.md, reductions across warps"},
    {.id = "kernels-unchecked",
     .versions = "0.27.",
     .oracle = "rejects_invalid",
     .klass = FindingClass::kAcceptsInvalid,
     .changes = {ChangeKind::kUndefinedIndex, ChangeKind::kOneIndexMore},
     .reason = "0.27's tirx.analysis.verify_well_formed takes no blocks, and relax.analysis.well_formed does not look "
               "into kernels",
     .source = "tirx.analysis.verify_well_formed: \"TIR verifier does not support statement s_tir\""},
    {.id = "buffers-are-declared",
     .versions = "0.27.",
     .oracle = "well_formed_after_pass refuse_or_compile",
     .klass = FindingClass::kRejectsValid,
     .said = "is used at .* without a prior DeclBuffer",
     .reason =
         "0.27's checker of flat kernels wants a DeclBuffer for each buffer; a T.Buffer over given memory, which 0.26 "
         "and FlattenBuffer's texts have, is none",
     .source = "tirx.analysis.verify_well_formed"},
    {.id = "binds-what-does-not-fit",
     .oracle = "round_trip",
     .pass = "BindSymbolicVars",
     .klass = FindingClass::kUnreadable,
     .said = "It is impossible to match cast any value",
     .reason = "the integers that assay draws for variables of a match_cast need not be those that its value has; then "
               "no text says it",
     .source = "relax.transform.BindSymbolicVars: the values are the caller's to choose"},
    {.id = "unknown-shapes-stay",
     .oracle = "refuse_or_compile pass_preserves_results pipeline_differential",
     .klass = FindingClass::kInternal,
     .said = R"(cannot emit this Relax operator directly[\s\S]*Offending call:\s*R\.(?!call_tir))",
     .reason = "LegalizeOps leaves a call whose shapes are no expressions, and the code generator says in words which "
               "call is left",
     .source = "src/relax/transform/legalize_ops.cc (a call is legalized when its shapes are known)"},
    {.id = "reader-flattens-calls",
     .oracle = "rejects_invalid",
     .klass = FindingClass::kAcceptsInvalid,
     .changes = {ChangeKind::kNestedCall},
     .reason = "TVM's reader binds nested calls to variables, so that the checker never sees them",
     .source = "python/tvm/script/ir_builder/relax/ir.py (emit normalizes)"},
};

// The options hold what is assay's own in place of objects of Python or C++.
constexpr std::array kOwnOptions = {"FuseOpsByPattern",    "SplitCallTIRByPattern", "RunCodegen",
                                    "AttachExternModules", "AlterOpImpl",           "UpdateParamType"};

bool IsOfVersion(std::string_view versions, std::string_view version) {
  while (!versions.empty()) {
    size_t end = std::min(versions.find(' '), versions.size());
    if (version.starts_with(versions.substr(0, end))) return true;
    versions.remove_prefix(std::min(end + 1, versions.size()));
  }
  return false;
}

bool IsAmong(std::string_view names, std::string_view name) {
  return fmt::format(" {} ", names).find(fmt::format(" {} ", name)) != std::string::npos;
}

bool Matches(const Allowance& row, std::string_view version, const Finding& finding) {
  const FindingFacts& facts = finding.facts;
  if (!row.versions.empty() && !IsOfVersion(row.versions, version)) return false;
  if (!row.oracle.empty() && !IsAmong(row.oracle, finding.oracle)) return false;
  if (!row.pass.empty() && row.pass != finding.pass) return false;
  if (row.klass && *row.klass != finding.klass) return false;
  if (row.changes.size() != 0 && (!facts.change || std::ranges::count(row.changes, *facts.change) == 0)) return false;
  if (row.frame && (!facts.frame || facts.frame->facet != row.frame->facet || facts.frame->way != row.frame->way ||
                    facts.frame->key != row.frame->key))
    return false;
  if (row.trap &&
      (!facts.trap || facts.trap->kind != row.trap->kind || !facts.trap->buffer.starts_with(row.trap->buffer)))
    return false;
  // Regular expressions of the library recurse on what they read.
  constexpr size_t kMostText = 20'000;
  return row.said.empty() ||
         std::regex_search(facts.said.substr(0, kMostText), std::regex(row.said.begin(), row.said.end()));
}

}  // namespace

std::span<const Allowance> AllAllowances() { return kAllowances; }

const Allowance* FindAllowance(std::string_view version, const Finding& finding) {
  auto found = std::ranges::find_if(kAllowances, [&](const Allowance& row) { return Matches(row, version, finding); });
  return found == std::end(kAllowances) ? nullptr : &*found;
}

// 0.26 and 0.27 read the same form.
TextDialect DialectOf(std::string_view version) {
  if (version.starts_with("0.1") || IsOfVersion("0.20. 0.21. 0.22. 0.23. 0.24.", version)) return TextDialect::k017;
  return version.starts_with("0.25.") ? TextDialect::k025 : TextDialect::k026;
}

static PrintOptions OptionsFor(std::string_view version) {
  return {.dialect = DialectOf(version), .matched_buffers = true};
}

std::string TextFor(const Module& module, std::string_view version) { return PrintModule(module, OptionsFor(version)); }

Result<std::string> ProgramFor(const Module& module, std::string_view version) {
  if (DialectOf(version) == TextDialect::k017)
    return Diag{DiagKind::kUnsupported, {}, "a program is for TVM 0.25 and later", "", {}};
  return PrintProgram(module, OptionsFor(version));
}

bool HasTvmOptions(const PassSpec& pass) { return std::ranges::find(kOwnOptions, pass.name) == kOwnOptions.end(); }

}  // namespace assay
