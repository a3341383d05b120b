"""Runs calls of every operator on a real TVM, and says where its results differ from assay's.

Usage: python operators.py RUN.jsonl --assay ASSAY [--markdown FILE] [--json] [--keep FILE | --kept FILE]

RUN.jsonl is what `assay gen --calls --count N --seed N --out DIR` writes. Each module is read, built for the host
(relax.build, target llvm) and run on its arguments by the relax virtual machine, in a child process that may crash or
hang; the results go into a run suite (--keep), and `assay conform` judges assay's engines against them, within the bounds
that it derives for each module. --kept takes the results of an earlier run. Run it with a Python that imports tvm (`./dev tvm 0.26` makes one).

Every disagreement is explained by DIFFERENCES below and by docs/semantics.md ("Where the real TVM differs"), or else it is
a bug of one of the two until shown otherwise.

Exit codes: 0 all differences explained, 1 some are not, 2 usage, 4 no TVM.
"""
from __future__ import annotations

import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    import numpy

# As suites write it, and a tensor in it.
Json: TypeAlias = Any
Tensor: TypeAlias = "dict[str, Any]"
# A call as `assay gen --calls` writes it, and what became of it: stage, said, differs, agrees_mended.
Case: TypeAlias = "dict[str, Any]"
Test: TypeAlias = "Callable[[Case], bool]"
Mend: TypeAlias = "Callable[[Case], Json]"
# Cases go to the child, stages and results come back.
Pipe: TypeAlias = "Connection[Any, Any]"


class Row(TypedDict):
    """Of one operator."""
    calls: int
    ran: int
    agree: int
    explained: collections.Counter[str]
    unexplained: list[str]
    said: collections.Counter[str]


SECONDS_PER_CASE = 30

# ---- known differences


def floats_of(recorded: Json) -> list[float]:
    """Every number of a recorded value."""
    if isinstance(recorded, dict):
        return [float(x) for x in recorded["data"]]
    if isinstance(recorded, list):
        return [x for item in recorded for x in floats_of(item)]
    return [float(recorded)] if isinstance(recorded, (int, float)) else []


def has_nan(case: Case) -> bool:
    return re.search(r"nan", json.dumps([case["args"], case["result"]]) + case["module"]) is not None


def has_negative(case: Case) -> bool:
    return re.search(r"[\[(, ]-\d", case["module"]) is not None or any(x < 0 for x in floats_of(case["args"]))


def unsorted(case: Case) -> bool:
    vectors = [arg["data"] for arg in case["args"] if isinstance(arg, dict) and len(arg["shape"]) == 1]
    return any(data != sorted(data, key=float) for data in vectors) or "R.const([" in case["module"]


def close(share: float) -> Test:
    """The first elements that differ are within this share of each other."""
    def judge(case: Case) -> bool:
        found = re.search(r": (-?\d[\d.e+-]*) against (-?\d[\d.e+-]*)", why_of(case))
        if not found:
            return False
        a, b = float(found.group(1)), float(found.group(2))
        return abs(a - b) <= share * max(abs(a), abs(b))
    return judge


def says(pattern: str) -> Test:
    return lambda case: re.search(pattern, case["module"] + "\n" + why_of(case)) is not None


def differs_by(pattern: str) -> Test:
    """What assay's engines say of the difference."""
    return lambda case: re.search(pattern, why_of(case)) is not None


def why_of(case: Case) -> str:
    return "\n".join(case["differs"].values())


def both(*tests: Test) -> Test:
    return lambda case: all(test(case) for test in tests)


def call_of(case: Case) -> str:
    """The line that calls the operator."""
    lines = [line for line in case["module"].splitlines() if "R." + case["op"] + "(" in line]
    return lines[0] if lines else ""


