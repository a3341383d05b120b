// Sentences lose what is of the module, and lines of text give the operator that they are about.
#include "oracles/core/normalized_message.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(NormalizedMessage, ASentenceLosesWhatIsOfTheModule) {
  EXPECT_EQ(NormalizedMessage("Var lv12 is not defined, nor n, in \"main\" (3 vs. 4)"),
            "Var V is not defined, nor V, in '…' (N vs. N)");
  EXPECT_EQ(NormalizedMessage("relax.ccl.broadcast_from_worker0 of lv0 at ir/tensor.h:12, 0.5"),
            "relax.ccl.broadcast_from_worker0 of V at ir/tensor.h:N, N.N");
  EXPECT_EQ(NormalizedMessage("Unsupported input dtype: uint8\nand more"), "Unsupported input dtype: uint8");
  EXPECT_EQ(NormalizedMessage("kill_tensor(a) or f(b, a) or x[a, 1], a word (a word)"),
            "kill_tensor(V) or V(V, V) or V[V, N], a word (a word)");
  EXPECT_EQ(NormalizedMessage("it's a quote that does not end"), "it'V a quote that does not end");
}

TEST(NormalizedMessage, TypesLoseShapesAndDevices) {
  const std::pair<const char*, const char*> kRows[] = {
      {"type R.Tensor((N, N), dtype='…', vdevice='…') of V", "type R.Tensor(…) of V"},
      {"R.Tensor((N,), dtype='…')", "R.Tensor(…)"},
      {"R.Tensor((…), dtype='…')", "R.Tensor(…)"},
      {"R.Callable((R.Tensor((N, T.Cast('…', sN)), dtype='…'), R.Tensor((V * (N + N),), dtype='…')))",
       "R.Callable((R.Tensor(…), R.Tensor(…)))"},
      {"R.Tensor(ndim=N) and (N, N)", "R.Tensor(…) and (N, N)"},
      {"cut off R.Tensor((N, N", "cut off R.Tensor(…)"},
      {"no Tensor and a Tensor (N)", "no Tensor and a Tensor (N)"},
  };
  for (const auto& [normalized, plain] : kRows) {
    EXPECT_EQ(WithoutPatterns(normalized, {&kShapesOut, 1}), plain);
    EXPECT_EQ(WithoutPatterns(plain, {&kShapesOut, 1}), plain) << "once is enough";
  }
}

TEST(NormalizedMessage, ShapesLoseTheirSizes) {
  for (std::string_view normalized :
       {"got R.Shape([V, N])", "got R.Shape([N])", "got R.Shape(ndim=N)", "got R.Shape(…)"})
    EXPECT_EQ(WithoutPatterns(normalized, {&kSizesOut, 1}), "got R.Shape(…)");
}

TEST(NormalizedMessage, ListsLoseTheirLengths) {
  const std::pair<const char*, const char*> kRows[] = {
      {"variables (V, V, V) are used", "variables (V…) are used"},
      {"variables (V,) are used", "variables (V…) are used"},
      {"variables (V…) are used", "variables (V…) are used"},
      {"shapes [N, N] and (N)", "shapes [N…] and (N)"},
      {"f(V, N) of (V, V", "f(V, N) of (V, V"},
  };
  for (const auto& [normalized, plain] : kRows) {
    EXPECT_EQ(WithoutPatterns(normalized, {&kLengthsOut, 1}), plain);
    EXPECT_EQ(WithoutPatterns(plain, {&kLengthsOut, 1}), plain) << "once is enough";
  }
}

TEST(NormalizedMessage, ASentenceIsGoneThroughOnceForAllPatterns) {
  constexpr MessagePattern kPatterns[] = {{PatternKind::kBetween, "the expression ", " is given ", "…"},
                                          {PatternKind::kBetween, "names: ", "", "…"},
                                          kShapesOut,
                                          kLengthsOut};
  auto plain = [&](std::string_view sentence) { return NormalizedMessage(sentence, kPatterns); };
  EXPECT_EQ(plain("the expression R.add(x,\n\"y\") is given (1, 2, 3) of R.Tensor((n,), dtype=\"int8\")"),
            "the expression … is given (N…) of V.Tensor(…)");
  EXPECT_EQ(plain("names: main, lv3"), "names: …");
  EXPECT_EQ(plain("the expression x; names: y"), "the expression V; names: …") << "the first row does not fit";
  EXPECT_EQ(plain("of 'R.Tensor((1,), dtype='int8')' and (n7, m)"), "of '…' and (V…)");
  EXPECT_EQ(plain("f(a, b)\nand more"), "V(V…)");
}

TEST(NormalizedMessage, WhereASentenceIsCutDoesNotDependOnItsLists) {
  auto plain = [](size_t before) {
    std::string sentence = std::string(before, '-') + "(1, 2, 3, 4) and more words than there is room for";
    return NormalizedMessage(sentence, {&kLengthsOut, 1}).substr(before);
  };
  EXPECT_EQ(plain(152), "(N, N, N");
  EXPECT_EQ(plain(148), "(N…)");
  EXPECT_EQ(plain(147), "(N…) ");
}

TEST(NormalizedMessage, ALineOfTextGoesByItsFirstOperator) {
  EXPECT_EQ(FirstOperatorIn("  lv: R.Tensor((1,), dtype=\"int8\") = R.nn.relu(x)"), "R.nn.relu");
  EXPECT_EQ(FirstOperatorIn("A = T.match_buffer(a, (n,))"), "T.match_buffer");
  EXPECT_EQ(FirstOperatorIn("return lv3"), "return V");
}

}  // namespace
}  // namespace assay
