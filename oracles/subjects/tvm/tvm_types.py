"""What TVM says of types: whether what a variable was given contradicts what TVM infers for its call, and what it infers for a call that is asked about.

Nothing here judges: assay decides what a contradiction means. Tested by tvm_types_test.py, and by tvm_worker_test.cc on a real TVM.
"""
from __future__ import annotations

import contextlib
import importlib
import re
from collections.abc import Callable, Iterable, Iterator

import tvm
import tvm.script
from tvm import relax
from tvm_actions import Ask, modules, name_of, tir, tvm_ffi
from tvm_values import Json, Object, Unsupported

try:
    from tvm.script import ir as I
    from tvm.script import relax as R
    T = importlib.import_module(f"tvm.script.{tir.__name__.split('.')[-1]}")
except (ImportError, AttributeError):  # the stand-in has no parser
    I = R = T = None  # type: ignore[assignment]


def bindings_of(expr: Object) -> Iterator[Object]:
    """Bindings of a function, those of its branches and inner functions with them."""
    pending = [expr]
    while pending:
        at = pending.pop()
        if isinstance(at, relax.Function):
            pending.append(at.body)
        elif isinstance(at, relax.If):
            pending += [at.true_branch, at.false_branch]
        elif isinstance(at, relax.SeqExpr):
            for block in at.blocks:
                for binding in block.bindings:
                    yield binding
                    if isinstance(binding, relax.VarBinding):
                        pending.append(binding.value)


def analyzer() -> Object:
    for place in ("arith", "sym"):
        with contextlib.suppress(ImportError):
            return importlib.import_module(f"tvm.{place}").Analyzer()
    raise Unsupported("this TVM has no analyzer of integers")


def type_of(expr: Object) -> Object:
    return expr.ty if hasattr(expr, "ty") else expr.struct_info


def may_be_equal(left: Object, right: Object) -> bool:
    """Equal, or not provably different."""
    if tvm_ffi.structural_equal(left, right):
        return True
    return not analyzer().can_prove(left != right)


def contradiction(ours: Object, theirs: Object) -> str | None:
    """What two types of one value say that cannot both hold; types that say less contradict nothing."""
    kinds = [type(one).__name__.replace("StructInfo", "Type") for one in (ours, theirs)]
    if "ObjectType" in kinds or "AnyType" in kinds:
        return None
    if kinds[0] != kinds[1]:
        return "kind"
    if kinds[0] == "TupleType":
        if len(ours.fields) != len(theirs.fields):
            return "arity"
        return next(filter(None, map(contradiction, ours.fields, theirs.fields)), None)
    if kinds[0] not in ("TensorType", "ShapeType"):
        return None
    if kinds[0] == "TensorType" and ours.dtype and theirs.dtype and str(ours.dtype) != str(theirs.dtype):
        return "dtype" if "void" not in (str(ours.dtype), str(theirs.dtype)) else None
    if -1 not in (ours.ndim, theirs.ndim) and ours.ndim != theirs.ndim:
        return "rank"
    shapes = [getattr(one.shape if kinds[0] == "TensorType" else one, "values", None) for one in (ours, theirs)]
    if shapes[0] is None or shapes[1] is None:
        return None
    return None if all(map(may_be_equal, shapes[0], shapes[1])) else "shape"


def inferred_again(builder: Object, call: Object) -> Object:
    bare = relax.Call(call.op, call.args, call.attrs, getattr(call, "ty_args", None) or getattr(call, "sinfo_args", None))
    return type_of(builder.normalize(bare))


def disagreements(ask: Ask) -> list[dict[str, str]]:
    """Where the type that a variable was given contradicts what TVM infers for the call that it is bound to."""
    module = modules[ask["of"]]
    builder = relax.BlockBuilder(module)
    found = []
    for name, func in module.functions.items():
        if not isinstance(func, relax.Function):
            continue
        for binding in bindings_of(func):
            value = getattr(binding, "value", None)
            if not isinstance(binding, relax.VarBinding) or not isinstance(value, relax.Call):
                continue
            if not isinstance(value.op, tvm.ir.Op):
                continue
            try:
                theirs = inferred_again(builder, value)
            except Exception as error:  # a refusal is what is looked for, whatever its type
                found.append({"class": "refused", "op": value.op.name, "where": f"{name}: {value}", "why": str(error),
                              "given": str(type_of(binding.var)), "inferred": f"refused: {error}"})
                continue
            what = contradiction(type_of(binding.var), theirs)
            if what:
                found.append({"class": what, "op": value.op.name, "where": f"{name}: {name_of(binding.var)} = {value}",
                              "why": f"given {type_of(binding.var)}, inferred {theirs}",
                              "given": str(type_of(binding.var)), "inferred": str(theirs)})
    return found


INFER = """
@I.ir_module
class Module:
    @R.function(pure=False)
    def main({params}):
        result = {call}
        return result
"""


def free_names(types: Iterable[str]) -> set[str]:
    """Symbolic dimensions that types given as text speak of."""
    without_texts = re.sub(r"\"[^\"]*\"|'[^']*'", " ", " ".join(types))
    return set(re.findall(r"(?<![\w.])[A-Za-z_]\w*(?!\s*[\w.(=])", without_texts)) - {"None", "True", "False", *DTYPES}


DTYPES = {"bool", *(f"{kind}{bits}" for kind in ("int", "uint", "float") for bits in (8, 16, 32, 64)), "bfloat16"}


def infer(ask: Ask) -> str:
    """The type of a call whose variables have the types that are given as text."""
    scalars = {name for name, text in ask["vars"].items() if text in DTYPES}
    symbols = {name: tir.Var(name, "int64") for name in free_names(ask["vars"].values()) - scalars}
    params = ", ".join(f"{name}: {f'R.Prim({text!r})' if text in DTYPES else text}" for name, text in ask["vars"].items())
    known = {"I": I, "R": R, "T": T, **symbols}
    module = tvm.script.from_source(INFER.format(params=params, call=ask["call"]), known, check_well_formed=False)
    body = module["main"].body
    found = type_of(body.blocks[-1].bindings[-1].var) if body.blocks else type_of(body.body)
    return str(found)


ACTIONS: dict[str, Callable[[Ask], Json]] = {"disagreements": disagreements, "infer": infer}
