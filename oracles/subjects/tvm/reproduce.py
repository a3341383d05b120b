"""What scripts that repeat findings on plain TVM are made of: reproduce.cc writes a head like this one, and behind it what follows.

Tested by reproduce_test.cc and reproduce_test.py, on a stand-in for TVM.
"""
MODULE = ""
CASE = '{"subject": "", "oracle": "", "pass": null, "before": [], "pipeline": [], "config": {}, "entry": "main", "inputs": [], "expected": []}'


# ---- what follows is the same in all such scripts

import contextlib
import importlib
import itertools
import json
import operator
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import tvm.script
from tvm import relax

try:
    import tvm_ffi
except ImportError:
    tvm_ffi = tvm.ir
try:
    import numpy
    import ml_dtypes  # isort: skip
except ImportError:  # needed for arguments alone
    ml_dtypes = None


tirx: Any = getattr(tvm, "tirx", None) or getattr(tvm, "tir", None)
FACTS = json.loads(CASE)
ORACLE, PASS, PIPELINE = FACTS["oracle"], FACTS["pass"], FACTS["pipeline"]
BEFORE, CONFIG, ENTRY, INPUTS, EXPECTED = FACTS["before"], FACTS["config"], FACTS["entry"], FACTS["inputs"], FACTS["expected"]


# What the module may call.
PACKED: dict[str, Any] = {
    "test.identity": lambda x: x,
    "test.identity_dps": lambda x, out: out.copyfrom(x.numpy()) and None,
    "test.add_dps": lambda x, y, out: out.copyfrom(x.numpy() + y.numpy()) and None,
}
for packed_name, packed in PACKED.items():
    if hasattr(tvm_ffi, "register_global_func"):
        tvm_ffi.register_global_func(packed_name, packed, override=True)


def read(text: str) -> Any:
    return tvm.script.from_source(text, check_well_formed=False)


