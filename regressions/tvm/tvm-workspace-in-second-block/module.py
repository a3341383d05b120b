# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"Codegen": "assay", "WorkspaceSize": 44})
        return x

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv0: R.Tensor((1,), dtype="float32") = R.negative(x)
            R.output(lv0)
        gv0: R.Tensor((1,), dtype="float32") = R.negative(lv0)
        with R.dataflow():
            lv1: R.Tensor((1,), dtype="float32") = cls.helper(gv0)
            R.output(lv1)
        return lv1
