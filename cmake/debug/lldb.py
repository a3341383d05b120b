"""lldb: `command script import cmake/debug/lldb.py`. Names and dtypes print as text, node pointers with their kind, and `assay-dump EXPRESSION`
shows any node or module as TVMScript. Use a build with full debug information: cmake --preset debug."""
from __future__ import annotations

import os
import sys

import lldb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import assay_text  # noqa: E402


def dtype_summary(value: lldb.SBValue, _internal: dict[str, object]) -> str:
    field = value.GetNonSyntheticValue().GetChildMemberWithName
    text: str = assay_text.dtype_text(field("code").GetValue() or "?", field("bits").GetValueAsUnsigned(), field("lanes").GetValueAsSigned())
    return text


def name_summary(value: lldb.SBValue, _internal: dict[str, object]) -> str:
    field = value.GetNonSyntheticValue().GetChildMemberWithName
    size = field("size_").GetValueAsUnsigned()
    if size == 0:
        return str(assay_text.quoted(b""))
    error = lldb.SBError()
    data = value.GetProcess().ReadMemory(field("data_").GetValueAsUnsigned(), size, error)
    return str(assay_text.quoted(data)) if error.Success() else f"<{error.GetCString()}>"


def kind_of(value: lldb.SBValue) -> str | None:
    """The kind of a node, which its first base among bases holds."""
    kind = value.GetChildMemberWithName("kind")
    if kind.IsValid():
        return str(kind.GetValue())
    return next((found for found in map(kind_of, value) if found), None) if value.GetType().GetNumberOfDirectBaseClasses() else None


def node_summary(value: lldb.SBValue, _internal: dict[str, object]) -> str:
    value = value.GetNonSyntheticValue()
    if value.GetType().IsPointerType():
        if value.GetValueAsUnsigned() == 0:
            return "null"
        value = value.Dereference()
    kind = kind_of(value)
    return kind.rsplit("::", 1)[-1].removeprefix("k") if kind else ""


def dump(debugger: lldb.SBDebugger, command: str, context: lldb.SBExecutionContext, result: lldb.SBCommandReturnObject, _internal: dict[str, object]) -> None:
    """assay-dump EXPRESSION: a node pointer, a node or a module as TVMScript, or by its fields where it has none."""
    frame = context.GetFrame()
    value = frame.EvaluateExpression(command)
    if not value.GetError().Success():
        result.SetError(value.GetError().GetCString())
        return
    pointer = value.GetType().IsPointerType()
    module = value.GetType().GetUnqualifiedType().GetName().endswith("Module")
    debugger.HandleCommand(f"expression --ignore-breakpoints true -- assay::Dump({command if pointer or module else f'&({command})'})")


def __lldb_init_module(debugger: lldb.SBDebugger, _internal: dict[str, object]) -> None:
    for kind, function in (("assay::DType", "dtype_summary"), ("assay::Name", "name_summary")):
        debugger.HandleCommand(f'type summary add -F {__name__}.{function} "{kind}"')
    debugger.HandleCommand(f"type summary add -F {__name__}.node_summary -x '^(const )?assay::[A-Z][A-Za-z]+( const)? \\*$'")
    debugger.HandleCommand(f"command script add -f {__name__}.dump assay-dump")