def to_tvm(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "tuple" in value:
        return [to_tvm(field) for field in value["tuple"]]
    if "dims" in value:
        return tvm.runtime.ShapeTuple(value["dims"])
    if "scalar" in value:
        return value["scalar"]
    dtype = getattr(numpy, value["dtype"], None) or getattr(ml_dtypes, value["dtype"])
    array = numpy.array([float(x) if isinstance(x, str) else x for x in value["data"]], dtype=dtype)
    return tvm.runtime.tensor(array.reshape(value["shape"]))


def plain(value: Any) -> dict[str, Any]:
    """A result in the form of EXPECTED."""
    if hasattr(value, "numpy"):
        array = value.numpy()
        return {"dtype": str(value.dtype), "shape": list(array.shape), "data": array.astype("float64").reshape(-1).tolist()}
    if type(value).__name__ in ("ShapeTuple", "Shape"):
        return {"dims": list(value)}
    if hasattr(value, "__len__") and not isinstance(value, str):
        return {"tuple": [plain(field) for field in value]}
    return {"scalar": value}


# How far apart results may be, by dtype; integers must be equal.
RELATIVE = {"float64": 1e-9, "float32": 1e-4, "float16": 1e-2, "bfloat16": 3e-2}


def agree(have: Any, want: Any) -> bool:
    if want is None or have is None:
        return True
    if "tuple" in want:
        return len(have.get("tuple", [])) == len(want["tuple"]) and all(map(agree, have["tuple"], want["tuple"]))
    if "data" not in want:
        key = "dims" if "dims" in want else "scalar"
        return key not in want or have.get(key) == want[key]
    if have.get("shape") != want["shape"] or have["dtype"] != want["dtype"]:
        return False
    near = RELATIVE.get(want["dtype"], 0)
    numbers = [float(one) for one in want["data"]]
    return bool(numpy.allclose(have["data"], numbers, rtol=near, atol=near, equal_nan=True))


# Where the options of this pass stand, what that one must be given, and what functions of a target come from.
CONFIG_KEYS = {"InjectDoubleBuffer": "s_tir.InjectDoubleBuffer", "LoopPartition": "s_tir.LoopPartition"}
ARGUMENTS: dict[str, Any] = {"NarrowDataType": {"target_bits": 32}}


ASK_FOR_TARGET: dict[str, dict[str, Any]] = {
    "LowerIntrin": {"kind": "llvm", "host": "llvm"},
    "LowerThreadAllreduce": {"kind": "cuda", "arch": "sm_80", "thread_warp_size": 32},
    "SplitHostDevice": {"kind": "cuda", "arch": "sm_80", "host": "llvm"},
}


def bound(name: str, one: Any) -> Any:
    if name not in ASK_FOR_TARGET:
        return one
    return tvm.transform.Sequential([tvm.tirx.transform.BindTarget(tvm.target.Target(ASK_FOR_TARGET[name])), one])


def made_target() -> Any:
    text = FACTS.get("target") or "llvm"
    return tvm.target.Target(json.loads(text) if text.startswith("{") else text)


# The rules of dlight that TVM's own pipelines for GPUs apply, in their order.
RULES = ("Matmul", "GEMV", "Reduction", "GeneralReduction", "Fallback")


def scheduled_by(name: str) -> Any:
    """"dlight.gpu.Matmul": the pass that applies that rule; "dlight.ApplyDefaultSchedule": all of RULES."""
    dlight = importlib.import_module("tvm.s_tir.dlight" if hasattr(tvm, "s_tir") else "tvm.dlight")
    _, *folder, rule = name.split(".")
    place = getattr(dlight, folder[0] if folder else "gpu")
    return dlight.ApplyDefaultSchedule(*[getattr(place, one)() for one in ([rule] if folder else RULES)])


# The head of a loop over threads: its extent, before the threads' name.
LAUNCH = re.compile(r"""T\.thread_binding\((.*?), thread="[^"]*"(?:, annotations=\{[^}]*\})?\)""")


def with_serial_threads(module: Any) -> Any:
    """What is scheduled for a device, for this machine's processor: its threads one after the other."""
    functor = getattr(tirx, "stmt_functor", None)
    if functor is None:
        return read(re.sub(r"(?m)^(?=from |import )", "# ", LAUNCH.sub(r"T.serial(\1)", text_of(module))))
    kinds = tirx.ForKind

    def serial(loop: Any) -> Any:
        kind = kinds.SERIAL if loop.kind == kinds.THREAD_BINDING else loop.kind
        return tirx.For(loop.loop_var, loop.min, loop.extent, kind, loop.body, None, {})

    node = tirx.__name__.rpartition(".")[2] + ".For"
    kernels = {name: func for name, func in module.functions.items() if isinstance(func, tirx.PrimFunc)}
    for name, func in kernels.items():
        module[name] = func.with_body(functor.ir_transform(func.body, None, serial, [node]))
    return module


def make_pass(call: Any, module: Any) -> Any:
    name = call["name"]
    if name.startswith("dlight."):
        return scheduled_by(name)
    if ":" in name:
        # A pass of one's own: a pass, or what makes one. Without it nothing can be told.
        sys.path[:0] = FACTS.get("python_path", [])
        try:
            found: Any = importlib.import_module(name.partition(":")[0])
            for part in name.partition(":")[2].split("."):
                found = getattr(found, part)
        except Exception as error:  # what is imported is somebody else's, and raises what it likes
            print(f"cannot import the pass {name}: {error}; PYTHONPATH says where its module is", file=sys.stderr)
            raise SystemExit(2) from error
        if isinstance(found, tvm.transform.Pass):
            return found
        try:
            return found(**call["options"])
        except Exception as error:  # as above
            print(f"this script cannot tell: {name} makes no pass of the options {call['options']}: {type(error).__name__}: {error}", file=sys.stderr)
            raise SystemExit(2) from error
    options: dict[str, Any] = {} if name in CONFIG_KEYS else {**ARGUMENTS.get(name, {}), **call["options"]}
    if "params" in options:
        options["params"] = {name: to_tvm(one) for name, one in options["params"].items()}
    if "new_vdevice" in options:
        device = options["new_vdevice"]
        make = getattr(relax, "VDevice", None) or tvm.ir.VDevice
        options["new_vdevice"] = make(device["target"], device["vdevice_id"], device["memory_scope"])
    if "target" in options:
        options["target"] = tvm.target.Target(options["target"])
    if "require_grads" in options:
        named = {getattr(param, "name_hint", None) or param.name: param for param in module[options["func_name"]].params}
        options["require_grads"] = [named[name] for name in options["require_grads"]]
    folders: list[tuple[Any, str]] = [(relax, "transform"), (relax, "backend"), (getattr(tvm, "tirx", None), "transform"),
               (getattr(tvm, "s_tir", None), "transform")]
    places = [getattr(above, name, None) for above, name in folders]
    one = next(getattr(place, name) for place in places if hasattr(place, name))(**options)
    return bound(name, one)


def within(call: Any = None) -> tuple[Any, Any]:
    keys = {CONFIG_KEYS[call["name"]]: call["options"]} if call and call["name"] in CONFIG_KEYS and call["options"] else {}
    return made_target(), tvm.transform.PassContext(opt_level=3, config={**CONFIG, **keys})


def apply(call: Any, module: Any, sequential: bool = False) -> Any:
    target, context = within(call)
    with target, context:
        one = make_pass(call, module)
        return tvm.transform.Sequential([one])(module) if sequential else one(module)


def given() -> Any:
    """The module as the pass to blame gets it."""
    module = read(MODULE)
    for call in BEFORE:
        module = apply(call, module)
    return module


def results_of(module: Any, exec_mode: str = "bytecode") -> list[Any]:
    if FACTS.get("target"):
        module = with_serial_threads(module)
    with tvm.target.Target("llvm"), within()[1]:
        executable = relax.build(module, "llvm", relax_pipeline=tvm.transform.Sequential(
            [make_pass(call, module) for call in PIPELINE]), exec_mode=exec_mode)
        machine = relax.VirtualMachine(executable, [tvm.cpu()] * max(1, len(module.global_infos.get("vdevice", []))))
    return [plain(result_of(module, machine, [to_tvm(arg) for arg in args])) for args in INPUTS]


def result_of(module: Any, machine: Any, args: list[Any]) -> Any:
    """What the entry gives; of a kernel, its tensors as it leaves them, and what it returns, if anything."""
    entry = module[ENTRY]
    if isinstance(entry, relax.Function):
        return machine[ENTRY](*args)
    symbol = str((entry.attrs or {}).get("global_symbol", ENTRY))
    result = machine.module.get_function(symbol, query_imports=True)(*args)
    return [arg for arg in args if hasattr(arg, "numpy")] + ([] if result is None else [result])


def text_of(module: Any) -> str:
    return str(module.script())


def must_be_equal(left: Any, right: Any, what: str) -> None:
    if not tvm_ffi.structural_equal(left, right, map_free_vars=True):
        print(f"---- one\n{text_of(left)}\n---- other\n{text_of(right)}")
        raise AssertionError(what)


def check_input_unchanged(module: Any) -> None:
    before = text_of(module)
    apply(PASS, module)
    assert text_of(module) == before, f"{PASS['name']} changed the module that it was given"


def check_chain(calls: list[Any], module: Any) -> None:
    for call in calls:
        module = apply(call, module)
        if relax.analysis.well_formed(module) is False:
            raise AssertionError(f"ill-formed after {call['name']}")


def steps_until_pass() -> list[Any]:
    """The steps of the build up to the pass to blame."""
    names = [call["name"] for call in PIPELINE]
    return PIPELINE[:names.index(PASS["name"]) + 1] if PASS and PASS["name"] in names else [] if PASS else list(PIPELINE)


def check_well_formed(module: Any) -> None:
    check_accepts(module)
    check_chain([PASS] if PASS else [], module)
    check_chain(steps_until_pass(), read(MODULE))


def check_renamed(module: Any) -> None:
    """MODULE is the one under other names."""
    if PASS:
        check_chain([PASS], module)
    else:
        check_results(module)


def check_sequential(module: Any) -> None:
    for first in (True, False):
        one = given()
        must_be_equal(apply(PASS, one, first), apply(PASS, one, not first), "Sequential and direct application differ")


def check_idempotent(module: Any) -> None:
    once = apply(PASS, module)
    must_be_equal(once, apply(PASS, once), f"{PASS['name']} applied twice is not {PASS['name']} applied once")


def check_deterministic(module: Any) -> None:
    must_be_equal(apply(PASS, module), apply(PASS, given()), "two copies of one module give different results")


def check_round_trip(module: Any) -> None:
    module = apply(PASS, module) if PASS else module
    again = read(text_of(module))
    must_be_equal(module, again, "what was printed reads back as another module")
    assert text_of(again) == text_of(module), "the module prints otherwise after it was read back"


def check_results(module: Any) -> None:
    module = apply(PASS, module) if PASS else module
    for index, (have, want) in enumerate(zip(results_of(module), EXPECTED)):
        assert agree(have, want), f"inputs {index}\n  got  {have}\n  want {want}"


def check_modes(module: Any) -> None:
    assert all(map(agree, results_of(module), results_of(module, "compiled"))), "bytecode and compiled mode differ"


def check_accepts(module: Any) -> None:
    assert relax.analysis.well_formed(module) is not False, "a well-formed module is refused"


def check_equality(module: Any) -> None:
    must_be_equal(module, module, "a module differs from itself")
    must_be_equal(module, read(MODULE), "a module differs from its copy")


def check_other_form(module: Any) -> None:
    """MODULE is another form of one that the build takes, and does the same."""
    check_accepts(module)
    check_results(module)


def check_growth(module: Any) -> None:
    before, after = len(text_of(module)), len(text_of(apply(PASS, module)))
    assert after <= 32 * before + 65536, f"{PASS['name']} makes {after} characters of {before}"


BINARY: dict[str, Any] = {
    "Add": operator.add, "Sub": operator.sub, "Mul": operator.mul, "FloorDiv": operator.floordiv, "FloorMod": operator.mod,
    "Div": lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1), "Mod": lambda a, b: abs(a) % abs(b) * (-1 if a < 0 else 1),
    "Min": min, "Max": max, "EQ": operator.eq, "NE": operator.ne, "LT": operator.lt, "LE": operator.le, "GT": operator.gt,
    "GE": operator.ge, "And": lambda a, b: a and b, "Or": lambda a, b: a or b,
}


