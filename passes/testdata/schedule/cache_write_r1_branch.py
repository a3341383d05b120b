# RUN: ApplySchedule{"trace": "cache_write(b, \"local\")"}
# A branch around the block leaves out a part of the buffer.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            if i < 5:
                with T.sblock("b"):
                    vi = T.axis.spatial(8, i)
                    T.reads(A[vi])
                    T.writes(B[vi])
                    B[vi] = A[vi] + T.float32(1)
# ---
# error: [schedule.cache_write.r1] line 1 of the schedule: cache_write expects that the block is one store of its own variables, each once, which fills the buffer, but block b does not fill its buffer
