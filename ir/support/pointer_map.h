// PointerMap: from addresses to small values, for walks over the IR, where looking up nodes is most of the work. Open
// addressing in one block, no removal. Tested by pointer_map_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace assay {

// Keys are not null. Values are moved when the table grows: pointers to them last until the next Insert.
template <class Key, class Value>
class PointerMap {
 public:
  size_t size() const { return size_; }
  bool contains(const Key* key) const { return Find(key) != nullptr; }
  // nullptr when there is none.
  const Value* Find(const Key* key) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[IndexOf(key)];
    return slot.key == nullptr ? nullptr : &slot.value;
  }
  // The value of the key, and whether it is new; a known key keeps its value.
  std::pair<Value*, bool> Insert(const Key* key, Value value) {
    if (2 * (size_ + 1) > slots_.size()) Grow();
    Slot& slot = slots_[IndexOf(key)];
    if (slot.key != nullptr) return {&slot.value, false};
    slot = {key, std::move(value)};
    ++size_;
    return {&slot.value, true};
  }

 private:
  struct Slot {
    const Key* key = nullptr;
    Value value{};
  };

  // Where the key is, or the free slot where it would be.
  size_t IndexOf(const Key* key) const {
    // Fibonacci hashing: the low bits of addresses say little.
    size_t index = (reinterpret_cast<uintptr_t>(key) * uint64_t{0x9e3779b97f4a7c15}) >> shift_;
    while (slots_[index].key != nullptr && slots_[index].key != key) index = (index + 1) & (slots_.size() - 1);
    return index;
  }
  void Grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    shift_ = old.empty() ? 58 : shift_ - 1;
    for (Slot& slot : old) {
      if (slot.key != nullptr) slots_[IndexOf(slot.key)] = std::move(slot);
    }
  }

  std::vector<Slot> slots_;
  // 64 minus the base-2 logarithm of the number of slots.
  int shift_ = 64;
  size_t size_ = 0;
};

// Insert(key, {}).second says whether the key is new.
struct NoValue {};
template <class Key>
using PointerSet = PointerMap<Key, NoValue>;

}  // namespace assay
