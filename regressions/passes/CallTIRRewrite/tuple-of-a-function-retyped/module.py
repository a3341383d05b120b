# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(some: R.Callable((R.Tensor((1, 1), dtype="float32"),), R.Tensor((1, 1), dtype="float32"), True)) -> R.Tuple(R.Callable((R.Tensor((1, 1), dtype="float32"),), R.Tensor((1, 1), dtype="float32"), True), R.Callable((R.Tensor((1, 1), dtype="float32"),), R.Tensor((1, 1), dtype="float32"), True)):
        # from tvm.script import ir as I
        # from tvm.script import relax as R
        
        @R.function
        def other(y: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
            z: R.Tensor((1, 1), dtype="float32") = R.multiply(y, R.const([[2.0625]], "float32"))
            return z

        t: R.Tuple(R.Callable((R.Tensor((1, 1), dtype="float32"),), R.Tensor((1, 1), dtype="float32"), True), R.Callable((R.Tensor((1, 1), dtype="float32"),), R.Tensor((1, 1), dtype="float32"), True)) = some, other
        return t
