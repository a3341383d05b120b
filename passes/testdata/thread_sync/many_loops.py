# RUN: ThreadSync{"storage_scope": "shared"}
# What each of many loops in a row leaves open is open once, however many loops there are.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_buffer((8,), "float32", scope="shared")
        s[t] = A[t]
        for i in range(2):
            B[t] = s[t] + T.float32(0)
        for i in range(2):
            B[t] = s[t] + T.float32(1)
        for i in range(2):
            B[t] = s[t] + T.float32(2)
        for i in range(2):
            B[t] = s[t] + T.float32(3)
        for i in range(2):
            B[t] = s[t] + T.float32(4)
        for i in range(2):
            B[t] = s[t] + T.float32(5)
        for i in range(2):
            B[t] = s[t] + T.float32(6)
        for i in range(2):
            B[t] = s[t] + T.float32(7)
        for i in range(2):
            B[t] = s[t] + T.float32(8)
        for i in range(2):
            B[t] = s[t] + T.float32(9)
        for i in range(2):
            B[t] = s[t] + T.float32(10)
        for i in range(2):
            B[t] = s[t] + T.float32(11)
        for i in range(2):
            B[t] = s[t] + T.float32(12)
        for i in range(2):
            B[t] = s[t] + T.float32(13)
        for i in range(2):
            B[t] = s[t] + T.float32(14)
        for i in range(2):
            B[t] = s[t] + T.float32(15)
        for i in range(2):
            B[t] = s[t] + T.float32(16)
        for i in range(2):
            B[t] = s[t] + T.float32(17)
        for i in range(2):
            B[t] = s[t] + T.float32(18)
        for i in range(2):
            B[t] = s[t] + T.float32(19)
        for i in range(2):
            B[t] = s[t] + T.float32(20)
        for i in range(2):
            B[t] = s[t] + T.float32(21)
        for i in range(2):
            B[t] = s[t] + T.float32(22)
        for i in range(2):
            B[t] = s[t] + T.float32(23)
        for i in range(2):
            B[t] = s[t] + T.float32(24)
        for i in range(2):
            B[t] = s[t] + T.float32(25)
        for i in range(2):
            B[t] = s[t] + T.float32(26)
        for i in range(2):
            B[t] = s[t] + T.float32(27)
        for i in range(2):
            B[t] = s[t] + T.float32(28)
        for i in range(2):
            B[t] = s[t] + T.float32(29)
        for i in range(2):
            B[t] = s[t] + T.float32(30)
        for i in range(2):
            B[t] = s[t] + T.float32(31)
        for i in range(2):
            B[t] = s[t] + T.float32(32)
        for i in range(2):
            B[t] = s[t] + T.float32(33)
        for i in range(2):
            B[t] = s[t] + T.float32(34)
        for i in range(2):
            B[t] = s[t] + T.float32(35)
        for i in range(2):
            B[t] = s[t] + T.float32(36)
        for i in range(2):
            B[t] = s[t] + T.float32(37)
        for i in range(2):
            B[t] = s[t] + T.float32(38)
        for i in range(2):
            B[t] = s[t] + T.float32(39)
        for i in range(2):
            B[t] = s[t] + T.float32(40)
        for i in range(2):
            B[t] = s[t] + T.float32(41)
        for i in range(2):
            B[t] = s[t] + T.float32(42)
        for i in range(2):
            B[t] = s[t] + T.float32(43)
        for i in range(2):
            B[t] = s[t] + T.float32(44)
        for i in range(2):
            B[t] = s[t] + T.float32(45)
        for i in range(2):
            B[t] = s[t] + T.float32(46)
        for i in range(2):
            B[t] = s[t] + T.float32(47)
        B[t] = s[7 - t]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_shared((8,))
        s[t] = A[t]
        for i in range(2):
            B[t] = s[t]
        for i in range(2):
            B[t] = s[t] + T.float32(1.0)
        for i in range(2):
            B[t] = s[t] + T.float32(2.0)
        for i in range(2):
            B[t] = s[t] + T.float32(3.0)
        for i in range(2):
            B[t] = s[t] + T.float32(4.0)
        for i in range(2):
            B[t] = s[t] + T.float32(5.0)
        for i in range(2):
            B[t] = s[t] + T.float32(6.0)
        for i in range(2):
            B[t] = s[t] + T.float32(7.0)
        for i in range(2):
            B[t] = s[t] + T.float32(8.0)
        for i in range(2):
            B[t] = s[t] + T.float32(9.0)
        for i in range(2):
            B[t] = s[t] + T.float32(10.0)
        for i in range(2):
            B[t] = s[t] + T.float32(11.0)
        for i in range(2):
            B[t] = s[t] + T.float32(12.0)
        for i in range(2):
            B[t] = s[t] + T.float32(13.0)
        for i in range(2):
            B[t] = s[t] + T.float32(14.0)
        for i in range(2):
            B[t] = s[t] + T.float32(15.0)
        for i in range(2):
            B[t] = s[t] + T.float32(16.0)
        for i in range(2):
            B[t] = s[t] + T.float32(17.0)
        for i in range(2):
            B[t] = s[t] + T.float32(18.0)
        for i in range(2):
            B[t] = s[t] + T.float32(19.0)
        for i in range(2):
            B[t] = s[t] + T.float32(20.0)
        for i in range(2):
            B[t] = s[t] + T.float32(21.0)
        for i in range(2):
            B[t] = s[t] + T.float32(22.0)
        for i in range(2):
            B[t] = s[t] + T.float32(23.0)
        for i in range(2):
            B[t] = s[t] + T.float32(24.0)
        for i in range(2):
            B[t] = s[t] + T.float32(25.0)
        for i in range(2):
            B[t] = s[t] + T.float32(26.0)
        for i in range(2):
            B[t] = s[t] + T.float32(27.0)
        for i in range(2):
            B[t] = s[t] + T.float32(28.0)
        for i in range(2):
            B[t] = s[t] + T.float32(29.0)
        for i in range(2):
            B[t] = s[t] + T.float32(30.0)
        for i in range(2):
            B[t] = s[t] + T.float32(31.0)
        for i in range(2):
            B[t] = s[t] + T.float32(32.0)
        for i in range(2):
            B[t] = s[t] + T.float32(33.0)
        for i in range(2):
            B[t] = s[t] + T.float32(34.0)
        for i in range(2):
            B[t] = s[t] + T.float32(35.0)
        for i in range(2):
            B[t] = s[t] + T.float32(36.0)
        for i in range(2):
            B[t] = s[t] + T.float32(37.0)
        for i in range(2):
            B[t] = s[t] + T.float32(38.0)
        for i in range(2):
            B[t] = s[t] + T.float32(39.0)
        for i in range(2):
            B[t] = s[t] + T.float32(40.0)
        for i in range(2):
            B[t] = s[t] + T.float32(41.0)
        for i in range(2):
            B[t] = s[t] + T.float32(42.0)
        for i in range(2):
            B[t] = s[t] + T.float32(43.0)
        for i in range(2):
            B[t] = s[t] + T.float32(44.0)
        for i in range(2):
            B[t] = s[t] + T.float32(45.0)
        for i in range(2):
            B[t] = s[t] + T.float32(46.0)
        for i in range(2):
            B[t] = s[t] + T.float32(47.0)
        T.tvm_storage_sync("shared", T.bool(False), -1)
        B[t] = s[7 - t]
