# RUN: AnnotateIrregularLoop
# Loops that are left, or go on, at some iteration; one around them, which runs all of its own; what a while's break leaves is no loop for.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 8), "int32")):
        for i in range(8):
            for j in T.serial(8, annotations={"note": 1}):
                if A[i, j] == 3:
                    break
                A[i, j] = 1
        for i in range(8):
            if A[i, 0] == 4:
                continue
            for j in range(8):
                A[i, j] = 2
        for i in range(8):
            while A[i, 0] < 5:
                A[i, 0] = A[i, 0] + 1
                if A[i, 0] == 4:
                    break
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 8), "int32")):
        for i in range(8):
            for j in T.serial(8, annotations={"irregular_loop_mark": 1, "note": 1}):
                if A[i, j] == 3:
                    T.break_loop()
                A[i, j] = 1
        for i in T.serial(8, annotations={"irregular_loop_mark": 1}):
            if A[i, 0] == 4:
                T.continue_loop()
            for j in range(8):
                A[i, j] = 2
        for i in range(8):
            while A[i, 0] < 5:
                A[i, 0] = A[i, 0] + 1
                if A[i, 0] == 4:
                    T.break_loop()
