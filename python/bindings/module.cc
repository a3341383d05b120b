// tvm_assay._native: the functions of python/native/api.h as they are. What users see of them is in python/tvm_assay.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "python/bindings/bindings.h"
#include "python/native/api.h"

namespace nb = nanobind;
using namespace assay::python;  // NOLINT: this file is about it.

namespace {

using Unlocked = nb::call_guard<nb::gil_scoped_release>;

// A value, and the problems where there is none.
template <class T>
using Pair = std::pair<std::optional<T>, std::vector<Problem>>;
template <class T>
Pair<T> ToPair(Reply<T> reply) {
  return {std::move(reply.value), std::move(reply.problems)};
}

// The predicate is Python's: what it raises ends the reduction, and comes out of it.
Pair<Reduced> ReduceBy(const Source& source, const nb::callable& interesting, const ReduceOptions& options) {
  std::exception_ptr raised;
  auto ask = [&](const std::string& text) {
    nb::gil_scoped_acquire locked;
    try {
      return nb::cast<bool>(nb::bool_(interesting(text)));
    } catch (...) {
      raised = std::current_exception();
      return false;
    }
  };
  auto stopped = [&] {
    if (raised) return true;
    nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) raised = std::make_exception_ptr(nb::python_error());
    return raised != nullptr;
  };
  Reply<Reduced> reply;
  {
    nb::gil_scoped_release unlocked;
    reply = Reduce(source, ask, stopped, options);
  }
  if (raised) std::rethrow_exception(raised);
  return ToPair(std::move(reply));
}

void BindModules(nb::module_& m) {
  nb::class_<Problem>(m, "Problem", "What is wrong, and where.")
      .def_ro("kind", &Problem::kind)
      .def_ro("rule", &Problem::rule)
      .def_ro("message", &Problem::message)
      .def_ro("file", &Problem::file)
      .def_ro("line", &Problem::line)
      .def_ro("column", &Problem::column)
      .def_ro("rendered", &Problem::rendered);
  nb::class_<Source>(m, "Source", "A text of TVMScript.")
      .def(
          "__init__",
          [](Source* self, std::string text, std::string file) { new (self) Source{std::move(text), std::move(file)}; },
          nb::arg("text"), nb::arg("file") = "module.py")
      .def_ro("text", &Source::text)
      .def_ro("file", &Source::file);
  nb::class_<Parameter>(m, "Parameter").def_ro("name", &Parameter::name).def_ro("type", &Parameter::type);
  nb::class_<FunctionInfo>(m, "FunctionInfo")
      .def_ro("name", &FunctionInfo::name)
      .def_ro("kind", &FunctionInfo::kind)
      .def_ro("is_public", &FunctionInfo::is_public)
      .def_ro("parameters", &FunctionInfo::parameters)
      .def_ro("returns", &FunctionInfo::returns);
  nb::class_<ModuleInfo>(m, "ModuleInfo").def_ro("text", &ModuleInfo::text).def_ro("functions", &ModuleInfo::functions);
  m.def("parse", [](const Source& source) { return ToPair(Parse(source)); }, nb::arg("source"), Unlocked());
  m.def("check", &Check, nb::arg("source"), Unlocked());
  m.def(
      "text_for", [](const Source& source, const std::string& version) { return ToPair(TextFor(source, version)); },
      nb::arg("source"), nb::arg("version"), Unlocked());
}

void BindGeneration(nb::module_& m) {
  nb::class_<GenerateOptions>(m, "GenerateOptions")
      .def(nb::init<>())
      .def_rw("profile", &GenerateOptions::profile)
      .def_rw("ops", &GenerateOptions::ops)
      .def_rw("dtypes", &GenerateOptions::dtypes)
      .def_rw("bindings", &GenerateOptions::bindings)
      .def_rw("symbolic", &GenerateOptions::symbolic)
      .def_rw("kernels", &GenerateOptions::kernels);
  m.def(
      "generate",
      [](uint64_t seed, uint64_t number, const GenerateOptions& options) {
        return ToPair(Generate(seed, number, options));
      },
      nb::arg("seed"), nb::arg("number"), nb::arg("options"), Unlocked());
  m.def(
      "generate_from_bytes",
      [](const nb::bytes& bytes, const GenerateOptions& options) {
        const auto* data = static_cast<const uint8_t*>(bytes.data());
        std::vector<uint8_t> copy(data, data + bytes.size());
        nb::gil_scoped_release unlocked;
        return ToPair(GenerateFromBytes(copy, options));
      },
      nb::arg("data"), nb::arg("options"));
}

