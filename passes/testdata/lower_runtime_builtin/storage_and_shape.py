# RUN: LowerRuntimeBuiltin
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((16,), dtype="float32"), s: R.Shape(ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        R.func_attr({"relax.force_pure": True})
        storage = R.memory.alloc_storage(R.shape([64]), 0, R.str("global"), R.dtype("uint8"))
        a: R.Tensor((16,), dtype="float32") = R.memory.alloc_tensor(storage, 0, R.shape([16]), R.dtype("float32"), 0)
        _ = R.memory.kill_tensor(a)
        _1 = R.memory.kill_storage(storage)
        y = R.reshape(x, s)
        z = R.shape_of(y)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((16,), dtype="float32"), s: R.Shape(ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        R.func_attr({"relax.force_pure": True})
        storage: R.Any = R.vm.alloc_storage(R.shape([64]), 0, R.dtype("uint8"), R.str("global"))
        a: R.Tensor((16,), dtype="float32") = R.vm.alloc_tensor(storage, 0, R.shape([16]), R.dtype("float32"), 0)
        R.vm.kill_object(a)
        R.vm.kill_object(storage)
        y: R.Tensor(s, dtype="float32") = R.call_packed("vm.builtin.reshape", x, s, ty_args=(R.Tensor(s, dtype="float32"),))
        z: R.Shape(ndim=2) = R.call_packed("vm.builtin.shape_of", y, ty_args=(R.Shape(ndim=2),))
        return y
