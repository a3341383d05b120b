"""assay: conformance and differential testing of Relax and TIR, the IRs of Apache TVM.

>>> import tvm_assay as ta
>>> module = ta.generate(seed=1, ops=["matmul", "add"], profile="relax")
>>> ta.check(module)
[]
>>> ta.equivalent(module, ta.apply(module, "LegalizeOps"))

``pytest --assay`` and ``tvm_assay.contracts()`` judge the passes of a real TVM that run inside of tests.
"""
from tvm_assay._api import (
    Applied,
    Difference,
    ElementDifference,
    Explanation,
    Pass,
    Reduced,
    Result,
    Tensor,
    apply,
    check,
    equivalent,
    explain,
    generate,
    parse,
    passes,
    reduce,
    run,
    tables,
)
from tvm_assay._contracts import ContractError, contracts
from tvm_assay._errors import ArgumentError, AssayError, BudgetError, IllFormedError, ParseError, Problem, TrapError, UnsupportedError
from tvm_assay._module import Function, Module, Parameter
from tvm_assay._version import __version__
from tvm_assay._watch import Broken

__all__ = [
    "Applied",
    "ArgumentError",
    "AssayError",
    "Broken",
    "BudgetError",
    "ContractError",
    "Difference",
    "ElementDifference",
    "Explanation",
    "Function",
    "IllFormedError",
    "Module",
    "Parameter",
    "ParseError",
    "Pass",
    "Problem",
    "Reduced",
    "Result",
    "Tensor",
    "TrapError",
    "UnsupportedError",
    "__version__",
    "apply",
    "check",
    "contracts",
    "equivalent",
    "explain",
    "generate",
    "parse",
    "passes",
    "reduce",
    "run",
    "tables",
]
