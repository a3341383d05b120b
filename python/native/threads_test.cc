// What Python calls, from eight threads at once: each call gives what it gives alone. The tsan preset runs this as
// well.
#include <cstring>
#include <thread>

#include <gtest/gtest.h>

#include "python/native/api.h"

namespace assay::python {
namespace {

constexpr int kThreads = 8;
// Different questions of each kind, and how often a thread asks all of them.
constexpr int kQuestions = 4, kRepeats = 3;

// A module of one operator on `rows` rows: each question is about another one.
Source ModuleOf(std::string_view op, int rows) {
  std::string type = "R.Tensor((" + std::to_string(rows) + ", 3), dtype=\"float32\")";
  return {.text =
              "from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    "
              "@R.function\n    def main(x: " +
              type + ", y: " + type + ") -> " + type + ":\n        with R.dataflow():\n            a: " + type +
              " = R.multiply(x, y)\n            z: " + type + " = R." + std::string(op) +
              "(a, y)\n            R.output(z)\n        return z\n"};
}

std::string Said(const std::vector<Problem>& problems) {
  std::string said;
  for (const Problem& problem : problems) said += problem.kind + " " + problem.rule + " " + problem.message + "\n";
  return said;
}
std::string Bytes(const Datum& datum) {
  size_t count = ElementBytes(datum.dtype);
  for (int64_t dim : datum.dims) count *= static_cast<size_t>(dim);
  std::string bytes(datum.data == nullptr ? 0 : count, '\0');
  if (!bytes.empty()) std::memcpy(bytes.data(), datum.data, bytes.size());
  for (const Datum& field : datum.fields) bytes += Bytes(field);
  return bytes;
}

std::string DoParse(int i) {
  Reply<ModuleInfo> reply = Parse(ModuleOf("add", i + 1));
  return reply.value ? reply.value->text + reply.value->functions.at(0).returns : Said(reply.problems);
}
std::string DoCheck(int i) {
  Source wrong = ModuleOf("add", i + 1);
  wrong.text.replace(wrong.text.rfind("return z"), 8, "return missing");
  return Said(Check(wrong)) + Said(Check(ModuleOf("add", i + 1)));
}
std::string DoTextFor(int i) {
  return TextFor(ModuleOf("add", i + 1), i % 2 == 0 ? "0.26" : "0.27").value.value_or("");
}
std::string DoGenerate(int i) {
  GenerateOptions options{.bindings = 4, .kernels = i % 2 == 1};
  std::vector<uint8_t> bytes(64, static_cast<uint8_t>(37 * i + 1));
  return Generate(static_cast<uint64_t>(i), 0, options).value.value_or("") +
         GenerateFromBytes(bytes, options).value.value_or("");
}
std::string DoRun(int i, const char* engine) {
  Reply<RunResult> reply =
      Run(ModuleOf("add", i + 1), {.engine = engine, .seed = static_cast<uint64_t>(i), .bounds = true});
  return reply.value ? Bytes(reply.value->value) + Bytes(reply.value->bounds) : Said(reply.problems);
}
std::string DoEquivalent(int i) {
  Reply<Equivalence> reply =
      Equivalent(ModuleOf("add", i + 1), ModuleOf(i % 2 == 0 ? "add" : "subtract", i + 1), {.n = 2});
  if (!reply.value) return Said(reply.problems);
  return std::to_string(reply.value->compared) + (reply.value->difference ? reply.value->difference->message : "none");
}
std::string DoApply(int i) {
  Reply<Applied> reply = Apply(ModuleOf("add", i + 1), "LegalizeOps,FuseOps,FuseTIR", {});
  return reply.value ? reply.value->text : Said(reply.problems);
}
std::string DoReduce(int i) {
  auto interesting = [](const std::string& text) { return text.find("R.subtract") != std::string::npos; };
  Reply<Reduced> reply = Reduce(ModuleOf("subtract", i + 1), interesting, [] { return false; }, {.tries = 40});
  return reply.value ? reply.value->text : Said(reply.problems);
}
std::string DoExplain(int i) {
  constexpr const char* kNames[] = {"round_trip", "FuseOps", "relax.wf11", "no such thing"};
  Reply<Explained> reply = Explain(kNames[i % 4]);
  std::string said = reply.value ? reply.value->name + reply.value->parts.at(0).second : Said(reply.problems);
  for (const PassInfo& pass : Passes()) said += pass.name;
  for (const Named& row : List("rules").value.value_or(std::vector<Named>{})) said += row.name;
  return said + Version();
}
std::string DoMakeTensor(int i) {
  std::vector<float> numbers(6, static_cast<float>(i));
  std::string said = Bytes(MakeTensor("float32", {2, 3}, numbers.data()).value.value_or(Datum{}));
  return said + Said(MakeTensor("float33", {1}, numbers.data()).problems);
}
std::string DoJudge(int i) {
  static const Reply<Known> known = Known::Load({ASSAY_SOURCE_DIR "/regressions/tvm"}, "tvm");
  if (!known.value) return Said(known.problems);
  std::string said;
  Source before = ModuleOf("add", i + 1), after = ModuleOf(i % 2 == 0 ? "add" : "subtract", i + 1);
  for (const Judgement& one : Judge("DeadCodeElimination", before, after, {}, &*known.value))
    said += one.rule + " " + one.verdict + " " + one.detail + " " + one.signature + "\n";
  Observed observed{.rule = "input_unchanged", .pass = "FuseOps", .klass = "input_changed"};
  return said + SignatureOf(observed, before).value.value_or("") + known.value->Name("none");
}

struct Entry {
  const char* name;
  std::string (*ask)(int);
};
constexpr Entry kEntries[] = {
    {"Parse", DoParse},
    {"Check", DoCheck},
    {"TextFor", DoTextFor},
    {"Generate", DoGenerate},
    {"Run relax-reference", [](int i) { return DoRun(i, "relax-reference"); }},
    {"Run vm-compiled", [](int i) { return DoRun(i, "vm-compiled"); }},
    {"Run vm-llvm", [](int i) { return DoRun(i, "vm-llvm"); }},
    {"Equivalent", DoEquivalent},
    {"Apply", DoApply},
    {"Reduce", DoReduce},
    {"Explain", DoExplain},
    {"MakeTensor", DoMakeTensor},
    {"Judge", DoJudge},
};

// The threads come first, so that they also meet what is made at its first use.
TEST(EntryPoints, GiveInEightThreadsWhatTheyGiveAlone) {
  constexpr size_t kAll = std::size(kEntries) * kQuestions;
  std::vector<std::vector<std::string>> said(kThreads);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      // Each begins at another place.
      for (size_t call = 0; call < kAll * kRepeats; ++call) {
        size_t which = (call + t * kAll / kThreads) % kAll;
        said[t].push_back(kEntries[which / kQuestions].ask(static_cast<int>(which % kQuestions)));
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (size_t which = 0; which < kAll; ++which) {
    const Entry& entry = kEntries[which / kQuestions];
    std::string alone = entry.ask(static_cast<int>(which % kQuestions));
    EXPECT_NE(alone, "") << entry.name;
    for (size_t t = 0; t < kThreads; ++t)
      for (size_t repeat = 0; repeat < kRepeats; ++repeat) {
        size_t call = (which + kAll - t * kAll / kThreads % kAll) % kAll + repeat * kAll;
        EXPECT_EQ(said[t][call], alone) << entry.name << ", thread " << t;
      }
  }
}

}  // namespace
}  // namespace assay::python
