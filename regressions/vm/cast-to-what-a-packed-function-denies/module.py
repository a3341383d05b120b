# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv9: R.Tensor((1, 1, 1, 2), dtype="int64")) -> R.Tensor((1, 1, 1, 1), dtype="int64"):
        lv: R.Tensor((1, 1, 1, 1), dtype="int64") = R.call_pure_packed("test.identity", lv9, ty_args=(R.Tensor((1, 1, 1, 1), dtype="int64"),))
        cast: R.Tensor((1, 1, 1, 1), dtype="int64") = R.match_cast(lv, R.Tensor((1, 1, 1, 1), dtype="int64"))
        return cast
