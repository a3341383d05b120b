"""What errors mean, told apart by type, words and place: pytest, as ./dev check python runs it."""
from __future__ import annotations

import types

import pytest
import tvm_errors


class InternalError(RuntimeError):
    """As TVM's C++ raises it."""


def raised(error: Exception, filename: str = "/lib/tvm/relax/op.py", name: str = "infer") -> Exception:
    """The error as it comes out of a function of that file."""
    code = compile(f"def {name}(error):\n    raise error\n", filename, "exec")
    scope: dict[str, types.FunctionType] = {}
    exec(code, scope)
    with pytest.raises(type(error)) as caught:
        scope[name](error)
    return caught.value


@pytest.mark.parametrize(("error", "kind"), [
    (MemoryError(), "out_of_memory"),
    (RuntimeError("terminate: std::bad_alloc"), "out_of_memory"),
    (InternalError("Check failed: Please call pass ConvertBlocksToOpaque before."), "needs"),
    (ValueError("LowerIntrin: Requires the target attribute"), "needs"),
    (InternalError("Check failed: only float32 is supported"), "unsupported"),
    (InternalError("Loop step for i may not be positive: n"), "unsupported"),
    (InternalError("Check failed: pipeline_stages.size() == original_order.size() (2 vs. 3) : PrimFunc \"f\" has original order "
                   "(\"b\", \"d\", \"c\"), but pipeline annotation is (0, 1) with different size"), "unsupported"),
    (InternalError("Check failed: (!saw_dyn_shared_alloc_) is false: Only one dynamic shared memory allocation is allowed."), "unsupported"),
    (InternalError("Attribute FPrimalGradient has not been registered for relax.outer"), "unsupported"),
    (ValueError("the shapes differ"), "unsupported"),
    (ValueError("list.remove(x): x not in list"), "internal"),
    (TypeError("unsupported operand type(s) for +"), "internal"),
    (TypeError("f() missing 1 required positional argument: 'x'"), "internal"),
    (TypeError("f() got an unexpected keyword argument 'x'"), "internal"),
    (TypeError("f() takes from 1 to 2 positional arguments but 3 were given"), "internal"),
    (RuntimeError("name 'x' is not defined"), "internal"),
    (RuntimeError("'Var' object has no attribute 'shape'"), "internal"),
    (RuntimeError("the shapes differ"), "unsupported"),
    (TypeError("Mismatched type on argument #0"), "internal"),
    (TypeError("Cannot convert from type `int` to `ir.IRModule`"), "internal"),
    (type("NoModule", (TypeError,), {})("mine:Five gives no module: expected a tvm.IRModule, got int"), "internal"),
    (TypeError("a tensor was wanted"), "unsupported"),
    (KeyError("lv"), "internal"),
    (ZeroDivisionError("division by zero"), "internal"),
    (InternalError("Check failed: (a == b) is false"), "internal"),
    (InternalError("Check failed: (n == 0) is false: Duplicated block name root in function f not supported!"), "internal"),
    (InternalError("Check failed: (n == 0) is false: Duplicated block name sum in function f not supported!"), "unsupported"),
])
def test_kinds(error: Exception, kind: str) -> None:
    assert tvm_errors.kind_of(raised(error)) == kind


def test_a_slip_of_ours_is_no_fault_of_tvm() -> None:
    assert tvm_errors.kind_of(raised(KeyError("text"), tvm_errors.HERE + "/tvm_actions.py")) == "cannot"
    assert tvm_errors.kind_of(raised(KeyError("text"), tvm_errors.HERE + "/worker.py")) == "cannot"
    assert tvm_errors.kind_of(raised(InternalError("no"), tvm_errors.HERE + "/tvm_actions.py")) == "internal"


@pytest.mark.parametrize(("text", "normalized"), [
    ("\n  Check failed: 17 == 0x7f3a \nmore", "Check failed: N == N"),
    ("takes -1.5 of `lv3` or \"gv\"", "takes N of '…' or '…'"),
    ("got R.Tensor((n, m + (1)), dtype=float32) here", "got R.Tensor(…) here"),
    ("Binding of variable t8 as I.Range(T.Mul(n, T.min(a, (b))), 1) conflicts", "Binding of variable V as I.Range(…) conflicts"),
    ("of VMTIRFunc main and GlobalVar fused_add", "of VMTIRFunc V and GlobalVar V"),
    ("Variable c could not be found in any group", "Variable V could not be found in any group"),
    ("PrimExpr T.int64(4) * s1 in function f has not been computed", "PrimExpr V in function f has not been computed"),
    ("Duplicated block name root in function conv2d not supported!", "Duplicated block name root in function V not supported!"),
    ("PrimExpr k + T.int64(1) is not computed", "PrimExpr V is not computed"),
    ("Inconsistent buffers compute and x mapped to the same relax var: w_1",
     "Inconsistent buffers V and V mapped to the same relax var: V"),
    ("However, bindings (f, lv3) still remain", "However, bindings (…) still remain"),
    ("In PrimFunc kernel variables (a,) are used", "In PrimFunc kernel variables (V…) are used"),
    ("GlobalVar f and more", "GlobalVar V and more"),
    ("error: Undefined variable: s0_1", "error: Undefined variable: V"),
    ("error: Undefined variable: n_1", "error: Undefined variable: V"),
    ("error: Undefined variable: main", "error: Undefined variable: main"),
    ("lv7 + gv_lv - x", "V + V - V"),
    ("", ""),
])
def test_the_normalized_message_is_the_same_for_all_modules(text: str, normalized: str) -> None:
    assert tvm_errors.normalized(text) == normalized


