# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple(T.int64, T.int64, R.Tensor(dtype="float32", ndim=4), R.Tensor(dtype="int32", ndim=4))) -> R.Tuple(T.int64, T.int64, R.Tensor(dtype="int32", ndim=4)):
        n: T.int64 = model_params[0]
        x1: R.Tensor((1, 1, n * n, n), dtype="int32") = R.match_cast(model_params[3], R.Tensor((1, 1, n * n, n), dtype="int32"))
        output_tuple: R.Tuple(T.int64, T.int64, R.Tensor((1, 1, n * n, n), dtype="int32")) = n, n, x1
        return output_tuple

    @R.function
    def main(n: T.int64, m: T.int64, lv1: R.Tensor((1, 1, n * m, n), dtype="int32")) -> R.Tensor((1, 1, n * m, n), dtype="int32"):
        return lv1
