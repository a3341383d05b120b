"""Operators that the runtime provides: shapes as values, memory, calls of kernels, packed functions and closures. Whole
modules where a call alone says nothing."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from case import HEAD, Array, Case, Out, Row, Scalar, Value, Want, of, some

ROWS: list[Row] = []
# Operator, module, input, result.
MODULES: list[tuple[str, str, Array, Array]] = []
SHAPES, CALLS, TYPES = "shapes-at-run-time", "calls-and-memory", "types-of-results"


def add(op: str, call: str, label: str, want: Want | None, out: Out = None, type: str | None = None, **inputs: Value) -> None:
    ROWS.append(Row(op, call, label, inputs, want, out, type))


def infer(op: str, call: str, type: str, label: str = TYPES, **inputs: Value) -> None:
    ROWS.append(Row(op, call, label, inputs, None, None, type))


F23 = 'R.Tensor((2, 3), dtype="float32")'
X = some((2, 3))

# ---- shapes as values
add("shape_of", "R.shape_of(x)", SHAPES, lambda x: [2, 3], x=X)
add("tensor_to_shape", "R.tensor_to_shape(x)", SHAPES, lambda x: [4, 1, 3], type="R.Shape(ndim=3)", x=of([4, 1, 3], "int64"))
add("shape_to_tensor", "R.shape_to_tensor(s)", SHAPES, lambda s: of([5, 2], "int64"), s=[5, 2])
add("size", "R.size(x)", SHAPES, lambda x: of(6, "int64"), x=X)
infer("shape_of", "R.shape_of(x)", "R.Shape([n, m])", x='R.Tensor((n, m), dtype="float32")')
infer("size", "R.size(x)", 'R.Tensor((), dtype="int64")', x="R.Tensor(dtype=\"int8\")")

# ---- what a tensor is
for part, dtype, value in [("dtype_code", "uint8", 2), ("dtype_bits", "uint8", 32), ("dtype_lanes", "uint16", 1), ("ndim", "int32", 2)]:
    add(f"inspect.tensor_{part}", f"R.inspect.tensor_{part}(x)", CALLS, lambda x, v=value, d=dtype: Scalar(v, d), x=X)
for part, dtype in [("byte_offset", "uint64"), ("elem_offset", "uint64")]:
    add(f"inspect.tensor_{part}", f"R.inspect.tensor_{part}(x)", CALLS, lambda x, d=dtype: Scalar(0, d), x=X)
add("inspect.tensor_shape_i", "R.inspect.tensor_shape_i(x, T.int64(1))", CALLS, lambda x: Scalar(3), x=X)
add("inspect.tensor_stride_i", "R.inspect.tensor_stride_i(x, T.int64(0))", CALLS, lambda x: Scalar(3), x=X)

# ---- devices, sharding: types alone
infer("hint_on_device", 'R.hint_on_device(x, R.device(1, 0), "global")', F23, "devices", x=F23)
infer("to_vdevice", 'R.to_vdevice(x, dst_vdevice="cuda:0:global")', 'R.Tensor((2, 3), dtype="float32", vdevice="cuda:0:global")', "devices",
      x='R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global")')
infer("ccl.allreduce", 'R.ccl.allreduce(x, op_type="sum")', F23, "devices", x=F23)
infer("ccl.allgather", "R.ccl.allgather(x, num_workers=2)", 'R.Tensor((4, 3), dtype="float32")', "devices", x=F23)
infer("ccl.broadcast_from_worker0", "R.ccl.broadcast_from_worker0(x)", F23, "devices", x=F23)
infer("ccl.scatter_from_worker0", "R.ccl.scatter_from_worker0(x, num_workers=2, axis=0)", 'R.Tensor((1, 3), dtype="float32")', "devices", x=F23)
infer("dist.redistribute_replica_to_shard", "R.dist.redistribute_replica_to_shard(x, num_workers=2, axis=0)", 'R.Tensor((1, 3), dtype="float32")', "devices", x=F23)
MESH = "R.device_mesh((2,), [0, 1])"
DIST = f'R.DTensor((4, 2), "float32", {MESH}, "S[0]")'
infer("dist.annotate_sharding", f'R.dist.annotate_sharding(x, {MESH}, "S[0]")', F23, "devices", x=F23)
infer("dist.redistribute", f'R.dist.redistribute(x, {MESH}, "R")', f'R.DTensor((4, 2), "float32", {MESH}, "R")', "devices", x=DIST)

# ---- memory and effects
infer("null_value", "R.null_value()", "R.Object", CALLS)
infer("print", 'R.print(x, format="{}")', "R.Tuple", CALLS, x=F23)
infer("assert_op", 'R.assert_op(c, x, format="no")', "R.Tuple", CALLS, c="T.bool", x=F23)
infer("builtin.alloc_tensor", 'R.builtin.alloc_tensor(R.shape([2, 3]), "float32", 0, "global")', F23, CALLS)
infer("memory.alloc_storage", 'R.memory.alloc_storage(R.shape([24]), 0, "global", "float32")', "R.Object", CALLS)
infer("memory.alloc_tensor", 'R.memory.alloc_tensor(s, 0, R.shape([2, 3]), "float32")', F23, CALLS, s="R.Object")
infer("memory.kill_tensor", "R.memory.kill_tensor(x)", "R.Tuple", CALLS, x=F23)
infer("memory.kill_storage", "R.memory.kill_storage(s)", "R.Tuple", CALLS, s="R.Object")
infer("vm.alloc_storage", 'R.vm.alloc_storage(R.shape([24]), 0, "uint8", "global")', "R.Object", CALLS)
infer("vm.alloc_tensor", 'R.vm.alloc_tensor(s, 0, R.shape([2, 3]), "float32")', F23, CALLS, s="R.Object")
infer("vm.kill_object", "R.vm.kill_object(x)", "R.Tuple", CALLS, x=F23)
add("memory.view", "R.memory.view(x, R.shape([3, 2]), R.tuple(), R.tuple())", CALLS, lambda x: x.reshape(3, 2), x=X)
add("memory.view", 'R.memory.view(x, R.shape([6]), R.dtype("int32"), R.tuple())', CALLS, lambda x: x.astype("float32").view("int32").reshape(6), "int32", x=X)

# ---- calls
SCALE = """    @T.prim_func(private=True, s_tir=True)
    def scale(A: T.Buffer((T.int64(2), T.int64(3)), "float32"), B: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        for i, j in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2.0) + T.float32(1.0)

