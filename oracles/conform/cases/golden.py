"""Cases of passes: the reviewed golden texts of passes/testdata that run one pass, and those written here for passes that
stand behind others there.

Usage: python golden.py FILE

writes what assay does with passes, also where a real TVM does otherwise, and in which words it refuses: the suite that `assay bench mutation` reads.
"""
from __future__ import annotations

import json
import pathlib
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # Builds for mutation call this with a Python that need not have numpy.
    from case import Case

LABEL = "passes"
TESTDATA = pathlib.Path(__file__).parents[3] / "passes/testdata"
HEAD = "from tvm.script import ir as I\nfrom tvm.script import tirx as T\nfrom tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n"
EXP = """    @T.prim_func(private=True, s_tir=True)
    def exp(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        T.func_attr(ATTRS)
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = T.exp(A[vi])

"""


def kernel(attributes: str) -> str:
    return EXP.replace("ATTRS", attributes)


F4 = 'R.Tensor((4,), dtype="float32")'
NOALIAS, PATTERN = '{"tirx.noalias": True}', '{"op_pattern": 0, "tirx.noalias": True}'


def two_calls(inner: str = "    ") -> str:
    return (f"        lv: {F4} = R.call_tir(cls.exp, (x,), out_ty={F4})\n" f"        gv: {F4} = R.call_tir(cls.exp, (lv,), out_ty={F4})\n").replace("        ", inner)


def whole(body: str, head: str = f"x: {F4}", flags: str = "") -> str:
    return f"    @R.function{flags}\n    def main({head}) -> {F4}:\n{body}"


def by_pass(name: str, before: str, after: str | None, **more: Any) -> Case:
    return {"pass": name, "args": [], "kwargs": {}, "before": HEAD + before, **({"after": HEAD + after} if after else {}), **more}


PLAIN = f"        cls = Module\n{two_calls('        ')}        return gv"
FLOW = f"        cls = Module\n        with R.dataflow():\n{two_calls('            ')}            R.output(gv)\n        return gv"
FUSED = ('    @R.function(private=True)\n    def fused_exp_exp(x: ' + F4 + ") -> " + F4 + ':\n        R.func_attr({"Primitive": True})\n        cls = Module\n'
         "        with R.dataflow():\n" + f"            lv: {F4} = R.call_tir(cls.exp, (x,), out_ty={F4})\n"
         f"            gv: {F4} = R.call_tir(cls.exp, (lv,), out_ty={F4})\n            R.output(gv)\n        return gv\n\n")
CALL = f"        cls = Module\n        with R.dataflow():\n            gv: {F4} = cls.fused_exp_exp(x)\n            R.output(gv)\n        return gv"
IN_ONE = """    @T.prim_func(private=True, s_tir=True)
    def fused_exp_exp(x: T.Buffer((T.int64(4),), "float32"), B_intermediate: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        B_intermediate_1 = T.sblock_alloc_buffer((T.int64(4),))
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(x[vi])
                T.writes(B_intermediate_1[vi])
                B_intermediate_1[vi] = T.exp(x[vi])
        for i in range(T.int64(4)):
            with T.sblock("B_1"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(B_intermediate_1[vi])
                T.writes(B_intermediate[vi])
                B_intermediate[vi] = T.exp(B_intermediate_1[vi])

"""
CALL_ONE = f"        cls = Module\n        with R.dataflow():\n            gv: {F4} = R.call_tir(cls.fused_exp_exp, (x,), out_ty={F4})\n            R.output(gv)\n        return gv"
RESHAPE = """    @T.prim_func(private=True, s_tir=True)
    def reshape(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(2), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi * T.int64(2) + vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi * T.int64(2) + vj]

"""
F22 = 'R.Tensor((2, 2), dtype="float32")'


def reshaped(call: str) -> str:
    return (RESHAPE + f"    @R.function\n    def main(x: {F4}) -> {F22}:\n        cls = Module\n        with R.dataflow():\n            lv: {F4} = R.exp(x)\n"
            f"            lv1: {F22} = {call}\n            gv: {F22} = R.exp(lv1)\n            R.output(gv)\n        return gv").replace(
                "        cls = Module\n" if "cls." not in call else "\0", "")


PRINTS = (f"        _: R.Tuple = R.print(x, format=\"{{}}\")\n        gv: {F4} = R.exp(x)\n        return gv")
SYMBOL = f"        gv: {F4} = R.exp(x)\n        return gv"

