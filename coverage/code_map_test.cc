#include "coverage/code_map.h"

#include <dlfcn.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "coverage/disassemble.h"
#include "ir/support/file.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

std::string LibraryOf(const void* function) {
  Dl_info info;
  return dladdr(function, &info) == 0 ? "" : info.dli_fname;
}

#ifdef __x86_64__

TEST(Disassembler, BlocksBeginBehindJumpsAndWhereTheyLead) {
  Disassembler disassembler;
  ASSERT_TRUE(disassembler.Ready());
  // test edi,edi; je +2; jmp -4 (to the je); lea rax,[rip+0x10]; ret; nop
  const uint8_t code[] = {0x85, 0xff, 0x74, 0x02, 0xeb, 0xfc, 0x48, 0x8d, 0x05, 0x10, 0x00, 0x00, 0x00, 0xc3, 0x90};
  Disassembler::Result result = disassembler.Read(code, 0x1000);
  EXPECT_EQ(result.blocks, (std::vector<uint64_t>{0x1000, 0x1002, 0x1004, 0x1006, 0x100e}));
  EXPECT_EQ(result.named, std::vector<uint64_t>{0x100d + 0x10});
}

TEST(Disassembler, NothingIsReadBehindWhatIsNoInstruction) {
  Disassembler disassembler;
  ASSERT_TRUE(disassembler.Ready());
  // jmp +1 (into what follows); an opcode that 64-bit code has not; ret
  const uint8_t code[] = {0xeb, 0x01, 0x06, 0xc3};
  EXPECT_EQ(disassembler.Read(code, 0).blocks, std::vector<uint64_t>{0});
}

TEST(ReadCode, BlocksOfALibraryAreWithinItsFunctions) {
  std::string library = LibraryOf(reinterpret_cast<const void*>(&adler32));
  Result<CodeMap> code = ReadCode(library);
  ASSERT_TRUE(code.ok()) << code.error().message;
  EXPECT_GT(code->functions.size(), 50u);
  EXPECT_GT(code->blocks.size(), 5 * code->functions.size());
  EXPECT_TRUE(std::ranges::is_sorted(code->blocks));
  EXPECT_EQ(std::ranges::adjacent_find(code->blocks), code->blocks.end());
  // No path of a source file stands in it.
  EXPECT_EQ(code->files, std::vector<std::string>{""});
  void* base = nullptr;
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&adler32), &info) != 0) base = info.dli_fbase;
  auto offset = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(&adler32) - reinterpret_cast<uintptr_t>(base));
  EXPECT_TRUE(std::ranges::binary_search(code->functions, offset, {}, &CodeFunction::begin));
}

TEST(CodeText, IsReadBackAndNothingElseIs) {
  Result<CodeMap> code = ReadCode(LibraryOf(reinterpret_cast<const void*>(&adler32)));
  ASSERT_TRUE(code.ok());
  code->build_id = "1234";
  code->files.emplace_back("relax/transform/fuse_ops.cc");
  std::string text = CodeText(*code);
  Result<CodeMap> again = CodeFromText(text);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(CodeText(*again), text);
  EXPECT_EQ(again->files, code->files);
  for (size_t at = 0; at < text.size(); at += 1 + text.size() / 200) {
    std::string broken = text;
    broken[at] ^= 1;
    EXPECT_FALSE(CodeFromText(broken).ok()) << at;
    EXPECT_FALSE(CodeFromText(text.substr(0, at)).ok()) << at;
  }
  EXPECT_FALSE(CodeFromText(text + "x").ok());
}

TEST(CodeOf, IsKeptAndMadeAgainWhereItIsBroken) {
  TempFolder folder;
  std::string library = LibraryOf(reinterpret_cast<const void*>(&adler32));
  Result<CodeMap> code = CodeOf(library, folder.path() + "/a/b");
  ASSERT_TRUE(code.ok());
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder.path() + "/a/b")) files.push_back(file.path());
  ASSERT_EQ(files.size(), 1u);
  std::string text = CodeText(*code);
  EXPECT_EQ(*ReadFile(files[0]), text);
  ASSERT_TRUE(WriteFile(files[0], text.substr(0, 100)).ok());
  EXPECT_EQ(CodeText(*CodeOf(library, folder.path() + "/a/b")), text);
  EXPECT_EQ(*ReadFile(files[0]), text);
}

#endif

TEST(ReadCode, SaysWhatItCannotRead) {
  TempFolder folder;
  std::string text = folder.path() + "/text.so";
  ASSERT_TRUE(WriteFile(text, "no library").ok());
  EXPECT_NE(ReadCode(text).error().message.find("text.so: this is no ELF library"), std::string::npos);
  EXPECT_NE(ReadCode(folder.path() + "/none.so").error().message.find("No such file"), std::string::npos);
  EXPECT_NE(CodeOf(folder.path() + "/none.so", "").error().message.find("none.so"), std::string::npos);
}

}  // namespace
}  // namespace assay
