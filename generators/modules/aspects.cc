// Reading aspects off the rows (aspects.h).
#include "generators/modules/aspects.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "generators/modules/dims.h"
#include "ir/ops/infer.h"
#include "ir/walk.h"
#include "passes/analysis/op_pattern.h"
#include "passes/analysis/reshape_pattern.h"

namespace assay {
namespace {

constexpr int kSamples = 12;
// Extents that are not equal, so that one dimension is not taken for another.
constexpr std::array<int64_t, 4> kExtents = {2, 3, 4, 5};

// What samples are made of: fresh variables, all of known shape. Notes what a sampler asks for.
class ProbeSite final : public SampleSite, public LowerSite {
 public:
  explicit ProbeSite(uint64_t seed) : bytes_(ByteSource::FromSeed(seed)) {
    auto* device = ctx_.arena.New<VDevice>();
    device->target = MakeDict(ctx_, {{"kind", MakeAttrString(ctx_, "llvm")}});
    device->memory_scope = ctx_.Intern("global");
    device_ = device;
  }
  Context& ctx() override { return ctx_; }
  ByteSource& bytes() override { return bytes_; }
  const Expr* Tensor(const TensorRequest& wish) override {
    std::vector<const Expr*> dims = wish.shape;
    if (!wish.has_shape) {
      for (int64_t rank = bytes_.Between(wish.min_rank, wish.max_rank); rank > 0; --rank) dims.push_back(Dim());
    }
    DType dtype = wish.dtype.IsVoid() ? PickDType(wish.dtypes) : wish.dtype;
    return MakeVar(ctx_, "x", MakeTensorType(ctx_, dims, dtype));
  }
  const Expr* Dim() override { return MakeInt(ctx_, bytes_.Pick(kExtents)); }
  DType PickDType(DTypeSet set) override {
    bool both = Contains(set, DType::Float(32)) && Contains(set, DType::Int(64));
    if (Contains(set, DType::Float(32)) && (!both || !bytes_.Chance(1, 4))) return DType::Float(32);
    if (Contains(set, DType::Int(64))) return DType::Int(64);
    return Contains(set, DType::Bool()) ? DType::Bool() : DType::UInt(8);
  }
  const Call* KernelCall() override {
    asked_kernel = true;
    return nullptr;
  }
  const VDevice* Device() override {
    asked_device = true;
    return device_;
  }
  const GlobalVar* AddKernel(std::string_view hint, const PrimFunc* kernel) override {
    kernels.push_back(kernel);
    return MakeGlobalVar(ctx_, hint);
  }
  const Var* Emit(const Expr* value) override { return MakeVar(ctx_, "lv", value->type); }

  bool asked_device = false;
  bool asked_kernel = false;
  std::vector<const PrimFunc*> kernels;