WRITTEN = {
    "annotates": by_pass("AnnotateTIROpPattern", kernel(NOALIAS) + whole(PLAIN), kernel(PATTERN) + whole(PLAIN)),
    "fuses": by_pass("FuseOps", kernel(PATTERN) + whole(FLOW), kernel(PATTERN) + FUSED + whole(CALL)),
    "leaves-opaque-kernels": by_pass("FuseOps", kernel(NOALIAS) + whole(FLOW), kernel(NOALIAS) + whole(FLOW)),
    "makes-one-kernel": by_pass("FuseTIR", kernel(PATTERN) + FUSED + whole(CALL), IN_ONE + whole(CALL_ONE)),
    "names-reshapes": by_pass("RewriteDataflowReshape", reshaped(f"R.call_tir(cls.reshape, (lv,), out_ty={F22})"), reshaped("R.reshape(lv, R.shape([2, 2]))")),
    "keeps-other-kernels": by_pass("RewriteDataflowReshape", kernel(NOALIAS) + whole(FLOW), kernel(NOALIAS) + whole(FLOW)),
    "marks-pure-functions": by_pass("RemovePurityChecking", whole(SYMBOL), whole("        R.func_attr({\"relax.force_pure\": True})\n" + SYMBOL)),
    "leaves-impure-functions": by_pass("RemovePurityChecking", whole(PRINTS, flags="(pure=False)"), whole(PRINTS, flags="(pure=False)")),
    "gives-symbols": by_pass("AttachGlobalSymbol", whole(SYMBOL), whole('        R.func_attr({"global_symbol": "main"})\n' + SYMBOL)),
    "leaves-what-sorts-nothing": by_pass("DispatchSortScan", whole(SYMBOL), whole(SYMBOL)),
    "leaves-what-samples-nothing": by_pass("DispatchSampling", whole(SYMBOL), whole(SYMBOL)),
    "old-name": by_pass("VMBuiltinLower", whole(SYMBOL), whole(SYMBOL)),
    "leaves-what-is-no-reshape": by_pass("RemoveRedundantReshape", whole(SYMBOL), whole(SYMBOL)),
}


def tensor(*shape: object) -> str:
    return f'R.Tensor(({", ".join(map(str, shape))}{"," if len(shape) == 1 else ""}), dtype="float32")'


def flow(lines: list[tuple[str, str, str]], params: str, result: str, gives: str = "gv") -> str:
    """A function of one dataflow block: lines of (name, type, call)."""
    text = "".join(f"            {name}: {kind} = {call}\n" for name, kind, call in lines)
    return f"    @R.function\n    def main({params}) -> {result}:\n        with R.dataflow():\n{text}            R.output({gives})\n        return {gives}"


SIDES = f"x: {tensor(2, 3)}, y: {tensor(2, 4)}"
WRITTEN["permutes-once"] = by_pass(
    "ReorderPermuteDimsAfterConcat",
    flow([("a", tensor(3, 2), "R.permute_dims(x, axes=[1, 0])"), ("b", tensor(4, 2), "R.permute_dims(y, axes=[1, 0])"), ("gv", tensor(7, 2), "R.concat((a, b), axis=0)")], SIDES, tensor(7, 2)),
    flow([("a", tensor(2, 7), "R.concat((x, y), axis=1)"), ("gv", tensor(7, 2), "R.permute_dims(a, axes=[1, 0])")], SIDES, tensor(7, 2)))
HELPER = f"    @R.function(private=True)\n    def helper(PARAMS) -> {F4}:\n        b: {F4} = R.exp(a)\n        return b\n\n"
WRITTEN["drops-what-nobody-reads"] = by_pass(
    "RemoveUnusedParameters",
    HELPER.replace("PARAMS", f"a: {F4}, unused: {F4}") + whole(f"        cls = Module\n        gv: {F4} = cls.helper(x, x)\n        return gv"),
    HELPER.replace("PARAMS", f"a: {F4}") + whole(f"        cls = Module\n        gv: {F4} = cls.helper(x)\n        return gv"))
TWO = f"x: {tensor(2, 4)}, v: {tensor(4, 3)}, w: {tensor(4, 5)}"
PAIR = f"R.Tuple({tensor(2, 3)}, {tensor(2, 5)})"
WRITTEN["one-product-for-two"] = by_pass(
    "CombineParallelMatmul",
    flow([("a", tensor(2, 3), "R.matmul(x, v)"), ("b", tensor(2, 5), "R.matmul(x, w)"), ("gv", PAIR, "(a, b)")], TWO, PAIR),
    flow([("l", tensor(4, 8), "R.concat((v, w), axis=1)"), ("m", tensor(2, 8), 'R.matmul(x, l, out_dtype="float32")'),
          ("s", PAIR, "R.split(m, indices_or_sections=[3], axis=1)"), ("a", tensor(2, 3), "s[0]"), ("b", tensor(2, 5), "s[1]"), ("gv", PAIR, "(a, b)")], TWO, PAIR))
