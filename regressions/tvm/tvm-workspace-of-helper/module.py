# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x2: R.Tensor((1, 1, 1), dtype="float32"), x3: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32")):
        R.func_attr({"WorkspaceSize": 13})
        return (x2, x3, x2)

    @R.function
    def main(x6: R.Tensor((1, 1, 1), dtype="float32"), x7: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32")):
        cls = Module
        gv4: R.Tuple(R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32")) = cls.helper(x6, x7)
        return gv4
