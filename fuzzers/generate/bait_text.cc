#include "fuzzers/generate/bait_text.h"

#include <algorithm>

#include <fmt/format.h>

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

// {m}, {n} and, in kernels, {k} are extents, {d} is their dtype, {u}, {v} operators of one operand, {b}, {o} of two; lines that begin with a question mark come or
// do not.
struct BaitRow {
  std::string_view pass;
  std::string_view text;
};

// The variable of a match_cast outlives all other names of its value, while storage of that size is asked for.
constexpr std::string_view kCastOutlivesValue = R"(
    @R.function
    def main(x: R.Tensor(({m}, {n}), "float32")):
        p = T.int64()
        s = R.{u}(x)
        l = R.match_cast(s, R.Tensor((p, {n}), "float32"))
        r = R.{v}(x)
        t = R.{u}(r)
?        w = R.{v}(t)
        k = R.{b}(t, t)
        u = R.{v}(l)
        return (u, k)
)";
// Both branches want storage of one size, and let go of it.
constexpr std::string_view kStorageInBranches = R"(
    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor(({m}, {n}), "float32")):
?        w = R.{v}(x)
        if c:
            a = R.{u}(x)
            d = R.{v}(a)
            z: R.Tensor(({m}, {n}), "float32") = R.{b}(d, a)
        else:
            e = R.{v}(x)
            f = R.{u}(e)
            z: R.Tensor(({m}, {n}), "float32") = R.{o}(f, e)
        g = R.{u}(z)
        return R.{b}(g, x)
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
        R.vm.call_tir_dyn(cls.twice, (x, a))
        R.vm.call_tir_dyn(cls.twice, (a, d))
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

// What steps of schedules are about: a sum of products, and stages that read each other whole, beside each other and in turn.
constexpr std::string_view kProduct = R"(
    @T.prim_func(private=True, s_tir=True)
    def product(a: T.Buffer(({m}, {k}), "{d}"), b: T.Buffer(({k}, {n}), "{d}"), c: T.Buffer(({m}, {n}), "{d}")):
        for i, j, k in T.grid({m}, {n}, {k}):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    c[vi, vj] = T.{d}(0)
                c[vi, vj] = c[vi, vj] + a[vi, vk] * b[vk, vj]

    @R.function
    def main(a: R.Tensor(({m}, {k}), "{d}"), b: R.Tensor(({k}, {n}), "{d}")):
        cls = Module
        return R.call_tir(cls.product, (a, b), out_ty=R.Tensor(({m}, {n}), "{d}"))
)";
constexpr std::string_view kStages = R"(
    @T.prim_func(private=True, s_tir=True)
    def stages(a: T.Buffer(({m}, {k}), "{d}"), c: T.Buffer(({m}, {k}), "{d}"), s: T.Buffer(({m},), "{d}")):
        t = T.sblock_alloc_buffer(({m}, {k}), "{d}")
        u = T.sblock_alloc_buffer(({m}, {k}), "{d}")
        for i, j in T.grid({m}, {k}):
            with T.sblock("t"):
                vi, vj = T.axis.remap("SS", [i, j])
                t[vi, vj] = a[vi, vj] * a[vi, 0]
        for i, j in T.grid({m}, {k}):
            with T.sblock("u"):
                vi, vj = T.axis.remap("SS", [i, j])
                u[vi, vj] = t[vi, vj] + a[vi, vj]
        for i, j in T.grid({m}, {k}):
            with T.sblock("c"):
                vi, vj = T.axis.remap("SS", [i, j])
                c[vi, vj] = u[vi, vj] - T.{d}({n})
        for i, k in T.grid({m}, {k}):
            with T.sblock("s"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    s[vi] = T.{d}(0)
                s[vi] = T.max(s[vi], t[vi, vk])

    @R.function
    def main(a: R.Tensor(({m}, {k}), "{d}")):
        cls = Module
        return R.call_tir(cls.stages, (a,), out_ty=[R.Tensor(({m}, {k}), "{d}"), R.Tensor(({m},), "{d}")])
)";

