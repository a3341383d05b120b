// Drawing the subset of operators, dtypes and features for one module (plan.h).
#include "generators/modules/plan.h"

#include <algorithm>
#include <array>

namespace assay {
namespace {

// Formats that most of TVM handles; floats of 8 bits that it computes with come up in one run of eight, and all others
// of the table in one of 64.
constexpr size_t kCommonDTypes = 13, kUsedDTypes = 15;

std::vector<DType> DrawDTypes(ByteSource& bytes, const GenOptions& options) {
  if (!options.dtypes.empty()) return options.dtypes;
  std::vector<DType> all = AllTensorDTypes();
  std::erase_if(all, [&](DType dtype) { return std::ranges::count(options.without_numbers, dtype) != 0; });
  if (!options.swarm) return {all.begin(), all.begin() + kCommonDTypes};
  size_t reach = !bytes.Chance(1, 8) ? kCommonDTypes : bytes.Chance(1, 8) ? all.size() : kUsedDTypes;
  // float32 stands first and is left out one time in eight; bool is what conditions need.
  std::vector<DType> drawn;
  if (!bytes.Chance(1, 8)) drawn = {DType::Float(32), DType::Float(32)};
  size_t more = bytes.Below(5);
  for (size_t i = 0; i < more; ++i) drawn.push_back(all[bytes.Below(reach)]);
  if (drawn.empty()) drawn.push_back(all[bytes.Below(reach)]);
  return drawn;
}

// The rows that the options allow, found once and kept: names are looked up by text.
std::vector<const OpSpec*> AllowedOps(const GenOptions& options) {
  std::vector<const OpSpec*> rows;
  for (const std::string& name : options.ops) {
    if (const OpSpec* row = FindOp(name)) rows.push_back(row);
  }
  if (options.ops.empty()) rows.assign(AllOps().begin(), AllOps().end());
  return rows;
}

// Favoured rows together weigh as much as all that was drawn; of more of them, some are drawn.
void AddFavoured(ByteSource& bytes, const GenOptions& options, std::vector<const OpSpec*>& drawn) {
  if (options.favoured_ops.empty()) return;
  if (options.favoured_ops.size() > drawn.size()) {
    for (size_t count = drawn.size(); count > 0; --count) {
      if (const OpSpec* row = FindOp(bytes.Pick(options.favoured_ops))) drawn.push_back(row);
    }
    return;
  }
  size_t times = std::max<size_t>(1, drawn.size() / options.favoured_ops.size());
  for (const std::string& name : options.favoured_ops) {
    if (const OpSpec* row = FindOp(name)) drawn.insert(drawn.end(), times, row);
  }
}

std::vector<const OpSpec*> DrawOps(ByteSource& bytes, const GenOptions& options, bool unreadable) {
  std::vector<const OpSpec*> allowed = AllowedOps(options);
  if (!unreadable) std::erase_if(allowed, [](const OpSpec* row) { return !row->tvm_reads_back; });
  if (!options.swarm || !options.ops.empty() || allowed.empty()) return allowed;
  std::vector<const OpSpec*> drawn;
  size_t count = 4 + bytes.Below(28);
  for (size_t i = 0; i < count; ++i) drawn.push_back(bytes.Pick(allowed));
  AddFavoured(bytes, options, drawn);
  return drawn;
}

Features DrawFeatures(ByteSource& bytes, const GenOptions& options) {
  // Local functions seldom, unless they are asked for: most passes wait until they are lifted.
  constexpr Features kRare = BitOf(Feature::kClosures) | BitOf(Feature::kUnreadable) | BitOf(Feature::kVmCalls) |
                             BitOf(Feature::kWorkspace) | BitOf(Feature::kEmpty) | BitOf(Feature::kScopes) |
                             BitOf(Feature::kComputed) | BitOf(Feature::kNotes);
  constexpr Features kAll = (BitOf(Feature::kCount) - 1) & ~kRare;
  Features features = kAll;
  // Half of the features, on average; exhausted bytes give none.
  if (options.swarm) features = static_cast<Features>(bytes.Below(BitOf(Feature::kCount))) & kAll;
  if (options.swarm && !bytes.Chance(1, 3)) features &= ~BitOf(Feature::kFreeStmts);
  features |= options.wanted;
  // Whoever names operators means those: inspect.… itself, and constants not made by others.
  if (!options.ops.empty() || (options.swarm && bytes.Chance(1, 64))) features |= BitOf(Feature::kUnreadable);
  if (options.ops.empty() && options.dtypes.empty() && options.swarm && bytes.Chance(1, 128))
    features |= BitOf(Feature::kVmCalls);
  // Half of those may have effects.
  if (options.swarm && bytes.Chance(1, 16))
    features |= BitOf(Feature::kClosures) | (bytes.Chance(1, 2) ? BitOf(Feature::kImpure) : 0);
  if (options.swarm && bytes.Chance(1, 12)) features |= BitOf(Feature::kEmpty);
  if (options.swarm && bytes.Chance(1, 8)) features |= BitOf(Feature::kScopes);
  if (options.swarm && bytes.Chance(1, 8)) features |= BitOf(Feature::kComputed);
  if (options.swarm && bytes.Chance(1, 8)) features |= BitOf(Feature::kNotes);
  if (options.profile == Profile::kRelax) features &= ~BitOf(Feature::kKernels);
  return features & ~options.unwanted;
}

int DrawBudget(ByteSource& bytes, const GenOptions& options) {
  if (options.exact || options.bindings <= 1) return options.bindings;
  return static_cast<int>(1 + bytes.Below(static_cast<uint64_t>(2 * options.bindings - 1)));
}

// The formats of the table that are not named here behind those that are.
std::vector<DType> WithOthers(std::vector<DType> dtypes) {
  auto add = [&dtypes](DTypeCode code, int bits) {
    DType dtype{code, static_cast<uint8_t>(bits), 1};
    if (!dtype.IsHandle() && std::ranges::find(dtypes, dtype) == dtypes.end()) dtypes.push_back(dtype);
  };
#define ASSAY_FIXED_DTYPE(name, code, bits) add(DTypeCode::code, bits);
#define ASSAY_SIZED_DTYPE(name, code, ...) \
  for (int bits : {__VA_ARGS__}) add(DTypeCode::code, bits);
#include "ir/tensor/dtypes.def"
  return dtypes;
}

}  // namespace

const std::vector<DType>& AllTensorDTypes() {
  static const std::vector<DType> kAll = WithOthers({DType::Float(32),
                                                     DType::Int(32),
                                                     DType::Int(64),
                                                     DType::Bool(),
                                                     DType::Float(16),
                                                     DType::Float(64),
                                                     DType::Int(8),
                                                     DType::UInt(8),
                                                     DType::Int(16),
                                                     DType::UInt(16),
                                                     DType::UInt(32),
                                                     DType::UInt(64),
                                                     DType::BFloat16(),
                                                     {DTypeCode::kFloat8E4M3FN, 8, 1},
                                                     {DTypeCode::kFloat8E5M2, 8, 1}});
  return kAll;
}

bool TakesDType(DTypeSet set, DType dtype) {
  bool narrow = dtype.IsFloating() && dtype.bits < 16;
  return Contains(set, dtype) && (!narrow || set == kAnyDType);
}

DType Plan::PickDType(ByteSource& bytes, DTypeSet set) const {
  std::array<DType, 32> fitting;
  size_t count = 0;
  for (DType dtype : dtypes) {
    if (TakesDType(set, dtype) && count < fitting.size()) fitting[count++] = dtype;
  }
  if (count != 0) return fitting[bytes.Below(count)];
  if (Contains(set, DType::Float(32))) return DType::Float(32);
  if (Contains(set, DType::Int(32))) return bytes.Chance(1, 2) ? DType::Int(64) : DType::Int(32);
  return Contains(set, DType::Bool()) ? DType::Bool() : DType::UInt(8);
}

Plan MakePlan(ByteSource& bytes, const GenOptions& options) {
  Plan plan;
  plan.options = &options;
  plan.features = DrawFeatures(bytes, options);
  plan.budget = DrawBudget(bytes, options);
  plan.dtypes = DrawDTypes(bytes, options);
  plan.ops = DrawOps(bytes, options, plan.Has(Feature::kUnreadable));
  int64_t reach = std::max<int64_t>(1, options.max_dim);
  for (int i = 0; i < 3; ++i)
    plan.extents.push_back(1 + static_cast<int64_t>(bytes.Below(static_cast<uint64_t>(reach))));
  // Where all are one, what one operator gives is what the next one takes.
  // Where all extents are one, a transpose too many and a wrong axis keep every type.
  if (options.neighbourhoods.empty() ? bytes.Chance(1, 6) : bytes.Chance(2, 3))
    std::ranges::fill(plan.extents, plan.extents[0]);
  return plan;
}

}  // namespace assay
