# RUN: CallTIRRewrite
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            y = R.call_dps_packed("copy", (x,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(y)
        return y
# ---
# error: [dataflow-free] pass CallTIRRewrite needs a module that is dataflow-free; run ToNonDataflow first
