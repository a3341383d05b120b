"""A stand-in for TVM: its modules are texts, its passes do what their names here say. For tests without a TVM.

FAKE_TVM in the environment: "garbage" prints and ends, "silent" never gets done with its import,
"narrow" may have less memory than assay allows it. A path is of a file that end_itself_once removes, that of a library of
zlib's functions is what its printer runs, of which its reader makes use.
"""
import contextlib
import ctypes
import os
import resource
import signal
import sys
import time
import types

if os.environ.get("FAKE_TVM") == "garbage":
    os.write(1, b"\x00\xff no protocol\n" * 100)
    os.write(2, b"fake tvm \xff\x1bgave up\n")
    sys.exit(1)
if os.environ.get("FAKE_TVM") == "silent":
    time.sleep(1000)
if os.environ.get("FAKE_TVM") == "narrow":
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

LIBRARY = ctypes.CDLL(os.environ["FAKE_TVM"]) if ".so" in os.environ.get("FAKE_TVM", "") else None

__version__ = "0.27.fake"


class InternalError(RuntimeError):
    pass


class Module:
    def __init__(self, text):
        self.text = text
        self.functions = {}
        self.attrs = None
        self.global_infos = None

    def script(self, show_meta=False):
        if LIBRARY is not None:
            # Not adler32, which may call this one of another library.
            LIBRARY.adler32_z(1, self.text.encode(), ctypes.c_size_t(len(self.text)))
        return self.text


IRModule = Module


def submodule(name, **members):
    module = types.ModuleType(f"tvm.{name}")
    module.__dict__.update(members)
    sys.modules[f"tvm.{name}"] = module
    globals()[name.split(".")[0]] = globals().get(name.split(".")[0], module)
    return module


def from_source(text, extra_vars=None, check_well_formed=True):
    if "unreadable" in text:
        raise ValueError("error: not to my taste")
    if "evaluates" in text:
        # As TVM's reader does, which then raises an error of its own.
        try:
            eval(compile(text.split(":")[1].strip(), "<ast>", "eval"), {"R": types})
        except Exception as error:
            raise ValueError(f"error: {error}")
    return Module(text)


def mismatch(a, b, map_free_vars=False):
    return None if a.text == b.text else ("<root>", "<root>")


# ---- passes


def identity(module):
    return module


def mutate(module):
    module.text += "# touched\n"
    return Module(module.text)


def crash(module):
    os.kill(os.getpid(), signal.SIGSEGV)


def end_server(module):
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1000)


def end_itself(module):
    os.kill(os.getpid(), signal.SIGKILL)


def end_itself_once(module):
    """As often as there is a file to remove."""
    try:
        os.unlink(os.environ["FAKE_TVM"])
    except OSError:
        return Module(module.text)
    end_itself(module)


def abort(module):
    os.abort()


def hang(module):
    while True:
        pass


def eat(module):
    return bytearray(1 << 40)


def broken(module):
    raise InternalError("Check failed: (lv7 == 3) is false: in lv7 of VMTIRFunc main")


def refuse_in_words(module):
    raise InternalError("Check failed: (dtype == float32) is false: only float32 is supported, and uint8 is not supported yet")


def lack_attribute(module):
    raise InternalError("Check failed: (data_[idx].second != 0) is false: Attribute FPrimalGradient has not been registered for relax.outer")


def want_another(module):
    raise InternalError("Check failed: (op->iter_values.empty()) is false: Please call pass ConvertBlocksToOpaque before.")


def end_in_native(module):
    # As the frame stands in a trace in which TVM's C++ converts arguments.
    text = "raise InternalError(\"(tensor) is false: got R.Tensor((1, 2), dtype='float32')\")"
    exec(compile(text, "/project/3rdparty/include/tvm/ffi/function_details.h", "exec"), {"InternalError": InternalError})


def slip(module):
    return [1].remove(2)


def refuse(module):
    raise ValueError("this module is not supported")


def chatter(module):
    os.write(1, b"\x04\x00\x00\x00{}{}" * 1000)
    return module


def garble(module):
    return Module(module.text + "# unreadable\n")


def multiply(module):
    return Module(module.text.replace("R.add(", "R.multiply("))


def remark(module):
    return Module(module.text + "# as it was\n")


