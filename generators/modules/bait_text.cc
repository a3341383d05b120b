#include "generators/modules/bait_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "generators/modules/anchor_bait.h"
#include "generators/modules/bait_rows.h"

namespace assay {
namespace {

// A line "{twice}" stands for this kernel.
constexpr std::string_view kTwice = R"(
    @T.prim_func(private=True, s_tir=True)
    def twice(x: T.Buffer(({n},), "float32"), y: T.Buffer(({n},), "float32")):
        for i in range({n}):
            with T.sblock("y"):
                v = T.axis.spatial({n}, i)
                y[v] = x[v] * T.float32({m})

)";

// No engine runs these, so that NaN may stand in one.
constexpr std::string_view kKernelCallsKernel = R"(
    @T.prim_func(private=True, s_tir=True)
    def inner(y: T.Buffer(({n},), "float32")):
        for i in range({n}):
            y[i] = T.float32("nan")

    @T.prim_func(private=True, s_tir=True)
    def outer(y: T.Buffer(({n},), "float32")):
        Module.inner(y.data)

    @T.prim_func(private=True, s_tir=True)
    def unused(y: T.Buffer(({n},), "float32")):
        Module.inner(y.data)

    @R.function
    def main(x: R.Tensor(({n},), "float32")):
        cls = Module
        y = R.call_tir(cls.outer, R.tuple(), out_ty=R.Tensor(({n},), "float32"))
?        w = R.{v}(x)
        return R.{b}(x, y)
)";
// The only reader of what the first call writes is behind another call.
constexpr std::string_view kDynamicCall = R"(
{twice}
    @R.function(pure=False)
    def main(x: R.Tensor(({n},), "float32")):
        cls = Module
        a: R.Tensor(({n},), "float32") = R.builtin.alloc_tensor(R.shape([{n}]), R.dtype("float32"), R.prim_value(0), R.str("global"))
        d: R.Tensor(({n},), "float32") = R.builtin.alloc_tensor(R.shape([{n}]), R.dtype("float32"), R.prim_value(0), R.str("global"))
        R.vm.call_tir_dyn(cls.twice, (x, a, R.shape([])))
        R.vm.call_tir_dyn(cls.twice, (a, d, R.shape([])))
?        w = R.{v}(x)
        return R.{b}(d, a)
)";
constexpr std::string_view kTwoAllocations = R"(
{twice}
    @R.function(pure=False)
    def main(x: R.Tensor(({n},), "float32")):
        cls = Module
        a: R.Tensor(({n},), "float32") = R.builtin.alloc_tensor(R.shape([{n}]), R.dtype("float32"), R.prim_value(0), R.str("global"))
        d: R.Tensor(({n},), "float32") = R.builtin.alloc_tensor(R.shape([{n}]), R.dtype("float32"), R.prim_value(0), R.str("global"))
        cls.twice(x, a)
        cls.twice(a, d)
?        w = R.{v}(x)
        e = R.{u}(a)
        f = R.{u}(a)
        return R.{b}(d, R.{b}(e, f))
)";
// A dimension that only the type of a result mentions, defined in the middle of what is fused.
constexpr std::string_view kSizeOfResult = R"(
    @R.function
    def main(x: R.Tensor((1, {n}), "float32"), y: R.Tensor(("k", {n}), "float32")):
        k = T.int64()
        s1 = T.int64()
        with R.dataflow():
            a = R.{u}(x)
            d = R.{b}(a, a)
?            w = R.{v}(d)
            sh = R.shape_of(y)
            sb: R.Shape([s1, {n}]) = R.match_cast(sh, R.Shape([s1, {n}]))
            c = R.broadcast_to(d, R.shape([s1, {n}]))
            e = R.{v}(c)
            R.output(e)
        return e
)";

// Names of names, from inside of the block to outside and back.
constexpr std::string_view kNamesOfNames = R"(
    @R.function
    def main(x: R.Tensor(({m}, {n}), "float32")):
        with R.dataflow():
            a = x
            y = R.{u}(a)
            d = y
            e = d
