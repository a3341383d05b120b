"""Serves a real TVM to assay: imports it once, and forks a child for each connection.

The idea: a child that crashes, hangs or eats memory is one connection lost, and the next one is there in milliseconds. The
control socket (sequenced packets, its number is argv[1]) first says what was imported; then each packet that it gets carries
one descriptor, which a new child serves: frames of JSON, each with its length before it (4 bytes, little-endian). A frame
{"seconds", "asks": [...]} is answered by {"answers": [...], "spent"}. Follows actions.py. Tested by tvm_worker_test.cc.
"""
import array
import ctypes
import gc
import json
import os
import re
import resource
import signal
import socket
import struct
import sys
import time
import traceback
import types

MOST_STDERR = 1 << 20


def control_socket():
    return socket.socket(fileno=int(sys.argv[1]))


def say_hello(control, **what):
    control.send(json.dumps(what).encode()[:150_000])


# ---- what an error means

# Of TVM's C++, and of its Python.
BROKEN_PROMISES = ("InternalError", "AssertionError", "AttributeError", "KeyError", "IndexError", "NameError",
                   "UnboundLocalError", "ZeroDivisionError", "RecursionError", "StopIteration")


# A refusal in words is clear, whatever the type of the error.
REFUSES = re.compile(r"not (yet )?(be )?(supported|implemented)|unsupported|only (support|accept|implement)|do(es)? not support|"
                     r"not support yet|The buffer .*has dtype|only works? (for|with|on)|only [\w ,]+ (is|are) supported|"
                     r"Attribute F\w+ has not been registered for", re.IGNORECASE)


# A pass that says what is to come before it.
NEEDS = re.compile(r"please (call|run|apply) (the )?pass|pass must be called after|VectorizeLoop before|requires? the target attribute", re.IGNORECASE)


# What Python itself raises where its code is wrong.
SLIPS = re.compile(r"not in list|values to unpack|unsupported operand type|object is not (subscriptable|iterable|callable)|"
                   r"required positional argument|has no len\(\)|unexpected keyword argument|takes (from )?\d+ (to \d+ )?positional|"
                   r"^name '\w+' is not defined|cannot access (local|free) variable|division by zero|object has no attribute")


def kind_of(error):
    """unsupported: a clear refusal; needs: of a module that is not in the pass's form; internal: a broken promise of TVM's own; out_of_memory; cannot: asked the wrong way."""
    text = str(error)
    if isinstance(error, MemoryError) or "std::bad_alloc" in text:
        return "out_of_memory"
    if NEEDS.search(text):
        return "needs"
    slip = type(error).__name__ in ("ValueError", "TypeError", "RuntimeError") and SLIPS.search(text)
    if REFUSES.search(text) and not slip:
        return "unsupported"
    broken = slip or type(error).__name__ in BROKEN_PROMISES
    # What one part of TVM gave another was of the wrong type.
    broken = broken or (isinstance(error, TypeError) and "Mismatched type" in text)
    if not broken:
        return "unsupported"
    return "internal" if is_of_tvm(error) else "cannot"


def first_line(text):
    """What an error says first; for a parser's diagnostic with its sentence."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0] if lines else ""


def is_of_tvm(error):
    """Raised within TVM, rather than by how it is asked here."""
    return type(error).__name__ == "InternalError" or traceback.extract_tb(error.__traceback__)[-1].filename != __file__


def place_of(error):
    """The innermost place within TVM, without line numbers, which change from version to version. Where an argument is converted for a call,
    which is the same place for all of them, the caller's."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if "/tvm/" in frame.filename and not frame.filename.endswith("/ffi/function_details.h")]
    if not frames:
        return ""
    return f"{frames[-1].filename.split('/tvm/')[-1]}:{frames[-1].name}"


def essence(text):
    """The sentence without what changes from module to module."""
    text = re.sub(r"0x[0-9a-f]+|-?\d+(\.\d+)?", "N", first_line(text))
    text = re.sub(r"(['\"`]).*?\1", "'…'", text)
    # As WithoutShapes (oracles/core/normalized_message.h), before it is cut.
    text = re.sub(r"\b(R\.Tensor)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", r"\1(…)", text)
    text = re.sub(r"\b(VMTIRFunc|PackedFunc|GlobalVar|DataflowVar|Var) \w+", r"\1 V", text)
    return re.sub(r"\b(lv|gv|v|x|y|p|w|t|n|m|k|fused|arg)(_\w+|N)*\b", "V", text)[:160]


def lacks(error):
    """What a text names and this TVM has not: an attribute of one of its namespaces, a dtype. Empty where something else is wrong."""
    while error is not None:
        frames = traceback.extract_tb(error.__traceback__)
        of_module = isinstance(error, AttributeError) and isinstance(getattr(error, "obj", None), types.ModuleType)
        # Where the reader evaluates what the text says.
        if of_module and frames and frames[-1].filename == "<ast>":
            return f"{error.obj.__name__}.{error.name}"
        if isinstance(error, ValueError) and frames and frames[-1].filename.endswith("ffi/dtype.cc"):
            return "dtype " + (re.findall("`(.*?)`", str(error)) or ["of that name"])[0]
        error = error.__cause__ or error.__context__
    return ""


