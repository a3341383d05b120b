# RUN: LegalizeOps,ToNonDataflow,RemovePurityChecking,CallTIRRewrite,LowerAllocTensor,LowerRuntimeBuiltin,VMShapeLower
# What nobody has lowered asks for a shape that is not known from here on.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("k", 1), dtype="int64"), all: R.Tensor(("k", 1), dtype="int64")) -> R.Tensor(("k // 2", 1), dtype="int64"):
        k = T.int64()
        negative: R.Tensor((k, 1), dtype="int64") = R.negative(all)
        part: R.Tensor((k // 2, 1), dtype="int64") = R.ccl.scatter_from_worker0(negative, num_workers=2, axis=0)
        return part
# ---
# error: relax.ccl.scatter_from_worker0 cannot be compiled yet, LegalizeOps deals with it: it has not been lowered
