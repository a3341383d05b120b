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

SECONDS_PER_CASE = 30

# ---- known differences


def has_nan(case):
    return re.search(r"nan", json.dumps([case["args"], case["result"]]) + case["module"]) is not None


def unsorted(case):
    vectors = [arg["data"] for arg in case["args"] if isinstance(arg, dict) and len(arg["shape"]) == 1]
    return any(data != sorted(data, key=float) for data in vectors) or "R.const([" in case["module"]


def close(share):
    """The first elements that differ are within this share of each other."""
    def judge(case):
        found = re.search(r": (-?[\d.e+-]+) against (-?[\d.e+-]+)", why_of(case))
        if not found:
            return False
        a, b = float(found.group(1)), float(found.group(2))
        return abs(a - b) <= share * max(abs(a), abs(b))
    return judge


def says(pattern):
    return lambda case: re.search(pattern, case["module"] + "\n" + why_of(case)) is not None


def why_of(case):
    return "\n".join(case["differs"].values())


def both(first, second):
    return lambda case: first(case) and second(case)


def always(case):
    return True


POOLS = {"nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d"}
ADAPTIVE = {"nn.adaptive_avg_pool1d", "nn.adaptive_avg_pool2d", "nn.adaptive_avg_pool3d"}
KERNELS = {"call_tir", "call_tir_inplace", "call_tir_with_grad"}

# (operators or None for all, test of a case, entry of docs/semantics.md). The first that fits explains.
DIFFERENCES = [
    ({"mean"} | POOLS | ADAPTIVE, says(r"int\d+\[[^\]]*\] against int(32|64)\["), "averages of integers"),
    (ADAPTIVE, always, "adaptive average pools"),
    ({"nn.attention", "nn.attention_bias", "nn.batch_norm", "image.grid_sample"},
     says(r"float16\[[^\]]*\] against float32\["), "results of another dtype"),
    ({"grad.max_pool2d_backward"}, always, "max_pool2d_backward"),
    ({"grad.nll_loss_backward"}, says(r"ignore_index=-"), "nll_loss_backward"),
    ({"median"}, says(r"axis=None, keepdims=True"), "median with keepdims"),
    ({"meshgrid"}, says(r"got a tuple, want a tensor"), "meshgrid of one vector"),
    ({"topk"}, always, "topk of more than there is"),
    ({"unique"}, always, "unique with inverse"),
    ({"scatter_elements"}, always, "scatter_elements with smaller indices"),
    ({"eye_like"}, says(r"dtype=\""), "eye_like with a dtype"),
    ({"sort", "argsort", "topk", "median"}, says(r"bfloat16"), "sorting bfloat16"),
    ({"astype", "cumsum", "cumprod"}, says(r"dtype=\"uint"), "negative floats as unsigned integers"),
    ({"multinomial_from_uniform"}, always, "multinomial of what are no probabilities"),
    ({"nn.conv1d_transpose", "nn.conv2d_transpose", "nn.conv3d_transpose"}, both(says(r"dilation=\[[^\]]*[2-9]"), has_nan),
     "dilated transposed convolutions of infinities"),
    ({"nn.gelu", "nn.gelu_tanh"}, close(1e-3), "transcendental functions"),
    ({"bucketize"}, unsorted, "bucketize with unsorted boundaries"),
    ({"quantize", "dequantize"}, says(r"float16"), "quantize with a float16 zero point"),
    ({"mod", "floor_mod"}, says(r"bfloat16"), "mod of bfloat16"),
    ({"nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d"}, says(r"against -inf"), "lowest bfloat16"),
    ({"maximum", "minimum", "not_equal", "max", "min", "where", "clip"}, has_nan, "comparisons with NaN"),
    (KERNELS, says(r"bfloat16|float8|uint"), "kernels in narrow dtypes"),
    (None, both(says(r"float16|float8"), close(0.05)), "narrow floats"),
    (None, close(1e-6), "transcendental functions"),
]


def body_of(text):
    """Without the lines before the first decorator, which from_source does not take."""
    at = text.find("@I.ir_module")
    return text[at:] if at >= 0 else text


# ---- values: JSON as suites write it, and TVM's

def numpy_dtype(name):
    import ml_dtypes
    import numpy
    special = {"bfloat16": ml_dtypes.bfloat16, "float8_e4m3fn": ml_dtypes.float8_e4m3fn, "float8_e5m2": ml_dtypes.float8_e5m2}
    return numpy.dtype(special.get(name, name))


def to_tvm(recorded, ty):
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


def number(x):
    x = x.item() if hasattr(x, "item") else x
    if isinstance(x, float) and (x != x or x in (float("inf"), float("-inf"))):
        return str(x)
    return x