def shapes_of(case: Case) -> list[list[int] | None]:
    """Shapes of the call's first operands, at run time; None where a tuple, a number or a constant without a shape stands."""
    call = call_of(case)
    inside = call[call.find("R." + case["op"] + "(") + len(case["op"]) + 3:]
    signature = re.search(r"def %s\((.*)\) ->" % case["entry"], case["module"])
    names = re.findall(r"(\w+): [RT]\.", signature.group(1)) if signature else []
    given = dict(zip(names, case["args"]))
    shapes = []
    for operand in re.findall(r"R\.const\((?:\[.*?\]|[^\[,]+), \"\w+\"\)|\w+", inside)[:5]:
        value = given.get(operand)
        if isinstance(value, dict):
            shapes.append(value["shape"])
            continue
        typed = re.search(r"\b%s: R\.Tensor\(\(([\d, ]*)\)" % re.escape(operand), case["module"])
        constant = re.match(r"R\.const\((\[.*\])", operand)
        if constant:
            shapes.append(shape_of_list(json.loads(re.sub(r"(nan|-?inf)", "0", constant.group(1)))))
        else:
            shapes.append([int(x) for x in re.findall(r"\d+", typed.group(1))] if typed else None)
    return shapes


def first_shape(case: Case) -> list[int]:
    """The shape of the first operand, of a call that has one."""
    shape = shapes_of(case)[0]
    assert shape is not None, "the operand has no shape"
    return shape


def shape_of_list(value: Json) -> list[int]:
    return [len(value)] + shape_of_list(value[0]) if isinstance(value, list) and value else []


def number_of(case: Case, attribute: str) -> int | None:
    found = re.search(r"%s=(-?\d+)" % attribute, call_of(case))
    return int(found.group(1)) if found else None


def numbers_of(case: Case, attribute: str) -> list[int]:
    found = re.search(r"%s=\[([^\]]*)\]" % attribute, call_of(case))
    return [int(x) for x in re.findall(r"-?\d+", found.group(1))] if found else []


# ---- what each entry of docs/semantics.md speaks of

def pools_unevenly(case: Case) -> bool:
    """Windows of two lengths in one of several dimensions."""
    shapes, size = shapes_of(case), numbers_of(case, "output_size")
    if not shapes or shapes[0] is None or len(size) < 2:
        return False
    shape = first_shape(case)
    extents = shape[1:-1] if re.search(r'layout="N\w*C"', call_of(case)) else shape[2:]
    return any(extent % wanted != 0 for extent, wanted in zip(extents, size))


def short_last_window(case: Case) -> bool:
    return "ceil_mode=True" in call_of(case) or any(numbers_of(case, "padding"))


def indices_are_smaller(case: Case) -> bool:
    shapes = shapes_of(case)
    return len(shapes) > 1 and None not in shapes[:2] and shapes[0] != shapes[1]


def fewer_heads(case: Case) -> bool:
    shapes = shapes_of(case)[:3]
    return len(shapes) == 3 and None not in shapes and len({shape[2] for shape in shapes if shape}) > 1


def wants_more_than_there_is(case: Case) -> bool:
    k, axis, shapes = number_of(case, "k"), number_of(case, "axis"), shapes_of(case)
    return bool(shapes) and bool(shapes[0]) and k is not None and axis is not None and k > first_shape(case)[axis]


# ---- results as they would be without the fault

def tensors_changed(recorded: Json, change: Callable[[Tensor], Tensor]) -> Json:
    if isinstance(recorded, dict):
        return change(recorded)
    return [tensors_changed(item, change) for item in recorded] if isinstance(recorded, list) else recorded


def cut_to_extent(case: Case) -> Json:
    """topk: the k places along the axis that the kernel gives, down to those that there are."""
    k, axis, shape = number_of(case, "k"), number_of(case, "axis"), first_shape(case)
    assert axis is not None, "topk names its axis"

    def cut(tensor: Tensor) -> Tensor:
        import numpy
        if len(tensor["shape"]) != len(shape) or tensor["shape"][axis] != k:
            return tensor
        rows = numpy.array(tensor["data"], dtype=object).reshape(tensor["shape"]).take(range(shape[axis]), axis=axis)
        return {"dtype": tensor["dtype"], "shape": list(rows.shape), "data": list(rows.reshape(-1))}
    return tensors_changed(case["result"], cut)


