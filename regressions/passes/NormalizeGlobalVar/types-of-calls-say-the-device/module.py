# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func
    def kernel(a0: T.Buffer((1,), "float32"), a1: T.Buffer((1,), "uint8"), out0: T.Buffer((1,), "uint8")):
        b2 = T.launch_thread("blockIdx.x", 2)
        t3 = T.launch_thread("threadIdx.x", 31)
        s0 = T.alloc_shared((1,), "uint8")

    @T.prim_func(private=True, s_tir=True)
    def reshape(y: T.Buffer(("p", "q"), "float32"), T_reshape: T.Buffer((T.int64(0),), "float32")):
        p, q = T.int64(), T.int64()
        # with T.sblock("root"):
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(T.int64(0), T.int64(0))
            T.reads(y[T.int64(0), T.int64(0)])
            T.writes(T_reshape[v_ax0])
            T_reshape[v_ax0] = T.float32(0.0)

    @R.function
    def main_beside() -> R.Tensor((1,), dtype="float32"):
        cls = Module
        y: R.Tensor((1,), dtype="float32") = cls.sized_beside()
        return y

    @R.function(private=True)
    def sized_beside() -> R.Tensor((1,), dtype="float32", vdevice="llvm:0:global"):
        alloc_2: R.Tensor((1,), dtype="float32", vdevice="llvm:0:global") = R.builtin.alloc_tensor(R.shape([1]), R.dtype("float32"), 0, R.str("global"), ty_args=(R.Tensor((1,), dtype="float32"),))
        return alloc_2

    @R.function
    def main(alloc: R.Tensor((1,), dtype="uint8", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="uint8", vdevice="llvm:0:global"):
        return alloc
