// Images sampled along a grid: image.affine_grid, image.grid_sample. Tested by image_rows_test.cc.
#include <algorithm>

#include "ir/ops/families.h"
#include "ir/ops/spatial.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<const Type*> InferAffineGrid(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  int spatial = As<ShapeType>(in.call.args[1]->type)->rank;
  if (spatial != 2 && spatial != 3) return Broken(in, 1, "two or three numbers in size", fact::Arg{1});
  if (data->rank != kUnknownRank && data->rank != 3) return Broken(in, 2, "data of rank 3", fact::Arg{0});
  const ShapeExpr* shape = KnownShape(data);
  for (size_t d = 1; shape != nullptr && d < 3; ++d) {
    const IntImm* extent = AsInt(shape->values[d]);
    bool fits = extent == nullptr || extent->value == spatial + static_cast<int64_t>(d) - 1;
    if (!fits)
      return Broken(in, 3, fmt::format("data of shape (batch, {}, {})", spatial, spatial + 1), fact::Arg{0},
                    fact::Arg{1});
  }
  const auto* size = As<ShapeExpr>(in.call.args[1]);
  if (shape == nullptr || size == nullptr) return LikeWithRank(in.ctx, data, spatial + 2);
  Dims dims{shape->values[0], MakeInt(in.ctx, spatial)};
  dims.insert(dims.end(), size->values.begin(), size->values.end());
  return LikeWithDims(in.ctx, data, dims);
}
size_t SpatialOfLayout(const Call& call) { return TextAttr(call, "layout") == "NCDHW" ? 3 : 2; }
Result<const Type*> InferGridSample(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* grid, TensorArg(in, 1));
  size_t spatial = SpatialOfLayout(in.call);
  std::optional<Layout> layout = Layout::Parse(TextAttr(in.call, "layout"), DataLetters(spatial));
  if (!layout) return Broken(in, 1, "layout to be NCDHW or an order of NCHW", fact::Attr{"layout"});
  if (data->rank != kUnknownRank && data->rank != layout->rank())
    return Broken(in, 2, "data of its layout's rank", fact::Arg{0}, fact::Attr{"layout"});
  const ShapeExpr *shape = KnownShape(data), *places = KnownShape(grid);
  if (places != nullptr && places->values.size() != spatial + 2)
    return Broken(in, 2, fmt::format("grid of rank {}", spatial + 2), fact::Arg{1}, fact::Arg{0});
  if (places != nullptr) {
    bool pairs = !ExtentsDiffer(in, places->values[1], MakeInt(in.ctx, static_cast<int64_t>(spatial)));
    if (!pairs)
      return Broken(in, 3, fmt::format("{} coordinates for each place of grid", spatial), fact::Extent{1, 1},
                    fact::Arg{1});
  }
  if (shape == nullptr || places == nullptr) return LikeWithRank(in.ctx, data, layout->rank());
  if (!layout->Takes(shape->values))
    return Broken(in, 2, "a split dimension as long as the layout says", fact::Arg{0}, fact::Attr{"layout"});
  Dims dims = layout->ToPrimal(in.ctx, Dims(shape->values.begin(), shape->values.end()));
  if (ExtentsDiffer(in, dims[0], places->values[0])) {
    return Differ(in, 3, "batches of data and grid", fact::NamedDim("data's", dims[0]), fact::Extent{1, 0},
                  fact::Arg{0});
  }
  for (size_t i = 0; i < spatial; ++i) dims[2 + i] = places->values[2 + i];
  return LikeWithDims(in.ctx, data, layout->FromPrimal(in.ctx, dims));
}

// ---- affine_grid

