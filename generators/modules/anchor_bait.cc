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
  kPlain
};

constexpr Anchor kAll[] = {Anchor::kMatmul, Anchor::kVector,  Anchor::kFewVectors, Anchor::kReduction, Anchor::kSoftmax,
                           Anchor::kNorm,   Anchor::kRmsNorm, Anchor::kTranspose,  Anchor::kPlain};
constexpr Anchor kMatmuls[] = {Anchor::kMatmul};
constexpr Anchor kVectors[] = {Anchor::kVector};
constexpr Anchor kFew[] = {Anchor::kFewVectors};
constexpr Anchor kReductions[] = {Anchor::kReduction, Anchor::kReduction, Anchor::kVector};
constexpr Anchor kRows[] = {Anchor::kSoftmax, Anchor::kNorm, Anchor::kReduction, Anchor::kRmsNorm};
constexpr Anchor kRms[] = {Anchor::kRmsNorm};
constexpr Anchor kTransposes[] = {Anchor::kTranspose};

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
constexpr std::string_view kReduce[] = {"sum", "sum", "max", "min", "mean", "prod"};

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
    return text + fmt::format("        return {}\n", result);
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
    std::string_view dtype = op == "mean" ? bytes_.Pick(std::span(kFloats)) : bytes_.Pick(std::span(kNumbers));
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

  ByteSource& bytes_;
  bool symbolic_;
  std::vector<std::string> params_, lines_, used_;
};

}  // namespace

bool HasAnchor(std::string_view pass) { return AnchorsOf(pass) != nullptr; }

std::string AnchorText(std::string_view pass, ByteSource& bytes) {
  const PassAnchors* of_pass = AnchorsOf(pass);
  return of_pass == nullptr ? "" : Graph(bytes).Text(bytes.Pick(of_pass->anchors));
}

}  // namespace assay
