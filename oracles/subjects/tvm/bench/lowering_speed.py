"""How fast assay lowers kernels beside a real TVM: the same kernels through the same passes, in one run and on one thread.

Usage: python lowering_speed.py --assay ASSAY [--json]

ASSAY is the program of the release build. TVM's LegalizeOps makes a module of 100 operators, no two kernels of which are alike, and
its text goes to assay. Both run the passes of assay's pipeline "s_tir", which are those of TVM's for a CPU up to code generation.
Each figure adds up what the passes took, each in the least of some rounds: TVM's by the clock of its process, assay's by the one
on the wall. Run it with a Python that imports tvm (`./dev tvm 0.26` makes one).

Exit codes: 0 the figure is met, 1 it is not, 2 usage, 4 no TVM or no program.
"""
from __future__ import annotations

import pathlib
import re
import subprocess
import tempfile
import time
from typing import TYPE_CHECKING

from speed_rows import parser_of, report, require, row
from tir_passes import apply, bound, unbound

if TYPE_CHECKING:
    import tvm


# At least so many times as fast as TVM.
FIGURE = 20
OPERATORS = 100
ROUNDS = {"assay": 20, "tvm": 4}


def legalized(count: int) -> tvm.IRModule:
    """The kernels of operators on tensors of as many columns as their number."""
    import tvm
    from tvm import relax, tirx
    unary = [relax.op.nn.relu, relax.op.nn.softmax, relax.op.exp]
    binary = [relax.op.add, relax.op.multiply]
    builder = relax.BlockBuilder()
    tensors = [relax.Var(f"x{i}", relax.TensorType((8, i + 1), "float32")) for i in range(count)]
    with builder.function("main", tensors):
        with builder.dataflow():
            calls = [unary[i % 3](x) if i % 2 == 0 else binary[i // 2 % 2](x, x) for i, x in enumerate(tensors)]
            made = [builder.emit(call) for call in calls]
            result = builder.emit_output(relax.Tuple(made))
        builder.emit_func_output(result)
    with tvm.target.Target("llvm"):
        module = relax.transform.LegalizeOps()(builder.get())
    return tvm.IRModule({var: func for var, func in module.functions_items() if isinstance(func, tirx.PrimFunc)})


def least(rounds: list[list[float]]) -> float:
    """The sum of each pass's least time."""
    return sum((min(times) for times in zip(*rounds)), 0.0)


def time_assay(program: str, path: pathlib.Path) -> tuple[float, list[str]]:
    """Its seconds, and the names of the passes that ran."""
    rounds: list[list[float]] = []
    names: tuple[str, ...] = ()
    for _ in range(ROUNDS["assay"]):
        command = [program, "opt", str(path), "--passes", "s_tir", "--times", "-o", "/dev/null"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        names, times = zip(*re.findall(r"(?m)^(\w+) +(\d+\.\d+)$", done.stderr))
        rounds.append([float(ms) / 1e3 for ms in times])
    return least(rounds), list(names)


def time_tvm(module: tvm.IRModule, names: list[str]) -> float:
    rounds: list[list[float]] = []
    for _ in range(ROUNDS["tvm"]):
        current, times = bound(module), []
        for name in names:
            begin = time.process_time()
            current = apply(name, {}, current)
            times.append(time.process_time() - begin)
        rounds.append(times)
    return least(rounds)


def main() -> None:
    options = parser_of(__doc__, "assay").parse_args()
    tvm = require(options, "0.26")
    module = legalized(OPERATORS)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "kernels.py"
        path.write_text(unbound(module).script(show_meta=False))
        ours, names = time_assay(options.assay, path)
    report("TIR passes", {f"{len(module.functions)} kernels": row(ours, time_tvm(module, names), FIGURE)}, options, tvm)


if __name__ == "__main__":
    main()