def flat_inverse(case: Case) -> Json:
    """unique: the inverse, which numpy gives in the operand's shape, as a vector."""
    shape = shapes_of(case)[0]

    def flatten(tensor: Tensor) -> Tensor:
        inverse = tensor["dtype"] == "int64" and tensor["shape"] == shape
        return dict(tensor, shape=[len(tensor["data"])]) if inverse else tensor
    values, *others = case["result"]
    return [values] + [tensors_changed(other, flatten) for other in others]


def tuple_of_one(case: Case) -> Json:
    return [case["result"]]


def kept_rank(case: Case) -> Json:
    """median: the single value with the operand's rank."""
    rank = len(first_shape(case))
    return tensors_changed(case["result"], lambda tensor: dict(tensor, shape=[1] * rank) if tensor["shape"] == [1] else tensor)


def with_zero_rows(case: Case) -> Json:
    """all_class_non_max_suppression: rows behind those that were found, as inference has them."""
    boxes, scores = shapes_of(case)[:2]
    assert boxes and scores, "both operands are tensors"
    rows = boxes[0] * scores[1] * boxes[1]

    def pad(tensor: Tensor) -> Tensor:
        found = tensor["shape"][0] if tensor["dtype"] == "int64" and tensor["shape"][1:] == [3] else rows
        return dict(tensor, shape=[rows, 3], data=tensor["data"] + [0] * (3 * (rows - found))) if found < rows else tensor
    return tensors_changed(case["result"], pad)


POOLS = {"nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d"}
ADAPTIVE = {"nn.adaptive_avg_pool1d", "nn.adaptive_avg_pool2d", "nn.adaptive_avg_pool3d"}
KERNELS = {"call_tir", "call_tir_inplace", "call_tir_with_grad"}
NMS = {"vision.non_max_suppression", "vision.all_class_non_max_suppression"}

# (operators or None for all, test of a case, entry of docs/semantics.md, and maybe what mends TVM's result). The first that
# fits explains; one that mends explains only where assay's engines agree with the mended result.
DIFFERENCES = [
    ({"mean"} | POOLS | ADAPTIVE, differs_by(r"got int\d+\[[^\]]*\], want int(32|64)\["), "averages of integers", None),
    (ADAPTIVE, pools_unevenly, "adaptive average pools", None),
    ({"nn.attention", "nn.attention_bias"}, fewer_heads, "attention with fewer heads", None),
    ({"nn.attention", "nn.attention_bias", "nn.batch_norm", "image.grid_sample"},
     differs_by(r"got float16\[[^\]]*\], want float32\["), "results of another dtype", None),
    ({"grad.max_pool2d_backward"}, short_last_window, "max_pool2d_backward", None),
    ({"grad.nll_loss_backward"}, says(r"ignore_index=-"), "nll_loss_backward", None),
    ({"median"}, says(r"axis=None, keepdims=True"), "median with keepdims", kept_rank),
    ({"meshgrid"}, differs_by(r"got a tuple, want a tensor"), "meshgrid of one vector", tuple_of_one),
    ({"sort", "argsort", "topk", "median"}, both(says(r"bfloat16"), has_negative), "sorting bfloat16", None),
    ({"topk"}, wants_more_than_there_is, "topk of more than there is", cut_to_extent),
    ({"unique"}, lambda case: isinstance(case["result"], list), "unique with inverse", flat_inverse),
    ({"scatter_elements"}, indices_are_smaller, "scatter_elements with smaller indices", None),
    ({"eye_like"}, both(says(r"dtype=\""), differs_by(r"\w+\[[^\]]*\] against \w+\[")), "eye_like with a dtype", None),
    ({"astype", "cumsum", "cumprod"}, both(says(r"dtype=\"uint"), has_negative), "negative floats as unsigned integers", None),
    ({"nn.conv1d_transpose", "nn.conv2d_transpose", "nn.conv3d_transpose"}, both(says(r"dilation=\[[^\]]*[2-9]"), has_nan),
     "dilated transposed convolutions of infinities", None),
    ({"nn.gelu", "nn.gelu_tanh"}, close(1e-3), "transcendental functions", None),
    ({"bucketize"}, unsorted, "bucketize with unsorted boundaries", None),
    ({"quantize", "dequantize"}, says(r"float16"), "quantize with a float16 zero point", None),
    ({"mod", "floor_mod"}, says(r"bfloat16"), "mod of bfloat16", None),
    ({"nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d"}, both(says(r"bfloat16"), differs_by(r"against -inf")),
     "lowest bfloat16", None),
    ({"vision.all_class_non_max_suppression"}, says(r'output_format="onnx"'), "all_class_non_max_suppression", with_zero_rows),
    ({"maximum", "minimum", "not_equal", "max", "min", "where", "clip"} | NMS, has_nan, "comparisons with NaN", None),
    (KERNELS, says(r"bfloat16|float8|uint"), "kernels in narrow dtypes", None),
    (None, both(says(r"float16|float8"), close(0.05)), "narrow floats", None),
    (None, close(1e-6), "transcendental functions", None),
]


