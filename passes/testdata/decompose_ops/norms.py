# RUN: DecomposeOpsForTraining
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3, 4), dtype="float32"), g: R.Tensor((3,), dtype="float32"), b: R.Tensor((3,), dtype="float32"), m: R.Tensor((3,), dtype="float32"), v: R.Tensor((3,), dtype="float32"), s: R.Tensor((4,), dtype="float32")) -> R.Tensor((2, 3, 4), dtype="float32"):
        with R.dataflow():
            t = R.nn.batch_norm(x, g, b, m, v, axis=1, momentum=0.5)
            y = t[0]
            z = R.nn.layer_norm(y, s, s, axes=[-1])
            R.output(z)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3, 4), dtype="float32"), g: R.Tensor((3,), dtype="float32"), b: R.Tensor((3,), dtype="float32"), m: R.Tensor((3,), dtype="float32"), v: R.Tensor((3,), dtype="float32"), s: R.Tensor((4,), dtype="float32")) -> R.Tensor((2, 3, 4), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((3,), dtype="float32") = R.mean(x, axis=[0, 2], keepdims=False)
            lv_1: R.Tensor((3,), dtype="float32") = R.variance(x, axis=[0, 2], keepdims=False)
            lv_2: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(lv, axis=[0, 2])
            lv_3: R.Tensor((2, 3, 4), dtype="float32") = R.subtract(x, lv_2)
            lv_4: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(lv_1, axis=[0, 2])
            lv_5: R.Tensor((1, 3, 1), dtype="float32") = R.add(lv_4, R.const(9.9999997473787516e-06, "float32"))
            lv_6: R.Tensor((1, 3, 1), dtype="float32") = R.sqrt(lv_5)
            lv_7: R.Tensor((2, 3, 4), dtype="float32") = R.divide(lv_3, lv_6)
            lv_8: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(g, axis=[0, 2])
            lv_9: R.Tensor((2, 3, 4), dtype="float32") = R.multiply(lv_7, lv_8)
            lv_10: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(b, axis=[0, 2])
            lv_11: R.Tensor((2, 3, 4), dtype="float32") = R.add(lv_9, lv_10)
            lv_12: R.Tuple(R.Tensor((2, 3, 4), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = lv_11, lv, lv_1
            lv_13: R.Tensor((2, 3, 4), dtype="float32") = lv_12[0]
            lv_14: R.Tensor((3,), dtype="float32") = R.multiply(R.const(0.5, "float32"), m)
            lv_15: R.Tensor((3,), dtype="float32") = R.multiply(R.const(0.5, "float32"), lv)
            lv_16: R.Tensor((3,), dtype="float32") = R.add(lv_14, lv_15)
            lv_17: R.Tensor((3,), dtype="float32") = R.multiply(R.const(0.5, "float32"), v)
            lv_18: R.Tensor((3,), dtype="float32") = R.multiply(R.const(0.5, "float32"), lv_1)
            lv_19: R.Tensor((3,), dtype="float32") = R.add(lv_17, lv_18)
            t: R.Tuple(R.Tensor((2, 3, 4), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = lv_13, lv_16, lv_19
            y: R.Tensor((2, 3, 4), dtype="float32") = t[0]
            lv_20: R.Tensor((2, 3, 1), dtype="float32") = R.mean(y, axis=[-1], keepdims=True)
            lv_21: R.Tensor((2, 3, 4), dtype="float32") = R.subtract(y, lv_20)
            lv_22: R.Tensor((2, 3, 1), dtype="float32") = R.variance(y, axis=[-1], keepdims=True)
            lv_23: R.Tensor((2, 3, 1), dtype="float32") = R.add(lv_22, R.const(9.9999997473787516e-06, "float32"))
            lv_24: R.Tensor((2, 3, 1), dtype="float32") = R.sqrt(lv_23)
            lv_25: R.Tensor((2, 3, 4), dtype="float32") = R.divide(lv_21, lv_24)
            lv_26: R.Tensor((2, 3, 4), dtype="float32") = R.multiply(lv_25, s)
            z: R.Tensor((2, 3, 4), dtype="float32") = R.add(lv_26, s)
            R.output(z)
        return z
