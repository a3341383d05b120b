// case.json and values.json: what is written is read back, what is wrong is refused by name.
#include "fuzzers/campaign/case_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "generators/modules/generate.h"
#include "ir/equal.h"
#include "ir/serial/serial.h"
#include "ir/support/read_json.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

TEST(CaseFile, ComesBackFromJson) {
  Context ctx;
  CaseFile file;
  file.oracle = "idempotent";
  file.passes = {{FindPass("FuseOps"), {{"fuse_opt_level", MakeAttrInt(ctx, 3)}}}};
  file.config = {{"relax.backend.use_cuda_graph", MakeAttrBool(ctx, true)}};
  file.input_seeds = {1, 99};
  file.status = "fixed";
  file.note = "why";
  file.target = R"({"kind": "cuda"})";
  auto back = CaseFileFromJson(ctx, CaseFileToJson(file));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(CaseFileToJson(*back), CaseFileToJson(file));
  EXPECT_EQ(back->passes[0].pass, FindPass("FuseOps"));
  EXPECT_EQ(CaseFileToJson(*back)["config"]["relax.backend.use_cuda_graph"], true);
  EXPECT_EQ(back->target, R"({"kind": "cuda"})");
  file.target = "";
  EXPECT_FALSE(CaseFileToJson(file).contains("target")) << "what it compiles for anyway";
}

TEST(CaseFile, RefusesWhatItDoesNotKnow) {
  Context ctx;
  EXPECT_FALSE(CaseFileFromJson(ctx, nlohmann::json::array()).ok());
  EXPECT_FALSE(CaseFileFromJson(ctx, {{"version", 2}}).ok());
  auto pass = CaseFileFromJson(ctx, {{"version", 1}, {"oracle", ""}, {"passes", {{{"name", "NoSuchPass"}}}}});
  ASSERT_FALSE(pass.ok());
  EXPECT_EQ(pass.error().kind, DiagKind::kUnknownName);
  auto nothing = CaseFileFromJson(ctx, {{"version", 1}});
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().message, "missing field oracle");
  auto slip = CaseFileFromJson(ctx, {{"version", 1}, {"oracle", "idempotent"}, {"statsu", "fixed"}});
  ASSERT_FALSE(slip.ok());
  EXPECT_TRUE(slip.error().message.starts_with("unknown field 'statsu'")) << slip.error().message;
  EXPECT_TRUE(slip.error().message.ends_with("did you mean 'status'?")) << slip.error().message;
}

// Wrong kinds of JSON are told by their place, and end nothing.
TEST(CaseFile, RefusesWhatIsOfAnotherKind) {
  Context ctx;
  const std::pair<nlohmann::json, const char*> rows[] = {
      {{{"status", 5}}, "a text under status, got 5"},
      {{{"status", "fixd"}}, "unknown status 'fixd': expected one of open, flaky, fixed; did you mean 'fixed'?"},
      {{{"fault", "cse_merges_allocation"}}, "did you mean 'cse_merges_allocations'?"},
      {{{"fault", 5}}, "a text under fault, got 5"},
      {{{"entry", nlohmann::json::array()}}, "a text under entry, got []"},
      {{{"passes", 5}}, "a list under passes, got 5"},
      {{{"config", 5}}, "an object under config, got 5"},
      {{{"facts", "x"}}, "an object under facts, got \"x\""},
      {{{"facts", {{"step", 5}}}}, "a text under facts.step, got 5"},
      {{{"facts", {{"essence", 5}}}}, "a text under facts.essence, got 5"},
      {{{"facts", {{"negative_extent", "yes"}}}}, "true or false under facts.negative_extent, got \"yes\""},
      {{{"facts", {{"frame", nlohmann::json::array()}}}}, "an object under facts.frame, got []"},
      {{{"facts", {{"frame", {{"facet", 5}}}}}}, "a text under facts.frame.facet, got 5"},
      {{{"facts", {{"frame", {{"extra", 5}}}}}}, "no such key under facts.frame.extra, got 5"},
      {{{"facts", {{"arithmetic", {{"operations", "Mul"}}}}}}, "a list under facts.arithmetic.operations, got \"Mul\""},
      {{{"facts", {{"trap", {{"kind", 5}}}}}}, "a text under facts.trap.kind, got 5"},
      {{{"facts", {{"field", 5}}}}, "a text under facts.field, got 5"},
      {{{"facts", {{"field", "IntImm.valeu"}}}}, "invalid field of a node"},
      {{{"facts", {{"field", "IntIm.value"}}}}, "invalid field of a node"},
      {{{"facts", {{"difference", {{"of_nan", 1}}}}}}, "true or false under facts.difference.of_nan, got 1"},
      {{{"facts", {{"zzz", 1}}}}, "no such key under facts.zzz, got 1"},
      {{{"passes", {{{"name", 5}}}}}, "unknown pass ''"},
      {{{"passes", {{{"name", "FuseOps"}, {"options", {{"zz", 1}}}}}}}, "unknown option 'zz'"},
  };
  for (const auto& [fields, message] : rows) {
    nlohmann::json json{{"version", 1}, {"oracle", ""}};
    json.update(fields);
    auto read = CaseFileFromJson(ctx, json);
    ASSERT_FALSE(read.ok()) << json;
    EXPECT_THAT(read.error().message, testing::HasSubstr(message)) << json;
  }
}

