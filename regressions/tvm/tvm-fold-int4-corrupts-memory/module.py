# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tuple(R.Tensor((17, 17), dtype="int4"), R.Tensor((17, 18), dtype="int4"), R.Tensor((17, 19), dtype="int4"), R.Tensor((17, 20), dtype="int4"), R.Tensor((17, 21), dtype="int4"), R.Tensor((17, 22), dtype="int4"), R.Tensor((17, 23), dtype="int4"), R.Tensor((17, 24), dtype="int4")):
        gv0: R.Tensor((17, 17), dtype="int4") = R.eye(17, 17, 0, dtype="int4")
        gv1: R.Tensor((17, 18), dtype="int4") = R.eye(17, 18, 0, dtype="int4")
        gv2: R.Tensor((17, 19), dtype="int4") = R.eye(17, 19, 0, dtype="int4")
        gv3: R.Tensor((17, 20), dtype="int4") = R.eye(17, 20, 0, dtype="int4")
        gv4: R.Tensor((17, 21), dtype="int4") = R.eye(17, 21, 0, dtype="int4")
        gv5: R.Tensor((17, 22), dtype="int4") = R.eye(17, 22, 0, dtype="int4")
        gv6: R.Tensor((17, 23), dtype="int4") = R.eye(17, 23, 0, dtype="int4")
        gv7: R.Tensor((17, 24), dtype="int4") = R.eye(17, 24, 0, dtype="int4")
        return (gv0, gv1, gv2, gv3, gv4, gv5, gv6, gv7)
