"""What assay asks of a real TVM: one function per action, on modules that are kept by number.

The idea: nothing here judges. Each action answers in plain JSON values, or raises; tvm_errors.py says what an error means. Works
with TVM 0.25 to 0.27, whose names differ. What is asked about types is in tvm_types.py, and how values
cross over in tvm_values.py. Tested by tvm_worker_test.cc and tvm_actions_test.py, on a stand-in for TVM.
"""
from __future__ import annotations

import contextlib
import importlib
import inspect
import json
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypedDict

import tvm
import tvm.script
import tvm_construct
import tvm_targets
from tvm import relax
from tvm_values import Json, Object, Unsupported, from_tvm, to_tvm

try:
    import tvm_ffi as tvm_ffi
except ImportError:
    tvm_ffi = tvm.ir

tir: Any = getattr(tvm, "tirx", None) or getattr(tvm, "tir", None)

if TYPE_CHECKING:
    from typing import TypeAlias

# What is of TVM, which says nothing of its types: a module is an IRModule, everything else one of many classes.
Module: TypeAlias = "tvm.IRModule"


class PassCall(TypedDict, total=False):
    name: str
    options: dict[str, Json]


class Ask(TypedDict, total=False):
    """A question; each action needs some of it. Numbers are those under which modules and programs are kept."""
    do: str
    id: int
    of: int
    a: int
    b: int
    ids: list[int]
    text: str
    program: str
    name: str
    options: dict[str, Json]
    passes: list[PassCall]
    pipeline: list[PassCall]
    sequential: bool
    lowered: bool
    usual: bool
    opt_level: int
    config: dict[str, Json] | None
    mode: str
    target: str
    entry: str
    args: list[Json]
    call: str
    vars: dict[str, str]
    ranges: list[tuple[int, int]]


# Where passes stand: a name of Relax's is Relax's.
PASS_PLACES = ("relax.transform", "relax.backend", "tirx.transform", "s_tir.transform")


class Kept(dict[int, Any]):
    """What is kept by number; asking for what is not there is no fault of TVM's."""

    def __missing__(self, number_of: int) -> Object:
        raise Unsupported(f"nothing is kept as {number_of}")


modules = Kept()
programs = Kept()
origins: dict[int, Origin] = {}
# How often a pass was given something into which it may have written.
applications = 0


# ---- what generated modules call, as vm/packed.cc has it


PACKED: dict[str, Callable[..., Object]] = {
    "test.identity": lambda x: x,
    "test.identity_dps": lambda x, out: out.copyfrom(x.numpy()) and None,
    "test.add_dps": lambda x, y, out: out.copyfrom(x.numpy() + y.numpy()) and None,
}
for packed_name, packed in PACKED.items():
    if hasattr(tvm_ffi, "register_global_func"):
        tvm_ffi.register_global_func(packed_name, packed, override=True)


# ---- passes


def folder_of(path: str) -> Object:
    """A module of TVM's, None where this TVM has none of that name."""
    place = tvm
    for step in path.split("."):
        place = getattr(place, step, None)
    return place


def scheduled_by(name: str) -> Object:
    scheduler = tvm_targets.scheduler(name)
    if scheduler is None:
        raise Unsupported(f"this TVM has no rule called {name}")
    return scheduler


def pass_names() -> list[str]:
    names = set(tvm_targets.passes())
    for path in PASS_PLACES:
        place = folder_of(path)
        names.update(name for name in dir(place) if name[0].isupper() and callable(getattr(place, name)))
    return sorted(names)


def name_of(var: Object) -> str:
    return str(var.name_hint if hasattr(var, "name_hint") else var.name)


def option_value(module: Module, options: dict[str, Json], key: str) -> Object:
    """An option as the pass's factory takes it."""
    value = options[key]
    if key == "params":
        return {name: to_tvm(one) for name, one in value.items()}
    if key == "new_vdevice":
        device = getattr(relax, "VDevice", None) or tvm.ir.VDevice
        return device(value["target"], value["vdevice_id"], value["memory_scope"])
    if key == "target":
        return tvm.target.Target(value)
    if key == "require_grads":
        named = {name_of(param): param for param in module[options["func_name"]].params}
        return [named[name] for name in ([value] if isinstance(value, str) else value)]
    return value


