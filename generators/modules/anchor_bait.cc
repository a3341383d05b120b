#include "generators/modules/anchor_bait.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {
namespace {

enum class Anchor : uint8_t {
  kMatmul,
  kVector,
  kFewVectors,
  kReduction,
  kSoftmax,
  kNorm,
  kRmsNorm,
  kTranspose,
  kConvolution,
  kBlockedConvolution,
  kPool,
  kLayout,
  kPicked,
  kPlain
};

constexpr Anchor kAll[] = {Anchor::kMatmul,  Anchor::kVector,      Anchor::kFewVectors, Anchor::kReduction,
                           Anchor::kSoftmax, Anchor::kNorm,        Anchor::kRmsNorm,    Anchor::kTranspose,
                           Anchor::kPlain,   Anchor::kConvolution, Anchor::kPool,       Anchor::kLayout,
                           Anchor::kPicked};
constexpr Anchor kMatmuls[] = {Anchor::kMatmul};
constexpr Anchor kVectors[] = {Anchor::kVector};
constexpr Anchor kFew[] = {Anchor::kFewVectors};
constexpr Anchor kReductions[] = {Anchor::kReduction, Anchor::kReduction, Anchor::kVector};
constexpr Anchor kRows[] = {Anchor::kSoftmax, Anchor::kNorm, Anchor::kReduction, Anchor::kRmsNorm};
constexpr Anchor kRms[] = {Anchor::kRmsNorm};
constexpr Anchor kTransposes[] = {Anchor::kTranspose};
constexpr Anchor kBlocked[] = {Anchor::kBlockedConvolution};
constexpr Anchor kPools[] = {Anchor::kPool};
constexpr Anchor kLayouts[] = {Anchor::kLayout};
constexpr Anchor kOfTextures[] = {Anchor::kBlockedConvolution, Anchor::kPool, Anchor::kLayout};

struct PassAnchors {
  std::string_view pass;
  std::span<const Anchor> anchors;
};
constexpr PassAnchors kOfPasses[] = {
    {"dlight.gpu.Matmul", kMatmuls},        {"dlight.gpu.GEMV", kVectors},
    {"dlight.gpu.LowBatchGEMV", kFew},      {"dlight.gpu.Reduction", kReductions},
    {"dlight.gpu.GeneralReduction", kRows}, {"dlight.gpu.RMSNorm", kRms},
    {"dlight.gpu.Transpose", kTransposes},  {"dlight.gpu.Fallback", kAll},
    {"dlight.ApplyDefaultSchedule", kAll},  {"DefaultGPUSchedule", kAll},
    {"dlight.adreno.Conv2d", kBlocked},     {"dlight.adreno.LayoutTransform", kLayouts},
    {"dlight.adreno.Pool2D", kPools},       {"dlight.adreno.Fallback", kOfTextures},
    {"dlight.cpu.GEMV", kVectors},          {"dlight.cpu.Reduction", kRows},
    {"LowerCrossThreadReduction", kAll},    {"InjectVirtualThread", kAll},
};

const PassAnchors* AnchorsOf(std::string_view pass) {
  const auto* found = std::ranges::find(kOfPasses, pass, &PassAnchors::pass);
  return found == std::end(kOfPasses) ? nullptr : found;
}

constexpr std::string_view kSizes[] = {"1",  "2",  "3",  "4",  "5",  "7",  "8",  "12",
                                       "16", "17", "32", "33", "40", "64", "65", "96"};
constexpr std::string_view kSymbols[] = {"n", "m"};
constexpr std::string_view kFloats[] = {"float32", "float32", "float32", "float16", "float64"};
constexpr std::string_view kNumbers[] = {"float32", "float32", "float32", "float16", "int32", "int8"};
constexpr std::string_view kUnary[] = {"nn.relu", "negative", "abs", "nn.relu", "square"};
constexpr std::string_view kFloatUnary[] = {"exp", "tanh", "sigmoid", "nn.silu", "nn.gelu", "rsqrt"};
constexpr std::string_view kBinary[] = {"add", "multiply", "subtract", "maximum"};
constexpr std::string_view kReduce[] = {"sum", "sum", "max", "min", "mean", "prod", "variance", "std"};

std::vector<std::string> Words(const std::vector<int64_t>& sizes) {
  std::vector<std::string> words;
  for (int64_t size : sizes) words.push_back(fmt::format("{}", size));
  return words;
}

// A convolution of data in blocks of four channels, as TVM's own lowering for Adreno leaves it: {0} images, {1} blocks
// of channels in, {2} out, {3} x {4} of a result, a window of {5} x {6}.
constexpr std::string_view kBlockedKernel = R"(
    @T.prim_func(private=True, s_tir=True)
    def blocked(x: T.Buffer((T.int64({0}), T.int64({1}), T.int64({7}), T.int64({8}), T.int64(4)), "float32"), w: T.Buffer((T.int64({2}), T.int64({9}), T.int64({5}), T.int64({6}), T.int64(4)), "float32"), y: T.Buffer((T.int64({0}), T.int64({2}), T.int64({3}), T.int64({4}), T.int64(4)), "float32")):
        for n, oc, oh, ow, ob, ic, kh, kw in T.grid(T.int64({0}), T.int64({2}), T.int64({3}), T.int64({4}), T.int64(4), T.int64({9}), T.int64({5}), T.int64({6})):
            with T.sblock("conv2d_NCHWc_OIHWo"):
                vn, voc, voh, vow, vob, vic, vkh, vkw = T.axis.remap("SSSSSRRR", [n, oc, oh, ow, ob, ic, kh, kw])
                with T.init():
                    y[vn, voc, voh, vow, vob] = T.float32(0)
                y[vn, voc, voh, vow, vob] = y[vn, voc, voh, vow, vob] + x[vn, vic // T.int64(4), voh + vkh, vow + vkw, vic % T.int64(4)] * w[voc, vic, vkh, vkw, vob]
)";

// One function, line by line.
class Graph {
 public:
  explicit Graph(ByteSource& bytes) : bytes_(bytes), symbolic_(bytes.Chance(1, 3)) {}

