# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x5: R.Tensor((), dtype="float32")) -> T.int32:
        gv7: T.int32 = R.inspect.tensor_ndim(x5)
        return gv7
