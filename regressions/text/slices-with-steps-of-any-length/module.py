# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((5,), "float32")):
        with R.dataflow():
            a = R.strided_slice(x, axes=[0], begin=[0], end=[5], strides=[9223372036854775807], assume_inbound=False)
            b = R.strided_slice(x, axes=[0], begin=[0], end=[5], strides=[9223372036854775807], assume_inbound=True)
            c = R.strided_slice(x, axes=[0], begin=[4], end=[-9223372036854775808], strides=[-9223372036854775808], assume_inbound=False)
            d = R.strided_slice(x, axes=[0], begin=[9223372036854775807], end=[0], strides=[-9223372036854775807], assume_inbound=False)
            e = R.strided_slice(x, axes=[0], begin=[2], end=[1], strides=[9223372036854775807], assume_inbound=False)
            gv = (a, b, c, d, e)
            R.output(gv)
        return gv
