"""Beside other things in one process: threads, TVM with an LLVM of its own, and none of it."""
from __future__ import annotations

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import tvm_assay as ta
from modules import ADD, SUM

X, Y = np.arange(6, dtype=np.float32).reshape(2, 3), np.ones(3, np.float32)


@pytest.mark.parametrize("engine", ["relax-reference", "vm-llvm", "vm-compiled"])
def test_eight_threads_run(engine: str) -> None:
    def one(number: int) -> bool:
        value = ta.run(ADD, [X + number, Y], engine=engine).value
        return bool((value == X + number + Y).all())

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(one, range(64)))


def test_eight_threads_do_everything() -> None:
    def one(seed: int) -> None:
        module = ta.generate(seed, profile="relax", bindings=4)
        assert ta.check(module) == []
        legal = ta.apply(module, "LegalizeOps")
        assert ta.parse(legal) == ta.parse(legal.text)
        try:
            assert ta.equivalent(module, legal, n=1, steps=100_000) is None
        except ta.UnsupportedError:
            pass

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(one, range(32)))


def test_others_go_on_while_a_module_runs() -> None:
    """The interpreter's lock is given up: this thread counts while another one runs a module."""
    module = ADD.replace("(2, 3)", "(1000, 1000)").replace("(3,)", "(1000,)").replace("R.add", "R.subtract")
    x, y = np.ones((1000, 1000), np.float32), np.ones(1000, np.float32)
    # How long the interpreter stood still, at most.
    longest, last, done = 0.0, time.perf_counter(), threading.Event()
    start = time.perf_counter()

    def work() -> None:
        ta.run(module, [x, y])
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    while not done.is_set():
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    worker.join()
    took = time.perf_counter() - start
    assert longest < max(0.5 * took, 0.05), (longest, took)


BOTH = """
import numpy as np
{first}
{second}
import tvm
from tvm import relax
import tvm_assay as ta
from modules import ADD
x, y = np.arange(6, dtype=np.float32).reshape(2, 3), np.ones(3, np.float32)
def by_tvm():
    machine = relax.VirtualMachine(relax.build(ta.parse(ADD).to_tvm(), "llvm"), tvm.cpu())
    return machine["main"](tvm.runtime.tensor(x), tvm.runtime.tensor(y)).numpy()
# Machine code by both LLVMs, in turns.
for _ in range(3):
    np.testing.assert_array_equal(by_tvm(), x + y)
    np.testing.assert_array_equal(ta.run(ADD, [x, y], engine="vm-llvm").value, x + y)
    np.testing.assert_array_equal(ta.run(ADD, [x, y], engine="vm-compiled").value, x + y)
print("both")
"""


@pytest.mark.parametrize(("first", "second"), [("import tvm", "import tvm_assay"), ("import tvm_assay", "import tvm"),
                                               ("import tvm_assay; tvm_assay.run(__import__('modules').ADD, engine='vm-llvm')", "import tvm")])
def test_beside_the_llvm_of_tvm(first: str, second: str) -> None:
    pytest.importorskip("tvm", reason="needs apache-tvm")
    ran = subprocess.run([sys.executable, "-c", BOTH.format(first=first, second=second)], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "both\n"), ran.stderr


def test_tvm_is_imported_by_nothing() -> None:
    code = ("import sys, tvm_assay as ta, tvm_assay.pytest_plugin; from modules import SUM; ta.run(SUM, engine='vm-llvm'); ta.check(SUM); "
            "print('tvm' in sys.modules, 'pytest' in sys.modules)")
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split()[0] == "False"
    assert ta.check(SUM) == []


def test_contracts_need_tvm() -> None:
    code = "import sys; sys.modules['tvm'] = None\nimport tvm_assay as ta\nwith ta.contracts(): pass"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 1 and "ImportError" in ran.stderr or "ModuleNotFoundError" in ran.stderr


def test_nothing_is_said_at_the_end() -> None:
    """Arrays that look at assay's memory may outlive the module."""
    code = "import tvm_assay as ta; from modules import SUM; kept = ta.run(SUM, bounds=True); array = kept.tensors.numpy()"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == ran.stdout == ""
