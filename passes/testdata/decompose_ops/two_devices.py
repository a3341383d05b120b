# RUN: DecomposeOpsForInference
# A batch_norm may take operands that lie on several devices, arithmetic may not: it stays.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice("cuda", 0), I.vdevice("cuda", 1)]})
    @R.function
    def main(x: R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1"), s: R.Tensor((3,), dtype="float32", vdevice="cuda:0"), t: R.Tensor((3,), dtype="float32", vdevice="cuda:1")) -> R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1"):
        with R.dataflow():
            apart = R.nn.batch_norm(x, s, t, s, s, axis=1)
            y = apart[0]
            together = R.nn.batch_norm(y, t, t, t, t, axis=1)
            z = together[0]
            R.output(z)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 1, "global")]})
    @R.function
    def main(x: R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1:global"), s: R.Tensor((3,), dtype="float32", vdevice="cuda:0:global"), t: R.Tensor((3,), dtype="float32", vdevice="cuda:1:global")) -> R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1:global"):
        with R.dataflow():
            apart: R.Tuple(R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1:global"), R.Tensor((3,), dtype="float32", vdevice="cuda:0:global"), R.Tensor((3,), dtype="float32", vdevice="cuda:0:global")) = R.nn.batch_norm(x, s, t, s, s, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
            y: R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1:global") = apart[0]
            lv: R.Tensor((1, 3, 1), dtype="float32", vdevice="cuda:1:global") = R.expand_dims(t, axis=[0, 2])
            lv_1: R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1:global") = R.subtract(y, lv)
            lv_2: R.Tensor((1, 3, 1), dtype="float32", vdevice="cuda:1:global") = R.expand_dims(t, axis=[0, 2])
            lv_3: R.Tensor((1, 3, 1), dtype="float32", vdevice="cuda:1:global") = R.add(lv_2, R.const(9.9999997473787516e-06, "float32"))
            lv_4: R.Tensor((1, 3, 1), dtype="float32", vdevice="cuda:1:global") = R.sqrt(lv_3)
            lv_5: R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1:global") = R.divide(lv_1, lv_4)
            lv_6: R.Tensor((1, 3, 1), dtype="float32", vdevice="cuda:1:global") = R.expand_dims(t, axis=[0, 2])
            lv_7: R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1:global") = R.multiply(lv_5, lv_6)
            lv_8: R.Tensor((1, 3, 1), dtype="float32", vdevice="cuda:1:global") = R.expand_dims(t, axis=[0, 2])
            lv_9: R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1:global") = R.add(lv_7, lv_8)
            together: R.Tuple(R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1:global"), R.Tensor((3,), dtype="float32", vdevice="cuda:1:global"), R.Tensor((3,), dtype="float32", vdevice="cuda:1:global")) = lv_9, t, t
            z: R.Tensor((2, 3, 4), dtype="float32", vdevice="cuda:1:global") = together[0]
            R.output(z)
        return z
