// Arguments for a function: symbols first, then values. Tested by inputs_test.cc.
#include <algorithm>
#include <array>

#include "generators/modules/dims.h"
#include "generators/modules/generate.h"
#include "generators/modules/special_inputs.h"
#include "generators/modules/values.h"

namespace assay {
namespace {

// What becomes of a drawn size, in the order in which they are tried where an extent comes out negative, as n - 5 does
// for a small n: more of it, or next to nothing.
struct SizeChange {
  int64_t times, plus;
};
constexpr std::array<SizeChange, 6> kSizeChanges = {{{1, 0}, {1, 8}, {1, 64}, {1, 1024}, {0, 1}, {0, 0}}};
constexpr SizeChange kLeastSizes = {0, 1};
// The first size of one set of arguments in so many is larger than any number that operators are given: what counts
// from both ends meets in the middle.
constexpr uint32_t kOneInBeyond = 24;
constexpr int64_t kBeyondSymbol = 13;

// Of a tensor that asks for more than there may be: extents of 1 in place of those that are too many, or no value.
enum class Oversized : bool { kShrunk, kNone };

class InputMaker {
 public:
  InputMaker(uint64_t seed, int64_t most, SizeChange change, Oversized oversized)
      : bytes_(ByteSource::FromSeed(seed)),
        special_(SpecialInputsOf(seed)),
        style_(PickStyle(bytes_)),
        most_(most),
        change_(change),
        oversized_(oversized) {}

  void ReadBounds(const AttrDict* attrs) {
    if (attrs == nullptr) return;
    upper_ = As<AttrDict>(attrs->Find("tir_var_upper_bound"));
    lower_ = As<AttrDict>(attrs->Find("tir_var_lower_bound"));
  }

  // The first extent that came out negative, if one did.
  const Expr* negative() const { return negative_; }
  // The first shape that asked for too much, if one did, and how it was made.
  std::span<const Expr* const> too_large() const { return too_large_; }
  const std::vector<std::pair<const Var*, int64_t>>& sizes() const { return symbols_; }

  Value Of(const Type* type);
  Value TensorOf(DType dtype, std::span<const Expr* const> dims) {
    std::vector<int64_t> shape;
    for (const Expr* dim : dims) shape.push_back(Extent(dim));
    if (oversized_ == Oversized::kNone) {
      if (too_large_.empty() && !Fits(dtype, shape)) too_large_ = dims;
      // What is asked for then is another set of sizes.
      if (!too_large_.empty()) return {NullValue{}};
    }
    return TensorOfShape(dtype, std::move(shape));
  }
  Value ScalarOf(DType dtype, const Var* var) {
    if (dtype == DType::Int(64) || dtype == DType::Int(32)) return {PrimValue{Scalar::Int(dtype, SymbolValue(var))}};
    if (special_) return {PrimValue{SpecialScalar(dtype, special_->value)}};
    return {PrimValue{RandomScalar(bytes_, dtype, ValueStyle::kModerate)}};
  }

 private:
  // Elements of a tensor of the dtype.
  int64_t MostOf(DType dtype) const {
    if (dtype.IsVoid()) dtype = DType::Float(32);
    return std::min(most_, kMaxTensorBytes / std::max(dtype.ElementBytes() * std::max<int>(dtype.lanes, 1), 1));
  }
  bool Fits(DType dtype, std::span<const int64_t> shape) const {
    if (std::ranges::count(shape, 0) != 0) return true;
    int64_t count = 1;
    return std::ranges::all_of(shape, [&](int64_t extent) {
      return extent < 0 || (!__builtin_mul_overflow(count, extent, &count) && count <= MostOf(dtype));
    });
  }
  Value TensorOfShape(DType dtype, std::vector<int64_t> shape) {
    if (dtype.IsVoid()) dtype = DType::Float(32);
    // Beside an extent of 0 the others take nothing, however large they are.
    bool none = std::ranges::count(shape, 0) != 0;
    int64_t count = 1, most = MostOf(dtype);
    for (int64_t& extent : shape) {
      if (extent < 0 || (!none && count > most / extent)) extent = 1;
      if (!none) count *= extent;
    }
    if (special_) return {TensorValue{SpecialTensor(dtype, shape, special_->value, operand_++), -1}};
    return {TensorValue{RandomTensor(bytes_, dtype, shape, bytes_.Chance(3, 4) ? style_ : PickStyle(bytes_)), -1}};
  }
  // Edges and primes come up more often than their neighbours.
  int64_t RandomExtent() {
    static constexpr std::array<int64_t, 10> kExtents = {1, 2, 3, 5, 7, 4, 8, 1, 3, 6};
    return bytes_.Pick(kExtents);
  }
  int64_t SymbolValue(const Var* var) {
    for (const auto& [known, value] : symbols_) {
      if (known == var) return value;
    }
    int64_t value = RandomExtent();
    if (symbols_.empty() && bytes_.Chance(1, kOneInBeyond)) value = kBeyondSymbol;
    if (special_) value = SweptSize(*special_, var->name.text()).value_or(value);
    value = value * change_.times + change_.plus;
    const auto* upper = upper_ == nullptr ? nullptr : As<AttrInt>(upper_->Find(var->name.text()));
    const auto* lower = lower_ == nullptr ? nullptr : As<AttrInt>(lower_->Find(var->name.text()));
    if (upper != nullptr) value = std::min(value, upper->value);
    if (lower != nullptr) value = std::max(value, lower->value);
    symbols_.emplace_back(var, value);
    return value;
  }
  int64_t Extent(const Expr* dim) {
    int64_t extent = EvalDim(dim, [&](const Var* var) { return SymbolValue(var); }).value_or(1);
    if (extent < 0 && negative_ == nullptr && !Is<IntImm>(dim)) negative_ = dim;
    return extent;
  }

