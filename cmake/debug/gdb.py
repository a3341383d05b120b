"""gdb: `source cmake/debug/gdb.py`. Names and dtypes print as text, node pointers with their kind, and `assay-dump EXPRESSION` shows any node or
module as TVMScript. Use a build with full debug information: cmake --preset debug."""
from __future__ import annotations

import os
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import assay_text  # noqa: E402

NODES = {"assay::Node", "assay::Expr", "assay::Stmt", "assay::Type", "assay::Attr", "assay::Binding"}


class DTypePrinter:
    def __init__(self, value: gdb.Value) -> None:
        self.value = value

    def to_string(self) -> str:
        text: str = assay_text.dtype_text(str(self.value["code"]), int(self.value["bits"]), int(self.value["lanes"]))
        return text


class NamePrinter:
    def __init__(self, value: gdb.Value) -> None:
        self.value = value

    def to_string(self) -> str:
        size = int(self.value["size_"])
        text: str = assay_text.quoted(bytes(gdb.selected_inferior().read_memory(self.value["data_"], size)) if size else b"")
        return text


class NodePointerPrinter:
    def __init__(self, value: gdb.Value) -> None:
        self.value = value

    def to_string(self) -> str:
        address = int(self.value)
        if address == 0:
            return "null"
        kind = str(self.value.dereference()["kind"]).rsplit("::", 1)[-1].removeprefix("k")
        return f"{kind} at {address:#x}"


def is_node(kind: gdb.Type) -> bool:
    kind = kind.strip_typedefs().unqualified()
    if kind.code != gdb.TYPE_CODE_STRUCT:
        return False
    return kind.name in NODES or any(field.is_base_class and is_node(field.type) for field in kind.fields())


def printer_of(value: gdb.Value) -> DTypePrinter | NamePrinter | NodePointerPrinter | None:
    kind = value.type.strip_typedefs().unqualified()
    if kind.code == gdb.TYPE_CODE_PTR:
        return NodePointerPrinter(value) if is_node(kind.target()) else None
    if kind.name == "assay::DType":
        return DTypePrinter(value)
    return NamePrinter(value) if kind.name == "assay::Name" else None


class Dump(gdb.Command):
    """assay-dump EXPRESSION: a node pointer, a node or a module as TVMScript, or by its fields where it has none."""

    def __init__(self) -> None:
        super().__init__("assay-dump", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument: str, _from_tty: bool) -> None:
        value = gdb.parse_and_eval(argument)
        kind = value.type.strip_typedefs().unqualified()
        if kind.code == gdb.TYPE_CODE_STRUCT and is_node(kind):
            argument = f"&({argument})"
        # The printer runs through code that may have breakpoints.
        paused = [point for point in gdb.breakpoints() if point.enabled]
        for point in paused:
            point.enabled = False
        try:
            gdb.execute(f"call assay::Dump({argument})")
        finally:
            for point in paused:
                point.enabled = True


gdb.pretty_printers.append(printer_of)
Dump()
