# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((3, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        gv: R.Any = R.call_packed("runtime.TVMTensorCreateView", x4, R.shape([1, 1]), R.dtype("float32"), 8)
        gv_1: R.Any = R.call_packed("runtime.TVMTensorCreateView", x4, R.shape([1, 1]), R.dtype("float32"), 8)
        return gv_1
