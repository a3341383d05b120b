# RUN: LazyGetInput
# Shows a mutant of passes/relax/eliminate_common_subexpr.cc (left-out call): bound.vars.push_back(var);
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x6: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")):
        with R.dataflow():
            lv5: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.negative(x6)
            R.output(lv5)
        return (x6, x6)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(fget_param: R.Callable((T.int64, R.Any), R.Any, True)) -> R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            x6_untyped: R.Any = fget_param(0, R.str("x6"))
            x6: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.match_cast(x6_untyped, R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"))
            R.output()
        x6_untyped_1: R.Any = fget_param(0, R.str("x6"))
        x6_1: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.match_cast(x6_untyped_1, R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"))
        return (x6_1, x6_1)
