// Sweeping one operator (op_unit.h).
#include "generators/sweep/op_unit.h"

#include <algorithm>

#include <fmt/format.h>

#include "generators/modules/dims.h"
#include "generators/modules/plan.h"
#include "ir/ops/infer.h"
#include "ir/ops/infer_rules.h"
#include "ir/ops/purity.h"
#include "ir/support/hash.h"

namespace assay {
namespace {

// How many samples say what a row's sampler asks for.
constexpr uint32_t kProbes = 40;
// Larger results slow a campaign down.
constexpr int64_t kMostElements = 1 << 14;
constexpr int64_t kMostEvaluated = 300;

int RankOfFirst(const Call& call) {
  for (const Expr* arg : call.args) {
    const auto* tuple = As<TupleType>(arg->type);
    const Type* type = tuple == nullptr || tuple->fields.empty() ? arg->type : tuple->fields[0];
    if (const auto* tensor = As<TensorType>(type)) return std::max(tensor->rank, 0);
  }
  return 0;
}

std::vector<std::string> Texts(const auto& values, const auto& text) {
  std::vector<std::string> texts;
  for (const auto& value : values) texts.push_back(text(value));
  return texts;
}

}  // namespace

OpUnit::OpUnit(const OpSpec& row, std::vector<DType> dtypes, bool constants)
    : row_(row), dtypes_(std::move(dtypes)), constants_(constants) {
  Discover();
}

void OpUnit::Add(Meaning meaning, std::string label, std::vector<std::string> levels) {
  factors_.push_back({std::move(label), std::move(levels)});
  meanings_.push_back(meaning);
}

void OpUnit::Discover() {
  SiteGave all;
  bool made = false;
  for (uint32_t probe = 0; probe < kProbes; ++probe) {
    Context ctx;
    SiteWish wish;
    wish.draw = HashCombine(HashText(row_.name), probe);
    SweepSite site(ctx, dtypes_, wish, {});
    if (row_.sample(site, row_) != nullptr) made = true;
    const SiteGave& gave = site.gave();
    for (size_t i = 0; i < kSweptDTypes; ++i) {
      all.sets[i] |= gave.sets[i];
      all.narrow[i] = all.narrow[i] || gave.narrow[i];
    }
    all.least_rank = std::min(all.least_rank, gave.least_rank);
    all.most_rank = std::max(all.most_rank, gave.most_rank);
    for (size_t i = 0; i < kSweptDims; ++i) all.extents[i] = std::max(all.extents[i], gave.extents[i]);
    all.dims |= gave.dims;
    all.tensors |= gave.tensors;
    all.could_be_constant |= gave.could_be_constant;
  }
  if (!made) return;
  for (size_t i = 0; i < kSweptDTypes; ++i) {
    for (DType dtype : dtypes_) {
      bool narrow = dtype.IsFloating() && dtype.bits < 16;
      if (Contains(static_cast<DTypeSet>(all.sets[i]), dtype) && (!narrow || all.narrow[i]))
        dtype_levels_[i].push_back(dtype);
    }
    if (!dtype_levels_[i].empty())
      Add({Kind::kDType, i}, fmt::format("dtype {}", i + 1),
          Texts(dtype_levels_[i], [](DType d) { return DTypeName(d); }));
  }
  if (all.least_rank < all.most_rank) {
    least_rank_ = all.least_rank;
    std::vector<std::string> ranks;
    for (int rank = all.least_rank; rank <= all.most_rank; ++rank) ranks.push_back(fmt::to_string(rank));
    Add({Kind::kRank}, "rank", std::move(ranks));
  }
  static constexpr std::array<std::string_view, kSweptDims> kDims = {"last extent", "first extent", "other extents"};
  for (size_t i = 0; i < kSweptDims; ++i) {
    if (all.extents[i] >= 0)
      Add({Kind::kExtent, i}, std::string(kDims[i]), Texts(kSweptExtents, [](int64_t n) { return fmt::to_string(n); }));
  }
  if (all.dims) Add({Kind::kSizes}, "sizes", {"numbers", "symbols"});
  if (constants_ && all.could_be_constant) Add({Kind::kConstant}, "first operand", {"parameter", "constant"});
  for (size_t i = 0; i < row_.attrs.size(); ++i) {
    attr_levels_.push_back(LevelsOf(row_.attrs[i], dtypes_));
    if (attr_levels_[i].size() > 1)
      Add({Kind::kAttr, i}, std::string(row_.attrs[i].name), Texts(attr_levels_[i], LevelText));
  }
  if (all.tensors) {
    values_ = factors_.size();
    Add({Kind::kValues}, "values", ValueLevelNames());
  }
}

SiteWish OpUnit::WishOf(const Levels& asked, uint32_t attempt) const {
  SiteWish wish;
  wish.draw = HashCombine(HashText(row_.name), attempt);
  for (int16_t level : asked) wish.draw = HashCombine(wish.draw, static_cast<uint64_t>(level + 1));
  if (!constants_) wish.constant = false;
  for (size_t f = 0; f < asked.size(); ++f) {
    if (asked[f] == kAnyLevel) continue;
    auto level = static_cast<size_t>(asked[f]);
    size_t which = meanings_[f].which;
    switch (meanings_[f].kind) {
      case Kind::kDType: wish.dtypes[which] = dtype_levels_[which][level]; break;
      case Kind::kRank: wish.rank = least_rank_ + static_cast<int>(level); break;
      case Kind::kExtent: wish.extents[which] = static_cast<int>(level); break;
      case Kind::kSizes: wish.symbolic = level == 1; break;
      case Kind::kConstant: wish.constant = level == 1; break;
      case Kind::kValues: wish.value = 2 * level + attempt % 2; break;
      case Kind::kAttr: break;
    }
  }
  return wish;
}

const Call* OpUnit::Overridden(Context& ctx, const Call* sampled, const Levels& asked) const {
  if (sampled->attrs == nullptr) return sampled;
  AttrItems items;
  bool changed = false;
  for (size_t i = 0; i < row_.attrs.size(); ++i)
    items.emplace_back(row_.attrs[i].name, sampled->attrs->Find(row_.attrs[i].name));
  for (size_t f = 0; f < asked.size(); ++f) {
    if (meanings_[f].kind != Kind::kAttr || asked[f] == kAnyLevel) continue;
    size_t which = meanings_[f].which;
    const AttrLevel& level = attr_levels_[which][static_cast<size_t>(asked[f])];
    const Attr* attr = AttrAt(ctx, level, items[which].second, RankOfFirst(*sampled));
    if (attr == nullptr) continue;
    items[which].second = attr;
    changed = true;
  }
  if (!changed) return sampled;
  Result<const AttrDict*> complete = CompleteAttrs(ctx, row_, items);
  if (!complete.ok()) return nullptr;
  Call* call = ctx.arena.New<Call>(*sampled);
  call->attrs = *complete;
  return call;
}

int16_t OpUnit::LevelOf(Meaning meaning, const SiteGave& gave, const Call& call) const {
  auto at = [](std::ptrdiff_t index, size_t size) {
    return index < 0 || index >= static_cast<std::ptrdiff_t>(size) ? kAnyLevel : static_cast<int16_t>(index);
  };
  switch (meaning.kind) {
    case Kind::kDType: {
      const std::vector<DType>& levels = dtype_levels_[meaning.which];
      return at(std::ranges::find(levels, gave.dtypes[meaning.which]) - levels.begin(), levels.size());
    }
    case Kind::kRank: return at(gave.rank < 0 ? -1 : gave.rank - least_rank_, kMostSweptRank + 1);
    case Kind::kExtent: return at(gave.extents[meaning.which], kSweptExtents.size());
    case Kind::kConstant: return at(gave.could_be_constant ? (gave.constant ? 1 : 0) : -1, 2);
    case Kind::kAttr: {
      const std::vector<AttrLevel>& levels = attr_levels_[meaning.which];
      const Attr* attr = call.attrs->Find(row_.attrs[meaning.which].name);
      auto is = [&](const AttrLevel& level) { return IsAtLevel(level, attr, RankOfFirst(call)); };
      return at(std::ranges::find_if(levels, is) - levels.begin(), levels.size());
    }
    case Kind::kSizes:
    case Kind::kValues: break;
  }
  ASSAY_UNREACHABLE();
}

RowAnswer OpUnit::Make(Context& ctx, const Levels& asked, uint32_t attempt, const SweptPlace& place, Levels& shown,
                       SweptCall& made) const {
  SiteWish wish = WishOf(asked, attempt);
  SweepSite site(ctx, dtypes_, wish, place);
  const Call* sampled = row_.sample(site, row_);
  if (sampled == nullptr) return RowAnswer::kAbsent;
  const Call* call = Overridden(ctx, sampled, asked);
  if (call == nullptr) return RowAnswer::kRefused;
  Result<const Call*> typed = WithInferredType(ctx, nullptr, call);
  if (!typed.ok()) return RowAnswer::kRefused;
  const auto* shape = As<ShapeType>((*typed)->type);
  // TVM 0.26 reads R.Shape([]) as a shape of any rank.
  if (shape != nullptr && shape->rank == 0) return RowAnswer::kAbsent;
  if (LargestElements((*typed)->type) > kMostElements) return RowAnswer::kAbsent;
  const SiteGave& gave = site.gave();
  for (const SweepSite::Symbol& symbol : site.symbols()) {
    auto extent = static_cast<uint8_t>(gave.extents[symbol.extent]);
    made.symbols.push_back(symbol.var);
    made.sizes.push_back({extent, static_cast<uint8_t>((extent + 1) % kSweptExtents.size())});
  }
  bool symbols = !made.symbols.empty();
  int16_t values =
      values_ && asked[*values_] != kAnyLevel ? asked[*values_] : static_cast<int16_t>(wish.draw % kValueLevels);
  for (size_t f = 0; f < asked.size(); ++f) {
    Kind kind = meanings_[f].kind;
    shown[f] = kind == Kind::kValues  ? (gave.tensors || gave.constant ? values : kAnyLevel)
               : kind == Kind::kSizes ? static_cast<int16_t>(!gave.dims ? kAnyLevel
                                                             : symbols  ? 1
                                                                        : 0)
                                      : LevelOf(meanings_[f], gave, **typed);
  }
  made.call = *typed;
  made.params = site.params();
  for (size_t i = 0; i < made.values.size(); ++i)
    made.values[i] = static_cast<uint8_t>(2 * values + static_cast<int>(i));
  made.pure = !IsImpureCall(nullptr, **typed);
  return RowAnswer::kMade;
}

namespace {

// The values of a call's arguments in one set: those of its parameters are special, sizes are what the call says.
class ArgumentValues {
 public:
  ArgumentValues(const SweptCall& made, size_t set) : made_(made), set_(set) {}