// The last use of one buffer beside the first of another one, whose elements are written once, again in each round, or in rounds
// that need what the round before has written over.
constexpr std::string_view kWrittenAgain = R"(
    @T.prim_func(private=True)
    def again(x: T.Buffer(({k},), "{d}"), w: T.Buffer(({m},), "{d}"), y: T.Buffer(({k},), "{d}")):
        a = T.alloc_buffer(({k},), "{d}")
        c = T.alloc_buffer(({k},), "{d}")
        e = T.alloc_buffer(({k},), "{d}")
        for i in range({k}):
            a[i] = x[i]
        for j, i in T.grid({m}, {k}):
            c[i] = a[i] + w[j]
?        c[0] = c[0] * x[0]
        for i in range({k}):
            e[i] = c[i] - c[0]
        for i in range({k}):
            y[i] = e[i]

    @R.function
    def main(x: R.Tensor(({k},), "{d}"), w: R.Tensor(({m},), "{d}")):
        cls = Module
        return R.call_tir(cls.again, (x, w), out_ty=R.Tensor(({k},), "{d}"))
)";

// A branch that a loop does not decide inside of one that it does, with an else or without; what stands in the other case.
constexpr std::string_view kBranches = R"(
    @T.prim_func(private=True)
    def branches(x: T.Buffer(({k},), "{d}"), y: T.Buffer((4, {k}), "{d}")):
        for j in range(4):
            for i in range({k}):
                y[j, i] = x[i]
            for i in range({k}):
                if x[i] > x[0]:
                    if j < {m}:
                        y[j, i] = x[0]
                else:
                    y[j, i] = x[i] * x[i]

    @R.function
    def main(x: R.Tensor(({k},), "{d}")):
        cls = Module
        return R.call_tir(cls.branches, (x,), out_ty=R.Tensor((4, {k}), "{d}"))
)";
// Rounds of a loop that need what the round before wrote, and rounds that do not.
constexpr std::string_view kCarried = R"(
    @T.prim_func(private=True, s_tir=True)
    def carried(x: T.Buffer(({k},), "{d}"), y: T.Buffer(({k},), "{d}")):
        t = T.sblock_alloc_buffer(({k},), "{d}")
        u = T.sblock_alloc_buffer(({k},), "{d}")
        for i in range({k}):
            with T.sblock("t"):
                v = T.axis.spatial({k}, i)
                t[v] = x[v] * x[0]
            with T.sblock("u"):
                v = T.axis.spatial({k}, i)
                u[v] = t[v] + x[v]
            with T.sblock("y"):
                v = T.axis.spatial({k}, i)
                y[v] = u[v] * t[T.max(v - 1, 0)]

    @R.function
    def main(x: R.Tensor(({k},), "{d}")):
        cls = Module
        return R.call_tir(cls.carried, (x,), out_ty=R.Tensor(({k},), "{d}"))
)";

