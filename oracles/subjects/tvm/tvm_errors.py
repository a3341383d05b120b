"""What an error of TVM's means, and what of it is the same from module to module.

Nothing here needs TVM. Tested by tvm_errors_test.py, and by tvm_worker_test.cc on a stand-in for TVM.
"""
from __future__ import annotations

import os
import re
import traceback
import types
from typing import TypedDict


class Refusal(TypedDict):
    """An error as it is answered: what it means, its words, what is the same for all modules, and what this TVM has not."""
    kind: str
    message: str
    cause: str
    lacks: str


# Of TVM's C++, and of its Python.
BROKEN_PROMISES = ("InternalError", "AssertionError", "AttributeError", "KeyError", "IndexError", "NameError",
                   "UnboundLocalError", "ZeroDivisionError", "RecursionError", "StopIteration", "NoModule")


# Where the files that ask TVM are, on a disk or in memory (boot.py).
HERE = os.path.dirname(__file__)


# A refusal in words is clear, whatever the type of the error.
REFUSES = re.compile(r"not (yet )?(be )?(supported|implemented)|unsupported|only (support|accept|implement)|do(es)? not support|"
                     r"not support yet|The buffer .*has dtype|only works? (for|with|on)|only [\w ,]+ (is|are) supported|Loop step .* may not be positive|"
                     r"but pipeline annotation is|Only one dynamic shared memory allocation is allowed|"
                     r"Attribute F\w+ has not been registered for", re.IGNORECASE)


# A pass that says what is to come before it.
NEEDS = re.compile(r"please (call|run|apply) (the )?pass|pass must be called after|VectorizeLoop before|requires? the target attribute|"
                   r"function body is expected to be the root block|Cannot find a block with the name: root", re.IGNORECASE)


def frames_of_rules(error: BaseException) -> list[traceback.FrameSummary]:
    """Where dlight's rules stand in the trace."""
    return [frame for frame in traceback.extract_tb(error.__traceback__) if "/dlight/" in frame.filename and "/dlight/base/transform.py" not in frame.filename]


# What sounds like a refusal and is of what the pass itself has made: no kernel has two roots.
OF_ITS_OWN_MAKING = re.compile(r"Duplicated block name root in function")


# What Python itself raises where its code is wrong.
SLIPS = re.compile(r"not in list|values to unpack|unsupported operand type|object is not (subscriptable|iterable|callable)|"
                   r"required positional argument|has no len\(\)|unexpected keyword argument|takes (from )?\d+ (to \d+ )?positional|"
                   r"^name '\w+' is not defined|cannot access (local|free) variable|division by zero|object has no attribute")


# What is said of a value of the wrong type that one part of TVM, or a pass, gave another.
WRONG_TYPES = ("Mismatched type", "Cannot convert from type")


def kind_of(error: BaseException) -> str:
    """unsupported: a clear refusal; needs: of a module that is not in the pass's form; internal: a broken promise of TVM's own; out_of_memory;
    cannot: asked the wrong way."""
    text = str(error)
    if isinstance(error, MemoryError) or "std::bad_alloc" in text:
        return "out_of_memory"
    if NEEDS.search(text):
        return "needs"
    # A rule says by None that it does not apply (ScheduleRule.apply), and not by an error.
    if frames_of_rules(error) or OF_ITS_OWN_MAKING.search(text):
        return "internal"
    slip = type(error).__name__ in ("ValueError", "TypeError", "RuntimeError") and SLIPS.search(text)
    if REFUSES.search(text) and not slip:
        return "unsupported"
    broken = slip or type(error).__name__ in BROKEN_PROMISES
    broken = broken or (isinstance(error, TypeError) and any(words in text for words in WRONG_TYPES))
    if not broken:
        return "unsupported"
    return "internal" if is_of_tvm(error) else "cannot"


def first_line(text: str) -> str:
    """What an error says first; for a parser's diagnostic with its sentence."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0] if lines else ""


def is_ours(frame: traceback.FrameSummary) -> bool:
    return os.path.dirname(frame.filename) == HERE


def is_of_tvm(error: BaseException) -> bool:
    """Raised within TVM, rather than by how it is asked here."""
    frames = traceback.extract_tb(error.__traceback__)
    return type(error).__name__ in ("InternalError", "NoModule") or not frames or not is_ours(frames[-1])


# Where an argument is converted for a call and where a list is asked for an element: the same places for all who do so.
EVERYBODYS = re.compile(r"/ffi/(function_details\.h|container/\w+\.h)$")


def place_of(error: BaseException) -> str:
    """The innermost place within TVM, without line numbers, which change from version to version. Of what everybody calls, the caller's."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if "/tvm/" in frame.filename and not is_ours(frame) and not EVERYBODYS.search(frame.filename)]
    # Of a rule, the place where it asks for what cannot be done.
    frames = frames_of_rules(error) or frames
    if not frames:
        return ""
    return f"{frames[-1].filename.split('/tvm/')[-1]}:{frames[-1].name}"


