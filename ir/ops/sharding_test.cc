// How placements carry over: each case was asked of TVM 0.26.
#include "ir/ops/sharding.h"

#include <gtest/gtest.h>

#include "ir/ops/infer.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

// The placement and shape of a call on x and y, which lie on a mesh of two by two.
std::string Carried(const std::string& x, const std::string& y, const std::string& call) {
  Context ctx;
  NamedVars vars;
  for (const auto& [name, type_text] : {std::pair{"x", x}, std::pair{"y", y}}) {
    if (type_text.empty()) continue;
    Result<const Type*> type = ParseType(ctx,
                                         "R.DTensor(" + type_text.substr(0, type_text.find('|')) +
                                             ", \"float32\", R.device_mesh((2, 2), R.Range(0, 4)), \"" +
                                             type_text.substr(type_text.find('|') + 1) + "\")",
                                         vars);
    if (!type.ok()) return type.error().message;
    vars[name] = MakeVar(ctx, name, *type);
  }
  Result<const Expr*> expr = ParseExpr(ctx, call, vars);
  if (!expr.ok()) return expr.error().message;
  Result<const Expr*> typed = WithInferredTypes(ctx, nullptr, *expr);
  if (!typed.ok()) return typed.error().rule;
  const auto* type = As<DTensorType>((*typed)->type);
  if (type == nullptr) return "plain";
  return PrintType(type->tensor) + " " + type->placement.str();
}

TEST(Sharding, CarriesOver) {
  EXPECT_EQ(Carried("(8, 4)|S[0], R", "", "R.exp(x)"), "R.Tensor((8, 4), dtype=\"float32\") S[0], R");
  EXPECT_EQ(Carried("(8, 4)|S[0], R", "", "R.isnan(x)"), "R.Tensor((8, 4), dtype=\"bool\") S[0], R");
  EXPECT_EQ(Carried("(8, 4)|S[0], R", "(4,)|R, S[0]", "R.add(x, y)"), "R.Tensor((8, 4), dtype=\"float32\") S[0], S[1]");
  EXPECT_EQ(Carried("(8, 1)|S[0], R", "(8, 4)|R, S[1]", "R.greater(x, y)"),
            "R.Tensor((8, 4), dtype=\"bool\") S[0], S[1]");
  EXPECT_EQ(Carried("(8, 4)|S[0], S[1]", "", "R.sum(x, axis=[0])"), "R.Tensor((4,), dtype=\"float32\") R, S[0]");
  EXPECT_EQ(Carried("(8, 4)|S[0], S[1]", "", "R.mean(x, axis=[1], keepdims=True)"),
            "R.Tensor((8, 1), dtype=\"float32\") S[0], R");
  EXPECT_EQ(Carried("(8, 4)|S[0], S[1]", "", "R.max(x)"), "R.Tensor((), dtype=\"float32\") R, R");
  EXPECT_EQ(Carried("(8, 4)|S[0], S[1]", "", "R.nn.softmax(x, axis=1)"), "R.Tensor((8, 4), dtype=\"float32\") S[0], R");
  EXPECT_EQ(Carried("(8, 4)|S[0], S[1]", "", "R.permute_dims(x)"), "R.Tensor((4, 8), dtype=\"float32\") S[1], S[0]");
}

TEST(Sharding, OfProductsAndReshapes) {
  EXPECT_EQ(Carried("(8, 4)|S[0], R", "(4, 6)|R, S[1]", "R.matmul(x, y)"),
            "R.Tensor((8, 6), dtype=\"float32\") S[0], S[1]");
  EXPECT_EQ(Carried("(8, 4)|S[1], R", "(4, 6)|S[0], R", "R.matmul(x, y)"), "R.Tensor((8, 6), dtype=\"float32\") R, R");
  EXPECT_EQ(Carried("(3, 8, 4)|S[0], R", "(4,)|R, R", "R.matmul(x, y)"), "R.Tensor((3, 8), dtype=\"float32\") R, R");
  EXPECT_EQ(Carried("(2, 8, 4)|R, S[2]", "", "R.reshape(x, R.shape([16, 4]))"),
            "R.Tensor((16, 4), dtype=\"float32\") R, S[1]");
  EXPECT_EQ(Carried("(8, 4)|S[0], R", "", "R.reshape(x, R.shape([8, 2, 2]))"),
            "R.Tensor((8, 2, 2), dtype=\"float32\") R, R");
}

TEST(Sharding, OfShardingOperators) {
  EXPECT_EQ(Carried("(8, 4)|S[0], R", "", "R.dist.annotate_sharding(x, R.device_mesh((1,), [0]), \"R\")"),
            "R.Tensor((8, 4), dtype=\"float32\") S[0], R");
  EXPECT_EQ(Carried("(8, 4)|S[0], R", "", "R.dist.redistribute(x, R.device_mesh((1,), [0]), \"S[1]\")"),
            "R.Tensor((8, 4), dtype=\"float32\") S[1]");
  EXPECT_EQ(Carried("(8, 4)|S[0], R", "", "R.ccl.allreduce(x, op_type=\"sum\")"),
            "R.Tensor((8, 4), dtype=\"float32\") R, R");
}

}  // namespace
}  // namespace assay
