# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv6: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="int4"):
        with R.dataflow():
            lv: R.Tensor((1, 1, 1), dtype="int4") = R.matmul(lv6, lv6, out_dtype="int4")
            lv7: R.Tensor((1, 1, 1), dtype="int4") = R.add(lv, R.const(1, "int4"))
            R.output(lv7)
        return lv7