// A worker that crashed could not print its module any more.
TEST(CaseFile, AModuleInBytesWillDo) {
  std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("assay-case-{}", getpid());
  std::filesystem::create_directories(folder);
  auto put = [&](const char* name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
  };
  CaseFile file;
  file.input_seeds = {1};
  put("case.json", CaseFileToJson(file).dump());
  put("module.bin", "");
  Context ctx;
  Result<LoadedCase> none = LoadCase(ctx, folder);
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("ended before it had made a module"), std::string::npos) << none.error().message;
  ByteSource bytes = ByteSource::FromSeed(1);
  Module module = Generate(ctx, bytes, {});
  std::vector<uint8_t> image = Serialize(module);
  put("module.bin", {image.begin(), image.end()});
  Result<LoadedCase> loaded = LoadCase(ctx, folder);
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_TRUE(Equal(loaded->c.module, module));
}

TEST(CaseFile, TheEntryIsOneOfTheModules) {
  TempFolder folder;
  std::ofstream(folder.path() + "/module.py") << R"(
from tvm.script import ir as I
from tvm.script import relax as R
@I.ir_module
class Module:
    @R.function
    def other(x: R.Tensor((2,), "int8")) -> R.Tensor((2,), "int8"):
        return x
)";
  CaseFile file;
  for (const char* entry : {"main", "other"}) {
    file.entry = entry;
    std::ofstream(folder.path() + "/case.json") << CaseFileToJson(file);
    Context ctx;
    Result<LoadedCase> loaded = LoadCase(ctx, folder.path());
    ASSERT_EQ(loaded.ok(), file.entry == "other");
    if (!loaded.ok()) EXPECT_THAT(loaded.error().message, testing::HasSubstr("no function \"main\" (it has other)"));
  }
}

TEST(CaseFile, ValuesKeepSpecialNumbers) {
  double numbers[] = {1.5, -0.0, INFINITY, -INFINITY, NAN};
  Tensor tensor = Tensor::Floats(DType::Float(16), {5}, numbers);
  Value value{TupleValue{{Value{TensorValue{tensor, 1}}, Value{ShapeValue{{2, 3}}}}}};
  auto back = ValueFromJson(nlohmann::json::parse(ValueToJson(value).dump()));
  ASSERT_TRUE(back.ok()) << back.error().message;
  const auto& fields = back->As<TupleValue>()->fields;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(SameBits(fields[0].As<TensorValue>()->tensor.At(i), tensor.At(i))) << i;
  EXPECT_EQ(fields[0].As<TensorValue>()->device, 1);
  EXPECT_EQ(fields[1].As<ShapeValue>()->dims, (std::vector<int64_t>{2, 3}));
}

TEST(CaseFile, ValuesThatAreNoneAreRefused) {
  auto said = [](const char* text) { return ValueFromJson(JsonOf(text)).error().message; };
  const std::pair<const char*, const char*> rows[] = {
      {R"({"dtype": "float32", "shape": [3], "data": [1]})",
       "invalid data: expected a list of 3 elements, at most 1048576, got 1"},
      {R"({"dtype": "float32", "shape": [1], "data": 1})", "got 1"},
      {R"({"dtype": "no", "shape": [1], "data": [1]})", "invalid dtype: expected a name, got \"no\""},
      {R"({"data": [1]})", "invalid dtype: expected a name, got null"},
      {R"({"dtype": "int8", "shape": "x", "data": [1]})", "invalid shape: expected a list of whole numbers, got \"x\""},
      {R"({"dtype": "int8", "shape": [1.5], "data": [1]})", "got [1.5]"},
      {R"({"dtype": "int8", "shape": [1], "data": [1], "device": "x"})", "invalid device: "},
      {R"({"tuple": 1})", "invalid tuple: expected a list, got 1"},
      {R"({"dims": {"a": 1}})", "invalid dims: expected a list of whole numbers"},
      {"7", "invalid argument: expected an object, a text or null, got 7"},
  };
  for (const auto& [text, message] : rows) {
    ASSERT_FALSE(ValueFromJson(JsonOf(text)).ok()) << text;
    EXPECT_THAT(said(text), testing::HasSubstr(message)) << text;
  }
  EXPECT_EQ(said(R"({"dtype": "int8", "shape": [2], "data": [1, 300]})"),
            "element 1: expected int8 (-128 to 127), got 300");
  EXPECT_EQ(said(R"({"dtype": "bool", "scalar": 2})"), "expected bool (true, false, 0 or 1), got 2");
}

TEST(CaseFile, TheCommandThatRepeatsACase) {
  EXPECT_EQ(ReplayCommand("findings/2026/a1", ""), "assay replay findings/2026/a1");
  EXPECT_EQ(ReplayCommand("a1", "cse_merges_allocations"), "assay replay a1 --faults cse_merges_allocations");
  EXPECT_EQ(ReplayCommand("my findings/it's", ""), "assay replay 'my findings/it'\\''s'");
  TempFolder folder;
  std::ofstream(folder.path() + "/case.json") << R"({"fault": "cse_merges_allocations"})";
  EXPECT_EQ(ReplayCommand(folder.path()), "assay replay " + folder.path() + " --faults cse_merges_allocations");
  EXPECT_EQ(ReplayCommand(folder.path() + "/missing"), "assay replay " + folder.path() + "/missing");
  unsetenv("ASSAY_COMMAND");
  EXPECT_EQ(AsInvoked("assay replay a1"), "assay replay a1");
  setenv("ASSAY_COMMAND", "./dev faults", 1);
  EXPECT_EQ(AsInvoked("assay replay assay"), "./dev faults replay assay");
  unsetenv("ASSAY_COMMAND");
}

TEST(CaseFile, KeepsWhereOnesOwnPassesAre) {
  CaseFile file;
  EXPECT_FALSE(CaseFileToJson(file).contains("python_path"));
  file.python_path = {"/a", "/b"};
  Context ctx;
  Result<CaseFile> again = CaseFileFromJson(ctx, CaseFileToJson(file));
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->python_path, file.python_path);
  EXPECT_TRUE(PythonPathOf({{"python_path", 1}}).empty());
}

}  // namespace
}  // namespace assay