  ByteSource bytes_;
  // What a sweep's seed says; nothing for another one.
  std::optional<SpecialInputs> special_;
  // How many tensors were made so far.
  size_t operand_ = 0;
  ValueStyle style_;
  // Elements of a tensor; where types ask for more, dimensions fall back to 1.
  int64_t most_;
  SizeChange change_;
  Oversized oversized_;
  std::span<const Expr* const> too_large_;
  const Expr* negative_ = nullptr;
  std::vector<std::pair<const Var*, int64_t>> symbols_;
  const AttrDict* upper_ = nullptr;
  const AttrDict* lower_ = nullptr;
};

// Types nest no deeper than the parser allows, so recursion is bounded.
// recursion: types nest no deeper than the reader lets them
Value InputMaker::Of(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) {
    if (const ShapeExpr* shape = ShapeListOf(tensor)) return TensorOf(tensor->dtype, shape->values);
    std::vector<int64_t> shape;
    for (int i = 0; i < std::max(tensor->rank, 0); ++i) shape.push_back(RandomExtent());
    return TensorOfShape(tensor->dtype, std::move(shape));
  }
  if (const auto* shape = As<ShapeType>(type)) {
    ShapeValue value;
    for (const Expr* dim : shape->values) value.dims.push_back(Extent(dim));
    for (int i = shape->has_values ? shape->rank : 0; i < shape->rank; ++i) value.dims.push_back(RandomExtent());
    return {value};
  }
  if (const auto* tuple = As<TupleType>(type)) {
    TupleValue value;
    for (const Type* field : tuple->fields) value.fields.push_back(Of(field));
    return {value};
  }
  if (const auto* prim = As<PrimType>(type))
    return {PrimValue{RandomScalar(bytes_, prim->dtype, ValueStyle::kSmallInts)}};
  return {NullValue{}};
}

LargeInputs InputsWith(const Module& module, std::string_view entry, InputMaker maker) {
  std::vector<Value> values;
  const Expr* found = module.Find(entry);
  if (const auto* func = As<Function>(found)) {
    maker.ReadBounds(func->attrs);
    for (const Var* param : func->params) {
      const auto* prim = As<PrimType>(param->type);
      values.push_back(prim == nullptr ? maker.Of(param->type) : maker.ScalarOf(prim->dtype, param));
    }
  }
  if (const auto* func = As<PrimFunc>(found)) {
    for (size_t i = 0; i < func->params.size(); ++i) {
      const Buffer* buffer = func->buffers[i];
      values.push_back(buffer == nullptr ? maker.ScalarOf(DTypeOf(func->params[i]), func->params[i])
                                         : maker.TensorOf(buffer->dtype, buffer->shape));
    }
  }
  LargeInputs made{.values = std::move(values), .negative = maker.negative(), .too_large = maker.too_large()};
  made.drawn = made.taken = maker.sizes();
  return made;
}

// With the first of the changes of sizes by which no extent is negative.
LargeInputs InputsOf(const Module& module, std::string_view entry, uint64_t seed, int64_t most, Oversized oversized) {
  LargeInputs first;
  for (const SizeChange& change : kSizeChanges) {
    LargeInputs made = InputsWith(module, entry, InputMaker(seed, most, change, oversized));
    if (made.negative == nullptr) return made;
    if (first.negative == nullptr) first = std::move(made);
  }
  return first;
}

}  // namespace

std::vector<Value> MakeInputs(const Module& module, std::string_view entry, uint64_t seed) {
  return InputsOf(module, entry, seed, int64_t{1} << 20, Oversized::kShrunk).values;
}

LargeInputs MakeLargeInputs(const Module& module, std::string_view entry, uint64_t seed, int64_t most) {
  LargeInputs made = InputsOf(module, entry, seed, most, Oversized::kNone);
  if (made.negative != nullptr || made.too_large.empty()) return made;
  LargeInputs small = InputsWith(module, entry, InputMaker(seed, most, kLeastSizes, Oversized::kNone));
  made.none = small.negative != nullptr || !small.too_large.empty();
  made.values = made.none ? std::vector<Value>{} : std::move(small.values);
  made.taken = std::move(small.taken);
  return made;
}

}  // namespace assay
