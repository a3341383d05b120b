"""What a run of judging came to, in numbers: how much each rule judged, why the rest was not, and what it cost."""
from __future__ import annotations

import collections
import dataclasses
from typing import Any


@dataclasses.dataclass
class Count:
    """What one rule came to."""

    agree: int = 0
    skip: int = 0
    finding: int = 0
    known: int = 0
    # What the pass does not promise: nothing is missing there.
    unpromised: int = 0
    seconds: float = 0
    # Of what was skipped, and of what is not promised.
    why: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    why_unpromised: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)

    @property
    def judged(self) -> int:
        return self.agree + self.finding + self.known

    @property
    def share(self) -> float:
        """How much of what is promised was judged."""
        promised = self.judged + self.skip
        return self.judged / promised if promised else 1.0

    def add(self, verdict: str, detail: str) -> None:
        setattr(self, verdict, getattr(self, verdict) + 1)
        if verdict == "skip":
            self.why[detail] += 1
        elif verdict == "unpromised":
            self.why_unpromised[detail] += 1


@dataclasses.dataclass
class Tally:
    applications: int = 0
    # Lists of passes, whose passes are judged one by one.
    lists: int = 0
    passes: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    rules: dict[str, Count] = dataclasses.field(default_factory=lambda: collections.defaultdict(Count))
    known: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    # In the test's process, while passes ran and afterwards.
    seconds: float = 0
    # What went wrong in this package.
    faults: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)

    def as_json(self) -> dict[str, Any]:
        """Of --assay-json."""
        return {**vars(self), "rules": {name: {**vars(count), "share": count.share} for name, count in self.rules.items()}}