def wrapped(value: Any, dtype: str) -> Any:
    """The number that an integer dtype keeps of it."""
    bits = int("".join(filter(str.isdigit, dtype)) or 0)
    if isinstance(value, bool) or bits < 2:
        return value
    return value % 2**bits if dtype.startswith("u") else (value + 2**(bits - 1)) % 2**bits - 2**(bits - 1)


def value_of(expr: Any, values: dict[str, int]) -> Any:
    """Of an expression of integers and truth values; KeyError for what is none."""
    kind = type(expr).__name__
    if kind == "IntImm":
        return int(expr)
    if kind == "Var":
        return values[expr.name]
    if kind == "Not":
        return not value_of(expr.a, values)
    if kind == "Cast":
        return wrapped(value_of(expr.value, values), dtype_of(expr))
    if kind == "Select":
        return value_of(expr.true_value if value_of(expr.condition, values) else expr.false_value, values)
    return wrapped(BINARY[kind](value_of(expr.a, values), value_of(expr.b, values)), dtype_of(expr))


PARTS = ("min", "extent", "a", "b", "condition", "true_value", "false_value", "value", "predicate", "then_case", "else_case", "body", "init", "block",
         "indices", "args", "iter_values", "iter_vars", "dom", "seq")


def below(node: Any) -> Iterator[Any]:
    yield node
    for name in PARTS:
        part = getattr(node, name, None)
        for child in part if isinstance(part, Sequence) and not isinstance(part, str) else [part]:
            if isinstance(child, tvm.runtime.Object):
                yield from below(child)


