#include "oracles/core/json_scalar.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

nlohmann::json Json(const char* text) { return nlohmann::json::parse(text, nullptr, false); }

TEST(JsonScalar, WhatTheDtypeHoldsIsRead) {
  struct {
    const char *dtype, *json, *value;
  } const rows[] = {
      {"int32", "-2147483648", "-2147483648"},
      {"int32", "2147483647", "2147483647"},
      {"int32", "3.0", "3"},
      {"int8", "-128", "-128"},
      {"int4", "-8", "-8"},
      {"uint8", "255", "255"},
      {"uint64", "18446744073709551615", "18446744073709551615"},
      {"int64", "-9223372036854775808", "-9223372036854775808"},
      {"bool", "true", "True"},
      {"bool", "false", "False"},
      {"bool", "1", "True"},
      {"bool", "0", "False"},
      {"float16", "65504", "65504"},
      {"float16", "65519", "65504"},
      {"float16", "0.1", "0.099975586"},
      {"float16", "1e-30", "0"},
      {"float16", "\"-inf\"", "-inf"},
      {"float16", "\"nan\"", "nan"},
      {"float32", "16777217", "16777216"},
      {"float8_e4m3fn", "448", "448"},
      {"float8_e4m3fn", "\"nan\"", "nan"},
      {"float4_e2m1fn", "6.9", "6"},
      {"float4_e2m1fn", "-6", "-6"},
      {"float6_e2m3fn", "-7.5", "-7.5"},
      {"float8_e8m0fnu", "1", "1"},
  };
  for (const auto& row : rows) {
    Result<Scalar> read = ScalarOfJson(Json(row.json), *ParseDType(row.dtype));
    ASSERT_TRUE(read.ok()) << row.dtype << " " << row.json << ": " << read.error().message;
    EXPECT_EQ(read->dtype, *ParseDType(row.dtype));
    EXPECT_EQ(ToText(*read), row.value) << row.dtype << " " << row.json;
  }
}

TEST(JsonScalar, WhatItCannotHoldIsRefusedWithItsRange) {
  const std::string int32 = "int32 (-2147483648 to 2147483647)", uint8 = "uint8 (0 to 255)",
                    boolean = "bool (true, false, 0 or 1)",
                    int64 = "int64 (-9223372036854775808 to 9223372036854775807)",
                    float16 = "float16 (-65504 to 65504)";
  const std::string words = "float16 (-65504 to 65504, \"nan\", \"inf\", \"-inf\")";
  struct {
    const char* dtype;
    std::string json, expected, got;
  } const rows[] = {
      {"int32", "-2147483649", int32, "-2147483649"},
      {"int32", "3.5", int32, "3.5"},
      {"int32", "5000000000", int32, "5000000000"},
      {"int32", "\"nan\"", int32, "\"nan\""},
      {"int32", "true", int32, "true"},
      {"int32", "null", int32, "null"},
      {"int32", "{}", int32, "{}"},
      {"int4", "8", "int4 (-8 to 7)", "8"},
      {"uint8", "300", uint8, "300"},
      {"uint8", "-1", uint8, "-1"},
      {"uint8", "true", uint8, "true"},
      {"bool", "2", boolean, "2"},
      {"bool", "0.5", boolean, "0.5"},
      {"bool", "-1", boolean, "-1"},
      {"int64", "3.7", int64, "3.7"},
      {"int64", "9223372036854775808", int64, "9223372036854775808"},
      {"int64", "99999999999999999999", int64, "1e+20"},
      {"uint64", "-1", "uint64 (0 to 18446744073709551615)", "-1"},
      {"float16", "1e30", float16, "1e+30"},
      {"float16", "65520", float16, "65520"},
      {"float16", "-1e30", float16, "-1e+30"},
      {"float16", "true", words, "true"},
      {"float16", "\"big\"", words, "\"big\""},
      {"float32", "1e39", "float32 (-3.4028235e+38 to 3.4028235e+38)", "1e+39"},
      {"float8_e4m3fn", "1000", "float8_e4m3fn (-448 to 448)", "1000"},
      {"float8_e4m3fn", "\"inf\"", "float8_e4m3fn (-448 to 448, \"nan\")", "\"inf\""},
      {"float4_e2m1fn", "7", "float4_e2m1fn (-6 to 6)", "7"},
      {"float4_e2m1fn", "-7", "float4_e2m1fn (-6 to 6)", "-7"},
      {"float4_e2m1fn", "\"nan\"", "float4_e2m1fn (-6 to 6)", "\"nan\""},
      {"float8_e8m0fnu", "-1", "float8_e8m0fnu (5.8774718e-39 to 1.7014118e+38)", "-1"},
  };
  for (const auto& row : rows) {
    Result<Scalar> read = ScalarOfJson(Json(row.json.c_str()), *ParseDType(row.dtype));
    ASSERT_FALSE(read.ok()) << row.dtype << " " << row.json;
    EXPECT_EQ(read.error().kind, DiagKind::kCorrupt);
    EXPECT_EQ(read.error().message, "expected " + row.expected + ", got " + row.got);
  }
}

}  // namespace
}  // namespace assay
