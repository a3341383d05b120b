// Bait in what modules say of sizes: who defines them, who else speaks of them, and what says less than is known.
#include "generators/modules/bait_rows.h"

namespace assay {
namespace {

// A local function takes sizes from the function around it, which weights alone may define.
constexpr std::string_view kLocalFunctionOfSizes = R"(
    @R.function
    def main(x: R.Tensor(("s", {n}), "float32"), w: R.Shape(["s"])):
        s = T.int64()
        @R.function
        def inner(y: R.Tensor((s, {n}), "float32"), t: R.Shape([s])) -> R.Tensor((s, {n}), "float32"):
            z = R.{u}(y)
            return z
        a = inner(x, w)
?        c = R.{v}(a)
        d = R.{b}(a, x)
        return d
)";
constexpr std::string_view kLocalFunctionCallsItself = R"(
    @R.function
    def main(x: R.Tensor(({n},), "float32")):
        @R.function
        def loop(i: R.Tensor((), "int32"), acc: R.Tensor(({n},), "float32")) -> R.Tensor(({n},), "float32"):
            stop = R.greater_equal(i, R.const({m}, "int32"))
            if stop:
                r: R.Tensor(({n},), "float32") = acc
            else:
                j = R.add(i, R.const(1, "int32"))
                g = R.{b}(acc, x)
                r: R.Tensor(({n},), "float32") = loop(j, g)
            return r
?        w = R.{v}(x)
        a = loop(R.const(0, "int32"), x)
        return R.{u}(a)
)";
// Functions are values.
constexpr std::string_view kTupleOfFunctions = R"(
    @R.function
    def main(x: R.Tensor(({n}, {m}), "float32")):
        @R.function
        def some(y: R.Tensor(("s", {m}), "float32")) -> R.Tensor(("s", {m}), "float32"):
            s = T.int64()
            z = R.{u}(y)
            return z
        @R.function
        def other(y: R.Tensor(({n}, {m}), "float32")) -> R.Tensor(({n}, {m}), "float32"):
            z = R.{b}(y, x)
            return z
        t = (some, other)
        f = t[1]
        a = f(x)
?        c = R.{v}(a)
        return some(a)
)";
// Casts to what has a value already compare.
constexpr std::string_view kCastsThatCompare = R"(
    @R.function
    def main(s: R.Shape(["k"]), x: R.Tensor(({n},), "float32"), y: R.Tensor(("q",), "float32")):
        k, p, q = T.int64(), T.int64(), T.int64()
        l = R.match_cast(y, R.Tensor((p,), "float32"))
        a = R.match_cast(x, R.Tensor((k,), "float32"))
?        c = R.match_cast(x, R.Tensor((p,), "float32"))
        d = R.{b}(l, y)
        return (R.{u}(a), d)
)";
constexpr std::string_view kScalarsAreSizes = R"(
    @R.function
    def main(p: T.int64, x: R.Tensor(("q",), "float32")):
        q = T.int64()
        e: T.int64 = q
?        c = R.match_cast(x, R.Tensor((p,), "float32"))
        a = R.match_cast(x, R.Tensor((e,), "float32"))
        z = R.zeros(R.shape([e + {n}]), "float32")
        f = R.{u}(a)
        return (z, f)
)";
constexpr std::string_view kNamesThatSayLess = R"(
    @R.function
    def main(x: R.Tensor(({m}, {n}), "float32")):
        k = T.int64()
        s = (x, x)
        z: R.Tensor(dtype="float32", ndim=2) = s[0]
        v = R.match_cast(z, R.Tensor(({m}, k), "float32"))
        g: R.Tensor(dtype="float32", ndim=2) = R.{u}(v)
        return R.{v}(v)
)";
// A shape has a name in its block, of which types say nothing.
constexpr std::string_view kShapeOfItsBlock = R"(
    @R.function
    def main(x: R.Tensor(({m}, {n}), "float32"), w: R.Tensor(({n}, {n}), "float32"), s: R.Tensor((2,), "int64")):
        with R.dataflow():
            a = R.tensor_to_shape(s)
            y = R.matmul(x, w)
            f = R.flatten(y)
            z: R.Tensor(dtype="float32", ndim=2) = R.reshape(f, a)
            R.output(z)
        return z
)";
// Only the type of the result speaks of what the first parameter defines.
constexpr std::string_view kSizeOfResultAlone = R"(
    @R.function(private=True)
    def resized(s: R.Shape([1, "k"]), y: R.Tensor(dtype="float32", ndim=1)) -> R.Tensor(("k + 1",), "float32"):
        k = T.int64()
        return y

    @R.function
    def main(s: R.Shape(["q"]), x: R.Tensor(("q + 1",), "float32")):
        q = T.int64()
        cls = Module
        a = cls.resized(R.shape([1, q]), x)
?        c = R.{v}(a)
        return R.{u}(a)
)";

constexpr BaitRow kRows[] = {
    {"LazyGetInput", kLocalFunctionOfSizes},
    {"LazyGetInput", kScalarsAreSizes},
    {"LambdaLift", kLocalFunctionOfSizes},
    {"LambdaLift", kLocalFunctionCallsItself},
    {"LambdaLift", kTupleOfFunctions},
    {"TopologicalSort", kTupleOfFunctions},
    {"CanonicalizeBindings", kCastsThatCompare},
    {"CanonicalizeBindings", kLocalFunctionCallsItself},
    {"ConvertToDataflow", kNamesThatSayLess},
    {"ComputePrimValue", kScalarsAreSizes},
    {"ToMixedPrecision", kShapeOfItsBlock},
    {"RemoveRedundantReshape", kShapeOfItsBlock},
    {"RemoveUnusedParameters", kSizeOfResultAlone},
    {"InlinePrivateFunctions", kSizeOfResultAlone},
};

}  // namespace

std::span<const BaitRow> SizeBaitRows() { return kRows; }

}  // namespace assay
