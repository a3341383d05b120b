// Constants that stand in a metadata section. testdata/metadata/ holds modules as TVM 0.26 and 0.27
// write them with show_meta=True, and one without.
#include "ir/text/metadata.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

std::string Contents(const std::string& name) {
  std::ifstream in("ir/text/testdata/metadata/" + name);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Metadata, ShownConstantsAreReadAndWrittenAsTVMDoes) {
  Context ctx;
  std::string text = Contents("shown.py");
  Result<Module> module = ParseModule(ctx, "shown.py", text);
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  EXPECT_EQ(PrintModule(*module, {.constants = ConstantForm::kMetadata}) + "\n", text);
  EXPECT_EQ(PrintModule(*module, {.constants = ConstantForm::kOmitted}) + "\n", Contents("omitted.py"));
}

// The form of 0.27: another name for constants, and numbers as nodes of their own.
TEST(Metadata, TheNewestFormIsReadAndWritten) {
  Context ctx;
  std::string text = Contents("shown_027.py");
  Result<Module> module = ParseModule(ctx, "shown_027.py", text);
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  PrintOptions options{.dialect = TextDialect::k027, .constants = ConstantForm::kMetadata};
  EXPECT_EQ(PrintModule(*module, options) + "\n", text);
}

// The inline form holds the same module; of one constant only the metadata section can say the shape, (0, 2).
TEST(Metadata, InlineConstantsAreTheSame) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "shown.py", Contents("shown.py"));
  ASSERT_TRUE(module.ok());
  std::string text = PrintModule(*module);
  EXPECT_NE(text.find("R.const([[1.5, -0.0, 3.0], [\"inf\", 5.0, 6.0]], \"float32\")"), std::string::npos) << text;
  EXPECT_EQ(text.find("Constant\"][1]"), std::string::npos);
  Result<Module> again = ParseModule(ctx, "again.py", text);
  ASSERT_TRUE(again.ok()) << Render(again.error(), ctx.sources);
  EXPECT_TRUE(Equal(*module, *again));
}

TEST(Metadata, WhatIsLeftOutIsRefused) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "omitted.py", Contents("omitted.py"));
  ASSERT_FALSE(module.ok());
  EXPECT_NE(module.error().message.find("show_meta=True"), std::string::npos);
  EXPECT_GT(module.error().span.begin, 0u);
}

// The graph as TVM up to 0.20 wrote it: attributes are texts, tensors stand apart.
TEST(Metadata, OlderGraphsAreRead) {
  Context ctx;
  auto constants = ReadMetadata(ctx, R"({"root": 1, "nodes": [{"type_key": ""},
      {"type_key": "Map", "keys": ["relax.expr.Constant"], "data": [2]},
      {"type_key": "Array", "data": [3]},
      {"type_key": "relax.expr.Constant", "attrs": {"_checked_type_": "0", "data": "0", "span": "0", "struct_info_": "0"}}],
      "b64ndarrays": ["P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAACAPwAAAEA="],
      "attrs": {"tvm_version": "0.17.0"}})");
  ASSERT_TRUE(constants.ok());
  ASSERT_EQ(constants->size(), 1u);
  float values[] = {1, 2};
  int64_t shape[] = {2};
  TensorView wanted{DType::Float(32), shape, reinterpret_cast<const std::byte*>(values)};
  EXPECT_TRUE(Equal(constants->front(), MakeConstant(ctx, wanted)));
}

TEST(Metadata, DamagedGraphsAreRefused) {
  Context ctx;
  for (std::string_view json :
       {"", "[]", "{", "{\"root_index\": 7, \"nodes\": []}", "{\"root_index\": -1}", "{\"root\": 0, \"nodes\": 3}",
        R"({"root_index": 3, "nodes": [{"type": "ffi.String", "data": "relax.expr.Constant"},
            {"type": "relax.expr.Constant", "data": {"data": 9}}, {"type": "ffi.Array", "data": [1]},
            {"type": "ffi.Map", "data": [0, 2]}]})",
        R"({"root_index": 4, "nodes": [{"type": "ffi.String", "data": "relax.expr.Constant"},
            {"type": "ffi.Tensor", "data": "P6G0lvBAXt0AAAAA"}, {"type": "relax.expr.Constant", "data": {"data": 1}},
            {"type": "ffi.Array", "data": [2]}, {"type": "ffi.Map", "data": [0, 3]}]})"}) {
    EXPECT_FALSE(ReadMetadata(ctx, json).ok()) << json;
  }
}

}  // namespace
}  // namespace assay