# Passes whose options stand in the PassContext, under this key; and what the build gives to those that have no default.
CONFIG_KEYS = {"InjectDoubleBuffer": "s_tir.InjectDoubleBuffer", "LoopPartition": "s_tir.LoopPartition"}
ARGUMENTS: dict[str, dict[str, Json]] = {"NarrowDataType": {"target_bits": 32}}
# What a pass gave back is none: no fault of how it was asked.
NoModule = type("NoModule", (TypeError,), {})


# Passes that ask for functions of a target, with the one that they get.
ASK_FOR_TARGET: dict[str, dict[str, Json]] = {
    "LowerIntrin": {"kind": "llvm", "host": "llvm"},
    "LowerThreadAllreduce": {"kind": "cuda", "arch": "sm_80", "thread_warp_size": 32},
    "SplitHostDevice": {"kind": "cuda", "arch": "sm_80", "host": "llvm"},
}


def bound(name: str, one: Object) -> Object:
    """The pass, behind what gives functions the target that it asks for."""
    if name not in ASK_FOR_TARGET:
        return one
    return tvm.transform.Sequential([tir.transform.BindTarget(tvm.target.Target(ASK_FOR_TARGET[name])), one])


def foreign(name: str) -> Object:
    """What "package.module:Name" names: a pass, or what makes one."""
    module, _, path = name.partition(":")
    try:
        found = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except Exception as error:  # what is imported is somebody else's, and raises what it likes
        raise Unsupported(f"cannot import the pass {name}: {error}") from error
    return found


def find_pass(ask: Ask) -> None:
    """Whether there is such a pass, and whether it can be made with the options."""
    name = ask["name"]
    foreign(name)
    if "options" not in ask:
        return
    try:
        made = make_foreign(ask)
    except Exception as error:  # what makes it is somebody else's, and raises what it likes
        raise Unsupported(f"{name} makes no pass of the options {json.dumps(ask.get('options', {}))}: {type(error).__name__}: {error}") from error
    if not isinstance(made, tvm.transform.Pass):
        raise Unsupported(f"{name} is no pass and makes none: expected a tvm.transform.Pass, got {type(made).__name__}")


def make_foreign(call: PassCall) -> Object:
    found = foreign(call["name"])
    if isinstance(found, tvm.transform.Pass):
        return found
    return found(**call.get("options", {}))


def make_pass(call: PassCall, module: Module) -> Object:
    name = call["name"]
    if ":" in name:
        return make_foreign(call)
    if tvm_targets.schedules(name):
        return scheduled_by(name)
    options = {} if name in CONFIG_KEYS else {**ARGUMENTS.get(name, {}), **call.get("options", {})}
    for path in PASS_PLACES:
        factory = getattr(folder_of(path), name, None)
        if factory is not None:
            one = factory(**{key: option_value(module, options, key) for key in options})
            return bound(name, one)
    raise Unsupported(f"this TVM has no pass called {name}")


def find_target(ask: Ask) -> str:
    """What TVM makes of a target."""
    return str(tvm_targets.made(ask["target"]))


@contextlib.contextmanager
def surroundings(opt_level: int = 3, config: dict[str, Json] | None = None, target: str = "") -> Iterator[None]:
    with tvm_targets.made(target), tvm.transform.PassContext(opt_level=opt_level, config=config or {}):
        yield


def applied(ask: Ask) -> Object:
    result = module = modules[ask["of"]]
    passes = [make_pass(call, module) for call in ask["passes"]]
    keys = {CONFIG_KEYS[call["name"]]: call["options"] for call in ask["passes"] if call["name"] in CONFIG_KEYS and call.get("options")}
    with surroundings(ask.get("opt_level", 3), {**(ask.get("config") or {}), **keys}, ask.get("target", "")):
        if ask.get("sequential"):
            return tvm.transform.Sequential(passes)(module)
        for one in passes:
            result = one(result)
    return result


def scheduled(ask: Ask) -> Object:
    """Rules put functions into the module that they are given, which others have under their own numbers. What an error says is asked for once it is seen."""
    given = modules[ask["of"]]
    modules[ask["of"]] = copy_of(given)
    with contextlib.suppress(Exception), tvm_targets.errors_without_text():
        return applied(ask)
    modules[ask["of"]] = copy_of(given)
    return applied(ask)


