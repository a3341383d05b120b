"""Makes modules of TVM from programs (ir/text/print_program.h): its script builders, without its reader of script.

The idea: TVM's reader walks Python's syntax tree and in the end calls builders (T.sblock, R.emit, IRBuilder.name, …). A program calls
them itself, by the functions below, which do for each statement what the reader does for it; so a module comes out as if it had been
read, but for source spans. Where versions differ, it is here. Tested by tvm_construct_test.py, on a stand-in for TVM, and by
bench/import_speed.py, which compares with what the reader makes.
"""
from __future__ import annotations

import contextlib
import importlib
import inspect
import numbers
import types
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import tvm
from tvm import relax

if TYPE_CHECKING:
    from typing import TypeAlias

# What is of TVM, which says nothing of its types.
Object: TypeAlias = Any
Frame: TypeAlias = Any

tir: Any = getattr(tvm, "tirx", None) or getattr(tvm, "tir", None)


def found(*paths: str) -> Object:
    """The first of these modules that this TVM has; None where it has none."""
    for path in paths:
        with contextlib.suppress(ImportError, AttributeError):
            return importlib.import_module(path)
    return None


dialect = tir.__name__.rsplit(".", 1)[-1] if tir is not None else "tir"
# Where later versions have them stands first: there the other names would be loaded as modules of their own.
I: Any = found("tvm.script.parser.ir")
R: Any = found("tvm.relax.script.parser", "tvm.script.parser.relax")
T: Any = found(f"tvm.{dialect}.script.parser", f"tvm.script.parser.{dialect}")
# Of the same names, but with frames where the reader has decorators.
ir_builder: Any = found("tvm.script.ir_builder.ir")
relax_builder: Any = found("tvm.relax.script.builder", "tvm.script.ir_builder.relax")
tir_builder: Any = found(f"tvm.{dialect}.script.builder", f"tvm.script.ir_builder.{dialect}")
base: Any = found("tvm.script.ir_builder.base")
entry: Any = found("tvm.relax.script.parser.entry", "tvm.script.parser.relax.entry")
relax_utils: Any = found("tvm.relax.utils")
# This TVM has builders; the stand-in has none.
THERE = all(part is not None for part in (I, R, T, ir_builder, relax_builder, tir_builder, base, entry))

if THERE:
    Expr: Any = getattr(tvm.ir, "Expr", None) or tvm.ir.PrimExpr
    Type: Any = tvm.ir.Type
    normalized_type: Any = getattr(entry, "_normalize_ty", None) or entry._normalize_struct_info
    emit_value: Any = relax_builder.emit
    name_one: Any = base._ffi_api.IRBuilderName
    store_of_tvm: Any = found(f"tvm.{dialect}.script.builder._ffi_api", f"tvm.script.ir_builder.{dialect}._ffi_api").BufferStore
    # Loads and stores of 0.26 and before have predicates.
    no_predicate: tuple[None, ...] = (None,) if "predicate" in inspect.signature(tir_builder.buffer_store).parameters else ()
    return_type: Any = getattr(relax_builder, "func_ret_ty", None) or relax_builder.func_ret_struct_info
    tir_api: Any = tir._ffi_api
    variable: Any = getattr(tvm.ir, "Var", None) or tir.Var
    make_range: Any = tvm.ir.Range.from_min_extent
    declared_kernel = tir.PrimFunc([], None) if tir is not None else None
    call_global: Any = tvm.ir.GlobalVar.__call__
    call_in_tir: Any = getattr(tir_builder.ir, "_call_global", None) or call_global

# The frames that are open, innermost last.
frames: list[Frame] = []
# Those of inner functions that are being made.
inner_builders: list[Object] = []
# Of a function that is being declared.
parameters: list[Object] = []
# The functions of the module that is being made, by name: cls.f, Module.f.
functions = types.SimpleNamespace()


# ---- frames


def begin(frame: Frame) -> None:
    frame.__enter__()
    frames.append(frame)


def end() -> Frame:
    frame = frames.pop()
    frame.__exit__(None, None, None)
    return frame


def named(name: str, value: Object) -> Object:
    name_one(name, value)
    return value


def begin_with(name: str, frame: Frame) -> Object:
    value = frame.__enter__()
    frames.append(frame)
    name_one(name, value)
    return value


