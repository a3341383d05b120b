# RUN: LiftTransformParams
# Shows a mutant of passes/relax/lift_plan.cc (left-out call): use_symbols_of(binding);
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(sizes: R.Shape([1, "m"]), gv10: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), gv9: R.Tensor(("m * 6",), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        m = T.int64()
        R.func_attr({"num_input": 0})
        gv9_1: R.Tensor((m * 6,), dtype="float32", vdevice="llvm:0:global") = R.negative(gv9)
        return gv10
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main_transform_params(model_params: R.Tuple(R.Shape([1, "m"]), R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor(("m * 6",), dtype="float32", vdevice="llvm:0:global"))) -> R.Tuple(R.Shape(["m"]), R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor(("m * 6",), dtype="float32", vdevice="llvm:0:global")):
        m = T.int64()
        R.func_attr({"num_input": 0})
        with R.dataflow():
            gv10: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = model_params[1]
            gv9: R.Tensor((m * 6,), dtype="float32", vdevice="llvm:0:global") = model_params[2]
            output_tuple: R.Tuple(R.Shape([m]), R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((m * 6,), dtype="float32", vdevice="llvm:0:global")) = R.shape([m]), gv10, gv9
            R.output(output_tuple)
        return output_tuple

    @R.function
    def main(vars_from_compile_time_params: R.Shape(["m"]), gv10: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), gv9: R.Tensor(("m * 6",), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        m = T.int64()
        R.func_attr({"num_input": 0})
        gv9_1: R.Tensor((m * 6,), dtype="float32", vdevice="llvm:0:global") = R.negative(gv9)
        return gv10