// A condition that reads memory, which changes under it.
constexpr std::string_view kChangingCondition = R"(
    @T.prim_func(private=True)
    def count(a: T.Buffer(({n},), "int32"), y: T.Buffer((1,), "int32")):
        y[0] = 0
        if y[0] < {m}:
            for i in range(8):
                if y[0] < {m}:
                    y[0] = y[0] + 1

    @R.function
    def main(a: R.Tensor(({n},), "int32")):
        cls = Module
        return R.call_tir(cls.count, (a,), out_ty=R.Tensor((1,), "int32"))
)";
// Remainders of a progression, whose step has a divisor in common with theirs.
constexpr std::string_view kProgression = R"(
    @T.prim_func(private=True)
    def residues(a: T.Buffer(({n},), "int32"), y: T.Buffer((8,), "int32")):
        for i in range(8):
            if (i * 6 + 3) % 4 < 2:
                y[i] = {m}
            else:
                y[i] = 0

    @R.function
    def main(a: R.Tensor(({n},), "int32")):
        cls = Module
        return R.call_tir(cls.residues, (a,), out_ty=R.Tensor((8,), "int32"))
)";
// Each variable is made of two before it.
constexpr std::string_view kChain = R"(
    @T.prim_func(private=True)
    def chain(a: T.Buffer(({n},), "int32"), y: T.Buffer((8,), "int32")):
        for i in range(8):
            x0: T.let[T.int32] = i * 3 + {m}
            x1: T.let[T.int32] = i + {m}
            x2: T.let[T.int32] = x0 // 3 + x1
            x3: T.let[T.int32] = x1 // 3 + x2
            x4: T.let[T.int32] = x2 // 3 + x3
            x5: T.let[T.int32] = x3 // 3 + x4
            x6: T.let[T.int32] = x4 // 3 + x5
            x7: T.let[T.int32] = x5 // 3 + x6
            x8: T.let[T.int32] = x6 // 3 + x7
            x9: T.let[T.int32] = x7 // 3 + x8
            x10: T.let[T.int32] = x8 // 3 + x9
            x11: T.let[T.int32] = x9 // 3 + x10
            x12: T.let[T.int32] = x10 // 3 + x11
            x13: T.let[T.int32] = x11 // 3 + x12
            x14: T.let[T.int32] = x12 // 3 + x13
            x15: T.let[T.int32] = x13 // 3 + x14
            x16: T.let[T.int32] = x14 // 3 + x15
            x17: T.let[T.int32] = x15 // 3 + x16
            x18: T.let[T.int32] = x16 // 3 + x17
            x19: T.let[T.int32] = x17 // 3 + x18
            x20: T.let[T.int32] = x18 // 3 + x19
            x21: T.let[T.int32] = x19 // 3 + x20
            y[i] = x21

    @R.function
    def main(a: R.Tensor(({n},), "int32")):
        cls = Module
        return R.call_tir(cls.chain, (a,), out_ty=R.Tensor((8,), "int32"))
)";
// Division that rounds down, of anything.
constexpr std::string_view kFloors = R"(
    @T.prim_func(private=True)
    def floors(a: T.Buffer(({n},), "int32"), y: T.Buffer(({n},), "int32")):
        for i in range({n}):
            y[i] = a[i] // 10 + a[i] % 3 * {m}

    @R.function
    def main(a: R.Tensor(({n},), "int32")):
        cls = Module
        return R.call_tir(cls.floors, (a,), out_ty=R.Tensor(({n},), "int32"))
)";
// Loops over views, which are one statement when they share their variable.
constexpr std::string_view kViews = R"(
    @T.prim_func(private=True)
    def views(a: T.Buffer((8,), "int32"), y: T.Buffer((16,), "int32")):
        for i in range(16):
            y[i] = a[i // 2]
        for i in range(8):
            b = T.decl_buffer((1,), "int32", data=y.data, elem_offset=i * 2)
            b[0] = b[0] + {m}
        for i in range(8):
            b = T.decl_buffer((1,), "int32", data=y.data, elem_offset=i * 2)
            b[0] = b[0] + {m}

    @R.function
    def main(a: R.Tensor((8,), "int32")):
        cls = Module
        return R.call_tir(cls.views, (a,), out_ty=R.Tensor((16,), "int32"))
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

// Outputs of which some are taken by themselves, beside a use of them all.
constexpr std::string_view kOutputsAsWhole = R"(
    @R.function(private=True)
    def several(x: R.Tensor(({n},), "float32")) -> R.Tuple(R.Tensor(({n},), "float32"), R.Tensor(({n},), "float32"), R.Tensor(({n},), "float32")):
        y = R.{u}(x)
        z = R.{v}(x)
        w = R.{b}(y, z)
        return (y, z, w)

    @R.function
    def main(x: R.Tensor(({n},), "float32")):
        cls = Module
        t = cls.several(x)
        y = t[1]
?        z = t[0]
        w = R.{o}(y, x)
        s = cls.several(w)
?        k = s[0]
        return (w, s)
)";