 private:
  Context ctx_;
  ByteSource bytes_;
  const VDevice* device_ = nullptr;
};

Aspects OfFields(const OpSpec& row) {
  Aspects found = 0;
  auto note = [&](bool holds, Aspect aspect) { found |= holds ? BitOf(aspect) : 0; };
  note(row.gradient.rule != nullptr, Aspect::kDifferentiable);
  note(row.layout != nullptr, Aspect::kLaidOut);
  note(row.mixed.policy == MixedPolicy::kAlways, Aspect::kNarrowed);
  note(row.mixed.policy == MixedPolicy::kFollow, Aspect::kFollows);
  note(row.lower.rule != nullptr, Aspect::kLowered);
  note(row.lower.rule == nullptr, Aspect::kLater);
  note(row.purity == Purity::kImpure, Aspect::kImpure);
  note(row.tolerance.of_library, Aspect::kLibrary);
  note(row.tolerance.sums_products, Aspect::kContracts);
  note(row.tolerance.per_reduced_element, Aspect::kSums);
  note((row.laws & kCommutative) != 0, Aspect::kCommutes);
  int tensors = 0;
  bool list = false, any = false, indices = false, floats = false;
  for (const Operand& operand : row.operands) {
    bool any_tensor = operand.kind == OperandKind::kTensor || operand.kind == OperandKind::kAny;
    tensors += any_tensor ? 1 : 0;
    list |= operand.kind == OperandKind::kTensorTuple;
    any |= operand.kind == OperandKind::kTuple;
    bool integers = (operand.dtypes & ~kIntegers) == 0;
    indices |= any_tensor && integers && &operand != row.operands.data();
    floats |= any_tensor && (operand.dtypes & kFloatDType) != 0;
    note(operand.kind == OperandKind::kShape, Aspect::kTakesShape);
    note(operand.kind == OperandKind::kFunction, Aspect::kTakesFunction);
  }
  note(floats && row.mixed.policy == MixedPolicy::kNever, Aspect::kNeverNarrowed);
  note(tensors == 0 && !list && !any, Aspect::kTakesNone);
  note(tensors == 1 && !list && !any, Aspect::kTakesOne);
  note(tensors > 1 || list || any, Aspect::kTakesSeveral);
  note(list, Aspect::kTakesList);
  note(indices, Aspect::kTakesIndices);
  return found;
}

Aspect OfPattern(OpPattern pattern) {
  switch (pattern) {
    case OpPattern::kElemWise: return Aspect::kElemwise;
    case OpPattern::kBroadcast: return Aspect::kBroadcast;
    case OpPattern::kInjective: return Aspect::kInjective;
    case OpPattern::kCommReduce: return Aspect::kReduces;
    case OpPattern::kOutEWiseFusable: return Aspect::kFusable;
    case OpPattern::kTuple:
    case OpPattern::kOpaque: return Aspect::kOpaque;
  }
  ASSAY_UNREACHABLE();
}

int BlocksOf(const PrimFunc* kernel) {
  int blocks = 0;
  WalkOnce(kernel->body, [&](const Node* node) {
    const auto* block = As<SBlock>(node);
    blocks += block != nullptr && !block->iter_vars.empty() ? 1 : 0;
  });
  return blocks;
}

// other kinds: give neither tensors nor shapes
Aspect OfResult(const Type* type) {
  if (Is<TensorType>(type)) return Aspect::kGivesTensor;
  if (Is<ShapeType>(type)) return Aspect::kGivesShape;
  const auto* tuple = As<TupleType>(type);
  return tuple != nullptr && !tuple->fields.empty() ? Aspect::kGivesTuple : Aspect::kGivesOther;
}

Aspects OfKernels(Context& ctx, const std::vector<const PrimFunc*>& kernels, const Call& call) {
  Aspects found = 0;
  int blocks = 0;
  for (const PrimFunc* kernel : kernels) {
    found |= BitOf(OfPattern(AnalyzeOpPattern(kernel)));
    blocks += BlocksOf(kernel);
  }
  if (blocks > 1) found |= BitOf(Aspect::kStaged);
  if (kernels.size() != 1 || call.args.empty()) return found;
  const Buffer* source = kernels[0]->buffers.empty() ? nullptr : kernels[0]->buffers[0];
  const auto *given = As<TensorType>(call.args[0]->type), *made = As<TensorType>(call.type);
  if (source == nullptr || given == nullptr || made == nullptr || kernels[0]->buffers.size() != 2) return found;
  if (HasReshapePattern(ctx, kernels[0], source)) return found | BitOf(Aspect::kRestates);
  // Which of them stands where depends on places alone.
  const ShapeExpr *before = ShapeListOf(given), *after = ShapeListOf(made);
  bool as_many = before != nullptr && after != nullptr && given->dtype == made->dtype &&
                 LargestCount(before->values) == LargestCount(after->values);
  constexpr Aspects kCopies = Bits(Aspect::kInjective, Aspect::kOpaque);
  if (as_many && (found & kCopies) != 0) found |= BitOf(Aspect::kMoves);
  return found;
}

// What the sampled calls of one row have shown.
struct Shown {
  Aspects aspects = 0;
  int calls = 0, kept_dtype = 0, kept_type = 0, restated = 0, of_dimensions = 0;
  bool asked = false;
};

void Sample(const OpSpec& row, uint64_t seed, Shown& shown) {
  ProbeSite site(seed);
  const Call* call = row.sample(site, row);
  shown.asked |= call != nullptr || site.asked_device || site.asked_kernel;
  if (site.asked_device) shown.aspects |= BitOf(Aspect::kNamesDevice);
  if (call == nullptr) return;
  Result<const Call*> typed = WithInferredType(site.ctx(), nullptr, call);
  if (!typed.ok()) return;
  ++shown.calls;
  shown.aspects |= BitOf(OfResult((*typed)->type));
  const auto* made = As<TensorType>((*typed)->type);
  const auto* given = (*typed)->args.empty() ? nullptr : As<TensorType>((*typed)->args[0]->type);
  if (made != nullptr && given != nullptr && made->dtype == given->dtype) {
    ++shown.kept_dtype;
    const ShapeExpr *a = ShapeListOf(given), *b = ShapeListOf(made);
    shown.kept_type += a != nullptr && b != nullptr && SameDims(a->values, b->values) ? 1 : 0;
  }
  if (row.lower.rule == nullptr) return;
  row.lower.rule(site, **typed);
  Aspects kernels = OfKernels(site.ctx(), site.kernels, **typed);
  // A tensor of one dimension can only be as it was.
  if (given != nullptr && given->rank < 2) return;
  ++shown.of_dimensions;
  shown.restated += (kernels & BitOf(Aspect::kRestates)) != 0 ? 1 : 0;
  shown.aspects |= kernels & ~BitOf(Aspect::kRestates);
}

// By row; empty until somebody asks.
std::unordered_map<const OpSpec*, Aspects>& Table() {
  static std::unordered_map<const OpSpec*, Aspects> table;
  return table;
}

}  // namespace

Aspects AspectsOfFields(const OpSpec& row) { return OfFields(row); }

Aspects FindAspects(const OpSpec& row) {
  Shown shown;
  for (int i = 0; i < kSamples; ++i) Sample(row, static_cast<uint64_t>(i + 1), shown);
  Aspects found = OfFields(row) | shown.aspects;
  if (shown.kept_type > 0) found |= BitOf(Aspect::kKeepsType);
  bool says_dtype = std::ranges::any_of(row.attrs, [](const AttrSpec& attr) { return attr.kind == AttrKind::kDType; });
  bool takes = (found & BitOf(Aspect::kTakesNone)) == 0 && (found & BitOf(Aspect::kGivesTensor)) != 0;
  if (takes && (says_dtype || (shown.calls > 0 && shown.kept_dtype == 0))) found |= BitOf(Aspect::kConverts);
  // Some others do so now and then, where attributes say nothing new.
  // In another order of dimensions nobody may see it.
  if (4 * shown.restated >= 3 * shown.of_dimensions && shown.restated > 0) found |= BitOf(Aspect::kRestates);
  if (!shown.asked) found |= BitOf(Aspect::kNeverSampled);
  constexpr Aspects kCopies = BitOf(Aspect::kInjective);
  bool joins = (found & kCopies) != 0 && (found & BitOf(Aspect::kTakesList)) != 0;
  return found | (joins ? BitOf(Aspect::kJoins) : 0);
}

bool KnowsAspects() { return !Table().empty(); }
void TakeAspects(std::span<const Aspects> found) {
  for (size_t i = 0; i < found.size(); ++i) Table().emplace(AllOps()[i], found[i]);
}

std::span<const AspectSpec> AllAspects() {
  static constexpr AspectSpec kSpecs[] = {
#define ASSAY_ASPECT(Name, label, doc) {label, doc},
#include "generators/modules/aspects.def"
  };
  return kSpecs;
}

Aspects AspectsOf(const OpSpec& row) {
  static const bool kFilled = [] {
    for (const OpSpec* one : Table().empty() ? AllOps() : std::span<const OpSpec* const>())
      Table().emplace(one, FindAspects(*one));
    return true;
  }();
  auto at = Table().find(&row);
  return !kFilled || at == Table().end() ? 0 : at->second;
}

std::vector<const OpSpec*> RowsIn(const AspectSet& set) {
  std::vector<const OpSpec*> rows;
  for (const OpSpec* row : AllOps()) {
    if (set.Has(AspectsOf(*row))) rows.push_back(row);
  }
  return rows;
}

}  // namespace assay
