# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(a0: T.Buffer(("s0", 1, s0), "float32"), out0: T.Buffer((1, 1), "float32")):
        s0 = T.int32()
        T.func_attr({"tirx.noalias": True})
        t0 = T.alloc_buffer((1, s0))
        count0: T.int32 = 0
        while count0 < 1:
            for v0 in T.unroll(1):
                for v1 in range(s0):
                    t0[v0, v1] = T.float32(0.0)
                    for v2 in range(1):
                        t0[v0, v1] = t0[v0, v1] + (a0[v1, 0, v1] + a0[v1, 0, v1])
            count0 = count0 + 1
        t1 = T.alloc_buffer((s0, 1, s0))
        for v0, v1, v2 in T.grid(s0, 1, s0):
            if T.likely(t0[0, v2] >= t0[0, v2]):
                t1[v0, v1, v2] = T.trunc(T.if_then_else(T.Cast("bool", t0[0, v2]), t0[0, s0 - 1 - v0], T.Cast("float32", v1)))
            else:
                t1[v0, v1, v2] = T.float32(0.0)
        for v0 in T.unroll(1):
            for v1 in range(1):
                out0[v0, v1] = T.float32(0.0)
                for v2 in range(1):
                    out0[v0, v1] = out0[v0, v1] + T.ceil(t0[0, 0])

    @R.function(private=True)
    def helper(sizes: R.Shape(["n", "m"]), x0: R.Tensor(("m",), dtype="float32"), x1: R.Tensor(dtype="float32", ndim=2), x2: R.Tensor(("n * m", "m"), dtype="bool")) -> R.Tuple(R.Tensor(dtype="float32", ndim=2)):
        n = T.int64()
        m = T.int64()
        R.func_attr({"relax.force_pure": True})
        gv0: R.Tensor((n * m, m), dtype="bool") = R.logical_xor(x2, x2)
        return (x1,)

    @R.function(pure=False, private=True)
    def helper_1(x0: R.Tensor((1, "n", "m"), dtype="float32"), x1: R.Tensor(dtype="float32", ndim=2), x2: R.Tuple(R.Tensor((1, "n", "m"), dtype="float32"), R.Tensor((1, "n", "m"), dtype="float32")), x3: R.Tensor((2, 4, 9, 7), dtype="float32"), x4: R.Tensor((4, 2, 1, 9), dtype="float32")) -> R.Tuple(T.int32, T.int32, R.Tuple(R.Tensor((2, 4, 6, -4), dtype="float32"))):
        n = T.int64()
        m = T.int64()
        gv: R.Tensor((2, 7), dtype="float32") = R.nn.gelu(R.const([[0.0, 2.0, 65504.0, 2.0, 3.0, -1.0, -1.0], [0.5, 5.9999997858994902e-08, -1.0, -1.0, 1.0, 65504.0, "inf"]], "float32"))
        gv_1: R.Tuple(R.Tensor((2, 7), dtype="float32"), R.Tensor((2, 7), dtype="float32")) = gv, gv
        gv0: R.Tensor((2, 7), dtype="float32") = gv_1[1]
        gv_2: T.int32 = R.inspect.tensor_ndim(x0)
        gv1: T.int32 = gv_2
        gv_3: R.Tensor((2, 4, 6, -4), dtype="float32") = R.nn.conv2d(x3, x4, strides=[2, 2], padding=[2, 0, 1, 1], dilation=[2, 2], groups=2, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
        gv_4: R.Tensor((1, 2, 4, 6, -4), dtype="float32") = R.expand_dims(gv_3, axis=[0])
        gv_5: R.Tensor((1, -4, 6, 2, 4), dtype="float32") = R.permute_dims(gv_4, axes=[0, 4, 3, 1, 2])
        gv_6: R.Tensor((1, 2, 4, 6, -4), dtype="float32") = R.permute_dims(gv_5, axes=[0, 3, 4, 2, 1])
        return (gv1, gv1, (gv_3,))

    @R.function(private=True)
    def helper_2(x0: R.Tensor(("m + 1", "m", 7), dtype="float32"), x1: R.Tensor((1, "n", 2, "n"), dtype="bool")) -> R.Tensor((1, "n", 2, "n"), dtype="bool"):
        m = T.int64()
        n = T.int64()
        R.func_attr({"Composite": "assay.fused", "Primitive": True})
        gv0: R.Tensor((m + 1, m, 7), dtype="float32") = R.mod(x0, x0)
        gv1: R.Tensor((1, n, 2, n), dtype="bool") = R.logical_xor(x1, x1)
        return gv1

    @R.function
    def main(x0: R.Tensor(("n", 1, "n"), dtype="float32"), x1: R.Tensor(("n",), dtype="float32"), x2: R.Tensor((1, "n"), dtype="float32"), x3: R.Tensor((7, 4, 4, 5), dtype="float32"), x4: R.Tensor((4, 2, 1, 3), dtype="float32")) -> R.Tensor(("n", 1, "n"), dtype="float32"):
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        cls = Module
        gv0: R.Tensor((n, 1, n), dtype="float32") = R.cosh(x0)
        gv1 = R.call_tir(cls.kernel, (gv0,), out_ty=R.Tensor((1, 1), dtype="float32"))
        gv2: R.Tensor((n, 1, n), dtype="float32") = R.nn.rms_norm(x0, x1, axes=[2], epsilon=0.25)
        gv3: R.Tensor((1, 1), dtype="float32") = R.sinh(gv1)
        gv4: R.Tensor((n, 1, n), dtype="float32") = R.mod(gv0, x2)
        gv5: R.Tensor((7, 4, 3, 2), dtype="float32") = R.nn.conv2d(x3, x4, strides=[2, 2], padding=[0, 1, 1, 0], dilation=[1, 1], groups=2, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
        gv6: R.Tensor((n, 1, n), dtype="float32") = R.mod(gv4, x0)
        gv7: R.Tensor((4, 2, 1, 3), dtype="float32") = x4
        gv8: R.Tuple(R.Tensor((n, 1, n), dtype="float32"), R.Tensor((1, 1), dtype="float32"), R.Tensor((n,), dtype="float32")) = gv0, gv1, x1
        gv9: R.Tensor((4, 2, 1, 3), dtype="float32") = R.mod(gv7, R.const([1.125, -2.4375, 1.6875], "float32"))
        gv10: R.Tensor((n, 1, n), dtype="float32") = R.nn.rms_norm(gv6, x1, axes=[0], epsilon=1.0000000000000001e-05)
        return gv10
