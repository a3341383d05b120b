# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def chain(a: T.Buffer((1,), "int32"), y: T.Buffer((8,), "int32")):
        for i in range(8):
            x0: T.let[T.int32] = i * 3 + 4
            x1: T.let[T.int32] = i + 4
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
    def main(a: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        return a
