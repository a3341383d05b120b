"""Serves a real TVM to assay: imports it once, and forks a child for each connection.

The idea: a child that crashes, hangs or eats memory is one connection lost, and the next one is there in milliseconds. The
control socket (sequenced packets, its number is argv[1]) first says what was imported; then each packet that it gets carries
one descriptor, which a new child serves: frames of JSON, each with its length before it (4 bytes, little-endian). A packet
{"watch"} has three instead (tvm_coverage.py), and is answered by {"armed"}. A frame
{"seconds", "asks": [...]} is answered by a frame for each of its questions, {"answer", "spent", "blocks"}, as soon as there is one:
who asked sees at which of them a child ended. Runs as `python worker.py NUMBER`, or from memory by boot.py.
Tested by tvm_worker_test.cc.
"""
from __future__ import annotations

import array
import ctypes
import gc
import hashlib
import importlib.metadata
import json
import os
import pathlib
import resource
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from typing import TypedDict

import tvm
import tvm_arithmetic
import tvm_coverage
import tvm_types
from tvm_actions import ACTIONS, Ask, apply, build, drop, fresh, parse, pass_names
from tvm_errors import Refusal, refusal_of
from tvm_values import Json, Unsupported

MOST_STDERR = 1 << 20
# What decides what TVM computes, as packages are called.
WHEELS = ("apache-tvm", "apache-tvm-ffi", "numpy", "ml-dtypes")
ANSWERS: dict[str, Callable[[Ask], Json]] = {**ACTIONS, **tvm_types.ACTIONS, "claims": tvm_arithmetic.claims,
                                         "lines": lambda _: tvm_coverage.functions()}


class Answer(TypedDict, total=False):
    """What an action gives, or why it gives nothing."""
    ok: Json
    error: Refusal


class Ending(TypedDict, total=False):
    """How a child ended: by a signal or with an exit code, and the last that it wrote."""
    signal: int
    exit: int
    said: str


class Hello(TypedDict):
    """What a child begins with."""
    ended: Ending | None
    memory: int


def control_socket() -> socket.socket:
    return socket.socket(fileno=int(sys.argv[1]))


def wheels() -> tuple[list[str], bool]:
    """Names, versions and files with their digests of what is installed, and whether the TVM that was imported is of these."""
    words, here = [], False
    for name in WHEELS:
        try:
            found = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        # Scripts and notes of the installer say where and by whom.
        listed = [line for line in (found.read_text("RECORD") or "").splitlines() if ",sha256=" in line and ".dist-info/" not in line and line[0] not in "./"]
        words += [name, found.version, *sorted(listed)]
        here = here or (bool(listed) and str(found.locate_file("tvm/__init__.py")) == str(tvm.__file__))
    return words, here


def libraries() -> str:
    """A digest of the libraries that answers come from: the same for the same wheels, wherever they are; of a checkout, of its files."""
    words, here = wheels()
    home = pathlib.Path(tvm.__file__ or ".").parent
    if not here:
        loaded = {line.split(maxsplit=5)[5].strip() for line in pathlib.Path("/proc/self/maps").read_text().splitlines() if "tvm" in line and ".so" in line}
        files = sorted(home.rglob("*.py")) + [pathlib.Path(path) for path in sorted(loaded)]
        words += [f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in files if path.is_file()]
    python = ".".join(map(str, sys.version_info[:2]))
    return hashlib.sha256("\n".join([python, *words]).encode()).hexdigest()[:16]


def say_hello(control: socket.socket, **what: Json) -> None:
    control.send(json.dumps(what).encode()[:150_000])


# ---- a child