def body_of(text: str) -> str:
    """Without the lines before the first decorator, which from_source does not take."""
    at = text.find("@I.ir_module")
    return text[at:] if at >= 0 else text


# ---- values: JSON as suites write it, and TVM's

def numpy_dtype(name: str) -> numpy.dtype[Any]:
    import ml_dtypes
    import numpy
    special = {"bfloat16": ml_dtypes.bfloat16, "float8_e4m3fn": ml_dtypes.float8_e4m3fn, "float8_e5m2": ml_dtypes.float8_e5m2}
    dtype: numpy.dtype[Any] = numpy.dtype(special.get(name, name))
    return dtype


def to_tvm(recorded: Json, ty: Any) -> Any:
    import numpy
    import tvm
    kind = type(ty).__name__
    if isinstance(recorded, dict):
        data = numpy.array([float(x) if isinstance(x, str) else x for x in recorded["data"]])
        array = data.astype(numpy_dtype(recorded["dtype"])).reshape(recorded["shape"])
        if recorded["dtype"] in ("int64", "uint64"):
            array = numpy.array(recorded["data"], dtype=recorded["dtype"]).reshape(recorded["shape"])
        return tvm.runtime.tensor(array)
    if kind == "TupleType":
        return [to_tvm(item, field) for item, field in zip(recorded, ty.fields)]
    if kind == "ShapeType":
        return tvm.runtime.ShapeTuple(recorded)
    return recorded


def number(x: Any) -> Json:
    x = x.item() if hasattr(x, "item") else x
    if isinstance(x, float) and (x != x or x in (float("inf"), float("-inf"))):
        return str(x)
    return x


def to_json(value: Json) -> Json:
    import numpy
    if hasattr(value, "numpy"):
        array = value.numpy()
        name = str(value.dtype)
        wide = array.astype(numpy.float64) if array.dtype.kind not in "iub" else array
        return {"dtype": name, "shape": list(array.shape), "data": [number(x) for x in wide.reshape(-1)]}
    if isinstance(value, (int, float, str)) or value is None:
        return number(value)
    return [to_json(item) for item in value]


# ---- running, in a child

def short(text: str) -> str:
    """One line of what TVM said, without its objects' fields."""
    found = re.search(r'ir\.Op\(.*?name="([\w.]+)"', text)
    return ("no code for " + found.group(1)) if found else text[:100]


def run_case(case: Case) -> tuple[str, Json]:
    """("ran", result) or (stage, what TVM said)."""
    import tvm
    from tvm import relax
    from tvm.script import from_source
    stage = "read"
    try:
        module = from_source(body_of(case["module"]))
        types = [param.ty for param in module[case["entry"]].params]
        stage = "built"
        executable = relax.build(module, target="llvm")
        machine = relax.VirtualMachine(executable, tvm.cpu())
        args = [to_tvm(arg, ty) for arg, ty in zip(case["args"], types)]
        stage = "run"
        return "ran", to_json(machine[case["entry"]](*args))
    except Exception as error:  # whatever TVM raises
        lines = [line.strip() for line in str(error).splitlines() if re.search(r"[A-Za-z]", line)]
        return "not " + stage, short(lines[-1] if lines else type(error).__name__)


