#include "fuzzers/units/unit_copies.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "fuzzers/units/summary.h"

namespace assay {
namespace {

constexpr size_t kLine = kTrailDigits + 1;

std::string_view LineAt(std::string_view trail, size_t i) { return trail.substr(i * kLine, kTrailDigits); }

// What counts of several copies comes first.
bool ComesFirst(const CopyKey& a, const CopyKey& b) {
  return std::tuple(b.cases, a.clocked, a.id, a.digest, a.outside) <
         std::tuple(a.cases, b.clocked, b.id, b.digest, b.outside);
}

bool IsSame(const CopyKey& a, const CopyKey& b) {
  return a.id == b.id && a.digest == b.digest && a.outside == b.outside;
}

}  // namespace

TrailRelation CompareTrails(std::string_view one, std::string_view other) {
  TrailRelation relation{.covered = one.size() <= other.size(), .covers = other.size() <= one.size()};
  size_t lines = std::min(one.size(), other.size()) / kLine;
  for (size_t i = 0; i < lines; ++i) {
    std::string_view a = LineAt(one, i), b = LineAt(other, i);
    if (a == b) continue;
    bool open_a = a == kClockLine, open_b = b == kClockLine;
    if (!open_a && !open_b && !relation.differs) relation.differs = i;
    if (!open_a) relation.covered = false;
    if (!open_b) relation.covers = false;
  }
  return relation;
}

Result<bool> UnitCopies::IsCovered(const CopyKey& one, const CopyKey& other) const {
  // Other work says nothing of this one.
  if (one.id != other.id) return false;
  ASSAY_TRY(std::string a, read_trail_(one));
  ASSAY_TRY(std::string b, read_trail_(other));
  TrailRelation relation = CompareTrails(a, b);
  if (!relation.covered || !relation.covers) return relation.covered;
  // Case by case the same: the clock may have had a part in a reduction; otherwise the bytes should be the same, too.
  return (one.clocked > 0 || other.clocked > 0) && ComesFirst(other, one);
}

Result<bool> UnitCopies::Add(CopyKey copy) {
  std::vector<CopyKey>& copies = units_[copy.unit];
  if (std::ranges::any_of(copies, [&](const CopyKey& one) { return IsSame(one, copy); })) return false;
  for (const CopyKey& one : copies) {
    ASSAY_TRY(bool covered, IsCovered(copy, one));
    if (covered) return false;
  }
  std::vector<CopyKey> left;
  for (CopyKey& one : copies) {
    ASSAY_TRY(bool covered, IsCovered(one, copy));
    if (!covered) left.push_back(std::move(one));
  }
  replaced_ |= !copies.empty();
  left.push_back(std::move(copy));
  std::ranges::sort(left, ComesFirst);
  copies = std::move(left);
  return true;
}

Result<std::vector<CopiesDiffer>> UnitCopies::Differing() const {
  std::vector<CopiesDiffer> all;
  for (const auto& [unit, copies] : units_) {
    for (size_t i = 0; i < copies.size(); ++i) {
      for (size_t j = i + 1; j < copies.size(); ++j) {
        const CopyKey &a = copies[i], &b = copies[j];
        if (a.id != b.id) continue;
        ASSAY_TRY(std::string one, read_trail_(a));
        ASSAY_TRY(std::string other, read_trail_(b));
        TrailRelation relation = CompareTrails(one, other);
        bool same = relation.covered && relation.covers;
        if (!relation.differs && !same) continue;
        CopiesDiffer differ{unit, std::min(a.digest, b.digest), std::max(a.digest, b.digest), std::nullopt};
        if (relation.differs) differ.run = unit * cases_ + *relation.differs;
        all.push_back(std::move(differ));
      }
    }
  }
  std::ranges::sort(all, {}, [](const CopiesDiffer& d) { return std::tuple(d.unit, d.one, d.other); });
  return all;
}

}  // namespace assay