def receive(connection: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        part = connection.recv(min(count - len(data), 1 << 20))
        if not part:
            os._exit(0)
        data += part
    return data


def answer(ask: Ask) -> Answer:
    try:
        return {"ok": ANSWERS[ask["do"]](ask)}
    except Unsupported as error:
        return {"error": {"kind": "cannot", "message": str(error), "cause": "", "lacks": ""}}
    except BaseException as error:  # TVM's parser raises various kinds
        return {"error": refusal_of(error)}


def limit_self(memory: int) -> None:
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory:
        # Whoever started assay may allow less.
        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        memory = memory if most == resource.RLIM_INFINITY else min(memory, most)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # Whoever asks may be killed before its own clock ends this one.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


# Collecting garbage walks all that the reader makes, a third of its time; what it leaves in cycles is little.
QUESTIONS_PER_COLLECTION = 500


def send(connection: socket.socket, frame: Json) -> None:
    text = json.dumps(frame).encode()
    connection.sendall(struct.pack("<I", len(text)) + text)


def serve(connection: socket.socket, hello: Hello) -> None:
    limit_self(hello["memory"])
    send(connection, {"ended": hello["ended"], "pid": os.getpid()})
    gc.disable()
    answered = 0
    while True:
        (length,) = struct.unpack("<I", receive(connection, 4))
        asked = json.loads(receive(connection, length))
        for ask, limit in zip(asked["asks"], asked["seconds"], strict=True):
            start, found = time.perf_counter(), tvm_coverage.found()
            signal.setitimer(signal.ITIMER_REAL, limit)
            said = answer(ask)
            signal.setitimer(signal.ITIMER_REAL, 0)
            send(connection, {"answer": said, "spent": time.perf_counter() - start, "blocks": tvm_coverage.found() - found})
        answered += len(asked["asks"])
        if answered > QUESTIONS_PER_COLLECTION:
            gc.collect()
            answered = 0
        if os.lseek(2, 0, os.SEEK_CUR) > MOST_STDERR:
            os.ftruncate(2, 0)
            os.lseek(2, 0, os.SEEK_SET)


# ---- the parent of children

# The descriptor of each child's standard error, and how children ended that nobody asked about yet.
children: dict[int, int] = {}
endings: dict[int, Ending] = {}
MOST_ENDINGS = 100


def tail_of(descriptor: int) -> str:
    size = os.fstat(descriptor).st_size
    text = os.pread(descriptor, 8192, max(0, size - 8192))
    os.close(descriptor)
    return text.decode(errors="replace")


def note_ending(pid: int, status: int) -> None:
    how: Ending = {"signal": os.WTERMSIG(status)} if os.WIFSIGNALED(status) else {"exit": os.WEXITSTATUS(status)}
    endings[pid] = {**how, "said": tail_of(children.pop(pid))}
    if len(endings) > MOST_ENDINGS:
        endings.pop(next(iter(endings)))


def how_it_ended(pid: int) -> Ending | None:
    """{"signal" or "exit", "said"} of a child that is gone, or None."""
    if pid in children:
        note_ending(*os.waitpid(pid, 0))
    return endings.pop(pid, None)


def reap() -> None:
    for pid in list(children):
        gone, status = os.waitpid(pid, os.WNOHANG)
        if gone == pid:
            note_ending(pid, status)


MOST_DESCRIPTORS = 3


def receive_connection(control: socket.socket) -> tuple[bytes, list[int]]:
    data, ancillary, _, _ = control.recvmsg(4096, socket.CMSG_LEN(4 * MOST_DESCRIPTORS))
    descriptors: array.array[int] = array.array("i")
    for _, _, sent in ancillary:
        descriptors.frombytes(sent[:len(sent) - len(sent) % 4])
    return data, list(descriptors)


def fork_children(control: socket.socket) -> None:
    while True:
        data, descriptors = receive_connection(control)
        if not data:
            return
        asked = json.loads(data)
        if "watch" in asked:
            say_hello(control, armed=tvm_coverage.arm(*descriptors))
            continue
        ended = how_it_ended(asked.get("after", -1))
        reap()
        errors = os.memfd_create("assay-tvm-stderr")
        tvm_coverage.settle()
        pid = os.fork()
        if pid == 0:
            control.close()
            tvm_coverage.use_slot(asked.get("slot", 1))
            os.dup2(errors, 2)
            os.dup2(errors, 1)
            os.close(errors)
            serve(socket.socket(fileno=descriptors[0]), {"ended": ended, "memory": asked.get("memory", 0)})
        children[pid] = errors
        os.close(descriptors[0])


def survives(action: Callable[[], None]) -> bool:
    """Whether a child gets through it."""
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(30)
        action()
        os._exit(0)
    return os.waitpid(pid, 0)[1] == 0


def warm_up() -> None:
    """What the first use of the reader, the passes and the code generator loads, every child has then."""
    try:
        parse({"id": 0, "text": WARM_UP})
        apply({"of": 0, "id": 0, "passes": [{"name": "LegalizeOps"}]})
        fresh({"of": 0, "id": 0})
        parse({"id": 0, "text": WARM_UP})
        build({"of": 0, "id": 0, "lowered": False, "pipeline": [{"name": name} for name in LEAST], "mode": "bytecode"})
    except Exception:  # whoever asks for the same is told why
        pass
    drop({"ids": [0]})


WARM_UP = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        y: R.Tensor((2,), dtype="float32") = R.add(x, x)
        return y
"""
LEAST = ("LegalizeOps", "ToNonDataflow", "RemovePurityChecking", "CallTIRRewrite", "LowerAllocTensor", "KillAfterLastUse",
         "LowerRuntimeBuiltin", "ComputePrimValue", "VMShapeLower", "AttachGlobalSymbol")


def main() -> None:
    control = control_socket()
    if survives(warm_up):
        warm_up()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    say_hello(control, tvm=tvm.__version__, python=sys.version.split()[0], libraries=libraries(), passes=pass_names(),
              library=tvm_coverage.library())
    fork_children(control)


if __name__ == "__main__":
    main()
