# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def entry(x2: R.Tensor((), dtype="int64")) -> R.Tensor((), dtype="int64"):
        return x2

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((), dtype="int64"):
        cls = Module
        gv7: R.Tensor((), dtype="int64") = R.size(x0)
        gv10: R.Tensor((), dtype="int64") = cls.entry(gv7)
        return gv10
