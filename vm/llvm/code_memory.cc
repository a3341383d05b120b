// Mapped pages, whose protection follows what lies in them (code_memory.h).
#include "vm/llvm/code_memory.h"

#include <llvm/Support/Memory.h>
#include <llvm/Support/Process.h>

#include <algorithm>
#include <cstring>

namespace assay {
namespace {

using llvm::orc::ExecutorAddr;
using llvm::sys::Memory;
using llvm::sys::MemoryBlock;

constexpr unsigned kReadWrite = Memory::MF_READ | Memory::MF_WRITE;

MemoryBlock BlockAt(ExecutorAddr at, size_t bytes) { return {at.toPtr<void*>(), bytes}; }

llvm::Error Protect(ExecutorAddr at, size_t bytes, unsigned protection) {
  return llvm::errorCodeToError(Memory::protectMappedMemory(BlockAt(at, bytes), protection));
}

// Fills what is zero at first, and protects the segment.
llvm::Error Place(ExecutorAddr base, const llvm::orc::MemoryMapper::AllocInfo::SegInfo& segment) {
  ExecutorAddr at = base + segment.Offset;
  size_t bytes = segment.ContentSize + segment.ZeroFillSize;
  std::memset((at + segment.ContentSize).toPtr<void*>(), 0, segment.ZeroFillSize);
  unsigned protection = llvm::orc::toSysMemoryProtectionFlags(segment.AG.getMemProt());
  if (llvm::Error error = Protect(at, bytes, protection)) return error;
  if ((protection & Memory::MF_EXEC) != 0) Memory::InvalidateInstructionCache(at.toPtr<void*>(), bytes);
  return llvm::Error::success();
}

}  // namespace

CodeMemory::~CodeMemory() {
  while (!reservations_.empty()) llvm::consumeError(Release(reservations_.begin()->first));
}

unsigned int CodeMemory::getPageSize() { return llvm::sys::Process::getPageSizeEstimate(); }

void CodeMemory::reserve(size_t bytes, OnReservedFunction done) {
  std::error_code error;
  MemoryBlock block = Memory::allocateMappedMemory(bytes, nullptr, kReadWrite, error);
  if (error) return done(llvm::errorCodeToError(error));
  ExecutorAddr at = ExecutorAddr::fromPtr(block.base());
  {
    std::lock_guard lock(mutex_);
    reservations_[at] = block.allocatedSize();
  }
  done(llvm::orc::ExecutorAddrRange(at, block.allocatedSize()));
}

// What is prepared lies where it will run.
char* CodeMemory::prepare(ExecutorAddr at, size_t) { return at.toPtr<char*>(); }

void CodeMemory::initialize(AllocInfo& info, OnInitializedFunction done) {
  ExecutorAddr first(~uint64_t{0});
  ExecutorAddr end(0);
  for (const AllocInfo::SegInfo& segment : info.Segments) {
    if (llvm::Error error = Place(info.MappingBase, segment)) return done(std::move(error));
    first = std::min(first, info.MappingBase + segment.Offset);
    end = std::max(end, info.MappingBase + segment.Offset + segment.ContentSize + segment.ZeroFillSize);
  }
  auto at_end = llvm::orc::shared::runFinalizeActions(info.Actions);
  if (!at_end) return done(at_end.takeError());
  {
    std::lock_guard lock(mutex_);
    allocations_[first] = {static_cast<size_t>(end - first), std::move(*at_end)};
  }
  done(first);
}

llvm::Error CodeMemory::Deinitialize(ExecutorAddr at) {
  Allocation allocation;
  {
    std::lock_guard lock(mutex_);
    auto node = allocations_.extract(at);
    if (node.empty()) return llvm::createStringError("no code was initialised at this address");
    allocation = std::move(node.mapped());
  }
  llvm::Error error = llvm::orc::shared::runDeallocActions(allocation.at_end);
  return llvm::joinErrors(std::move(error), Protect(at, allocation.bytes, kReadWrite));
}

void CodeMemory::deinitialize(llvm::ArrayRef<ExecutorAddr> allocations, OnDeinitializedFunction done) {
  llvm::Error error = llvm::Error::success();
  for (ExecutorAddr at : llvm::reverse(allocations)) error = llvm::joinErrors(std::move(error), Deinitialize(at));
  done(std::move(error));
}

llvm::Error CodeMemory::Release(ExecutorAddr at) {
  size_t bytes = 0;
  std::vector<ExecutorAddr> inside;
  {
    std::lock_guard lock(mutex_);
    auto found = reservations_.find(at);
    if (found == reservations_.end()) return llvm::createStringError("nothing is reserved at this address");
    bytes = found->second;
    reservations_.erase(found);
    for (auto it = allocations_.lower_bound(at); it != allocations_.end() && it->first < at + bytes; ++it)
      inside.push_back(it->first);
  }
  llvm::Error error = llvm::Error::success();
  for (ExecutorAddr allocation : llvm::reverse(inside))
    error = llvm::joinErrors(std::move(error), Deinitialize(allocation));
  MemoryBlock block = BlockAt(at, bytes);
  return llvm::joinErrors(std::move(error), llvm::errorCodeToError(Memory::releaseMappedMemory(block)));
}

void CodeMemory::release(llvm::ArrayRef<ExecutorAddr> reservations, OnReleasedFunction done) {
  llvm::Error error = llvm::Error::success();
  for (ExecutorAddr at : reservations) error = llvm::joinErrors(std::move(error), Release(at));
  done(std::move(error));
}

size_t CodeMemory::live() const {
  std::lock_guard lock(mutex_);
  return allocations_.size();
}

}  // namespace assay
