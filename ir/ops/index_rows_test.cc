// Sorting, scans, indices, rearrangements, products and few bits on numbers that can be checked by hand.
#include <cmath>

#include "ir/ops/infer_rules.h"
#include "ir/ops/row_bench.h"

namespace assay {
namespace {

class IndexRows : public testing::Test {
 protected:
  Tensor FloatTensor(std::vector<int64_t> shape, std::vector<double> values) {
    return Tensor::Floats(DType::Float(32), std::move(shape), values);
  }
  Tensor LongTensor(std::vector<int64_t> shape, std::vector<int64_t> values, DType dtype = DType::Int(64)) {
    return Tensor::Ints(dtype, std::move(shape), values);
  }
  const Expr* Floats(std::vector<int64_t> shape, std::vector<double> values) {
    return bench.Given(FloatTensor(std::move(shape), std::move(values)));
  }
  const Expr* Longs(std::vector<int64_t> shape, std::vector<int64_t> values) {
    return bench.Given(LongTensor(std::move(shape), std::move(values)));
  }
  void Expect(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs, const Tensor& want) {
    std::vector<Tensor> got = bench.Agree(op, args, attrs);
    ASSERT_FALSE(got.empty()) << op;
    RowBench::ExpectSame(got[0], want);
  }
  std::string TrapOf(std::string_view op, const std::vector<const Expr*>& args) {
    Result<const Call*> call = bench.Infer(op, args);
    EXPECT_TRUE(call.ok());
    EvalResult result = bench.Evaluate(*call);
    const auto* trap = std::get_if<Trap>(&result);
    return std::string(trap == nullptr ? "" : TrapKindName(trap->kind));
  }
  // Evaluation alone, of rows without kernels.
  std::vector<Tensor> Evaluated(std::string_view op, const std::vector<const Expr*>& args) {
    Result<const Call*> call = bench.Infer(op, args);
    EXPECT_TRUE(call.ok());
    return bench.Tensors(std::get<Value>(bench.Evaluate(*call)));
  }
  const Expr* Flag(bool value) { return MakeBool(ctx, value); }
  const Expr* Int(int64_t value) { return MakeInt(ctx, value); }
  AttrItems Text(std::string_view name, std::string_view value) { return {{name, MakeAttrString(ctx, value)}}; }
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(IndexRows, OrderPutsNaNLastAndKeepsEquals) {
  const Expr* x = Floats({4}, {2, std::nan(""), 1, 2});
  Expect("sort", {x}, {}, FloatTensor({4}, {1, 2, 2, std::nan("")}));
  Expect("argsort", {x}, {}, LongTensor({4}, {2, 0, 3, 1}, DType::Int(32)));
  Expect("argsort", {x}, {{"descending", MakeAttrBool(ctx, true)}}, LongTensor({4}, {1, 0, 3, 2}, DType::Int(32)));
  std::vector<Tensor> top = bench.Agree("topk", {Floats({3}, {1, 3, 2})}, {{"k", MakeAttrInt(ctx, 2)}});
  RowBench::ExpectSame(top[0], FloatTensor({2}, {3, 2}));
  RowBench::ExpectSame(top[1], LongTensor({2}, {1, 2}, DType::Int(32)));
  Expect("median", {Floats({4}, {4, 1, 3, 2})}, {}, FloatTensor({}, {2}));
}
TEST_F(IndexRows, ScansRunAlongAnAxis) {
  const Expr* x = Floats({2, 2}, {1, 2, 3, 4});
  Expect("cumsum", {x}, {{"axis", MakeAttrInt(ctx, 1)}}, FloatTensor({2, 2}, {1, 3, 3, 7}));
  Expect("cumprod", {x}, {{"exclusive", MakeAttrBool(ctx, true)}}, FloatTensor({4}, {1, 1, 2, 6}));
}
TEST_F(IndexRows, GathersTrapOutside) {
  const Expr* x = Floats({2, 2}, {1, 2, 3, 4});
  Expect("gather_elements", {x, Longs({1, 2}, {1, 0})}, {}, FloatTensor({1, 2}, {3, 2}));
  Expect("gather_nd", {x, Longs({2, 1}, {1, 0})}, {}, FloatTensor({2, 2}, {3, 4, 1, 2}));
  Expect("index_tensor", {x, MakeTuple(ctx, {Longs({2}, {0, 1}), Longs({1}, {1})})}, {}, FloatTensor({2}, {2, 4}));
  EXPECT_EQ(TrapOf("gather_elements", {x, Longs({1, 2}, {-1, 0})}), "out_of_bounds");
  EXPECT_EQ(TrapOf("gather_nd", {x, Longs({1, 1}, {2})}), "out_of_bounds");
}
TEST_F(IndexRows, ScattersIgnoreWhatIsOutsideAndKeepTheOrder) {
  const Expr *x = Floats({3}, {1, 1, 1}), *i = Longs({4}, {0, 0, -1, 7}), *u = Floats({4}, {5, 6, 7, 8});
  Expect("scatter_elements", {x, i, u}, {}, FloatTensor({3}, {6, 1, 7}));
  Expect("scatter_elements", {x, i, u}, Text("reduction", "add"), FloatTensor({3}, {12, 1, 8}));
  Expect("scatter_elements", {x, i, u}, Text("reduction", "mean"), FloatTensor({3}, {4.5, 1, 4}));
  Expect("scatter_nd", {x, Longs({3, 1}, {0, -1, 2}), Floats({3}, {5, 6, 7})}, {}, FloatTensor({3}, {5, 1, 7}));
  AttrItems add{{"accumulate", MakeAttrBool(ctx, true)}};
  Expect("index_put", {x, MakeTuple(ctx, {i}), u}, add, FloatTensor({3}, {12, 1, 8}));
  Expect("slice_scatter", {x, Floats({2}, {8, 9}), Int(0), Int(3), Int(2)}, {}, FloatTensor({3}, {8, 1, 9}));
  Expect("slice_scatter", {x, Floats({1}, {8}), Int(1), Int(3), Int(INT64_MAX)}, {}, FloatTensor({3}, {1, 8, 1}));
}
TEST_F(IndexRows, SetsOfElements) {
  const Expr* x = Floats({5}, {3, 1, 3, std::nan(""), 1});
  std::vector<Tensor> found = Evaluated("unique", {x, Flag(true), Flag(true), Flag(true), Flag(true)});
  ASSERT_EQ(found.size(), 4u);
  RowBench::ExpectSame(found[0], FloatTensor({3}, {1, 3, std::nan("")}));
  RowBench::ExpectSame(found[1], LongTensor({3}, {1, 0, 3}));
  RowBench::ExpectSame(found[2], LongTensor({5}, {1, 0, 1, 2, 0}));
  RowBench::ExpectSame(found[3], LongTensor({3}, {2, 2, 1}));
  RowBench::ExpectSame(Evaluated("nonzero", {Floats({2, 2}, {0, 1, 2, 0})})[0], LongTensor({2, 2}, {0, 1, 1, 0}));
}
TEST_F(IndexRows, MatricesByIndex) {
  AttrItems f32{{"dtype", MakeAttrDType(ctx, DType::Float(32))}};
  Expect("eye", {Int(2), Int(3), Int(1)}, f32, FloatTensor({2, 3}, {0, 1, 0, 0, 0, 1}));
  const Expr* x = Floats({2, 2}, {1, 2, 3, 4});
  Expect("tril", {x, Int(0)}, {}, FloatTensor({2, 2}, {1, 0, 3, 4}));
  Expect("triu", {x, Int(1)}, {}, FloatTensor({2, 2}, {0, 2, 0, 0}));
  AttrItems depth{{"depth", MakeAttrInt(ctx, 2)}};
  Expect("one_hot", {Longs({3}, {0, 1, 5}), Int(7), Int(0)}, depth, LongTensor({3, 2}, {7, 0, 0, 7, 0, 0}));
  Expect("hamming_window", {Int(1), Flag(false), MakeFloat(ctx, 0.5), MakeFloat(ctx, 0.5)}, f32, FloatTensor({1}, {1}));
}
TEST_F(IndexRows, EinsumReadsItsSubscripts) {
  const Expr *a = Floats({2, 2}, {1, 2, 3, 4}), *b = Floats({2}, {1, 10});
  auto of = [&](std::vector<const Expr*> operands) { return std::vector<const Expr*>{MakeTuple(ctx, operands)}; };
  Expect("einsum", of({a}), Text("subscripts", "ii"), FloatTensor({}, {5}));
  Expect("einsum", of({a}), Text("subscripts", "ij -> ji"), FloatTensor({2, 2}, {1, 3, 2, 4}));
  Expect("einsum", of({a, b}), Text("subscripts", "...j, j"), FloatTensor({2}, {21, 43}));
  for (std::string_view wrong : {"i", "ij->k", "ij->ii", "i.j", "ij,jk", "i1"}) {
    EXPECT_EQ(bench.Breaks("einsum", of({a}), Text("subscripts", wrong)), "einsum.r3") << wrong;
  }
  Expect("outer", {b, b}, {}, FloatTensor({2, 2}, {1, 10, 10, 100}));
}
TEST_F(IndexRows, Rearrangements) {
  const Expr* x = Floats({3}, {1, 2, 3});
  auto pad = [&](std::string_view mode) {
    return AttrItems{{"pad_width", bench.IntList({2, 1})}, {"pad_mode", MakeAttrString(ctx, mode)}};
  };
  Expect("nn.pad", {x}, pad("constant"), FloatTensor({6}, {0, 0, 1, 2, 3, 0}));
  Expect("nn.pad", {x}, pad("reflect"), FloatTensor({6}, {3, 2, 1, 2, 3, 2}));
  Expect("nn.pad", {x}, pad("replicate"), FloatTensor({6}, {1, 1, 1, 2, 3, 3}));
  Expect("nn.pad", {x}, pad("circular"), FloatTensor({6}, {2, 3, 1, 2, 3, 1}));
  Expect("reverse_sequence", {Floats({2, 3}, {1, 2, 3, 4, 5, 6}), Longs({2}, {2, 9})}, {},
         FloatTensor({2, 3}, {2, 1, 3, 6, 5, 4}));
  Expect("nn.pixel_shuffle", {Floats({4, 1, 1}, {1, 2, 3, 4})}, {{"upscale_factor", MakeAttrInt(ctx, 2)}},
         FloatTensor({1, 2, 2}, {1, 2, 3, 4}));
  Expect("collapse_sum_to", {Floats({2, 2}, {1, 2, 3, 4}), MakeShape(ctx, {Int(2), Int(1)})}, {},
         FloatTensor({2, 1}, {3, 7}));
  const Expr* nothing = MakeTuple(ctx, {});
  std::vector<Tensor> view = Evaluated("memory.view", {x, MakeShape(ctx, {Int(2)}), nothing, Int(4)});
  RowBench::ExpectSame(view[0], FloatTensor({2}, {2, 3}));
}
TEST_F(IndexRows, FewBits) {
  const Expr *x = Floats({4}, {-1000, 0.5, 1.5, 1000}), *scale = Floats({}, {1}),
             *zero = bench.Given(LongTensor({}, {1}, DType::Int(8)));
  Expect("quantize", {x, scale, zero}, {}, LongTensor({4}, {-128, 1, 3, 127}, DType::Int(8)));
  const Expr* q = bench.Given(LongTensor({2}, {-128, 3}, DType::Int(8)));
  Expect("dequantize", {q, scale, zero}, {}, FloatTensor({2}, {-129, 2}));
  Expect("bucketize", {Floats({3}, {0, 1, 9}), Floats({2}, {1, 5})}, {}, LongTensor({3}, {0, 0, 2}));
  const Expr *prob = Floats({1, 3}, {0.25, 0.5, 0.25}), *draw = Floats({2, 1}, {0.5, 9});
  Expect("multinomial_from_uniform", {prob, draw, Longs({2, 1}, {0, 0})}, {}, LongTensor({2, 1}, {1, 2}));
  // What are no probabilities: sums -4, -2, -4.
  const Expr *any = Floats({1, 3}, {-4, 2, -2}), *below = Floats({4, 1}, {-5, -3, -2, 4});
  Expect("multinomial_from_uniform", {any, below, Longs({4, 1}, {0, 0, 0, 0})}, {}, LongTensor({4, 1}, {0, 1, 2, 2}));
}

}  // namespace
}  // namespace assay
