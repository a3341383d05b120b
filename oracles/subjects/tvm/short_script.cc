#include "oracles/subjects/tvm/short_script.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/read_json.h"
#include "oracles/subjects/tvm/issue_words.h"
#include "oracles/subjects/tvm/target.h"
#include "passes/foreign_pass.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

using nlohmann::json;

constexpr int64_t kMostElements = 64;
constexpr size_t kMostWidth = 100;

// Options that are made from more than JSON.
constexpr std::array kObjects = {"params", "new_vdevice", "require_grads"};
constexpr std::array kOfBackend = {"DispatchSampling", "DispatchSortScan"};
// TIR passes that want more around them than a call: a target, another place for their options.
constexpr std::array kWantMore = {"LowerIntrin", "LoopPartition", "NarrowDataType"};

bool IsOneOf(const auto& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

// "relax.transform.FuseOps(fuse_opt_level=0)"; nothing for one that is called otherwise.
std::optional<std::string> CallOf(const json& call) {
  std::string name = call.is_object() ? call.value("name", "") : "";
  const PassSpec* pass = FindPass(name);
  // One of somebody's own has to be imported first.
  if (pass == nullptr || IsForeign(*pass) || IsTargetPass(*pass) || IsOneOf(kWantMore, name)) return std::nullopt;
  const json options = call.value("options", json::object());
  std::vector<std::string> words;
  for (const auto& [key, value] : options.items()) {
    if (IsOneOf(kObjects, key)) return std::nullopt;
    words.push_back(fmt::format("{}={}", key, PythonOf(value)));
  }
  // In one of two places, by version.
  if (IsTirPass(*pass))
    return fmt::format("getattr(tvm.tirx.transform, \"{0}\", getattr(tvm.s_tir.transform, \"{0}\", None))({1})", name,
                       fmt::join(words, ", "));
  return fmt::format("{}({})", NameInTvm(*pass), fmt::join(words, ", "));
}

// What the module is put through and what must hold then; `pass` is "PASS(module)", or "module" without one.
struct Check {
  std::string_view oracle;
  bool compares;
  std::string_view body;
};
constexpr Check kChecks[] = {
    {"input_unchanged", false,
     "    before = module.script()\n"
     "    PASS(module)\n"
     "assert module.script() == before, \"the pass changed the module that it was given:\\n\" + module.script()\n"},
    {"idempotent", true,
     "    once = PASS(module)\n"
     "    twice = PASS(once)\n"
     "assert structural_equal(once, twice, map_free_vars=True), "
     "f\"once:\\n{once.script()}\\ntwice:\\n{twice.script()}\"\n"},
    {"sequential_equals_direct", true,
     "    sequential = tvm.transform.Sequential([PASS])\n"
     "    for first, second in ((sequential, PASS), (PASS, sequential)):\n"
     "        module = tvm.script.from_source(MODULE, check_well_formed=False)\n"
     "        one, other = first(module), second(module)\n"
     "        assert structural_equal(one, other, map_free_vars=True), "
     "f\"one:\\n{one.script()}\\nother:\\n{other.script()}\"\n"},
    {"deterministic", true,
     "    one, other = PASS(module), PASS(tvm.script.from_source(MODULE, check_well_formed=False))\n"
     "assert structural_equal(one, other, map_free_vars=True), "
     "f\"one:\\n{one.script()}\\nother:\\n{other.script()}\"\n"},
    {"round_trip", true,
     "    module = {pass}\n"
     "    again = tvm.script.from_source(module.script(), check_well_formed=False)\n"
     "assert structural_equal(module, again, map_free_vars=True), \"what was printed reads back as another "
     "module:\\n\" + module.script()\n"
     "assert again.script() == module.script(), \"the module prints otherwise after it was read back:\\n\" + "
     "again.script()\n"},
    {"well_formed_after_pass", false,
     "    module = PASS(module)\n"
     "    assert relax.analysis.well_formed(module) is not False, \"the result is ill-formed:\\n\" + "
     "module.script()\n"},
    {"metamorphic", false, "    PASS(module)\n"},
    {"refuse_or_compile", false, "    {pass}\n"},
    {"no_crash_or_hang", false, "    {pass}\n"},
};
// Without a pass: the build itself, and each of its steps.
constexpr std::string_view kBuild = "    relax.build({pass}, \"llvm\", relax_pipeline=BUILD)\n";
constexpr std::string_view kSteps =
    "    module = tvm.script.from_source(MODULE, check_well_formed=False)\n"
    "    assert relax.analysis.well_formed(module) is not False, \"the module is refused\"\n"
    "    for step in BUILD.passes:\n"
    "        module = step(module)\n"
    "        assert relax.analysis.well_formed(module) is not False, f\"ill-formed after "
    "{step.info.name}:\\n{module.script()}\"\n";

const Check* FindCheck(std::string_view oracle) {
  auto found = std::ranges::find(kChecks, oracle, &Check::oracle);
  return found == std::end(kChecks) ? nullptr : found;
}

bool ComparesResults(std::string_view oracle) {
  return oracle == "pass_preserves_results" || oracle == "interpreted_equals_compiled" ||
         oracle == "pipeline_differential" || oracle == "equals_rewritten";
}

// It ends before there is a result to compare.
bool EndsEarly(FindingClass klass) {
  return klass != FindingClass::kDiffers && klass != FindingClass::kTrap && klass != FindingClass::kTypeDiffers;
}

// "np.array([1, 2], "float32").reshape(1, 2)"; nothing for what is no tensor, or no small one of NumPy's dtypes.
std::optional<std::string> ArrayOf(const json& value, int64_t& elements) {
  static constexpr std::array kDTypes = {"float16", "float32", "float64", "int8",   "int16",  "int32",
                                         "int64",   "uint8",   "uint16",  "uint32", "uint64", "bool"};
  if (!value.is_object() || !value.contains("data") || !IsOneOf(kDTypes, value.value("dtype", ""))) return std::nullopt;
  elements += static_cast<int64_t>(value["data"].size());
  if (elements > kMostElements) return std::nullopt;
  std::vector<int64_t> shape = value["shape"].get<std::vector<int64_t>>();
  return fmt::format("np.array({}, \"{}\"){}", PythonOf(value["data"]), value.value("dtype", ""),
                     shape.size() == 1 ? ""
                                       : fmt::format(".reshape({})",
                                                     shape.empty() ? "()" : fmt::format("{}", fmt::join(shape, ", "))));
}

// Sets of arguments as lists, with the result of each that has one.
std::optional<std::string> CasesOf(const TvmFinding& finding) {
  std::string out;
  int64_t elements = 0;
  for (size_t i = 0; i < finding.inputs.size() && i < finding.expected.size(); ++i) {
    if (finding.expected[i].is_null()) continue;
    std::vector<std::string> args;
    for (const json& arg : finding.inputs[i]) {
      std::optional<std::string> array = ArrayOf(arg, elements);
      if (!array) return std::nullopt;
      args.push_back(*array);
    }
    std::vector<std::string> wanted;
    const json& result = finding.expected[i];
    for (const json& one : result.contains("tuple") ? result["tuple"] : json::array({result})) {
      std::optional<std::string> want = ArrayOf(one, elements);
      if (!want) return std::nullopt;
      wanted.push_back(*want);
    }
    out += fmt::format("    ([{}],\n     [{}]),\n", fmt::join(args, ", "), fmt::join(wanted, ", "));
  }
  if (out.empty()) return std::nullopt;
  return "# Arguments, and what they should give.\nCASES = [\n" + out + "]\n";
}

// Passes, filled into lines.
std::optional<std::string> PipelineOf(const json& pipeline, std::string_view name) {
  std::string out = fmt::format("{} = tvm.transform.Sequential([\n", name), line = "   ";
  for (const json& call : pipeline) {
    std::optional<std::string> one = CallOf(call);
    if (!one) return std::nullopt;
    if (line.size() + one->size() > kMostWidth) {
      out += line + "\n";
      line = "   ";
    }
    line += " " + *one + ",";
  }
  return out + line + "\n])\n";
}

constexpr std::string_view kRun =
    "    executable = relax.build({pass}, \"llvm\", relax_pipeline=BUILD)\n"
    "    machine = relax.VirtualMachine(executable, tvm.cpu())\n"
    "for args, wanted in CASES:\n"
    "    result = machine[{entry}](*[tvm.runtime.tensor(arg) for arg in args])\n"
    "    got = [result] if hasattr(result, \"numpy\") else list(result)\n"
    "    assert len(got) == len(wanted)\n"
    "    for one, want in zip(got, wanted):\n"
    "        np.testing.assert_allclose(one.numpy(), want, rtol={near}, atol={near})\n";

// The build up to the pass; all of it without one, nothing where the pass is no step of it.
json StepsUntil(const json& pipeline, const json& pass) {
  if (!pass.is_object()) return pipeline;
  auto at = std::ranges::find_if(pipeline, [&](const json& call) { return call["name"] == pass["name"]; });
  json steps = json::array();
  if (at == pipeline.end()) return steps;
  for (auto step = pipeline.begin(); step != at; ++step) steps.push_back(*step);
  steps.push_back(*at);
  return steps;
}

// Whether the entry is a function of Relax: what stands above it in the text says so.
bool HasRelaxFunction(const TvmFinding& finding) {
  size_t at = finding.module.find("def " + finding.entry + "(");
  if (at == std::string::npos) return false;
  size_t relax = finding.module.rfind("@R.function", at), kernel = finding.module.rfind("@T.prim_func", at);
  return relax != std::string::npos && (kernel == std::string::npos || kernel < relax);
}

std::string Replaced(std::string text, std::string_view what, const std::string& with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

// How far apart results may be: by the dtype of the first that is expected.
std::string NearOf(const TvmFinding& finding) {
  for (const json& value : finding.expected) {
    const json& first =
        value.is_object() && value.contains("tuple") && !value["tuple"].empty() ? value["tuple"][0] : value;
    std::string dtype = first.is_object() ? first.value("dtype", "") : "";
    if (dtype.empty()) continue;
    return dtype == "float64" ? "1e-9" : dtype == "float32" ? "1e-4" : dtype == "float16" ? "1e-2" : "0";
  }
  return "0";
}

}  // namespace

std::string NameInTvm(const PassSpec& pass) {
  if (IsTirPass(pass) || IsForeign(pass) || IsTargetPass(pass)) return std::string(pass.name);
  return fmt::format("relax.{}.{}", IsOneOf(kOfBackend, pass.name) ? "backend" : "transform", pass.name);
}

// recursion: JSON nests no deeper than ParseJson lets it
std::string PythonOf(const json& value) {
  if (value.is_null()) return "None";
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  if (value.is_string() && (value == "nan" || value == "inf" || value == "-inf"))
    return fmt::format("float(\"{}\")", value.get<std::string>());
  if (!value.is_structured()) return value.dump(-1, ' ', true, json::error_handler_t::replace);
  std::vector<std::string> parts;
  for (const auto& [key, item] : value.items()) {
    parts.push_back(
        value.is_object()
            ? fmt::format("{}: {}", json(key).dump(-1, ' ', true, json::error_handler_t::replace), PythonOf(item))
            : PythonOf(item));
  }
  return value.is_object() ? fmt::format("{{{}}}", fmt::join(parts, ", "))
                           : fmt::format("[{}]", fmt::join(parts, ", "));
}

// As TVM's own constructor takes it.
static std::string TargetInPython(const std::string& target) {
  if (target.starts_with('{')) return PythonOf(JsonOf<json>(target));
  return json(target.empty() ? "llvm" : target).dump();
}

std::optional<std::string> ShortScript(const TvmFinding& finding) {
  bool plain = finding.module.find("'''") == std::string::npos && !finding.module.ends_with('\'');
  bool has_pass = finding.pass.is_object(), ends = EndsEarly(finding.klass);
  bool runs = ComparesResults(finding.oracle) && !ends;
  // Kernels are called as functions of the library.
  if (runs && !HasRelaxFunction(finding)) return std::nullopt;
  const Check* check = FindCheck(ComparesResults(finding.oracle) ? "refuse_or_compile" : finding.oracle);
  // Nor does anything that is built for a device run here.
  if (!plain || check == nullptr || (runs && IsForDevice(finding.target))) return std::nullopt;
  std::string setup;
  if (has_pass) {
    std::optional<std::string> pass = CallOf(finding.pass);
    if (!pass) return std::nullopt;
    setup = "PASS = " + *pass + "\n";
  }
  // Alone, and as a step of the build, where it is one.
  json until = finding.oracle == "well_formed_after_pass" ? StepsUntil(finding.pipeline, finding.pass) : json::array();
  bool steps = !until.empty();
  bool builds = !steps && !runs &&
                (ComparesResults(finding.oracle) || (!has_pass && check->body == FindCheck("refuse_or_compile")->body));
  if (!has_pass && !runs && !builds && !steps && finding.oracle != "round_trip") return std::nullopt;
  if (runs || builds || steps) {
    std::optional<std::string> build = PipelineOf(steps ? until : finding.pipeline, "BUILD"),
                               cases = runs ? CasesOf(finding) : "";
    if (!build || !cases) return std::nullopt;
    setup += *build + *cases;
  }
  std::string first;
  if (!finding.before.empty()) {
    std::optional<std::string> before = PipelineOf(finding.before, "BEFORE");
    // These make the module anew for themselves.
    if (!before || finding.oracle == "sequential_equals_direct" || finding.oracle == "deterministic")
      return std::nullopt;
    setup += *before;
    first = "    module = BEFORE(module)\n";
  }
  std::string body(runs ? kRun : builds ? kBuild : steps && !has_pass ? "" : check->body);
  body = first + Replaced(body, "{pass}", has_pass ? "PASS(module)" : "module") + std::string(steps ? kSteps : "");
  body = Replaced(Replaced(body, "{entry}", json(finding.entry).dump()), "{near}", NearOf(finding));
  std::string config = finding.config.empty() ? "" : ", config=" + PythonOf(finding.config);
  bool hangs = finding.klass == FindingClass::kHang;
  std::string imports =
      fmt::format("{}{}import tvm\nimport tvm.script\nfrom tvm import relax\n{}{}", hangs ? "import signal\n\n" : "",
                  runs ? "import numpy as np\n" : "",
                  check != nullptr && check->compares ? "\ntry:\n    from tvm_ffi import structural_equal\nexcept "
                                                        "ImportError:\n    from tvm.ir import structural_equal\n"
                                                      : "",
                  hangs ? "\n# It does not end: half a minute is far more than it needs.\nsignal.alarm(30)\n" : "");
  return fmt::format(
      "# {}\n# Found with {}. Ends with 0 once the bug is gone; while it is there, with 1 or by a crash.\n{}\nMODULE = "
      "r'''{}'''\n{}\n"
      "module = tvm.script.from_source(MODULE, check_well_formed=False)\n"
      "with tvm.target.Target({}), tvm.transform.PassContext(opt_level=3{}):\n{}print(\"the bug is not "
      "there\")\n",
      IssueTitle(finding), finding.subject, imports, finding.module, setup, TargetInPython(finding.target), config,
      body);
}

}  // namespace assay
