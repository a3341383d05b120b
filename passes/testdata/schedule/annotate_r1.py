# RUN: ApplySchedule{"trace": "annotate(copy, 0, \"software_pipeline_stage\", [1])"}
# The loop has it.
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
# error: [schedule.annotate.r1] line 1 of the schedule: annotate expects that the loop has no annotation of that name, but loop i has software_pipeline_stage already