// Two loops of one launch that are bound to the same threads.
constexpr std::string_view kThreads = R"(
    @T.prim_func(private=True)
    def launch(a: T.Buffer(({m}, 2, 4), "float32"), y: T.Buffer(({m}, 2, 4), "float32"), z: T.Buffer(({m}, 2, 4), "float32")):
        for b in T.thread_binding({m}, thread="blockIdx.x"):
            for i in range(2):
                for t in T.thread_binding(4, thread="threadIdx.x"):
                    y[b, i, t] = a[b, i, t] * T.float32({n})
            for t in T.thread_binding(4, thread="threadIdx.x"):
                for i in range(2):
                    z[b, i, t] = y[b, 1 - i, t]

    @R.function
    def main(a: R.Tensor(({m}, 2, 4), "float32")):
        cls = Module
        return R.call_tir(cls.launch, (a,), out_ty=[R.Tensor(({m}, 2, 4), "float32"), R.Tensor(({m}, 2, 4), "float32")])
)";
// A block that sees part of a buffer as one of its own.
constexpr std::string_view kMatched = R"(
    @T.prim_func(private=True, s_tir=True)
    def rows(x: T.Buffer((4, 6), "float32"), y: T.Buffer((4, 6), "float32")):
        for i in range(4):
            with T.sblock("row"):
                v = T.axis.spatial(4, i)
                T.reads(x[v, 0:6])
                T.writes(y[v, 0:6])
                r = T.match_buffer(x[v, 0:6], (6,), offset_factor=1)
                w = T.match_buffer(y[v, 0:6], (6,), offset_factor=1)
                for j in range(6):
                    w[j] = r[5 - j] * T.float32({n})

    @R.function
    def main(x: R.Tensor((4, 6), "float32")):
        cls = Module
        return R.call_tir(cls.rows, (x,), out_ty=R.Tensor((4, 6), "float32"))
)";
// Arithmetic in eight bits.
constexpr std::string_view kEightBits = R"(
    @T.prim_func(private=True)
    def narrow(x: T.Buffer((8,), "float8_e4m3fn"), y: T.Buffer((8,), "float8_e4m3fn")):
        t = T.alloc_buffer((8,), "float8_e4m3fn")
        for i in range(8):
            t[i] = x[i] * x[i] + T.Cast("float8_e4m3fn", T.float32({m}))
        for i in range(8):
            y[i] = T.max(x[i], t[i]) - T.Cast("float8_e4m3fn", T.float32({n}))

    @R.function
    def main(x: R.Tensor((8,), "float8_e4m3fn")):
        cls = Module
        return R.call_tir(cls.narrow, (x,), out_ty=R.Tensor((8,), "float8_e4m3fn"))
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
// Branches that give shapes of one rank, which the type of the result says, and no more; whichever is taken, one of the first branches
// is not.
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

constexpr BaitRow kRows[] = {
    {"LiftThreadBinding", kThreads},
    {"UnifyThreadBinding", kThreads},
    {"LowerMatchBuffer", kMatched},
    {"FP8ComputeLegalize", kEightBits},
    {"FP8StorageLegalize", kEightBits},
    {"StmtSimplify", kChangingCondition},
    {"StmtSimplify", kProgression},
    {"StmtSimplify", kChain},
    {"HoistIfThenElse", kChain},
    {"HoistIfThenElse", kBranches},
    {"HoistExpression", kBranches},
    {"PlanAndUpdateBufferAllocationLocation", kCarried},
    {"CompactBufferAllocation", kCarried},
    {"HoistExpression", kChain},
    {"RenormalizeSplitPattern", kChain},
    {"LowerIntrin", kFloors},
    {"StorageRewrite", kWrittenAgain},
    {"ConvertSSA", kViews},
    {"RemoveUnusedOutputs", kOutputsAsWhole},
    {"ApplySchedule", kProduct},
    {"ApplySchedule", kStages},
    {"InlinePrivateFunctions", kDimensionsOfCallee},
    {"KillAfterLastUse", kNullValue},
    {"FoldConstant", kShapeOfConstant},
    {"KillAfterLastUse", kKernelsInDataflow},
    {"StaticPlanBlockMemory", kCastOutlivesValue},
    {"StaticPlanBlockMemory", kStorageInBranches},
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

}  // namespace

bool HasBaitText(std::string_view pass) {
  return std::ranges::find(kRows, pass, &BaitRow::pass) != std::end(kRows);
}

std::string BaitText(std::string_view pass, ByteSource& bytes) {
  std::vector<std::string_view> texts;
  for (const BaitRow& row : kRows) {
    if (row.pass == pass) texts.push_back(row.text);
  }
  if (texts.empty()) return {};
  std::string text(bytes.Pick(texts));
  constexpr std::string_view kPlace = "{twice}\n";
  if (size_t place = text.find(kPlace); place != std::string::npos) text.replace(place, kPlace.size(), kTwice);
  Filler filler(bytes);
  if (text.find("{d}") != std::string::npos) filler.AddKernelWords(bytes);
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
