# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x6: R.Tensor((1, 1), dtype="float32"), x7: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        gv4: R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.nn.batch_norm(x6, x7, x7, x7, x7, axis=-1, epsilon=0.25, center=True, scale=True, momentum=0.10000000000000001, training=True)
        return gv4