def ranges_in(kernel: Any) -> dict[str, tuple[int, int]]:
    """Of loop variables: the first value, and how many there are."""
    loops = [node for node in below(kernel.body) if type(node).__name__ == "For"]
    known = [loop for loop in loops if type(loop.min).__name__ == type(loop.extent).__name__ == "IntImm"]
    return {loop.loop_var.name: (int(loop.min), int(loop.extent)) for loop in known}


def check_arithmetic(module: Any) -> None:
    """What simplified forms of expressions give for every value of their variables."""
    for kernel in (func for func in module.functions.values() if type(func).__name__ == "PrimFunc"):
        ranges = ranges_in(kernel)
        for expr in below(kernel.body):
            if type(expr).__name__ in BINARY and not any(type(part).__name__ == "BufferLoad" for part in below(expr)):
                check_expression(expr, ranges)


def check_expression(expr: Any, ranges: dict[str, tuple[int, int]]) -> None:
    variables = {node.name: node for node in below(expr) if type(node).__name__ == "Var"}
    known = analyzer()
    spans = [ranges.get(name, (0 if dtype_of(var).startswith("u") else -4, 11)) for name, var in variables.items()]
    for var, (low, count) in zip(variables.values(), spans):
        known.bind(var, tvm.ir.Range.from_min_extent(type_const(low, var), type_const(count, var)))
    points = list(itertools.islice(itertools.product(*(range(low, low + min(count, 11)) for low, count in spans)), 2000))
    named = [dict(zip(variables, values)) for values in points]
    for way in ("simplify", "rewrite_simplify", "canonical_simplify"):
        check_simplified(expr, getattr(known, way)(expr), way, named)
    place = sys.modules[type(known).__module__.rpartition(".")[0]]
    if dtype_of(expr) in ("int32", "int64") and all(dtype_of(var) == dtype_of(expr) for var in variables.values()):
        domains = {var: tvm.ir.Range.from_min_extent(type_const(low, var), type_const(count, var)) for var, (low, count) in zip(variables.values(), spans)}
        check_simplified(expr, place.iter_map_simplify([expr], domains)[0], "iter_map_simplify", named)
    bound = known.const_int_bound(expr)
    for one in named:
        with contextlib.suppress(KeyError, ZeroDivisionError):
            value = value_of(expr, one)
            assert bound.min_value <= value <= bound.max_value, f"const_int_bound of {expr} is {bound}, and it is {value} for {one}"