  std::string Text(Anchor anchor) {
    std::string result = Behind(Made(anchor));
    std::string text = fmt::format("\n    @R.function\n    def main({}):\n", fmt::join(params_, ", "));
    for (std::string_view symbol : kSymbols) {
      if (std::ranges::count(used_, symbol) != 0) text += fmt::format("        {} = T.int64()\n", symbol);
    }
    // Fusion looks at dataflow blocks alone.
    bool flow = bytes_.Chance(3, 4);
    if (flow) text += "        with R.dataflow():\n";
    std::string_view indent = flow ? "            " : "        ";
    for (const std::string& line : lines_) text += fmt::format("{}{}\n", indent, line);
    if (flow) text += fmt::format("{}R.output({})\n", indent, result);
    return kernels_ + text + fmt::format("        return {}\n", result);
  }

 private:
  struct Tensor {
    std::string name;
    std::vector<std::string> shape;
    std::string dtype;
  };

  std::string Size() {
    if (symbolic_ && bytes_.Chance(1, 3)) return Symbol();
    return std::string(bytes_.Pick(std::span(kSizes)));
  }
  std::string Symbol() {
    std::string symbol(bytes_.Pick(std::span(kSymbols)));
    if (std::ranges::count(used_, symbol) == 0) used_.push_back(symbol);
    return symbol;
  }
  static bool IsFloat(const Tensor& x) { return x.dtype.starts_with("float"); }

