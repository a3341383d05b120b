// Bump arena: everything in it is trivially destructible and freed at once.
// A Context owns one; a fuzz iteration makes one Context and drops it in one free. Tested by arena_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace assay {

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Makes a T from its constructor arguments, or by aggregate initialisation.
  template <class T, class... A>
  T* New(A&&... args) {
    static_assert(std::is_trivially_destructible_v<T>, "arena objects are never destroyed");
    return ::new (Allocate(sizeof(T), alignof(T))) T{std::forward<A>(args)...};
  }

  // Copies a sequence of trivially copyable values; an empty one takes no space.
  template <class T>
  std::span<const T> Copy(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (values.empty()) return {};
    T* place = static_cast<T*>(Allocate(sizeof(T) * values.size(), alignof(T)));
    std::memcpy(static_cast<void*>(place), values.data(), sizeof(T) * values.size());
    return {place, values.size()};
  }
  template <class T>
  std::span<const T> Copy(const std::vector<T>& values) {
    return Copy(std::span<const T>(values));
  }

  // Copies text; the view stays valid as long as the arena.
  std::string_view CopyText(std::string_view text) {
    if (text.empty()) return {};
    char* place = static_cast<char*>(Allocate(text.size(), 1));
    std::memcpy(place, text.data(), text.size());
    return {place, text.size()};
  }

  void* Allocate(size_t bytes, size_t align) {
    size_t start = (used_ + align - 1) & ~(align - 1);
    if (start + bytes > capacity_) return AllocateInNewBlock(bytes);
    used_ = start + bytes;
    return block_ + start;
  }

  // Bytes handed out to whole blocks so far.
  size_t BytesReserved() const { return reserved_; }

 private:
  void* AllocateInNewBlock(size_t bytes) {
    size_t size = bytes > kBlockBytes / 4 ? bytes : kBlockBytes;
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    reserved_ += size;
    if (size != kBlockBytes) return blocks_.back().get();
    block_ = blocks_.back().get();
    capacity_ = size;
    used_ = bytes;
    return block_;
  }

  static constexpr size_t kBlockBytes = size_t{1} << 16;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* block_ = nullptr;
  size_t capacity_ = 0;
  size_t used_ = 0;
  size_t reserved_ = 0;
};

}  // namespace assay
