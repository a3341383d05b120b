# RUN: LazyTransformParams
# A weight that is an output as it is, alone, twice, and beside a use: each place is handed over once. TVM hands over none of those that nothing uses.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(a: R.Tensor((1,), "float32"), b: R.Tensor((2,), "float32"), c: R.Tensor((3,), "float32")):
        d = R.exp(c)
        t = (a, b, a, c, d)
        return t
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main_transform_params() -> R.Tuple:
        gv: R.Any = R.call_packed("get_item", 2, ty_args=(R.Any,))
        c: R.Tensor((3,), dtype="float32") = R.match_cast(gv, R.Tensor((3,), dtype="float32"))
        d: R.Tensor((3,), dtype="float32") = R.exp(c)
        _: R.Any = R.call_packed("set_item", 3, c, ty_args=(R.Any,))
        __1: R.Any = R.call_packed("set_item", 4, d, ty_args=(R.Any,))
        R.tuple()
        gv_1: R.Any = R.call_packed("get_item", 0, ty_args=(R.Any,))
        a: R.Tensor((1,), dtype="float32") = R.match_cast(gv_1, R.Tensor((1,), dtype="float32"))
        __2: R.Any = R.call_packed("set_item", 0, a, ty_args=(R.Any,))
        __3: R.Any = R.call_packed("set_item", 2, a, ty_args=(R.Any,))
        gv_2: R.Any = R.call_packed("get_item", 1, ty_args=(R.Any,))
        b: R.Tensor((2,), dtype="float32") = R.match_cast(gv_2, R.Tensor((2,), dtype="float32"))
        __4: R.Any = R.call_packed("set_item", 1, b, ty_args=(R.Any,))
        return R.tuple()
