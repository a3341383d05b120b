# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"system_lib_prefix": "assay_"})
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((1,), "float32")):
        x[0] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x
