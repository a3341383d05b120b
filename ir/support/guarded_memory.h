// Memory between guard pages: its bytes end where a page begins that nobody may touch, and another one lies before
// them, so that machine code which strays faults at once. Freed mappings are kept for the next ones, up to a bound. Any
// thread may take and give back. Tested by guarded_memory_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace assay {

// Tensors and storage from here on lie in guarded memory from the beginning; smaller ones are copied there while
// machine code runs, since a mapping for each would waste most of its page.
inline constexpr size_t kLeastGuardedBytes = (size_t{256} << 10) + 1;
// What freed mappings keep at most.
inline constexpr size_t kMostKeptBytes = size_t{64} << 20;

class GuardedMemory {
 public:
  GuardedMemory() = default;
  // Holds anything but zeros. Empty when the system gives no more mappings, or too many are in use.
  static GuardedMemory Take(size_t bytes);
  GuardedMemory(GuardedMemory&& other) noexcept;
  GuardedMemory& operator=(GuardedMemory&& other) noexcept;
  ~GuardedMemory();

  explicit operator bool() const { return mapping_ != nullptr; }
  std::byte* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  // Whether an address lies in one of the guards.
  bool Strays(uintptr_t address) const;

 private:
  // The first guard.
  std::byte* mapping_ = nullptr;
  std::byte* data_ = nullptr;
  size_t bytes_ = 0;
  size_t pages_ = 0;
};

// Memory for tensors: guarded when it is large, otherwise with a byte more than asked for, so that empty ones have an
// address.
std::shared_ptr<std::byte[]> MakeTensorBytes(size_t bytes);
// The large memory whose guards the address lies in; empty when there is none.
std::span<std::byte> LargeMemoryBeside(uintptr_t address);
// Of freed mappings, for tests.
size_t KeptBytes();

}  // namespace assay
