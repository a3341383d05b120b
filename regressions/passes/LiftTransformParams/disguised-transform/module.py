# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor(("n", "m"), dtype="float32"), R.Tensor(("m",), dtype="float32"))) -> R.Tuple(R.Shape(["n"]), R.Tensor(("m",), dtype="float32")):
        n = T.int64()
        m = T.int64()
        R.func_attr({"num_input": 0})
        with R.dataflow():
            v: R.Tensor((m,), dtype="float32") = model_params[1]
            v_1: R.Tensor((m,), dtype="float32") = model_params[1]
            v2: R.Tensor((m,), dtype="float32") = R.add(v, v_1)
            output_tuple: R.Tuple(R.Shape([n]), R.Tensor((m,), dtype="float32")) = R.shape([n]), v2
            R.output(output_tuple)
        return output_tuple

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), vars_from_compile_time_params: R.Shape(["n"]), v3: R.Tensor(("m",), dtype="float32")) -> R.Tuple(R.Shape(["n", "m"]), R.Tensor(("n * m",), dtype="float32"), R.Tensor(("m",), dtype="float32")):
        n = T.int64()
        m = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            s: R.Shape([n, m]) = R.shape([n, m])
            z: R.Tensor((n * m,), dtype="float32") = R.zeros(R.shape([n * m]), dtype="float32")
            R.output(s, z)
        gv: R.Tuple(R.Shape([n, m]), R.Tensor((n * m,), dtype="float32"), R.Tensor((m,), dtype="float32")) = s, z, v3
        return gv
