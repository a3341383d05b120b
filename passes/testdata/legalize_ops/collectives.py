# RUN: LegalizeOps
# Functions of TVM's disco runtime; what is scattered has the workers as its first dimension.
from tvm.script import ir as I, relax as R, tirx as T
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((10, "n"), dtype="float32")) -> R.Tensor((10, "n"), dtype="float32"):
        n = T.int64()
        a: R.Tensor((10, n), dtype="float32") = R.ccl.allreduce(x, op_type="avg", in_group=False)
        b: R.Tensor((20, n), dtype="float32") = R.ccl.allgather(a, num_workers=2)
        c: R.Tensor((20, n), dtype="float32") = R.ccl.broadcast_from_worker0(b)
        d: R.Tensor((10, n), dtype="float32") = R.ccl.scatter_from_worker0(c, num_workers=2, axis=0)
        return d

    @R.function
    def columns(x: R.Tensor((10, 6), dtype="float32")) -> R.Tensor((10, 3), dtype="float32"):
        part: R.Tensor((10, 3), dtype="float32") = R.ccl.scatter_from_worker0(x, num_workers=2, axis=1)
        return part

    @R.function
    def shard(x: R.Tensor((10, 8), dtype="float32")) -> R.Tensor((10, 4), dtype="float32"):
        with R.dataflow():
            y: R.Tensor((10, 4), dtype="float32") = R.dist.redistribute_replica_to_shard(x, num_workers=2, axis=1)
            z: R.Tensor((10, 4), dtype="float32") = R.ccl.allreduce(y)
            R.output(z)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer((T.int64(10), T.int64(6)), "float32"), T_reshape: T.Buffer((T.int64(10), T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1, ax2 in T.grid(T.int64(10), T.int64(2), T.int64(3)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[((v_ax1 * T.int64(3) + v_ax2) // T.int64(6) + v_ax0) % T.int64(10), (v_ax1 * T.int64(3) + v_ax2) % T.int64(6)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
                T_reshape[v_ax0, v_ax1, v_ax2] = x[((v_ax1 * T.int64(3) + v_ax2) // T.int64(6) + v_ax0) % T.int64(10), (v_ax1 * T.int64(3) + v_ax2) % T.int64(6)]

    @T.prim_func(private=True, s_tir=True)
    def reshape1(c: T.Buffer((T.int64(20), "n"), "float32"), T_reshape: T.Buffer((T.int64(2), T.int64(10), n), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(10), n):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(c[((v_ax0 * T.int64(10) + v_ax1) * n + v_ax2) // n % T.int64(20), ((v_ax0 * T.int64(10) + v_ax1) * n + v_ax2) % n])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
                T_reshape[v_ax0, v_ax1, v_ax2] = c[((v_ax0 * T.int64(10) + v_ax1) * n + v_ax2) // n % T.int64(20), ((v_ax0 * T.int64(10) + v_ax1) * n + v_ax2) % n]

    @T.prim_func(private=True, s_tir=True)
    def strided_slice(x: T.Buffer((T.int64(10), T.int64(8)), "float32"), worker_id: T.int64, T_dynamic_strided_slice_with_axes: T.Buffer((T.int64(10), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(10), T.int64(4)):
            with T.sblock("T_dynamic_strided_slice_with_axes"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, worker_id * T.int64(4) + v_ax1])
                T.writes(T_dynamic_strided_slice_with_axes[v_ax0, v_ax1])
                T_dynamic_strided_slice_with_axes[v_ax0, v_ax1] = x[v_ax0, worker_id * T.int64(4) + v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def transpose(gv: T.Buffer((T.int64(10), T.int64(2), T.int64(3)), "float32"), T_transpose: T.Buffer((T.int64(2), T.int64(10), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(10), T.int64(3)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(gv[v_ax1, v_ax0, v_ax2])
                T.writes(T_transpose[v_ax0, v_ax1, v_ax2])
                T_transpose[v_ax0, v_ax1, v_ax2] = gv[v_ax1, v_ax0, v_ax2]

    @R.function
    def columns(x: R.Tensor((10, 6), dtype="float32")) -> R.Tensor((10, 3), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.reshape, (x,), out_ty=R.Tensor((10, 2, 3), dtype="float32"))
        gv_1 = R.call_tir(cls.transpose, (gv,), out_ty=R.Tensor((2, 10, 3), dtype="float32"))
        part = R.call_dps_packed("runtime.disco.scatter_from_worker0", (gv_1, 0), out_ty=R.Tensor((10, 3), dtype="float32"))
        return part

    @R.function
    def shard(x: R.Tensor((10, 8), dtype="float32")) -> R.Tensor((10, 4), dtype="float32"):
        worker_id = T.int64()
        cls = Module
        with R.dataflow():
            lv: R.Shape(ndim=-1) = R.call_pure_packed("runtime.disco.worker_id", ty_args=(R.Shape(ndim=-1),))
            shape: R.Shape([worker_id]) = R.match_cast(lv, R.Shape([worker_id]))
            y = R.call_tir(cls.strided_slice, (x, worker_id), out_ty=R.Tensor((10, 4), dtype="float32"))
            z = R.call_dps_packed("runtime.disco.allreduce", (y, R.shape([0]), 1), out_ty=R.Tensor((10, 4), dtype="float32"))
            R.output(z)
        return z

    @R.function
    def main(x: R.Tensor((10, "n"), dtype="float32")) -> R.Tensor((10, "n"), dtype="float32"):
        n = T.int64()
        cls = Module
        a = R.call_dps_packed("runtime.disco.allreduce", (x, R.shape([4]), 0), out_ty=R.Tensor((10, n), dtype="float32"))
        b = R.call_dps_packed("runtime.disco.allgather", (a, 1), out_ty=R.Tensor((20, n), dtype="float32"))
        c = R.call_dps_packed("runtime.disco.broadcast_from_worker0", (b, 0), out_ty=R.Tensor((20, n), dtype="float32"))
        gv = R.call_tir(cls.reshape1, (c,), out_ty=R.Tensor((2, 10, n), dtype="float32"))
        d = R.call_dps_packed("runtime.disco.scatter_from_worker0", (gv, 0), out_ty=R.Tensor((10, n), dtype="float32"))
        return d
