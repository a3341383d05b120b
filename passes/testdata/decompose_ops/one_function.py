# RUN: DecomposeOpsForInference{"func_name":"main"}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), g: R.Tensor((3,), dtype="float32"), s: R.Tensor((2,), dtype="int64")) -> R.Tensor(ndim=2, dtype="float32"):
        t = R.nn.batch_norm(x, g, g, g, g, axis=-1, scale=False)
        y = t[0]
        n: R.Shape(ndim=2) = R.tensor_to_shape(s)
        z = R.reshape(y, n)
        return z

    @R.function
    def other(x: R.Tensor((2, 3), dtype="float32"), g: R.Tensor((3,), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        t = R.nn.batch_norm(x, g, g, g, g, axis=1)
        y = t[0]
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def other(x: R.Tensor((2, 3), dtype="float32"), g: R.Tensor((3,), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        t: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = R.nn.batch_norm(x, g, g, g, g, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
        y: R.Tensor((2, 3), dtype="float32") = t[0]
        return y

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), g: R.Tensor((3,), dtype="float32"), s: R.Tensor((2,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=2):
        x_1 = T.int64()
        x_2 = T.int64()
        gv: R.Tensor((1, 3), dtype="float32") = R.expand_dims(g, axis=[0])
        gv_1: R.Tensor((2, 3), dtype="float32") = R.subtract(x, gv)
        gv_2: R.Tensor((1, 3), dtype="float32") = R.expand_dims(g, axis=[0])
        gv_3: R.Tensor((1, 3), dtype="float32") = R.add(gv_2, R.const(9.9999997473787516e-06, "float32"))
        gv_4: R.Tensor((1, 3), dtype="float32") = R.sqrt(gv_3)
        gv_5: R.Tensor((2, 3), dtype="float32") = R.divide(gv_1, gv_4)
        gv_6: R.Tensor((1, 3), dtype="float32") = R.expand_dims(g, axis=[0])
        gv_7: R.Tensor((2, 3), dtype="float32") = R.add(gv_5, gv_6)
        t: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = gv_7, g, g
        y: R.Tensor((2, 3), dtype="float32") = t[0]
        gv_8: R.Shape(ndim=2) = R.call_pure_packed("vm.builtin.tensor_to_shape", s, ty_args=(R.Shape(ndim=2),))
        y_1: R.Shape([x_1, x_2]) = R.match_cast(gv_8, R.Shape([x_1, x_2]))
        n: R.Shape([x_1, x_2]) = R.shape([x_1, x_2])
        z: R.Tensor((x_1, x_2), dtype="float32") = R.reshape(y, n)
        return z
