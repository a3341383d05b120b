# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def multiply(e: T.Buffer((T.int64(1), T.int64(1)), "float32"), a: T.Buffer((T.int64(1), T.int64(1)), "float32"), T_multiply: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        with T.sblock("T_multiply"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(e[v_ax0, v_ax1], a[v_ax0, v_ax1])
            T.writes(T_multiply[v_ax0, v_ax1])
            T_multiply[v_ax0, v_ax1] = T.float32(0.0)

    @R.function(private=True)
    def same(p: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return p

    @R.function
    def main(alloc: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tuple:
        R.func_attr({"relax.force_pure": True})
        cls = Module
        d: R.Tensor((1, 1), dtype="float32") = cls.same(alloc)
        R.memory.kill_tensor(d)
        _: R.Tuple = cls.multiply(alloc, alloc, alloc)
        return _