constexpr std::string_view kOneWide = "an extent of 1 has no corners to align";
// Start and step of the coordinates along an extent, rounded to the dtype.
struct Steps {
  double start, step;
};
Steps StepsOf(int64_t extent, bool corners) {
  auto n = static_cast<double>(extent);
  return corners ? Steps{-1.0, (2.0 - 1e-7) / (n - 1)} : Steps{-1.0 + 1.0 / n, 2.0 / n};
}
EvalResult EvalAffineGrid(const EvalIn& in) {
  const Tensor& data = eval::TensorOf(in, 0);
  Index size = eval::IntsOf(in.args[1]), shape{data.shape()[0], static_cast<int64_t>(size.size())};
  DType dtype = data.dtype();
  bool corners = BoolAttr(in.call, "align_corners");
  if (!dtype.IsFloating()) return Refused{"affine_grid of integers"};
  if (corners && std::find(size.begin(), size.end(), 1) != size.end()) return Refused{std::string(kOneWide)};
  auto spatial = static_cast<int64_t>(size.size());
  if (data.rank() != 3 || data.shape()[1] != spatial || data.shape()[2] != spatial + 1)
    return eval::ShapeMismatch(in, "data");
  shape.insert(shape.end(), size.begin(), size.end());
  return eval::Fill(dtype, shape, [&](const Index& i) {
    Scalar value = eval::At(data, {i[0], i[1], spatial});
    for (int64_t r = 0; r < spatial; ++r) {
      auto at = static_cast<size_t>(r);
      Steps steps = StepsOf(size[at], corners);
      Scalar walked = scalar::Mul(Scalar::Int(dtype, i[2 + at]), Scalar::Float(dtype, steps.step));
      Scalar coordinate = scalar::Add(Scalar::Float(dtype, steps.start), walked);
      value = scalar::Add(value, scalar::Mul(eval::At(data, {i[0], i[1], spatial - 1 - r}), coordinate));
    }
    return value;
  });
}
Lowered LowerAffineGrid(LowerSite& site, const Call& call) {
  DType dtype = As<TensorType>(call.args[0]->type)->dtype;
  if (!dtype.IsFloating()) return Refused{"affine_grid of integers"};
  bool corners = BoolAttr(call, "align_corners");
  const auto* size = As<ShapeExpr>(call.args[1]);
  for (size_t i = 0; size != nullptr && i < size->values.size(); ++i) {
    const IntImm* extent = AsInt(size->values[i]);
    if (extent == nullptr) return Refused{"a size that is not constant: TVM's legalisation does not either"};
    if (corners && extent->value == 1) return Refused{std::string(kOneWide)};
  }
  return LowerToCallTIR(site, call, "affine_grid", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    auto spatial = static_cast<int64_t>(dims.size()) - 2;
    return std::vector{k.Compute("affine_grid", Axes("i", dims), [&](const Terms& i) {
      Term value = in[0](i[0], i[1], k.Int(spatial));
      for (int64_t r = 0; r < spatial; ++r) {
        auto at = static_cast<size_t>(2 + r);
        Steps steps = StepsOf(AsInt(dims[at].expr())->value, corners);
        Term coordinate = Literal(k.ctx(), dtype, steps.start) + CastTo(dtype, i[at]) * steps.step;
        value = value + in[0](i[0], i[1], k.Int(spatial - 1 - r)) * coordinate;
      }
      return value;
    })};
  });
}

// ---- grid_sample

std::string WhyNotSampled(const Call& call) {
  DType dtype = As<TensorType>(call.args[0]->type)->dtype;
  if (!dtype.IsFloating() || As<TensorType>(call.args[1]->type)->dtype != dtype)
    return "samples of integers, or of two dtypes";
  std::string_view layout = TextAttr(call, "layout"), mode = TextAttr(call, "padding_mode"),
                   method = TextAttr(call, "method");
  if (layout != "NCHW" && layout != "NCDHW") return "TVM's kernel takes NCHW and NCDHW alone";
  bool cubic = method == "bicubic" && layout == "NCHW";
  if (method != "bilinear" && method != "nearest" && !cubic) return "grid_sample by " + std::string(method);
  return mode == "zeros" || mode == "border" || mode == "reflection" ? "" : "padding_mode is unknown";
}
struct SampleRun {
  const EvalIn& in;
  const Tensor &data, &grid;
  DType dtype;

