# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(gv10: R.Tensor((1,), dtype="float32")) -> R.Tuple:
        gv11: R.Tensor((1,), dtype="float32") = R.reshape(gv10, R.shape([1]))
        R.memory.kill_tensor(gv11)
        gv15: R.Tuple = R.print(gv10, format=R.str("{}"))
        return gv15
