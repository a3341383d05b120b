"""Texts of values in debuggers are those that assay writes itself."""
import pytest
from assay_text import dtype_text, quoted


@pytest.mark.parametrize("code, bits, lanes, text", [
    ("assay::DTypeCode::kInt", 32, 1, "int32"), ("kUInt", 8, 4, "uint8x4"), ("kFloat", 16, 1, "float16"), ("kBFloat", 16, 2, "bfloat16x2"),
    ("kBool", 8, 1, "bool"), ("kHandle", 64, 1, "handle"), ("kVoid", 0, 0, "void"), ("kFloat8E4M3FN", 8, 1, "float8_e4m3fn"),
    ("kFloat8E4M3B11FNUZ", 8, 1, "float8_e4m3b11fnuz"), ("kFloat8E8M0FNU", 8, 1, "float8_e8m0fnu"), ("kFloat6E2M3FN", 6, 1, "float6_e2m3fn"),
    ("kFloat4E2M1FN", 4, 1, "float4_e2m1fn"), ("kFloat", 32, -4, "float32xvscalex4"),
])
def test_dtypes(code: str, bits: int, lanes: int, text: str) -> None:
    assert dtype_text(code, bits, lanes) == text


def test_names() -> None:
    assert quoted(b"x_1") == '"x_1"'
    assert quoted(b"") == '""'
