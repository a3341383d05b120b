# RUN: LiftTransformParams
# What stands in a branch stays there, whatever it depends on: it is computed only where the branch is taken.
# from tvm.script import ir as I
# from tvm.script import relax as R
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), c: R.Tensor((), dtype="bool"), w: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"num_input": 2})
        if c:
            with R.dataflow():
                a: R.Tensor((4,), dtype="float32") = R.cosh(w)
                b: R.Tensor((4,), dtype="float32") = R.add(a, x)
                R.output(b)
            g: R.Tensor((4,), dtype="float32") = b
        else:
            with R.dataflow():
                d: R.Tensor((4,), dtype="float32") = R.sin(w)
                R.output(d)
            g: R.Tensor((4,), dtype="float32") = d
        return g
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor((4,), dtype="float32"))) -> R.Tuple(R.Tensor((4,), dtype="float32")):
        R.func_attr({"num_input": 0})
        return model_params

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), c: R.Tensor((), dtype="bool"), w: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"num_input": 2})
        if c:
            with R.dataflow():
                a: R.Tensor((4,), dtype="float32") = R.cosh(w)
                b: R.Tensor((4,), dtype="float32") = R.add(a, x)
                R.output(b)
            g: R.Tensor((4,), dtype="float32") = b
        else:
            with R.dataflow():
                d: R.Tensor((4,), dtype="float32") = R.sin(w)
                R.output(d)
            g: R.Tensor((4,), dtype="float32") = d
        return g