  Scalar Number(double value) const { return Scalar::Float(dtype, value); }
  Scalar Clipped(Scalar c, int64_t extent) const {
    return scalar::Min(scalar::Max(c, Number(0)), Scalar::Int(dtype, extent - 1));
  }
  Scalar Reflected(Scalar c, int64_t extent, bool corners) const {
    int64_t size = corners ? extent - 1 : extent;
    Scalar start = Number(corners ? 0 : -0.5), whole = Scalar::Int(dtype, size);
    bool inside = scalar::Ge(c, start).IsTrue() && scalar::Le(c, scalar::Add(whole, start)).IsTrue();
    if (inside || size <= 0) return c;
    Scalar distance = eval::Math("fabs", scalar::Sub(start, c));
    Scalar times = scalar::TruncDiv(scalar::Cast(distance, DType::Int(32)), Scalar::Int(DType::Int(32), size));
    Scalar extra = scalar::Sub(distance, scalar::Cast(scalar::Mul(times, Scalar::Int(DType::Int(32), size)), dtype));
    if (times.AsInt() % 2 == 0) return scalar::Add(extra, start);
    return scalar::Add(scalar::Sub(whole, extra), start);
  }
  // Where among `extent` places a number of the grid points to.
  Scalar Pointed(Scalar g, int64_t extent) const {
    bool corners = BoolAttr(in.call, "align_corners");
    Scalar one = Scalar::One(dtype), two = Number(2), c = scalar::Add(g, one);
    c = scalar::Div(scalar::Mul(c, Scalar::Int(dtype, corners ? extent - 1 : extent)), two);
    return corners ? c : scalar::Add(Number(-0.5), c);
  }
  // The same, back inside as padding_mode says.
  Scalar Coordinate(Scalar g, int64_t extent) const {
    bool corners = BoolAttr(in.call, "align_corners");
    Scalar c = Pointed(g, extent);
    std::string_view mode = TextAttr(in.call, "padding_mode");
    if (mode == "reflection") c = Reflected(c, extent, corners);
    return mode == "zeros" ? c : Clipped(c, extent);
  }
  Scalar Pixel(const Index& at) const {
    for (size_t d = 2; d < at.size(); ++d) {
      if (at[d] < 0 || at[d] >= data.shape()[d]) return Scalar::Zero(dtype);
    }
    return eval::At(data, at);
  }
  // A whole place brought back inside: zeros leaves it outside.
  int64_t Inside(int64_t place, int64_t extent) const {
    std::string_view mode = TextAttr(in.call, "padding_mode");
    if (mode == "zeros") return place;
    // How far it is from the edge where it is reflected, the first place's middle or its outer side, and how wide a
    // turn is.
    bool corners = BoolAttr(in.call, "align_corners");
    int64_t width = corners ? extent - 1 : extent;
    if (mode == "reflection" && width > 0 && (place < 0 || place >= extent)) {
      int64_t distance = place < 0 ? (corners ? -place : -place - 1) : place;
      int64_t rest = distance % width;
      place = distance / width % 2 == 0 ? rest : extent - 1 - rest;
    }
    return std::clamp<int64_t>(place, 0, extent - 1);
  }
  // Four values around a fraction, by the cubic that PyTorch takes as well (A = -0.75).
  Scalar Cubic(const std::vector<Scalar>& values, Scalar fraction) const {
    auto near = [&](Scalar x) {
      Scalar inner = scalar::Sub(scalar::Mul(Number(1.25), x), Number(2.25));
      return scalar::Add(scalar::Mul(scalar::Mul(inner, x), x), Number(1));
    };
    auto far = [&](Scalar x) {
      Scalar inner = scalar::Add(scalar::Mul(Number(-0.75), x), Number(3.75));
      return scalar::Add(scalar::Mul(scalar::Sub(scalar::Mul(inner, x), Number(6)), x), Number(3));
    };
    Scalar weights[] = {far(scalar::Add(fraction, Number(1))), near(fraction), near(scalar::Sub(Number(1), fraction)),
                        far(scalar::Sub(Number(2), fraction))};
    Scalar sum = scalar::Mul(values[0], weights[0]);
    for (size_t i = 1; i < 4; ++i) sum = scalar::Add(sum, scalar::Mul(values[i], weights[i]));
    return sum;
  }
  Scalar AtCubic(const Index& i) const {
    int64_t whole[2];
    Scalar fractions[2] = {Number(0), Number(0)};
    for (size_t d = 0; d < 2; ++d) {
      Scalar c = Pointed(eval::At(grid, {i[0], static_cast<int64_t>(1 - d), i[2], i[3]}), data.shape()[2 + d]);
      Scalar floor = scalar::Cast(eval::Math("floor", c), DType::Int(32));
      whole[d] = floor.AsInt();
      fractions[d] = scalar::Sub(c, scalar::Cast(floor, dtype));
    }
    std::vector<Scalar> lines;
    for (int64_t y = whole[0] - 1; y <= whole[0] + 2; ++y) {
      std::vector<Scalar> line;
      for (int64_t x = whole[1] - 1; x <= whole[1] + 2; ++x) {
        line.push_back(Pixel({i[0], i[1], Inside(y, data.shape()[2]), Inside(x, data.shape()[3])}));
      }
      lines.push_back(Cubic(line, fractions[1]));
    }
    return Cubic(lines, fractions[0]);
  }
  Scalar At(const Index& i) const {
    if (TextAttr(in.call, "method") == "bicubic") return AtCubic(i);
    size_t spatial = i.size() - 2;
    Index place{i[0], i[1]};
    std::vector<Scalar> fractions;
    bool nearest = TextAttr(in.call, "method") == "nearest";
    for (size_t d = 0; d < spatial; ++d) {
      Index from = i;
      // The grid names the last dimension first.
      from[1] = static_cast<int64_t>(spatial - 1 - d);
      Scalar c = Coordinate(eval::At(grid, from), data.shape()[2 + d]);
      Scalar whole = scalar::Cast(eval::Math(nearest ? "nearbyint" : "floor", c), DType::Int(32));
      place.push_back(whole.AsInt());
      fractions.push_back(scalar::Sub(c, scalar::Cast(whole, dtype)));
    }
    if (nearest) return Pixel(place);
    std::optional<Scalar> sum;
    eval::ForEach(Index(spatial, 2), [&](const Index& corner) {
      Index at = place;
      for (size_t d = 0; d < spatial; ++d) at[2 + d] += corner[d];
      Scalar value = Pixel(at);
      for (size_t d = 0; d < spatial; ++d) {
        value = scalar::Mul(value, corner[d] == 1 ? fractions[d] : scalar::Sub(Scalar::One(dtype), fractions[d]));
      }
      sum = sum ? scalar::Add(*sum, value) : value;
    });
    return *sum;
  }
};
EvalResult EvalGridSample(const EvalIn& in) {
  if (std::string why = WhyNotSampled(in.call); !why.empty()) return Refused{why};
  const Tensor &data = eval::TensorOf(in, 0), &grid = eval::TensorOf(in, 1);
  size_t spatial = SpatialOfLayout(in.call);
  bool fits = data.shape().size() == spatial + 2 && grid.rank() == data.rank() && grid.shape()[0] == data.shape()[0] &&
              grid.shape()[1] == static_cast<int64_t>(spatial);
  if (!fits) return eval::ShapeMismatch(in, "data and grid do not fit");
  Index shape = grid.shape();
  shape[1] = data.shape()[1];
  SampleRun run{in, data, grid, data.dtype()};
  return eval::Fill(data.dtype(), shape, [&](const Index& i) { return run.At(i); });
}