def serve(pipe: Pipe) -> None:
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, 2)
    while True:
        case = pipe.recv()
        if case is None:
            return
        pipe.send(run_case(case))


class Child:
    """One process that runs cases, started again after it died or hung."""

    def __init__(self) -> None:
        self.process: multiprocessing.Process | None = None

    def start(self) -> None:
        self.pipe, other = multiprocessing.Pipe()
        process = multiprocessing.Process(target=serve, args=(other,), daemon=True)
        process.start()
        self.process = process
        other.close()

    def run(self, case: Case) -> tuple[str, Json]:
        if self.process is None:
            self.start()
        try:
            self.pipe.send(case)
            if self.pipe.poll(SECONDS_PER_CASE):
                answer: tuple[str, Json] = self.pipe.recv()
                return answer
            outcome = ("not run", "no result within %d s" % SECONDS_PER_CASE)
        except (EOFError, BrokenPipeError):
            outcome = ("not run", "the process died")
        self.stop()
        return outcome

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


def run_all(cases: list[Case]) -> None:
    child = Child()
    for done, case in enumerate(cases):
        stage, what = child.run(case)
        case["stage"] = stage
        case["result" if stage == "ran" else "said"] = what
        if done % 100 == 99:
            print("%d of %d" % (done + 1, len(cases)), file=sys.stderr)
    child.stop()


def keep_reasons(cases: list[Case], path: str | pathlib.Path) -> None:
    """Beside the kept results: why the other cases did not run."""
    said = {case["id"]: [case["stage"], case["said"]] for case in cases if case["stage"] != "ran"}
    pathlib.Path(str(path) + ".said").write_text(json.dumps(said))


def take_results(cases: list[Case], path: pathlib.Path) -> None:
    """What an earlier run has kept."""
    kept = {case["id"]: case for case in map(json.loads, path.read_text().splitlines())}
    reasons = pathlib.Path(str(path) + ".said")
    said = json.loads(reasons.read_text()) if reasons.exists() else {}
    for case in cases:
        found = kept.get(case["id"])
        if found and found["module"] == case["module"]:
            case["stage"], case["result"] = "ran", found["result"]
        else:
            case["stage"], case["said"] = said.get(case["id"], ["not run", "nothing was kept"])


# ---- judging

FIELDS = ("id", "test", "op", "module", "entry", "args", "result")


def differences(cases: list[Case], assay: str, suite: pathlib.Path) -> dict[str, dict[str, str]]:
    """What assay's engines say of recorded results: {id: {engine: difference}}."""
    suite.write_text("".join(json.dumps({field: case[field] for field in FIELDS}) + "\n" for case in cases))
    done = subprocess.run([assay, "conform", str(suite), "--suite-kind", "run", "--json"], capture_output=True, text=True)
    failures: dict[str, dict[str, str]] = collections.defaultdict(dict)
    for failure in json.loads(done.stdout)["failures"]:
        failures[failure["id"]][failure["score"]] = failure["why"]
    return failures


def judge(cases: list[Case], assay: str, keep: str | None) -> None:
    """Fills in what assay's engines say of TVM's results, and with which mended results they agree."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        ran = [case for case in cases if case["stage"] == "ran"]
        failures = differences(ran, assay, pathlib.Path(keep) if keep else folder / "run.jsonl")
        mended = []
        for case in ran:
            case["differs"] = failures.get(case["id"], {})
            case["agrees_mended"] = set()
            for entry, mend in fitting(case) if case["differs"] else []:
                if mend:
                    mended.append(dict(case, id=case["id"] + ": " + entry, result=mend(case)))
        left = differences(mended, assay, folder / "mended.jsonl") if mended else {}
        agrees = {case["id"] for case in mended} - set(left)
        for case in ran:
            if case["differs"]:
                case["agrees_mended"] = {entry for entry, _ in fitting(case) if case["id"] + ": " + entry in agrees}


def fitting(case: Case) -> list[tuple[str, Mend | None]]:
    """Entries that speak of the case's difference, each with what mends it."""
    return [(entry, mend) for operators, fits, entry, mend in DIFFERENCES
            if (operators is None or case["op"] in operators) and fits(case)]


