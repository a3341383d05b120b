"""Records what a real TVM's passes do to modules, and says where assay's passes do something else.

Usage: python passes.py DIR --out FILE.jsonl [--passes NAME,…] [--assay ASSAY]     (a Python that imports tvm 0.26)

DIR holds TVMScript files as `assay gen` writes them. Each is read, brought to where each pass stands in TVM's pipeline
(BEFORE), and given to the pass; FILE gets one case a line, as `assay conform` reads pass suites. With --assay, that judges
them at once, and a table says for each pass how many cases agree, and how the first of the others differs.

A case is left out when its text leaves something out (metadata), or is longer than MAX_CHARS. Modules are recorded in child
processes, which may crash.

Exit codes: 0 recorded (agreement is for people to read), 2 usage, 3 no files, 4 no TVM.
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    import tvm


MAX_CHARS = 60_000
SECONDS_PER_MODULE = 120

# Passes that take what `assay gen` writes; then those of lowering, each with what comes before it.
ON_GRAPHS = """Normalize CanonicalizeBindings DeadCodeElimination EliminateCommonSubexpr FoldConstant ConvertToDataflow
ToNonDataflow RemovePurityChecking InlinePrivateFunctions LambdaLift TopologicalSort ExpandTupleArguments
RemoveUnusedParameters RemoveUnusedOutputs DecomposeOpsForInference DecomposeOpsForTraining ToMixedPrecision
LiftTransformParams BundleModelParams LazyGetInput LazySetOutput CombineParallelMatmul AdjustMatmulOrder ExpandMatmulOfSum
ReorderTakeAfterMatmul ReorderPermuteDimsAfterConcat RemoveRedundantReshape FoldBatchnormToConv2D OptimizeLayoutTransform
RealizeVDevice FastMathTransform NormalizeGlobalVar AllocateWorkspace AttachGlobalSymbol ConvertLayout LegalizeOps""".split()
LOWERING = ["LegalizeOps", "ToNonDataflow", "RemovePurityChecking", "CallTIRRewrite", "LowerAllocTensor",
            "KillAfterLastUse", "LowerRuntimeBuiltin", "ComputePrimValue", "VMShapeLower"]
BEFORE = {
    "AnnotateTIROpPattern": ["LegalizeOps"],
    "AttachAttrLayoutFreeBuffers": ["LegalizeOps"],
    "SpecializePrimFuncBasedOnCallSite": ["LegalizeOps"],
    "RewriteDataflowReshape": ["LegalizeOps", "AnnotateTIROpPattern"],
    "FuseOps": ["LegalizeOps", "AnnotateTIROpPattern"],
    "FuseTIR": ["LegalizeOps", "AnnotateTIROpPattern", "FuseOps"],
    "DataflowUseInplaceCalls": ["ConvertToDataflow"],
    "StaticPlanBlockMemory": LOWERING[:4],
    "RewriteCUDAGraph": [*LOWERING[:4], "StaticPlanBlockMemory"],
    **{name: LOWERING[:place] for place, name in enumerate(LOWERING) if place > 2},
}
# What a pass's factory takes, and the PassContext's settings without which it does nothing.
ARGUMENTS = {
    "ConvertLayout": {"desired_layouts": {"relax.nn.conv1d": ["NWC", "OWI"], "relax.nn.conv2d": ["NHWC", "OHWI"],
                                          "relax.nn.conv3d": ["NDHWC", "ODHWI"]}},
}
SETTINGS = {"RewriteCUDAGraph": {"relax.backend.use_cuda_graph": True}}


def apply(name: str, module: tvm.IRModule) -> tvm.IRModule:
    import tvm
    with tvm.transform.PassContext(opt_level=2, config=SETTINGS.get(name, {})), tvm.target.Target("llvm"):
        return getattr(tvm.relax.transform, name)(**ARGUMENTS.get(name, {}))(module)


def text_of(module: tvm.IRModule) -> str | None:
    """The module's text, None where that does not say all of it."""
    text = module.script(show_meta=False)
    return None if "metadata[" in text or len(text) > MAX_CHARS else text


