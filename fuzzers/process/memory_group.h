// MemoryGroup: the control group that this process is in, such as a container's, where there is one: how much memory
// all processes in it may have, and how often the kernel has ended one because that was used up. Both versions of
// control groups; see cgroups(7). Tested by memory_group_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

class MemoryGroup {
 public:
  explicit MemoryGroup(const std::string& files = "/sys/fs/cgroup",
                       const std::string& membership = "/proc/self/cgroup");

  // In bytes, the least of the group's and of those that it lies in; nothing where no group has a limit.
  std::optional<uint64_t> Limit() const;
  // Processes ended in the group so far; 0 where nobody counts.
  uint64_t Kills() const;

 private:
  // Folders of the group and those that it lies in, innermost first.
  std::vector<std::string> folders_;
};

// What a worker may have, in bytes, of `wanted` (0: as much as it likes): several share what the group allows, and
// leave some to whoever runs them. Never less than a worker needs to do anything, 1 GiB of addresses.
uint64_t ShareOf(uint64_t wanted, std::optional<uint64_t> limit, uint64_t workers);

}  // namespace assay
