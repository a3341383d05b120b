# RUN: AnnotateTIROpPattern
# A row that is repeated, a sum over part of what is read, a sum of neighbours, two steps of which the second one writes, and
# a kernel that counts a reduction among its indices.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def row(a: T.Buffer((1, 4), "float32"), b: T.Buffer((3, 4), "float32")):
        for i, j in T.grid(3, 4):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                b[vi, vj] = a[0, vj]

    @T.prim_func(private=True, s_tir=True)
    def second_row(a: T.Buffer((2, 4), "float32"), b: T.Buffer((3, 4), "float32")):
        for i, j in T.grid(3, 4):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                b[vi, vj] = a[1, vj]

    @T.prim_func(private=True, s_tir=True)
    def sums(a: T.Buffer((3, 4), "float32"), b: T.Buffer((3,), "float32")):
        for i, k in T.grid(3, 4):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    b[vi] = T.float32(0)
                b[vi] = b[vi] + a[vi, vk]

    @T.prim_func(private=True, s_tir=True)
    def windows(a: T.Buffer((6,), "float32"), b: T.Buffer((4,), "float32")):
        for i, k in T.grid(4, 3):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    b[vi] = T.float32(0)
                b[vi] = b[vi] + a[vi + vk]

    @T.prim_func(private=True, s_tir=True)
    def pairs(a: T.Buffer((8,), "float32"), b: T.Buffer((4,), "float32")):
        for i, k in T.grid(4, 2):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    b[vi] = T.float32(0)
                b[vi] = b[vi] + a[vi * 2 + vk]

    @T.prim_func(private=True, s_tir=True)
    def turned_twice(a: T.Buffer((3, 4), "float32"), c: T.Buffer((3, 4), "float32")):
        b = T.sblock_alloc_buffer((4, 3), "float32")
        for i, j in T.grid(4, 3):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                b[vi, vj] = a[vj, vi]
        for i, j in T.grid(3, 4):
            with T.sblock("c"):
                vi, vj = T.axis.remap("SS", [i, j])
                c[vi, vj] = b[vj, vi]

    @T.prim_func(private=True, s_tir=True)
    def copied_twice(a: T.Buffer((4,), "float32"), c: T.Buffer((4,), "float32")):
        b = T.sblock_alloc_buffer((4,), "float32")
        for i in range(4):
            with T.sblock("b"):
                v = T.axis.spatial(4, i)
                b[v] = a[v]
        for i in range(4):
            with T.sblock("c"):
                v = T.axis.spatial(4, i)
                c[v] = b[v]

    @T.prim_func(private=True, s_tir=True)
    def sum_then_exp(a: T.Buffer((3, 4), "float32"), c: T.Buffer((3,), "float32")):
        b = T.sblock_alloc_buffer((3,), "float32")
        for i, k in T.grid(3, 4):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    b[vi] = T.float32(0)
                b[vi] = b[vi] + a[vi, vk]
        for i in range(3):
            with T.sblock("c"):
                v = T.axis.spatial(3, i)
                c[v] = T.exp(b[v])
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def copied_twice(a: T.Buffer((4,), "float32"), c: T.Buffer((4,), "float32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        b = T.sblock_alloc_buffer((4,))
        for i in range(4):
            with T.sblock("b"):
                v = T.axis.spatial(4, i)
                T.reads(a[v])
                T.writes(b[v])
                b[v] = a[v]
        for i in range(4):
            with T.sblock("c"):
                v = T.axis.spatial(4, i)
                T.reads(b[v])
                T.writes(c[v])
                c[v] = b[v]

    @T.prim_func(private=True, s_tir=True)
    def pairs(a: T.Buffer((8,), "float32"), b: T.Buffer((4,), "float32")):
        T.func_attr({"op_pattern": 4})
        # with T.sblock("root"):
        for i, k in T.grid(4, 2):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(a[vi * 2 + vk])
                T.writes(b[vi])
                with T.init():
                    b[vi] = T.float32(0.0)
                b[vi] = b[vi] + a[vi * 2 + vk]

    @T.prim_func(private=True, s_tir=True)
    def row(a: T.Buffer((1, 4), "float32"), b: T.Buffer((3, 4), "float32")):
        T.func_attr({"op_pattern": 1})
        # with T.sblock("root"):
        for i, j in T.grid(3, 4):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(a[0, vj])
                T.writes(b[vi, vj])
                b[vi, vj] = a[0, vj]

    @T.prim_func(private=True, s_tir=True)
    def second_row(a: T.Buffer((2, 4), "float32"), b: T.Buffer((3, 4), "float32")):
        T.func_attr({"op_pattern": 2})
        # with T.sblock("root"):
        for i, j in T.grid(3, 4):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(a[1, vj])
                T.writes(b[vi, vj])
                b[vi, vj] = a[1, vj]

    @T.prim_func(private=True, s_tir=True)
    def sum_then_exp(a: T.Buffer((3, 4), "float32"), c: T.Buffer((3,), "float32")):
        T.func_attr({"op_pattern": 4})
        # with T.sblock("root"):
        b = T.sblock_alloc_buffer((3,))
        for i, k in T.grid(3, 4):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(a[vi, vk])
                T.writes(b[vi])
                with T.init():
                    b[vi] = T.float32(0.0)
                b[vi] = b[vi] + a[vi, vk]
        for i in range(3):
            with T.sblock("c"):
                v = T.axis.spatial(3, i)
                T.reads(b[v])
                T.writes(c[v])
                c[v] = T.exp(b[v])

    @T.prim_func(private=True, s_tir=True)
    def sums(a: T.Buffer((3, 4), "float32"), b: T.Buffer((3,), "float32")):
        T.func_attr({"op_pattern": 3})
        # with T.sblock("root"):
        for i, k in T.grid(3, 4):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(a[vi, vk])
                T.writes(b[vi])
                with T.init():
                    b[vi] = T.float32(0.0)
                b[vi] = b[vi] + a[vi, vk]

    @T.prim_func(private=True, s_tir=True)
    def turned_twice(a: T.Buffer((3, 4), "float32"), c: T.Buffer((3, 4), "float32")):
        T.func_attr({"op_pattern": 2})
        # with T.sblock("root"):
        b = T.sblock_alloc_buffer((4, 3))
        for i, j in T.grid(4, 3):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(a[vj, vi])
                T.writes(b[vi, vj])
                b[vi, vj] = a[vj, vi]
        for i, j in T.grid(3, 4):
            with T.sblock("c"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(b[vj, vi])
                T.writes(c[vi, vj])
                c[vi, vj] = b[vj, vi]

    @T.prim_func(private=True, s_tir=True)
    def windows(a: T.Buffer((6,), "float32"), b: T.Buffer((4,), "float32")):
        T.func_attr({"op_pattern": 4})
        # with T.sblock("root"):
        for i, k in T.grid(4, 3):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(a[vi + vk])
                T.writes(b[vi])
                with T.init():
                    b[vi] = T.float32(0.0)
                b[vi] = b[vi] + a[vi + vk]
