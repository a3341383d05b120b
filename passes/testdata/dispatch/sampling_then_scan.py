# RUN: DispatchSampling,DispatchSortScan
# Sorting and scanning alone is lowered; exp stays for LegalizeOps, and so does what lies on a device.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice("cuda", 0, "global")]})
    @R.function
    def main(prob: R.Tensor((3, 5), dtype="float32"), u: R.Tensor((2, 1), dtype="float32"), si: R.Tensor((2, 1), dtype="int64"), d: R.Tensor((4,), dtype="float32", vdevice="cuda:0")):
        with R.dataflow():
            a = R.multinomial_from_uniform(prob, u, si, dtype="int64")
            b = R.exp(prob)
            c: R.Tensor((4,), dtype="float32", vdevice="cuda:0") = R.cumsum(d, axis=0)
            R.output(a, b, c)
        return (a, b, c)
