// A map whose entries vanish, or return to what they were, at the end of the scope in which they were made: what is
// known of variables and buffers on one branch says nothing on another. Tested by interval_test.cc.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assay {

template <class Key, class T>
class ScopedMap {
 public:
  // nullptr when there is no entry.
  const T* Find(Key key) const {
    auto found = map_.find(key);
    return found == map_.end() ? nullptr : &found->second;
  }
  void Set(Key key, T value) {
    auto [place, fresh] = map_.try_emplace(key);
    undo_.emplace_back(key, fresh ? std::nullopt : std::optional<T>(std::move(place->second)));
    place->second = std::move(value);
  }
  // What Set did since Mark() gave `mark` is undone.
  size_t Mark() const { return undo_.size(); }
  void Restore(size_t mark) {
    while (undo_.size() > mark) {
      auto& [key, old] = undo_.back();
      if (old) {
        map_[key] = *std::move(old);
      } else {
        map_.erase(key);
      }
      undo_.pop_back();
    }
  }

 private:
  std::unordered_map<Key, T> map_;
  std::vector<std::pair<Key, std::optional<T>>> undo_;
};

}  // namespace assay