void BindRuns(nb::module_& m) {
  nb::class_<RunOptions>(m, "RunOptions")
      .def(nb::init<>())
      .def_rw("entry", &RunOptions::entry)
      .def_rw("engine", &RunOptions::engine)
      .def_rw("inputs", &RunOptions::inputs, nb::arg().none())
      .def_rw("seed", &RunOptions::seed)
      .def_rw("opt_level", &RunOptions::opt_level)
      .def_rw("threads", &RunOptions::threads)
      .def_rw("bounds", &RunOptions::bounds)
      .def_rw("steps", &RunOptions::steps)
      .def_rw("bytes", &RunOptions::bytes)
      .def_rw("check", &RunOptions::check);
  nb::class_<RunResult>(m, "RunResult")
      .def_ro("entry", &RunResult::entry)
      .def_ro("inputs", &RunResult::inputs)
      .def_ro("value", &RunResult::value)
      .def_ro("bounds", &RunResult::bounds);
  m.def(
      "run", [](const Source& source, const RunOptions& options) { return ToPair(Run(source, options)); },
      nb::arg("source"), nb::arg("options"), Unlocked());
  nb::class_<EquivalentOptions>(m, "EquivalentOptions")
      .def(nb::init<>())
      .def_rw("entry", &EquivalentOptions::entry)
      .def_rw("n", &EquivalentOptions::n)
      .def_rw("seed", &EquivalentOptions::seed)
      .def_rw("inputs", &EquivalentOptions::inputs, nb::arg().none())
      .def_rw("steps", &EquivalentOptions::steps)
      .def_rw("exact", &EquivalentOptions::exact);
  nb::class_<DifferenceElement>(m, "DifferenceElement")
      .def_ro("where", &DifferenceElement::where)
      .def_ro("expected", &DifferenceElement::expected)
      .def_ro("got", &DifferenceElement::got)
      .def_ro("off", &DifferenceElement::off);
  nb::class_<Difference>(m, "Difference")
      .def_ro("entry", &Difference::entry)
      .def_ro("seed", &Difference::seed)
      .def_ro("message", &Difference::message)
      .def_ro("inputs", &Difference::inputs)
      .def_ro("expected", &Difference::expected)
      .def_ro("got", &Difference::got)
      .def_ro("elements", &Difference::elements);
  nb::class_<Equivalence>(m, "Equivalence")
      .def_ro("difference", &Equivalence::difference)
      .def_ro("compared", &Equivalence::compared)
      .def_ro("skipped", &Equivalence::skipped);
  m.def(
      "equivalent",
      [](const Source& before, const Source& after, const EquivalentOptions& options) {
        return ToPair(Equivalent(before, after, options));
      },
      nb::arg("before"), nb::arg("after"), nb::arg("options"), Unlocked());
}

void BindTransformations(nb::module_& m) {
  nb::class_<ApplyOptions>(m, "ApplyOptions")
      .def(nb::init<>())
      .def_rw("config", &ApplyOptions::config)
      .def_rw("opt_level", &ApplyOptions::opt_level)
      .def_rw("verify", &ApplyOptions::verify)
      .def_rw("check", &ApplyOptions::check);
  nb::class_<Applied>(m, "Applied")
      .def_ro("text", &Applied::text)
      .def_ro("changes", &Applied::changes)
      .def_ro("notes", &Applied::notes);
  m.def(
      "apply",
      [](const Source& source, const std::string& passes, const ApplyOptions& options) {
        return ToPair(Apply(source, passes, options));
      },
      nb::arg("source"), nb::arg("passes"), nb::arg("options"), Unlocked());
  nb::class_<ReduceOptions>(m, "ReduceOptions")
      .def(nb::init<>())
      .def_rw("entry", &ReduceOptions::entry)
      .def_rw("seconds", &ReduceOptions::seconds)
      .def_rw("tries", &ReduceOptions::tries);
  nb::class_<Reduced>(m, "Reduced")
      .def_ro("text", &Reduced::text)
      .def_ro("tried", &Reduced::tried)
      .def_ro("nodes_before", &Reduced::nodes_before)
      .def_ro("nodes_after", &Reduced::nodes_after)
      .def_ro("why", &Reduced::why)
      .def_ro("shows", &Reduced::shows);
  m.def("reduce", &ReduceBy, nb::arg("source"), nb::arg("interesting"), nb::arg("options"),
        nb::sig("def reduce(source: Source, interesting: typing.Callable[[str], bool], options: ReduceOptions) -> "
                "tuple[Reduced | None, list[Problem]]"));
}

