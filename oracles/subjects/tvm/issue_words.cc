#include "oracles/subjects/tvm/issue_words.h"

#include <algorithm>

#include <fmt/format.h>

namespace assay {
namespace {

// `{0}` is the pass, or relax.build.
struct Words {
  std::string_view oracle;
  std::string_view title;
  std::string_view expected;
};
constexpr Words kWords[] = {
    {"input_unchanged", "{0} changes the module that it is given",
     "A pass returns a new IRModule: `mod` prints the same before and after `{0}(mod)`."},
    {"idempotent", "{0} is not idempotent", "`{0}({0}(mod))` is structurally equal to `{0}(mod)`."},
    {"sequential_equals_direct", "{0} gives another module through Sequential than directly",
     "`tvm.transform.Sequential([{0}])(mod)` and `{0}(mod)` are structurally equal, in whichever order they are "
     "applied to the same `mod`."},
    {"deterministic", "{0} gives different modules for equal inputs",
     "Applied to two structurally equal modules, `{0}` gives structurally equal modules."},
    {"round_trip", "TVMScript of a module does not read back as the same module ({0})",
     "`tvm.script.from_source(mod.script())` is structurally equal to `mod`, and prints the same."},
    {"well_formed_after_pass", "{0} gives an ill-formed module",
     "`relax.analysis.well_formed` accepts what `{0}` returns for a well-formed module."},
    {"refuse_or_compile", "{0} fails on a well-formed module",
     "The module is well-formed: it compiles, or the error says what about it is not supported."},
    {"no_crash_or_hang", "{0} crashes or hangs",
     "`{0}` takes the module, which is well-formed, or refuses it with an error that says why."},
    {"pass_preserves_results", "results change after {0}",
     "The module computes the same results before and after `{0}`."},
    {"interpreted_equals_compiled", "wrong results of {0}",
     "The compiled module computes what its operators are documented to compute; the script has the expected values."},
    {"pipeline_differential", "{0} and another way to build the module give different results",
     "Whether a pass runs or not, and by whichever pipeline the module is built, it computes the same results."},
    {"execution_modes", "exec_mode=\"bytecode\" and exec_mode=\"compiled\" differ ({0})",
     "Both execution modes of the VM give the same results."},
    {"metamorphic", "results of {0} depend on names",
     "A module whose variables and functions are renamed compiles and computes the same."},
    {"equals_rewritten", "an equivalent form of a module behaves differently ({0})",
     "A module that is rewritten into an equivalent one compiles and computes the same; the script has the form that "
     "does not."},
    {"symbolic_equals_substituted", "symbolic and static shapes differ ({0})",
     "A module with symbolic shapes, and the same module with these shapes bound, compute the same."},
    {"rejects_invalid", "the well-formed check is wrong about a module",
     "`relax.analysis.well_formed` accepts well-formed modules and refuses others."},
    {"inference_agrees", "the type that is inferred for a call is wrong",
     "The type that is inferred for a call agrees with what the operator computes."},
    {"structural_equality", "structural equality or hash is inconsistent",
     "A module equals itself and its copy, with the same hash; a changed module differs."},
    {"compile_cost", "{0} takes very long or makes a very large module",
     "Time and size of what `{0}` makes grow with the module, not faster."},
};

const Words* FindWords(std::string_view oracle) {
  auto found = std::ranges::find(kWords, oracle, &Words::oracle);
  return found == std::end(kWords) ? nullptr : found;
}

std::string PassOf(const TvmFinding& finding) {
  std::string name = finding.pass.is_object() ? finding.pass.value("name", "") : "";
  return name.empty() ? "relax.build" : name;
}

// Nothing came back, or a check of TVM's own failed.
bool Ends(FindingClass klass) {
  constexpr FindingClass::Row kRows[] = {FindingClass::kCrash, FindingClass::kHang, FindingClass::kInternal,
                                         FindingClass::kSignal, FindingClass::kExit};
  return std::ranges::find(kRows, klass.row()) != std::end(kRows);
}

// The first sentence of what TVM said, whole words of it.
std::string Said(const std::string& detail) {
  constexpr size_t kMost = 90;
  std::string line = detail.substr(0, detail.find('\n'));
  if (size_t end = line.find(". "); end != std::string::npos) line.resize(end);
  if (line.size() <= kMost) return line;
  size_t space = line.rfind(' ', kMost);
  return line.substr(0, space == std::string::npos ? 0 : space) + (space == std::string::npos ? "" : " …");
}

}  // namespace

bool HasIssueWords(std::string_view oracle) { return FindWords(oracle) != nullptr; }

std::string IssueTitle(const TvmFinding& finding) {
  std::string pass = PassOf(finding);
  if (Ends(finding.klass)) {
    std::string said = finding.klass == FindingClass::kInternal ? Said(finding.detail) : "";
    std::string how = finding.klass == FindingClass::kHang       ? "hangs"
                      : finding.klass == FindingClass::kInternal ? "fails an internal check"
                                                                 : "crashes";
    return fmt::format("[Bug][Relax] {} {}{}{}", pass, how, said.empty() ? "" : ": ", said);
  }
  const Words* words = FindWords(finding.oracle);
  if (words == nullptr) return fmt::format("[Bug][Relax] {}: {}", pass, Said(finding.detail));
  return "[Bug][Relax] " + fmt::format(fmt::runtime(words->title), pass);
}

std::string Expectation(const TvmFinding& finding) {
  std::string pass = PassOf(finding);
  if (Ends(finding.klass))
    return fmt::format("`{}` takes the module, which is well-formed, or refuses it with an error that says why.", pass);
  const Words* words = FindWords(finding.oracle);
  return words == nullptr ? finding.promise : fmt::format(fmt::runtime(words->expected), pass);
}

}  // namespace assay
