// Where the blocks of a library's code begin, and of which source file they are, from the library alone: without
// symbols, debug information or a build of one's own. A function is what the unwinding tables say it is, a block begins
// at a function, behind a jump and where one leads to. Of a library that links others in (TVM's wheel has LLVM behind
// it), the part counts between the first and the last function that names a source file of the project. x86-64 ELF.
// Tested by code_map_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/support/result.h"

namespace assay {

// Where blocks stand that are not the library's.
constexpr uint32_t kOtherCode = uint32_t{1} << 31;

struct CodeFunction {
  // From where the library is loaded.
  uint32_t begin = 0;
  // Its blocks go from this one to the first of the next function.
  uint32_t first_block = 0;
  // Of `files`.
  uint32_t file = 0;
};

struct CodeMap {
  // Of the library, as the linker wrote it.
  std::string build_id;
  // Ascending, each from where the library is loaded.
  std::vector<uint32_t> blocks;
  std::vector<CodeFunction> functions;
  // Below the project's folder of sources: "relax/transform/fuse_ops.cc"; what stands between two files of one folder
  // is "relax/transform/", and "" is of nobody knows which.
  std::vector<std::string> files;

  // Of code of another kind, which whoever runs it watches. Its blocks stand behind the library's.
  void AddFunction(const std::string& file, size_t parts);
  uint32_t FirstBlockBehind(size_t function) const {
    return function + 1 < functions.size() ? functions[function + 1].first_block : static_cast<uint32_t>(blocks.size());
  }
};

// Diag kEnvironment, with the path: no file, none of its kind, another machine's, no table of functions.
Result<CodeMap> ReadCode(const std::string& library);

// The same, which is kept below `folder` by the library's path, size and time: reading takes seconds. A file that is
// not whole is made again. Empty: nowhere.
Result<CodeMap> CodeOf(const std::string& library, const std::string& folder);
// Of what another reader gives, which is kept under its name.
Result<CodeMap> KeptCode(const std::string& library, const std::string& folder, std::string_view reader,
                         Result<CodeMap> (*read)(const std::string&));
// Empty: the folder of this user's caches.
std::string CodeFolder();

std::string CodeText(const CodeMap& code);
// Diag kCorrupt names what is wrong.
Result<CodeMap> CodeFromText(std::string_view text);

}  // namespace assay
