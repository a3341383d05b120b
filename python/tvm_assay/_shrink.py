"""The smallest module on which a pass still breaks its promise, made in a forked process: a pass may crash or hang on what it is given."""
from __future__ import annotations

import json
import os
import select
import signal
import time
import warnings
from typing import TYPE_CHECKING

from tvm_assay import _native
from tvm_assay._errors import AssayError
from tvm_assay._script import script
from tvm_assay._texts import read, structural_equal, structural_hash

if TYPE_CHECKING:
    from tvm_assay._watch import Application, Broken, Settings


def breaks(rule: str, text: str, application: Application, settings: Settings) -> bool:
    """Whether the pass breaks the rule on the module of this text."""
    from tvm_assay._watch import apply_again

    try:
        module = read(text)
        given = script(module)
        before = structural_hash(module)
        after = apply_again(application.pass_object, module, application.surroundings)
        if rule == "input_unchanged":
            return structural_hash(module) != before or script(module) != given
        if rule == "idempotent":
            try:
                return not structural_equal(after, apply_again(application.pass_object, after, application.surroundings))
            except Exception:  # that, too, is how it breaks it
                return True
        if rule == "round_trip":
            return reads_back(module) and not reads_back(after)
        options = _native.JudgeOptions()
        options.rules, options.inputs, options.steps = [rule], settings.inputs, settings.steps
        judged = _native.judge(application.name, _native.Source(given), _native.Source(script(after)), options)
        return any(one.verdict == "finding" for one in judged)
    except Exception:  # the pass, or the reader, takes no such module
        return False


def reads_back(module: object) -> bool:
    try:
        return structural_equal(module, read(script(module)))
    except Exception:  # the reader raises what it likes
        return False


def shrink(broken: Broken, application: Application, settings: Settings) -> str:
    """The text of the smallest module that was found within the time; empty where the pass is out of reach, or the module has no text that shows it."""
    if application.pass_object is None:
        return ""
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # The child runs one thread, and execs nothing.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reader)
            silence()
            reduce_into(writer, broken, application, settings)
            code = 0
        finally:
            os._exit(code)
    os.close(writer)
    return best_of(reader, child, settings.reduce_seconds + 5)


def silence() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def reduce_into(writer: int, broken: Broken, application: Application, settings: Settings) -> None:
    """Writes each smaller module that shows it, the best one last."""
    import tvm

    import tvm_assay as ta

    def interesting(module: ta.Module) -> bool:
        text = module.script(tvm.__version__)
        if not breaks(broken.rule, text, application, settings):
            return False
        send(writer, text)
        return True

    try:
        ta.reduce(broken.before, interesting, seconds=settings.reduce_seconds)
    except AssayError:
        pass


def send(writer: int, text: str) -> None:
    data = (json.dumps(text) + "\n").encode()
    while data:
        data = data[os.write(writer, data):]


def best_of(reader: int, child: int, seconds: float) -> str:
    """What came last, and whole, from the child before it ended or the time was up."""
    data = b""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        ready, _, _ = select.select([reader], [], [], left)
        if not ready:
            break
        chunk = os.read(reader, 1 << 16)
        if not chunk:
            break
        data += chunk
    os.close(reader)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    whole = data.split(b"\n")[:-1]
    # Candidates that are kept get smaller and smaller; one that was only tried may be larger than the one before.
    texts = [json.loads(line) for line in whole]
    return min(texts, key=len) if texts else ""
