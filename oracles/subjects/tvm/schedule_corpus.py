"""Writes vm/testdata/NAME_cuda.py: the kernels of corpus/networks/NAME.py as TVM's own rules schedule them for a GPU.

    PYTHON oracles/subjects/tvm/schedule_corpus.py

PYTHON has TVM 0.27. DecoderTest (vm/llvm/decoder_test.cc) runs both."""
from __future__ import annotations

import pathlib
import re

import tvm

ROOT = pathlib.Path(__file__).resolve().parents[3]
NETWORKS = ["decoder", "half_matmul"]
HEAD = "# The kernels of networks/{}.py as TVM's rules schedule them for CUDA (oracles/subjects/tvm/schedule_corpus.py).\n"


def scheduled(text: str) -> str:
    from tvm.s_tir import dlight
    rules, relax = dlight.gpu, tvm.relax.transform
    target = tvm.target.Target({"kind": "cuda", "arch": "sm_80", "thread_warp_size": 32, "max_shared_memory_per_block": 49152})
    module = tvm.transform.Sequential([relax.LegalizeOps(), relax.AnnotateTIROpPattern(), relax.FuseOps(), relax.FuseTIR()])(
        tvm.script.from_source(re.sub(r"(?m)^(?=from |import )", "# ", text)))
    with target:  # without Transpose, which stops at the kernels that lay rotated halves together (tvm-dlight-transpose-reads-ranges)
        module = dlight.ApplyDefaultSchedule(
            rules.Matmul(), rules.GEMV(), rules.Reduction(), rules.GeneralReduction(), rules.Fallback())(module)
    return str(module.script())


if __name__ == "__main__":
    for name in NETWORKS:
        source = ROOT / f"corpus/networks/{name}.py"
        (ROOT / f"vm/testdata/{name}_cuda.py").write_text(HEAD.format(name) + scheduled(source.read_text()) + "\n")
