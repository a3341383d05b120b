# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"note": "golden"})
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, 0, "global")]})
    pick = R.ExternFunc("pick")
    @R.function(pure=False, private=True)
    def effects(c: R.Tensor((), dtype="bool"), x: R.Any) -> R.Tensor((), dtype="bool"):
        R.func_attr({"levels": [1, 2.5, None, True], "relax.force_pure": False})
        R.print(x, format=R.str("{}"))
        R.assert_op(c, format=R.str("no"))
        _: R.Any = R.call_packed("touch", x, R.str("a"), R.dtype("int8"), R.shape([1, 2]), ty_args=(R.Any,))
        return c

    @R.function
    def main(x: R.Tensor(("m", "n"), dtype="float32"), k: T.int64, d: R.Tensor((4,), dtype="float32", vdevice="llvm:0:global"), c: R.Tensor((), dtype="bool")) -> R.Tuple(R.Tensor(("m", "n"), dtype="float32"), R.Shape(["m", "n * 2"])):
        m = T.int64()
        n = T.int64()
        p = T.int64()
        with R.dataflow():
            lv: R.Tensor((m, n), dtype="float32") = R.add(x, R.const(1.5, "float32"))
            lv1: R.Tuple(R.Tensor((m, n), dtype="float32"), R.Tensor((m, n), dtype="float32")) = lv, x
            lv2: R.Tensor((m, n), dtype="float32") = lv1[0]
            gv: R.Tensor((m, n), dtype="float32") = R.multiply(lv2, x)
            R.output(gv)
        if c:
            y_then: R.Tensor((m, n), dtype="float32") = R.exp(gv)
            y: R.Tensor((m, n), dtype="float32") = y_then
        else:
            y_else: R.Tensor((m, n), dtype="float32") = R.negative(gv)
            y: R.Tensor((m, n), dtype="float32") = y_else
        z: R.Tensor((p, n), dtype="float32") = R.match_cast(y, R.Tensor((p, n), dtype="float32"))
        return (y, R.shape([m, n * 2]))
