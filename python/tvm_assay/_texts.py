"""Modules as texts, and back: what one module has that another has not, whether a text reads back, and what is said of errors.

`_watch.py` judges passes by it.
"""
from __future__ import annotations

import collections
import contextlib
import dataclasses
import inspect
import re
from collections.abc import Iterator
from typing import Any

from tvm_assay._script import script, section_crashes
from tvm_assay._tvm_errors import refusal_of

# A module whose text is longer is not judged by its text.
MOST_TEXT = 4 << 20


class Texts:
    """Texts and hashes of the last few modules: what one pass makes, the next one is given."""

    def __init__(self, size: int = 8) -> None:
        self._size = size
        self._kept: collections.OrderedDict[int, tuple[Any, int, str]] = collections.OrderedDict()

    def of(self, module: Any) -> tuple[int, str]:
        key = module.__chandle__()
        now = structural_hash(module)
        if key in self._kept and self._kept[key][1] == now:
            self._kept.move_to_end(key)
            return now, self._kept[key][2]
        text = script(module)
        self._kept[key] = (module, now, text)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)
        return now, text


def structural_hash(module: Any) -> int:
    import tvm_ffi

    return int(tvm_ffi.structural_hash(module, map_free_vars=True))


def structural_equal(one: Any, other: Any) -> bool:
    import tvm_ffi

    return bool(tvm_ffi.structural_equal(one, other, map_free_vars=True))


def first_difference(one: Any, other: Any) -> str:
    import tvm_ffi

    found = tvm_ffi.get_first_structural_mismatch(one, other, map_free_vars=True)
    return "" if found is None else ": ".join(str(path) for path in found)


whole_stack = inspect.stack


@contextlib.contextmanager
def stacks_without_lines() -> Iterator[None]:
    """The reader asks for the whole stack at each function; reading the lines that its frames stand in takes longer than reading the module."""
    before = inspect.stack
    inspect.stack = lambda context=1: whole_stack(0)
    try:
        yield
    finally:
        inspect.stack = before


def read(text: str) -> Any:
    import tvm
    import tvm.script

    text = re.sub(r"(?m)^(?=from |import )", "# ", text)
    with stacks_without_lines(), tvm.transform.PassContext():
        return tvm.script.from_source(text, check_well_formed=False)


@dataclasses.dataclass(frozen=True)
class ReadBack:
    """What comes of reading a module's text."""

    # What is wrong; empty where nothing is.
    detail: str = ""
    klass: str = ""
    difference: str = ""
    # What is the same of the error for all modules.
    cause: str = ""
    # Why it was not read.
    why_not: str = ""


def read_back(module: Any, text: str) -> ReadBack:
    if len(text) > MOST_TEXT:
        return ReadBack(why_not="the text is too long")
    if "metadata[" in text and section_crashes():
        return ReadBack(why_not="this tvm_ffi writes no constants as large")
    try:
        back = read(text)
    except Exception as error:  # the reader raises what it likes
        return ReadBack(first_words(error), "unreadable", cause=refusal_of(error)["cause"])
    if structural_equal(module, back):
        return ReadBack()
    where = first_difference(module, back)
    return ReadBack(f"it differs, first at {where}", "differs", where)


def first_words(error: BaseException) -> str:
    """Of a parser's diagnostic the sentence, which stands behind the lines of the text."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = [line for line in lines if line.startswith("error:")]
    return f"{type(error).__name__}: {(said or lines or [''])[0]}"


def first_line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), "")


def first_changed_line(before: str, after: str) -> str:
    for one, other in zip(before.splitlines(), after.splitlines()):
        if one != other:
            return f"expected `{one.strip()}`, got `{other.strip()}`"
    return "it has other lines at its end" if before != after else "no text says where"
