# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def blocks(A: T.Buffer((1, 1), "int32"), B: T.Buffer((1, 1), "int32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("assumed"):
            v_i = T.axis.spatial(1, 0)
            v_j = T.axis.spatial(1, 0)
            T.reads(A[v_i, v_j])
            T.writes()
            T.assume(A[v_i, v_j] == 0)
        with T.sblock("b"):
            v_i = T.axis.spatial(1, 0)
            v_j = T.axis.spatial(1, 0)
            T.reads(A[v_i, v_j])
            T.writes(B[v_i, v_j])
            B[v_i, v_j] = T.if_then_else(T.bool(True), 0, A[v_i, v_j])
