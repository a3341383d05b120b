"""Well-formed and ill-formed modules by the rules of the checker, and texts that must be read and written back."""
from __future__ import annotations

from collections.abc import Iterator

import golden
from case import Case

WELL_FORMED, TEXT = "well-formed-modules", "text"
HEAD = "from tvm.script import ir as I\nfrom tvm.script import tirx as T\nfrom tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n"
F2, F3 = 'R.Tensor((2,), dtype="float32")', 'R.Tensor((3,), dtype="float32")'


def function(body: str, params: str = f"x: {F2}", result: str = F2, flags: str = "", name: str = "main") -> str:
    lines = "".join(f"        {line}\n" for line in body.strip("\n").split("\n"))
    return f"    @R.function{flags}\n    def {name}({params}) -> {result}:\n{lines}\n"


def kernel(body: str, params: str = 'A: T.Buffer((2,), "float32"), B: T.Buffer((2,), "float32")', flags: str = "(private=True, s_tir=True)", name: str = "kernel") -> str:
    lines = "".join(f"        {line}\n" for line in body.strip("\n").split("\n"))
    return f"    @T.prim_func{flags}\n    def {name}({params}):\n{lines}\n"


def block(reads: str, value: str, predicate: str = "") -> str:
    return kernel(f"for i in range(2):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(2, i)\n        T.reads({reads})\n        T.writes(B[v])\n        B[v] = {value}")


PACKED = f'y = R.call_packed("f", x, ty_args={F2})'
COPY = block("A[v]", "A[v]")


def call(out: str = "(2,)", args: str = "(x,)") -> str:
    return function(f'cls = Module\ny = R.call_tir(cls.kernel, {args}, out_ty=R.Tensor({out}, dtype="float32"))\nreturn y', result='R.Tensor(dtype="float32", ndim=1)')


FLOW = "with R.dataflow():\n    y = R.add(x, x)\n    z = R.multiply(y, y)\n    R.output(z)\nreturn z"
BRANCH = "if c:\n    a = R.add(x, x)\n    y = R.add(a, a)\nelse:\n    y = R.multiply(x, x)\nreturn y"
SYMBOLIC = 'R.Tensor(("n", "m"), dtype="float32")'