def record(path: pathlib.Path, name: str, module: tvm.IRModule) -> dict[str, Any] | None:
    """One case, or None: what comes before the pass fails, or there is no text."""
    import tvm.script
    try:
        for step in BEFORE.get(name, []):
            module = apply(step, module)
        before = text_of(module)
        if before is None:
            return None
        module = tvm.script.from_source(before, check_well_formed=False)
    except Exception:  # whatever TVM raises: the pass is not reached
        return None
    case = {"id": f"{path.stem}-{name}", "test": path.name, "pass": name, "args": [], "kwargs": ARGUMENTS.get(name, {}),
            "target": "llvm", "opt_level": 2, "config": SETTINGS.get(name, {}), "before": before}
    try:
        after = text_of(apply(name, module))
    except Exception as error:  # a refusal is a case, whatever its type
        return {**case, "error": str(error)[:500]}
    return None if after is None else {**case, "after": after}


def record_module(path: pathlib.Path, names: list[str], out: TextIO) -> None:
    import tvm.script
    try:
        module = tvm.script.from_source(path.read_text())
    except Exception:  # its reader raises various kinds
        return
    for name in names:
        case = record(path, name, module)
        if case is not None:
            out.write(json.dumps(case) + "\n")


def record_all(paths: list[pathlib.Path], names: list[str], out: TextIO) -> None:
    for done, path in enumerate(paths):
        out.flush()
        child = os.fork()
        if child == 0:
            signal.alarm(SECONDS_PER_MODULE)
            try:
                record_module(path, names, out)
                out.flush()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        if (done + 1) % 20 == 0:
            print(f"{done + 1} of {len(paths)}", file=sys.stderr)


def print_agreement(suite: str, assay: str) -> None:
    """The table by pass, of what `assay conform` says."""
    judged = subprocess.run([assay, "conform", suite, "--suite-kind", "pass", "--json"], capture_output=True, text=True,
                            check=False)
    if not judged.stdout:
        sys.exit(judged.stderr)
    report = json.loads(judged.stdout)
    first: dict[str, dict[str, Any]] = {}
    for failure in report["failures"]:
        if failure["score"] == "behavioural":
            first.setdefault(failure["id"].split("-", 1)[1], failure)
    (scores,) = report["suites"].values()
    print(f"{'pass':36} {'agree':>9} {'refused alike':>14}  first difference")
    for name, by_score in sorted(scores["by_pass"].items()):
        cells = ["{passed}/{of}".format(**by_score[s]) if s in by_score else "" for s in ("behavioural", "rejections")]
        example = first.get(name)
        why = "" if example is None else f"{example['id']}: {example['why'].splitlines()[0][:120]}"
        print(f"{name:36} {cells[0]:>9} {cells[1]:>14}  {why}")
    total = scores["scores"]["behavioural"]
    print(f"{total['passed']} of {total['of']} agree in structure and results")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--out", required=True)
    parser.add_argument("--passes", default="")
    parser.add_argument("--assay")
    options = parser.parse_args()
    try:
        import tvm  # noqa: F401
    except ImportError:
        print("this Python has no tvm; `./dev tvm 0.26` makes one that has", file=sys.stderr)
        return 4
    known = list(dict.fromkeys([*ON_GRAPHS, *BEFORE]))
    names = options.passes.split(",") if options.passes else known
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"unknown pass {unknown[0]}; known: {', '.join(known)}", file=sys.stderr)
        return 2
    paths = sorted(options.folder.glob("*.py"))
    if not paths:
        print(f"{options.folder}: no .py files", file=sys.stderr)
        return 3
    with open(options.out, "w", encoding="utf-8") as out:
        record_all(paths, names, out)
    if options.assay:
        print_agreement(options.out, options.assay)
    return 0


if __name__ == "__main__":
    sys.exit(main())