def check_simplified(expr: Any, simple: Any, way: str, points: list[dict[str, int]]) -> None:
    for named in points:
        try:
            want, got = value_of(expr, named), value_of(simple, named)
        except (KeyError, ZeroDivisionError):  # no integers alone, or nothing that has a value
            return
        assert want == got, f"{way} makes {simple} of {expr}: {got}, not {want}, for {named}"


def dtype_of(expr: Any) -> str:
    return str(expr.ty.dtype if hasattr(expr, "ty") else expr.dtype)


def type_const(value: int, like: Any) -> Any:
    return tirx.IntImm(dtype_of(like), value)


def analyzer() -> Any:
    for place in ("arith", "sym"):
        with contextlib.suppress(ImportError):
            return importlib.import_module(f"tvm.{place}").Analyzer()
    raise RuntimeError("this TVM has no analyzer of integers")


def check_compiles(module: Any) -> None:
    if PASS:
        apply(PASS, module)
    else:
        results_of(module)


CHECKS = {
    "input_unchanged": check_input_unchanged, "well_formed_after_pass": check_well_formed,
    "sequential_equals_direct": check_sequential, "idempotent": check_idempotent, "deterministic": check_deterministic,
    "round_trip": check_round_trip, "pass_preserves_results": check_results, "pipeline_differential": check_results,
    "interpreted_equals_compiled": check_results, "metamorphic": check_renamed, "execution_modes": check_modes,
    "rejects_invalid": check_accepts, "structural_equality": check_equality, "refuse_or_compile": check_compiles,
    "inference_agrees": check_accepts, "equals_rewritten": check_other_form,
    "symbolic_equals_substituted": check_other_form, "compile_cost": check_growth,
    "arithmetic_holds": check_arithmetic,
}


def main() -> int:
    print(f"TVM {tvm.__version__}; found with {FACTS['subject']}")
    if ORACLE not in CHECKS:
        print(f"this script cannot tell: it has no check for {ORACLE}")
        return 2
    try:
        CHECKS[ORACLE](given())
    except AssertionError as error:
        print(f"the bug is there: {error}")
        return 1
    except Exception as error:  # whatever TVM raises
        print(f"the bug is there: {type(error).__name__}: {error}")
        return 1
    print("the bug is not there")
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--here"]:
        sys.exit(main())
    # In a process of its own, which may crash or hang.
    try:
        code = subprocess.run([sys.executable, __file__, "--here"], timeout=120, check=False).returncode
    except subprocess.TimeoutExpired:
        code = -1
    if code < 0:
        print(f"the bug is there: the process {'hangs' if code == -1 else f'ended by signal {-code}'}")
    sys.exit(code if code in (0, 2) else 1)
