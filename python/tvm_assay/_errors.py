"""What goes wrong, as exceptions: each has the problems that assay found, with rule and place."""
from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Protocol


@dataclasses.dataclass(frozen=True)
class Problem:
    """What is wrong with a module, or with how a function was asked, and where.

    ``line`` is 0 where there is no place. ``rendered`` has the line of the text with a caret.
    """

    kind: str
    rule: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    rendered: str = dataclasses.field(default="", compare=False, repr=False)

    @property
    def place(self) -> str:
        """``module.py:7:9``; empty where there is none."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else ""

    def __str__(self) -> str:
        place = f"{self.place}: " if self.line else ""
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{place}{self.message}{rule}"


class AssayError(Exception):
    """The base of all that this package raises."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(problem.rendered or str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[AssayError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)

    @property
    def rule(self) -> str:
        """The rule that the first problem breaks, such as ``relax.wf11``; empty where it breaks none."""
        return self.problems[0].rule

    @property
    def place(self) -> str:
        """Where the first problem is: ``module.py:7:9``; empty where it has no place."""
        return self.problems[0].place


class ParseError(AssayError):
    """The text is not TVMScript, or holds no module, or several."""


class IllFormedError(AssayError):
    """The module breaks rules of well-formedness."""


class ArgumentError(AssayError, ValueError):
    """An argument is outside of what the function takes: a name that nothing has, inputs that do not fit."""


class UnsupportedError(AssayError):
    """A pass or an engine cannot do what is asked, and says why. No bug of the module."""


class TrapError(AssayError):
    """The module did something undefined when it ran: ``rule`` is the kind of trap, such as ``out_of_bounds``."""


class BudgetError(AssayError):
    """More steps or memory were needed than were allowed."""


# By the kind of the first problem; what is missing here is about the text.
CLASSES: dict[str, type[AssayError]] = {
    "Syntax": ParseError, "TooDeep": ParseError, "UndefinedName": ParseError, "UnknownOperator": ParseError,
    "IllFormed": IllFormedError, "Precondition": IllFormedError, "ShapeMismatch": IllFormedError, "ArityMismatch": IllFormedError,
    "UnknownName": ArgumentError, "BadArgument": ArgumentError, "TypeMismatch": ArgumentError, "Io": ArgumentError, "Corrupt": ArgumentError,
    "PassOrder": UnsupportedError, "CannotLower": UnsupportedError, "Unsupported": UnsupportedError, "Refused": UnsupportedError,
    "Environment": UnsupportedError, "Trap": TrapError, "OutOfBudget": BudgetError, "TooLarge": BudgetError,
}


class NativeProblem(Protocol):
    """A problem as the extension has it."""

    @property
    def kind(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def rendered(self) -> str: ...


def problems_of(native: Iterable[NativeProblem]) -> list[Problem]:
    return [Problem(one.kind, one.rule, one.message, one.file, one.line, one.column, one.rendered) for one in native]


def error_of(native: Iterable[NativeProblem], of_text: bool = False) -> AssayError:
    """`of_text`: the problems are of a text that was read, where a type that does not fit is an ill-formed module."""
    problems = problems_of(native)
    found = CLASSES.get(problems[0].kind, AssayError)
    if of_text and found is ArgumentError:
        found = IllFormedError
    return found(problems)
