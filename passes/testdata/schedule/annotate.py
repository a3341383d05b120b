# RUN: ApplySchedule{"trace": "annotate(copy, 0, \"software_pipeline_order\", [0])\nunannotate(copy, 0, \"software_pipeline_stage\")"}
# A list of numbers comes, another one goes.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        for i in T.serial(16, annotations={"software_pipeline_stage": [0]}):
            with T.sblock("copy"):
                v = T.axis.spatial(16, i)
                T.reads(A[v])
                T.writes(C[v])
                C[v] = A[v]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        # with T.sblock("root"):
        for i in T.serial(16, annotations={"software_pipeline_order": [0]}):
            with T.sblock("copy"):
                v = T.axis.spatial(16, i)
                T.reads(A[v])
                T.writes(C[v])
                C[v] = A[v]
