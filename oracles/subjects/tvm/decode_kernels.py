"""Runs TVM's kernel for decoding with a paged cache of keys and values on assay's engines, and compares with numpy: as TVM writes it for a
GPU, and behind the passes of TVM that place its barriers (ThreadSync) and make exchanges of its reductions (LowerThreadAllreduce). Then
threads run in several orders as well: where one gives another result, the kernel has a race.

    PYTHON oracles/subjects/tvm/decode_kernels.py [--assay build/dev/assay]

PYTHON has TVM 0.26 or 0.27 and numpy. For each configuration (heads of keys and of queries, their size, the lengths of the sequences) and
each form of the kernel: how far each engine is from numpy."""
from __future__ import annotations

import argparse
import pathlib
import subprocess
import sys
import tempfile
from typing import Any

import numpy as np

PAGE = 16
SCALE = 0.25
# Relative to the sums of floats that are computed.
BOUND = 1e-4
# Engine, and the order of its threads.
# What is written may lack barriers that ThreadSync places; machine code runs it in the order in which it stands.
FORMS = {
    "as written": [("vm-llvm", "")],
    "behind ThreadSync": [("vm-llvm", ""), ("tir-reference", "forward"), ("tir-reference", "reverse"), ("tir-reference", "random")],
    "behind LowerThreadAllreduce": [("vm-llvm", ""), ("tir-reference", "forward"), ("tir-reference", "reverse"), ("tir-reference", "random")],
}
# Heads of keys, heads of queries, size of a head, lengths. A block of threads goes through 128 keys or fewer at a time.
CONFIGURATIONS = [
    (1, 1, 16, [5]),
    (2, 4, 16, [40, 17]),
    (1, 4, 128, [12, 3]),
    (2, 4, 16, [300, 5]),
    (1, 4, 128, [70]),
]


def kernel_texts(heads: int, queries: int, size: int) -> list[str]:
    """Of each form, in the order of FORMS."""
    import tvm
    from tvm.relax.frontend.nn.llm import _decode_kernels as kernels
    steps = tvm.s_tir.transform
    target = tvm.target.Target({"kind": "cuda", "arch": "sm_80", "thread_warp_size": 32})
    kernel = kernels._attention_decode(heads, queries, size, "float32", False, {}, target)
    module = tvm.IRModule({kernel.attrs["global_symbol"]: kernel})
    texts = [module.script()]
    lowered = tvm.transform.Sequential([
        tvm.tirx.transform.BindTarget(target), steps.LowerInitBlock(), steps.PlanAndUpdateBufferAllocationLocation(),
        steps.ConvertBlocksToOpaque(), steps.CompactBufferAllocation(), steps.LowerMatchBuffer(), steps.LowerOpaqueBlock(),
        steps.ThreadSync("shared"), steps.ThreadSync("shared.dyn")])(module)
    texts.append(lowered.script())
    texts.append(steps.LowerThreadAllreduce()(lowered).script())
    return texts


class Cache:
    """Random keys and values in pages, in any order, for sequences of these lengths."""

    def __init__(self, heads: int, queries: int, size: int, lengths: list[int]) -> None:
        random = np.random.default_rng(1)
        counts = [(length + PAGE - 1) // PAGE for length in lengths]
        self.lengths = lengths
        self.begins = np.concatenate([[0], np.cumsum(counts)]).astype("int32")
        self.order = random.permutation(int(self.begins[-1])).astype("int32")
        self.pages = random.standard_normal((len(self.order), 2, heads, PAGE, size)).astype("float32")
        self.asked = random.standard_normal((len(lengths), queries, size)).astype("float32")
        self.in_last = np.array([length - (count - 1) * PAGE for length, count in zip(lengths, counts)], "int32")

    def arguments(self) -> dict[str, Any]:
        count, queries, size = self.asked.shape
        zeros = np.zeros(count, "int32")
        given = [self.asked, self.pages, self.begins, self.order, self.in_last, zeros, zeros,
                 np.zeros((count, queries, size), "float32"), np.zeros((count, queries), "float32"),
                 np.int32(0), np.float32(1), np.float32(10000), np.float32(SCALE)]
        return {f"arg{i}": value for i, value in enumerate(given)}

    def expected(self) -> np.ndarray[Any, Any]:
        result = np.zeros(self.asked.shape)
        group = self.asked.shape[1] // self.pages.shape[2]
        for b, length in enumerate(self.lengths):
            at = [(self.order[self.begins[b] + i // PAGE], i % PAGE) for i in range(length)]
            for head in range(self.asked.shape[1]):
                keys = np.stack([self.pages[page, 0, head // group, i] for page, i in at]).astype("float64")
                values = np.stack([self.pages[page, 1, head // group, i] for page, i in at]).astype("float64")
                weights = np.exp(keys @ self.asked[b, head].astype("float64") * SCALE)
                result[b, head] = weights @ values / weights.sum()
        return result


def distance(assay: str, folder: pathlib.Path, engine: str, order: str, expected: np.ndarray[Any, Any]) -> float | str:
    """How far the result is from numpy's; or why there is none."""
    command = [assay, "run", str(folder / "kernel.py"), "--inputs", str(folder / "in.npz"), "--engine", engine, "--outputs", str(folder / "out.npz")]
    done = subprocess.run(command + (["--thread-order", order] if order else []), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stderr.strip().splitlines()[-1]
    results = [value for value in np.load(folder / "out.npz").values() if value.shape == expected.shape]
    # Behind what was asked comes what is answered.
    return float(np.abs(results[-1] - expected).max() / max(1.0, np.abs(expected).max()))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/dev/assay")
    args = parser.parse_args()
    runs = wrong = 0
    for heads, queries, size, lengths in CONFIGURATIONS:
        cache = Cache(heads, queries, size, lengths)
        expected = cache.expected()
        print(f"{heads} heads of keys, {queries} of queries, of {size}; lengths {lengths}")
        for (form, ways), text in zip(FORMS.items(), kernel_texts(heads, queries, size)):
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                (folder / "kernel.py").write_text(text)
                np.savez(folder / "in.npz", **cache.arguments())
                found = [distance(args.assay, folder, engine, order, expected) for engine, order in ways]
            for (engine, order), far in zip(ways, found):
                agrees = isinstance(far, float) and far <= BOUND
                runs += 1
                wrong += not agrees
                said = f"{far:.1e} from numpy" if isinstance(far, float) else far
                print(f"  {form}, {engine} {order}: {said}{'' if agrees else '  DIFFERS'}")
    print(f"{runs} runs, {wrong} that differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