struct GridKernel {
  KernelBuilder& k;
  const Call& call;
  const KernelBuffer& data;
  DType dtype;

  Term Number(double value) const { return Literal(k.ctx(), dtype, value); }
  Term Coordinate(Term g, Term extent) const {
    bool corners = BoolAttr(call, "align_corners"), cubic = TextAttr(call, "method") == "bicubic";
    std::string_view mode = TextAttr(call, "padding_mode");
    Term size = corners ? extent - 1 : extent;
    Term c = (g + 1.0) * CastTo(dtype, size) / 2.0;
    if (!corners) c = -0.5 + c;
    // Cubics bring the places around it inside, not the coordinate.
    if (mode == "zeros" || cubic) return c;
    if (mode == "reflection") {
      Term start = Number(corners ? 0 : -0.5), whole = CastTo(dtype, size), small = CastTo(DType::Int(32), size);
      Term distance = assay::Intrinsic("fabs", {start - c});
      Term times = TruncDivOf(CastTo(DType::Int(32), distance), MaxOf(small, Like(small, 1)));
      Term extra = distance - CastTo(dtype, times * small);
      Term even = TruncModOf(times, Like(times, 2)) == 0;
      Term inside = (c >= start && c <= whole + start) || small <= 0;
      c = SelectOf(inside, c, SelectOf(even, extra + start, whole - extra + start));
    }
    return MinOf(MaxOf(c, Number(0)), CastTo(dtype, extent - 1));
  }
  // A stage with the coordinates along one spatial dimension, used by every corner and channel.
  KernelBuffer Coordinates(const KernelBuffer& grid, size_t dimension, size_t spatial) const {
    Terms dims = grid.dims();
    dims[1] = k.Int(1);
    return k.Compute("coordinates", Axes("i", dims), [&](const Terms& i) {
      Terms from = i;
      // The grid names the last dimension first.
      from[1] = k.Int(static_cast<int64_t>(spatial - 1 - dimension));
      return Coordinate(grid(from), data.dim(static_cast<int>(2 + dimension)));
    });
  }
  Term Pixel(const Terms& at) const {
    Term inside(k.ctx(), MakeBool(k.ctx(), true));
    for (size_t d = 2; d < at.size(); ++d) inside = inside && 0 <= at[d] && at[d] < data.dim(static_cast<int>(d));
    return IfThenElseOf(inside, data(at), Number(0));
  }
};
struct CubicKernel {
  const GridKernel& grid;

