#include "vm/reference/tir_track.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "ir/prim/binary_function.h"

namespace assay {

std::string AccessTracker::IndexText(const Access& access) {
  std::vector<int64_t> index(access.index, access.index + access.slot->dims.size());
  return fmt::format("{}[{}]", access.slot->buffer->name.text(), fmt::join(index, ", "));
}

AccessTracker::AccessTracker(const TirProgram& program)
    : program_(program), bytes_(static_cast<size_t>(program.memories)), loop_entries_(program.loops.size()) {
  for (std::string_view key : {"tirx.noalias", "tir.noalias"}) {
    const auto* flag = program.func->attrs == nullptr ? nullptr : As<AttrBool>(program.func->attrs->Find(key));
    no_alias_ = no_alias_ || (flag != nullptr && flag->value);
  }
}

void AccessTracker::Iterate(size_t depth, int32_t loop) {
  Leave(depth);
  int32_t node = NewNode({.parent = Here(),
                          .group = loop_entries_[static_cast<size_t>(loop)],
                          .name = &program_.loops[static_cast<size_t>(loop)]->name});
  open_.push_back({.node = node, .block = nullptr, .regions = {}, .key = {}});
}

void AccessTracker::EnterBlock(size_t depth, int32_t block, const std::vector<Cell>& cells) {
  Leave(depth);
  const TirBlock& entered = program_.blocks[static_cast<size_t>(block)];
  std::vector<int64_t> key{Here(), block};
  for (int32_t cell : entered.spatial) key.push_back(cells[static_cast<size_t>(cell)].i);
  auto [found, fresh] = instances_.try_emplace(key, static_cast<int32_t>(nodes_.size()));
  if (fresh) {
    NewNode({.parent = Here(), .group = -1 - block, .name = &entered.block->name_hint, .role = NodeRole::kBlock});
  }
  Open open{.node = found->second, .block = &entered, .regions = {}, .key = std::move(key)};
  for (const TirRegion& region : entered.regions) {
    Region bounds{region.buffer, region.write, {}};
    for (auto [min, extent] : region.bounds) {
      bounds.bounds.emplace_back(cells[static_cast<size_t>(min)].i, cells[static_cast<size_t>(extent)].i);
    }
    open.regions.push_back(std::move(bounds));
  }
  open_.push_back(std::move(open));
}

int32_t AccessTracker::Race(int32_t a, int32_t b) const {
  auto at = [&](int32_t node) -> const Node& { return nodes_[static_cast<size_t>(node)]; };
  while (at(a).depth > at(b).depth) a = at(a).parent;
  while (at(b).depth > at(a).depth) b = at(b).parent;
  // One of them happened inside the other.
  if (a == b) return -1;
  while (at(a).parent != at(b).parent) {
    a = at(a).parent;
    b = at(b).parent;
  }
  return at(a).group == at(b).group ? a : -1;
}

std::optional<Trap> AccessTracker::NoteRace(const Access& access) {
  std::vector<Touch>& touches = bytes_[static_cast<size_t>(access.tracked)];
  if (touches.size() < static_cast<size_t>(access.byte + access.bytes))
    touches.resize(static_cast<size_t>(access.byte + access.bytes));
  int32_t here = Here();
  for (int64_t i = access.byte; i < access.byte + access.bytes; ++i) {
    Touch& touch = touches[static_cast<size_t>(i)];
    int32_t racing = touch.writer < 0 ? -1 : Race(here, touch.writer), other = touch.writer;
    // Threads may write what is there already.
    bool same = racing >= 0 && access.write && !access.changes && IsOfThreads(racing);
    if (same) racing = -1;
    bool with_write = racing >= 0;
    for (int32_t reader : {touch.reader, touch.other_reader}) {
      if (!access.write || racing >= 0 || reader < 0) continue;
      racing = Race(here, reader);
      other = reader;
    }
    if (racing >= 0 && IsOfThreads(racing)) return ThreadRace(access, other, with_write);
    if (racing >= 0) {
      const Node& node = nodes_[static_cast<size_t>(racing)];
      std::string who = node.role == NodeRole::kBlock ? fmt::format("instances of block {}", node.name->text())
                                                      : fmt::format("iterations of loop {}", node.name->text());
      return MakeTrap(TrapKind::kRace,
                      fmt::format("{} is {} here and {} by another of the {}, in no order", IndexText(access),
                                  access.write ? "written" : "read", with_write ? "written" : "read", who));
    }
    if (access.write) {
      touch = {here, -1, -1};
    } else if (touch.reader < 0 || Race(here, touch.reader) < 0) {
      touch.reader = here;
    } else {
      touch.other_reader = here;
    }
  }
  return std::nullopt;
}

void AccessTracker::NoteParameter(int32_t memory, const std::byte* data, int64_t bytes) {
  Parameter added{memory, data, bytes, false};
  for (Parameter& other : parameters_) {
    bool overlap = bytes > 0 && other.bytes > 0 && data < other.data + other.bytes && other.data < data + bytes;
    other.overlaps = other.overlaps || overlap;
    added.overlaps = added.overlaps || overlap;
  }
  parameters_.push_back(added);
}

std::optional<Trap> AccessTracker::NoteAlias(const Access& access) {
  auto found = std::ranges::find(parameters_, access.memory, &Parameter::memory);
  if (found == parameters_.end() || !found->overlaps) return std::nullopt;
  for (int64_t i = 0; i < access.bytes; ++i) {
    Shared& shared = shared_[access.address + i];
    bool other_wrote = shared.writer >= 0 && shared.writer != access.memory;
    bool other_read = access.write && shared.reader >= 0 && shared.reader != access.memory;
    if (other_wrote || other_read) {
      return MakeTrap(
          TrapKind::kNoAlias,
          fmt::format("{} is {} here and {} through another parameter, though the function says that "
                      "its parameters do not overlap",
                      IndexText(access), access.write ? "written" : "read", other_wrote ? "written" : "read"));
    }
    (access.write ? shared.writer : shared.reader) = access.memory;
  }
  return std::nullopt;
}

bool AccessTracker::Inside(const Region& region, const int64_t* index) {
  for (size_t axis = 0; axis < region.bounds.size(); ++axis) {
    auto [min, extent] = region.bounds[axis];
    if (index[axis] < min || index[axis] - min >= extent) return false;
  }
  return true;
}

// A reduction reads what it writes, without saying so.
std::optional<Trap> AccessTracker::CheckRegions(const Access& access) const {
  int32_t depth = 0;
  for (const Open& open : open_) {
    if (open.block == nullptr) continue;
    // Blocks that are entered after the buffer was declared look at it from outside.
    bool outside = depth++ >= access.slot->block_depth;
    if (!outside || open.block->is_root) continue;
    bool covered = std::ranges::any_of(open.regions, [&](const Region& region) {
      return region.buffer == access.slot->buffer && (region.write || !access.write) && Inside(region, access.index);
    });
    if (covered) continue;
    return MakeTrap(TrapKind::kUndeclaredAccess,
                    fmt::format("{} is {}, which block {} does not declare", IndexText(access),
                                access.write ? "written" : "read", open.block->block->name_hint.text()));
  }
  return std::nullopt;
}

std::optional<Trap> AccessTracker::Note(const Access& access) {
  if (std::optional<Trap> trap = CheckRegions(access)) return trap;
  if (std::optional<Trap> trap = no_alias_ ? NoteAlias(access) : std::nullopt) return trap;
  return NoteRace(access);
}

namespace {

template <class T>
bool DoesNotFit(NodeKind kind, T a, T b) {
  T result = 0;
  if (kind == NodeKind::kAdd) return __builtin_add_overflow(a, b, &result);
  if (kind == NodeKind::kSub) return __builtin_sub_overflow(a, b, &result);
  if (kind == NodeKind::kMul) return __builtin_mul_overflow(a, b, &result);
  return IsDivision(kind) && std::numeric_limits<T>::is_signed && a == std::numeric_limits<T>::min() &&
         b == static_cast<T>(-1);
}

}  // namespace

bool Overflows(NodeKind kind, DType dtype, Cell a, Cell b) {
  if (dtype.IsInt() && dtype.bits == 64) return DoesNotFit(kind, a.i, b.i);
  if (dtype.IsInt() && dtype.bits == 32) return DoesNotFit(kind, static_cast<int32_t>(a.i), static_cast<int32_t>(b.i));
  if (dtype.IsUInt() && dtype.bits == 64) return DoesNotFit(kind, a.u, b.u);
  if (dtype.IsUInt() && dtype.bits == 32)
    return DoesNotFit(kind, static_cast<uint32_t>(a.u), static_cast<uint32_t>(b.u));
  return false;
}

bool ShiftsTooFar(IntrinsicId intrinsic, DType dtype, Cell amount) {
  if (intrinsic != IntrinsicId::shift_left && intrinsic != IntrinsicId::shift_right) return false;
  return amount.u >= static_cast<uint64_t>(dtype.bits);
}

}  // namespace assay
