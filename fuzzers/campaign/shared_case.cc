// What a worker shares with its parent (shared_case.h).
#include "fuzzers/campaign/shared_case.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "fuzzers/process/process.h"

namespace assay {
namespace {

void CopyName(char (&place)[SharedCase::kNameBytes], std::string_view name) {
  *std::ranges::copy(name.substr(0, SharedCase::kNameBytes - 1), place).out = '\0';
}

}  // namespace

void* MapShared(size_t bytes) {
  void* place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return place == MAP_FAILED ? nullptr : place;
}

void SharedCase::Enter(Phase next) {
  cpu_since.store(static_cast<int64_t>(CpuSecondsOf(getpid()) * 1e9));
  since.store(next == Phase::kIdle ? 0 : static_cast<int64_t>(Now() * 1e9));
  phase.store(next);
}

void SharedCase::SetNames(std::string_view oracle_name, std::string_view pass_name) {
  CopyName(oracle, oracle_name);
  CopyName(pass, pass_name);
}

void SharedCase::SetModule(std::span<const uint8_t> bytes) {
  module_bytes.store(0);
  if (bytes.size() > kModuleBytes) return;
  std::ranges::copy(bytes, module);
  module_bytes.store(static_cast<uint32_t>(bytes.size()));
}

void SharedCase::SetInputSeeds(std::span<const uint64_t> input_seeds) {
  const size_t count = std::min(input_seeds.size(), kMostSeeds);
  std::ranges::copy(input_seeds.first(count), seeds);
  seed_count.store(static_cast<uint32_t>(count));
}

std::string_view SharedCase::OracleName() const { return {oracle, strnlen(oracle, kNameBytes)}; }
std::string_view SharedCase::PassName() const { return {pass, strnlen(pass, kNameBytes)}; }

}  // namespace assay
