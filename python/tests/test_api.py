"""The Python API without a TVM: texts in, values, problems and texts out."""
from __future__ import annotations

import pickle
import subprocess
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import tvm_assay as ta
from modules import ADD, ILL_FORMED, KINDS, OUT_OF_BOUNDS, SUBTRACT, SUM
from tvm_assay._command import program

X = np.arange(6, dtype=np.float32).reshape(2, 3)
Y = np.array([10, 20, 30], dtype=np.float32)


# ---- parse, check


def test_parse_gives_functions_and_text() -> None:
    module = ta.parse(ADD)
    (main,) = module.functions()
    assert (main.name, main.kind, main.public) == ("main", "relax", True)
    assert [(p.name, p.type) for p in main.parameters] == [("x", 'R.Tensor((2, 3), dtype="float32")'), ("y", 'R.Tensor((3,), dtype="float32")')]
    assert main.returns == 'R.Tensor((2, 3), dtype="float32")'
    assert ta.parse(module) == module and ta.parse(str(module)) == module


def test_parse_of_a_path(tmp_path: Path) -> None:
    path = tmp_path / "add.py"
    path.write_text(ADD)
    assert ta.parse(path) == ta.parse(str(path)) == ta.parse(ADD)
    path.write_text(ADD.replace("R.add", "R.add(x, "))
    with pytest.raises(ta.AssayError) as error:
        ta.parse(path)
    assert error.value.place.startswith(f"{path}:10:")


