// Names of dtypes both ways.
#include "ir/tensor/dtype.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(DTypeTest, NamesReadBack) {
  for (std::string_view name : {"int1",
                                "int4",
                                "int8",
                                "int32",
                                "int64",
                                "uint8",
                                "uint64x4",
                                "float16",
                                "float32",
                                "float64x8",
                                "bfloat16",
                                "bool",
                                "boolx4",
                                "handle",
                                "float8_e4m3fn",
                                "float8_e4m3fnuz",
                                "float8_e4m3",
                                "float8_e3m4",
                                "float8_e5m2",
                                "float8_e5m2fnuz",
                                "float8_e4m3b11fnuz",
                                "float8_e8m0fnu",
                                "float6_e2m3fn",
                                "float6_e3m2fn",
                                "float4_e2m1fnx2",
                                "float32xvscalex4",
                                "void"}) {
    std::optional<DType> dtype = ParseDType(name);
    ASSERT_TRUE(dtype.has_value()) << name;
    EXPECT_EQ(DTypeName(*dtype), name);
  }
}

TEST(DTypeTest, DefaultWidthIs32) {
  EXPECT_EQ(ParseDType("int"), DType::Int(32));
  EXPECT_EQ(ParseDType("floatx4"), DType::Float(32, 4));
}

TEST(DTypeTest, RefusesWhatIsNone) {
  for (std::string_view name : {"int0", "int65", "float8", "float33", "int32x", "int32x0", "int32y", "booleans",
                                "complex64", "int32x99999", "e4m3"}) {
    EXPECT_FALSE(ParseDType(name).has_value()) << name;
  }
}

TEST(DTypeTest, SubByteTypesTakeOneByte) {
  EXPECT_EQ(DType::Int(4).ElementBytes(), 1);
  EXPECT_EQ(DType::UInt(1).ElementBytes(), 1);
  EXPECT_EQ(DType::Float(64).ElementBytes(), 8);
  EXPECT_EQ(ParseDType("float6_e2m3fn")->ElementBytes(), 1);
}

}  // namespace
}  // namespace assay
