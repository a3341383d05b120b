// Memory between guard pages: a tensor's bytes end where a page begins that nobody may touch, and another one lies before
// them, so that machine code which strays faults at once. Mappings are kept by the thread and used again. Tested by
// guards_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay {

// Larger tensors stay where they are: copying them would cost more than it shows.
inline constexpr int64_t kMaxGuardedBytes = 256 << 10;

class GuardedCopy {
 public:
  // A copy of the bytes, at most kMaxGuardedBytes of them.
  GuardedCopy(std::byte* original, int64_t bytes);
  GuardedCopy(GuardedCopy&& other) noexcept;
  ~GuardedCopy();

  const std::byte* original() const { return original_; }
  std::byte* data() const { return data_; }
  int64_t bytes() const { return bytes_; }
  void CopyBack() const;
  // How far an address in one of the guards is from the first byte; false for any other address.
  bool Strays(uintptr_t address, int64_t* distance) const;

 private:
  std::byte* original_;
  int64_t bytes_;
  size_t pages_;
  // The first guard.
  std::byte* mapping_;
  std::byte* data_;
};

}  // namespace assay
