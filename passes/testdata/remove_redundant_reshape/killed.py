# RUN: RemoveRedundantReshape
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    # What is killed under one name goes on under the other.
    @R.function(pure=False)
    def result(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        a = R.reshape(x, R.shape([2]))
        b = R.exp(a)
        k = R.memory.kill_tensor(a)
        c = R.add(x, b)
        return c

    @R.function(pure=False)
    def operand(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        w = R.negative(x)
        a = R.reshape(w, R.shape([2]))
        k = R.vm.kill_object(w)
        b = R.exp(a)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def operand(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        w: R.Tensor((2,), dtype="float32") = R.negative(x)
        a: R.Tensor((2,), dtype="float32") = R.reshape(w, R.shape([2]))
        R.vm.kill_object(w)
        b: R.Tensor((2,), dtype="float32") = R.exp(a)
        return b

    @R.function(pure=False)
    def result(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        a: R.Tensor((2,), dtype="float32") = R.reshape(x, R.shape([2]))
        b: R.Tensor((2,), dtype="float32") = R.exp(a)
        R.memory.kill_tensor(a)
        c: R.Tensor((2,), dtype="float32") = R.add(x, b)
        return c
