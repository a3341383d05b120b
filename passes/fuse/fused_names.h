// Names in a fused kernel, as TVM gives them: blocks and buffers of several kernels come to lie in one.
// Tested by testdata/fuse_tir.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace assay {

// "compute", "compute_1", …: digits at the end count on.
class BlockNames {
 public:
  std::string Unique(std::string_view name);

 private:
  std::unordered_set<std::string> taken_;
  // From a name without its number to the first number that may be free.
  std::unordered_map<std::string, int64_t> tried_;
};

// The buffers that the kernel allocates: "x_intermediate", then "x_intermediate_1", "x_intermediate_1_2" and so on.
class BufferNames {
 public:
  void Take(std::string_view name) { taken_.insert(std::string(name)); }
  const std::string& Intermediate(std::string_view buffer);

 private:
  // The name that was given last, and the number that comes next: all before it are taken.
  struct Last {
    std::string name;
    int id = 1;
  };
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, Last> last_;
};

}  // namespace assay
