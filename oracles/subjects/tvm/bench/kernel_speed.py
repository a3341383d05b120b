"""How fast assay's machine code is made and how fast it runs, beside that of a real TVM, in one run and on one thread.

Usage: python kernel_speed.py kernels|build --assay BENCHMARK [--json]

BENCHMARK is vm_llvm_benchmark of the release build. "kernels" times whole functions of one operator on float32, from
arguments to result: TVM's pipeline "zero" and target llvm, without schedules, against vm-llvm at O3. "build" times what
it takes to compile a module of ten operators and to run it once: tvm.compile for target llvm against the default
pipeline and vm-llvm at O0 and O2. Each figure is the least processor time of some rounds. Run it with a Python that imports
tvm (`./dev tvm 0.27` makes one).

Exit codes: 0 all figures met, 1 a figure is not met, 2 usage, 4 no TVM or no benchmark.
"""
from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from speed_rows import parser_of, report, require, row

if TYPE_CHECKING:
    import tvm
    from tvm import relax


# At least so many times as fast as TVM.
KERNEL_FIGURE = 0.8
BUILD_FIGURES = {0: 50, 2: 3}
ROUNDS = 5

# The operators of throughput_benchmark.cc.
OPERATORS: dict[str, list[tuple[int, ...]]] = {
    "matmul": [(512, 512), (512, 512)],
    "conv2d": [(1, 64, 56, 56), (64, 64, 3, 3)],
    "softmax": [(512, 1000)],
    "layer_norm": [(512, 768), (768,), (768,)],
}
TEN_SHAPES: list[tuple[int, ...]] = [(8, 16), (16, 16), (16,)]


def least(run: Callable[[], object]) -> float:
    """The least milliseconds of some rounds, after one that does not count."""
    run()
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        run()
        times.append((time.process_time() - begin) * 1e3)
    return min(times)


def call_of(operator: str, args: list[relax.Expr]) -> relax.Expr:
    from tvm import relax
    if operator == "matmul":
        return relax.op.matmul(*args)
    if operator == "conv2d":
        return relax.op.nn.conv2d(*args, padding=(1, 1))
    if operator == "softmax":
        return relax.op.nn.softmax(*args, axis=-1)
    return relax.op.nn.layer_norm(*args, axes=[-1])


def ten_calls(builder: relax.BlockBuilder, args: list[relax.Expr]) -> relax.Expr:
    """The module of llvm_benchmark.cc."""
    from tvm import relax
    x, w, b = args
    h1 = builder.emit(relax.op.add(builder.emit(relax.op.matmul(x, w)), b))
    h3 = builder.emit(relax.op.multiply(builder.emit(relax.op.nn.relu(h1)), h1))
    h5 = builder.emit(relax.op.nn.softmax(builder.emit(relax.op.permute_dims(h3, [1, 0])), axis=-1))
    h7 = builder.emit(relax.op.sum(builder.emit(relax.op.exp(h5)), axis=[0]))
    return relax.op.sigmoid(builder.emit(relax.op.subtract(h7, relax.const(1.0, "float32"))))


def module_of(shapes: Sequence[Sequence[int]], body: Callable[[relax.BlockBuilder, list[relax.Expr]], relax.Expr]) -> tvm.IRModule:
    from tvm import relax
    tensor = getattr(relax, "TensorType", None) or relax.TensorStructInfo
    params = [relax.Var(f"x{i}", tensor(shape, "float32")) for i, shape in enumerate(shapes)]
    builder = relax.BlockBuilder()
    with builder.function("main", params):
        with builder.dataflow():
            result = builder.emit_output(body(builder, params))
        builder.emit_func_output(result)
    return builder.get()


def values_of(shapes: Sequence[Sequence[int]]) -> list[tvm.runtime.Tensor]:
    import numpy
    import tvm
    return [tvm.runtime.tensor(numpy.random.rand(*shape).astype("float32")) for shape in shapes]


def time_tvm_kernel(operator: str) -> float:
    import tvm
    from tvm import relax
    shapes = OPERATORS[operator]
    module = relax.get_pipeline("zero")(module_of(shapes, lambda _, args: call_of(operator, args)))
    main = relax.VirtualMachine(tvm.compile(module, target="llvm"), tvm.cpu())["main"]
    values = values_of(shapes)
    return least(lambda: main(*values))


def time_tvm_build() -> float:
    import tvm
    from tvm import relax
    module, values = module_of(TEN_SHAPES, ten_calls), values_of(TEN_SHAPES)
    return least(lambda: relax.VirtualMachine(tvm.compile(module, target="llvm"), tvm.cpu())["main"](*values))


def time_assay(binary: str, benchmark: str) -> float:
    command = [binary, f"--benchmark_filter=^{benchmark}$", "--benchmark_format=json", "--benchmark_repetitions=5",
               "--benchmark_min_time=0.1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return min(float(run["cpu_time"]) for run in json.loads(done.stdout)["benchmarks"] if run["run_type"] == "iteration")


def rows_of(what: str, binary: str) -> Iterator[tuple[str, float, float, float]]:
    """Name, milliseconds of assay and TVM, and the figure."""
    if what == "kernels":
        for number, operator in enumerate(OPERATORS):
            yield operator, time_assay(binary, f"RunOperator/{number}/3"), time_tvm_kernel(operator), KERNEL_FIGURE
        return
    theirs = time_tvm_build()
    for level, figure in BUILD_FIGURES.items():
        yield f"ten operators at O{level}", time_assay(binary, f"BuildAndRun/{level}"), theirs, figure


def main() -> None:
    parser = parser_of(__doc__, "vm_llvm_benchmark")
    parser.add_argument("what", choices=["kernels", "build"])
    options = parser.parse_args()
    os.environ["TVM_NUM_THREADS"] = "1"
    tvm = require(options, "0.27")
    rows = {name: row(ours / 1e3, theirs / 1e3, figure)
            for name, ours, theirs, figure in rows_of(options.what, options.assay)}
    report(options.what, rows, options, tvm)


if __name__ == "__main__":
    main()
