# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((1, 1), dtype="int8"), x1: R.Tensor(dtype="int8", ndim=2)) -> R.Tensor((1, 1), dtype="int8"):
        R.func_attr({"WorkspaceSize": 13})
        return x0

    @R.function
    def main(x5: R.Tensor((1, 1), dtype="int8"), x6: R.Tensor((1, 1), dtype="int8")) -> R.Any:
        cls = Module
        lv15: R.Any = R.make_closure(cls.helper, (x5, x6))
        return lv15