WRITTEN["no-allocation-no-kill"] = by_pass("KillAfterLastUse", whole(SYMBOL), whole(SYMBOL))
THREE = f"x: {tensor(8, 1)}, a: {tensor(8, 2)}, b: {tensor(2, 8)}"
WRITTEN["vector-first"] = by_pass(
    "AdjustMatmulOrder",
    flow([("w", tensor(8, 8), "R.matmul(a, b)"), ("gv", tensor(8, 1), "R.matmul(w, x)")], THREE, tensor(8, 1)),
    flow([("w", tensor(2, 1), "R.matmul(b, x)"), ("gv", tensor(8, 1), "R.matmul(a, w)")], THREE, tensor(8, 1)))


def last_pass(run: str) -> tuple[str, str]:
    """A list of passes as those in front and the last one: commas within options part nothing."""
    depth = at = 0
    for place, letter in enumerate(run):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            at = place + 1
    return run[:at].rstrip(","), run[at:].strip()


def read_golden(path: pathlib.Path) -> Case | None:
    """A golden text as a case; None where it says more than a module."""
    text = path.read_text()
    head, _, after = text.partition("# ---\n")
    run, _, before = head.partition("\n")
    passes, run = last_pass(run.removeprefix("# RUN: "))
    name, brace, options = run.partition("{")
    kwargs = json.loads(brace + options) if brace else {}
    # What a suite cannot say: an option that is None on purpose, what a pass needs of earlier ones.
    if None in kwargs.values() or " needs " in after:
        return None
    first, _, rest = before.partition("\n")
    setting = first.removeprefix("# CONFIG: ") if first.startswith("# CONFIG: ") else None
    after = "".join(line for line in after.splitlines(True) if not line.startswith("# note:"))
    one: Case = {"pass": name, "args": [], "kwargs": kwargs, "before": rest if setting else before}
    if setting:
        one["config"] = {setting: True}
    if passes:
        one["first"] = passes
    if after.startswith("# error: "):
        error = after.removeprefix("# error: ").strip()
        return one | {"error": error, "message": error}
    return one | {"after": after}


# Golden texts that stay outside: the real TVM gives something else, or cannot read one of the two modules, for a reason that
# lies in the text and not in the pass (`pass/file`; the reasons are in the texts' comments and in docs/semantics.md).
LEFT_OUT = """AdjustMatmulOrder/sizes BundleModelParams/scalar CanonicalizeBindings/field_of_earlier_block
CanonicalizeBindings/kills CombineParallelMatmul/bias_and_width DeadCodeElimination/scalars ExpandTupleArguments/closure FuseTIR/no_kernel
InlinePrivateFunctions/branch_in_dataflow InlinePrivateFunctions/shapes_in_dataflow InlinePrivateFunctions/unknown_size KillAfterLastUse/branches KillAfterLastUse/dataflow
LazyGetInput/no_weights LiftTransformParams/result_mentions_lifted LiftTransformParams/result_neighbours RealizeVDevice/results_of_calls
RemoveUnusedOutputs/closure RemoveUnusedParameters/closure RemoveUnusedParameters/symbols ReorderPermuteDimsAfterConcat/blocks
RewriteCUDAGraph/branches RewriteCUDAGraph/sizes StaticPlanBlockMemory/bounds""".split()
# Results whose text the real TVM writes in another way, or does not read: constants as metadata, mostly.
OTHER_TEXT = """AlterOpImpl/padding AlterOpImpl/room AttachExternModules/after_another BindParams/sizes_follow FoldBatchnormToConv2D/constants
FoldBatchnormToConv2D/kept FoldConstant/chain FuseOpsByPattern/shape_variable ReorderTakeAfterMatmul/mode_and_dtype RunCodegen/two_callers
SplitCallTIRByPattern/scaled""".split()


# Texts that grew (bench mutation --grow) are cases where the real TVM was asked and said so.
GROWN, SAME = "grown", "# TVM gives the same.\n"


def texts() -> Iterator[tuple[pathlib.Path, Case]]:
    """Every golden text, whether or not a real TVM has the same."""
    for path in sorted(TESTDATA.rglob("*.py")):
        one = read_golden(path)
        if one is not None:
            yield path, {"id": f"pass-{one['pass']}-{path.stem}", "test": one["pass"], "label": LABEL} | one


def written() -> Iterator[Case]:
    for name, one in WRITTEN.items():
        yield {"id": f"pass-{one['pass']}-{name}", "test": one["pass"], "label": LABEL} | one


def own() -> list[Case]:
    """What assay gives, with the words of its refusals."""
    return [*written(), *(one for _, one in texts())]


def cases() -> Iterator[Case]:
    """What any implementation gives: passes one by one."""
    yield from written()
    for path, one in texts():
        apart = path.parent.name == GROWN and SAME not in one["before"]
        if apart or "first" in one or f"{one['pass']}/{path.stem}" in LEFT_OUT:
            continue
        one.pop("message", None)
        yield one


def text_of(cases: Iterable[Case]) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in cases)


def main() -> None:
    path = pathlib.Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text_of(own()))


if __name__ == "__main__":
    main()