  Term Inside(const Term& place, const Term& extent) const {
    bool corners = BoolAttr(grid.call, "align_corners");
    std::string_view mode = TextAttr(grid.call, "padding_mode");
    if (mode == "zeros") return place;
    Term c = place, zero = grid.k.Int(0);
    if (mode == "reflection") {
      Term width = corners ? extent - 1 : extent, turn = MaxOf(width, grid.k.Int(1));
      Term before = corners ? 0 - place : -1 - place, distance = SelectOf(place < 0, before, place);
      Term even = distance / turn % 2 == 0, rest = distance % turn;
      Term stays = (0 <= place && place < extent) || width <= 0;
      c = SelectOf(stays, place, SelectOf(even, rest, extent - 1 - rest));
    }
    return MinOf(MaxOf(c, zero), extent - 1);
  }
  Term Sum(const Terms& values, const Term& t) const {
    auto inner = [](const Term& x) { return (1.25 * x - 2.25) * x * x + 1.0; };
    auto outer = [](const Term& x) { return ((-0.75 * x + 3.75) * x - 6.0) * x + 3.0; };
    return values[0] * outer(t + 1.0) + values[1] * inner(t) + values[2] * inner(1.0 - t) + values[3] * outer(2.0 - t);
  }
  // From the first of four places in each dimension, and the fractions.
  Term At(const Terms& i, const Terms& whole, const Terms& fractions) const {
    Terms lines;
    for (int y = -1; y < 3; ++y) {
      Terms line;
      for (int x = -1; x < 3; ++x) {
        Term row = Inside(whole[0] + y, grid.data.dim(2)), column = Inside(whole[1] + x, grid.data.dim(3));
        line.push_back(grid.Pixel({i[0], i[1], row, column}));
      }
      lines.push_back(Sum(line, fractions[1]));
    }
    return Sum(lines, fractions[0]);
  }
};
Lowered LowerGridSample(LowerSite& site, const Call& call) {
  if (std::string why = WhyNotSampled(call); !why.empty()) return Refused{why};
  size_t spatial = SpatialOfLayout(call);
  bool nearest = TextAttr(call, "method") == "nearest", cubic = TextAttr(call, "method") == "bicubic";
  return LowerToCallTIR(site, call, "grid_sample", {call.args[0], call.args[1]}, [&](KernelBuilder& k, const auto& in) {
    GridKernel kernel{k, call, in[0], in[0].dtype()};
    std::vector<KernelBuffer> coordinates;
    for (size_t d = 0; d < spatial; ++d) coordinates.push_back(kernel.Coordinates(in[1], d, spatial));
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    return std::vector{k.Compute("grid_sample", Axes("i", dims), [&](const Terms& i) {
      Terms place{i[0], i[1]}, fractions;
      for (size_t d = 0; d < spatial; ++d) {
        Terms from = i;
        from[1] = k.Int(0);
        Term c = coordinates[d](from);
        Term whole = CastTo(DType::Int(32), assay::Intrinsic(nearest ? "nearbyint" : "floor", {c}));
        place.push_back(CastTo(DType::Int(64), whole));
        fractions.push_back(c - CastTo(kernel.dtype, whole));
      }
      if (nearest) return kernel.Pixel(place);
      if (cubic) return CubicKernel{kernel}.At(i, {place[2], place[3]}, fractions);
      std::optional<Term> sum;
      for (size_t corner = 0; corner < (size_t{1} << spatial); ++corner) {
        Terms at = place;
        auto far = [&](size_t d) { return (corner >> (spatial - 1 - d) & 1) != 0; };
        for (size_t d = 0; d < spatial; ++d) at[2 + d] = far(d) ? at[2 + d] + 1 : at[2 + d];
        Term value = kernel.Pixel(at);
        for (size_t d = 0; d < spatial; ++d) value = value * (far(d) ? fractions[d] : 1.0 - fractions[d]);
        sum = sum ? *sum + value : value;
      }
      return *sum;
    })};
  });
}