def to_json(value):
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

def short(text):
    """One line of what TVM said, without its objects' fields."""
    found = re.search(r'ir\.Op\(.*?name="([\w.]+)"', text)
    return ("no code for " + found.group(1)) if found else text[:100]


def run_case(case):
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


def serve(pipe):
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, 2)
    while True:
        case = pipe.recv()
        if case is None:
            return
        pipe.send(run_case(case))


class Child:
    """One process that runs cases, started again after it died or hung."""

    def __init__(self):
        self.process = None

    def start(self):
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=serve, args=(other,), daemon=True)
        self.process.start()
        other.close()

    def run(self, case):
        if self.process is None:
            self.start()
        try:
            self.pipe.send(case)
            if self.pipe.poll(SECONDS_PER_CASE):
                return self.pipe.recv()
            outcome = ("not run", "no result within %d s" % SECONDS_PER_CASE)
        except (EOFError, BrokenPipeError):
            outcome = ("not run", "the process died")
        self.stop()
        return outcome

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


def run_all(cases):
    child = Child()
    for done, case in enumerate(cases):
        stage, what = child.run(case)
        case["stage"] = stage
        case["result" if stage == "ran" else "said"] = what
        if done % 100 == 99:
            print("%d of %d" % (done + 1, len(cases)), file=sys.stderr)
    child.stop()


def take_results(cases, path):
    """What an earlier run has kept; why a case did not run is not kept."""
    kept = {case["id"]: case for case in map(json.loads, path.read_text().splitlines())}
    for case in cases:
        found = kept.get(case["id"])
        case["stage"] = "ran" if found else "not run"
        case["result" if found else "said"] = found["result"] if found else "nothing was kept"


# ---- judging

def judge(cases, assay, keep):
    """Fills in what assay's engines say of TVM's results: {engine: difference} for each case that ran."""
    fields = ("id", "test", "op", "module", "entry", "args", "result")
    with tempfile.TemporaryDirectory() as folder:
        suite = pathlib.Path(keep or pathlib.Path(folder) / "run.jsonl")
        ran = [case for case in cases if case["stage"] == "ran"]
        suite.write_text("".join(json.dumps({field: case[field] for field in fields}) + "\n" for case in ran))
        done = subprocess.run([assay, "conform", str(suite), "--suite-kind", "run", "--json"], capture_output=True, text=True)
    failures = collections.defaultdict(dict)
    for failure in json.loads(done.stdout)["failures"]:
        failures[failure["id"]][failure["score"]] = failure["why"]
    for case in ran:
        case["differs"] = failures.get(case["id"], {})


def explanation(case):
    """The entry of docs/semantics.md that explains the difference; None when nothing does."""
    for operators, fits, entry in DIFFERENCES:
        if (operators is None or case["op"] in operators) and fits(case):
            return entry
    return None


def table_of(cases):
    rows = collections.OrderedDict()
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


def notes_of(row):
    notes = ["%s (%d)" % (entry, count) for entry, count in row["explained"].items()]
    notes += ["unexplained: " + ", ".join(row["unexplained"])] if row["unexplained"] else []
    said = row["said"].most_common(2)
    notes += ["%s (%d)" % (what.replace("|", "/"), count) for what, count in said]
    return "; ".join(notes)


def markdown_of(rows, version):
    ran = sum(row["ran"] for row in rows.values())
    agree = sum(row["agree"] for row in rows.values())
    lines = ["# Operators on assay and on TVM %s" % version, "",
             "Printed by `oracles/tvm/operators.py` (its first lines say how). Calls that samplers make, with arguments, run on",
             "a real TVM and by each of assay's engines; floats agree within the bound that is derived for the module. %d calls" % ran,
             "ran on both, %d agree. Differences are explained in `docs/semantics.md`, \"Where the real TVM differs\"." % agree, "",
             "| operator | calls | TVM ran | agree | notes |", "|---|---|---|---|---|"]
    for name, row in rows.items():
        lines.append("| %s | %d | %d | %d | %s |" % (name, row["calls"], row["ran"], row["agree"], notes_of(row)))
    return "\n".join(lines) + "\n"


def main():
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
    judge(cases, options.assay, options.keep)
    rows = table_of(cases)
    if options.markdown:
        options.markdown.write_text(markdown_of(rows, tvm.__version__))
    unexplained = [case for case in cases if case["id"] in {i for row in rows.values() for i in row["unexplained"]}]
    if options.json:
        print(json.dumps({"operators": rows}))
    for case in unexplained:
        engine, why = next(iter(case["differs"].items()))
        print("%s: %s: %s" % (case["id"], engine, why), file=sys.stderr)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
