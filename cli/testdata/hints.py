# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 16), "float32")):
        for i in T.serial(8, annotations={"pragma_auto_unroll_max_step": 16}):
            for j in T.serial(16, annotations={"pragma_loop_partition_hint": 1}):
                A[i, j] = T.float32(1)
