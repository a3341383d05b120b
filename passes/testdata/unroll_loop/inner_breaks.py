# RUN: UnrollLoop
# What leaves an inner loop leaves the iterations of the outer one alone.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def first_of_row(x: T.Buffer((2, 4), "float32"), y: T.Buffer((2,), "float32")):
        for i in T.unroll(2):
            for j in range(4):
                if T.float32(0.0) < x[i, j]:
                    y[i] = x[i, j]
                    break

    @T.prim_func(private=True, s_tir=True)
    def skips(x: T.Buffer((2, 4), "float32"), y: T.Buffer((2,), "float32")):
        for i in T.unroll(2):
            j = T.alloc_buffer((1,), "int32")
            j[0] = 0
            while j[0] < 4:
                j[0] = j[0] + 1
                if x[i, j[0] - 1] < T.float32(0.0):
                    continue
                y[i] = x[i, j[0] - 1]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def first_of_row(x: T.Buffer((2, 4), "float32"), y: T.Buffer((2,), "float32")):
        for j in range(4):
            if T.float32(0.0) < x[0, j]:
                y[0] = x[0, j]
                T.break_loop()
        for j in range(4):
            if T.float32(0.0) < x[1, j]:
                y[1] = x[1, j]
                T.break_loop()

    @T.prim_func(private=True, s_tir=True)
    def skips(x: T.Buffer((2, 4), "float32"), y: T.Buffer((2,), "float32")):
        j = T.alloc_buffer((1,), "int32")
        j[0] = 0
        while j[0] < 4:
            j[0] = j[0] + 1
            if x[0, j[0] - 1] < T.float32(0.0):
                T.continue_loop()
            y[0] = x[0, j[0] - 1]
        j_1 = T.alloc_buffer((1,), "int32")
        j_1[0] = 0
        while j_1[0] < 4:
            j_1[0] = j_1[0] + 1
            if x[1, j_1[0] - 1] < T.float32(0.0):
                T.continue_loop()
            y[1] = x[1, j_1[0] - 1]
