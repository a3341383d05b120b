"""Judging what a pass did, in a process of its own: what goes wrong in assay itself ends that process, and no test.

A line of JSON each way. Applications are judged while the tests go on; answers are collected when a test ends.
"""
from __future__ import annotations

import collections
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict


class Question(TypedDict):
    """A pass that was applied."""

    number: int
    name: str
    before: str
    after: str
    rules: list[str]
    inputs: int
    steps: int


class Judged(TypedDict):
    """What one oracle says: ``verdict`` is agree, skip, finding or known."""

    rule: str
    verdict: str
    detail: str
    klass: str
    signature: str
    seconds: float


def serve(known_paths: Sequence[str]) -> None:
    """Answers questions on standard input until there are no more."""
    from tvm_assay import _native

    known = None
    if known_paths:
        known, problems = _native.Known.load(list(known_paths), "tvm")
        if known is None:
            print(json.dumps({"error": problems[0].message}), flush=True)
            return
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        question: Question = json.loads(line)
        options = _native.JudgeOptions()
        options.rules, options.inputs, options.steps = question["rules"], question["inputs"], question["steps"]
        before, after = _native.Source(question["before"], "before.py"), _native.Source(question["after"], "after.py")
        judged = _native.judge(question["name"], before, after, options, known)
        print(json.dumps({"number": question["number"], "judged": [
            {"rule": one.rule, "verdict": one.verdict, "detail": one.detail, "klass": one.klass, "signature": one.signature, "seconds": one.seconds}
            for one in judged]}), flush=True)


class JudgeError(Exception):
    """The judge cannot start: why."""


class Judge:
    """The other side. One thread asks; answers come by `collect`."""

    def __init__(self, known: Sequence[str] = (), seconds: float = 20) -> None:
        self._known = list(known)
        self._seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[tuple[int, dict[str, Any] | None]] = queue.Queue()
        self._waiting: collections.OrderedDict[int, Question] = collections.OrderedDict()
        self._generation = 0
        self._writer: threading.Thread | None = None
        self._outbox: queue.Queue[str | None] = queue.Queue()
        # How often assay itself ended, or took too long.
        self.ended = 0

    def start(self) -> None:
        """Raises JudgeError."""
        folder = str(Path(__file__).parent.parent)
        # Beside what stands there already: this package may not be installed.
        path = os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])
        code = "import sys; from tvm_assay._judge import serve; serve(sys.argv[1:])"
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, *self._known], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            encoding="utf-8", start_new_session=True, env={**os.environ, "PYTHONPATH": path})
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        said = json.loads(first) if first else {"error": "the judge's process ended"}
        if "error" in said:
            self.stop()
            raise JudgeError(str(said["error"]))
        self._generation += 1
        self._outbox = queue.Queue()
        threading.Thread(target=self._read, args=(self._process, self._generation), daemon=True).start()
        threading.Thread(target=self._write, args=(self._process, self._outbox), daemon=True).start()

    def _read(self, process: subprocess.Popen[str], generation: int) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._answers.put((generation, json.loads(line)))
        self._answers.put((generation, None))

    @staticmethod
    def _write(process: subprocess.Popen[str], outbox: queue.Queue[str | None]) -> None:
        """In a thread of its own: the judge may be at work on an earlier one."""
        assert process.stdin is not None
        try:
            while (line := outbox.get()) is not None:
                process.stdin.write(line)
                process.stdin.flush()
        except (BrokenPipeError, ValueError):
            return

    def ask(self, question: Question) -> None:
        if self._process is None:
            self.start()
        self._waiting[question["number"]] = question
        self._outbox.put(json.dumps(question) + "\n")

    def collect(self) -> dict[int, list[Judged]]:
        """The answers to all that was asked; waits for them. What took too long, or ended the judge, is a skip that says so."""
        found: dict[int, list[Judged]] = {}
        last = time.monotonic()
        while self._waiting:
            left = last + self._seconds - time.monotonic()
            try:
                generation, answer = self._answers.get(timeout=max(left, 0.01))
            except queue.Empty:
                self._give_up(found, f"no answer within {self._seconds:g} s")
                last = time.monotonic()
                continue
            if generation != self._generation:
                continue
            last = time.monotonic()
            if answer is None:
                self._give_up(found, self._how_it_ended())
                continue
            self._waiting.pop(answer["number"], None)
            found[answer["number"]] = answer["judged"]
        return found

    def _how_it_ended(self) -> str:
        assert self._process is not None
        code = self._process.wait()
        return f"assay itself ended by {signal.Signals(-code).name}" if code < 0 else f"assay itself ended with exit code {code}"

    def _give_up(self, found: dict[int, list[Judged]], why: str) -> None:
        """The first question is the one that it was at; the others are asked again."""
        number, question = self._waiting.popitem(last=False)
        self.ended += 1
        found[number] = [{"rule": rule, "verdict": "skip", "detail": why, "klass": "", "signature": "", "seconds": 0.0} for rule in question["rules"]]
        self.stop()
        rest = list(self._waiting.values())
        self._waiting.clear()
        if rest:
            self.start()
        for one in rest:
            self.ask(one)

    def stop(self) -> None:
        if self._process is None:
            return
        self._outbox.put(None)
        self._process.kill()
        self._process.wait()
        self._process = None