def begin_for(frame: Frame, *names: str) -> Object:
    made = frame.__enter__()
    frames.append(frame)
    if len(names) == 1:
        name_one(names[0], made)
        return made
    for name, value in zip(names, made):
        name_one(name, value)
    return made


def named_all(values: Object, *names: str) -> Object:
    for name, value in zip(names, values):
        name_one(name, value)
    return values


# ---- kernels


def declare_kernel(name: str, gives: Object) -> None:
    setattr(functions, name, ir_builder.decl_function(name, declared_kernel if gives is None else tir.PrimFunc([], None, tir_type(gives))))


def define(name: str, value: Object) -> None:
    ir_builder.decl_function(name, value)
    ir_builder.def_function(name, value)


def tir_type(annotation: Object) -> Object:
    if callable(annotation) and not isinstance(annotation, Expr):
        annotation = annotation()
    if not isinstance(annotation, Expr):
        return annotation
    # Before 0.26 a scalar has a dtype alone.
    return annotation.ty if hasattr(annotation, "ty") else tvm.ir.PrimType(annotation.dtype)


def kernel(name: str, is_private: bool, s_tir: bool) -> None:
    tvm.ir.GlobalVar.__call__ = call_in_tir
    begin(tir_builder.prim_func(is_private, s_tir) if s_tir or dialect == "tirx" else tir_builder.prim_func(is_private))
    tir_builder.func_name(name)


def param(name: str, annotation: Object) -> Object:
    if callable(annotation) and not isinstance(annotation, Expr):
        annotation = annotation()
    return tir_builder.arg(name, annotation)


def returns(annotation: Object) -> None:
    tir_builder.func_ret(tir_type(annotation))


def let(name: str, annotation: Object, value: Object) -> Object:
    if not isinstance(value, Expr):
        value = getattr(tvm.ir, "StringImm", tir.StringImm)(value) if isinstance(value, str) else tir.const(value)
    var = tir_builder.LetAnnotation(annotation).as_var()
    name_one(name, var)
    tir_builder.Bind(value, var=var)
    return var


def buffer_of(load: Object) -> Object:
    return load.source if hasattr(load, "source") else load.buffer


def scalar(name: str, annotation: Object, *value: Object) -> Object:
    var = annotation()
    made = tir_builder.local_scalar(dtype=str(var.ty if hasattr(var, "ty") else var.dtype)).scalar
    name_one(name, buffer_of(made))
    if value:
        store(buffer_of(made), value[0], [0])
    return made


def load(buffer: Object, indices: list[Object]) -> Object:
    return tir_api.BufferLoad(buffer, indices, *no_predicate, None)


def store(buffer: Object, value: Object, indices: list[Object]) -> None:
    store_of_tvm(buffer, value, indices, *no_predicate)


def region(buffer: Object, ranges: list[tuple[Object, Object]]) -> Object:
    return tir_api.BufferRegion(buffer, [make_range(first, extent) for first, extent in ranges])


def check(condition: Object, kind: str, parts: list[str]) -> None:
    frame = tir_builder.Assert(condition, parts, error_kind=kind)
    frame.add_callback(lambda: frame.__exit__(None, None, None))
    frame.__enter__()


def says_no_type(call: Object) -> bool:
    """A call of a function that could be one of a graph or of a kernel, before 0.27."""
    if call_in_tir is not call_global or not isinstance(getattr(call, "op", None), tvm.ir.GlobalVar):
        return False
    return bool(call.ty.is_missing()) if hasattr(call, "ty") else isinstance(call, relax.Call)


def execute(value: Object) -> None:
    """A statement that is a call."""
    if isinstance(value, tir.stmt.BufferStore):
        predicate = [value.predicate] if hasattr(value, "predicate") else []
        tir_builder.buffer_store(value.buffer, value.value, value.indices, *predicate)
    elif value is None or isinstance(value, variable):
        pass
    elif says_no_type(value):
        tir_builder.evaluate(tir.call_tir(value.op, *value.args))
    else:
        tir_builder.evaluate(value)


# ---- graphs


def call_in_relax(callee: Object, *args: Object) -> Object:
    # A number is one of 64 bits, as everywhere in Relax; TVM's own conversion makes it int32.
    return relax.Call(callee, [relax_utils.convert_to_expr(arg) if isinstance(arg, tuple) else
                               relax.prim_value(arg) if type(arg) in (bool, int, float) else arg for arg in args])


