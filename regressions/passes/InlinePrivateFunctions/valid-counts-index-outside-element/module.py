# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((), dtype="bfloat16"), x1: R.Tensor((1, 1, 1, 1, 1), dtype="bfloat16"), x2: R.Tensor((1, 1), dtype="bfloat16"), x3: R.Tensor((1,), dtype="bfloat16"), x4: R.Tensor((1,), dtype="bfloat16"), x5: R.Tensor((1, 1, 1), dtype="bfloat16"), x6: R.Tensor(dtype="bfloat16", ndim=3)) -> R.Tuple(R.Tensor(dtype="int32", ndim=1), R.Tensor(dtype="bfloat16", ndim=3), R.Tensor(dtype="int32", ndim=2)):
        gv6: R.Tuple(R.Tensor(dtype="int32", ndim=1), R.Tensor(dtype="bfloat16", ndim=3), R.Tensor(dtype="int32", ndim=2)) = R.vision.get_valid_counts(x6, score_threshold=0.5, id_index=3, score_index=5)
        return gv6
