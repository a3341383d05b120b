# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape(["n", "m"]), x0: R.Tensor((3,), dtype="float32"), x1: R.Tensor((3, 2, 2, 1), dtype="float32"), x2: R.Tensor((2, 2, 1, 1), dtype="float32"), x3: R.Tensor((1, 2, 3, 3), dtype="float32"), x4: R.Tensor((1,), dtype="float32"), x5: R.Tensor((1,), dtype="float32"), x6: R.Tensor((1, 1, 3, 3), dtype="float32"), x7: R.Tensor(("n", 2, 1, 3), dtype="uint64"), x8: R.Tensor((1, 1, 1, 2), dtype="uint64"), x9: R.Tensor((3,), dtype="float32"), x10: R.Tensor((3,), dtype="float16"), x11: R.Tensor((3,), dtype="float32"), x12: R.Tensor((), dtype="int8"), x13: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((1, 3, 2, 2), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")):
        n = T.int64(is_size_var=True)
        m = T.int64(is_size_var=True)
        with R.dataflow():
            lv19: R.Tensor((1, 3, 2, 2), dtype="float32") = R.nn.conv2d(x3, R.const([[[[2.75, 3.0], [2.75, 1.25]], [[1.5, 3.0], [3.0, 1.75]]], [[[0.25, 1.5], [1.25, 0.5]], [[2.25, 1.25], [0.75, 2.5]]], [[[2.5, 2.5], [3.0, 2.25]], [[2.25, 1.5], [1.25, 0.25]]]], "float32"), strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            lv20: R.Tuple(R.Tensor((1, 3, 2, 2), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = R.nn.batch_norm(lv19, R.const([1.5, 2.5, 1.25], "float32"), R.const([3.0, 2.0, 0.5], "float32"), R.const([2.0, 2.25, 2.75], "float32"), R.const([1.0, 0.5, 0.75], "float32"), axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
            R.output(lv20)
        return lv20
