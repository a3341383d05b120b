# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def affine_grid(x2: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "bfloat16"), affine_grid: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "bfloat16")):
        affine_grid_1 = T.Buffer((T.int64(1),), "bfloat16", data=affine_grid.data)
        affine_grid_1[T.int64(0)] = T.bfloat16(-0.66666666666666674) + T.bfloat16(1.0)

    @R.function
    def main(x2: R.Tensor((1, 1, 1), dtype="bfloat16")) -> R.Tensor((1, 1, 1, 1, 1), dtype="bfloat16"):
        cls = Module
        lv3 = R.call_tir(cls.affine_grid, (x2,), out_ty=R.Tensor((1, 1, 1, 1, 1), dtype="bfloat16"))
        return lv3
