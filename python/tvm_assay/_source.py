"""What users call a module: a tvm.IRModule, a text of TVMScript, a file, or a Module of this package."""
from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any, TypeAlias

from tvm_assay import _native
from tvm_assay._errors import ArgumentError, Problem
from tvm_assay._script import script

if TYPE_CHECKING:
    from tvm_assay._module import Module

# tvm.IRModule and tvm.ir.BaseFunc say nothing of their types.
Tvm: TypeAlias = Any
ModuleLike: TypeAlias = "Module | str | os.PathLike[str] | Tvm"


def wrong(message: str) -> ArgumentError:
    return ArgumentError([Problem("BadArgument", "", message)])


def tvm_of(value: object) -> Any:
    """The tvm that the value is of, None where it is of none. Never imports it."""
    tvm = sys.modules.get("tvm")
    return tvm if tvm is not None and type(value).__module__.split(".")[0] in ("tvm", "tvm_ffi", "tvm_tirx") else None


def is_text(value: str) -> bool:
    """Whether a string is a text of TVMScript, rather than the path of one: it has several lines, or defines something in its one."""
    return "\n" in value or re.match(r"\s*(@|class\s|def\s|from\s|import\s|#)", value) is not None


def read_file(path: str) -> _native.Source:
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise ArgumentError([Problem("Io", "", f"{path}: {error.strerror}")]) from error
    try:
        return _native.Source(data.decode("utf-8-sig"), path)
    except UnicodeDecodeError as error:
        raise ArgumentError([Problem("Io", "", f"{path}: expected UTF-8 text, got a byte {data[error.start]:#04x} at offset {error.start}")]) from error


def script_of(value: Tvm) -> str:
    """The text of a tvm module, in the form that assay's reader takes: constants of any size stand in it."""
    tvm = tvm_of(value)
    if not isinstance(value, tvm.IRModule):
        if not isinstance(value, tvm.ir.BaseFunc):
            raise wrong(f"invalid module: expected a tvm.IRModule or one of its functions, got {type(value).__name__}")
        value = tvm.IRModule.from_expr(value)
    return script(value)


def source_of(value: ModuleLike, file: str = "module.py") -> _native.Source:
    """What the extension takes. `file` is what messages call a text that comes from no file."""
    native: _native.Source | None = getattr(value, "_source", None)
    if native is not None:
        return native
    if tvm_of(value) is not None:
        return _native.Source(script_of(value), file)
    if isinstance(value, str):
        return _native.Source(value, file) if is_text(value) else read_file(value)
    if isinstance(value, os.PathLike):
        return read_file(os.fspath(value))
    raise wrong(f"invalid module: expected a tvm.IRModule, TVMScript, a path or a tvm_assay.Module, got {type(value).__name__}")
