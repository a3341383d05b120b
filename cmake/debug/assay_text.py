"""Texts of assay's small values, for both debuggers' printers. Tested by assay_text_test.py."""
import re


def dtype_text(code: str, bits: int, lanes: int) -> str:
    """As DTypeName: `code` is the enumerator's name, kInt or kFloat8E4M3FN."""
    code = code.rsplit("::", 1)[-1].removeprefix("k")
    if code == "Void":
        return "void"
    narrow = re.fullmatch(r"Float([864])E(\d)M(\d)(.*)", code)
    if code in ("Bool", "Handle"):
        text = code.lower()
    elif code == "BFloat":
        text = "bfloat16"
    elif narrow:
        text = "float{}_e{}m{}{}".format(*narrow.groups()).lower()
    else:
        text = f"{code.lower()}{bits}"
    if lanes < 0:
        return f"{text}xvscalex{-lanes}"
    return f"{text}x{lanes}" if lanes > 1 else text


def quoted(data: bytes) -> str:
    return '"' + data.decode("utf-8", "replace") + '"'