  Tensor Param(std::vector<std::string> shape, std::string_view dtype) {
    Tensor x{fmt::format("x{}", params_.size()), std::move(shape), std::string(dtype)};
    std::vector<std::string> words;
    for (const std::string& size : x.shape)
      words.push_back(std::ranges::count(kSymbols, size) != 0 ? fmt::format("\"{}\"", size) : size);
    params_.push_back(fmt::format("{}: R.Tensor(({}{}), dtype=\"{}\")", x.name, fmt::join(words, ", "),
                                  words.size() == 1 ? "," : "", dtype));
    return x;
  }
  Tensor Bind(std::string value, std::vector<std::string> shape, std::string_view dtype) {
    Tensor x{fmt::format("y{}", lines_.size()), std::move(shape), std::string(dtype)};
    lines_.push_back(fmt::format("{} = {}", x.name, value));
    return x;
  }
  Tensor Unary(const Tensor& x) {
    bool floating = IsFloat(x) && bytes_.Chance(1, 2);
    std::string_view op = floating ? bytes_.Pick(std::span(kFloatUnary)) : bytes_.Pick(std::span(kUnary));
    return Bind(fmt::format("R.{}({})", op, x.name), x.shape, x.dtype);
  }
  Tensor Cast(const Tensor& x, std::string_view dtype) {
    return Bind(fmt::format("R.astype({}, dtype=\"{}\")", x.name, dtype), x.shape, dtype);
  }
  // A parameter, now and then behind an operator that is fused with what reads it.
  Tensor Given(const std::vector<std::string>& shape, std::string_view dtype) {
    if (bytes_.Chance(1, 8)) return Cast(Param(shape, dtype == "float32" ? "float16" : "float32"), dtype);
    Tensor x = Param(shape, dtype);
    return bytes_.Chance(1, 6) ? Unary(x) : x;
  }
  // Up to two operators that are fused with what they read.
  std::string Behind(Tensor x) {
    for (uint64_t i = bytes_.Below(3); i > 0; --i) {
      uint64_t way = bytes_.Below(4);
      if (way == 0) x = Unary(x);
      if (way == 1 && !x.shape.empty()) {
        // A bias along the last axis, or a tensor of the same shape.
        std::vector<std::string> shape = bytes_.Chance(1, 2) ? std::vector{x.shape.back()} : x.shape;
        Tensor other = Param(shape, x.dtype);
        x = Bind(fmt::format("R.{}({}, {})", bytes_.Pick(std::span(kBinary)), x.name, other.name), x.shape, x.dtype);
      }
      if (way == 2) x = Cast(x, x.dtype == "float32" ? "float16" : "float32");
    }
    return x.name;
  }