?            w = R.{v}(e)
            f = R.{b}(e, d)
            g = f
            R.output(y, d, g)
        h = g
?        i = h
        return R.{b}(h, h)
)";

// What a dataflow block uses last, and what is used behind it.
constexpr std::string_view kKernelsInDataflow = R"(
{twice}
    @R.function
    def main(x: R.Tensor(({n},), "float32")):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.twice, (x,), out_ty=R.Tensor(({n},), "float32"))
            d = R.call_tir(cls.twice, (a,), out_ty=R.Tensor(({n},), "float32"))
?            e = R.call_tir(cls.twice, (d,), out_ty=R.Tensor(({n},), "float32"))
            f = R.call_tir(cls.twice, (d,), out_ty=R.Tensor(({n},), "float32"))
            R.output(a, f)
        g = R.call_tir(cls.twice, (f,), out_ty=R.Tensor(({n},), "float32"))
        return g
)";

// An object that is no memory, used before and behind what is.
constexpr std::string_view kNullValue = R"(
    @R.function(pure=False)
    def main(x: R.Tensor(({n},), "float32")):
        h: R.Any = R.null_value()
?        w = R.{v}(x)
        y = R.{u}(x)
        R.call_packed("vm.builtin.match_shape", y, h, R.prim_value(1), R.prim_value(0), R.prim_value({n}), R.str(""), ty_args=(R.Tuple,))
        z = R.{b}(y, x)
        return z
)";
// Shapes that folding alone makes known.
constexpr std::string_view kShapeOfConstant = R"(
    @R.function
    def main(x: R.Tensor(({m}, {n}), "float32")):
        with R.dataflow():
            c = R.const([{n}, {m}], "int64")
            s = R.tensor_to_shape(c)
?            w = R.{v}(x)
            y = R.reshape(x, s)
?            u = R.{u}(y)
            z = R.{b}(y, y)
            R.output(s, z)
        return z
)";

// A number as a large tensor, as importers write weights: what folding makes of it is many times as large as the
// module.
constexpr std::string_view kWideConstant = R"(
    @R.function
    def main(x: R.Tensor(({m}, {n}), "float32")):
        with R.dataflow():
            c = R.broadcast_to(R.const([0.5], "float32"), R.shape([64, 256, {n}]))
?            w = R.{v}(x)
            s = R.sum(c)
            z = R.{b}(x, s)
            R.output(z)
        return z
)";

// A function that computes with its own dimensions, called where they have values, or other names.
constexpr std::string_view kDimensionsOfCallee = R"(
    @R.function(private=True)
    def sized(x: R.Tensor(("p", "q"), "float32")) -> R.Tensor(("q * p * 2",), "float32"):
        p = T.int64()
        q = T.int64()
        y = R.{u}(x)
?        w = R.{v}(y)
        z = R.reshape(y, R.shape([q * p]))
        d = R.concat((z, z))
        e = R.broadcast_to(d, R.shape([q * p * 2]))
        return e

    @R.function
    def main(x: R.Tensor(("k", {n}), "float32")):
        k = T.int64()
        cls = Module
?        w = R.{v}(x)
        y = cls.sized(x)
        return R.{b}(y, y)
)";

// Two views of one value, of which one is read behind what may be written into the other.
constexpr std::string_view kTwoViews = R"(
    @R.function
    def main(x: R.Tensor(({m}, {n}), "float32")):
        with R.dataflow():
            s = R.{u}(x)
            a = R.expand_dims(s, axis=[0])
            d = R.expand_dims(s, axis=[0])