"""
IN_PLACE = SCALE.replace(", B: T.Buffer((T.int64(2), T.int64(3)), \"float32\")", "").replace("def scale", "def raise_").replace(
    'T.sblock("B")', 'T.sblock("A")').replace("B[vi, vj] =", "A[vi, vj] =")
WITH_SCALAR = SCALE.replace('"float32")):', '"float32"), k: T.int64):').replace(
    "T.float32(2.0) + T.float32(1.0)", 'T.cast(k, "float32")')
DYNAMIC = """    @T.prim_func(private=True, s_tir=True)
    def scale(a: T.handle, b: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n,))
        B = T.match_buffer(b, (n,))
        for i in range(n):
            with T.sblock("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi] * T.cast(n, "float32")

"""


def module(op: str, body: str, want: Callable[..., Any], kernels: str = "", impure: bool = False, x: Array = X, type: str = F23) -> None:
    """`main(x)` with these lines, which end in a binding of `gv`."""
    head = HEAD + "@I.ir_module\nclass Module:\n" + kernels
    flag = "(pure=False)" if impure else ""
    lines = "".join(f"        {line}\n" for line in ["cls = Module"] * ("cls." in body) + body.splitlines())
    kind = 'R.Tensor((2, 3), dtype="float32")' if x is X else 'R.Tensor(("n",), dtype="float32")'
    text = head + f"    @R.function{flag}\n    def main(x: {kind}) -> {type}:\n" + lines + "        return gv"
    MODULES.append((op, text, x, want(x.astype("float64")).astype("float32")))


module("call_tir", f"gv = R.call_tir(cls.scale, (x,), out_ty={F23})", lambda x: 2 * x + 1, SCALE)
module("call_tir", f"lv = R.call_tir(cls.scale, (x,), out_ty={F23})\ngv = R.call_tir(cls.scale, (lv,), out_ty={F23})", lambda x: 4 * x + 3, SCALE)
module("call_tir", 'n = T.int64()\ngv = R.call_tir(cls.scale, (x,), out_ty=R.Tensor((n,), dtype="float32"))', lambda x: x * 5, DYNAMIC,
       x=some((5,)), type='R.Tensor(("n",), dtype="float32")')
module("call_tir_inplace", f"lv = R.negative(x)\ngv = R.call_tir_inplace(cls.raise_, (lv,), inplace_indices=[0], out_ty={F23})", lambda x: 1 - 2 * x, IN_PLACE)
module("call_tir_with_grad", f'gv = R.call_tir_with_grad(cls.scale, (x,), out_ty={F23}, te_grad_name="scale_grad", te_grad_kwargs={{}})', lambda x: 2 * x + 1, SCALE)
FUNCTION = "    @R.function(private=True)\n    def helper(a: " + F23 + ") -> " + F23 + ":\n        b = R.add(a, a)\n        return b\n\n"
module("make_closure", f"f = R.make_closure(cls.helper, R.tuple())\ngv = R.invoke_pure_closure(f, (x,), ty_args=({F23},))", lambda x: x + x, FUNCTION)
module("invoke_pure_closure", f"f = R.make_closure(cls.helper, (x,))\ngv = R.invoke_pure_closure(f, R.tuple(), ty_args=({F23},))", lambda x: x + x, FUNCTION)
module("invoke_closure", f"f = R.make_closure(cls.helper, R.tuple())\ngv = R.invoke_closure(f, (x,), ty_args=({F23},))", lambda x: x + x, FUNCTION, impure=True)
module("builtin.alloc_tensor", 'gv = R.builtin.alloc_tensor(R.shape([2, 3]), R.dtype("float32"), R.prim_value(0), R.str("global"))\ncls.scale(x, gv)',
       lambda x: 2 * x + 1, SCALE, impure=True)
module("memory.alloc_tensor", 's = R.memory.alloc_storage(R.shape([24]), R.prim_value(0), R.str("global"), R.dtype("float32"))\n'
       'gv = R.memory.alloc_tensor(s, R.prim_value(0), R.shape([2, 3]), R.dtype("float32"))\ncls.scale(x, gv)', lambda x: 2 * x + 1, SCALE, impure=True)
module("vm.alloc_tensor", 's = R.vm.alloc_storage(R.shape([24]), R.prim_value(0), R.dtype("uint8"), R.str("global"))\n'
       'gv = R.vm.alloc_tensor(s, R.prim_value(0), R.shape([2, 3]), R.dtype("float32"))\ncls.scale(x, gv)', lambda x: 2 * x + 1, SCALE, impure=True)
module("vm.call_tir_dyn", 'gv = R.builtin.alloc_tensor(R.shape([2, 3]), R.dtype("float32"), R.prim_value(0), R.str("global"))\n'
       "R.vm.call_tir_dyn(cls.scale, (x, gv, R.shape([7])))", lambda x: 7 * x, WITH_SCALAR, impure=True)
module("print", 'R.print(x, format="{}")\ngv = R.negative(x)', lambda x: -x, impure=True)
module("assert_op", 'R.assert_op(R.prim_value(True), format="holds")\ngv = R.negative(x)', lambda x: -x, impure=True)
module("memory.kill_tensor", 'lv = R.builtin.alloc_tensor(R.shape([2, 3]), R.dtype("float32"), R.prim_value(0), R.str("global"))\n'
       "cls.scale(x, lv)\ngv = R.negative(lv)\nR.memory.kill_tensor(lv)", lambda x: -(2 * x + 1), SCALE, impure=True)


def cases() -> Iterator[Case]:
    """The modules as cases of running."""
    from case import recorded
    for number, (op, text, x, result) in enumerate(MODULES, 1):
        yield {"id": f"run-module-{number}", "test": op, "label": CALLS, "module": text, "entry": "main", "args": [recorded(x)], "result": recorded(result)}


infer("call_dps_packed", f'R.call_dps_packed("f", (x,), out_ty={F23})', F23, CALLS, x=F23)
infer("call_pure_packed", f'R.call_pure_packed("f", x, ty_args=({F23},))', F23, CALLS, x=F23)
infer("call_inplace_packed", f'R.call_inplace_packed("f", x, inplace_indices=[0], ty_args=({F23},))', F23, CALLS, x=F23)
infer("call_py_func", f'R.call_py_func("f", (x,), out_ty={F23})', F23, CALLS, x=F23)
infer("call_builtin_with_ctx", f'R.call_builtin_with_ctx("vm.builtin.f", (x,), ty_args=({F23},))', F23, CALLS, x=F23)
