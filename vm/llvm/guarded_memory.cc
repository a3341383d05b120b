#include "vm/llvm/guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <utility>
#include <vector>

#include "ir/support/check.h"

namespace assay {
namespace {

size_t PageBytes() {
  static const auto bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// Free mappings by their number of usable pages.
class Pool {
 public:
  ~Pool() {
    for (size_t pages = 0; pages < free_.size(); ++pages) {
      for (std::byte* mapping : free_[pages]) munmap(mapping, (pages + 2) * PageBytes());
    }
  }
  std::byte* Take(size_t pages) {
    if (pages >= free_.size()) free_.resize(pages + 1);
    if (!free_[pages].empty()) {
      std::byte* mapping = free_[pages].back();
      free_[pages].pop_back();
      return mapping;
    }
    size_t page = PageBytes();
    void* mapped = mmap(nullptr, (pages + 2) * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSAY_CHECK(mapped != MAP_FAILED, "no address space for guard pages");
    auto* mapping = static_cast<std::byte*>(mapped);
    ASSAY_CHECK(mprotect(mapping + page, pages * page, PROT_READ | PROT_WRITE) == 0, "no memory between guard pages");
    return mapping;
  }
  void Give(size_t pages, std::byte* mapping) { free_[pages].push_back(mapping); }

 private:
  std::vector<std::vector<std::byte*>> free_;
};

Pool& ThreadPool() {
  static thread_local Pool pool;
  return pool;
}

}  // namespace

GuardedCopy::GuardedCopy(std::byte* original, int64_t bytes)
    : original_(original),
      bytes_(bytes),
      pages_((static_cast<size_t>(bytes) + PageBytes() - 1) / PageBytes()),
      mapping_(ThreadPool().Take(pages_)),
      data_(mapping_ + (1 + pages_) * PageBytes() - bytes) {
  if (bytes != 0) std::memcpy(data_, original, static_cast<size_t>(bytes));
}

GuardedCopy::GuardedCopy(GuardedCopy&& other) noexcept
    : original_(other.original_),
      bytes_(other.bytes_),
      pages_(other.pages_),
      mapping_(std::exchange(other.mapping_, nullptr)),
      data_(other.data_) {}

GuardedCopy::~GuardedCopy() {
  if (mapping_ != nullptr) ThreadPool().Give(pages_, mapping_);
}

void GuardedCopy::CopyBack() const {
  if (bytes_ != 0) std::memcpy(original_, data_, static_cast<size_t>(bytes_));
}

bool GuardedCopy::Strays(uintptr_t address, int64_t* distance) const {
  auto begin = reinterpret_cast<uintptr_t>(mapping_), page = uintptr_t{PageBytes()};
  bool before = address >= begin && address < begin + page;
  bool behind = address >= begin + (1 + pages_) * page && address < begin + (2 + pages_) * page;
  *distance = static_cast<int64_t>(address - reinterpret_cast<uintptr_t>(data_));
  return before || behind;
}

}  // namespace assay
