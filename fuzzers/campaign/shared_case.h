// SharedCase: what a worker is doing right now, in memory that it shares with the parent. The parent reads it after a
// crash, a hang or a kill, and so knows the case whatever became of the worker. Tested by campaign_test.cc.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace assay {

enum class Phase : uint32_t { kIdle, kGenerate, kJudge, kReduce };

// Whole campaign, written by the parent.
struct SharedControl {
  static constexpr size_t kMostUnits = 1024;

  std::atomic<bool> stop{false};
  // Units of the sweep whose plan a worker did not survive: no other one makes it.
  std::atomic<bool> unplannable[kMostUnits] = {};
};

// One worker's; written by it.
struct SharedCase {
  static constexpr size_t kModuleBytes = size_t{8} << 20;
  static constexpr size_t kNameBytes = 64;
  static constexpr size_t kMostSeeds = 16;

  std::atomic<uint64_t> run{0};
  // Runs finished so far.
  std::atomic<uint64_t> finished{0};
  // When the current phase began, in nanoseconds of Now(); 0 while idle.
  std::atomic<int64_t> since{0};
  // The same in nanoseconds of the worker's processor.
  std::atomic<int64_t> cpu_since{0};
  std::atomic<Phase> phase{Phase::kIdle};
  // Which unit of the sweep is being planned, from 1 on; 0 while none is.
  std::atomic<uint32_t> planning{0};
  // Seeds of the case's sets of arguments; none until it is made.
  std::atomic<uint32_t> seed_count{0};
  uint64_t seeds[kMostSeeds] = {};
  char oracle[kNameBytes] = {};
  char pass[kNameBytes] = {};
  // Serialised (ir/serial); 0 while there is none.
  std::atomic<uint32_t> module_bytes{0};
  uint8_t module[kModuleBytes];

  void Enter(Phase next);
  void SetNames(std::string_view oracle_name, std::string_view pass_name);
  // A module that is larger than the place is left out: its run number makes it again.
  void SetModule(std::span<const uint8_t> bytes);
  // No more than there is room for.
  void SetInputSeeds(std::span<const uint64_t> input_seeds);
  std::vector<uint64_t> InputSeeds() const { return {seeds, seeds + seed_count.load()}; }
  std::string_view OracleName() const;
  std::string_view PassName() const;
};

// Zeroed memory that children share with their parent; null when the machine refuses.
void* MapShared(size_t bytes);

}  // namespace assay
