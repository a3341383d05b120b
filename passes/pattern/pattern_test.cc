// The pattern language: every form of the text matches what it says and nothing else, by TVM's rules.
#include <gtest/gtest.h>

#include "passes/pattern/match.h"
#include "passes/test_graphs.h"

namespace assay {
namespace {

// A graph and what its variables are bound to.
class PatternTest : public testing::Test {
 protected:
  const Var* Add(const Var* var, const Expr* value) {
    values_.emplace(var, value);
    return var;
  }
  const Var* Op(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs = {}) {
    auto typed = WithInferredType(ctx_, nullptr, MakeOpCall(ctx_, *FindOp(op), args, attrs));
    return Bind(*typed);
  }
  const Var* Bind(const Expr* value) { return Add(MakeVar(ctx_, "lv", value->type, VarFlavor::kDataflow), value); }
  const Var* Param(std::string_view name, const std::vector<int64_t>& dims, DType dtype = DType::Float(32)) {
    std::vector<const Expr*> shape;
    for (int64_t dim : dims) shape.push_back(MakeInt(ctx_, dim));
    return MakeVar(ctx_, name, MakeTensorType(ctx_, shape, dtype));
  }
  PatternGraph Parsed(std::string_view text) {
    auto graph = ParsePattern(ctx_, text);
    EXPECT_TRUE(graph.ok()) << text << ": " << graph.error().message;
    return graph.ok() ? *std::move(graph) : PatternGraph{};
  }
  bool Matches(std::string_view text, const Expr* e) {
    PatternGraph graph = Parsed(text);
    return graph.root != nullptr && MatchPattern(ctx_, graph.root, e, values_).has_value();
  }
  std::string Error(std::string_view text) {
    auto graph = ParsePattern(ctx_, text);
    return graph.ok() ? "" : graph.error().message;
  }

