"""Module: what parse, apply, reduce and generate give."""
from __future__ import annotations

import dataclasses
import re
from typing import Any

from tvm_assay import _native
from tvm_assay._errors import error_of


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter of a function; ``type`` as TVMScript writes it, ``float32[4]`` for a buffer."""

    name: str
    type: str


@dataclasses.dataclass(frozen=True)
class Function:
    """A function of a module; ``kind`` is ``relax``, ``tir`` or ``extern``."""

    name: str
    kind: str
    public: bool
    parameters: tuple[Parameter, ...]
    returns: str


@dataclasses.dataclass(frozen=True)
class Module:
    """A module as TVMScript. Two are equal when their texts are; ``str(module)`` is the text."""

    text: str
    file: str = dataclasses.field(default="module.py", compare=False)

    @property
    def _source(self) -> _native.Source:
        return _native.Source(self.text, self.file)

    def __str__(self) -> str:
        return self.text

    def functions(self) -> tuple[Function, ...]:
        """The functions, in the order of the text.

        Raises ParseError for a text that does not read.
        """
        info, problems = _native.parse(self._source)
        if info is None:
            raise error_of(problems, of_text=True)
        return tuple(
            Function(one.name, one.kind, one.is_public, tuple(Parameter(p.name, p.type) for p in one.parameters), one.returns)
            for one in info.functions)

    def script(self, version: str = "0.27") -> str:
        """The text as that version of TVM reads it: what assay writes for people says less of the dtypes of sizes."""
        text, problems = _native.text_for(self._source, version)
        if text is None:
            raise error_of(problems, of_text=True)
        return text

    def to_tvm(self) -> Any:
        """A tvm.IRModule, read by the tvm that is installed."""
        import tvm
        import tvm.script

        # The reader knows these, and takes no other line in front of a module.
        text = re.sub(r"(?m)^(?=from |import )", "# ", self.script(tvm.__version__))
        return tvm.script.from_source(text, check_well_formed=False)