def refusal_of(error):
    text = str(error) or type(error).__name__
    return {"kind": kind_of(error), "message": f"{type(error).__name__}: {text}"[:4000],
            "cause": f"{type(error).__name__} {essence(text)} {place_of(error)}".strip(), "lacks": lacks(error)}


# ---- a child

def receive(connection, count):
    data = b""
    while len(data) < count:
        part = connection.recv(min(count - len(data), 1 << 20))
        if not part:
            os._exit(0)
        data += part
    return data


def answer(ask):
    try:
        return {"ok": ACTIONS[ask["do"]](ask)}
    except Unsupported as error:
        return {"error": {"kind": "cannot", "message": str(error), "cause": ""}}
    except BaseException as error:  # TVM's parser raises various kinds
        return {"error": refusal_of(error)}


def limit_self(memory):
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


def serve(connection, hello):
    limit_self(hello.pop("memory"))
    frame = json.dumps({**hello, "pid": os.getpid()}).encode()
    gc.disable()
    answered = 0
    while True:
        connection.sendall(struct.pack("<I", len(frame)) + frame)
        (length,) = struct.unpack("<I", receive(connection, 4))
        asked = json.loads(receive(connection, length))
        start = time.perf_counter()
        answers = []
        for ask in asked["asks"]:
            signal.setitimer(signal.ITIMER_REAL, asked["seconds"])
            answers.append(answer(ask))
        signal.setitimer(signal.ITIMER_REAL, 0)
        answered += len(answers)
        if answered > QUESTIONS_PER_COLLECTION:
            gc.collect()
            answered = 0
        if os.lseek(2, 0, os.SEEK_CUR) > MOST_STDERR:
            os.ftruncate(2, 0)
            os.lseek(2, 0, os.SEEK_SET)
        frame = json.dumps({"answers": answers, "spent": time.perf_counter() - start}).encode()


# ---- the parent of children

# The descriptor of each child's standard error, and how children ended that nobody asked about yet.
children = {}
endings = {}
MOST_ENDINGS = 100


def tail_of(descriptor):
    size = os.fstat(descriptor).st_size
    text = os.pread(descriptor, 8192, max(0, size - 8192))
    os.close(descriptor)
    return text.decode(errors="replace")


def note_ending(pid, status):
    how = {"signal": os.WTERMSIG(status)} if os.WIFSIGNALED(status) else {"exit": os.WEXITSTATUS(status)}
    endings[pid] = {**how, "said": tail_of(children.pop(pid))}
    if len(endings) > MOST_ENDINGS:
        endings.pop(next(iter(endings)))


def how_it_ended(pid):
    """{"signal" or "exit", "said"} of a child that is gone, or None."""
    if pid in children:
        note_ending(*os.waitpid(pid, 0))
    return endings.pop(pid, None)


def reap():
    for pid in list(children):
        gone, status = os.waitpid(pid, os.WNOHANG)
        if gone == pid:
            note_ending(pid, status)


def receive_connection(control):
    data, ancillary, _, _ = control.recvmsg(4096, socket.CMSG_LEN(4))
    descriptors = array.array("i")
    for _, _, sent in ancillary:
        descriptors.frombytes(sent[:4])
    return data, list(descriptors)


def fork_children(control):
    while True:
        data, descriptors = receive_connection(control)
        if not data:
            return
        asked = json.loads(data)
        ended = how_it_ended(asked.get("after"))
        reap()
        errors = os.memfd_create("assay-tvm-stderr")
        pid = os.fork()
        if pid == 0:
            control.close()
            os.dup2(errors, 2)
            os.dup2(errors, 1)
            os.close(errors)
            serve(socket.socket(fileno=descriptors[0]), {"ended": ended, "memory": asked.get("memory", 0)})
        children[pid] = errors
        os.close(descriptors[0])


def survives(action):
    """Whether a child gets through it."""
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(30)
        action()
        os._exit(0)
    return os.waitpid(pid, 0)[1] == 0


def warm_up():
    """What the first use of the reader, the passes and the code generator loads, every child has then."""
    try:
        parse({"id": 0, "text": WARM_UP})
        apply({"of": 0, "id": 0, "passes": [{"name": "LegalizeOps"}]})
        fresh({"of": 0, "id": 0})
        parse({"id": 0, "text": WARM_UP})
        build({"of": 0, "id": 0, "lowered": False, "pipeline": [{"name": name} for name in LEAST], "mode": "bytecode"})
    except Exception:
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


def main():
    control = control_socket()
    if survives(warm_up):
        warm_up()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    say_hello(control, tvm=tvm.__version__, python=sys.version.split()[0], passes=pass_names())
    fork_children(control)


main()