def explanation(case: Case) -> str | None:
    """The entry of docs/semantics.md that explains the difference; None when nothing does."""
    for entry, mend in fitting(case):
        if mend is None or entry in case["agrees_mended"]:
            return entry
    return None


def table_of(cases: list[Case]) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for case in cases:
        row = rows.setdefault(case["op"], {"calls": 0, "ran": 0, "agree": 0, "explained": collections.Counter(),
                                           "unexplained": [], "said": collections.Counter()})
        row["calls"] += 1
        if case["stage"] != "ran":
            row["said"][case["stage"] + ": " + case["said"]] += 1
            continue
        row["ran"] += 1
        if not case["differs"]:
            row["agree"] += 1
            continue
        entry = explanation(case)
        if entry:
            row["explained"][entry] += 1
        else:
            row["unexplained"].append(case["id"])
    return rows


def notes_of(row: Row) -> str:
    notes = ["%s (%d)" % (entry, count) for entry, count in row["explained"].items()]
    notes += ["unexplained: " + ", ".join(row["unexplained"])] if row["unexplained"] else []
    said = row["said"].most_common(2)
    notes += ["%s (%d)" % (what.replace("|", "/"), count) for what, count in said]
    return "; ".join(notes)


def totals_of(rows: dict[str, Row]) -> tuple[int, int, int]:
    """Calls that ran on TVM, that agree, that differ and are explained."""
    return (sum(row["ran"] for row in rows.values()), sum(row["agree"] for row in rows.values()),
            sum(sum(row["explained"].values()) for row in rows.values()))


def markdown_of(rows: dict[str, Row], version: str) -> str:
    ran, agree, _ = totals_of(rows)
    lines = ["# Operators on assay and on TVM %s" % version, "",
             "Printed by `oracles/subjects/tvm/operators.py` (its first lines say how). Calls that samplers make, with arguments, run on",
             "a real TVM and by each of assay's engines; floats agree within the bound that is derived for the module. %d calls" % ran,
             "ran on both, %d agree. Differences are explained in `docs/semantics.md`, \"Where the real TVM differs\"." % agree, "",
             "| operator | calls | TVM ran | agree | notes |", "|---|---|---|---|---|"]
    for name, row in rows.items():
        lines.append("| %s | %d | %d | %d | %s |" % (name, row["calls"], row["ran"], row["agree"], notes_of(row)))
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calls", type=pathlib.Path)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--markdown", type=pathlib.Path)
    parser.add_argument("--keep")
    parser.add_argument("--kept", type=pathlib.Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    try:
        import tvm
    except ImportError as error:
        print("operators: no TVM: %s" % error, file=sys.stderr)
        return 4
    cases = [json.loads(line) for line in options.calls.read_text().splitlines()]
    if options.kept:
        take_results(cases, options.kept)
    else:
        run_all(cases)
        if options.keep:
            keep_reasons(cases, options.keep)
    judge(cases, options.assay, options.keep)
    rows = table_of(cases)
    if options.markdown:
        options.markdown.write_text(markdown_of(rows, tvm.__version__))
    unexplained = [case for case in cases if case["id"] in {i for row in rows.values() for i in row["unexplained"]}]
    if options.json:
        print(json.dumps({"operators": rows}))
    else:
        print("%d calls ran on TVM, %d agree, %d differ and are explained, %d unexplained" %
              (*totals_of(rows), len(unexplained)))
    for case in unexplained:
        engine, why = next(iter(case["differs"].items()))
        print("%s: %s: %s" % (case["id"], engine, why), file=sys.stderr)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
