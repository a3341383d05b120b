"""The text of a tvm module, constants of any size included, in a form that assay's reader and TVM's own take.

TVM's printer leaves out constants that are no scalars (`metadata["…"][0]`), or puts them into a section behind the text; writing that section ends the
process with some builds of tvm_ffi. So they are written here, as `R.const([…], "float32")`.
"""
from __future__ import annotations

import re
from typing import Any

import numpy as np

REFERENCE = re.compile(r'metadata\["(relax\.expr\.Constant|ir\.GenericConst)"\]\[(\d+)\]')
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
    """None where it cannot be told which constant stands where."""
    found = [(match[1], int(match[2])) for match in REFERENCE.finditer(text)]
    names = {name for name, _ in found}
    if len(names) != 1 or text.count("metadata[") != len(found):
        return None
    constants = constants_of(module, text)
    # They are numbered in the order in which they are printed first.
    firsts = list(dict.fromkeys(index for _, index in found))
    if firsts != list(range(len(firsts))) or len(constants) != len(firsts):
        return None
    if sum(int(np.prod(one.shape)) for one in constants) > MOST_ELEMENTS:
        return None
    written = [literal(one) for one in constants]
    if any(one is None for one in written):
        return None
    whole = REFERENCE.sub(lambda match: str(written[int(match[2])]), text)
    return whole.replace("\n# Metadata omitted. Use show_meta=True in script() method to show it.", "")


def constants_of(module: Any, text: str) -> list[Any]:
    """Tensors of the constants that no text has by themselves, in the order of the text: each object once."""
    from tvm import relax

    functions = {var.name_hint: func for var, func in module.functions_items() if isinstance(func, relax.Function)}
    order = [name for name in re.findall(r"(?m)^    def (\w+)[\[(]", text) if name in functions]
    # With the node, which keeps the handle its own.
    seen: dict[int, tuple[Any, Any]] = {}

    def visit(node: Any) -> None:
        if type(node).__name__ not in ("Constant", "GenericConst"):
            return
        # By version.
        tensor = node.data if hasattr(node, "data") else node.value
        if len(getattr(tensor, "shape", ())):
            seen.setdefault(node.__chandle__(), (node, tensor))

    for name in order:
        relax.analysis.post_order_visit(functions[name], visit)
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


__all__ = ["script", "section_crashes"]
