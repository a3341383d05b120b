"""contracts(): the promises of every pass that is applied in a block."""
from __future__ import annotations

import contextlib
import dataclasses
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tvm_assay._files import keep, keep_seed, load_known, own_known, own_signatures
from tvm_assay._judge import JudgeError
from tvm_assay._source import wrong
from tvm_assay._tally import Tally
from tvm_assay._watch import RULES, Broken, Settings, Watcher

if TYPE_CHECKING:
    import os

RESULTS = "pass_preserves_results"


class ContractError(AssertionError):
    """Passes broke what they promise: ``broken`` has all of it."""

    def __init__(self, broken: Sequence[Broken]) -> None:
        self.broken = tuple(broken)
        super().__init__("\n\n".join(describe(one) for one in self.broken))


def describe(broken: Broken) -> str:
    """The sentence, and the smallest module that shows it."""
    lines = [f"{broken.pass_name} breaks {broken.rule}: {broken.detail}"]
    module, what = (broken.reduced, "the smallest module that shows it") if broken.reduced else (broken.before, "the module that it was given")
    shown = module.strip().splitlines()
    lines.append(f"{what}:")
    lines += [f"    {line}" for line in shown[:40]]
    if len(shown) > 40:
        lines.append(f"    … ({len(shown) - 40} more lines)")
    if broken.path:
        lines.append(f"files: {broken.path}")
    return "\n".join(lines)


@dataclasses.dataclass
class Contracts:
    """What a block of `contracts` has seen so far."""

    tally: Tally
    broken: list[Broken] = dataclasses.field(default_factory=list)


def watcher_of(rules: Sequence[str], *, inputs: int = 2, steps: int = 2_000_000, known: Sequence[str] = (), own: bool = True,
               record: str | os.PathLike[str] | None = None, reduce_seconds: float = 10) -> Watcher:
    """Raises ArgumentError for a rule or a path that is not there."""
    unknown = [rule for rule in rules if rule not in RULES]
    if unknown:
        raise wrong(f"unknown rule '{unknown[0]}': expected one of {', '.join(RULES)}")
    cases, signatures = load_known(known)
    if own:
        signatures |= own_signatures()
    settings = Settings(frozenset(rules), inputs, steps, (*(own_known() if own else []), *cases), signatures, reduce_seconds, 10 * reduce_seconds)
    folder = None if record is None else Path(record)
    return Watcher(settings, None if folder is None else lambda text: keep_seed(text, folder))


@contextlib.contextmanager
def contracts(*, results: bool = False, rules: Sequence[str] = (), inputs: int = 2, steps: int = 2_000_000,
              known: Sequence[str] = (), no_known: bool = False, record: str | os.PathLike[str] | None = None,
              out: str | os.PathLike[str] | None = None, reduce_seconds: float = 10, check: bool = True) -> Iterator[Contracts]:
    """Judges every pass of TVM that is applied in the block, and raises ContractError at its end where one broke a promise.

    results: that modules compute the same before and after each pass, too, by assay's engines on `inputs` sets of inputs.
    rules: those of RULES that are judged, instead.
    known: folders of findings or regressions, or files with signatures; what is known fails nothing. TVM's bugs that travel with the package are
        known unless no_known is set.
    record: a folder that gets the modules as seeds for ``assay fuzz --seeds``.
    out: a folder that gets a folder for each failure.
    reduce_seconds: how long each failure is made smaller, and all of them ten times that; 0 for not at all.
    check: False raises nothing; ``broken`` of what the block is given has it.

    Needs tvm, and raises ImportError without it.
    """
    import tvm

    asked = list(rules) or [rule for rule in RULES if results or rule != RESULTS]
    watcher = watcher_of(asked, inputs=inputs, steps=steps, known=known, own=not no_known, record=record, reduce_seconds=reduce_seconds)
    seen = Contracts(watcher.tally)
    try:
        watcher.start()
    except JudgeError as error:
        watcher.close()
        raise wrong(str(error)) from None
    raised = True
    try:
        yield seen
        raised = False
    finally:
        watcher.stop()
        try:
            seen.broken = watcher.finish()
        finally:
            watcher.close()
        for fault, times in watcher.tally.faults.items():
            warnings.warn(f"assay could not judge {times} applications: {fault}", RuntimeWarning, stacklevel=3)
        if out is not None:
            for broken in seen.broken:
                broken.path = keep(broken, Path(out), str(tvm.__version__))
        # What the block itself raised comes first.
        if seen.broken and check and not raised:
            raise ContractError(seen.broken)
