#include "vm/storage_shadow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vm/poison.h"

namespace assay {
std::shared_ptr<std::byte[]> StorageShadow::Place(int64_t storage, std::vector<std::weak_ptr<Tenant>>& others,
                                                  int64_t offset, int64_t size, std::string name) {
  std::erase_if(others, [](const std::weak_ptr<Tenant>& other) { return other.expired(); });
  for (const std::weak_ptr<Tenant>& other : others) {
    std::shared_ptr<Tenant> before = other.lock();
    auto bytes = static_cast<int64_t>(before->states.size());
    int64_t from = std::max(before->offset, offset), to = std::min(before->offset + bytes, offset + size);
    if (from >= to) continue;
    auto first = before->states.begin() - before->offset;
    std::fill(first + from, first + to, ByteState::kLost);
    before->taken_by = name;
  }
  auto count = static_cast<size_t>(size);
  // Its address leaves the index with it. An address of its own even when there are no bytes.
  auto drop = [index = index_](Tenant* tenant) {
    index->erase(tenant->bytes.get());
    delete tenant;
  };
  std::shared_ptr<Tenant> tenant(new Tenant{std::move(name), {}, storage, offset, true, {}, nullptr}, drop);
  tenant->states.assign(count, ByteState::kUnwritten);
  tenant->bytes = std::make_unique_for_overwrite<std::byte[]>(count + 1);
  std::memset(tenant->bytes.get(), kBytecodePoison, count);
  index_->emplace(tenant->bytes.get(), tenant.get());
  others.push_back(tenant);
  return {tenant, tenant->bytes.get()};
}

StorageShadow::Found StorageShadow::Find(const std::byte* address) const {
  auto after = index_->upper_bound(address);
  if (after == index_->begin()) return {};
  Tenant* tenant = std::prev(after)->second;
  int64_t at = address - tenant->bytes.get();
  return at <= static_cast<int64_t>(tenant->states.size()) ? Found{tenant, at} : Found{};
}

std::optional<Trap> StorageShadow::CheckRead(const Tensor& tensor, std::string_view reader,
                                             bool may_be_unwritten) const {
  Found found = Find(tensor.data());
  if (found.tenant == nullptr) return std::nullopt;
  auto first = found.tenant->states.begin() + found.at;
  auto unreadable = [&](ByteState state) {
    return state == ByteState::kLost || (state == ByteState::kUnwritten && !may_be_unwritten);
  };
  auto bad = std::find_if(first, first + tensor.byte_count(), unreadable);
  if (bad == first + tensor.byte_count()) return std::nullopt;
  int64_t byte = bad - found.tenant->states.begin();
  if (*bad == ByteState::kLost)
    return MakeTrap(TrapKind::kStaleRead, fmt::format("{} is {}", reader, LostText(*found.tenant, byte)));
  return MakeTrap(TrapKind::kReadBeforeWrite,
                  fmt::format("{} is byte {} of {}, which nothing wrote", reader, byte, found.tenant->name));
}

void StorageShadow::NoteWritten(const Tensor& tensor) {
  Found found = Find(tensor.data());
  if (found.tenant == nullptr) return;
  found.tenant->fresh = false;
  for (int64_t i = 0; i < tensor.byte_count(); ++i) {
    ByteState& state = found.tenant->states[static_cast<size_t>(found.at + i)];
    if (state == ByteState::kUnwritten) state = ByteState::kWritten;
  }
}

bool StorageShadow::SamePlace(const Tensor& a, const Tensor& b) const {
  Found left = Find(a.data()), right = Find(b.data());
  if (left.tenant == nullptr || right.tenant == nullptr || left.tenant->storage != right.tenant->storage) return false;
  return left.tenant->offset + left.at == right.tenant->offset + right.at && a.byte_count() == b.byte_count();
}

bool IsOfStorage(const Trap& trap) {
  return trap.kind == TrapKind::kStaleRead || trap.kind == TrapKind::kStaleWrite ||
         trap.kind == TrapKind::kReadBeforeWrite;
}

std::string LostText(const Tenant& tenant, int64_t byte) {
  return fmt::format("byte {} of {}, whose storage {} was given since", byte, tenant.name, tenant.taken_by);
}

}  // namespace assay
