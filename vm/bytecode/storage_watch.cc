#include "vm/bytecode/storage_watch.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

Tenant* StorageWatch::TenantOf(const Value& value) const {
  const auto* tensor = shadow_ == nullptr ? nullptr : value.As<TensorValue>();
  return tensor == nullptr ? nullptr : shadow_->Find(tensor->tensor.data()).tenant;
}

size_t StorageWatch::FreshFrom(std::span<const Value> args) const {
  size_t from = args.size();
  while (from > 0) {
    const Tenant* tenant = TenantOf(args[from - 1]);
    if (tenant == nullptr || !tenant->fresh) break;
    --from;
  }
  return from;
}

void StorageWatch::AfterKernel(std::span<const Value> args, std::string_view kernel, Outcome& outcome) const {
  for (const Value& arg : args) {
    if (Tenant* tenant = TenantOf(arg)) tenant->fresh = false;
  }
  auto* trap = std::get_if<Trap>(&outcome);
  if (trap != nullptr && shadow_ != nullptr && IsOfStorage(*trap)) trap->message += fmt::format(", by {}", kernel);
}

std::optional<Trap> StorageWatch::BeforeHost(std::span<const Value> args, std::string_view callee,
                                             bool may_write) const {
  for (const Value& arg : args) {
    if (TenantOf(arg) == nullptr) continue;
    const Tensor& tensor = arg.As<TensorValue>()->tensor;
    if (auto trap = shadow_->CheckRead(tensor, fmt::format("what {} is given", callee), may_write)) return trap;
    if (may_write) shadow_->NoteWritten(tensor);
  }
  return std::nullopt;
}

// recursion: values nest no deeper than their types
std::optional<Trap> StorageWatch::CheckRead(const Value& value, std::string_view reader) const {
  if (TenantOf(value) != nullptr) return shadow_->CheckRead(value.As<TensorValue>()->tensor, reader, false);
  const auto* tuple = value.As<TupleValue>();
  for (const Value& field : tuple == nullptr ? std::span<const Value>() : tuple->fields) {
    if (auto trap = CheckRead(field, reader)) return trap;
  }
  return std::nullopt;
}

void StorageWatch::Renew(std::vector<Value>& first, std::span<const Value> now) const {
  for (size_t i = 0; i < std::min(first.size(), now.size()); ++i) {
    if (TenantOf(first[i]) == nullptr || TenantOf(now[i]) == nullptr) continue;
    if (shadow_->SamePlace(first[i].As<TensorValue>()->tensor, now[i].As<TensorValue>()->tensor)) first[i] = now[i];
  }
}

}  // namespace assay
