"""How fast assay's default pipeline is beside that of a real TVM, on the same chains of operators in one run.

Usage: python pipeline_speed.py --assay BENCHMARK [--json]

BENCHMARK is passes_benchmark of the release build. A chain has 10 or 1,000 operators (add, nn.relu, multiply, nn.relu,
subtract, nn.relu, ...) on 8 x 8 float32. Both run the pipeline that their build runs before code generation: TVM's
default pipeline for target llvm, assay's "default", without verification between passes. Each figure is processor time, the
best of some rounds on a fresh module. Run it with a Python that imports tvm (`./dev tvm 0.26` makes one).

Exit codes: 0 all figures met, 1 a figure is not met, 2 usage, 4 no TVM or no benchmark.
"""
from __future__ import annotations

import json
import subprocess
import time
from typing import TYPE_CHECKING

from speed_rows import parser_of, report, require, row

if TYPE_CHECKING:
    import tvm


# At least so many times as fast as TVM, and how often TVM is timed.
FIGURE = 50
ROUNDS = {10: 20, 1000: 3}


def chain_of(count: int) -> tvm.IRModule:
    from tvm import relax
    x = relax.Var("x", relax.TensorType((8, 8), "float32"))
    y = relax.Var("y", relax.TensorType((8, 8), "float32"))
    builder = relax.BlockBuilder()
    binary = [relax.op.add, relax.op.multiply, relax.op.subtract]
    with builder.function("main", [x, y]):
        with builder.dataflow():
            last = x
            for i in range(count):
                last = builder.emit(binary[i // 2 % 3](last, y) if i % 2 == 0 else relax.op.nn.relu(last))
            result = builder.emit_output(last)
        builder.emit_func_output(result)
    return builder.get()


def time_tvm(count: int) -> float:
    """The least seconds of some rounds."""
    import tvm
    from tvm import relax
    times = []
    with tvm.target.Target("llvm"):
        for _ in range(ROUNDS[count]):
            module = chain_of(count)
            pipeline = relax.get_default_pipeline(tvm.target.Target("llvm"))
            begin = time.process_time()
            pipeline(module)
            times.append(time.process_time() - begin)
    return min(times)


def time_assay(binary: str, count: int) -> float:
    command = [binary, f"--benchmark_filter=^BM_DefaultPipeline/{count}$", "--benchmark_format=json",
               "--benchmark_repetitions=5", "--benchmark_min_time=0.1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    runs = [run for run in json.loads(done.stdout)["benchmarks"] if run["run_type"] == "iteration"]
    return min(float(run["cpu_time"]) for run in runs) / 1e6


def main() -> None:
    options = parser_of(__doc__, "passes_benchmark").parse_args()
    tvm = require(options, "0.26")
    rows = {f"{count} operators": row(time_assay(options.assay, count), time_tvm(count), FIGURE) for count in ROUNDS}
    report("default pipeline", rows, options, tvm)


if __name__ == "__main__":
    main()
