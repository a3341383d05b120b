// Bait of TIR passes: what their rewrites want to see, and what they must leave alone. Tested by bait_text_test.cc.
#include "generators/modules/bait_rows.h"

namespace assay {
namespace {

// What schedule primitives are about: a sum of products, and stages that read each other whole, beside each other and
// in turn.
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
// The last use of one buffer beside the first of another one, whose elements are written once, again in each iteration,
// or in iterations that need what the iteration before has written over.
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
// A branch that a loop does not decide inside of one that it does, with an else or without; what stands in the other
// case.
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
// Iterations of a loop that need what the iteration before wrote, and iterations that do not.
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
// Loops that begin where another one stands, some steps apart.
constexpr std::string_view kTriangles = R"(
    @T.prim_func(private=True)
    def triangle(x: T.Buffer((12,), "{d}"), y: T.Buffer((12,), "{d}")):
        for i in range(12):
            y[i] = x[i]
        for i in range({m}, 12, {n}):
            for j in range(i, 12):
                y[j] = y[j] + x[i]
        for i in range({m}, 12):
            for j in range({n}, i):
                for k in range(j, i):
                    y[k] = y[k] - x[j]

    @R.function
    def main(x: R.Tensor((12,), "{d}")):
        cls = Module
        return R.call_tir(cls.triangle, (x,), out_ty=R.Tensor((12,), "{d}"))
)";
// Values that only some iterations or operands may compute, and that stand there twice.
constexpr std::string_view kGuarded = R"(
    @T.prim_func(private=True)
    def guarded(x: T.Buffer(({k},), "int32"), y: T.Buffer(({k},), "int32")):
        for i in range({k}):
            a: T.let[T.int32] = x[i] - x[0] + i - {m}
            y[i] = T.if_then_else(a != 0, 100 // a, 7) + T.if_then_else(a != 0, 100 // a, 1)
        for i in range({k}):
            if x[i] > x[0]:
                y[i] = y[i] + 100 // (x[i] - x[0])
                y[i] = y[i] * (100 // (x[i] - x[0]))

    @R.function
    def main(x: R.Tensor(({k},), "int32")):
        cls = Module
        return R.call_tir(cls.guarded, (x,), out_ty=R.Tensor(({k},), "int32"))
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
// Loops over vectors: apart from each other, beside a strided and a reversed one, under what is the same in all
// iterations, and some whose iterations access the same memory, or that branch by the iteration.
constexpr std::string_view kVectors = R"(
    @T.prim_func(private=True)
    def vectors(x: T.Buffer(({m}, 8), "{d}"), y: T.Buffer(({m}, 8), "{d}")):
        t = T.alloc_buffer((16,), "{d}")
        for i in range({m}):
            for j in T.vectorized(4):
                t[j * 2] = x[i, j] + x[i, 7 - j]
            for j in T.vectorized(4):
                t[15 - j * 2] = x[i, 4] * T.{d}({n})
            for j in T.vectorized(8):
                y[i, j] = T.max(t[j // 4 * 2], x[{m} - 1 - i, j])
            if x[i, 0] < x[i, 1]:
                for j in T.vectorized(2, 8):
                    y[i, j] = y[i, j] - x[i, 0]
            for j in T.vectorized(7):
                y[i, j + 1] = y[i, j] + x[i, j]
            for j in T.vectorized(8):
                if x[i, j] < x[i, 0]:
                    y[i, j] = T.{d}({k})

    @R.function
    def main(x: R.Tensor(({m}, 8), "{d}")):
        cls = Module
        return R.call_tir(cls.vectors, (x,), out_ty=R.Tensor(({m}, 8), "{d}"))
)";

constexpr BaitRow kRows[] = {
    {"LiftThreadBinding", kThreads},       {"UnifyThreadBinding", kThreads},
    {"LowerMatchBuffer", kMatched},        {"FP8ComputeLegalize", kEightBits},
    {"FP8StorageLegalize", kEightBits},    {"StmtSimplify", kChangingCondition},
    {"StmtSimplify", kProgression},        {"StmtSimplify", kChain},
    {"HoistIfThenElse", kChain},           {"HoistIfThenElse", kBranches},
    {"HoistExpression", kBranches},        {"PlanAndUpdateBufferAllocationLocation", kCarried},
    {"CompactBufferAllocation", kCarried}, {"HoistExpression", kChain},
    {"RenormalizeSplitPattern", kChain},   {"LowerIntrin", kFloors},
    {"StorageRewrite", kWrittenAgain},     {"LoopPartition", kTriangles},
    {"VectorizeLoop", kVectors},           {"UnrollLoop", kTriangles},
    {"StmtSimplify", kTriangles},          {"CommonSubexprElim", kGuarded},
    {"HoistExpression", kGuarded},         {"ConvertSSA", kViews},
    {"ApplySchedule", kProduct},           {"ApplySchedule", kStages},
};

}  // namespace

std::span<const BaitRow> KernelBaitRows() { return kRows; }

}  // namespace assay