def test_the_normalized_message_is_cut() -> None:
    assert tvm_errors.normalized("word " * 100) == ("word " * 100)[:160]


def test_shapes_go_before_the_cut() -> None:
    long = "got R.Tensor((" + "n + " * 60 + "n), dtype) as input"
    assert tvm_errors.normalized(long) == "got R.Tensor(…) as input"


def test_places_have_no_lines_and_no_way_to_them() -> None:
    assert tvm_errors.place_of(raised(ValueError("no"))) == "relax/op.py:infer"
    assert tvm_errors.place_of(raised(ValueError("no"), "/src/numpy/core.py")) == ""
    converts = raised(ValueError("no"), "/project/3rdparty/include/tvm/ffi/function_details.h")
    assert tvm_errors.place_of(converts) == ""
    lists = raised(IndexError("no"), "/project/3rdparty/include/tvm/ffi/container/seq_base.h")
    assert tvm_errors.place_of(lists) == ""


def test_what_a_version_lacks_is_named() -> None:
    with pytest.raises(ValueError) as caught:
        try:
            eval(compile("R.nothing", "<ast>", "eval"), {"R": types})
        except AttributeError as error:
            raise ValueError("error: in the text") from error
    assert tvm_errors.lacks(caught.value) == "types.nothing"
    assert tvm_errors.lacks(raised(ValueError("unknown `float5`"), "/src/ffi/dtype.cc")) == "dtype float5"
    assert tvm_errors.lacks(raised(ValueError("unknown"), "/src/ffi/dtype.cc")) == "dtype of that name"
    assert tvm_errors.lacks(raised(AttributeError("no"))) == ""
    assert tvm_errors.lacks(None) == ""


class DiagnosticError(Exception):
    pass


@pytest.mark.parametrize("said", [
    "error: Mismatched type on argument #1 when calling: `prim.Cast(0: ir.PrimType, 1: ir.Expr, 2: ir.Span) -> prim.Cast`. Expected `ir.Expr` but got `ir.Var`",
    "error: Mismatched type on argument #1 when calling: `script.ir_builder.tirx.BufferStore(0: ir.Var) -> void`. Expected `ir.Expr` but got `ir.Var`\n --> x",
    "error: unsupported operand type(s) for +: 'Var' and 'FloatImm'",
    "error: unsupported operand type(s) for -: 'IntImm' and 'Var'",
    "error: A buffer variable cannot be used as a scalar Evaluate value; use buffer.data",
])
def test_an_element_without_its_index_has_one_cause(said: str) -> None:
    assert tvm_errors.refusal_of(DiagnosticError(said))["cause"] == "DiagnosticError a buffer where an element is expected"
    assert tvm_errors.refusal_of(ValueError(said))["cause"] != "DiagnosticError a buffer where an element is expected"


def test_refusals() -> None:
    found = tvm_errors.refusal_of(raised(InternalError("Check failed: 3 is false\nStack trace")))
    assert found == {"kind": "internal", "message": "InternalError: Check failed: 3 is false\nStack trace",
                     "cause": "InternalError Check failed: N is false relax/op.py:infer", "lacks": ""}
    assert tvm_errors.refusal_of(raised(ValueError()))["message"] == "ValueError: ValueError"
    assert len(tvm_errors.refusal_of(raised(ValueError("x" * 9000)))["message"]) == 4000


def test_a_rule_that_raises_does_not_decline() -> None:
    error = raised(ValueError("only float32 is supported"), "/site-packages/tvm/s_tir/dlight/gpu/gemv.py", "apply")
    assert tvm_errors.kind_of(error) == "internal"
    assert tvm_errors.place_of(error) == "s_tir/dlight/gpu/gemv.py:apply"
    assert tvm_errors.kind_of(raised(ValueError("not supported"), "/site-packages/tvm/s_tir/dlight/base/transform.py", "apply")) == "unsupported"
    flat = raised(ValueError("The function body is expected to be the root block, but got:"), "/tvm/s_tir/dlight/analysis/common_analysis.py", "get_root_block")
    assert tvm_errors.kind_of(flat) == "needs", "rules schedule blocks"


def test_a_list_that_is_taken_apart_does_not_fit() -> None:
    for said in ("not enough values to unpack (expected 6, got 3)", "too many values to unpack (expected 6)"):
        assert tvm_errors.normalized(said) == "values to unpack (expected N)"
