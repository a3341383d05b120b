# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def flag(x: T.bool) -> T.bool:
        return x

    @R.function(pure=False)
    def main(n: T.int64, A: R.Tensor((1,)), s: R.Shape([T.max(n, T.if_then_else(n < 3, T.int64(1), T.int64(2))), T.truncmod(T.int64(7), T.int64(3)), T.Select(n < 1, T.int64(1), T.int64(2))])) -> R.Any:
        cls = Module
        told: T.bool = True
        pair: R.Tuple(T.bool, R.Tensor((1,)), T.int64) = T.bool(True), A, 1
        called: T.bool = cls.flag(T.bool(False))
        constant: R.Tensor((), dtype="bool") = R.const(True, "bool")
        choice: T.int64 = T.if_then_else(n < 3, T.int64(1), T.int64(2))
        shifted: T.int64 = T.shift_left(T.int64(3), T.int64(1))
        likely: T.bool = T.likely(n < 3)
        equal: T.bool = T.FloorMod(T.int64(7), T.int64(3)) == T.FloorMod(T.int64(7), T.int64(3))
        less: T.bool = T.And(T.LT(T.int64(1), T.int64(2)), T.bool(True))
        narrow: T.int32 = T.Cast("int32", T.int64(3))
        R.call_packed("f", T.bool(True), ty_args=(R.Tuple,))
        R.print(True, 1, format=R.str(""))
        R.assert_op(False, format=R.str(""))
        return s