  Context ctx_;
  BoundValues values_;
  const Var* x_ = Param("x", {2, 3});
  const Var* y_ = Param("y", {2, 3});
};

TEST_F(PatternTest, CallsThroughBindings) {
  const Var* relu = Op("nn.relu", {Op("add", {x_, y_})});
  EXPECT_TRUE(Matches("_", relu));
  EXPECT_TRUE(Matches("nn.relu(_)", relu));
  EXPECT_TRUE(Matches("relax.nn.relu(relax.add(_, _))", relu));
  EXPECT_TRUE(Matches("nn.relu(add(_, _))", Bind(relu)));
  EXPECT_FALSE(Matches("nn.relu(multiply(_, _))", relu));
  EXPECT_FALSE(Matches("nn.relu(add(add(_, _), _))", relu));
  EXPECT_FALSE(Matches("nn.relu(_)", x_));
}

TEST_F(PatternTest, Arguments) {
  const Var* sum = Op("add", {x_, y_});
  EXPECT_FALSE(Matches("add(_)", sum));
  EXPECT_FALSE(Matches("add(_, _, _)", sum));
  EXPECT_TRUE(Matches("add(...)", sum));
  EXPECT_TRUE(Matches("add(_, ...)", sum));
  EXPECT_TRUE(Matches("add(_, _, ...)", sum));
  EXPECT_FALSE(Matches("add(_, _, _, ...)", sum));
  EXPECT_TRUE(Matches("call(op(add), _, _)", sum));
  EXPECT_TRUE(Matches("call(_, ...)", sum));
  EXPECT_FALSE(Matches("call(global, ...)", sum));
}

TEST_F(PatternTest, OneNodeIsOneExpression) {
  const Var* exp = Op("exp", {x_});
  EXPECT_TRUE(Matches("multiply($a, $a)", Op("multiply", {exp, exp})));
  EXPECT_FALSE(Matches("multiply($a, $a)", Op("multiply", {exp, x_})));
  // Another call of the same operator is another expression.
  EXPECT_FALSE(Matches("multiply($a, $a)", Op("multiply", {exp, Op("exp", {x_})})));
  EXPECT_TRUE(Matches("multiply($a=exp(_), subtract($a, _))", Op("multiply", {exp, Op("subtract", {exp, y_})})));
  EXPECT_FALSE(Matches("multiply($a=exp(_), subtract($a, _))", Op("multiply", {exp, Op("subtract", {x_, y_})})));
}

TEST_F(PatternTest, NamesStandForValues) {
  const Var* exp = Op("exp", {x_});
  const Var* sum = Op("add", {exp, y_});
  PatternGraph graph = Parsed("$root=add($left=exp($in), $right)");
  auto match = MatchPattern(ctx_, graph.root, sum, values_);
  ASSERT_TRUE(match.has_value());
  EXPECT_EQ(match->Find(graph.Find("root")), values_.at(sum));
  EXPECT_EQ(match->Find(graph.Find("left")), values_.at(exp));
  EXPECT_EQ(match->Find(graph.Find("in")), x_);
  EXPECT_EQ(match->Find(graph.Find("right")), y_);
  EXPECT_EQ(graph.Find("nothing"), nullptr);
}

TEST_F(PatternTest, AddAndMultiplyCommute) {
  const Var* exp = Op("exp", {x_});
  EXPECT_TRUE(Matches("add(exp(_), _)", Op("add", {y_, exp})));
  EXPECT_TRUE(Matches("multiply(exp(_), _)", Op("multiply", {y_, exp})));
  EXPECT_FALSE(Matches("subtract(exp(_), _)", Op("subtract", {y_, exp})));
  EXPECT_FALSE(Matches("maximum(exp(_), _)", Op("maximum", {y_, exp})));
  // What the first order matched is forgotten before the other is tried.
  EXPECT_TRUE(Matches("add($a, exp($a))", Op("add", {exp, x_})));
}

TEST_F(PatternTest, TuplesAndFields) {
  const Var* exp = Op("exp", {x_});
  const Expr* pair = MakeTuple(ctx_, {exp, y_});
  EXPECT_TRUE(Matches("(exp(_), var)", pair));
  EXPECT_FALSE(Matches("(var, exp(_))", pair));
  EXPECT_TRUE(Matches("{var, exp(_)}", pair));
  EXPECT_FALSE(Matches("{exp(_), exp(_)}", pair));
  EXPECT_FALSE(Matches("(_,)", pair));
  EXPECT_TRUE(Matches("concat((exp(_), _))", Op("concat", {pair})));
  const Var* split = Op("split", {x_}, {{"indices_or_sections", MakeAttrInt(ctx_, 2)}, {"axis", MakeAttrInt(ctx_, 0)}});
  const Var* second = Bind(MakeTupleGetItem(ctx_, split, 1));
  EXPECT_TRUE(Matches("split(_)[1]", second));
  EXPECT_TRUE(Matches("split(_)[_]", second));
  EXPECT_FALSE(Matches("split(_)[0]", second));
  EXPECT_FALSE(Matches("_[1]", x_));
}

TEST_F(PatternTest, Leaves) {
  const Expr* constant = MakeConstant(ctx_, Tensor::Of(Scalar::Float(DType::Float(32), 2)));
  EXPECT_TRUE(Matches("const", constant));
  EXPECT_TRUE(Matches("const", Bind(constant)));
  EXPECT_FALSE(Matches("const", x_));
  EXPECT_TRUE(Matches("var", x_));
  EXPECT_TRUE(Matches("var(\"x\")", x_));
  EXPECT_FALSE(Matches("var(\"x\")", y_));
  EXPECT_FALSE(Matches("dataflow_var", x_));
  EXPECT_TRUE(Matches("dataflow_var", MakeVar(ctx_, "d", x_->type, VarFlavor::kDataflow)));
  EXPECT_TRUE(Matches("global(\"norm\")", MakeGlobalVar(ctx_, "rms_norm1")));
  EXPECT_FALSE(Matches("global(\"norm\")", MakeGlobalVar(ctx_, "main")));
  const ExternFunc* external = MakeExternFunc(ctx_, "f");
  EXPECT_TRUE(Matches("extern", external));
  EXPECT_FALSE(Matches("extern(\"g\")", external));
  EXPECT_TRUE(Matches("shape(2, 3)", MakeShape(ctx_, {MakeInt(ctx_, 2), MakeInt(ctx_, 3)})));
  EXPECT_FALSE(Matches("shape(3, 2)", MakeShape(ctx_, {MakeInt(ctx_, 2), MakeInt(ctx_, 3)})));
}

TEST_F(PatternTest, OrAndNot) {
  const Var* exp = Op("exp", {x_});
  EXPECT_TRUE(Matches("log(_) | exp(_)", exp));
  EXPECT_FALSE(Matches("log(_) | sqrt(_)", exp));
  EXPECT_TRUE(Matches("exp(_) & _.dtype(\"float32\")", exp));
  EXPECT_FALSE(Matches("exp(_) & _.dtype(\"float16\")", exp));
  EXPECT_TRUE(Matches("~log(_)", exp));
  EXPECT_TRUE(Matches("~~exp(_)", exp));
  EXPECT_FALSE(Matches("~exp(_)", exp));
  EXPECT_TRUE(Matches("exp(~const)", exp));
  // "&" binds closer than "|".
  EXPECT_TRUE(Matches("exp(_) | log(_) & const", exp));
}

// As TVM: the first alternative that matches is kept, even where the rest then fails.
TEST_F(PatternTest, AlternativesAreNotTakenBack) {
  const Var* exp = Op("exp", {x_});
  const Var* difference = Op("subtract", {exp, x_});
  EXPECT_FALSE(Matches("subtract($a | exp($a), $a)", difference));
  EXPECT_TRUE(Matches("subtract(exp($a) | $a, $a)", difference));
}

TEST_F(PatternTest, Properties) {
  EXPECT_TRUE(Matches("_.shape(2, 3)", x_));
  EXPECT_FALSE(Matches("_.shape(2)", x_));
  EXPECT_FALSE(Matches("_.shape(2, 3)", Param("s", {2, 4})));
  EXPECT_TRUE(Matches("_.dtype(\"float32\").shape(2, 3)", x_));
  EXPECT_FALSE(Matches("_.dtype(\"float32\")", Param("i", {2}, DType::Int(32))));
  EXPECT_TRUE(Matches("_.type('R.Tensor((2, 3), \"float32\")')", x_));
  EXPECT_TRUE(Matches("_.type('R.Tensor(ndim=2)')", x_));
  EXPECT_FALSE(Matches("_.type('R.Tensor(ndim=3)')", x_));
  const Var* sum =
      Op("sum", {x_}, {{"axis", MakeAttrInts(ctx_, std::vector<int64_t>{1})}, {"keepdims", MakeAttrBool(ctx_, true)}});
  EXPECT_TRUE(Matches("sum(_).attrs(keepdims=True)", sum));
  EXPECT_TRUE(Matches("sum(_).attrs(axis=[1], keepdims=True)", sum));
  EXPECT_FALSE(Matches("sum(_).attrs(axis=[0])", sum));
  EXPECT_FALSE(Matches("sum(_).attrs(absent=1)", sum));
}

TEST_F(PatternTest, WhatIsNoPattern) {
  EXPECT_EQ(Error("nn.rellu(_)"), "pattern, column 9: unknown operator 'nn.rellu'; did you mean 'nn.relu'?");
  EXPECT_EQ(Error("add(_, "), "pattern, column 8: expected a pattern");
  EXPECT_EQ(Error("add(_ _)"), "pattern, column 7: expected ',' or ')'");
  EXPECT_EQ(Error("_ _"), "pattern, column 3: expected the end");
  EXPECT_EQ(Error("add(..., _)"), "pattern, column 10: '...' stands last");
  EXPECT_EQ(Error("add($a=_, $a=_)"), "pattern, column 14: 'a' is defined twice");
  EXPECT_EQ(Error("_.size(1)"), "pattern, column 8: 'size' is no property; there are shape, dtype, type, attrs");
  EXPECT_TRUE(
      Error("_.dtype(\"real\")").starts_with("pattern, column 15: unknown dtype 'real': expected one of bool, "));
  EXPECT_EQ(Error("_[x]"), "pattern, column 3: expected an integer");
  EXPECT_NE(Error(std::string(200, '(')).find("it nests too deep"), std::string::npos);
}

}  // namespace
}  // namespace assay
