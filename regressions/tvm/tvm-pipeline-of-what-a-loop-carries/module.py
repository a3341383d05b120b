# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32"), X: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        for i in T.serial(2, annotations={"software_pipeline_order": [0, 1], "software_pipeline_stage": [0, 1]}):
            with T.sblock("body"):
                T.reads(A[i], X[0])
                T.writes(X[0])
                B = T.sblock_alloc_buffer((1,), scope="shared")
                with T.sblock("b"):
                    T.reads(A[i], X[0])
                    T.writes(B[0])
                    B[0] = X[0]
                with T.sblock("c"):
                    T.reads(B[0])
                    T.writes(X[0])
                    X[0] = B[0] * T.float32(0.5)
