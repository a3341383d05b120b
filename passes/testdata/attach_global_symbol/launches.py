# RUN: AttachGlobalSymbol
# A kernel that is launched by its name goes by the new one; a function of the host of that name is none of the module's.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    I.module_attrs({"system_lib_prefix": "hello_"})

    @T.prim_func
    def device(p: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2})
        A = T.decl_buffer((8,), "int32", data=p)
        with T.launch_thread("threadIdx.x", 8) as tx:
            A[tx] = tx

    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        T.call_ffi_kernel("device", A.data, 8, launch_params=["threadIdx.x"], ret_ty="int32")
        T.call_packed("device", A.data, 8)
        T.call_packed("elsewhere", A.data, 8)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    I.module_attrs({"system_lib_prefix": "hello_"})
    @T.prim_func
    def hello_device(p: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2})
        A = T.decl_buffer((8,), "int32", data=p)
        with T.launch_thread("threadIdx.x", 8) as tx:
            A[tx] = tx

    @T.prim_func
    def hello_main(A: T.Buffer((8,), "int32")):
        T.call_ffi_kernel("hello_device", A.data, 8, launch_params=["threadIdx.x"], ret_ty="int32")
        T.call_packed("hello_device", A.data, 8)
        T.call_packed("elsewhere", A.data, 8)
