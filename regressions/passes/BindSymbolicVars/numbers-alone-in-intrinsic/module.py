# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(p: T.int64, gv: R.Shape([T.tvm_thread_invariant(T.tvm_thread_invariant(p))])) -> R.Shape([T.tvm_thread_invariant(T.tvm_thread_invariant(p))]):
        return gv
