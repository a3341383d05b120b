#include "generators/modules/bait.h"

#include <algorithm>
#include <array>
#include <numeric>

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

std::vector<int64_t> SomeAxes(BaitSite& site, size_t rank) {
  std::vector<int64_t> axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  for (size_t i = rank; i > 1; --i) std::swap(axes[i - 1], axes[site.bytes().Below(i)]);
  return axes;
}

// Sometimes through an elementwise operator, which is in the way.
const Expr* Perhaps(BaitSite& site, std::string_view op, const Expr* tensor) {
  return site.bytes().Chance(1, 4) ? site.Bind(op, {tensor}) : tensor;
}

// Sometimes in another dtype than the operands', which is said where these differ.
const Expr* Product(BaitSite& site, const Expr* a, const Expr* b) {
  if (a == nullptr || b == nullptr) return nullptr;
  static constexpr std::array kDTypes = {DType::Float(16), DType::Float(32), DType::Float(64)};
  bool differ = As<TensorType>(a->type)->dtype != As<TensorType>(b->type)->dtype;
  if (!differ && !site.bytes().Chance(1, 4)) return site.Bind("matmul", {a, b});
  return site.Bind("matmul", {a, b}, {{"out_dtype", MakeAttrDType(site.ctx(), site.bytes().Pick(kDTypes))}});
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
    const Expr* product = Product(site, site.Floats({wide, wide}), site.Floats({wide, wide}, true));
    Product(site, Permuted(site, product, {0, 1}), c);
  } else if (site.bytes().Chance(1, 2)) {
    Product(site, Product(site, a, b), c);
  } else {
    Product(site, c, Product(site, site.Floats({narrow, rows}), site.Floats({rows, wide}, true)));
  }
}

// Matrices, or rows of matrices, whose dimensions change places: the last two, or others.
void TransposedProducts(BaitSite& site) {
  const Expr *inner = Int(site, Small(site, 4)), *columns = Int(site, Small(site, 4));
  bool rows = site.bytes().Chance(1, 2), cube = site.bytes().Chance(1, 2);
  std::vector<const Expr*> dims{cube ? inner : columns, inner};
  if (rows) dims.insert(dims.begin(), cube ? inner : Int(site, 1));
  std::vector<int64_t> axes = rows ? std::vector<int64_t>{0, 2, 1} : std::vector<int64_t>{1, 0};
  if (cube && site.bytes().Chance(1, 2)) axes = SomeAxes(site, axes.size());
  const Expr* transposed = Permuted(site, site.Floats(dims, true), axes);
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

// Now and then one in another order than all the others, where the extents are one.
void PermutesBeforeConcat(BaitSite& site) {
  size_t rank = 2 + site.bytes().Below(3), count = 2 + site.bytes().Below(3);
  bool cube = site.bytes().Chance(1, 3);
  std::vector<const Expr*> dims{site.AnyDim()};
  while (dims.size() < rank) dims.push_back(cube ? dims[0] : Int(site, Small(site, 4)));
  std::vector<int64_t> axes = SomeAxes(site, rank);
  size_t other = cube ? site.bytes().Below(count) : count;
  std::vector<const Expr*> parts;
  for (size_t i = 0; i < count; ++i)
    parts.push_back(Permuted(site, site.Floats(dims, i > 0), i == other ? SomeAxes(site, rank) : axes));
  Joined(site, parts, static_cast<int64_t>(site.bytes().Below(rank)));
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