def type_of(annotation: Object) -> Object:
    return annotation if isinstance(annotation, Type) else normalized_type(annotation)


def declared(name: str, annotation: Object) -> Object:
    """A parameter of a function that is declared."""
    parameters.append(relax.Var(name, type_of(annotation)))
    return parameters[-1]


def declare(name: str, is_pure: bool, annotation: Object) -> None:
    result_type = type_of(R.Any if hasattr(R, "Any") else R.Object) if annotation is None else type_of(annotation)
    setattr(functions, name, ir_builder.decl_function(name, relax.Function.create_empty(parameters, result_type, is_pure=is_pure)))
    parameters.clear()


def function(name: str, is_pure: bool, is_private: bool) -> None:
    tvm.ir.GlobalVar.__call__ = call_in_relax
    begin(relax_builder.function(is_pure=is_pure, is_private=is_private))
    relax_builder.func_name(name)


def argument(name: str, annotation: Object) -> Object:
    return relax_builder.arg(name, type_of(annotation))


def gives(annotation: Object) -> None:
    return_type(type_of(annotation))


def emit(name: str, value: Object, annotation: Object = None) -> Object:
    given = None if annotation is None else type_of(annotation)
    if isinstance(value, tuple):
        value = relax_utils.convert_to_expr(value)
    # Asking whether something is a number takes long.
    if not isinstance(value, relax.Expr) and isinstance(value, numbers.Number):
        value = relax.prim_value(value, given.dtype) if isinstance(given, tvm.ir.PrimType) else R.const(value)
    if isinstance(value, entry.MatchCastPair):
        var = relax_builder.emit_match_cast(value.value, value.ty if hasattr(value, "ty") else value.struct_info)
    else:
        var = emit_value(value, given)
    name_one(name, var)
    return var


def run(value: Object) -> None:
    """A statement whose value nobody uses."""
    name_one("_", emit_value(value, None))


def outcome(value: Object) -> None:
    relax_builder.func_ret_value(relax_utils.convert_to_expr(value))


def provisional(name: str, is_pure: bool, annotation: Object) -> Object:
    """What an inner function that calls itself is called by, inside."""
    function_type, tuple_type = (getattr(relax, f"{kind}StructInfo", None) or getattr(relax, f"{kind}Type") for kind in ("Func", "Tuple"))
    kinds = [one.ty if hasattr(one, "ty") else one.struct_info for one in parameters]
    parameters.clear()
    return relax.Var(name, function_type(kinds, tuple_type([]) if annotation is None else type_of(annotation)))


def begin_inner() -> None:
    inner_builders.append(base.IRBuilder().__enter__())


def emit_inner(name: str, reserved: Object = None) -> Object:
    builder = inner_builders.pop()
    made = builder.get()
    builder.__exit__(None, None, None)
    var = emit_value(made) if reserved is None else relax_builder.emit_var_binding(relax.VarBinding(reserved, made))
    name_one(name, var)
    return var


# ---- modules


STATEMENTS: dict[str, Object] = {one.__name__: one for one in (
    begin, end, named, begin_with, begin_for, named_all, declare_kernel, define, kernel, param, returns, let, buffer_of, scalar, load, store, region,
    check, execute, declared, declare, function, argument, gives, emit, run, outcome, provisional, begin_inner, emit_inner)}


@contextlib.contextmanager
def all_left() -> Iterator[None]:
    """What a program has changed is as before, however it ends: what a call of a global variable means depends on where it stands."""
    before = tvm.ir.GlobalVar.__call__
    try:
        yield
    finally:
        tvm.ir.GlobalVar.__call__ = before
        while inner_builders:
            inner_builders.pop().__exit__(None, None, None)


def made(program: str) -> Object:
    """The module that a program makes. What TVM raises, whoever asks gets."""
    functions.__dict__.clear()
    frames.clear()
    parameters.clear()
    code = compile(program, "<program>", "exec", dont_inherit=True)
    with base.IRBuilder() as builder, all_left():
        with ir_builder.ir_module():
            exec(code, {**STATEMENTS, "I": I, "R": R, "T": T, "Module": functions})
    return builder.get()
