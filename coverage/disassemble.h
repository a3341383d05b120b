// One function's code, read instruction by instruction by LLVM. Tested by code_map_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

// Why nothing can be read where Ready() is false.
inline constexpr std::string_view kNoDisassembler = "this LLVM cannot read code of x86-64";

class Disassembler {
 public:
  // Ready() is false where LLVM knows nothing of x86-64.
  Disassembler();
  Disassembler(const Disassembler&) = delete;
  Disassembler& operator=(const Disassembler&) = delete;
  ~Disassembler();
  bool Ready() const;

  struct Result {
    // Where blocks begin, ascending, `address` the first of them.
    std::vector<uint64_t> blocks;
    // What the code takes the address of, as an offset from its own place.
    std::vector<uint64_t> named;
    // Calls, ascending by where they stand, with where they lead; 0: only a run knows.
    std::vector<std::pair<uint64_t, uint64_t>> calls;
  };
  // The code of a function that stands at `address`. Behind what is no instruction nothing is read.
  Result Read(std::span<const uint8_t> code, uint64_t address) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace assay
