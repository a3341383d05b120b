// Sweeping families of kernels (kernel_unit.h).
#include "generators/sweep/kernel_unit.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/prim/intrinsics.h"
#include "ir/support/hash.h"
#include "ir/walk.h"

namespace assay {
namespace {

using F = KernelFactor;

constexpr std::string_view kLabels[] = {
#define ASSAY_KERNEL_FACTOR(Name, label) label,
#include "generators/sweep/kernels.def"
};

// A level: what it is, and how people read it.
struct Level {
  int64_t meaning;
  std::string text;
};
using LevelList = std::vector<Level>;

template <class Range>
LevelList Numbers(const Range& numbers) {
  LevelList levels;
  for (int64_t number : numbers) levels.push_back({number, fmt::to_string(number)});
  return levels;
}
LevelList Named(std::initializer_list<std::string_view> names) {
  LevelList levels;
  for (std::string_view name : names) levels.push_back({static_cast<int64_t>(levels.size()), std::string(name)});
  return levels;
}
LevelList Kinds(NodeKind first, NodeKind last) {
  LevelList levels;
  for (auto kind = static_cast<int>(first); kind <= static_cast<int>(last); ++kind)
    levels.push_back({kind, std::string(NodeKindName(static_cast<NodeKind>(kind)))});
  return levels;
}
// Another element first, then the special values.
LevelList Operands() {
  LevelList levels{{-1, "another element"}};
  for (size_t value = 0; value < kSpecialValues; ++value)
    levels.push_back({static_cast<int64_t>(value), ToText(SpecialScalar(DType::Float(32), value))});
  return levels;
}
LevelList DTypes(const std::vector<DType>& dtypes) {
  LevelList levels;
  for (DType dtype : dtypes) levels.push_back({static_cast<int64_t>(levels.size()), DTypeName(dtype)});
  return levels;
}
LevelList Intrinsics() {
  LevelList levels;
  for (const IntrinsicSpec& row : AllIntrinsics()) {
    if (row.sampled != Sampled::kNone && row.arity <= 2)
      levels.push_back({static_cast<int64_t>(row.id), std::string(row.name)});
  }
  return levels;
}

LevelList LevelsOf(F factor, const std::vector<DType>& dtypes) {
  switch (factor) {
    case F::kDType:
    case F::kOtherDType: return DTypes(dtypes);
    case F::kIndex: return Named({"int32", "int64"});
    case F::kExtent: return Numbers(kSweptExtents);
    // Bound to threads they would need a device.
    case F::kLoop: return Named({"serial", "parallel", "vectorized", "unrolled"});
    case F::kStart: return Numbers(std::array{0, 1});
    case F::kStep: return Numbers(std::array{1, 2, 3});
    case F::kLanes: return Numbers(std::array{1, 2, 4, 8, 64, 128});
    case F::kStride: return Numbers(std::array{1, 2, 3});
    case F::kOffset: return Numbers(std::array{0, 1, 2});
    case F::kComparison: return Kinds(NodeKind::kEQ, NodeKind::kGE);
    case F::kThreshold:
    case F::kOperand: return Operands();
    case F::kSide: return Named({"right", "left"});
    case F::kForm:
      return Named({"if", "if_then_else", "select", "not", "and", "or", "else", "equal", "unequal", "number"});
    case F::kOperation: return Kinds(NodeKind::kAdd, NodeKind::kOr);
    case F::kDivision: return Kinds(NodeKind::kDiv, NodeKind::kFloorMod);
    case F::kScale: return Numbers(std::array{1, 2, 3, -1, -2});
    case F::kBeside: return Numbers(std::array{0, 1, 3, -1, -2, -7});
    case F::kSecond: return Named({"none", "added", "subtracted"});
    case F::kDivisor: return Numbers(std::array{2, 3, 4, 7, -2, -3});
    case F::kPlace: return Named({"value", "index", "condition"});
    case F::kIntrinsic: return Intrinsics();
    case F::kValues: {
      LevelList levels;
      for (std::string& name : ValueLevelNames())
        levels.push_back({static_cast<int64_t>(levels.size()), std::move(name)});
      return levels;
    }
    case F::kCount: break;
  }
  ASSAY_UNREACHABLE();
}

bool WritesNumberOf(const Stmt* body, const std::vector<DType>& dtypes) {
  bool found = false;
  if (dtypes.empty()) return found;
  WalkBeforeChildren(body, [&](const Node* node) {
    bool number = Is<IntImm>(node) || Is<FloatImm>(node);
    found |= number && std::ranges::count(dtypes, DTypeOf(static_cast<const Expr*>(node)).Scalar()) != 0;
    return !found;
  });
  return found;
}

}  // namespace

KernelUnit::KernelUnit(const KernelFamily& family, std::vector<DType> dtypes, bool readable,
                       std::vector<DType> without_numbers)
    : family_(family), dtypes_(std::move(dtypes)), readable_(readable), without_numbers_(std::move(without_numbers)) {
  for (F factor : family_.factors) {
    if (factor == F::kValues) values_ = factors_.size();
    SweepFactor added{std::string(kLabels[static_cast<size_t>(factor)]), {}};
    std::vector<int64_t> meanings;
    for (Level& level : LevelsOf(factor, dtypes_)) {
      added.levels.push_back(std::move(level.text));
      meanings.push_back(level.meaning);
    }
    factors_.push_back(std::move(added));
    meanings_.push_back(std::move(meanings));
  }
}

RowAnswer KernelUnit::Make(Context& ctx, const Levels& asked, uint32_t attempt, const SweptPlace& place, Levels& shown,
                           SweptCall& made) const {
  KernelChoice choice;
  choice.dtypes = dtypes_;
  choice.readable = readable_;
  choice.values[static_cast<size_t>(F::kIndex)] = 1;
  Levels levels = asked;
  uint64_t drawn = HashCombine(HashText(family_.name), attempt);
  for (size_t f = 0; f < levels.size(); ++f) {
    drawn = HashCombine(drawn, static_cast<uint64_t>(asked[f] + 1));
    if (levels[f] == kAnyLevel) levels[f] = static_cast<int16_t>(drawn % factors_[f].levels.size());
    choice.values[static_cast<size_t>(family_.factors[f])] = meanings_[f][static_cast<size_t>(levels[f])];
  }
  // TVM 0.26 writes a buffer of one element by its bare name, which it does not read, where indices are int32.
  if (readable_ && choice.Of(F::kIndex) == 0 && choice.Of(F::kExtent) == 1) return RowAnswer::kAbsent;
  KernelBuilder builder(ctx, place, choice.Of(F::kIndex) == 0 ? DType::Int(32) : DType::Int(64));
  const Stmt* body = family_.make(builder, choice);
  if (body == nullptr || WritesNumberOf(body, without_numbers_)) return RowAnswer::kAbsent;
  if (!builder.Finish(body, made)) return RowAnswer::kRefused;
  for (size_t f = 0; f < levels.size(); ++f)
    shown[f] = choice.unused[static_cast<size_t>(family_.factors[f])] ? kAnyLevel : levels[f];
  auto values = static_cast<uint8_t>(2 * choice.Of(F::kValues));
  made.values = {values, static_cast<uint8_t>(values + 1)};
  return RowAnswer::kMade;
}

std::vector<std::unique_ptr<SweepUnit>> KernelUnits(const std::vector<DType>& dtypes, bool readable,
                                                    const std::vector<DType>& without_numbers) {
  std::vector<std::unique_ptr<SweepUnit>> units;
  for (const KernelFamily& family : KernelFamilies())
    units.push_back(std::make_unique<KernelUnit>(family, dtypes, readable, without_numbers));
  return units;
}

}  // namespace assay
