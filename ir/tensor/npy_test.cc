// Round trips, a file as NumPy wrote it, column-major order, and corrupt input of every length.
#include "ir/tensor/npy.h"

#include <gtest/gtest.h>

#include <zlib.h>
#include <optional>

#include "ir/tensor/compare.h"

namespace assay {
namespace {

Tensor Sample(DType dtype) {
  Tensor tensor(dtype, {2, 3});
  for (int64_t i = 0; i < 6; ++i) tensor.Set(i, Scalar::Int(dtype, i % 2));
  return tensor;
}

// A file's beginning: magic, version 1.0, the dictionary and its length.
std::string WithHeader(const std::string& dict) {
  std::string bytes("\x93NUMPY\1\0", 8);
  bytes += static_cast<char>(dict.size());
  bytes += '\0';
  return bytes + dict;
}

TEST(NpyTest, RoundTripOfEveryNumpyType) {
  for (const char* name : {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
                           "bfloat16", "float32", "float64"}) {
    Tensor tensor = Sample(*ParseDType(name));
    Result<Tensor> back = ReadNpy(WriteNpy(tensor));
    ASSERT_TRUE(back.ok()) << name;
    EXPECT_FALSE(Compare(*back, tensor, ErrorBound::Bits()).has_value()) << name;
  }
}

// As NumPy writes 8-bit floats of ml_dtypes: np.lib.format.dtype_to_descr of float8_e5m2 and of float8_e4m3fn.
TEST(NpyTest, FloatsThatNumpyDoesNotKnowAreReadAsTheirBytes) {
  for (const char* descr : {"<f1", "|f1", "<V1", "|V1"}) {
    std::string bytes =
        WithHeader("{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (2,), }\n") + "\x3c\x40";
    Result<Tensor> tensor = ReadNpy(bytes);
    ASSERT_TRUE(tensor.ok()) << descr;
    Result<Tensor> typed = WithDType(*tensor, *ParseDType("float8_e5m2"));
    ASSERT_TRUE(typed.ok()) << descr;
    EXPECT_EQ(typed->At(0).AsDouble(), 1) << descr;
    EXPECT_EQ(typed->At(1).AsDouble(), 2) << descr;
  }
}

TEST(NpyTest, OtherDTypesAreRefusedWithWhatTheyAreAndARemedy) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"'>f4'",
       "'>f4': expected booleans, integers or floats in little-endian order, got big-endian; save "
       "array.astype('<f4')"},
      {"'>u2'", "got big-endian; save array.astype('<u2')"},
      {"'>c8'", "got complex numbers; save array.astype('<f4')"},
      {"'|O'",
       "'|O': expected booleans, integers or floats in little-endian order, got Python objects; save "
       "array.astype('<f4')"},
      {"'<c16'", "got complex numbers; save array.astype('<f4')"},
      {"'|S3'", "got text; save array.astype('<f4')"},
      {"'<m8[s]'", "got times; save array.astype('<f4')"},
      {"''", "'': expected booleans"},
      {"[('a', '<f4')]", "got a structured dtype; save each field"},
  };
  for (const auto& [descr, said] : rows) {
    Result<Tensor> tensor =
        ReadNpy(WithHeader("{'descr': " + descr + ", 'fortran_order': False, 'shape': (0,), }\n") + "01234567");
    ASSERT_FALSE(tensor.ok()) << descr;
    EXPECT_EQ(tensor.error().kind, DiagKind::kUnsupported) << descr;
    EXPECT_NE(tensor.error().message.find(said), std::string::npos) << descr << ": " << tensor.error().message;
  }
}

TEST(NpyTest, AnArchiveSaysWhichArray) {
  Tensor tensor = Sample(DType::Float(32));
  std::string archive = WriteNpz(std::vector<NamedTensor>{{"fine", Sample(DType::Int(32))}, {"weight", tensor}});
  size_t at = archive.find("<f4");
  ASSERT_NE(at, std::string::npos);
  archive[at] = '>';
  Result<std::vector<NamedTensor>> read = ReadNpz(archive);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message, "array 'weight': a member's checksum is wrong");
}

TEST(NpyTest, ColumnMajorIsTransposed) {
  std::string dict = "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 2), }\n";
  std::string bytes = WithHeader(dict);
  for (char element : {1, 2, 3, 4}) bytes += std::string{element, 0, 0, 0};
  Result<Tensor> tensor = ReadNpy(bytes);
  ASSERT_TRUE(tensor.ok());
  EXPECT_EQ(tensor->At(1).i, 3);
  EXPECT_EQ(tensor->At(2).i, 2);
}

TEST(NpyTest, CutOffFilesAreCorrupt) {
  std::string whole = WriteNpy(Sample(DType::Float(32)));
  for (size_t length = 0; length < whole.size(); ++length) {
    Result<Tensor> tensor = ReadNpy(whole.substr(0, length));
    ASSERT_FALSE(tensor.ok()) << length;
    EXPECT_EQ(tensor.error().kind, DiagKind::kCorrupt);
  }
}