# What TVM's checks say of the module: names behind these words, and a size between them.
NAMES = re.compile(r"\b(Binding of variable|VMTIRFunc|PackedFunc|GlobalVar|DataflowVar|Var|Variable|Inconsistent buffers|mapped to the same relax var:) \w+( and \w+)?")
SIZES = re.compile(r"\bPrimExpr .*? (in function|is not computed)")


# What types of tensors say, and ranges of variables.
OPENS = re.compile(r"\b(R\.Tensor|I\.Range|ir\.Range)\(")


def without_arguments(text: str) -> str:
    """As the patterns of tvm_messages.cc do, before the sentence is cut; a bracket that is not closed goes on to its end."""
    kept, at = "", 0
    while found := OPENS.search(text, at):
        depth, end = 1, found.end()
        while end < len(text) and depth > 0:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        kept += text[at:found.end()] + "…)"
        at = end
    return kept + text[at:]


def normalized(text: str) -> str:
    """The sentence without what changes from module to module."""
    text = re.sub(r"0x[0-9a-f]+|-?\d+(\.\d+)?", "N", first_line(text))
    text = re.sub(r"(['\"`]).*?\1", "'…'", text)
    text = without_arguments(text)
    # Of one place that takes a list apart, whichever way the list does not fit.
    text = re.sub(r"\b(not enough|too many) values to unpack \(expected N(, got N)?\)", "values to unpack (expected N)", text)
    text = SIZES.sub(r"PrimExpr V \1", text)
    text = re.sub(r"(Duplicated block name \w+ in function) \w+", r"\1 V", text)
    # Names with numbers are variables', which a printer counts.
    text = re.sub(r"(Undefined variable:) \w*N\b", r"\1 V", text)
    text = re.sub(r"\bbindings \([^()]*\)", "bindings (…)", text)
    text = re.sub(r"\bvariables \([^()]*\)", "variables (V…)", text)
    text = NAMES.sub(lambda found: f"{found[1]} V" + (" and V" if found[2] and found[1] == "Inconsistent buffers" else found[2] or ""), text)
    return re.sub(r"\b(lv|gv|v|x|y|p|w|t|n|m|k|fused|arg)(_\w+|N)*\b", "V", text)[:160]


def lacks(error: BaseException | None) -> str:
    """What a text names and this TVM has not: an attribute of one of its namespaces, a dtype. Empty where something else is wrong."""
    while error is not None:
        frames = traceback.extract_tb(error.__traceback__)
        place = getattr(error, "obj", None)
        # Where the reader evaluates what the text says.
        if isinstance(error, AttributeError) and isinstance(place, types.ModuleType) and frames and frames[-1].filename == "<ast>":
            return f"{place.__name__}.{error.name}"
        if isinstance(error, ValueError) and frames and frames[-1].filename.endswith("ffi/dtype.cc"):
            return "dtype " + str((re.findall("`(.*?)`", str(error)) or ["of that name"])[0])
        error = error.__cause__ or error.__context__
    return ""


# What the reader says, by whatever takes it, of a buffer's bare name: its element was written without an index.
BARE_ELEMENT = re.compile(r"Mismatched type on argument #\d+ when calling: `(prim|script\.ir_builder\.tirx)\b.* but got `ir\.Var`|"
                          r"unsupported operand type\(s\) for [^:]+: ('Var' and '|'\w+' and 'Var')|A buffer variable cannot be used as a scalar")


def cause_of(error: BaseException, text: str) -> str:
    if type(error).__name__ == "DiagnosticError" and BARE_ELEMENT.search(first_line(text)):
        return "DiagnosticError a buffer where an element is expected"
    return f"{type(error).__name__} {normalized(text)} {place_of(error)}".strip()


def refusal_of(error: BaseException) -> Refusal:
    text = str(error) or type(error).__name__
    return {"kind": kind_of(error), "message": f"{type(error).__name__}: {text}"[:4000],
            "cause": cause_of(error, text), "lacks": lacks(error)}
