# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((5, 2), "float32")):
        with R.dataflow():
            gv = R.split(x, 7, axis=0)
            R.output(gv)
        return gv
