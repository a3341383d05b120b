// A worker's message comes back from JSON as it was sent, and says what it is that is none.
#include "fuzzers/campaign/finding_message.h"

#include <gtest/gtest.h>

#include "oracles/core/finding_json.h"

namespace assay {
namespace {

FindingMessage Full() {
  FindingMessage message;
  message.run = 7;
  message.finding = {"idempotent", "FuseOps", FindingClass(FindingClass::kExit, 3), "in words", {"round_trip"}};
  message.finding.facts = {
      .rule = Rule::kRelaxVarDefined,
      .step = "FuseTIR",
      .difference =
          ModuleDifference{
              "a.b: 1 against 2", {"a", "b"}, "b", true, DTypeDifference{DType::Bool(), DType::Int(64)}, true},
      .lost_in_text = true,
      .change = ChangeKind::kNestedCall,
      .reads = "R.add",
      .op = "relax.add",
      .negative_extent = true,
      .refuser = "vm",
      .ran_in_vain = "LegalizeOps",
      .legalizes_late = true,
      .move = "split_loop",
      .diag = DiagKind::kUnsupported,
      .promise = "at a.cc",
      .frame = FrameBreach{Facet::kFunctionAttrs, Way::kAdded, "target"},
      .arithmetic = ArithmeticFault{{NodeKind::kAdd, NodeKind::kMul}, "simplify"},
      .field = NodeField{NodeKind::kIntImm, "value"},
      .applied_by = "ApplyDefaultSchedule",
      .attribute = "op_pattern",
      .option = "tile",
      .trap = TrapFact{TrapKind::kReadBeforeWrite, "red_buf0"},
      .said = "no",
      .normalized = "N"};
  message.finding.cause = {"FuseTIR: relax.wf5", true, "FuseTIR", Rule::kRelaxVarDefined};
  message.finding.taken = {"add", "exp"};
  message.signature = "ill_formed|FuseTIR: relax.wf5";
  message.how = "reduced";
  message.final = message.flaky = true;
  message.module = "the module";
  message.reduced = "";
  message.reduced_lines = 5;
  message.entry = "entry";
  message.passes = {{{"name", "FuseOps"}}};
  message.config = {{"key", 1}};
  message.input_seeds = {1, 2};
  message.values = {{1}};
  message.bytes = {0, 255};
  message.files = {{"issue.md", "# text"}};
  message.seen_at = 1.5;
  return message;
}

TEST(FindingMessage, ComesBackAsItWasSent) {
  for (const FindingMessage& sent : {Full(), FindingMessage{}}) {
    nlohmann::json json = nlohmann::json::from_cbor(nlohmann::json::to_cbor(MessageToJson(sent)));
    Result<FindingMessage> got = FindingMessageFromJson(json);
    ASSERT_TRUE(got.ok()) << got.error().message;
    EXPECT_EQ(MessageToJson(*got), MessageToJson(sent));
    EXPECT_EQ(got->finding.klass, sent.finding.klass);
    EXPECT_EQ(got->finding.cause, sent.finding.cause);
    EXPECT_EQ(got->finding.facts.rule.rule(), sent.finding.facts.rule.rule());
    EXPECT_EQ(got->finding.facts.change, sent.finding.facts.change);
    EXPECT_EQ(got->bytes, sent.bytes);
    EXPECT_EQ(got->module, sent.module);
  }
}

TEST(FindingMessage, SaysWhatIsNoSuchSpelling) {
  nlohmann::json json = MessageToJson(Full());
  json["finding"]["class"] = "sad";
  EXPECT_EQ(FindingMessageFromJson(json).error().message,
            "invalid class of finding: expected one such as \"differs\", got \"sad\"");
  json = MessageToJson(Full());
  json["finding"]["facts"]["change"] = "all of it";
  EXPECT_EQ(FindingMessageFromJson(json).error().message,
            "invalid change: expected a spelling of its table, got \"all of it\"");
}

}  // namespace
}  // namespace assay
