# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((0, 1, 1), dtype="bool"), lv3: R.Tensor((0, 1, 1, 1), dtype="bool")) -> R.Tensor((0, 1, 1, 1), dtype="bool"):
        with R.dataflow():
            lv2: R.Tensor((1, 0, 1, 1), dtype="bool") = R.expand_dims(x2, axis=[-4])
            R.output()
        return lv3