?            w = R.{v}(a)
            p = R.{b}(a, d)
            c = R.concat((p, d), axis=0)
            R.output(c)
        return c
)";
// Branches that give shapes of one rank, which the type of the result says, and no more; whichever is taken, one of the
// first branches is not.
constexpr std::string_view kSizesOfBranches = R"(
    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor((1, {n}), "float32")):
        if c:
            s = R.shape([{m}, {n}])
        else:
            s = R.shape([5, {n}])
        if c:
            t = R.shape([5, {n}])
        else:
            t = R.shape([{m}, {n}])
?        w = R.{v}(x)
        y = R.broadcast_to(x, s)
        z = R.broadcast_to(x, t)
        return (R.{u}(y), z)
)";

// A function that gives back its argument, or lets it through by another name: what was computed before is still used
// behind it.
constexpr std::string_view kResultIsArgument = R"(
    @R.function(private=True)
    def same(p: R.Tensor(({m}, {n}), "float32")) -> R.Tensor(({m}, {n}), "float32"):
?        q = p
        return p

    @R.function
    def main(x: R.Tensor(({m}, {n}), "float32")):
        cls = Module
        a = R.{u}(x)
        d = cls.same(a)
?        w = R.{v}(x)
        e = R.{v}(x)
        f = R.{u}(e)
        return R.{b}(R.{o}(e, f), d)
)";
// The same in a dataflow block, where what is written in place is the argument's, too.
constexpr std::string_view kResultIsArgumentInFlow = R"(
    @R.function(private=True)
    def same(p: R.Tensor(({m}, {n}), "float32")) -> R.Tensor(({m}, {n}), "float32"):
        return p

    @R.function
    def main(x: R.Tensor(({m}, {n}), "float32")):
        cls = Module
        with R.dataflow():
            a = R.{u}(x)
            d = cls.same(a)
?            w = R.{v}(x)
            e = R.{b}(d, d)
            f = R.{o}(e, a)
            R.output(f)
        return f
)";
// What one compiler makes, as a tuple of two names: by one it is taken apart, by the other it is a result.
constexpr std::string_view kTupleOfTwoNames = R"(
    @R.function
    def main(x: R.Tensor(({m}, {n}), "float32"), w: R.Tensor(({n}, {n}), "float32")):
        with R.dataflow():
            a = R.matmul(x, w)
            c = R.matmul(a, w)
            t = (a, c)
            s = t
?            k = R.{u}(a)
            e = s[0]
            f = R.matmul(e, w)
            R.output(t, f)
        return (t, f)
)";
// What is grouped, and no kernel: it gives back a parameter.
constexpr std::string_view kGroupThatIsNoKernel = R"(
{twice}
    @R.function(private=True)
    def grouped(p: R.Tensor(({n},), "float32")) -> R.Tuple(R.Tensor(({n},), "float32"), R.Tensor(({n},), "float32")):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.twice, (p,), out_ty=R.Tensor(({n},), "float32"))
            R.output(a)
        return (a, p)

    @R.function
    def main(x: R.Tensor(({n},), "float32")):
        cls = Module
        with R.dataflow():
            w = R.{u}(x)
            t = cls.grouped(w)
?            k = t[1]
            e = t[0]
            f = R.{b}(e, w)
            R.output(f)
        return f
)";

constexpr BaitRow kRows[] = {
    {"FuseTIR", kGroupThatIsNoKernel},
    {"StaticPlanBlockMemory", kResultIsArgument},
    {"DataflowUseInplaceCalls", kResultIsArgumentInFlow},
    {"MergeCompositeFunctions", kTupleOfTwoNames},
    {"RunCodegen", kTupleOfTwoNames},
    {"InlinePrivateFunctions", kDimensionsOfCallee},
    {"KillAfterLastUse", kNullValue},
    {"FoldConstant", kShapeOfConstant},
    {"FoldConstant", kWideConstant},
    {"KillAfterLastUse", kKernelsInDataflow},
    {"DeadCodeElimination", kKernelCallsKernel},
    {"DeadCodeElimination", kDynamicCall},
    {"EliminateCommonSubexpr", kTwoAllocations},
    {"FuseOps", kSizeOfResult},
    {"CanonicalizeBindings", kNamesOfNames},
    {"CanonicalizeBindings", kSizesOfBranches},
    {"DataflowUseInplaceCalls", kTwoViews},
    {"FoldConstant", kSizesOfBranches},
    {"RemoveRedundantReshape", kSizesOfBranches},
    {"RewriteCUDAGraph", kSizesOfBranches},
};

