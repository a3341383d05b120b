// SmallStack: a stack whose first values lie in the object itself, for walks, most of which are short. Tested by
// small_stack_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace assay {

template <class T, size_t kInline = 64>
class SmallStack {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SmallStack() = default;
  SmallStack(const SmallStack&) = delete;
  SmallStack& operator=(const SmallStack&) = delete;

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  T& operator[](size_t index) { return data_[index]; }
  T& back() { return data_[size_ - 1]; }
  void push_back(T value) {
    if (size_ == capacity_) Grow();
    data_[size_++] = value;
  }
  void pop_back() { --size_; }
  // Turns the values from `first` up around, so that the one pushed first is on top.
  void ReverseFrom(size_t first) { std::reverse(data_ + first, data_ + size_); }

 private:
  void Grow() {
    auto larger = std::make_unique<T[]>(2 * capacity_);
    std::copy(data_, data_ + size_, larger.get());
    heap_ = std::move(larger);
    data_ = heap_.get();
    capacity_ *= 2;
  }

  std::array<T, kInline> inline_;
  std::unique_ptr<T[]> heap_;
  T* data_ = inline_.data();
  size_t size_ = 0;
  size_t capacity_ = kInline;
};

}  // namespace assay