# The rule, a name, the module; the rule's twin that holds stands beside it.
GOOD = [
    ("relax.wf1", "plain", function("y = R.add(x, x)\nreturn y")),
    ("relax.wf2", "calls-a-function", function("y = R.exp(x)\nreturn y", flags="(private=True)", name="helper") + function("cls = Module\ny = cls.helper(x)\nreturn y")),
    ("relax.wf2", "calls-itself-through-another", function("cls = Module\ny = cls.main(x)\nreturn y", flags="(private=True)", name="helper")
     + function("return x")),
    ("relax.wf3", "own-symbol", function('R.func_attr({"global_symbol": "main"})\nreturn x')),
    ("relax.wf5", "symbols-of-parameters", function("n = T.int64()\nm = T.int64()\ny = R.reshape(x, R.shape([n * m]))\nreturn y", f"x: {SYMBOLIC}", 'R.Tensor(dtype="float32", ndim=1)')),
    ("relax.wf5", "match-cast-defines", function('k = T.int64()\ny = R.match_cast(x, R.Tensor((k,), dtype="float32"))\nreturn y', 'x: R.Tensor(dtype="float32", ndim=1)',
                                                 'R.Tensor(dtype="float32", ndim=1)')),
    ("relax.wf7", "dataflow", function(FLOW)),
    ("relax.wf8", "branches", function(BRANCH, f'c: R.Tensor((), dtype="bool"), x: {F2}')),
    ("relax.wf10", "nested-calls-are-normalised", function("y = R.add(R.exp(x), x)\nreturn y")),
    ("relax.wf11", "less-known-annotation", function('y: R.Tensor(dtype="float32", ndim=1) = R.add(x, x)\nreturn y', result='R.Tensor(dtype="float32", ndim=1)')),
    ("relax.wf13", "pure-packed-in-dataflow", function(f'with R.dataflow():\n    y = R.call_pure_packed("f", x, ty_args={F2})\n    R.output(y)\nreturn y')),
    ("relax.wf14", "impure-function", function(PACKED + "\nreturn y", flags="(pure=False)")),
    ("relax.wf15", "forced-pure", function('R.func_attr({"relax.force_pure": True})\n' + PACKED + "\nreturn y")),
    ("relax.wf17", "kernel-call", COPY + call()),
    ("relax.wf17", "tuple-results", function("y = R.split(x, indices_or_sections=2, axis=0)\nz = y[0]\nreturn z", result='R.Tensor((1,), dtype="float32")')),
    ("tir.wf1", "block", COPY),
    ("tir.wf3", "buffer-of-a-block", kernel('C = T.sblock_alloc_buffer((2,))\nfor i in range(2):\n    with T.sblock("c"):\n        v = T.axis.spatial(2, i)\n        T.reads(A[v])\n'
                                           '        T.writes(C[v])\n        C[v] = A[v]\nfor i in range(2):\n    with T.sblock("b"):\n        v = T.axis.spatial(2, i)\n        T.reads(C[v])\n'
                                           "        T.writes(B[v])\n        B[v] = C[v]")),
    ("tir.wf6", "reduction", kernel('for i, j in T.grid(2, 3):\n    with T.sblock("b"):\n        vi, vj = T.axis.remap("SR", [i, j])\n        T.reads(A[vi, vj])\n        T.writes(B[vi])\n'
                                    "        with T.init():\n            B[vi] = T.float32(0.0)\n        B[vi] = B[vi] + A[vi, vj]", 'A: T.Buffer((2, 3), "float32"), B: T.Buffer((2,), "float32")')),
    ("tir.wf7", "condition", kernel("for i in range(2):\n    if i < 1:\n        B[i] = A[i]\n    else:\n        B[i] = T.float32(0.0)")),
    ("tir.wf10", "symbolic-extent", kernel("n = T.int64()\nA = T.match_buffer(a, (n,))\nfor i in range(n):\n    A[i] = T.float32(1.0)", "a: T.handle")),
    ("tir.wf11", "bound-to-a-thread", kernel('for i in T.thread_binding(2, thread="threadIdx.x"):\n    B[i] = A[i]')),
]
BAD = [
    ("relax.wf3", "foreign-symbol", function('R.func_attr({"global_symbol": "other"})\nreturn x')),
    ("relax.wf3", "foreign-symbol-of-a-kernel", kernel('T.func_attr({"global_symbol": "other"})\nB[0] = A[0]', flags="(s_tir=True)", name="main")),
    ("relax.wf5", "symbol-from-nowhere", function("n = T.int64()\ns: R.Shape(ndim=1) = R.shape([n])\nreturn s", "", "R.Shape(ndim=1)")),
    ("relax.wf7", "dataflow-variable-outside", function("with R.dataflow():\n    y = R.add(x, x)\n    R.output()\nreturn y")),
    ("relax.wf11", "contradicting-annotation", function(f"y: {F3} = R.add(x, x)\nreturn y", result=F3)),
    ("relax.wf11", "contradicting-dtype", function('y: R.Tensor((2,), dtype="int32") = R.add(x, x)\nreturn y', result='R.Tensor((2,), dtype="int32")')),
    ("relax.wf13", "impure-call-in-dataflow", function("with R.dataflow():\n    " + PACKED + "\n    R.output(y)\nreturn y", flags="(pure=False)")),
    ("relax.wf13", "print-in-dataflow", function('with R.dataflow():\n    _ = R.print(x, format="{}")\n    y = R.exp(x)\n    R.output(y)\nreturn y', flags="(pure=False)")),
    ("relax.wf14", "impure-call-in-a-pure-function", function(PACKED + "\nreturn y")),
    ("relax.wf15", "forced-pure-and-impure", function('R.func_attr({"relax.force_pure": True})\n' + PACKED + "\nreturn y", flags="(pure=False)")),
    ("relax.wf17", "other-shape-of-a-kernel", COPY + call("(3,)")),
    ("relax.wf17", "arguments-too-many", COPY + call(args="(x, x)")),
    ("tir.wf1", "variable-from-nowhere", kernel("n = T.int32()\nB[n] = T.float32(1)")),
    ("tir.wf7", "condition-that-is-a-number", kernel("if n:\n    B[0] = T.float32(1)", 'B: T.Buffer((2,), "float32"), n: T.int32')),
    ("tir.wf8", "loop-variable-in-a-block", block("A[i]", "A[i]")),
    ("tir.wf9", "undeclared-read", block("", "A[v]")),
    ("tir.wf10", "index-that-is-no-integer", kernel("B[T.float32(0)] = T.float32(1)")),
]


def wellformed() -> Iterator[Case]:
    for good, rows in ((True, GOOD), (False, BAD)):
        for rule, name, text in rows:
            yield {"id": f"wellformed-{rule}-{name}", "test": rule, "label": WELL_FORMED, "module": HEAD + text, "well_formed": good}


# ---- texts: what older and newer TVM wrote, and how 0.26 writes it
NEW = """# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + A[vi]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.twice, (x,), out_ty=R.Tensor((4,), dtype="float32"))
        return gv"""
OLD = (NEW.replace("tirx as T", "tir as T").replace("T.sblock", "T.block").replace("tirx.noalias", "tir.noalias")
       .replace("out_ty=", "out_sinfo=").replace("# from tvm.tirx.layout import Axis\n", "").replace(", s_tir=True", ""))
SHAPES = """# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32")) -> R.Tensor(("n * m",), dtype="float32"):
        n = T.int64()
        m = T.int64()
        gv: R.Tensor((n * m,), dtype="float32") = R.reshape(x, R.shape([n * m]))
        return gv"""
PAIRS = {"kernel-of-0.17": (OLD, NEW), "kernel-of-0.26": (NEW, NEW), "symbolic": (SHAPES.replace("# from tvm.script import relax", "# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n# from tvm.script import relax"),) * 2}


def printed() -> Iterator[Case]:
    """The pairs, and every result of a pass in the golden texts, which stand in the form of 0.26."""
    for name, (text, again) in PAIRS.items():
        yield {"id": f"print-{name}", "test": "text", "label": TEXT, "module": text, "reprinted": again}
    for one in golden.cases():
        other = f"{one['pass']}/{one['id'].removeprefix('pass-').removeprefix(one['pass'] + '-')}" in golden.OTHER_TEXT
        if not other and one.get("after", "").startswith("# from"):
            text = one["after"].rstrip("\n")
            yield {"id": one["id"].replace("pass-", "print-"), "test": one["pass"], "label": TEXT, "module": text, "reprinted": text}
