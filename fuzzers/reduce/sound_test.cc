// Every candidate of a reduction is as sound as what it was made of: no variable holds anything but what its type says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fuzzers/reduce/reduce.h"
#include "generators/modules/generate.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/walk.h"
#include "oracles/core/oracle.h"
#include "oracles/core/subject.h"

namespace assay {
namespace {

// What type_sound says of the module; empty when nothing.
std::string Unsound(const Module& module, uint64_t seed) {
  Context ctx;
  std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
  Case c{module, "main", {MakeInputs(module, "main", seed)}, {}, {}};
  const OracleSpec* oracles[] = {FindOracle("type_sound")};
  CaseReport report = JudgeCase(ctx, *subject, c, oracles);
  return report.findings.empty() ? "" : report.findings[0].detail;
}

// What the first unsound candidate of a reduction says that takes some candidates and refuses others.
std::string UnsoundCandidate(Context& ctx, const Module& module, uint64_t seed, uint64_t& tried) {
  std::string wrong;
  bool first = true;
  auto some = [&](const Module& candidate, std::span<const PassCall>) {
    ++tried;
    if (wrong.empty()) wrong = Unsound(candidate, seed);
    return std::exchange(first, false) || StructuralHash(candidate) % 4 == seed % 4;
  };
  Reduce(ctx, module, "main", {}, some, {.seconds = 60, .tries = 200});
  return wrong;
}

TEST(ReduceSound, CandidatesStaySound) {
  uint64_t tried = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenOptions options;
    options.wanted = BitOf(Feature::kConstants) | BitOf(Feature::kClosures);
    Module module = Generate(ctx, bytes, options);
    if (Unsound(module, seed).empty()) EXPECT_EQ(UnsoundCandidate(ctx, module, seed, tried), "") << "seed " << seed;
  }
  EXPECT_GT(tried, 3000u);
}

constexpr std::string_view kHead = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
)";

bool IsSymbolic(const Module& module) {
  bool symbolic = false;
  for (const ModuleEntry& entry : module.entries) {
    for (const Var* var : VarsIn(entry.func)) symbolic |= DTypeOf(var).IsInt();
  }
  return symbolic;
}

// Every candidate of a reduction is sound that takes all with these operators and symbols.
void ExpectSound(std::string_view functions) {
  Context ctx;
  auto module = ParseModule(ctx, "case.py", std::string(kHead) + std::string(functions));
  ASSERT_TRUE(module.ok()) << module.error().message;
  auto always = [&](const Module& candidate, std::span<const PassCall>) {
    EXPECT_EQ(Unsound(candidate, 1), "");
    return OperatorsOf(candidate) == OperatorsOf(*module) && IsSymbolic(candidate) == IsSymbolic(*module);
  };
  Reduce(ctx, *module, "main", {}, always, {});
}

// The size of what is joined with a constant, when the constant gets smaller.
TEST(ReduceSound, TypesFollowConstants) {
  ExpectSound(R"(
    @R.function
    def main(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n + 5",), "float32"):
        n = T.int64()
        c: R.Tensor((5,), "float32") = R.full(R.shape([5]), R.const(1, "float32"))
        y = R.concat((x, c), axis=0)
        return y
)");
}

TEST(ReduceSound, CallsFollowFunctions) {
  ExpectSound(R"(
    @R.function
    def helper(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n * 2",), "float32"):
        n = T.int64()
        y = R.concat((x, x), axis=0)
        return y

    @R.function
    def main(x: R.Tensor(("k",), "float32")) -> R.Tensor(("k * 2",), "float32"):
        k = T.int64()
        y = Module.helper(x)
        return y
)");
}

// What casts to a size gives a result of that size, once the size is a number: so it is read back.
TEST(ReduceSound, ResultsAreAsTheirTextSays) {
  Context ctx;
  auto module = ParseModule(ctx, "case.py", fmt::format("{}{}", kHead, R"(
    @R.function
    def main(x: R.Tensor((3, 4), "float32")):
        p = T.int64()
        s = R.negative(x)
        y = R.match_cast(s, R.Tensor((p, 4), "float32"))
        return y
)"));
  ASSERT_TRUE(module.ok()) << module.error().message;
  auto reads_back = [&](const Module& candidate, std::span<const PassCall>) {
    auto again = ParseModule(ctx, "again.py", PrintModule(candidate));
    EXPECT_TRUE(again.ok() && Equal(candidate, *again)) << PrintModule(candidate);
    return OperatorsOf(candidate) == OperatorsOf(*module);
  };
  ReduceResult reduced = Reduce(ctx, *module, "main", {}, reads_back, {});
  EXPECT_FALSE(IsSymbolic(reduced.module));
}

// Indices of a map are no sizes.
TEST(ReduceSound, IndexMapsKeepTheirIndices) {
  ExpectSound(R"(
    @R.function
    def main(x: R.Tensor((4, 6), "float32")) -> R.Tensor((6, 4), "float32"):
        y = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None)
        return y
)");
}

}  // namespace
}  // namespace assay
