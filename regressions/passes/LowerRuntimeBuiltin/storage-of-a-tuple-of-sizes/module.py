# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Any:
        storage: R.Any = R.memory.alloc_storage((4,), 0, R.str("global"), R.dtype("float32"))
        return storage
