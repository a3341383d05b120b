// compile_cost: what a pass takes and makes stays in proportion to the module that it is given.
#include <algorithm>
#include <utility>
#include <vector>

#include "ir/support/sanitized.h"
#include "ir/walk.h"
#include "oracles/core/pass_oracles.h"
#include "oracles/core/thread_seconds.h"

namespace assay {
extern const OracleSpec kCompileCost;
namespace {

// A generous multiple of what the worst pass needs (docs/decisions/012-cost-bounds.md says what was measured); what is
// exponential, or quadratic with a large factor, is beyond it even on small modules.
constexpr double kFixedSeconds = 0.02;
constexpr double kSecondsPerByte = 5e-6;
// How much longer everything takes under a sanitizer, at most.
constexpr double kSanitizedTimes = kSanitized ? 8 : 1;
constexpr size_t kFixedBytes = 16 << 10;
constexpr size_t kGrowth = 32;
// For each call of an operator, of what another implementation makes: its kernels are as long as it writes them.
constexpr size_t kForeignKernelBytes = 128 << 10;
constexpr size_t kMostIterations = 1 << 20;
constexpr size_t kMostTensorBytes = size_t{1} << 40;

// How often a statement is to be written out where loops are marked unrolled: UnrollLoop is told to.
size_t IterationsToUnroll(const Node* root) {
  std::vector<std::pair<const Node*, size_t>> stack{{root, 1}};
  size_t most = 1;
  while (!stack.empty()) {
    auto [node, iterations] = stack.back();
    stack.pop_back();
    const auto* loop = As<For>(node);
    const auto* extent = loop == nullptr || loop->for_kind != ForKind::kUnrolled ? nullptr : As<IntImm>(loop->extent);
    if (extent != nullptr && extent->value > 1)
      iterations =
          std::min(kMostIterations, iterations * std::min(kMostIterations, static_cast<size_t>(extent->value)));
    most = std::max(most, iterations);
    ForEachChild(node, Types::kSkip,
                 [&, around = iterations](const Node* child) { stack.emplace_back(child, around); });
  }
  return most;
}

// The bytes of a tensor of this type, or of the tensors of a tuple; 0 where a dimension is not known.
// recursion: types nest no deeper than the reader lets them
size_t BytesOf(const Type* type) {
  if (const auto* tuple = As<TupleType>(type)) {
    size_t sum = 0;
    for (const Type* field : tuple->fields) sum += BytesOf(field);
    return sum;
  }
  const auto* tensor = As<TensorType>(type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  if (shape == nullptr) return 0;
  double bytes = std::max(1, tensor->dtype.ElementBytes());
  for (const Expr* dim : shape->values) bytes *= Is<IntImm>(dim) ? static_cast<double>(As<IntImm>(dim)->value) : 0.0;
  return static_cast<size_t>(std::clamp(bytes, 0.0, static_cast<double>(kMostTensorBytes)));
}
// What the calls of the module's functions give, by their types.
size_t ResultBytes(const Module& module) {
  size_t sum = 0;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<Function>(entry.func)) continue;
    WalkBeforeChildren(entry.func, [&](const Node* node) {
      if (const auto* call = As<Call>(node)) sum += BytesOf(call->type);
      return true;
    });
  }
  return sum;
}

size_t ConstantBytes(const Module& module) {
  size_t sum = 0;
  for (const ModuleEntry& entry : module.entries) {
    WalkBeforeChildren(entry.func, [&](const Node* node) {
      if (const auto* constant = As<Constant>(node)) sum += BytesOf(constant->type);
      return true;
    });
  }
  return sum;
}
// Tensors where calls stood are no growth: as many bytes of the result's constants as the types of the module's calls
// speak of.
size_t ComputedBytes(const Module& module, const Module* result) {
  size_t calls = ResultBytes(module);
  return result == nullptr ? calls : std::min(calls, ConstantBytes(*result));
}

size_t OperatorCalls(const Module& module) {
  size_t count = 0;
  for (const ModuleEntry& entry : module.entries) {
    WalkBeforeChildren(entry.func, [&](const Node* node) {
      count += Is<Call>(node) && Is<Op>(As<Call>(node)->op) ? 1 : 0;
      return true;
    });
  }
  return count;
}

// What the pass may make of so many bytes.
size_t MostBytes(size_t before, const Module& module, const Module* result) {
  size_t iterations = 1;
  for (const ModuleEntry& entry : module.entries) iterations = std::max(iterations, IterationsToUnroll(entry.func));
  size_t kernels = result == nullptr ? kForeignKernelBytes * OperatorCalls(module) : 0;
  return kFixedBytes + kGrowth * before + iterations * before + ComputedBytes(module, result) + kernels;
}

// The least of a few measurements as long as they are over the limit, of which `first` is one; a page fault or a
// migration is no finding.
double SecondsOf(const PassCall& pass, double first, double limit, OracleContext& oc) {
  double least = first;
  for (int attempt = 0; attempt < 3 && least > limit; ++attempt) {
    Answer<ModuleRef> input = oc.FreshInputOf(pass);
    double start = ThreadCpuSeconds();
    if (input.ok()) oc.subject.ApplyDirect(pass, *input);
    least = std::min(least, ThreadCpuSeconds() - start);
  }
  return least;
}

Sides OfCost(std::string_view unit, double most, double got) {
  Sides sides{.expected_title = "at most"};
  sides.elements = {
      {std::string(unit), fmt::format("{:.9g}", most), fmt::format("{:.9g}", got), fmt::format("{:.9g}", got - most)}};
  sides.differing = 1;
  return sides;
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  const auto& [input, output, given, first] = oc.ApplicationOf(*pass);
  if (!output.ok()) return FromRefusal(kCompileCost, pass, output.refusal());
  size_t before = given.size(), after = oc.subject.Fingerprint(*output).size();
  size_t most = kFixedBytes + kGrowth * before;
  if (after > most) most = std::max(most, MostBytes(before, oc.c.module, oc.subject.Native(*output)));
  if (after > most) {
    return WithSides(MakeFinding(kCompileCost, pass, FindingClass::kGrows,
                                 fmt::format("a module of {} bytes becomes one of {}", before, after)),
                     OfCost("bytes", static_cast<double>(most), static_cast<double>(after)));
  }
  double limit = kSanitizedTimes * (kFixedSeconds + kSecondsPerByte * static_cast<double>(before + after));
  double seconds = SecondsOf(*pass, first, limit, oc);
  if (seconds <= limit) return Agree{};
  return WithSides(
      MakeFinding(kCompileCost, pass, FindingClass::kSlow,
                  fmt::format("{:.3f} s for a module of {} bytes that becomes one of {}", seconds, before, after)),
      OfCost("seconds", limit, seconds));
}

}  // namespace

const OracleSpec kCompileCost = {
    .name = "compile_cost",
    .doc =
        "What a pass makes is at most 32 times as large as what it is given, and so many times more as loops are to be "
        "unrolled, and larger by the tensors that it computes in the place of calls, and it takes time in proportion "
        "to both, by far more "
        "than any pass needs. Cannot see slow passes below that, nor what grows only on larger modules.",
    .scope = OracleScope::kPass,
    .one_in = 2,
    .one_in_swept = 8,
    .judge = Judge,
};

}  // namespace assay
