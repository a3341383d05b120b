// The JSON form says everything that the nodes hold, refers only backwards, and is the same for equal modules.
#include "ir/serial/json_export.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "ir/text/parse.h"

namespace assay {
namespace {

using nlohmann::json;

constexpr const char* kText = R"(
from tvm.script import ir as I, tirx as T, relax as R
@I.ir_module
class Module:
    I.module_attrs({"answer": 42, "nothing": None})
    @T.prim_func(private=True, s_tir=True)
    def kernel(A: T.Buffer((2,), "float32"), B: T.Buffer((2,), "float32")):
        for i in range(2):
            with T.sblock("b"):
                v = T.axis.spatial(2, i)
                B[v] = A[v] + T.float32("inf")

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        y = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((2,), "float32"))
        z: R.Tensor((2,), "float32") = R.add(y, R.const([1.5, -2.0], "float32"))
        return z
)";

std::string Export(const std::string& text) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", text);
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
  return module.ok() ? ModuleToJson(*module) : "";
}

const json* FindKind(const json& nodes, std::string_view kind) {
  for (const json& node : nodes) {
    if (node["kind"] == kind) return &node;
  }
  return nullptr;
}

TEST(JsonExport, SaysWhatTheModuleHolds) {
  json out = json::parse(Export(kText), nullptr, false);
  ASSERT_FALSE(out.is_discarded());
  EXPECT_EQ(out["version"], kJsonVersion);
  EXPECT_EQ(out["functions"][0]["name"], "kernel");
  EXPECT_EQ(out["functions"][1]["name"], "main");
  const json& nodes = out["nodes"];
  EXPECT_EQ(nodes[out["functions"][1]["node"].get<size_t>()]["kind"], "Function");
  EXPECT_EQ(nodes[out["attrs"].get<size_t>()]["keys"], json({"answer", "nothing"}));
  const json* constant = FindKind(nodes, "Constant");
  ASSERT_NE(constant, nullptr);
  EXPECT_EQ((*constant)["value"], json({{"dtype", "float32"}, {"shape", {2}}, {"base64", "AADAPwAAAMA="}}));
  const json* infinity = FindKind(nodes, "FloatImm");
  ASSERT_NE(infinity, nullptr);
  EXPECT_EQ((*infinity)["value"], "inf");
}

// Every number that stands for a node is smaller than the node's own: one pass over the list is enough to load it.
TEST(JsonExport, NodesReferBackwards) {
  json out = json::parse(Export(kText), nullptr, false);
  size_t place = 0;
  for (const json& node : out["nodes"]) {
    for (const char* field : {"type", "op", "args", "body", "var", "value", "buffer", "params", "blocks", "bindings"}) {
      if (!node.contains(field)) continue;
      for (const json& child : node[field].is_array() ? node[field] : json::array({node[field]})) {
        bool literal = !child.is_number_unsigned() || node["kind"].get<std::string>().ends_with("Imm") ||
                       node["kind"] == "AttrInt";
        if (!literal) EXPECT_LT(child.get<size_t>(), place) << node.dump();
      }
    }
    ++place;
  }
  EXPECT_GT(place, 20u);
}

TEST(JsonExport, EqualModulesGiveEqualText) { EXPECT_EQ(Export(kText), Export(kText)); }

TEST(JsonExport, NamesOfAnyBytesStayReadable) {
  std::string text = kText;
  text.replace(text.find("answer"), 6, "\\xff\\\"");
  EXPECT_FALSE(json::parse(Export(text), nullptr, false).is_discarded());
}

}  // namespace
}  // namespace assay