constexpr std::string_view kOneOperand[] = {"exp", "negative", "tanh", "sigmoid", "nn.relu"};
constexpr std::string_view kKernelDTypes[] = {"float32", "int32", "int8"};
constexpr std::string_view kTwoOperands[] = {"add", "multiply", "subtract", "maximum"};

// Each place is drawn once for the whole text.
class Filler {
 public:
  explicit Filler(ByteSource& bytes) {
    words_ = {{'m', std::to_string(1 + bytes.Below(4))},
              {'n', std::to_string(1 + bytes.Below(6))},
              {'u', std::string(bytes.Pick(std::span(kOneOperand)))},
              {'v', std::string(bytes.Pick(std::span(kOneOperand)))},
              {'b', std::string(bytes.Pick(std::span(kTwoOperands)))},
              {'o', std::string(bytes.Pick(std::span(kTwoOperands)))}};
  }
  void AddKernelWords(ByteSource& bytes) {
    words_.emplace_back('k', std::to_string(1 + bytes.Below(8)));
    words_.emplace_back('d', std::string(bytes.Pick(std::span(kKernelDTypes))));
  }
  void AddLine(std::string_view line, std::string& out) const {
    for (size_t i = 0; i < line.size(); ++i) {
      auto word = line[i] == '{' && i + 2 < line.size() && line[i + 2] == '}'
                      ? std::ranges::find(words_, line[i + 1], &std::pair<char, std::string>::first)
                      : words_.end();
      if (word == words_.end()) {
        out += line[i];
      } else {
        out += word->second;
        i += 2;
      }
    }
    out += '\n';
  }

 private:
  std::vector<std::pair<char, std::string>> words_;
};

std::vector<std::string_view> TextsFor(std::string_view pass) {
  std::vector<std::string_view> texts;
  for (std::span<const BaitRow> rows : {std::span<const BaitRow>(kRows), SizeBaitRows(), KernelBaitRows()}) {
    for (const BaitRow& row : rows) {
      if (row.pass == pass) texts.push_back(row.text);
    }
  }
  return texts;
}

}  // namespace

bool HasBaitText(std::string_view pass) { return HasAnchor(pass) || !TextsFor(pass).empty(); }

std::string BaitText(std::string_view pass, ByteSource& bytes) {
  if (HasAnchor(pass)) return AnchorText(pass, bytes);
  std::vector<std::string_view> texts = TextsFor(pass);
  if (texts.empty()) return {};
  std::string text(bytes.Pick(texts));
  constexpr std::string_view kPlace = "{twice}\n";
  if (size_t place = text.find(kPlace); place != std::string::npos) text.replace(place, kPlace.size(), kTwice);
  Filler filler(bytes);
  auto has = [&text](std::string_view word) { return text.find(word) != std::string::npos; };
  if (has("{d}") || has("{k}")) filler.AddKernelWords(bytes);
  std::string filled;
  for (std::string_view rest = text; !rest.empty();) {
    size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    std::string_view line = rest.substr(0, end - 1);
    rest.remove_prefix(end);
    bool optional = line.starts_with('?');
    if (optional && bytes.Chance(1, 2)) continue;
    filler.AddLine(optional ? line.substr(1) : line, filled);
  }
  return filled;
}

std::string BaitModule(std::string_view pass, ByteSource& bytes) {
  return "from tvm.script import ir as I\nfrom tvm.script import relax as R\nfrom tvm.script import tirx as T\n\n"
         "@I.ir_module\nclass Module:\n" +
         BaitText(pass, bytes);
}

}  // namespace assay