def apply(ask: Ask) -> None:
    global applications
    applications += 1
    result = (scheduled if any(tvm_targets.schedules(call["name"]) for call in ask["passes"]) else applied)(ask)
    if not isinstance(result, tvm.IRModule):
        raise NoModule(f"{ask['passes'][-1]['name']} gives no module: expected a tvm.IRModule, got {type(result).__name__}")
    modules[ask["id"]] = result


# ---- modules


# The reader asks for the whole stack at each function, of which it needs the frames alone; reading the lines of source that
# the frames stand in takes longer than reading the module.
whole_stack = inspect.stack


@contextlib.contextmanager
def stacks_without_lines() -> Iterator[None]:
    inspect.stack = lambda context=1: whole_stack(0)
    try:
        yield
    finally:
        inspect.stack = whole_stack


def read(text: str) -> Module:
    # Files import what the reader knows anyway.
    text = re.sub(r"(?m)^(?=from |import )", "# ", text)
    with stacks_without_lines():
        return tvm.script.from_source(text, check_well_formed=False)


def parse(ask: Ask) -> None:
    text = ask["text"]
    modules[ask["id"]] = read(text)
    origins[ask["id"]] = Origin(modules[ask["id"]], lambda: read(text))


def construct(ask: Ask) -> None:
    """What a program of builders makes (tvm_construct.py)."""
    if not tvm_construct.THERE:
        raise Unsupported(NO_BUILDERS)
    program = ask["program"]
    modules[ask["id"]] = tvm_construct.made(program)
    origins[ask["id"]] = Origin(modules[ask["id"]], lambda: tvm_construct.made(program))


# tvm_subject.cc knows these words.
NO_BUILDERS = "this TVM has no script builders"


def listed_devices(module: Module) -> list[Object]:
    """The devices that the module lists. Types hold the objects themselves: another that equals them is another to the checker."""
    infos = getattr(module, "global_infos", None) or {}
    return list(infos["vdevice"]) if "vdevice" in infos else []


def copy_of(module: Module) -> Module:
    """Another module of the same functions; itself where this TVM has no such thing."""
    clone = getattr(module, "clone", None)
    return module if clone is None else clone()


class Origin:
    """What a module was when it was first asked for: a pass may write into it."""

    def __init__(self, module: Module, remade: Callable[[], Module] | None = None) -> None:
        self.print = state_of(module)
        self.devices = listed_devices(module)
        text = self.print.partition("\n")[2]
        self.remade = remade or (lambda: read(text))
        # With the same functions: enough where a pass has put others into the module, unless these speak of devices.
        self.copy = None if self.devices else copy_of(module)
        if self.copy is module:
            self.copy = None
        self.seen = applications
        self.written = False

    def state(self, module: Module) -> str:
        """What the module is now: printing it takes as long as ten passes, and is left out while no pass has been at any module."""
        if self.seen == applications:
            return self.print
        now = state_of(module)
        if now == self.print:
            self.seen = applications
        else:
            self.written = True
        return now

    def is_as_it_was(self, module: Module) -> bool:
        """By structure and devices: who asks for its state sees what that leaves out, such as names, and it counts as written into from then on."""
        if self.written or self.seen == applications:
            return not self.written
        # Their own same_as does not end.
        now, before = ([device.__chandle__() for device in devices] for devices in (listed_devices(module), self.devices))
        # Types hold devices, too, and the text alone tells one from another that equals it.
        return now == before and (self.state(module) == self.print if now else hash_line(module) == self.print.partition("\n")[0])

    def again(self, module: Module) -> Module:
        """The module itself while nobody has written into it: reading takes a hundred times as long as looking."""
        if self.is_as_it_was(module):
            return module
        if self.copy is not None and hash_line(self.copy) == self.print.partition("\n")[0]:
            module = copy_of(self.copy)
        else:
            module = self.remade()
            if state_of(module) != self.print:
                raise Unsupported("a module into which was written does not read back from its text")
        self.devices = listed_devices(module)
        self.seen = applications
        self.written = False
        return module


def fresh(ask: Ask) -> None:
    """The module as it was when first asked for. Who writes into it is found by input_unchanged, and hurts nobody else."""
    number_of = ask["of"]
    module = modules[number_of]
    if number_of not in origins:
        origins[number_of] = Origin(module)
    modules[number_of] = modules[ask["id"]] = origins[number_of].again(module)
    origins[ask["id"]] = origins[number_of]


