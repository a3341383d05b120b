#include "oracles/subjects/tvm/short_script.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "oracles/subjects/tvm/issue_words.h"
#include "passes/tir/kernel_passes.h"

namespace assay {
namespace {

using nlohmann::json;

constexpr int64_t kMostElements = 64;
constexpr size_t kMostWidth = 100;

// Options that are made from more than JSON.
constexpr std::array kObjects = {"params", "new_vdevice", "require_grads"};
constexpr std::array kOfBackend = {"DispatchSampling", "DispatchSortScan"};

bool IsOneOf(const auto& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

// "relax.transform.FuseOps(fuse_opt_level=0)"; nothing for one that is called otherwise.
std::optional<std::string> CallOf(const json& call) {
  std::string name = call.is_object() ? call.value("name", "") : "";
  const PassSpec* pass = FindPass(name);
  if (pass == nullptr || IsKernelPass(*pass)) return std::nullopt;
  const json options = call.value("options", json::object());
  std::vector<std::string> words;
  for (const auto& [key, value] : options.items()) {
    if (IsOneOf(kObjects, key)) return std::nullopt;
    words.push_back(fmt::format("{}={}", key, PythonOf(value)));
  }
  return fmt::format("relax.{}.{}({})", IsOneOf(kOfBackend, name) ? "backend" : "transform", name, fmt::join(words, ", "));
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
     "assert structural_equal(once, twice, map_free_vars=True), f\"once:\\n{once.script()}\\ntwice:\\n{twice.script()}\"\n"},
    {"sequential_equals_direct", true,
     "    sequential = tvm.transform.Sequential([PASS])\n"
     "    for first, second in ((sequential, PASS), (PASS, sequential)):\n"
     "        module = tvm.script.from_source(MODULE, check_well_formed=False)\n"
     "        one, other = first(module), second(module)\n"
     "        assert structural_equal(one, other, map_free_vars=True), f\"one:\\n{one.script()}\\nother:\\n{other.script()}\"\n"},
    {"deterministic", true,
     "    one, other = PASS(module), PASS(tvm.script.from_source(MODULE, check_well_formed=False))\n"
     "assert structural_equal(one, other, map_free_vars=True), f\"one:\\n{one.script()}\\nother:\\n{other.script()}\"\n"},
    {"round_trip", true,
     "    module = {pass}\n"
     "    again = tvm.script.from_source(module.script(), check_well_formed=False)\n"
     "assert structural_equal(module, again, map_free_vars=True), \"what was printed reads back as another module:\\n\" + module.script()\n"
     "assert again.script() == module.script(), \"the module prints otherwise after it was read back:\\n\" + again.script()\n"},
    {"refuse_or_compile", false, "    {pass}\n"},
    {"no_crash_or_hang", false, "    {pass}\n"},
};
// These two without a pass: the build itself.
constexpr std::string_view kBuild = "    relax.build(module, \"llvm\", relax_pipeline=BUILD)\n";

const Check* FindCheck(std::string_view oracle) {
  auto found = std::ranges::find(kChecks, oracle, &Check::oracle);
  return found == std::end(kChecks) ? nullptr : found;
}

bool ComparesResults(std::string_view oracle) { return oracle == "pass_preserves_results" || oracle == "interpreted_equals_compiled"; }

// "np.array([1, 2], "float32").reshape(1, 2)"; nothing for what is no tensor, or no small one of NumPy's dtypes.
std::optional<std::string> ArrayOf(const json& value, int64_t& elements) {
  static constexpr std::array kDTypes = {"float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool"};
  if (!value.is_object() || !value.contains("data") || !IsOneOf(kDTypes, value.value("dtype", ""))) return std::nullopt;
  elements += static_cast<int64_t>(value["data"].size());
  if (elements > kMostElements) return std::nullopt;
  std::vector<int64_t> shape = value["shape"].get<std::vector<int64_t>>();
  return fmt::format("np.array({}, \"{}\"){}", PythonOf(value["data"]), value.value("dtype", ""),
                     shape.size() == 1 ? "" : fmt::format(".reshape({})", shape.empty() ? "()" : fmt::format("{}", fmt::join(shape, ", "))));
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
    std::optional<std::string> want = ArrayOf(finding.expected[i], elements);
    if (!want) return std::nullopt;
    out += fmt::format("    ([{}],\n     {}),\n", fmt::join(args, ", "), *want);
  }
  if (out.empty()) return std::nullopt;
  return "# Arguments, and what they should give.\nCASES = [\n" + out + "]\n";
}

// The build's passes, filled into lines.
std::optional<std::string> PipelineOf(const json& pipeline) {
  std::string out = "BUILD = tvm.transform.Sequential([\n", line = "   ";
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
    "for args, want in CASES:\n"
    "    got = machine[{entry}](*[tvm.runtime.tensor(arg) for arg in args]).numpy()\n"
    "    np.testing.assert_allclose(got, want, rtol={near}, atol={near})\n";

std::string Replaced(std::string text, std::string_view what, const std::string& with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) text.replace(at, what.size(), with);
  return text;
}

// How far apart results may be: by the dtype of the first that is expected.
std::string NearOf(const TvmFinding& finding) {
  for (const json& value : finding.expected) {
    std::string dtype = value.is_object() ? value.value("dtype", "") : "";
    if (dtype.empty()) continue;
    return dtype == "float64" ? "1e-9" : dtype == "float32" ? "1e-4" : dtype == "float16" ? "1e-2" : "0";
  }
  return "0";
}

}  // namespace

