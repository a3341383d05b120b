// CodeMemory: address space for machine code within this process, as LLVM's InProcessMemoryMapper gives it, which keeps
// a word of every allocation for as long as the process lives: in a campaign, the one thing that grew without end.
// Tested by code_memory_test.cc.
#pragma once

#include <llvm/ExecutionEngine/Orc/MemoryMapper.h>

#include <map>
#include <mutex>
#include <vector>

namespace assay {

// Thread-safe. Code in it can be read and executed, data read and written, nothing both written and executed.
class CodeMemory : public llvm::orc::MemoryMapper {
 public:
  CodeMemory() = default;
  // Returns what is still reserved to the system.
  ~CodeMemory() override;

  unsigned int getPageSize() override;
  void reserve(size_t bytes, OnReservedFunction done) override;
  char* prepare(llvm::orc::ExecutorAddr at, size_t bytes) override;
  void initialize(AllocInfo& info, OnInitializedFunction done) override;
  void deinitialize(llvm::ArrayRef<llvm::orc::ExecutorAddr> allocations, OnDeinitializedFunction done) override;
  void release(llvm::ArrayRef<llvm::orc::ExecutorAddr> reservations, OnReleasedFunction done) override;

  // Allocations that are initialised and not given back.
  size_t live() const;

 private:
  struct Allocation {
    size_t bytes = 0;
    std::vector<llvm::orc::shared::WrapperFunctionCall> at_end;
  };

  llvm::Error Deinitialize(llvm::orc::ExecutorAddr at);
  llvm::Error Release(llvm::orc::ExecutorAddr at);

  mutable std::mutex mutex_;
  std::map<llvm::orc::ExecutorAddr, size_t> reservations_;
  std::map<llvm::orc::ExecutorAddr, Allocation> allocations_;
};

}  // namespace assay