def script(module: Module) -> str:
    """Constants that have no text of their own are left out: saving them crashes with some builds of the FFI."""
    text: str = module.script()
    return text


def hash_line(module: Module) -> str:
    return str(tvm_ffi.structural_hash(module, map_free_vars=True))


def state_of(module: Module) -> str:
    """Text and structure: what a pass can write into."""
    return f"{hash_line(module)}\n{script(module)}"


def fingerprint(ask: Ask) -> str:
    number_of = ask["of"]
    module = modules[number_of]
    return origins[number_of].state(module) if number_of in origins else state_of(module)


# AccessKind.ATTR of tvm_ffi.access_path.
ATTRIBUTE = 0


def standing_at(root: Object, path: Object) -> Object:
    """What stands at the end of an AccessPath; None where the path leads beside what there is."""
    for step in path.to_steps():
        try:
            root = getattr(root, step.key) if step.kind == ATTRIBUTE else root[step.key]
        except (AttributeError, KeyError, IndexError, TypeError):
            return None
    return root


def dtype_at(root: Object, path: Object) -> str:
    """"int32" where a dtype stands there; "" for anything else."""
    steps: Any = getattr(path, "to_steps", list)()
    found = standing_at(root, path) if len(steps) and str(steps[-1].key) == "dtype" else None
    return "" if found is None else str(found)


class Difference(TypedDict, total=False):
    text: str
    dtypes: list[str]


def difference(ask: Ask) -> Difference | None:
    """None, or the place of the first difference: in words, and the dtypes that stand there where it is of two."""
    left, right = modules[ask["a"]], modules[ask["b"]]
    if tvm_ffi.structural_equal(left, right, map_free_vars=True):
        return None
    found = tvm_ffi.get_first_structural_mismatch(left, right, map_free_vars=True)
    if found is None:
        return {"text": "somewhere"}
    dtypes = [dtype_at(root, path) for root, path in zip((left, right), found)]
    what: Difference = {"text": ": ".join(str(path) for path in found)}
    return what | {"dtypes": dtypes} if all(dtypes) else what


def tir_violation(func: Object) -> str | None:
    try:
        if tir.analysis.verify_well_formed(func) is False:
            return "verify_well_formed says no"
    except Exception as error:  # a violation is one error or another, by version
        # 0.27 verifies no blocks.
        if "TIR verifier does not support" not in str(error):
            return str(error)
    return None


def violations(ask: Ask) -> list[str]:
    module = modules[ask["of"]]
    found = []
    try:
        if relax.analysis.well_formed(module) is False:
            found.append("well_formed says no")
    except Exception as error:  # a violation is one error or another, by version
        found.append(str(error))
    for func in module.functions.values():
        why = tir_violation(func) if isinstance(func, tir.PrimFunc) else None
        if why:
            found.append(why)
    return found


# ---- TVM's own build, pass by pass


@tvm.instrument.pass_instrument
class Recorder:
    """What the module is behind each pass that changes it."""

    def __init__(self) -> None:
        self.steps: list[dict[str, str]] = []
        self.last: Module | None = None
        self.running = ""

    def run_before_pass(self, module: Module, info: Object) -> None:
        self.running = info.name

    def run_after_pass(self, module: Module, info: Object) -> None:
        # Modules on the side, such as what is left for a device that is not there, have no functions.
        if not module.functions or (self.last is not None and same(module, self.last)):
            return
        self.last = module
        self.steps.append({"pass": info.name, "text": script(module), "error": ""})


def same(one: Object, other: Object) -> bool:
    return bool(tvm_ffi.structural_equal(one, other, map_free_vars=True))


def steps(ask: Ask) -> list[dict[str, str]]:
    global applications
    applications += 1
    recorder = Recorder()
    context = tvm.transform.PassContext(opt_level=ask.get("opt_level", 3), config=ask.get("config") or {}, instruments=[recorder])
    try:
        with context:
            tvm.compile(modules[ask["of"]], target=tvm_targets.built_for(ask.get("target", "")))
    except Exception as error:  # how the build fails is the answer
        # The code generator of a device need not be there; all passes have run by then.
        if "Cannot find global function target.build." in str(error):
            return recorder.steps
        recorder.steps.append({"pass": recorder.running, "text": "", "error": str(error)})
    return recorder.steps


# ---- programs