std::string PythonOf(const json& value) {
  if (value.is_null()) return "None";
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  if (value.is_string() && (value == "nan" || value == "inf" || value == "-inf")) return fmt::format("float(\"{}\")", value.get<std::string>());
  if (!value.is_structured()) return value.dump(-1, ' ', true, json::error_handler_t::replace);
  std::vector<std::string> parts;
  for (const auto& [key, item] : value.items()) {
    parts.push_back(value.is_object() ? fmt::format("{}: {}", json(key).dump(-1, ' ', true, json::error_handler_t::replace), PythonOf(item)) : PythonOf(item));
  }
  return value.is_object() ? fmt::format("{{{}}}", fmt::join(parts, ", ")) : fmt::format("[{}]", fmt::join(parts, ", "));
}

std::optional<std::string> ShortScript(const TvmFinding& finding) {
  bool hangs = finding.klass == FindingClass::kHang, runs = ComparesResults(finding.oracle);
  bool plain = finding.module.find("'''") == std::string::npos && !finding.module.ends_with('\'');
  const Check* check = FindCheck(finding.oracle);
  if (hangs || !plain || !finding.before.empty() || (check == nullptr && !runs)) return std::nullopt;
  std::string setup;
  bool has_pass = finding.pass.is_object();
  if (has_pass) {
    std::optional<std::string> pass = CallOf(finding.pass);
    if (!pass) return std::nullopt;
    setup = "PASS = " + *pass + "\n";
  }
  bool builds = !has_pass && !runs && check->body == FindCheck("refuse_or_compile")->body;
  if (!has_pass && !runs && !builds && finding.oracle != "round_trip") return std::nullopt;
  if (runs || builds) {
    std::optional<std::string> build = PipelineOf(finding.pipeline), cases = runs ? CasesOf(finding) : "";
    if (!build || !cases) return std::nullopt;
    setup += *build + *cases;
  }
  std::string body = Replaced(std::string(runs ? kRun : builds ? kBuild : check->body), "{pass}", has_pass ? "PASS(module)" : "module");
  body = Replaced(Replaced(body, "{entry}", json(finding.entry).dump()), "{near}", NearOf(finding));
  std::string config = finding.config.empty() ? "" : ", config=" + PythonOf(finding.config);
  std::string imports = fmt::format("{}import tvm\nimport tvm.script\nfrom tvm import relax\n{}", runs ? "import numpy as np\n" : "",
                                    check != nullptr && check->compares ? "\ntry:\n    from tvm_ffi import structural_equal\nexcept ImportError:\n    from tvm.ir import structural_equal\n" : "");
  return fmt::format("# {}\n# Found with {}. Ends with 0 once the bug is gone; while it is there, with 1 or by a crash.\n{}\nMODULE = r'''{}'''\n{}\n"
                     "module = tvm.script.from_source(MODULE, check_well_formed=False)\n"
                     "with tvm.target.Target(\"llvm\"), tvm.transform.PassContext(opt_level=3{}):\n{}print(\"the bug is not there\")\n",
                     IssueTitle(finding), finding.subject, imports, finding.module, setup, config, body);
}

}  // namespace assay
