# RUN: AttachGlobalSymbol,AttachGlobalSymbol
# TVM #17176: with the GlobalVar goes every reference to it: calls through call_tir, of kernels by kernels, in branches, in
# local functions. A kernel that already is called so keeps its name, and the prefix is set once.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    I.module_attrs({"system_lib_prefix": "hello_"})
    @T.prim_func(s_tir=True)
    def hello_one(x: T.Buffer((2,), "float32")):
        T.func_attr({"global_symbol": "hello_one"})
        x[0] = T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def tir_zeros(x: T.Buffer((2,), "float32")):
        x[0] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def outer(x: T.Buffer((2,), "float32")):
        Module.tir_zeros(x.data)

    @R.function
    def main(c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        if c:
            a = R.call_tir(cls.tir_zeros, R.tuple(), out_ty=R.Tensor((2,), dtype="float32"))
            r: R.Tensor((2,), dtype="float32") = a
        else:
            b = R.call_tir(cls.hello_one, R.tuple(), out_ty=R.Tensor((2,), dtype="float32"))
            r: R.Tensor((2,), dtype="float32") = b
        @R.function
        def local() -> R.Tensor((2,), dtype="float32"):
            d = R.call_tir(cls.outer, R.tuple(), out_ty=R.Tensor((2,), dtype="float32"))
            return d
        e: R.Tensor((2,), dtype="float32") = local()
        s = R.add(r, e)
        return s
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"system_lib_prefix": "hello_"})
    @T.prim_func(s_tir=True)
    def hello_one(x: T.Buffer((2,), "float32")):
        x[0] = T.float32(1.0)

    @T.prim_func(s_tir=True)
    def hello_outer(x: T.Buffer((2,), "float32")):
        Module.hello_tir_zeros(x.data)

    @T.prim_func(s_tir=True)
    def hello_tir_zeros(x: T.Buffer((2,), "float32")):
        x[0] = T.float32(0.0)

    @R.function
    def main(c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        if c:
            a = R.call_tir(cls.hello_tir_zeros, R.tuple(), out_ty=R.Tensor((2,), dtype="float32"))
            r: R.Tensor((2,), dtype="float32") = a
        else:
            b = R.call_tir(cls.hello_one, R.tuple(), out_ty=R.Tensor((2,), dtype="float32"))
            r: R.Tensor((2,), dtype="float32") = b
        # from tvm.script import ir as I
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def local() -> R.Tensor((2,), dtype="float32"):
            cls = Module
            d = R.call_tir(cls.hello_outer, R.tuple(), out_ty=R.Tensor((2,), dtype="float32"))
            return d

        e: R.Tensor((2,), dtype="float32") = local()
        s: R.Tensor((2,), dtype="float32") = R.add(r, e)
        return s