def here(action):
    """Where no device is compiled for."""
    return lambda module: module if Target.now and Target.now[-1].kind.name == "cuda" else action(module)


def touch_in_place(module):
    module.text += "# scheduled for " + Target.now[-1].kind.name + "\n"
    return module


class Target:
    """By name or by a dict, of which it knows three keys."""
    now = []

    def __init__(self, what, host=None):
        what = {"kind": what} if isinstance(what, str) else what if isinstance(what, dict) else {"kind": what.kind.name}
        unknown = [key for key in what if key not in ("kind", "host", "arch")]
        if unknown:
            raise ValueError(f"unknown attribute {unknown[0]} of a target\nand more of it")
        self.kind = types.SimpleNamespace(name=what["kind"])

    def __enter__(self):
        Target.now.append(self)
        return self

    def __exit__(self, *_):
        Target.now.pop()

    def __str__(self):
        return self.kind.name


class ScheduleRule:
    def __call__(self, module):
        return module


class Matmul(ScheduleRule):
    """Turns sums into products, which no schedule may."""
    def __call__(self, module):
        return multiply(module)


class Transpose(ScheduleRule):
    """Has its threads wait for each other, which no reader here knows of."""
    def __call__(self, module):
        return Module(module.text + "    T.tvm_storage_sync(\"shared\")\n")


class Fallback(ScheduleRule):
    def __call__(self, module):
        return touch_in_place(module)


PASSES = {"ExpandMatmulOfSum": multiply, "ReorderTakeAfterMatmul": remark, "Normalize": identity, "DeadCodeElimination": mutate, "LegalizeOps": here(crash), "TopologicalSort": abort,
          "FuseOps": here(hang), "FoldConstant": eat, "CanonicalizeBindings": broken, "EliminateCommonSubexpr": refuse,
          "ToNonDataflow": chatter, "AllocateWorkspace": want_another, "ExpandTupleArguments": refuse_in_words,
          "RemoveUnusedOutputs": slip, "Gradient": lack_attribute, "BindParams": end_server, "FuseTIR": here(end_itself),
          "RemoveRedundantReshape": end_itself_once, "LambdaLift": identity, "ConvertToDataflow": garble,
          "ToMixedPrecision": end_in_native, "LowerInitBlock": identity, "ConvertBlocksToOpaque": broken, "LowerOpaqueBlock": identity}


def factory(action):
    return lambda **options: action


def chain(passes):
    def run(module):
        for one in passes:
            module = one(module)
        return module
    return run


@contextlib.contextmanager
def nothing(*_, **__):
    yield


class Machine:
    def __init__(self, *_):
        pass

    def __getitem__(self, name):
        return lambda *args: args[0]


submodule("script", from_source=from_source)
submodule("ir", structural_equal=lambda a, b, map_free_vars=False: a.text == b.text,
          structural_hash=lambda module, map_free_vars=False: len(module.text), get_first_structural_mismatch=mismatch,
          Op=type("Op", (), {}))
submodule("target", Target=Target)
submodule("transform", PassContext=nothing, Sequential=chain)
submodule("instrument", pass_instrument=identity)
submodule("runtime", ShapeTuple=tuple)
prim_func = type("PrimFunc", (), {})
submodule("tirx", PrimFunc=prim_func)
relax_transform = types.SimpleNamespace(**{name: factory(action) for name, action in PASSES.items()})
submodule("relax", transform=relax_transform, backend=None, analysis=types.SimpleNamespace(well_formed=lambda module: None),
          Function=type("Function", (), {}), If=type("If", (), {}), SeqExpr=type("SeqExpr", (), {}),
          VarBinding=type("VarBinding", (), {}), Call=type("Call", (), {}), BlockBuilder=lambda module: None,
          ExecBuilder=lambda: None, VirtualMachine=Machine)
submodule("s_tir", transform=types.SimpleNamespace())
submodule("s_tir.dlight", ScheduleRule=ScheduleRule, ApplyDefaultSchedule=lambda *rules: chain(rules),
          gpu=types.SimpleNamespace(Matmul=Matmul, Fallback=Fallback, Transpose=Transpose),
          adreno=types.SimpleNamespace(Pool2D=Fallback))
submodule("relax.vm_build", _vmcodegen=lambda builder, module, mode: module, _filter_tir=identity,
          _vmlink=lambda **_: None)


def cpu():
    return 0
