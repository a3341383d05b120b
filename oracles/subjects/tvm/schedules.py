"""Traces, as assay writes them, on the schedules of a real TVM. Used by schedule_primitives.py and tir_passes.py."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import tvm



def arguments(text: str) -> list[Any]:
    """Of a primitive: names, numbers, lists and texts."""
    quoted = re.sub(r'(?<![\w"])([A-Za-z_]\w*)(?!["\w])', lambda m: m.group(0) if m.group(0) == "None" else f'"{m.group(0)}"', text)
    values: list[Any] = eval(f"[{quoted}]", {})  # names and numbers of our own golden texts
    return values


def layout(factors: list[int | None], order: list[int]) -> Any:
    """The index map of transform_layout."""
    def mapped(*indices: Any) -> list[Any]:
        axes = []
        for index, factor in zip(indices, factors):
            axes += [index] if factor in (None, 1) else [index // factor, index % factor]
        return [axes[i] for i in order]
    names = ", ".join(f"i{i}" for i in range(len(factors)))
    return eval(f"lambda {names}: mapped({names})", {"mapped": mapped})  # TVM counts the parameters


class Primitives:
    """Primitives by name, on TVM's Schedule."""

    def __init__(self, module: tvm.IRModule) -> None:
        from tvm import s_tir
        self.schedule = s_tir.Schedule(module)

    def block(self, name: str) -> Any:
        return self.schedule.get_sblock(name)

    def loop(self, block: str, number: int) -> Any:
        return self.schedule.get_loops(self.block(block))[number]

    def apply(self, name: str, args: list[Any]) -> None:
        getattr(self, name)(*args)

    def split(self, block: str, number: int, factors: list[int | None]) -> None:
        self.schedule.split(self.loop(block, number), factors)

    def fuse(self, block: str, number: int) -> None:
        self.schedule.fuse(self.loop(block, number), self.loop(block, number + 1))

    def reorder(self, block: str, order: list[int]) -> None:
        loops = self.schedule.get_loops(self.block(block))[-len(order):]
        self.schedule.reorder(*[loops[i] for i in order])

    def tile(self, block: str, factors: list[int | None]) -> None:
        y, x = self.schedule.get_loops(self.block(block))[-2:]
        x_outer, x_inner = self.schedule.split(x, [None, factors[1]])
        y_outer, y_inner = self.schedule.split(y, [None, factors[0]])
        self.schedule.reorder(y_outer, x_outer, y_inner, x_inner)

    def parallel(self, block: str, number: int) -> None:
        self.schedule.parallel(self.loop(block, number))

    def vectorize(self, block: str, number: int) -> None:
        self.schedule.vectorize(self.loop(block, number))

    def unroll(self, block: str, number: int) -> None:
        self.schedule.unroll(self.loop(block, number))

    def bind(self, block: str, number: int, thread: str) -> None:
        self.schedule.bind(self.loop(block, number), thread)

    def compute_inline(self, block: str) -> None:
        self.schedule.compute_inline(self.block(block))

    def reverse_compute_inline(self, block: str) -> None:
        self.schedule.reverse_compute_inline(self.block(block))

    def compute_at(self, block: str, reader: str, number: int) -> None:
        self.schedule.compute_at(self.block(block), self.loop(reader, number), preserve_unit_loops=True)

    def reverse_compute_at(self, block: str, maker: str, number: int) -> None:
        self.schedule.reverse_compute_at(self.block(block), self.loop(maker, number), preserve_unit_loops=True)

    def decompose_reduction(self, block: str, number: int) -> None:
        self.schedule.decompose_reduction(self.block(block), self.loop(block, number))

    def rfactor(self, block: str, number: int, axis: int) -> None:
        self.schedule.rfactor(self.loop(block, number), axis)

    def merge(self, block: str, number: int, other: str, other_number: int) -> None:
        self.schedule.merge(self.loop(block, number), self.loop(other, other_number))

    def cache_read(self, block: str, number: int, scope: str) -> None:
        self.schedule.cache_read(self.block(block), number, scope)

    def cache_write(self, block: str, scope: str) -> None:
        self.schedule.cache_write(self.block(block), 0, scope)

    def set_scope(self, block: str, number: int, scope: str) -> None:
        self.schedule.set_scope(self.block(block), number, scope)

    def storage_align(self, block: str, number: int, numbers: list[int]) -> None:
        self.schedule.storage_align(self.block(block), number, *numbers)

    def annotate(self, block: str, number: int, key: str, numbers: list[int]) -> None:
        self.schedule.annotate(self.loop(block, number), key, numbers)

    def unannotate(self, block: str, number: int, key: str) -> None:
        self.schedule.unannotate(self.loop(block, number), key)

    def pad_einsum(self, block: str, multiples: list[int | None]) -> None:
        self.schedule.pad_einsum(self.block(block), [1 if m is None else m for m in multiples])

    def transform_layout(self, block: str, number: int, factors: list[int | None], order: list[int]) -> None:
        self.schedule.transform_layout(self.block(block), ("write", number), layout(factors, order))


def scheduled(trace: str, module: tvm.IRModule) -> tvm.IRModule:
    """The module after the primitives; raises what TVM refuses with."""
    primitives = Primitives(module)
    for line in trace.splitlines():
        if line.startswith("@"):
            primitives.schedule.work_on(line[1:])
            continue
        primitive = re.match(r"(\w+)\((.*)\)$", line.strip())
        if primitive is None:
            raise ValueError(f"invalid primitive: expected NAME(ARGUMENTS), got {line.strip()}")
        primitives.apply(primitive.group(1), arguments(primitive.group(2)))
    return primitives.schedule.mod
