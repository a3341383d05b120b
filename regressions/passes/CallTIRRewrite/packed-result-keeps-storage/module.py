# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((), dtype="float32"), x2: R.Tensor((), dtype="float32"), gv3: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        gv1: R.Tensor((), dtype="float32") = R.add(x2, x1)
        gv12: R.Tensor((), dtype="float32") = R.call_pure_packed("test.identity", gv1, ty_args=(R.Tensor((), dtype="float32"),))
        gv17: R.Tensor((), dtype="float32") = R.add(gv3, gv12)
        return gv17
