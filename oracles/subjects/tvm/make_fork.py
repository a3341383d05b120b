"""A TVM with one bug of its own, to try campaigns on: an environment that has another one's packages, and one pass wrapped.

  python make_fork.py PYTHON_WITH_TVM DIR --pass LegalizeOps --bug drop-binding
  assay fuzz --subject tvm@DIR/bin/python --against tvm@PYTHON_WITH_TVM --pass LegalizeOps --time 5m

The pass does what it did, and then
  drop-binding   uses the operand of the last call of one argument in place of its result
  attribute      changes the symbol of every public function
  symbolic-size  calls that symbolic size of a function 1 whose name comes first, where no other has it
A bug shows only on modules that have what it is about.
"""
from __future__ import annotations

import argparse
import pathlib
import subprocess
import sys
import textwrap
import venv

BUGS = {
    "drop-binding": """
        @relax.expr_functor.mutator
        class Mutator(relax.PyExprMutator):
            def visit_call_(self, call):
                call = super().visit_call_(call)
                same = len(call.args) == 1 and tvm_ffi.structural_equal(type_of(call), type_of(call.args[0]))
                return call.args[0] if same else call

        def bug(module):
            mutator = Mutator(module)
            for var, func in module.functions.items():
                if isinstance(func, relax.Function):
                    mutator.builder_.update_func(var, mutator.visit_expr(func))
            return mutator.builder_.get()
    """,
    "attribute": """
        def bug(module):
            for var, func in module.functions.items():
                if isinstance(func, relax.Function) and "global_symbol" in (func.attrs or {}):
                    module = with_function(module, var, func.with_attr("global_symbol", func.attrs["global_symbol"] + "_"))
            return module
    """,
    "symbolic-size": """
        def bug(module):
            for var, func in module.functions.items():
                if not isinstance(func, relax.Function):
                    continue
                # TVM lists them in the order of their addresses; several may have one name.
                sizes = []
                for size in [*relax.analysis.free_symbolic_vars(func), *relax.analysis.defined_symbolic_vars(func)]:
                    if not any(size.same_as(other) for other in sizes):
                        sizes.append(size)
                names = sorted(size.name for size in sizes)
                lost = [size for size in sizes if size.name == names[0] and names.count(size.name) == 1]
                if lost:
                    module = with_function(module, var, func.bind_symbolic_vars({lost[0]: 1}))
            return module
    """,
}

SITE = """
import sys

def plant():
    import tvm
    import tvm_ffi
    from tvm import relax

    def type_of(expr):
        return getattr(expr, "ty", None) or expr.struct_info

    def with_function(module, var, func):
        changed = tvm.IRModule({{**dict(module.functions.items()), var: func}}, attrs=module.attrs, global_infos=module.global_infos)
        return changed
{bug}
    whole = relax.transform.{name}

    def wrapped(*args, **options):
        inner = whole(*args, **options)

        @tvm.transform.module_pass(opt_level=0, name={name!r})
        def pass_with_bug(module, context):
            return bug(inner(module))
        return pass_with_bug
    relax.transform.{name} = wrapped


import builtins
import threading
_import = builtins.__import__
_state = threading.local()
_planted = []

def importing(name, *args, **options):
    result = _import(name, *args, **options)
    if not _planted and "tvm.relax.transform" in sys.modules and not getattr(_state, "busy", False):
        ready = getattr(sys.modules.get("tvm"), "relax", None)
        if ready is not None and hasattr(ready, "transform") and hasattr(ready.transform, {name!r}) and getattr(sys.modules["tvm"], "compile", None):
            _state.busy = True
            _planted.append(True)
            plant()
            _state.busy = False
    return result

builtins.__import__ = importing
"""


def packages_of(python: str) -> str:
    code = "import tvm, pathlib; print(pathlib.Path(tvm.__file__).parents[1])"
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--pass", dest="name", required=True)
    parser.add_argument("--bug", choices=BUGS, required=True)
    options = parser.parse_args()
    venv.create(options.folder, symlinks=True)
    site = next(options.folder.glob("lib/python*/site-packages"))
    (site / "base.pth").write_text(packages_of(options.python) + "\n")
    bug = textwrap.indent(textwrap.dedent(BUGS[options.bug]), "    ")
    # Not sitecustomize, of which Debian's Python has one of its own, which comes first.
    (site / "assay_fork.py").write_text(SITE.format(name=options.name, bug=bug))
    (site / "assay_fork.pth").write_text("import assay_fork\n")
    print(options.folder / "bin/python")
    return 0


if __name__ == "__main__":
    sys.exit(main())
