// An array that a process shares with all those that it makes: what several workers know of one thing. Elements begin
// as all zero bytes. Part of golden_growth_test.cc and mutation_detector_test.cc.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "ir/support/check.h"

namespace assay {

template <class T>
class SharedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit SharedArray(size_t count) : count_(count) {
    void* memory = mmap(nullptr, Bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ASSAY_CHECK(memory != MAP_FAILED, "no memory that processes share");
    at_ = static_cast<T*>(memory);
  }
  ~SharedArray() { munmap(at_, Bytes()); }
  SharedArray(const SharedArray&) = delete;
  SharedArray& operator=(const SharedArray&) = delete;

  T& operator[](size_t i) { return at_[i]; }
  T* begin() { return at_; }
  T* end() { return at_ + count_; }

 private:
  size_t Bytes() const { return std::max<size_t>(count_, 1) * sizeof(T); }

  size_t count_;
  T* at_ = nullptr;
};

}  // namespace assay
