#include "ir/support/guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace assay {
namespace {

// Systems give a process about 65,000 areas, three of which are one mapping.
constexpr size_t kMostMappings = 8192;
constexpr size_t kMostKept = 512;

size_t PageBytes() {
  static const auto bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

struct Mapping {
  std::byte* begin = nullptr;
  // Between the guards.
  size_t pages = 0;
};

Mapping Map(size_t pages) {
  size_t page = PageBytes(), whole = (pages + 2) * page;
  void* mapped = mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return {};
  auto* begin = static_cast<std::byte*>(mapped);
  if (pages == 0 || mprotect(begin + page, pages * page, PROT_READ | PROT_WRITE) == 0) return {begin, pages};
  munmap(begin, whole);
  return {};
}

void Unmap(const Mapping& mapping) { munmap(mapping.begin, (mapping.pages + 2) * PageBytes()); }

class Pool {
 public:
  Mapping Take(size_t pages) {
    std::lock_guard lock(mutex_);
    if (in_use_ >= kMostMappings) return {};
    // The latest first: its pages are in the cache.
    auto found = std::find_if(kept_.rbegin(), kept_.rend(), [&](const Mapping& kept) { return kept.pages == pages; });
    Mapping mapping;
    if (found != kept_.rend()) {
      mapping = *found;
      kept_bytes_ -= pages * PageBytes();
      kept_.erase(std::next(found).base());
    } else {
      mapping = Map(pages);
    }
    if (mapping.begin != nullptr) ++in_use_;
    return mapping;
  }
  void Give(Mapping mapping) {
    std::lock_guard lock(mutex_);
    --in_use_;
    if (mapping.pages * PageBytes() > kMostKeptBytes) return Unmap(mapping);
    kept_.push_back(mapping);
    kept_bytes_ += mapping.pages * PageBytes();
    auto oldest = kept_.begin();
    while (kept_bytes_ > kMostKeptBytes || kept_.end() - oldest > std::ptrdiff_t{kMostKept}) {
      kept_bytes_ -= oldest->pages * PageBytes();
      Unmap(*oldest++);
    }
    kept_.erase(kept_.begin(), oldest);
  }
  size_t kept_bytes() {
    std::lock_guard lock(mutex_);
    return kept_bytes_;
  }

  void Know(const GuardedMemory& memory) {
    std::lock_guard lock(mutex_);
    large_.insert(&memory);
  }
  void Forget(const GuardedMemory& memory) {
    std::lock_guard lock(mutex_);
    large_.erase(&memory);
  }
  std::span<std::byte> Beside(uintptr_t address) {
    std::lock_guard lock(mutex_);
    for (const GuardedMemory* memory : large_) {
      if (memory->Strays(address)) return {memory->data(), memory->bytes()};
    }
    return {};
  }

 private:
  std::mutex mutex_;
  // The oldest first.
  std::vector<Mapping> kept_;
  size_t kept_bytes_ = 0;
  size_t in_use_ = 0;
  std::set<const GuardedMemory*> large_;
};

// Never destroyed: tensors may outlive everything else.
Pool& ThePool() {
  static auto* const pool = new Pool;
  return *pool;
}

}  // namespace

GuardedMemory GuardedMemory::Take(size_t bytes) {
  Mapping mapping = ThePool().Take((bytes + PageBytes() - 1) / PageBytes());
  GuardedMemory memory;
  if (mapping.begin == nullptr) return memory;
  memory.mapping_ = mapping.begin;
  memory.pages_ = mapping.pages;
  memory.bytes_ = bytes;
  memory.data_ = mapping.begin + (1 + mapping.pages) * PageBytes() - bytes;
  return memory;
}

GuardedMemory::GuardedMemory(GuardedMemory&& other) noexcept
    : mapping_(std::exchange(other.mapping_, nullptr)),
      data_(other.data_),
      bytes_(other.bytes_),
      pages_(other.pages_) {}

GuardedMemory& GuardedMemory::operator=(GuardedMemory&& other) noexcept {
  std::swap(mapping_, other.mapping_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  std::swap(pages_, other.pages_);
  return *this;
}

GuardedMemory::~GuardedMemory() {
  if (mapping_ != nullptr) ThePool().Give({mapping_, pages_});
}

bool GuardedMemory::Strays(uintptr_t address) const {
  auto begin = reinterpret_cast<uintptr_t>(mapping_), page = uintptr_t{PageBytes()};
  bool before = address >= begin && address < begin + page;
  bool behind = address >= begin + (1 + pages_) * page && address < begin + (2 + pages_) * page;
  return mapping_ != nullptr && (before || behind);
}

namespace {

struct LargeMemory {
  explicit LargeMemory(GuardedMemory taken) : memory(std::move(taken)) { ThePool().Know(memory); }
  ~LargeMemory() { ThePool().Forget(memory); }
  LargeMemory(const LargeMemory&) = delete;
  LargeMemory& operator=(const LargeMemory&) = delete;
  GuardedMemory memory;
};

}  // namespace

std::shared_ptr<std::byte[]> MakeTensorBytes(size_t bytes) {
  if (GuardedMemory memory = bytes < kLeastGuardedBytes ? GuardedMemory() : GuardedMemory::Take(bytes)) {
    auto owner = std::make_shared<LargeMemory>(std::move(memory));
    std::byte* data = owner->memory.data();
    return {std::move(owner), data};
  }
  return std::make_shared_for_overwrite<std::byte[]>(bytes + 1);
}

std::span<std::byte> LargeMemoryBeside(uintptr_t address) { return ThePool().Beside(address); }
size_t KeptBytes() { return ThePool().kept_bytes(); }

}  // namespace assay
