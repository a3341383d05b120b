// What Python asks for: functions on texts, names and numbers, each of which works in a Context of its own, so that any
// number of threads may call them at once, and none of which throws or prints. python/bindings makes the module
// tvm_assay._native of them; python/tvm_assay, what users see. Tested by python/tests.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::python {

// A diagnostic: what is wrong, by kind and rule, and where; line 0 where there is no place.
struct Problem {
  // "Syntax", "IllFormed", "UnknownName", …: ir/support/diag_kinds.def; "Trap", "Refused", "OutOfBudget" of runs.
  std::string kind = {};
  // "relax.wf11", "matmul.r4"; a trap's kind; may be empty.
  std::string rule = {};
  // One lower-case sentence.
  std::string message = {};
  std::string file = {};
  uint32_t line = 0, column = 0;
  // With the source line and a caret, where there is a place.
  std::string rendered = {};
};

// A value, or what is wrong: then there is at least one problem.
template <class T>
struct Reply {
  std::optional<T> value = {};
  std::vector<Problem> problems = {};
};

// A text of TVMScript, and what messages call it.
struct Source {
  std::string text = {};
  std::string file = "module.py";
};

// ---- values

enum class DatumKind : uint8_t { kNull, kTensor, kShape, kScalar, kString, kDType, kTuple, kOther };

// A value of a run. A tensor's bytes are row-major, one byte for an element of less than a byte.
struct Datum {
  DatumKind kind = DatumKind::kNull;
  // Of tensors and scalars ("float32", "bfloat16"); of kDType, the dtype itself; of kOther, what it is.
  std::string dtype = {};
  // Of a shape its extents, of a tensor its shape.
  std::vector<int64_t> dims = {};
  // Of a tensor and a scalar.
  std::shared_ptr<void> owner = {};
  void* data = nullptr;
  std::string text = {};
  std::vector<Datum> fields = {};
};
// How many bytes an element takes; 0 for what is no dtype.
size_t ElementBytes(const std::string& dtype);
// A tensor that holds a copy of the bytes; a problem where dtype or size are none that a tensor has.
Reply<Datum> MakeTensor(const std::string& dtype, std::vector<int64_t> dims, const void* bytes);
// As DLPack says a dtype: code and bits; nothing for what it cannot say.
std::optional<std::pair<uint8_t, uint8_t>> DLPackOf(const std::string& dtype);
std::optional<std::string> DTypeOfDLPack(uint8_t code, uint8_t bits);

// ---- modules

struct Parameter {
  std::string name = {};
  // "R.Tensor((n, 4), dtype=\"float32\")", "T.Buffer((4,), \"float32\")".
  std::string type = {};
};
struct FunctionInfo {
  std::string name = {};
  // "relax", "tir" or "extern".
  std::string kind = {};
  bool is_public = false;
  std::vector<Parameter> parameters = {};
  // Of Relax functions; may be empty.
  std::string returns = {};
};
struct ModuleInfo {
  // As assay writes it.
  std::string text = {};
  std::vector<FunctionInfo> functions = {};
};
// The one module of a text, well-formed or not.
Reply<ModuleInfo> Parse(const Source& source);
// All that is wrong: errors of the text, or else every violation of well-formedness (up to 100), in the order of the
// text.
std::vector<Problem> Check(const Source& source);
// The module as that version of TVM ("0.27") reads it.
Reply<std::string> TextFor(const Source& source, const std::string& version);

struct GenerateOptions {
  std::string profile = "mixed";
  std::vector<std::string> ops = {};
  std::vector<std::string> dtypes = {};
  int bindings = 10;
  // Whether dimensions may be symbolic.
  bool symbolic = true;
  // Kernels alone: functions of Relax, which call them, are left out.
  bool kernels = false;
};
// The module that `assay gen --seed SEED` writes as its NUMBERth; or what the bytes decide.
Reply<std::string> Generate(uint64_t seed, uint64_t number, const GenerateOptions& options);
Reply<std::string> GenerateFromBytes(const std::vector<uint8_t>& bytes, const GenerateOptions& options);

// ---- runs

struct RunOptions {
  // Empty: main, or the only public function.
  std::string entry = {};
  std::string engine = "relax-reference";
  // Arguments, or none: then random ones of this seed.
  std::optional<std::vector<Datum>> inputs = {};
  uint64_t seed = 1;
  int opt_level = 2;
  int threads = 1;
  // How far another correct implementation may be off, element by element; takes several more runs.
  bool bounds = false;
  int64_t steps = 0;
  int64_t bytes = 0;
  bool check = true;
};
struct RunResult {
  std::string entry = {};
  std::vector<Datum> inputs = {};
  Datum value = {};
  // Of the same form as `value`, tensors of float64: the largest distance that is no error; 0 where the value is exact,
  // infinity where a rounding decides between values. kNull where bounds were not asked for.
  Datum bounds = {};
};
Reply<RunResult> Run(const Source& source, const RunOptions& options);

