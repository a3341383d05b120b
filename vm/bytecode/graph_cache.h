// What RewriteCUDAGraph's builtins keep, as TVM's CUDA graph extension does: storage under an index, and for each
// captured region the arguments of its first launch. A replay launches on that memory whatever it is given, so that a
// region with an input that moves gives a wrong result. Tested by graph_cache_test.cc.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "vm/engine.h"

namespace assay {

// TVM's lives as long as the VM, whose caller keeps weights in place; every run here has arguments of its own.
class GraphCache {
 public:
  void Clear() { allocations_.clear(), launches_.clear(); }
  // nullptr until it is kept.
  const Value* Allocation(int64_t index) const {
    auto found = allocations_.find(index);
    return found == allocations_.end() ? nullptr : &found->second;
  }
  void Keep(int64_t index, Value value) { allocations_.insert_or_assign(index, std::move(value)); }
  // Those of the first launch under this index and these sizes.
  const std::vector<Value>& LaunchArguments(int64_t index, std::span<const int64_t> sizes, std::vector<Value> args) {
    return launches_.try_emplace({index, {sizes.begin(), sizes.end()}}, std::move(args)).first->second;
  }

 private:
  std::map<int64_t, Value> allocations_;
  std::map<std::pair<int64_t, std::vector<int64_t>>, std::vector<Value>> launches_;
};

}  // namespace assay