@pytest.mark.parametrize(("module", "error", "words"), [
    ("x = 1\ny = 2\n", ta.ParseError, "module"),
    (ADD.replace("R.add(x, y)", "R.add(x"), ta.ParseError, "expected"),
    ("/no/such/file.py", ta.ArgumentError, "No such file"),
    (7, ta.ArgumentError, "got int"),
    (ADD + ADD.replace("class Module", "class Other"), ta.ParseError, "expected one module, got 2"),
])
def test_what_is_no_module(module: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ta.parse(module)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_bytes(b"@I.ir_module\n\xff\xfe")
    with pytest.raises(ta.ArgumentError, match="expected UTF-8 text, got a byte 0xff at offset 13"):
        ta.parse(path)


def test_check_names_rule_and_place() -> None:
    assert ta.check(ADD) == []
    (problem,) = ta.check(ADD.replace("R.add(x, y)", "R.matmul(x, y)").replace("(2, 3), dtype=\"float32\") = R.matmul", "(5, 3), dtype=\"float32\") = R.matmul"))[:1]
    assert problem.rule and problem.line == 10 and problem.file == "module.py"
    assert "^" in problem.rendered
    assert ta.explain(problem.rule).name == problem.rule
    assert ta.check(ILL_FORMED)[0].line == 12


def test_check_reports_every_violation() -> None:
    twice = ADD.replace("R.add(x, y)", "R.nope(x)") + ADD.replace("class Module", "class B").replace("return z", "return w")
    assert len(ta.check(twice)) >= 2


# ---- run


def test_run_with_arrays() -> None:
    for inputs in ([X, Y], {"y": Y, "x": X}, (X.tolist() and X, Y)):
        result = ta.run(ADD, inputs)
        np.testing.assert_array_equal(result.value, X + Y)
        assert result.value.dtype == np.float32 and result.bound is None and result.entry == "main"


@pytest.mark.parametrize("engine", sorted(ta.tables("engines")))
def test_engines_agree(engine: str) -> None:
    np.testing.assert_array_equal(ta.run(ADD, [X, Y], engine=engine).value, X + Y)


def test_arrays_are_not_changed_and_not_contiguous_ones_are_taken() -> None:
    x = np.arange(12, dtype=np.float32).reshape(3, 4)[:, ::2].T
    frozen = x[:2, :].copy()
    frozen.flags.writeable = False
    np.testing.assert_array_equal(ta.run(ADD, [frozen, Y]).value, frozen + Y)
    np.testing.assert_array_equal(ta.run(ADD, [x, Y]).value, x + Y)
    np.testing.assert_array_equal(ta.run(ADD, [X.astype(">f4"), Y]).value, X + Y)


def test_kinds_of_values() -> None:
    result = ta.run(KINDS, [np.array([1, -2], np.int8), (5,), 7, (np.array([True]), np.array([0.5, 2]))])
    x, n, p, (flag, reals) = result.value
    np.testing.assert_array_equal(x, np.array([1, -2], np.int8))
    assert n == (5,) and p == 7 and p.dtype == np.int32
    assert flag.tolist() == [True] and flag.dtype == np.bool_ and reals.tolist() == [0.5, 2]


@pytest.mark.parametrize(("inputs", "words"), [
    ([X], "expected 2 arguments"),
    ([X, Y, Y], "expected 2 arguments"),
    ([X, X], r"argument 1 \(y\)"),
    ([X, Y.astype(np.float64)], "float64"),
    ({"x": X}, "expected x, y, got x"),
    ([X, object()], "got object"),
    ([X, "text"], r"argument 1 \(y\)"),
    ([X, np.array(["a"])], "elements that a tensor has"),
    ([X, 2**70], "64 bits"),
])
def test_inputs_that_do_not_fit(inputs: object, words: str) -> None:
    with pytest.raises(ta.ArgumentError, match=words):
        ta.run(ADD, inputs)  # type: ignore[arg-type]


def test_seeds_are_those_of_the_program(tmp_path: Path) -> None:
    path = tmp_path / "add.py"
    path.write_text(ADD)
    out = tmp_path / "out.npy"
    subprocess.run([program(), "run", path, "--seed", "5", "--outputs", out], check=True, stdout=subprocess.DEVNULL)
    result = ta.run(path, seed=5)
    np.testing.assert_array_equal(result.value, np.load(out))
    np.testing.assert_array_equal(ta.run(path, result.inputs).value, result.value)


def test_bounds() -> None:
    x = np.linspace(0.1, 3.7, 256, dtype=np.float32).reshape(4, 64)
    result = ta.run(SUM, [x], bounds=True)
    assert result.bound.shape == (4,) and result.bound.dtype == np.float64 and (result.bound > 0).all()
    assert (np.abs(np.sum(x, axis=1) - result.value) <= result.bound).all()
    assert (result.bound < 0.1).all()


def test_dlpack_both_ways() -> None:
    result = ta.run(ADD, [X, Y])
    tensor = result.tensors
    assert (tensor.dtype, tensor.shape) == ("float32", (2, 3))
    np.testing.assert_array_equal(np.from_dlpack(tensor), X + Y)
    np.testing.assert_array_equal(ta.run(ADD, [tensor, Y]).value, X + Y + Y)
    np.testing.assert_array_equal(np.asarray(tensor, dtype=np.float64), (X + Y).astype(np.float64))


class Dlpack:
    """What speaks DLPack and nothing else."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **keywords: object) -> object:
        return self.array.__dlpack__(**keywords)  # type: ignore[arg-type]

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


def test_any_library_by_dlpack() -> None:
    np.testing.assert_array_equal(ta.run(ADD, [Dlpack(X.copy()), Dlpack(Y.copy())]).value, X + Y)


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn", "float8_e5m2"])
def test_dtypes_that_numpy_has_not(dtype: str) -> None:
    module = ADD.replace("float32", dtype)
    x, y = X.astype(getattr(ml_dtypes, dtype)), Y.astype(getattr(ml_dtypes, dtype))
    result = ta.run(module, [x, y])
    assert result.tensors.dtype == dtype and result.value.dtype == x.dtype
    np.testing.assert_array_equal(result.value.astype(np.float32), (x.astype(np.float32) + y.astype(np.float32)).astype(x.dtype).astype(np.float32))
    assert result.tensors.bits().dtype == np.dtype(f"u{x.dtype.itemsize}")


def test_memory_outlives_the_result() -> None:
    value = ta.run(ADD, [X, Y]).tensors.numpy()
    import gc

    gc.collect()
    np.testing.assert_array_equal(value, X + Y)


def test_a_trap_has_kind_and_place() -> None:
    with pytest.raises(ta.TrapError) as error:
        ta.run(OUT_OF_BOUNDS, [np.zeros(4, np.float32), np.array([9])])
    assert error.value.rule == "out_of_bounds" and error.value.place.startswith("module.py:10:")


def test_limits() -> None:
    with pytest.raises(ta.BudgetError):
        ta.run(SUM, steps=3)
    for options, words in (({"engine": "vmm"}, "did you mean 'vm'"), ({"entry": "nope"}, "main"), ({"opt_level": 9}, "0 to 3"), ({"seed": -1}, "got -1")):
        with pytest.raises(ta.ArgumentError, match=words):
            ta.run(ADD, **options)


def test_errors_can_be_pickled() -> None:
    with pytest.raises(ta.ArgumentError) as error:
        ta.run(ADD, engine="vmm")
    again = pickle.loads(pickle.dumps(error.value))
    assert type(again) is ta.ArgumentError and again.problems == error.value.problems


# ---- apply, equivalent, reduce


def test_apply() -> None:
    legal = ta.apply(ADD, "LegalizeOps")
    assert "R.call_tir" in legal.text and ta.check(legal) == []
    assert any("add" in change for change in legal.changes)
    assert ta.apply(legal, "LegalizeOps").changes == ()
    bound = ta.apply(ADD, "BindParams", {"func_name": "main", "params": {}})
    assert ta.check(bound) == []


@pytest.mark.parametrize(("name", "options", "config", "error", "words"), [
    ("LegalizeOpps", {}, {}, ta.ArgumentError, "did you mean 'LegalizeOps'"),
    ("LegalizeOps", {"skip_op": []}, {}, ta.ArgumentError, "unknown option 'skip_op'"),
    ("LegalizeOps", {"skip_ops": object()}, {}, ta.ArgumentError, "JSON"),
    ("LegalizeOps", {}, {"no.such.key": True}, ta.ArgumentError, "no.such.key"),
    ("VMShapeLower", {}, {}, ta.UnsupportedError, "VMShapeLower"),
])
def test_apply_refuses(name: str, options: dict[str, object], config: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ta.apply(ADD, name, options, config=config)


def test_equivalent() -> None:
    assert ta.equivalent(ADD, ta.apply(ADD, "LegalizeOps"), n=8) is None
    assert ta.equivalent(ADD, ADD, exact=True) is None
    difference = ta.equivalent(ADD, SUBTRACT)
    assert difference is not None and difference.elements and "got" in difference.message
    # The inputs show it again.
    again = ta.equivalent(ADD, SUBTRACT, inputs=difference.inputs)
    assert again is not None and again.message == difference.message and again.seed == 0
    x, y = (np.asarray(value) for value in difference.inputs)
    np.testing.assert_array_equal(difference.expected, x + y)
    np.testing.assert_array_equal(difference.got, x - y)


def test_equivalent_tells_where_nothing_was_compared() -> None:
    with pytest.raises(ta.UnsupportedError, match="nothing was compared"):
        ta.equivalent(SUM, SUM, steps=1)
    with pytest.raises(ta.ArgumentError, match="main"):
        ta.equivalent(ADD, ADD.replace("def main", "def other"), entry="main")


def test_reduce() -> None:
    module = ta.generate(3, ops=["add", "tanh"], profile="relax")
    seen = []

    def keep(candidate: ta.Module) -> bool:
        seen.append(candidate)
        return "R.tanh" in candidate.text

    small = ta.reduce(module, keep)
    assert small.nodes_after < small.nodes_before and small.tried <= len(seen) and small.why == "nothing smaller shows it"
    assert all(ta.check(one) == [] for one in seen[:50])


def test_reduce_ends_by_what_the_predicate_raises() -> None:
    module = ta.generate(3, ops=["add", "tanh"], profile="relax")
    calls = []

    def raises(candidate: ta.Module) -> bool:
        calls.append(candidate)
        if len(calls) == 3:
            raise KeyError("mine")
        return True

    with pytest.raises(KeyError, match="mine"):
        ta.reduce(module, raises)
    assert len(calls) == 3
    with pytest.raises(ta.ArgumentError, match="does not hold"):
        ta.reduce(module, lambda candidate: False)


# ---- generate, tables, the program


def test_generate_is_what_the_program_writes(tmp_path: Path) -> None:
    subprocess.run([program(), "gen", "--count", "3", "--seed", "9", "--op", "add,nn.relu", "--dtype", "float32", "--out", tmp_path / "g"], check=True,
                   stdout=subprocess.DEVNULL)
    for number in (1, 2, 3):
        text = (tmp_path / "g" / f"{number:06}.py").read_text()
        assert ta.generate(9, number=number, ops=["add", "nn.relu"], dtypes=["float32"]).text == text


def test_generated_modules_are_well_formed() -> None:
    for seed in range(20):
        assert ta.check(ta.generate(seed)) == []
    static = [ta.generate(seed, profile="relax", symbolic=False).text for seed in range(30)]
    assert not any("= T.int64()" in text for text in static)
    assert any("= T.int64()" in ta.generate(seed, profile="relax").text for seed in range(30))


def test_generate_from_bytes() -> None:
    data = bytes(range(200))
    assert ta.generate(data=data) == ta.generate(data=data)
    assert len(ta.generate(data=b"").text) < len(ta.generate(data=data).text)


@pytest.mark.parametrize("options", [{"ops": ["no.such"]}, {"dtypes": ["flaot32"]}, {"profile": "x"}, {"bindings": 0}, {"data": b""}])
def test_generate_refuses(options: dict[str, object]) -> None:
    with pytest.raises(ta.ArgumentError):
        ta.generate(1, **options)  # type: ignore[arg-type]


def test_tables() -> None:
    assert ta.passes()["FuseOps"].options
    assert {"relax-reference", "vm-llvm"} <= set(ta.tables("engines"))
    assert len(ta.tables("ops")) > 200 and "relax.wf11" in ta.tables("rules")
    with pytest.raises(ta.ArgumentError, match="engines"):
        ta.tables("enginse")
    with pytest.raises(ta.ArgumentError, match="did you mean"):
        ta.explain("FuseOpps")
    assert "matmul" in str(ta.explain("matmul"))


def test_the_program_is_the_same_version() -> None:
    said = subprocess.run([program(), "--version"], check=True, capture_output=True, text=True).stdout
    assert said.startswith(f"assay {ta.__version__}\n")


def test_the_command_passes_arguments_and_exit_codes_on() -> None:
    ran = subprocess.run(["assay", "explain", "no.such.name"], capture_output=True, text=True)
    assert ran.returncode == 2 and "no.such.name" in ran.stderr


def test_what_travels_with_the_program() -> None:
    ran = subprocess.run(["assay", "replay", "--help"], capture_output=True, text=True)
    assert ran.returncode == 0
    share = program().parent.parent / "share" / "assay"
    assert (share / "oracles/conform/allowed.json").is_file() and any((share / "regressions/tvm").iterdir())
