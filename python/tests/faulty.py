"""Passes of TVM that break one promise each."""
from __future__ import annotations

from typing import Any

import tvm
from tvm import relax
from tvm.relax.expr_functor import PyExprMutator, mutator


@mutator
class AddToSubtract(PyExprMutator):
    def visit_call_(self, call: Any) -> Any:
        call = self.visit_expr_post_order(call)
        if isinstance(call.op, tvm.ir.Op) and call.op.name == "relax.add":
            return relax.op.subtract(*call.args)
        return call


def rewritten(module: Any) -> Any:
    made = AddToSubtract(module)
    for var, func in list(module.functions_items()):
        if isinstance(func, relax.Function):
            made.builder_.update_func(var, made.visit_expr(func))
    return made.builder_.get()


@tvm.transform.module_pass(opt_level=0, name="AddIsSubtract")
def changes_results(module: Any, context: Any) -> Any:
    return rewritten(module)


@tvm.transform.module_pass(opt_level=0, name="WritesIntoItsInput")
def changes_its_input(module: Any, context: Any) -> Any:
    (main,) = [var for var in module.get_global_vars() if var.name_hint == "main"]
    module.update_func(main, module[main].with_attr("touched", 1))
    return module


@tvm.transform.module_pass(opt_level=0, name="EmptyFunction")
def breaks_well_formedness(module: Any, context: Any) -> Any:
    """The result of the function is defined nowhere."""
    (main,) = [var for var in module.get_global_vars() if var.name_hint == "main"]
    func = module[main]
    nowhere = relax.Var("nowhere", func.ret_ty if hasattr(func, "ret_ty") else func.ret_struct_info)
    body = relax.SeqExpr(func.body.blocks, nowhere)
    return tvm.IRModule({main: func.with_fields(body=body) if hasattr(func, "with_fields") else with_body(func, body)})


def with_body(func: Any, body: Any) -> Any:
    kind = func.ret_ty if hasattr(func, "ret_ty") else func.ret_struct_info
    return relax.Function(func.params, body, kind, func.is_pure, func.attrs)


@tvm.transform.module_pass(opt_level=0, name="CanonicalizeBindings")
def drops_an_attribute(module: Any, context: Any) -> Any:
    """Bears the name of a pass that keeps attributes."""
    (main,) = [var for var in module.get_global_vars() if var.name_hint == "main"]
    return tvm.IRModule({main: module[main].without_attr("kept")}, attrs=module.attrs)


@tvm.transform.module_pass(opt_level=0, name="DeadCodeElimination")
def counts_its_applications(module: Any, context: Any) -> Any:
    """Bears the name of a pass that is idempotent."""
    (main,) = [var for var in module.get_global_vars() if var.name_hint == "main"]
    func = module[main]
    count = int(func.attrs["count"]) if func.attrs and "count" in func.attrs else 0
    return tvm.IRModule({main: func.with_attr("count", count + 1)}, attrs=module.attrs)


@tvm.transform.module_pass(opt_level=0, name="Fine")
def fine(module: Any, context: Any) -> Any:
    return module


@tvm.transform.module_pass(opt_level=0, name="Raises")
def raises(module: Any, context: Any) -> Any:
    raise ValueError("by itself")


BREAKS = {"pass_preserves_results": changes_results, "input_unchanged": changes_its_input, "well_formed_after_pass": breaks_well_formedness,
          "frame_kept": drops_an_attribute, "idempotent": counts_its_applications}
