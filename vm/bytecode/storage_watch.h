// What the machine asks of watched storage around calls. Over machine code nothing is watched, and all is well.
// Tested by storage_watch_test.cc.
#pragma once

#include "vm/bytecode/image.h"
#include "vm/storage_shadow.h"

namespace assay {

class StorageWatch {
 public:
  // `shadow` is null where nothing is watched.
  explicit StorageWatch(StorageShadow* shadow) : shadow_(shadow) {}

  StorageShadow* shadow() const { return shadow_; }
  // Of a kernel's arguments, the trailing ones that nobody was given yet are its outputs, which the reference
  // interpreter guards.
  size_t FreshFrom(std::span<const Value> args) const;
  // A kernel was given these, and ended so.
  void AfterKernel(std::span<const Value> args, std::string_view kernel, Outcome& outcome) const;
  // A function of the host reads what it takes, and, unless it is a builtin, may write it.
  std::optional<Trap> BeforeHost(std::span<const Value> args, std::string_view callee, bool may_write) const;
  // Somebody looks at all of the value: whoever called the program, or a branch.
  std::optional<Trap> CheckRead(const Value& value, std::string_view reader) const;
  // What a graph's launch is given: tensors that lie where the first launch's did stand for them.
  void Renew(std::vector<Value>& first, std::span<const Value> now) const;

 private:
  Tenant* TenantOf(const Value& value) const;

  StorageShadow* shadow_;
};

}  // namespace assay