TEST(NpyTest, HugeShapesAreRefusedBeforeAllocation) {
  std::string dict = "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999, 99999999), }\n";
  Result<Tensor> tensor = ReadNpy(WithHeader(dict));
  ASSERT_FALSE(tensor.ok());
  EXPECT_EQ(tensor.error().kind, DiagKind::kTooLarge);
}

// Extents whose product no int64 holds, but for the last.
TEST(NpyTest, HugeExtentsOfNothingAreEmpty) {
  std::string dict = "{'descr': '<i4', 'fortran_order': True, 'shape': (5555555555555555, 11111111111, 0), }\n";
  Result<Tensor> tensor = ReadNpy(WithHeader(dict));
  ASSERT_TRUE(tensor.ok()) << tensor.error().message;
  EXPECT_EQ(tensor->size(), 0);
  EXPECT_EQ(TensorView(*tensor).ElementCount(), 0);
  Result<Tensor> back = ReadNpy(WriteNpy(*tensor));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->shape(), tensor->shape());
}

TEST(NpzTest, RoundTripKeepsNamesAndOrder) {
  std::vector<NamedTensor> tensors = {{"b", Sample(DType::Int(64))}, {"a", Sample(DType::Float(32))}};
  Result<std::vector<NamedTensor>> back = ReadNpz(WriteNpz(tensors));
  ASSERT_TRUE(back.ok());
  ASSERT_EQ(back->size(), 2u);
  EXPECT_EQ((*back)[0].name, "b");
  EXPECT_FALSE(Compare((*back)[1].tensor, tensors[1].tensor, ErrorBound::Bits()).has_value());
}

// A zip member "x.npy" with `method` 8 (deflate), as numpy.savez_compressed writes it.
std::string Deflated(const std::string& content) {
  std::string packed(content.size() + 100, '\0');
  z_stream stream = {};
  deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<unsigned>(content.size());
  stream.next_out = reinterpret_cast<unsigned char*>(packed.data());
  stream.avail_out = static_cast<unsigned>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

void Number(std::string& out, size_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 255);
}

// An archive of one deflated member of int32, which states this size of its content.
std::string DeflatedArchive(const Tensor& tensor, std::optional<size_t> stated = {}) {
  std::string content = WriteNpy(tensor);
  std::string packed = Deflated(content);
  std::string shared;
  for (size_t field : {20, 0, 8, 0, 33}) Number(shared, field, 2);
  Number(shared,
         crc32(0, reinterpret_cast<const unsigned char*>(content.data()), static_cast<unsigned>(content.size())), 4);
  Number(shared, packed.size(), 4);
  Number(shared, stated.value_or(content.size()), 4);
  Number(shared, 5, 2);
  std::string archive = "PK\3\4" + shared + std::string(2, '\0') + "x.npy" + packed;
  size_t start = archive.size();
  std::string directory = "PK\1\2" + std::string("\x14\0", 2) + shared + std::string(16, '\0') + "x.npy";
  archive += directory + "PK\5\6" + std::string(4, '\0') + std::string("\1\0\1\0", 4);
  Number(archive, directory.size(), 4);
  Number(archive, start, 4);
  Number(archive, 0, 2);
  return archive;
}

TEST(NpzTest, ReadsDeflatedMembers) {
  Tensor tensor = Sample(DType::Int(32));
  Result<std::vector<NamedTensor>> back = ReadNpz(DeflatedArchive(tensor));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ((*back)[0].name, "x");
  EXPECT_FALSE(Compare((*back)[0].tensor, tensor, ErrorBound::Bits()).has_value());
}

// Memory is taken only for what the bytes can hold.
TEST(NpzTest, ASizeThatNothingUnpacksToIsRefused) {
  Result<std::vector<NamedTensor>> back = ReadNpz(DeflatedArchive(Sample(DType::Int(32)), size_t{1} << 30));
  ASSERT_FALSE(back.ok());
  EXPECT_NE(back.error().message.find("a size that it cannot unpack to"), std::string::npos) << back.error().message;
}

TEST(NpzTest, AnyFlippedByteIsCorruptOrHarmless) {
  std::vector<NamedTensor> tensors = {{"a", Sample(DType::Int(8))}};
  std::string whole = WriteNpz(tensors);
  int refused = 0;
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string broken = whole;
    broken[at] = static_cast<char>(broken[at] ^ 0x41);
    if (!ReadNpz(broken).ok()) ++refused;
  }
  EXPECT_GT(refused, 100);
  for (size_t length = 0; length < whole.size(); ++length) EXPECT_FALSE(ReadNpz(whole.substr(0, length)).ok());
}

}  // namespace
}  // namespace assay
