// DType: what an element is, as DLPack says it: a code, a width in bits, and lanes. Tested by dtype_test.cc.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

// Codes as DLPack's DLDataTypeCode; kVoid stands for "no dtype given" (R.Tensor with unknown dtype).
enum class DTypeCode : uint8_t {
  kVoid = 255,
  kInt = 0,
  kUInt = 1,
  kFloat = 2,
  kHandle = 3,
  kBFloat = 4,
  kBool = 6,
  kFloat8E3M4 = 7,
  kFloat8E4M3 = 8,
  kFloat8E4M3B11FNUZ = 9,
  kFloat8E4M3FN = 10,
  kFloat8E4M3FNUZ = 11,
  kFloat8E5M2 = 12,
  kFloat8E5M2FNUZ = 13,
  kFloat8E8M0FNU = 14,
  kFloat6E2M3FN = 15,
  kFloat6E3M2FN = 16,
  kFloat4E2M1FN = 17,
};

struct DType {
  DTypeCode code = DTypeCode::kVoid;
  uint8_t bits = 0;
  // Vector length; negative for scalable vectors (vscale factor), 0 only for void.
  int16_t lanes = 0;

  static constexpr DType Int(uint8_t bits, int16_t lanes = 1) { return {DTypeCode::kInt, bits, lanes}; }
  static constexpr DType UInt(uint8_t bits, int16_t lanes = 1) { return {DTypeCode::kUInt, bits, lanes}; }
  static constexpr DType Float(uint8_t bits, int16_t lanes = 1) { return {DTypeCode::kFloat, bits, lanes}; }
  static constexpr DType BFloat16(int16_t lanes = 1) { return {DTypeCode::kBFloat, 16, lanes}; }
  static constexpr DType Bool(int16_t lanes = 1) { return {DTypeCode::kBool, 8, lanes}; }
  static constexpr DType Handle() { return {DTypeCode::kHandle, 64, 1}; }
  static constexpr DType Void() { return {}; }

  constexpr bool operator==(const DType&) const = default;
  constexpr bool IsVoid() const { return code == DTypeCode::kVoid; }
  constexpr bool IsBool() const { return code == DTypeCode::kBool; }
  constexpr bool IsInt() const { return code == DTypeCode::kInt; }
  constexpr bool IsUInt() const { return code == DTypeCode::kUInt; }
  constexpr bool IsHandle() const { return code == DTypeCode::kHandle; }
  // Signed or unsigned integer, not bool.
  constexpr bool IsInteger() const { return IsInt() || IsUInt(); }
  // Every floating-point format, also bfloat16 and the 8-, 6- and 4-bit ones.
  constexpr bool IsFloating() const {
    return code == DTypeCode::kFloat || code == DTypeCode::kBFloat ||
           (code >= DTypeCode::kFloat8E3M4 && code <= DTypeCode::kFloat4E2M1FN);
  }
  constexpr bool IsScalar() const { return lanes == 1; }
  constexpr DType WithLanes(int16_t count) const { return {code, bits, count}; }
  constexpr DType Scalar() const { return WithLanes(IsVoid() ? 0 : 1); }
  // Bytes that one scalar element takes in a Tensor: sub-byte types take one byte each.
  constexpr int ElementBytes() const { return (bits + 7) / 8; }
};

// "float32", "int64x4", "bool", "bfloat16", "float8_e4m3fn", "handle"; "void" for no dtype.
std::string DTypeName(DType dtype);
// For messages of tests (gtest).
void PrintTo(DType dtype, std::ostream* out);
// Reads TVM's spellings; nothing when it is none.
std::optional<DType> ParseDType(std::string_view name);

}  // namespace assay
