// Storage watched byte by byte: each tensor that is laid into it gets memory of its own and, for each byte, whether it
// was written and whether the storage was given to another tensor since. So what machine code would read there, another
// tensor's bytes or nobody's, is seen by whoever reads it. Tested by bytecode/storage_watch_test.cc.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "vm/engine.h"

namespace assay {

// A byte of a tensor. Lost: its place in the storage belongs to another tensor.
enum class ByteState : uint8_t { kUnwritten, kWritten, kLost };

// A tensor in watched storage.
struct Tenant {
  // Who made it, and who got bytes of it since: for messages.
  std::string name, taken_by;
  // Tells storages apart.
  int64_t storage = 0;
  // In bytes of the storage.
  int64_t offset = 0;
  // Nothing that could write was given it yet.
  bool fresh = true;
  std::vector<ByteState> states;
  std::unique_ptr<std::byte[]> bytes;
};

// All tensors in watched storage, by address. One per library of kernels; tensors may outlive it.
class StorageShadow {
 public:
  int64_t NewStorage() { return ++storages_; }
  // Memory for `size` bytes at `offset` of a storage. Tensors whose bytes lie there lose them. `others`: those of the
  // storage so far, to which the new one is added.
  std::shared_ptr<std::byte[]> Place(int64_t storage, std::vector<std::weak_ptr<Tenant>>& others, int64_t offset,
                                     int64_t size, std::string name);

  struct Found {
    Tenant* tenant = nullptr;
    // Of the address that was asked for, in the tenant's bytes.
    int64_t at = 0;
  };
  // The tensor whose memory holds the address; none for memory that nobody watches.
  Found Find(const std::byte* address) const;
  // A Trap for the first byte of the tensor that cannot be read: kStaleRead, or, unless it may be unwritten,
  // kReadBeforeWrite. `reader` in words: "the condition".
  std::optional<Trap> CheckRead(const Tensor& tensor, std::string_view reader, bool may_be_unwritten) const;
  // Somebody wrote, or may have written, all of it.
  void NoteWritten(const Tensor& tensor);
  // Whether two tensors are the same bytes of the same storage.
  bool SamePlace(const Tensor& a, const Tensor& b) const;

 private:
  using Index = std::map<const std::byte*, Tenant*>;
  std::shared_ptr<Index> index_ = std::make_shared<Index>();
  int64_t storages_ = 0;
};

// Whether a trap is over bytes that cannot be read, or were given away.
bool IsOfStorage(const Trap& trap);
// "byte 4 of alloc1 (line 12), whose storage alloc2 (line 14) was given since": what a trap says of a lost byte.
std::string LostText(const Tenant& tenant, int64_t byte);

}  // namespace assay
