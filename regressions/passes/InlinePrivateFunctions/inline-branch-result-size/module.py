# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def helper(x0: R.Tensor((1, 2, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor((1, 2, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((3, 3), dtype="int64"), R.Tensor((3, 3, 3), dtype="float32")):
        gv3: R.Tensor((3, 3, 3), dtype="float32") = R.full(R.shape([3, 3, 3]), R.const(3.2626676559448242, "float32"), dtype="float32")
        gv4: R.Tensor((9,), dtype="int64") = R.stack((R.const(0, "int64"), R.const(-100, "int64"), R.const(1, "int64"), R.const(1, "int64"), R.const(0, "int64"), R.const(1, "int64"), R.const(2, "int64"), R.const(1, "int64"), R.const(0, "int64")), axis=0)
        gv5: R.Tensor((3, 3), dtype="int64") = R.reshape(gv4, R.shape([3, 3]))
        if R.const(False, "bool"):
            gv7: R.Tensor((1, 2, 1), dtype="float32", vdevice="llvm:0:global") = x0
            gv14: R.Tensor((1, 2, 1), dtype="float32", vdevice="llvm:0:global") = gv7
        else:
            gv8: R.Tensor((2,), dtype="float32") = R.stack((R.const(4.0, "float32"), R.const(-2.125, "float32")), axis=0)
            gv9: R.Tensor((2, 1), dtype="float32") = R.reshape(gv8, R.shape([2, 1]))
            gv10: R.Tensor((1, 1), dtype="float32") = R.full(R.shape([1, 1]), R.const(3.440321683883667, "float32"), dtype="float32")
            gv11: R.Tensor((1, 1), dtype="int64") = R.full(R.shape([1, 1]), R.const(1, "int64"), dtype="int64")
            gv12: R.Tensor((1, 1), dtype="int32") = R.multinomial_from_uniform(gv9, gv10, gv11, dtype="int32")
            gv13: R.Tensor((1, 2, 1), dtype="float32", vdevice="llvm:0:global") = x0
            gv14: R.Tensor((1, 2, 1), dtype="float32", vdevice="llvm:0:global") = gv13
        return (gv14, gv5, gv3)

    @R.function
    def main(x4: R.Tensor(("n", "n + 1", "n"), dtype="float32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor(("n", "n + 1", "n"), dtype="float32", vdevice="llvm:0:global"), R.Tensor((3, 3), dtype="int64"), R.Tensor((3, 3, 3), dtype="float32")):
        n = T.int64()
        cls = Module
        gv6: R.Tuple(R.Tensor((n, n + 1, n), dtype="float32", vdevice="llvm:0:global"), R.Tensor((3, 3), dtype="int64"), R.Tensor((3, 3, 3), dtype="float32")) = cls.helper(x4)
        return gv6
