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

# Kinds of TVM's targets whose kernels are launches of threads.
DEVICES = ("cuda", "rocm", "opencl", "vulkan", "metal", "webgpu")


def modules(*, ops: Sequence[str] = (), dtypes: Sequence[str] = (), profile: str = "", bindings: int = 10, symbolic: bool = True,
            target: str = "", size: int = 768) -> st.SearchStrategy[Module]:
    """Well-formed modules, as `tvm_assay.generate` makes them.

    target: for which kind of target their kernels are written ("llvm", "cuda", …): for a device they are launches of threads. profile: as for
    `generate`; "mixed" where neither is given.

    Each choice that assay makes is a byte of hypothesis's, and where there are no more bytes the choice is the simplest one: so examples shrink to
    small modules, and are kept in hypothesis's database. ``size``: how many bytes there are; more make larger modules.

    Raises ArgumentError for a name that does not exist.
    """
    return made_by(profile or profile_of(target, "mixed"), ops=ops, dtypes=dtypes, bindings=bindings, symbolic=symbolic, kernels=False, size=size)


def prim_funcs(*, ops: Sequence[str] = (), dtypes: Sequence[str] = (), symbolic: bool = True, target: str = "", size: int = 768) -> st.SearchStrategy[Module]:
    """Well-formed modules that hold kernels alone: one function, seldom more. The options are those of `modules`.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=5, database=None, deadline=None)
    ... @given(prim_funcs(target="cuda"))
    ... def test_there_is_a_kernel(module):
    ...     assert {function.kind for function in module.functions()} == {"tir"}
    >>> test_there_is_a_kernel()
    """
    return made_by(profile_of(target, "tir"), ops=ops, dtypes=dtypes, bindings=10, symbolic=symbolic, kernels=True, size=size)


def profile_of(target: str, otherwise: str) -> str:
    kind = target.split()[0] if target.strip() else ""
    if kind and kind not in ("llvm", "c", *DEVICES):
        raise wrong(f"unknown target '{kind}': expected llvm, c or one of {', '.join(DEVICES)}")
    return "gpu" if kind in DEVICES else otherwise


def made_by(profile: str, *, ops: Sequence[str], dtypes: Sequence[str], bindings: int, symbolic: bool, kernels: bool, size: int) -> st.SearchStrategy[Module]:
    if not 1 <= size <= 4096:
        raise wrong(f"invalid size: expected 1 to 4096 bytes, got {size}")

    def made(data: bytes) -> Module:
        return generate(data=data, ops=ops, dtypes=dtypes, profile=profile, bindings=bindings, symbolic=symbolic, kernels=kernels)

    # What is wrong is told where the strategy is made.
    made(b"")
    return st.binary(min_size=size, max_size=size).map(made)


__all__ = ["modules", "prim_funcs"]
