# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(i: T.Buffer((), "int32"), T_add: T.Buffer((), "int32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        with T.sblock("T_add"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(i[()])
            T.writes(T_add[()])
            T_add[()] = i[()] + 1

    @T.prim_func(private=True, s_tir=True)
    def greater_equal(A: T.Buffer((), "int32"), T_greater_equal: T.Buffer((), "bool")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        with T.sblock("T_greater_equal"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(A[()])
            T.writes(T_greater_equal[()])
            T_greater_equal[()] = 3 <= A[()]

    @T.prim_func(private=True, s_tir=True)
    def subtract(acc: T.Buffer((T.int64(5),), "float32"), x: T.Buffer((T.int64(5),), "float32"), T_subtract: T.Buffer((T.int64(5),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(T.int64(5)):
            with T.sblock("T_subtract"):
                v_ax0 = T.axis.spatial(T.int64(5), ax0)
                T.reads(acc[v_ax0], x[v_ax0])
                T.writes(T_subtract[v_ax0])
                T_subtract[v_ax0] = acc[v_ax0] - x[v_ax0]

    @R.function(private=True)
    def main_loop(i: R.Tensor((), dtype="int32"), acc: R.Tensor((5,), dtype="float32"), x: R.Tensor((5,), dtype="float32")) -> R.Tensor((5,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        storage: R.Any = R.memory.alloc_storage(R.shape([1]), 0, R.str("global"), R.dtype("uint8"))
        alloc: R.Tensor((), dtype="bool") = R.memory.alloc_tensor(storage, 0, R.shape([]), R.dtype("bool"), 0)
        R.memory.kill_storage(storage)
        cls.greater_equal(i, alloc)
        if alloc:
            r: R.Tensor((5,), dtype="float32") = acc
        else:
            storage_1: R.Any = R.memory.alloc_storage(R.shape([4]), 0, R.str("global"), R.dtype("uint8"))
            alloc_1: R.Tensor((), dtype="int32") = R.memory.alloc_tensor(storage_1, 0, R.shape([]), R.dtype("int32"), 0)
            R.memory.kill_storage(storage_1)
            cls.add(i, alloc_1)
            storage_2: R.Any = R.memory.alloc_storage(R.shape([20]), 0, R.str("global"), R.dtype("uint8"))
            alloc_2: R.Tensor((5,), dtype="float32") = R.memory.alloc_tensor(storage_2, 0, R.shape([5]), R.dtype("float32"), 0)
            R.memory.kill_storage(storage_2)
            cls.subtract(acc, x, alloc_2)
            r_else: R.Tensor((5,), dtype="float32") = cls.main_loop(alloc_1, alloc_2, x)
            R.memory.kill_tensor(alloc_1)
            R.memory.kill_tensor(alloc_2)
            r: R.Tensor((5,), dtype="float32") = r_else
        R.memory.kill_tensor(alloc)
        return r

    @R.function
    def main(x: R.Tensor((5,), dtype="float32")) -> R.Tensor((5,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        loop: R.Any = R.make_closure(cls.main_loop, (x,))
        r_else: R.Tensor((5,), dtype="float32") = R.invoke_closure(loop, (R.const(0, "int32"), x), ty_args=(R.Tensor((5,), dtype="float32"),))
        R.vm.kill_object(loop)
        return r_else
