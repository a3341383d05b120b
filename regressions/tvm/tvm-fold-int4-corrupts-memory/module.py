# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((17, 17), dtype="int4"):
        gv: R.Tensor((17, 17), dtype="int4") = R.eye(17, 17, 0, dtype="int4")
        return gv
