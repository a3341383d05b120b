#include "generators/modules/bait.h"

#include <algorithm>
#include <array>

#include "ir/tensor/tensor.h"
#include "passes/rewrite/index_maps.h"

namespace assay {
namespace {

const Expr* Int(BaitSite& site, int64_t value) { return MakeInt(site.ctx(), value); }
int64_t Small(BaitSite& site, uint64_t most) { return 1 + static_cast<int64_t>(site.bytes().Below(most)); }

const Expr* Joined(BaitSite& site, const std::vector<const Expr*>& parts, int64_t axis) {
  if (std::ranges::count(parts, nullptr) != 0) return nullptr;
  return site.Bind("concat", {MakeTuple(site.ctx(), parts)}, {{"axis", MakeAttrInt(site.ctx(), axis)}});
}

const Expr* Permuted(BaitSite& site, const Expr* tensor, const std::vector<int64_t>& axes) {
  return site.Bind("permute_dims", {tensor}, {{"axes", MakeAttrInts(site.ctx(), axes)}});
}

// Sometimes through an elementwise operator, which is in the way.
const Expr* Perhaps(BaitSite& site, std::string_view op, const Expr* tensor) {
  return site.bytes().Chance(1, 4) ? site.Bind(op, {tensor}) : tensor;
}

// Sometimes in another dtype than the operands'.
const Expr* Product(BaitSite& site, const Expr* a, const Expr* b) {
  const Attr* dtype = site.bytes().Chance(1, 4) ? MakeAttrDType(site.ctx(), DType::Float(64)) : nullptr;
  return dtype == nullptr ? site.Bind("matmul", {a, b}) : site.Bind("matmul", {a, b}, {{"out_dtype", dtype}});
}

void SumBeforeMatmul(BaitSite& site) {
  const Expr *rows = site.AnyDim(), *inner = Int(site, Small(site, 4)), *columns = Int(site, Small(site, 4));
  bool transposed = site.bytes().Chance(1, 3);
  std::vector<const Expr*> dims{inner, columns};
  if (transposed) std::ranges::reverse(dims);
  const Expr* sum = site.Bind("add", {site.Floats(dims), site.Floats(dims, true)});
  if (transposed) sum = Permuted(site, sum, {1, 0});
  Product(site, site.Floats({rows, inner}), Perhaps(site, "negative", sum));
}

// The association that stands multiplies more than the other one.
void LongMatmulChain(BaitSite& site) {
  const Expr *wide = Int(site, 4 + Small(site, 4)), *narrow = Int(site, 1), *rows = Int(site, Small(site, 3));
  const Expr *a = site.Floats({rows, narrow}), *b = site.Floats({narrow, wide}, true),
             *c = site.Floats({wide, narrow}, true);
  if (site.bytes().Chance(1, 3)) {
    // A permutation that changes nothing is no transpose.
    const Expr* product = site.Bind("matmul", {site.Floats({wide, wide}), site.Floats({wide, wide}, true)});
    site.Bind("matmul", {Permuted(site, product, {0, 1}), c});
  } else if (site.bytes().Chance(1, 2)) {
    site.Bind("matmul", {site.Bind("matmul", {a, b}), c});
  } else {
    site.Bind("matmul", {c, site.Bind("matmul", {site.Floats({narrow, rows}), site.Floats({rows, wide}, true)})});
  }
}

void TransposedProducts(BaitSite& site) {
  const Expr *inner = Int(site, Small(site, 4)), *columns = Int(site, Small(site, 4));
  const Expr* transposed = Permuted(site, site.Floats({columns, inner}, true), {1, 0});
  site.Bind("matmul", {site.Floats({site.AnyDim(), inner}), Perhaps(site, "negative", transposed)});
  if (site.bytes().Chance(1, 4)) site.Bind("nn.relu", {transposed});
}

// Views of one value, of which one dies before the other.
void DyingViews(BaitSite& site) {
  const Expr *rows = site.AnyDim(), *columns = Int(site, Small(site, 4));
  const Expr* made = site.Bind("exp", {site.Floats({rows, columns})});
  auto view = [&] {
    return site.Bind("expand_dims", {made}, {{"axis", MakeAttrInts(site.ctx(), std::vector<int64_t>{0})}});
  };
  const Expr *first = view(), *second = view();
  const Expr* product = site.Bind("multiply", {Perhaps(site, "nn.relu", first), second});
  if (site.bytes().Chance(3, 4)) product = Joined(site, {product, site.bytes().Chance(1, 4) ? first : second}, 0);
  site.Bind("add", {product, product});
}

void ParallelMatmuls(BaitSite& site) {
  const Expr* inner = Int(site, Small(site, 4));
  const Expr* lhs = site.Floats({site.AnyDim(), inner});
  int64_t count = 1 + Small(site, 3);
  bool biased = site.bytes().Chance(1, 3);
  for (int64_t i = 0; i < count; ++i) {
    const Expr* width = Int(site, Small(site, 4));
    const Expr* product = site.Bind("matmul", {lhs, site.Floats({inner, width}, true)});
    if (biased) product = site.Bind("add", {product, site.Floats({width}, true)});
    if (biased) site.Bind("nn.relu", {product});
  }
}

void TakeBeforeMatmul(BaitSite& site) {
  const Expr* inner = Int(site, Small(site, 4));
  int64_t table = 1 + Small(site, 4), count = Small(site, 3);
  // These modes give indices beyond the table a meaning.
  static constexpr std::array kModes = {"fast", "clip", "wrap"};
  size_t mode = site.bytes().Below(kModes.size());
  int64_t extent = mode == 0 ? table : table + 4;
  const Attr* how = MakeAttrString(site.ctx(), kModes[mode]);
  if (site.bytes().Chance(1, 2)) {
    const Expr* taken = site.Bind("take", {site.Floats({inner, Int(site, table)}), site.Indices(count, extent)},
                                  {{"axis", MakeAttrInt(site.ctx(), 1)}, {"mode", how}});
    Product(site, site.Floats({site.AnyDim(), inner}), taken);
    return;
  }
  const Expr* columns = Int(site, Small(site, 3));
  const Expr* taken = site.Bind("take", {site.Floats({Int(site, table), inner, columns}), site.Indices(count, extent)},
                                {{"axis", MakeAttrInt(site.ctx(), 0)}, {"mode", how}});
  site.Bind("matmul", {site.Floats({Int(site, count), Int(site, Small(site, 3)), inner}), taken});
}

void PermutesBeforeConcat(BaitSite& site) {
  const Expr *rows = site.AnyDim(), *columns = Int(site, Small(site, 4));
  int64_t count = 1 + Small(site, 3);
  std::vector<int64_t> axes{1, 0};
  std::vector<const Expr*> parts;
  for (int64_t i = 0; i < count; ++i) parts.push_back(Permuted(site, site.Floats({rows, columns}, i > 0), axes));
  Joined(site, parts, static_cast<int64_t>(site.bytes().Below(2)));
}

// A constant of small positive numbers.
const Expr* Weights(BaitSite& site, const std::vector<int64_t>& dims) {
  Tensor weights(DType::Float(32), dims);
  for (int64_t i = 0; i < weights.size(); ++i) {
    weights.Set(i, Scalar::Float(DType::Float(32), 0.25 * static_cast<double>(Small(site, 12))));
  }
  return MakeConstant(site.ctx(), weights);
}

void NormOfConvolution(BaitSite& site) {
  int64_t inputs = Small(site, 2), outputs = Small(site, 3), window = Small(site, 2);
  const Expr* images = site.Floats({Int(site, 1), Int(site, inputs), Int(site, 3), Int(site, 3)});
  const Expr* convolved = site.Bind("nn.conv2d", {images, Weights(site, {outputs, inputs, window, window})},
                                    {{"out_layout", MakeAttrString(site.ctx(), "NCHW")}});
  std::vector<const Expr*> args{Perhaps(site, "negative", convolved)};
  for (int i = 0; i < 4; ++i) args.push_back(Weights(site, {outputs}));
  site.Item(site.Bind("nn.batch_norm", args, {{"axis", MakeAttrInt(site.ctx(), 1)}}), 0);
}

void LayoutsThereAndBack(BaitSite& site) {
  static constexpr std::pair<const char*, const char*> kPairs[] = {
      {"lambda i, j: (j, i)", "lambda i, j: (j, i)"},
      {"lambda i, j: (i, j // 2, j % 2)", "lambda i, j, k: (i, j * 2 + k)"},
      {"lambda i, j: (j, i)", "lambda i, j: (i, j)"},
  };
  auto [there, back] = site.bytes().Pick(std::span(kPairs));
  const Expr* extent = Int(site, 2 * Small(site, 2));
  const Expr* tensor = site.Floats({extent, extent});
  for (const char* text : {there, back}) {
    Result<const IndexMap*> map = ParseIndexMap(site.ctx(), text);
    if (map.ok()) tensor = site.Bind("layout_transform", {tensor}, {{"index_map", MakeAttrNode(site.ctx(), *map)}});
  }
}

// Layers of one form, each with weights of its own.
void LayersOfOneForm(BaitSite& site) {
  int64_t inner = Small(site, 3), columns = Small(site, 3);
  const Expr* input = site.Floats({site.AnyDim(), Int(site, inner)});
  for (int layer = 0; layer < 2; ++layer) {
    const Expr* product = site.Bind("matmul", {input, Weights(site, {inner, columns})});
    site.Bind("nn.relu", {product});
  }
}

struct Bait {
  std::string_view pass;
  BaitLayer lay;
};
constexpr Bait kBaits[] = {
    {"ExpandMatmulOfSum", SumBeforeMatmul},
    {"AdjustMatmulOrder", LongMatmulChain},
    {"CombineParallelMatmul", ParallelMatmuls},
    {"ReorderTakeAfterMatmul", TakeBeforeMatmul},
    {"ReorderPermuteDimsAfterConcat", PermutesBeforeConcat},
    {"FoldBatchnormToConv2D", NormOfConvolution},
    {"OptimizeLayoutTransform", LayoutsThereAndBack},
    {"FuseTransposeMatmul", TransposedProducts},
    {"DataflowUseInplaceCalls", DyingViews},
    {"FuseOpsByPattern", LayersOfOneForm},
};

}  // namespace

BaitLayer FindBait(std::string_view pass) {
  const Bait* bait = std::ranges::find(kBaits, pass, &Bait::pass);
  return bait == std::end(kBaits) ? nullptr : bait->lay;
}

}  // namespace assay
