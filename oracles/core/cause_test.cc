// What findings have in common whatever the module: sentences, places of differences.
#include "oracles/core/cause.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Cause, ASentenceLosesWhatIsOfTheModule) {
  EXPECT_EQ(Essence("Var lv12 is not defined, nor n, in \"main\" (3 vs. 4)"), "Var V is not defined, nor V, in '…' (N vs. N)");
  EXPECT_EQ(Essence("relax.ccl.broadcast_from_worker0 of lv0 at ir/tensor.h:12, 0.5"), "relax.ccl.broadcast_from_worker0 of V at ir/tensor.h:N, N.N");
  EXPECT_EQ(Essence("Unsupported input dtype: uint8\nand more"), "Unsupported input dtype: uint8");
  EXPECT_EQ(Essence("it's a quote that does not end"), "it'V a quote that does not end");
}

TEST(Cause, APathEndsInMembers) {
  EXPECT_EQ(EndOfPath("<root>.functions[I.GlobalVar(\"a.b\")].body.seq[0].buffer.ty.layout: <root>.x"), "ty.layout");
  EXPECT_EQ(EndOfPath("<root>.body.blocks[0]"), "body.blocks");
  EXPECT_EQ(EndOfPath("<root>"), "<root>");
}

Finding Of(std::string oracle, std::string pass, std::string klass, std::string detail) {
  return {std::move(oracle), std::move(pass), std::move(klass), std::move(detail), {}, {}};
}

TEST(Cause, IllFormedModulesGoByPassAndRule) {
  std::string one = CauseInWords(Of("well_formed_after_pass", "LazyGetInput", "ill_formed", "after LazyGetInput: Var n is not defined.\ntext"));
  EXPECT_EQ(one, "LazyGetInput: Var V is not defined.");
  EXPECT_EQ(one, CauseInWords(Of("metamorphic", "LazyGetInput", "ill_formed", "under other names LazyGetInput leaves: Var m is not defined.\n")));
}

TEST(Cause, ARuleWithALabelGoesByThat) {
  std::string two = "after DeadCodeElimination: two functions bear the name helper [relax.wf2]; the function takes 2 arguments [relax.wf11]\n# from";
  EXPECT_EQ(CauseInWords(Of("well_formed_after_pass", "DeadCodeElimination", "ill_formed", two)), "DeadCodeElimination: relax.wf2");
  std::string shape = "after p: the shape is [n, 4]\ntext";
  EXPECT_EQ(CauseInWords(Of("", "p", "ill_formed", shape)), "p: the shape is [V, N]");
}

TEST(Cause, ABuildThatBreaksARuleGoesByItsStep) {
  std::string step = "the build takes the module and refuses it rewritten: after FuseTIR in the build pipeline: variable a is not defined here [relax.wf8]";
  Finding finding = Of("equals_rewritten", "", "one_refuses", step);
  finding.cause = CauseInWords(finding);
  EXPECT_EQ(finding.cause, "FuseTIR: relax.wf8");
  EXPECT_TRUE(BreaksRule(finding));
  EXPECT_EQ(CauseInWords(Of("memory_plan", "LazyGetInput", "internal", "after the build pipeline: variable a is not defined here [relax.wf5]")),
            "build: relax.wf5");
  EXPECT_EQ(CauseInWords(Of("metamorphic", "p", "one_refuses", "takes the module and refuses it: no")), "");
  EXPECT_FALSE(BreaksRule(Of("metamorphic", "p", "one_refuses", "no")));
}

