# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1,), dtype="float32"), x1: R.Tensor(dtype="int64", ndim=2), x2: R.Tensor((1, 1, 1, 1), dtype="float32"), x3: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1, 1, 1), dtype="float32")):
        # from tvm.script import relax as R
        
        @R.function
        def local_func(x0_1: R.Tensor((1,), dtype="float32"), x1_1: R.Tensor(dtype="int64", ndim=2), x2_1: R.Tensor((1, 1, 1, 1), dtype="float32"), x3_1: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1, 1, 1), dtype="float32")):
            R.func_attr({"Composite": "assay.fused", "num_input": 1})
            with R.dataflow():
                lv0: R.Tensor((1, 1), dtype="int32") = R.ones(R.shape([1, 1]), dtype="int32")
                lv1: R.Tensor((1, 1, 1, 1), dtype="float32") = R.multiply(x2_1, x3_1)
                R.output(lv1)
            return (x2_1, x3_1, lv1)

        output: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1, 1, 1), dtype="float32")) = local_func(x0, x1, x2, x3)
        return output
