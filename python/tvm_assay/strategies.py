"""Hypothesis strategies: random modules that shrink.

>>> from hypothesis import given, settings
>>> from tvm_assay import check, strategies
>>> @settings(max_examples=5, database=None, deadline=None)
... @given(strategies.modules(ops=["add", "matmul"], profile="relax"))
... def test_modules_are_well_formed(module):
...     assert check(module) == []
>>> test_modules_are_well_formed()
"""
from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from tvm_assay._api import generate
from tvm_assay._module import Module
from tvm_assay._source import wrong


def modules(*, ops: Sequence[str] = (), dtypes: Sequence[str] = (), profile: str = "mixed", bindings: int = 10, symbolic: bool = True,
            size: int = 768) -> st.SearchStrategy[Module]:
    """Well-formed modules, as `tvm_assay.generate` makes them.

    Each choice that assay makes is a byte of hypothesis's, and where there are no more bytes the choice is the simplest one: so examples shrink to
    small modules, and are kept in hypothesis's database. ``size``: how many bytes there are; more make larger modules.

    Raises ArgumentError for a name that does not exist.
    """
    if not 1 <= size <= 4096:
        raise wrong(f"invalid size: expected 1 to 4096 bytes, got {size}")

    def made(data: bytes) -> Module:
        return generate(data=data, ops=ops, dtypes=dtypes, profile=profile, bindings=bindings, symbolic=symbolic)

    # What is wrong is told where the strategy is made.
    made(b"")
    return st.binary(min_size=size, max_size=size).map(made)


__all__ = ["modules"]
