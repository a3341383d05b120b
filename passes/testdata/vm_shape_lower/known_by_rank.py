# RUN: VMShapeLower
# A tensor in a shape of which only the rank is known is known by its rank.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(s: R.Shape(ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        R.func_attr({"relax.force_pure": False})
        storage: R.Any = R.vm.alloc_storage(R.shape([48]), 0, R.dtype("uint8"), R.str("global"))
        t: R.Tensor(s, dtype="float32") = R.vm.alloc_tensor(storage, 0, s, R.dtype("float32"), 0)
        return t
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(s: R.Shape(ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        R.func_attr({"relax.force_pure": False})
        shape_heap: R.Any = R.null_value()
        R.call_packed("vm.builtin.check_shape_info", s, 2, R.str("ErrorContext(fn=main, loc=param[0], param=s, annotation=R.Shape(ndim=2)) "), ty_args=(R.Tuple,))
        storage: R.Any = R.vm.alloc_storage(R.shape([48]), 0, R.dtype("uint8"), R.str("global"))
        t: R.Tensor(dtype="float32", ndim=2) = R.vm.alloc_tensor(storage, 0, s, R.dtype("float32"), 0)
        return t
