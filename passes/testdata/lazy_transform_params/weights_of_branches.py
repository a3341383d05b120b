# RUN: LazyTransformParams
# Weights that branches and local functions use are fetched in front of them, once. TVM fetches them within the first and leaves the others without.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(c: R.Tensor((), "bool"), a: R.Tensor((1,), "float32"), b: R.Tensor((1,), "float32")):
        if c:
            d = R.add(a, b)
        else:
            d = a

        @R.function
        def local(x: R.Tensor((1,), "float32")) -> R.Tensor((1,), "float32"):
            y = R.add(x, b)
            return y

        e = local(d)
        f = R.add(e, b)
        t = (d, f)
        return t
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main_transform_params() -> R.Tuple:
        gv: R.Any = R.call_packed("get_item", 0, ty_args=(R.Any,))
        c: R.Tensor((), dtype="bool") = R.match_cast(gv, R.Tensor((), dtype="bool"))
        gv_1: R.Any = R.call_packed("get_item", 1, ty_args=(R.Any,))
        a: R.Tensor((1,), dtype="float32") = R.match_cast(gv_1, R.Tensor((1,), dtype="float32"))
        gv_2: R.Any = R.call_packed("get_item", 2, ty_args=(R.Any,))
        b: R.Tensor((1,), dtype="float32") = R.match_cast(gv_2, R.Tensor((1,), dtype="float32"))
        if c:
            d_then: R.Tensor((1,), dtype="float32") = R.add(a, b)
            d: R.Tensor((1,), dtype="float32") = d_then
        else:
            d: R.Tensor((1,), dtype="float32") = a
        # from tvm.script import relax as R
        
        @R.function
        def local(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            y: R.Tensor((1,), dtype="float32") = R.add(x, b)
            return y

        e: R.Tensor((1,), dtype="float32") = local(d)
        _: R.Any = R.call_packed("set_item", 0, d, ty_args=(R.Any,))
        f: R.Tensor((1,), dtype="float32") = R.add(e, b)
        __1: R.Any = R.call_packed("set_item", 1, f, ty_args=(R.Any,))
        R.tuple()
        return R.tuple()