// ---- sampling

const Call* SampleAffineGrid(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  int64_t spatial = site.bytes().Between(2, 3);
  Dims size;
  for (int64_t i = 0; i < spatial; ++i) size.push_back(MakeInt(ctx, site.bytes().Between(2, 4)));
  Dims dims{site.Dim(), MakeInt(ctx, spatial), MakeInt(ctx, spatial + 1)};
  const Expr* x = site.Tensor(RequestShape(site.PickDType(kFloatDType), dims));
  return MakeOpCall(ctx, row, {x, MakeShape(ctx, size)},
                    {{"align_corners", MakeAttrBool(ctx, site.bytes().Chance(1, 2))}});
}
const Call* SampleGridSample(SampleSite& site, const OpSpec& row) {
  static constexpr std::string_view kModes[] = {"zeros", "border", "reflection"};
  Context& ctx = site.ctx();
  ByteSource& bytes = site.bytes();
  size_t spatial = bytes.Chance(1, 4) ? 3 : 2;
  DType dtype = site.PickDType(kFloatDType);
  Dims data{site.Dim(), site.Dim()}, grid{data[0], MakeInt(ctx, static_cast<int64_t>(spatial))};
  for (size_t i = 0; i < spatial; ++i) {
    data.push_back(MakeInt(ctx, bytes.Between(2, 3)));
    grid.push_back(MakeInt(ctx, bytes.Between(1, 3)));
  }
  std::string_view method = bytes.Chance(1, 3)                   ? "nearest"
                            : spatial == 2 && bytes.Chance(1, 3) ? "bicubic"
                                                                 : "bilinear";
  std::vector<const Expr*> args = {site.Tensor(RequestShape(dtype, data)), site.Tensor(RequestShape(dtype, grid))};
  return MakeOpCall(ctx, row, args,
                    {{"method", MakeAttrString(ctx, method)},
                     {"layout", MakeAttrString(ctx, DataLetters(spatial))},
                     {"padding_mode", MakeAttrString(ctx, kModes[bytes.Below(3)])},
                     {"align_corners", MakeAttrBool(ctx, bytes.Chance(1, 2))}});
}

