"""Calls that inference must refuse: one per precondition label (from the table's own list), and for rows without any, an
operand of a wrong kind."""
from __future__ import annotations

import pathlib
from collections.abc import Collection, Iterator

from case import Case

LABEL = "preconditions"
LIST = pathlib.Path(__file__).parents[3] / "ir/ops/testdata/rejected.txt"

SHAPE, TENSOR = "R.Shape([2, 3])", 'R.Tensor((2, 3), dtype="float32")'
UNARY = """abs bitwise_not ceil floor isfinite isinf isnan logical_not negative round sign square trunc nn.relu flatten nonzero size
nn.dropout ones_like zeros_like shape_of inspect.tensor_ndim inspect.tensor_dtype_code inspect.tensor_dtype_bits
inspect.tensor_dtype_lanes inspect.tensor_byte_offset inspect.tensor_elem_offset""".split()
OTHERS = [("astype", 'R.astype(s, dtype="int8")', {"s": SHAPE}), ("shape_to_tensor", "R.shape_to_tensor(x)", {"x": TENSOR}),
          ("clip", "R.clip(s, R.prim_value(T.float32(0)), R.prim_value(T.float32(1)))", {"s": SHAPE}),
          ("to_vdevice", 'R.to_vdevice(s, dst_vdevice="cuda:0:global")', {"s": SHAPE}),
          ("call_tir", f"R.call_tir(x, (x,), out_ty={TENSOR})", {"x": TENSOR}),
          ("call_tir_inplace", f"R.call_tir_inplace(x, (x,), inplace_indices=[0], out_ty={TENSOR})", {"x": TENSOR}),
          ("call_tir_with_grad", f'R.call_tir_with_grad(x, (x,), out_ty={TENSOR}, te_grad_name="g", te_grad_kwargs={{}})', {"x": TENSOR}),
          ("call_inplace_packed", f'R.call_inplace_packed("f", x, inplace_indices=[3], ty_args=({TENSOR},))', {"x": TENSOR}),
          ("call_dps_packed", 'R.call_dps_packed("f", (x,))', {"x": TENSOR}), ("call_py_func", 'R.call_py_func("f", (x,))', {"x": TENSOR}),
          ("call_pure_packed", 'R.call_pure_packed(x)', {"x": TENSOR}),
          ("dist.call_tir_local_view", f"R.dist.call_tir_local_view(x, (x,), out_ty={TENSOR})", {"x": TENSOR}),
          ("zeros", 'R.zeros(x, dtype="int8")', {"x": TENSOR}), ("ones", 'R.ones(x, dtype="int8")', {"x": TENSOR})]


def by_label(operators: Collection[str]) -> Iterator[Case]:
    """Cases of the list whose call names an operator (a line without a call is about something else)."""
    for line in LIST.read_text().splitlines():
        label, *middle, call = [part.strip() for part in line.split("|")] if "|" in line else ["#", ""]
        op = call[2:call.find("(")]
        if label.startswith("#") or not call.startswith("R.") or op not in operators:
            continue
        variables = dict(part.split(": ", 1) for part in middle)
        yield {"id": f"infer-{label}", "test": op, "label": LABEL, "call": call, "vars": variables, "error": label}


def cases(operators: Collection[str]) -> Iterator[Case]:
    seen: dict[str, int] = {}
    for one in by_label(operators):
        seen[one["id"]] = seen.get(one["id"], 0) + 1
        yield one | {"id": one["id"] + f"-{seen[one['id']]}" * (seen[one["id"]] > 1)}
    for op, call, variables in [(op, f"R.{op}(s)", {"s": SHAPE}) for op in UNARY] + OTHERS:
        yield {"id": f"infer-{op}.kind", "test": op, "label": LABEL, "call": call, "vars": variables, "error": "an operand of a wrong kind"}
