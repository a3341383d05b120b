# RUN: LazyTransformParams
# A weight that has another name, by a binding or a match_cast, and is used under it last: it is killed behind that use.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(params: R.Tuple(R.Tensor((4,), "float32"), R.Tensor((4,), "float32"))):
        w = params[0]
        x = w
        y = R.negative(w)
        z = R.add(x, y)
        v = params[1]
        u = R.match_cast(v, R.Tensor((4,), "float32"))
        n = R.negative(v)
        s = R.add(n, u)
        t = u
        gv = (z, s, t)
        return gv
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main_transform_params() -> R.Tuple:
        gv: R.Any = R.call_packed("get_item", 0, ty_args=(R.Any,))
        w: R.Tensor((4,), dtype="float32") = R.match_cast(gv, R.Tensor((4,), dtype="float32"))
        w_1: R.Tensor((4,), dtype="float32") = w
        x: R.Tensor((4,), dtype="float32") = w_1
        y: R.Tensor((4,), dtype="float32") = R.negative(w_1)
        z: R.Tensor((4,), dtype="float32") = R.add(x, y)
        R.vm.kill_object(w_1)
        _: R.Any = R.call_packed("set_item", 0, z, ty_args=(R.Any,))
        gv_1: R.Any = R.call_packed("get_item", 1, ty_args=(R.Any,))
        v: R.Tensor((4,), dtype="float32") = R.match_cast(gv_1, R.Tensor((4,), dtype="float32"))
        v_1: R.Tensor((4,), dtype="float32") = v
        u: R.Tensor((4,), dtype="float32") = R.match_cast(v_1, R.Tensor((4,), dtype="float32"))
        n: R.Tensor((4,), dtype="float32") = R.negative(v_1)
        s: R.Tensor((4,), dtype="float32") = R.add(n, u)
        __1: R.Any = R.call_packed("set_item", 1, s, ty_args=(R.Any,))
        t: R.Tensor((4,), dtype="float32") = u
        __2: R.Any = R.call_packed("set_item", 2, t, ty_args=(R.Any,))
        R.vm.kill_object(v_1)
        R.tuple()
        return R.tuple()
