# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32"))) -> R.Tensor((2,), dtype="float32"):
        a: R.Tensor((2,), dtype="float32") = t[0]
        b: R.Tensor((2,), dtype="float32") = t[0]
        y: R.Tensor((2,), dtype="float32") = R.add(a, a)
        R.memory.kill_tensor(a)
        z: R.Tensor((2,), dtype="float32") = R.add(b, y)
        return z