TEST(Cause, WhatIsRefusedInVainGoesByWhoLeftIt) {
  std::string one = "LegalizeOps has run, and yet: relax.add cannot be compiled yet, LegalizeOps deals with it: by its row";
  EXPECT_EQ(CauseInWords(Of("refuse_or_compile", "", "rejects_valid", one)), "LegalizeOps has run");
  std::string two = "would compile if the build legalized once more: relax.reshape cannot be compiled yet";
  EXPECT_EQ(CauseInWords(Of("refuse_or_compile", "", "rejects_valid", two)), "would compile if the build legalized once more");
  std::string three = "a well-formed module is called bad input: variable n of main has no value";
  EXPECT_EQ(CauseInWords(Of("refuse_or_compile", "Gradient", "rejects_valid", three)), "Gradient: variable V of main has no value");
  std::string four = "a well-formed module is called bad input: argument 1 has another dtype than data [group_norm.r2]";
  EXPECT_EQ(CauseInWords(Of("refuse_or_compile", "Gradient", "rejects_valid", four)), "Gradient: relax.wf11");
  EXPECT_TRUE(BreaksRule({"refuse_or_compile", "Gradient", "rejects_valid", four, {}, "Gradient: relax.wf11"}));
}

TEST(Cause, ARuleThatBeginsWithAFunctionGoesByWhatStandsBefore) {
  std::string_view one = "after p: Function # from typing import TypeVar\n…", other = "after p: Function # from tvm.script import relax as R\n…";
  EXPECT_EQ(CauseInWords(Of("", "p", "ill_formed", std::string(one))), CauseInWords(Of("", "p", "ill_formed", std::string(other))));
}

TEST(Cause, DifferencesGoByTheirPlace) {
  std::string detail = "p applied twice is not p applied once, at <root>.body.blocks[1].value.op: <root>.body\nonce:";
  EXPECT_EQ(CauseInWords(Of("idempotent", "p", "differs", detail)), "idempotent p: value.op");
  EXPECT_EQ(CauseInWords(Of("round_trip", "p", "differs", detail)), "round trip loses value.op");
  EXPECT_EQ(CauseInWords(Of("pass_preserves_results", "p", "differs", "vm against relax-reference, inputs 0: 3 is not 4")), "");
}

TEST(Cause, APassThatWritesIntoItsInputGoesByItself) {
  EXPECT_EQ(CauseInWords(Of("input_unchanged", "p", "input_changed", "p changed the module that it was given. Before:\na\nAfter:\nb")), "p writes");
}

TEST(Cause, CopiesThatDifferInANumberThatIsNone) {
  Finding finding{"structural_equality", "", "differs", "the module differs from its copy, at inner.body.value.value: nan against nan\n# from", {}};
  EXPECT_EQ(CauseInWords(finding), "equality of copies where a float is not a number");
}

TEST(Cause, WhatTextLosesGoesByTheMember) {
  auto lost = [](std::string_view difference) {
    return CauseInWords(Of("round_trip", "", "differs", fmt::format("what was printed reads back as another module, at {}\ntext", difference)));
  };
  EXPECT_EQ(lost("main.params[1].type.shape.values[0].flavor: 2 against 0"), "round trip loses flavor");
  EXPECT_EQ(lost("kernel_2.body: SeqStmt against Bind"), "round trip loses body");
  EXPECT_EQ(lost("kernel_2.body.seq: 2 against 1"), "round trip loses body") << "one statement or several";
  EXPECT_EQ(lost("another order of functions"), "");
}

TEST(Cause, ACrashGoesByThePromiseThatWasBroken) {
  EXPECT_EQ(CauseOfCrash("assay: broken promise at passes/fuse/groups.cc:48: group != nullptr: variable lv is in no group\n"),
            "broken promise at passes/fuse/groups.cc:N: group != nullptr");
  EXPECT_EQ(CauseOfCrash("assay: broken promise at ir/a.cc:1: count >= 2\nand: more"), "broken promise at ir/a.cc:N: count >= N");
  EXPECT_EQ(CauseOfCrash("terminate called"), "");
}

TEST(Cause, TextsGoByWhatStandsThere) {
  std::string detail = "the module prints otherwise after it was read back, at line 3:\n  lv: R.Tensor((1,), dtype=\"int8\") = R.nn.relu(x)\nagainst\n  y";
  EXPECT_EQ(CauseInWords(Of("round_trip", "", "text_differs", detail)), "text of R.nn.relu");
}

}  // namespace
}  // namespace assay
