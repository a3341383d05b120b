#include "oracles/conform/read_suite.h"

#include <lzma.h>

#include <fstream>

#include <gtest/gtest.h>

#include "ir/support/temp_folder.h"

namespace assay {
namespace {

class ReadSuiteTest : public testing::Test {
 protected:
  std::string Put(const std::string& name, const std::string& bytes) {
    std::string path = folder_.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  static std::string Compressed(const std::string& text) {
    std::string out(text.size() + 1024, '\0');
    size_t used = 0;
    EXPECT_EQ(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const uint8_t*>(text.data()),
                                      text.size(), reinterpret_cast<uint8_t*>(out.data()), &used, out.size()),
              LZMA_OK);
    return out.substr(0, used);
  }
  TempFolder folder_;
};

const std::string kTwo = "{\"id\": \"a\"}\n\n{\"id\": \"b\", \"x\": 1}\n";

TEST_F(ReadSuiteTest, ReadsPlainAndCompressedAlike) {
  auto plain = ReadSuite(Put("print.jsonl", kTwo)), packed = ReadSuite(Put("print.jsonl.xz", Compressed(kTwo)));
  ASSERT_TRUE(plain.ok());
  ASSERT_TRUE(packed.ok());
  EXPECT_EQ(plain->size(), 2u);
  EXPECT_EQ(*plain, *packed);
}

TEST_F(ReadSuiteTest, AFileOfSeveralStreamsIsOneText) {
  auto packed = ReadSuite(Put("print.jsonl.xz", Compressed(kTwo) + Compressed("{\"id\": \"c\"}\n{\"id\": \"d\"}\n")));
  ASSERT_TRUE(packed.ok());
  EXPECT_EQ(packed->size(), 4u);
}

TEST_F(ReadSuiteTest, BrokenFilesAreToldByKind) {
  std::string packed = Compressed(kTwo);
  EXPECT_EQ(ReadSuite(Put("a.jsonl.xz", packed.substr(0, packed.size() / 2))).error().kind, DiagKind::kCorrupt);
  packed[packed.size() / 2] ^= 0x55;
  EXPECT_EQ(ReadSuite(Put("b.jsonl.xz", packed)).error().kind, DiagKind::kCorrupt);
  EXPECT_EQ(ReadSuite(Put("c.jsonl.xz", "plain text")).error().kind, DiagKind::kCorrupt);
  EXPECT_EQ(ReadSuite(folder_.path() + "/missing.jsonl").error().kind, DiagKind::kIo);
}

TEST_F(ReadSuiteTest, ABadLineIsNamed) {
  EXPECT_NE(ReadSuite(Put("a.jsonl", "{\"id\": \"a\"}\n{\"id\"")).error().message.find("line 2"), std::string::npos);
  EXPECT_NE(ReadSuite(Put("b.jsonl", "{\"id\": 7}\n")).error().message.find("line 1"), std::string::npos);
}

TEST_F(ReadSuiteTest, AnIdStandsOnce) {
  auto twice = ReadSuite(Put("a.jsonl", "{\"id\": \"a\"}\n\n{\"id\": \"b\"}\n{\"id\": \"a\"}\n"));
  ASSERT_FALSE(twice.ok());
  EXPECT_NE(twice.error().message.find("lines 1 and 4 have the same \"id\" \"a\""), std::string::npos);
}

TEST_F(ReadSuiteTest, ALineNestsNoDeeperThanItIsReadSafely) {
  auto deep = ReadSuite(Put("a.jsonl", "{\"id\": \"a\"}\n" + std::string(200000, '[')));
  ASSERT_FALSE(deep.ok());
  EXPECT_NE(deep.error().message.find("line 2 is nested deeper than 500"), std::string::npos);
}

TEST_F(ReadSuiteTest, BareFloatsBecomeStrings) {
  auto read = ReadSuite(Put("run.jsonl", "{\"id\": \"NaN \\\" NaN\", \"data\": [NaN, -Infinity, 1.5, Infinity]}\n"));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ((*read)[0]["id"], "NaN \" NaN");
  EXPECT_EQ((*read)[0]["data"], (nlohmann::json{"NaN", "-Infinity", 1.5, "Infinity"}));
}

TEST_F(ReadSuiteTest, AFolderIsItsSuites) {
  Put("run.jsonl", kTwo);
  Put("infer.jsonl.xz", Compressed(kTwo));
  Put("README.md", "words");
  auto files = SuiteFiles(folder_.path());
  ASSERT_TRUE(files.ok());
  EXPECT_EQ(*files, (std::vector<std::string>{folder_.path() + "/infer.jsonl.xz", folder_.path() + "/run.jsonl"}));
  EXPECT_FALSE(SuiteFiles(folder_.path() + "/none").ok());
  EXPECT_EQ(SuiteStem(folder_.path() + "/infer.jsonl.xz"), "infer");
}

}  // namespace
}  // namespace assay