struct EquivalentOptions {
  std::string entry = {};
  int n = 4;
  uint64_t seed = 1;
  std::optional<std::vector<Datum>> inputs = {};
  int64_t steps = 0;
  // To the bit, rather than within the bounds of what another order of operations may come to.
  bool exact = false;
};
struct DifferenceElement {
  std::string where = {}, expected = {}, got = {}, off = {};
};
struct Difference {
  std::string entry = {};
  // The seed of the inputs; 0 where they were given.
  uint64_t seed = 0;
  // "result[1]: element 3: got 1.5, want 1.25 (off by 0.25, allowed 1e-6)".
  std::string message = {};
  std::vector<Datum> inputs = {};
  // kNull where a side gave no value.
  Datum expected = {}, got = {};
  std::vector<DifferenceElement> elements = {};
};
struct Equivalence {
  std::optional<Difference> difference = {};
  // Sets of inputs that were compared, and why others were not.
  int compared = 0;
  std::map<std::string, int> skipped = {};
};
Reply<Equivalence> Equivalent(const Source& before, const Source& after, const EquivalentOptions& options);

// ---- transformations

struct ApplyOptions {
  // PassContext's entries: "relax.backend.use_cuda_graph=true".
  std::vector<std::string> config = {};
  int opt_level = 2;
  // Well-formedness and the pass's promises afterwards.
  bool verify = true;
  bool check = true;
};
struct Applied {
  std::string text = {};
  // What differs, in words; empty where nothing does.
  std::vector<std::string> changes = {};
  std::vector<std::string> notes = {};
};
// `passes` as for `assay opt --passes`: names, each with its options as a JSON object behind it.
Reply<Applied> Apply(const Source& source, const std::string& passes, const ApplyOptions& options);

struct ReduceOptions {
  std::string entry = {};
  double seconds = 60;
  int tries = 20'000;
};
struct Reduced {
  std::string text = {};
  int tried = 0;
  size_t nodes_before = 0, nodes_after = 0;
  // Why it ended: "nothing smaller shows it", "out of time", …
  std::string why = {};
  // The module itself is interesting.
  bool shows = true;
};
// `interesting` is given the text of a well-formed module; `stopped` is asked before, and ends the reduction.
Reply<Reduced> Reduce(const Source& source, const std::function<bool(const std::string&)>& interesting,
                      const std::function<bool()>& stopped, const ReduceOptions& options);

// ---- tables

struct Explained {
  std::string kind = {}, name = {};
  // Headings, and what stands under them.
  std::vector<std::pair<std::string, std::string>> parts = {};
};
Reply<Explained> Explain(const std::string& name);

struct PassInfo {
  std::string name = {}, doc = {};
  std::vector<std::string> options = {};
  bool idempotent = false;
  // Why it is not; may be empty.
  std::string why_not_idempotent = {};
  // Whether the row says that results stay comparable.
  bool keeps_results = false;
  // A TIR pass, which TVM has in tirx or s_tir.
  bool of_kernels = false;
};
std::vector<PassInfo> Passes();
struct Named {
  std::string name = {}, doc = {};
};
// Of "ops", "engines", "oracles", "rules"; a problem names these where there is no such table.
Reply<std::vector<Named>> List(const std::string& table);
// "assay 0.1.0 (…)", as the program says it.
std::string Version();

// ---- what another compiler's pass did

struct JudgeOptions {
  // The oracles that are asked, as far as the pass promises what they judge.
  std::vector<std::string> rules = {"well_formed_after_pass", "frame_kept", "pass_preserves_results"};
  // Sets of inputs for each public function.
  int inputs = 2;
  int64_t steps = 2'000'000;
};
struct Judgement {
  std::string rule = {};
  // "agree", "skip", "unpromised", which the pass's row does not ask for, "finding", or "known", which is a finding of
  // a bug on file.
  std::string verdict = {};
  // Of what was not judged why, of a finding what is wrong, of a known one the bug's name.
  std::string detail = {};
  // Of a finding: its class and the words by which findings are merged.
  std::string klass = {}, signature = {};
  double seconds = 0;
};
// Bugs on file: cases and folders of cases, as for `assay fuzz --known`. Cheap to copy.
class Known {
 public:
  static Reply<Known> Load(const std::vector<std::string>& paths, const std::string& subject);
  size_t size() const;
  // The name of the bug that has this signature; empty: none.
  std::string Name(const std::string& signature) const;

 private:
  struct Bugs;
  friend struct OnFile;
  std::shared_ptr<const Bugs> bugs_;
};
// What somebody else saw of a pass that broke a promise.
struct Observed {
  // The oracle whose promise it is, the pass, and the class of the finding: "input_unchanged", "UpdateVDevice",
  // "input_changed".
  std::string rule = {}, pass = {}, klass = {};
  // Where TVM's structural equality says that two modules first differ: "<root>.functions[…].body: <root>…"; may be
  // empty.
  std::string difference = {};
  // TVM's error, as oracles/subjects/tvm/tvm_errors.py puts it; may be empty.
  std::string cause = {};
};
// The words by which such findings are merged, as those of campaigns are.
Reply<std::string> SignatureOf(const Observed& observed, const Source& before);
// What `pass` made of `before`, as texts. `pass` may be one that assay has no row for: then frame and idempotence are
// not promised.
std::vector<Judgement> Judge(const std::string& pass, const Source& before, const Source& after,
                             const JudgeOptions& options, const Known* known);

}  // namespace assay::python
