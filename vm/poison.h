// What memory holds that a program gets and nothing has written yet: patterns that no result is likely to be, and other
// ones for each way to run a program, so that what nothing wrote is not the same twice. Interpreters that watch each
// byte stop there instead. Tested by llvm/poison_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace assay {

// Storage and tensors, where functions are bytecode or interpreted, and where they are machine code.
inline constexpr uint8_t kBytecodePoison = 0xCB;
inline constexpr uint8_t kCompiledPoison = 0x34;
// Buffers that machine code of a kernel allocates, by its level of optimisation: zeros at one, since a bool is true for
// every other pattern.
constexpr uint8_t KernelPoison(int opt_level) {
  constexpr uint8_t kPatterns[] = {0xCD, 0x32, 0x9B, 0x00};
  return kPatterns[std::clamp(opt_level, 0, 3)];
}

}  // namespace assay