  Tensor Made(Anchor anchor) {
    switch (anchor) {
      case Anchor::kMatmul: {
        std::string rows = Size();
        return Product(rows, bytes_.Chance(1, 4));
      }
      case Anchor::kVector: return OfVector();
      case Anchor::kFewVectors: {
        std::string rows = Symbol();
        return Product(rows, bytes_.Chance(1, 6));
      }
      case Anchor::kReduction: return Reduced();
      case Anchor::kSoftmax: return Softmax();
      case Anchor::kNorm: return Norm(bytes_.Chance(1, 4) ? "group_norm" : "layer_norm");
      case Anchor::kRmsNorm: return Norm("rms_norm");
      case Anchor::kTranspose: return Transposed();
      case Anchor::kConvolution: return Convolution();
      case Anchor::kBlockedConvolution: return BlockedConvolution();
      case Anchor::kPool: return Pool();
      case Anchor::kLayout: return Rearranged();
      case Anchor::kPicked: return Picked();
      case Anchor::kPlain: break;
    }
    std::vector<std::string> sizes = Sizes(1 + bytes_.Below(4));
    return Unary(Unary(Given(sizes, bytes_.Pick(std::span(kNumbers)))));
  }
  std::vector<std::string> Sizes(uint64_t rank) {
    std::vector<std::string> sizes;
    for (uint64_t i = 0; i < rank; ++i) sizes.push_back(Size());
    return sizes;
  }
  // Rows times columns; the second operand may come the other way round, as weights do.
  Tensor Product(const std::string& rows, bool batched) {
    std::string_view dtype = bytes_.Pick(std::span(kNumbers));
    std::string depth(bytes_.Pick(std::span(kSizes))), columns(bytes_.Pick(std::span(kSizes)));
    std::string batch = batched ? Size() : "";
    auto shape = [&](std::string_view a, std::string_view b, bool with_batch) {
      std::vector<std::string> sizes{std::string(a), std::string(b)};
      if (with_batch) sizes.insert(sizes.begin(), batch);
      return sizes;
    };
    Tensor x = Given(shape(rows, depth, batched), dtype);
    bool own_batch = batched && bytes_.Chance(1, 2);
    bool turned = bytes_.Chance(1, 2);
    Tensor w = Given(turned ? shape(columns, depth, own_batch) : shape(depth, columns, own_batch), dtype);
    if (turned) {
      w = Bind(fmt::format("R.permute_dims({}, axes=[{}])", w.name, own_batch ? "0, 2, 1" : "1, 0"),
               shape(depth, columns, own_batch), dtype);
    }
    std::string_view out = dtype == "float16" && bytes_.Chance(1, 2) ? "float32" : dtype == "int8" ? "int32" : dtype;
    std::string out_dtype = out == dtype ? "" : fmt::format(", out_dtype=\"{}\"", out);
    return Bind(fmt::format("R.matmul({}, {}{})", x.name, w.name, out_dtype), shape(rows, columns, batched), out);
  }
  Tensor OfVector() {
    if (bytes_.Chance(1, 3)) return Product("1", bytes_.Chance(1, 3));
    std::string_view dtype = bytes_.Pick(std::span(kNumbers));
    std::string depth = Size(), columns = Size();
    bool first = bytes_.Chance(1, 2);
    Tensor x = Given({depth}, dtype),
           w = Given(first ? std::vector{depth, columns} : std::vector{columns, depth}, dtype);
    return Bind(
        first ? fmt::format("R.matmul({}, {})", x.name, w.name) : fmt::format("R.matmul({}, {})", w.name, x.name),
        {columns}, dtype);
  }
  Tensor Reduced() {
    std::vector<std::string> shape = Sizes(1 + bytes_.Below(3));
    std::string_view op = bytes_.Pick(std::span(kReduce));
    bool floating = op == "mean" || op == "variance" || op == "std";
    std::string_view dtype = floating ? bytes_.Pick(std::span(kFloats)) : bytes_.Pick(std::span(kNumbers));
    Tensor x = Given(shape, dtype);
    uint64_t axis = bytes_.Chance(1, 2) ? shape.size() - 1 : bytes_.Below(shape.size());
    std::vector<uint64_t> axes{axis};
    if (axis > 0 && bytes_.Chance(1, 4)) axes.insert(axes.begin(), axis - 1);
    bool keeps = bytes_.Chance(1, 3);
    std::vector<std::string> left;
    for (uint64_t i = 0; i < shape.size(); ++i) {
      bool gone = std::ranges::count(axes, i) != 0;
      if (!gone || keeps) left.push_back(gone ? "1" : shape[i]);
    }
    return Bind(
        fmt::format("R.{}({}, axis=[{}], keepdims={})", op, x.name, fmt::join(axes, ", "), keeps ? "True" : "False"),
        left, dtype);
  }
  Tensor Softmax() {
    std::vector<std::string> shape = Sizes(1 + bytes_.Below(3));
    Tensor x = Given(shape, bytes_.Pick(std::span(kFloats)));
    std::string_view op = bytes_.Chance(2, 3) ? "softmax" : "log_softmax";
    int64_t axis = bytes_.Chance(3, 4) ? -1 : static_cast<int64_t>(bytes_.Below(shape.size()));
    return Bind(fmt::format("R.nn.{}({}, axis={})", op, x.name, axis), shape, x.dtype);
  }
  Tensor Norm(std::string_view op) {
    std::vector<std::string> shape = Sizes(2 + bytes_.Below(2));
    if (op == "group_norm") shape[1] = bytes_.Chance(1, 2) ? "4" : "12";
    Tensor x = Given(shape, bytes_.Pick(std::span(kFloats)));
    bool two_axes = op != "group_norm" && shape.size() == 3 && bytes_.Chance(1, 4);
    std::vector<std::string> last(shape.end() - (two_axes ? 2 : 1), shape.end());
    Tensor weight = Param(op == "group_norm" ? std::vector{shape[1]} : last, x.dtype);
    std::string axes = two_axes ? "[-2, -1]" : "[-1]";
    if (op == "rms_norm")
      return Bind(fmt::format("R.nn.rms_norm({}, {}, axes={})", x.name, weight.name, axes), shape, x.dtype);
    Tensor bias = Param(weight.shape, x.dtype);
    if (op == "layer_norm") {
      return Bind(fmt::format("R.nn.layer_norm({}, {}, {}, axes={})", x.name, weight.name, bias.name, axes), shape,
                  x.dtype);
    }
    return Bind(fmt::format("R.nn.group_norm({}, {}, {}, num_groups={}, channel_axis=1, axes=[{}])", x.name,
                            weight.name, bias.name, bytes_.Chance(1, 2) ? 2 : 4, shape.size() == 3 ? "2" : ""),
                shape, x.dtype);
  }
  Tensor Transposed() {
    std::vector<std::string> shape = Sizes(2 + bytes_.Below(2)), turned(shape.rbegin(), shape.rend());
    Tensor x = Given(shape, bytes_.Pick(std::span(kNumbers)));
    return Bind(fmt::format("R.permute_dims({})", x.name), turned, x.dtype);
  }
  // Images, channels, height and width, in the order that a layout has them; channels in blocks of four where it says
  // so.
  static std::vector<std::string> InLayout(std::string_view layout, const std::string& images, int64_t channels,
                                           int64_t height, int64_t width) {
    std::string c = fmt::format("{}", layout == "NCHW4c" ? channels / 4 : channels), h = fmt::format("{}", height),
                w = fmt::format("{}", width);
    if (layout == "NHWC") return {images, h, w, c};
    std::vector<std::string> shape{images, c, h, w};
    if (layout == "NCHW4c") shape.emplace_back("4");
    return shape;
  }
  int64_t Between(int64_t least, int64_t most) {
    return least + static_cast<int64_t>(bytes_.Below(static_cast<uint64_t>(most - least + 1)));
  }
  Tensor Convolution() {
    std::string_view dtype = bytes_.Pick(std::span(kFloats)), layout = bytes_.Chance(1, 2) ? "NHWC" : "NCHW";
    int64_t in = Between(1, 9), out = Between(1, 17), window = Between(1, 3), stride = Between(1, 2),
            pad = Between(0, 1);
    int64_t height = Between(window, 9), width = Between(window, 9);
    std::string images = symbolic_ ? Symbol() : fmt::format("{}", Between(1, 2));
    Tensor x = Given(InLayout(layout, images, in, height, width), dtype);
    Tensor w = Given(InLayout(layout, fmt::format("{}", out), in, window, window), dtype);
    auto left = [&](int64_t size) { return (size + 2 * pad - window) / stride + 1; };
    return Bind(
        fmt::format("R.nn.conv2d({}, {}, strides=[{}, {}], padding=[{}, {}, {}, {}], data_layout=\"{}\", "
                    "kernel_layout=\"{}\")",
                    x.name, w.name, stride, stride, pad, pad, pad, pad, layout, layout == "NHWC" ? "OHWI" : "OIHW"),
        InLayout(layout, images, out, left(height), left(width)), dtype);
  }
  Tensor BlockedConvolution() {
    int64_t images = Between(1, 2), in = Between(1, 3), out = Between(1, 9), height = Between(1, 18),
            width = Between(1, 18), window_h = Between(1, 3), window_w = Between(1, 3);
    int64_t rows = height + window_h - 1, columns = width + window_w - 1;
    kernels_ = fmt::format(kBlockedKernel, images, in, out, height, width, window_h, window_w, rows, columns, 4 * in);
    Tensor x = Given(Words({images, in, rows, columns, 4}), "float32");
    Tensor w = Given(Words({out, 4 * in, window_h, window_w, 4}), "float32");
    std::vector<std::string> shape = Words({images, out, height, width, 4});
    return Bind(fmt::format("R.call_tir(Module.blocked, ({}, {}), out_ty=R.Tensor(({}), dtype=\"float32\"))", x.name,
                            w.name, fmt::join(shape, ", ")),
                shape, "float32");
  }
  Tensor Pool() {
    constexpr std::string_view kLayouts[] = {"NCHW", "NHWC", "NCHW4c", "NCHW4c"};
    std::string_view layout = bytes_.Pick(std::span(kLayouts)), dtype = bytes_.Pick(std::span(kFloats));
    int64_t channels = 4 * Between(1, 4), height = Between(2, 9), width = Between(2, 9);
    std::string images = symbolic_ ? Symbol() : fmt::format("{}", Between(1, 2));
    Tensor x = Given(InLayout(layout, images, channels, height, width), dtype);
    if (bytes_.Chance(1, 3)) {
      int64_t rows = Between(1, height), columns = Between(1, width);
      return Bind(fmt::format("R.nn.adaptive_avg_pool2d({}, output_size=[{}, {}], layout=\"{}\")", x.name, rows,
                              columns, layout),
                  InLayout(layout, images, channels, rows, columns), dtype);
    }
    int64_t window = Between(1, 2), stride = Between(1, 2), pad = window == 2 ? Between(0, 1) : 0;
    auto left = [&](int64_t size) { return (size + 2 * pad - window) / stride + 1; };
    return Bind(
        fmt::format("R.nn.{}({}, pool_size=[{}, {}], strides=[{}, {}], padding=[{}, {}, {}, {}], layout=\"{}\")",
                    bytes_.Chance(2, 3) ? "max_pool2d" : "avg_pool2d", x.name, window, window, stride, stride, pad, pad,
                    pad, pad, layout),
        InLayout(layout, images, channels, left(height), left(width)), dtype);
  }
  Tensor Rearranged() {
    std::string_view dtype = bytes_.Pick(std::span(kNumbers));
    int64_t a = Between(1, 3), b = Between(1, 5), c = Between(1, 9), d = Between(1, 9);
    auto moved = [&](const std::vector<int64_t>& from, std::string_view map, const std::vector<int64_t>& to) {
      Tensor x = Given(Words(from), dtype);
      return Bind(fmt::format("R.layout_transform({}, index_map=lambda {})", x.name, map), Words(to), dtype);
    };
    switch (bytes_.Below(6)) {
      case 0: return moved({a, 4 * b, c, d}, "a, b, c, d: (a, b // 4, c, d, b % 4)", {a, b, c, d, 4});
      case 1: return moved({a, b, c, d, 4}, "a, b, c, d, e: (a, b * 4 + e, c, d)", {a, 4 * b, c, d});
      case 2: return moved({4 * b, c}, "a, b: (a // 4, b, a % 4)", {b, c, 4});
      case 3: return moved({a, c, d, b}, "a, b, c, d: (a, d, b, c)", {a, b, c, d});
      case 4: return moved({c, 4 * d}, "a, b: (b // 4, a, b % 4)", {d, c, 4});
      default: return moved({c, d}, "a, b: (b, a)", {d, c});
    }
  }
  // Places of elements, or elements at places.
  Tensor Picked() {
    std::vector<std::string> shape = Sizes(1 + bytes_.Below(3));
    Tensor x = Given(shape, bytes_.Pick(std::span(kNumbers)));
    uint64_t axis = bytes_.Below(shape.size());
    if (bytes_.Chance(1, 2)) {
      bool keeps = bytes_.Chance(1, 3);
      std::vector<std::string> left = shape;
      if (keeps) left[axis] = "1";
      if (!keeps) left.erase(left.begin() + static_cast<ptrdiff_t>(axis));
      return Bind(fmt::format("R.{}({}, axis={}, keepdims={})", bytes_.Chance(1, 2) ? "argmax" : "argmin", x.name, axis,
                              keeps ? "True" : "False"),
                  left, "int64");
    }
    Tensor places = Param({Size()}, "int32");
    std::vector<std::string> taken = shape;
    taken[axis] = places.shape[0];
    return Bind(fmt::format("R.take({}, {}, axis={}, mode=\"{}\")", x.name, places.name, axis,
                            bytes_.Chance(1, 2) ? "clip" : "wrap"),
                taken, x.dtype);
  }

  ByteSource& bytes_;
  bool symbolic_;
  std::vector<std::string> params_, lines_, used_;
  std::string kernels_;
};

}  // namespace

bool HasAnchor(std::string_view pass) { return AnchorsOf(pass) != nullptr; }

std::string AnchorText(std::string_view pass, ByteSource& bytes) {
  const PassAnchors* of_pass = AnchorsOf(pass);
  return of_pass == nullptr ? "" : Graph(bytes).Text(bytes.Pick(of_pass->anchors));
}

}  // namespace assay