// ---- rows

constexpr Operand kAffine[] = {{"data", OperandKind::kTensor, kFloatDType}, {"size", OperandKind::kShape}};
constexpr Operand kGrid[] = {{"data", OperandKind::kTensor, kFloatDType}, {"grid", OperandKind::kTensor, kFloatDType}};
constexpr AttrSpec kAffineAttrs[] = {{"align_corners", AttrKind::kBool, "True"}};
constexpr AttrSpec kGridAttrs[] = {{"method", AttrKind::kString, "\"bilinear\""},
                                   {"layout", AttrKind::kString, "\"NCHW\""},
                                   {"padding_mode", AttrKind::kString, "\"zeros\""},
                                   {"align_corners", AttrKind::kBool, "False"}};
constexpr Precondition kAffineRules[] = {{"affine_grid.r1", "size has two or three numbers"},
                                         {"affine_grid.r2", "data has three dimensions"},
                                         {"affine_grid.r3", "data is (batch, n, n + 1) for n numbers of size"}};
constexpr Precondition kGridRules[] = {
    {"grid_sample.r1", "layout is an order of NCHW, or NCDHW"},
    {"grid_sample.r2", "ranks of data and grid, and the length of a split dimension, are those of the layout"},
    {"grid_sample.r3", "grid is (batch, 2 or 3 coordinates, …) for data of that batch"}};
constexpr OpSpec kGridRows[] = {
    {.name = "image.affine_grid",
     .doc =
         "The affine matrix of each image applied to the places of a grid from -1 to 1: its corners when align_corners "
         "is set (then no extent may be 1), else the centres of its cells. Each step rounds in data's dtype.",
     .operands = kAffine,
     .attrs = kAffineAttrs,
     .preconditions = kAffineRules,
     .infer = InferAffineGrid,
     .eval = EvalAffineGrid,
     .lower = {LowerAffineGrid},
     .sample = SampleAffineGrid,
     .tolerance = Ulps(32),
     .mixed = kFollows},
    {.name = "image.grid_sample",
     .doc = "data at the coordinates in grid, from -1 to 1, the last dimension's first: the nearest element (halves to "
            "even), the weighted sum of those around, or (bicubic, NCHW alone) the cubic with A = -0.75 through "
            "sixteen; places "
            "outside are 0, or the coordinate (bicubic: each place) goes to the border or is reflected. Each step "
            "rounds in "
            "data's dtype; NaN is place 0.",
     .operands = kGrid,
     .attrs = kGridAttrs,
     .preconditions = kGridRules,
     .infer = InferGridSample,
     .eval = EvalGridSample,
     .lower = {LowerGridSample},
     .sample = SampleGridSample,
     .tolerance = Ulps(64),
     .mixed = kFollows},
};
static_assert(AllComplete(kGridRows));

}  // namespace

std::span<const OpSpec> GridOps() { return kGridRows; }

}  // namespace assay
