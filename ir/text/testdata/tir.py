# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def loops(A: T.Buffer((64,), "float32"), n: T.int32) -> T.int32:
        s: T.int32 = n * 2
        for i in T.parallel(4):
            for j in T.vectorized(1, 5):
                A[i * 4 + j] = T.Cast("float32", i) + T.float32(0.5)
        for i in T.serial(8, annotations={"pragma": 1}):
            if i < n and n != 3:
                A[i] = T.max(A[i], T.float32("inf"))
            else:
                T.call_extern("int32", "f", i, "text")
        while s < 10:
            s = s + 1
        v: T.let[T.int32] = T.Select(s == 1, s, n)
        assert v >= 0, ("ValueError", ["negative"])
        A[0:4] = T.Broadcast(T.float32(0.0), 4)
        return v

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("m", 128), "float32"), B: T.Buffer((m,), "float32", offset_factor=1), C: T.Buffer((m,), "bfloat16", strides=(2,), scope="local", align=32)):
        m = T.int32()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        buf = T.sblock_alloc_buffer((m,))
        for i, k in T.grid(m, 128):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.where(i < 100)
                T.reads(A[vi, 0:8])
                T.writes(buf[vi])
                T.sblock_attr({"rule": "x"})
                with T.init():
                    buf[vi] = T.float32(0.0)
                buf[vi] = buf[vi] + A[vi, vk]
        for i in range(m):
            with T.sblock("copy"):
                vi = T.axis.spatial(m, i)
                T.reads(buf[vi])
                T.writes(B[vi])
                B[vi] = T.if_then_else(vi % 2 == 0, buf[vi], T.exp(buf[vi]))
