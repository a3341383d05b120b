# RUN: DispatchSampling
# What lies on a device stays, and so does what is of two dtypes, or of a size that nobody knows.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice("cuda", 0, "global")]})
    @R.function
    def main(p: R.Tensor((3, 5), dtype="float32", vdevice="cuda:0"), u: R.Tensor((2, 1), dtype="float32", vdevice="cuda:0"), i: R.Tensor((2, 1), dtype="int64", vdevice="cuda:0"), q: R.Tensor(ndim=2, dtype="float32"), v: R.Tensor((2, 1), dtype="float32"), j: R.Tensor((2, 1), dtype="int64")):
        with R.dataflow():
            a = R.multinomial_from_uniform(p, u, i, dtype="int64")
            b = R.multinomial_from_uniform(q, v, j, dtype="int64")
            R.output(a, b)
        return (a, b)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(p: R.Tensor((3, 5), dtype="float32", vdevice="cuda:0:global"), u: R.Tensor((2, 1), dtype="float32", vdevice="cuda:0:global"), i: R.Tensor((2, 1), dtype="int64", vdevice="cuda:0:global"), q: R.Tensor(dtype="float32", ndim=2), v: R.Tensor((2, 1), dtype="float32"), j: R.Tensor((2, 1), dtype="int64")) -> R.Tuple(R.Tensor((2, 1), dtype="int64", vdevice="cuda:0:global"), R.Tensor(dtype="int64", ndim=2)):
        with R.dataflow():
            a: R.Tensor((2, 1), dtype="int64", vdevice="cuda:0:global") = R.multinomial_from_uniform(p, u, i, dtype="int64")
            b: R.Tensor(dtype="int64", ndim=2) = R.multinomial_from_uniform(q, v, j, dtype="int64")
            R.output(a, b)
        return (a, b)
