# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def outlined(gv: R.Tuple(R.Tensor((1,), dtype="float32", vdevice="metal:-1:global"), R.Tensor((1,), dtype="float32", vdevice="metal:-1:global"))) -> R.Tuple(R.Tensor((1,), dtype="float32", vdevice="metal:-1:global"), R.Tensor((1,), dtype="float32", vdevice="metal:-1:global")):
        return gv

    @R.function
    def main(y: R.Tensor((2,), dtype="float32", vdevice="metal:-1:global")) -> R.Tuple(R.Tensor((1,), dtype="float32", vdevice="metal:-1:global"), R.Tensor((1,), dtype="float32", vdevice="metal:-1:global")):
        cls = Module
        gv: R.Tuple(R.Tensor((1,), dtype="float32", vdevice="metal:-1:global"), R.Tensor((1,), dtype="float32", vdevice="metal:-1:global")) = R.split(y, indices_or_sections=2, axis=0)
        z: R.Tuple(R.Tensor((1,), dtype="float32", vdevice="metal:-1:global"), R.Tensor((1,), dtype="float32", vdevice="metal:-1:global")) = cls.outlined(gv)
        return z
