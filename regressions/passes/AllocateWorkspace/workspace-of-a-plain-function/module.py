# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper() -> R.Tuple:
        R.func_attr({"WorkspaceSize": 13})
        return R.tuple()

    @R.function
    def main() -> R.Tuple:
        cls = Module
        gv4: R.Tuple = cls.helper()
        return gv4