  // recursion: as deep as the samples of operators
  Value Of(const Expr* arg) {
    if (const auto* constant = As<Constant>(arg)) return {TensorValue{Tensor::Copy(constant->value), -1}};
    if (const auto* shape = As<ShapeExpr>(arg)) return {ShapeValue{Sizes(shape->values)}};
    if (const auto* text = As<StringImm>(arg)) return {StringValue{text->value.str()}};
    if (const auto* dtype = As<DataTypeImm>(arg)) return {DTypeValue{dtype->value}};
    if (const auto* number = As<FloatImm>(arg)) return {PrimValue{Scalar::Float(DTypeOf(arg), number->value)}};
    if (Is<PrimType>(arg->type)) return {PrimValue{Scalar::Int(DTypeOf(arg), Size(arg))}};
    if (const auto* tuple = As<Tuple>(arg)) {
      TupleValue fields;
      for (const Expr* field : tuple->fields) fields.fields.push_back(Of(field));
      return {std::move(fields)};
    }
    const ShapeExpr* shape = ShapeListOf(arg->type);
    if (shape == nullptr) return {NullValue{}};
    auto place = static_cast<size_t>(std::ranges::find(made_.params, arg) - made_.params.begin());
    DType dtype = As<TensorType>(arg->type)->dtype;
    return {TensorValue{SpecialTensor(dtype, Sizes(shape->values), made_.values[set_], place), -1}};
  }