void BindTables(nb::module_& m) {
  nb::class_<Explained>(m, "Explained")
      .def_ro("kind", &Explained::kind)
      .def_ro("name", &Explained::name)
      .def_ro("parts", &Explained::parts);
  m.def("explain", [](const std::string& name) { return ToPair(Explain(name)); }, nb::arg("name"));
  nb::class_<PassInfo>(m, "PassInfo")
      .def_ro("name", &PassInfo::name)
      .def_ro("doc", &PassInfo::doc)
      .def_ro("options", &PassInfo::options)
      .def_ro("idempotent", &PassInfo::idempotent)
      .def_ro("why_not_idempotent", &PassInfo::why_not_idempotent)
      .def_ro("keeps_results", &PassInfo::keeps_results)
      .def_ro("of_kernels", &PassInfo::of_kernels);
  m.def("passes", &Passes);
  nb::class_<Named>(m, "Named").def_ro("name", &Named::name).def_ro("doc", &Named::doc);
  m.def("rows", [](const std::string& table) { return ToPair(List(table)); }, nb::arg("table"));
  m.def("version", &Version);
}

void BindJudging(nb::module_& m) {
  nb::class_<JudgeOptions>(m, "JudgeOptions")
      .def(nb::init<>())
      .def_rw("rules", &JudgeOptions::rules)
      .def_rw("inputs", &JudgeOptions::inputs)
      .def_rw("steps", &JudgeOptions::steps);
  nb::class_<Judgement>(m, "Judgement")
      .def_ro("rule", &Judgement::rule)
      .def_ro("verdict", &Judgement::verdict)
      .def_ro("detail", &Judgement::detail)
      .def_ro("klass", &Judgement::klass)
      .def_ro("signature", &Judgement::signature)
      .def_ro("seconds", &Judgement::seconds);
  nb::class_<Known>(m, "Known", "Bugs on file.")
      .def_static(
          "load",
          [](const std::vector<std::string>& paths, const std::string& subject) {
            return ToPair(Known::Load(paths, subject));
          },
          nb::arg("paths"), nb::arg("subject"), Unlocked())
      .def("__len__", &Known::size)
      .def("name", &Known::Name, nb::arg("signature"));
  nb::class_<Observed>(m, "Observed")
      .def(nb::init<>())
      .def_rw("rule", &Observed::rule)
      .def_rw("pass_name", &Observed::pass)
      .def_rw("klass", &Observed::klass)
      .def_rw("difference", &Observed::difference)
      .def_rw("cause", &Observed::cause);
  m.def(
      "signature_of",
      [](const Observed& observed, const Source& before) { return ToPair(SignatureOf(observed, before)); },
      nb::arg("observed"), nb::arg("before"), Unlocked());
  m.def(
      "judge",
      [](const std::string& pass, const Source& before, const Source& after, const JudgeOptions& options,
         const Known* known) { return Judge(pass, before, after, options, known); },
      nb::arg("pass_name"), nb::arg("before"), nb::arg("after"), nb::arg("options"),
      nb::arg("known").none() = nb::none(), Unlocked());
}

}  // namespace

NB_MODULE(_native, m) {
  m.doc() = "assay's library. Use tvm_assay, which makes exceptions and arrays of what these functions give.";
  // Arrays that look at assay's memory may outlive everything.
  nb::set_leak_warnings(false);
  BindValues(m);
  BindModules(m);
  BindGeneration(m);
  BindRuns(m);
  BindTransformations(m);
  BindTables(m);
  BindJudging(m);
}