def link(module: Module, mode: str) -> Object:
    """What a build does once the pipeline has run."""
    builder = relax.ExecBuilder()
    attrs = dict(module.attrs) if module.attrs else {}
    vm = importlib.import_module("tvm.relax.vm_build")
    left = vm._vmcodegen(builder, module, mode)
    return vm._vmlink(builder=builder, target=tvm.target.Target("llvm"), tir_mod=vm._filter_tir(left),
                      ext_libs=attrs.get("external_mods", []), params=dict(attrs.get("const_name_to_constant", {})))


def devices_of(module: Module) -> list[Object]:
    """As many CPUs as the module speaks of; other devices are not there to run anything."""
    named = module.global_infos.get("vdevice", []) if module.global_infos else []
    if any(device.target.kind.name != "llvm" for device in named):
        raise Unsupported("the module is for devices that are not here")
    return [tvm.cpu()] * max(1, len(named))


def check_runtime(config: dict[str, Json]) -> None:
    """A pass may prepare a module for what this machine's runtime has not."""
    if not config.get("relax.backend.use_cuda_graph"):
        return
    if tvm_ffi.get_global_func("vm.builtin.cuda_graph.get_cached_alloc", allow_missing=True) is None:
        raise Unsupported("this TVM's runtime has no CUDA graphs")


def build(ask: Ask) -> None:
    try:
        build_all(ask)
    except Exception as error:  # whatever TVM says of it: what is built here has no threads
        if tvm_targets.binds_threads(modules[ask["of"]]):
            raise Unsupported("a launch of threads needs a device") from error
        raise


def build_all(ask: Ask) -> None:
    global applications
    applications += 1
    module = modules[ask["of"]]
    devices = devices_of(module)
    check_runtime(ask.get("config") or {})
    if ask.get("usual") and any(isinstance(func, relax.Function) for func in module.functions.values()):
        with tvm.transform.PassContext(opt_level=ask.get("opt_level", 3), config=ask.get("config") or {}):
            executable = relax.build(module, "llvm", exec_mode=ask["mode"])
        programs[ask["id"]] = relax.VirtualMachine(executable, devices), symbols_of_kernels(module)
        return
    with surroundings(ask.get("opt_level", 3), ask.get("config"), ask.get("target", "")):
        if not ask.get("lowered"):
            passes = [make_pass(call, module) for call in ask["pipeline"]]
            module = tvm.transform.Sequential(passes)(module)
        executable = link(module, ask["mode"])
    programs[ask["id"]] = relax.VirtualMachine(executable, devices), symbols_of_kernels(modules[ask["of"]])


def symbols_of_kernels(module: Module) -> dict[str, str]:
    """The symbols of the PrimFuncs of a module, by name: the VM calls these as functions of the library, not by their names."""
    kernels = {var.name_hint: func for var, func in module.functions.items() if isinstance(func, tir.PrimFunc)}
    return {name: str((func.attrs or {}).get("global_symbol", name)) for name, func in kernels.items()}


def run(ask: Ask) -> Json:
    machine, kernels = programs[ask["of"]]
    entry, args = ask["entry"], [to_tvm(arg) for arg in ask["args"]]
    try:
        function = machine.module.get_function(kernels[entry], query_imports=True) if entry in kernels else machine[entry]
    except Exception as error:  # the VM's own error differs from version to version
        raise Unsupported(f"no function {entry} to run: {error}") from error
    result = function(*args)
    if entry not in kernels:
        return from_tvm(result)
    # A kernel gives its tensors as it leaves them, and what it returns, if anything.
    return from_tvm([arg for arg in args if hasattr(arg, "numpy")] + ([] if result is None else [result]))


# ---- all of it


def drop(ask: Ask) -> None:
    for number_of in ask["ids"]:
        modules.pop(number_of, None)
        origins.pop(number_of, None)
        programs.pop(number_of, None)


ACTIONS: dict[str, Callable[[Ask], Json]] = {
    "parse": parse, "construct": construct, "fresh": fresh, "apply": apply, "fingerprint": fingerprint, "difference": difference, "violations": violations,
    "find_pass": find_pass, "target": find_target, "steps": steps, "build": build, "run": run, "drop": drop,
    "print": lambda ask: script(modules[ask["of"]]),
    "hash": lambda ask: tvm_ffi.structural_hash(modules[ask["of"]], map_free_vars=True) % 2**64,
}
