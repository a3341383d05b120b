# RUN: HoistIfThenElse
# Shows a mutant of passes/analysis/kernel_facts.cc (left-out call): bounds_.Bind(var, bound);
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def chain(a: T.Buffer((1,), "int32"), y: T.Buffer((8,), "int32")):
        for i in range(8):
            x1: T.let[T.int32] = i
            x2: T.let[T.int32] = 1
            x3: T.let[T.int32] = x1 + x2
            x4: T.let[T.int32] = 1
            x5: T.let[T.int32] = x3 + x4
            x7: T.let[T.int32] = x5
            x9: T.let[T.int32] = x7
            x11: T.let[T.int32] = x9
            x13: T.let[T.int32] = x11
            x15: T.let[T.int32] = x13 // 3
            x16: T.let[T.int32] = x15
            x17: T.let[T.int32] = 1 + x16
            x18: T.let[T.int32] = x16 // 3 + x17
            x19: T.let[T.int32] = x17 // 3 + x18
            x20: T.let[T.int32] = x18 // 3 + x19
            x21: T.let[T.int32] = 1 + x20
            y[i] = x21

    @R.function
    def main(a: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        return a
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def chain(a: T.Buffer((1,), "int32"), y: T.Buffer((8,), "int32")):
        for i in range(8):
            x19: T.let[T.int32] = ((i + 2) // 3 + 1) // 3 + (i + 2) // 9 + (i + 2) // 3 + 1
            x20: T.let[T.int32] = ((i + 2) // 9 + (i + 2) // 3 + 1) // 3 + x19
            y[i] = x20 + 1

    @R.function
    def main(a: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        return a
