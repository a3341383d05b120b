# RUN: LowerAllocTensor
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        a: R.Tensor((n, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([n, 4]), R.dtype("float32"), 0, R.str("global"))
        b: R.Tensor((3, 5), dtype="float16") = R.builtin.alloc_tensor(R.shape([3, 5]), R.dtype("float16"), 0, R.str("global"))
        return a
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        storage: R.Any = R.memory.alloc_storage(R.shape([4 * n * 4]), 0, R.str("global"), R.dtype("uint8"))
        a: R.Tensor((n, 4), dtype="float32") = R.memory.alloc_tensor(storage, 0, R.shape([n, 4]), R.dtype("float32"), 0)
        storage_1: R.Any = R.memory.alloc_storage(R.shape([30]), 0, R.str("global"), R.dtype("uint8"))
        b: R.Tensor((3, 5), dtype="float16") = R.memory.alloc_tensor(storage_1, 0, R.shape([3, 5]), R.dtype("float16"), 0)
        return a
