"""The text of a tvm module, constants of any size included, in a form that assay's reader and TVM's own take.

TVM's printer leaves out constants that are no scalars and strings of several lines (`metadata["…"][0]`), or puts them into a section beside the text; writing that
section ends the process with some builds of tvm_ffi. So they are written here, as `R.const([…], "float32")` and as strings.
"""
from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np

REFERENCE = re.compile(r'metadata\["([\w.]+)"\]\[(\d+)\]')
# More elements are left to the section.
MOST_ELEMENTS = 200_000
# With these, writing the section ends the process.
CRASHING_FFI = ("0.1.15.post2",)


def script(module: Any) -> str:
    """Where constants can be written neither way, they are left out, and the text does not read."""
    text = str(module.script())
    if "metadata[" not in text:
        return text
    whole = with_constants(text, module)
    if whole is not None:
        return whole
    return text if section_crashes() else str(module.script(show_meta=True))


def section_crashes() -> bool:
    import tvm_ffi

    return str(getattr(tvm_ffi, "__version__", "")) in CRASHING_FFI


def with_constants(text: str, module: Any) -> str | None:
    """None where it cannot be told what stands where."""
    found = [(match[1], int(match[2])) for match in REFERENCE.finditer(text)]
    if text.count("metadata[") != len(found):
        return None
    written: dict[str, list[str]] = {}
    for name in {name for name, _ in found}:
        texts = WRITERS[name](module, text) if name in WRITERS else None
        # They are numbered in the order in which they are printed first.
        firsts = list(dict.fromkeys(index for of, index in found if of == name))
        if texts is None or firsts != list(range(len(firsts))) or len(texts) != len(firsts):
            return None
        written[name] = texts
    whole = REFERENCE.sub(lambda match: written[match[1]][int(match[2])], text)
    return whole.replace("\n# Metadata omitted. Use show_meta=True in script() method to show it.", "")


def in_order(module: Any, text: str) -> list[Any]:
    """The functions, as they stand in the text."""
    functions = {var.name_hint: func for var, func in module.functions_items()}
    return [functions[name] for name in re.findall(r"(?m)^    def (\w+)[\[(]", text) if name in functions]


def constants_written(module: Any, text: str) -> list[str] | None:
    constants = constants_of(module, text)
    if sum(int(np.prod(one.shape)) for one in constants) > MOST_ELEMENTS:
        return None
    literals = [literal(one) for one in constants]
    return None if None in literals else [str(one) for one in literals]


def strings_written(module: Any, text: str) -> list[str]:
    """Those that messages of checks are put together of, in the order of the text."""
    seen: dict[int, tuple[Any, str]] = {}
    # What is inside of a statement, the first one last.
    open_ones = [function.body for function in reversed(in_order(module, text)) if type(function).__name__ == "PrimFunc"]
    while open_ones:
        node = open_ones.pop()
        for part in getattr(node, "message_parts", ()):
            if "\n" in str(part.value):
                seen.setdefault(part.__chandle__(), (part, json.dumps(str(part.value), ensure_ascii=False)))
        for name in ("else_case", "then_case", "body", "block"):
            if getattr(node, name, None) is not None:
                open_ones.append(getattr(node, name))
        open_ones.extend(reversed(getattr(node, "seq", ())))
    return [written for _, written in seen.values()]


def constants_of(module: Any, text: str) -> list[Any]:
    """Tensors of the constants that no text has by themselves, in the order of the text: each object once."""
    from tvm import relax

    # With the node, which keeps the handle its own.
    seen: dict[int, tuple[Any, Any]] = {}

    def visit(node: Any) -> None:
        if type(node).__name__ not in ("Constant", "GenericConst"):
            return
        # By version.
        tensor = node.data if hasattr(node, "data") else node.value
        if len(getattr(tensor, "shape", ())):
            seen.setdefault(node.__chandle__(), (node, tensor))

    for function in in_order(module, text):
        if isinstance(function, relax.Function):
            relax.analysis.post_order_visit(function, visit)
    return [tensor for _, tensor in seen.values()]


def literal(tensor: Any) -> str | None:
    """None for what no list says: a shape with an extent of 0, a dtype that NumPy has not."""
    try:
        array = tensor.numpy()
    except (TypeError, ValueError, AttributeError):
        return None
    if 0 in array.shape or array.dtype.kind not in "biufV":
        return None
    values = array.tolist() if array.dtype.isbuiltin == 1 else array.astype(np.float64).tolist()
    return f'R.const({listed(values)}, "{tensor.dtype}")'


def listed(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(listed(one) for one in value)}]"
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f'"{value}"'
    return repr(value)


WRITERS: dict[str, Callable[[Any, str], list[str] | None]] = {
    "relax.expr.Constant": constants_written, "ir.GenericConst": constants_written, "ir.StringImm": strings_written}

__all__ = ["script", "section_crashes"]