 private:
  int64_t Size(const Expr* dim) {
    auto symbol = [&](const Var* var) {
      for (size_t i = 0; i < made_.sizes.size(); ++i) {
        if (var->name == SweptSymbolName(i)) return kSweptExtents[made_.sizes[i][set_]];
      }
      return int64_t{1};
    };
    return EvalDim(dim, symbol).value_or(1);
  }
  std::vector<int64_t> Sizes(std::span<const Expr* const> dims) {
    std::vector<int64_t> sizes;
    for (const Expr* dim : dims) sizes.push_back(std::max<int64_t>(Size(dim), 0));
    return sizes;
  }

  const SweptCall& made_;
  size_t set_;
};

}  // namespace

namespace {

// Keeps nothing of what a lowering makes.
class AnyLowerSite final : public LowerSite {
 public:
  Context& ctx() override { return ctx_; }
  const GlobalVar* AddKernel(std::string_view hint, const PrimFunc*) override { return MakeGlobalVar(ctx_, hint); }
  const Var* Emit(const Expr* value) override { return MakeVar(ctx_, "lv", value->type); }

 private:
  Context ctx_;
};

}  // namespace

// A large call is lowered and not evaluated: that would take longer than the rest of the plan.
CallFate OpUnit::FateOf(const SweptCall& made) const {
  int64_t elements = LargestElements(made.call->type);
  for (const Expr* arg : made.call->args) elements += LargestElements(arg->type);
  if (elements > kMostEvaluated) {
    AnyLowerSite site;
    bool refused = row_.lower.rule != nullptr && std::holds_alternative<Refused>(row_.lower.rule(site, *made.call));
    return refused ? CallFate::kRefused : CallFate::kComputed;
  }
  for (size_t set = 0; set < made.values.size(); ++set) {
    ArgumentValues values(made, set);
    std::vector<Value> args;
    for (const Expr* arg : made.call->args) args.push_back(values.Of(arg));
    EvalResult result = row_.eval({*made.call, args});
    if (std::holds_alternative<Refused>(result)) return CallFate::kRefused;
    if (std::holds_alternative<Trap>(result)) return CallFate::kTraps;
  }
  return CallFate::kComputed;
}

std::vector<std::unique_ptr<SweepUnit>> OpUnits(const std::vector<const OpSpec*>& rows,
                                                const std::vector<DType>& dtypes, bool constants) {
  std::vector<std::unique_ptr<SweepUnit>> units;
  for (const OpSpec* row : rows) units.push_back(std::make_unique<OpUnit>(*row, dtypes, constants));
  return units;
}

}  // namespace assay
