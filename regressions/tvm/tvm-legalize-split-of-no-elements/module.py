# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((0,), dtype="float32")) -> R.Tuple(R.Tensor((0,), dtype="float32"), R.Tensor((0,), dtype="float32")):
        gv: R.Tuple(R.Tensor((0,), dtype="float32"), R.Tensor((0,), dtype="float32")) = R.split(x, indices_or_sections=2, axis=0)
        return gv
