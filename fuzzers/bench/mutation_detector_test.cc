// How a mutant shows is told apart: as a wrong result, as another verdict, as another type, as another module, or not
// at all.
#include "fuzzers/bench/mutation_detector.h"

#include <algorithm>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

uint32_t on = 0;
bool reached[16] = {};

bool MutantIs(uint32_t number) {
  reached[number] = true;
  return on == number;
}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// A pass with mutants: 1 gives another operator, 2 refuses, 3 ends the process, 4 forgets a type, 5 writes another text
// of it, 6 adds what nothing uses, 7 does nothing, 8 leaves a module that is not well-formed; 9 is not reached.
class WithMutants : public Wrapper {
 public:
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    if (MutantIs(2)) return Refusal{RefusalKind::kCannot, "mutant 2 is on", {}};
    if (MutantIs(3)) abort();
    MutantIs(7);
    Answer<ModuleRef> after = Wrapper::ApplyDirect(pass, module);
    if (!after.ok()) return after;
    if (MutantIs(1)) return Edited(*after, "R.add(x, x)", "R.multiply(x, x)");
    if (MutantIs(4))
      return Edited(*after, "z: R.Tensor((2, 3), dtype=\"float32\")", "z: R.Tensor(ndim=2, dtype=\"float32\")");
    if (MutantIs(5)) return Edited(*after, "return z", "return z  # by another text");
    if (MutantIs(6))
      return Edited(*after, "return z", "w: R.Tensor((2, 3), dtype=\"float32\") = R.exp(x)\n        return z");
    if (MutantIs(8)) return Edited(*after, "z: R.Tensor((2, 3)", "z: R.Tensor((2, 4)");
    return after;
  }

 private:
  Answer<ModuleRef> Edited(const ModuleRef& module, std::string_view from, std::string_view to) {
    Answer<ModuleRef> edited = Parse(Replaced(Print(module), from, to));
    return edited.ok() ? edited : module;
  }
};

DetectorOptions Options() {
  DetectorOptions options;
  for (uint32_t i = 1; i < 10; ++i) options.mutants.push_back({i, "a.cc", static_cast<int>(i), "negation", "x", ""});
  options.modules = 0;
  options.make_subject = [](Context& ctx) { return std::make_unique<WithMutants>(ctx); };
  // What a mutant ends is gone on with at the next module.
  options.seed_files = {"fuzzers/bench/testdata/detector.py", "fuzzers/bench/testdata/detector.py"};
  options.passes = {FindPass("Normalize")};
  options.switch_on = [](uint32_t number) { on = number; };
  options.reached = [](uint32_t number) { return reached[number]; };
  options.forget = [] { std::ranges::fill(reached, false); };
  return options;
}

TEST(MutationDetectorTest, EachKindOfDifferenceIsDistinguished) {
  Result<std::vector<DetectedMutant>> detected = DetectMutants(Options());
  ASSERT_TRUE(detected.ok()) << detected.error().message;
  std::vector<std::string_view> shown;
  for (const DetectedMutant& one : *detected) shown.push_back(ShownName(one.shown));
  EXPECT_THAT(shown, testing::ElementsAre("result", "verdict", "verdict", "type", "nothing", "lost rewrite", "nothing",
                                          "verdict", "nothing"));
  EXPECT_EQ((*detected)[0].where, "Normalize");
  EXPECT_EQ((*detected)[6].where, "");
  EXPECT_GT((*detected)[6].reached, 0u);
  EXPECT_EQ((*detected)[6].differing, 0u);
  EXPECT_EQ((*detected)[8].reached, 0u);
}

TEST(MutationDetectorTest, GeneratedModulesComeBehindTheSeeds) {
  DetectorOptions options = Options();
  options.seed_files.clear();
  options.modules = 3;
  options.mutants = {{2, "a.cc", 2, "negation", "x", ""}};
  size_t done = 0, of = 0;
  options.progress = [&](size_t i, size_t all) { done = i, of = all; };
  Result<std::vector<DetectedMutant>> detected = DetectMutants(options);
  ASSERT_TRUE(detected.ok());
  EXPECT_EQ(done, 3u);
  EXPECT_EQ(of, 3u);
  EXPECT_EQ((*detected)[0].shown, Shown::kVerdict);
  options.seed_files = {"/nowhere.py"};
  EXPECT_FALSE(DetectMutants(options).ok());
}

TEST(MutationDetectorTest, NamesAreReadBack) {
  for (Shown shown : {Shown::kNothing, Shown::kRewrite, Shown::kType, Shown::kVerdict, Shown::kResult})
    EXPECT_EQ(ShownOf(ShownName(shown)), shown);
  EXPECT_EQ(ShownOf("elsewhere"), Shown::kNothing);
}

}  // namespace
}  // namespace assay
