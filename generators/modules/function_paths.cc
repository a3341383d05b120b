// The figures of figures.def that are made of more than two operators, or of sizes (function_near.h).
#include "generators/modules/aspects.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_near.h"
#include "ir/equal.h"
#include "ir/mentions.h"

namespace assay {
namespace {

// Of a row, how many try to take what the last one gave.
constexpr int kRowTries = 8;
// Of what needs memory in between.
constexpr int kHeldTries = 6;
// Of calls that give values of one type.
constexpr int kAlikeTries = 8;
// Of what is held, one in so many is by a local function where the module is not about these.
constexpr uint32_t kOneInCaptures = 12;

}  // namespace

// By one of the two, or by any operator that takes several values.
const Expr* FunctionGen::Near::Joined(const std::vector<const Expr*>& values) {
  static const std::vector<const OpSpec*> kJoining = RowsIn(
      {.any = Bits(Aspect::kJoins, Aspect::kCommutes), .all = Bits(Aspect::kTakesSeveral, Aspect::kGivesTensor)});
  std::vector<const OpSpec*> rows{b_, a_};
  for (int i = 0; i < 4; ++i) rows.push_back(gen_.bytes().Pick(kJoining));
  for (const OpSpec* row : rows) {
    if (const Expr* joined = Put(*row, values, true)) return joined;
  }
  return nullptr;
}

const Call* FunctionGen::Near::OnOthers(const Call* call, bool otherwise) {
  Call* other = gen_.ctx().arena.New<Call>(*gen_.Again(call));
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  for (const Expr*& arg : args) {
    const auto* type = Is<Var>(arg) ? As<TensorType>(arg->type) : nullptr;
    const ShapeExpr* shape = type == nullptr ? nullptr : ShapeListOf(type);
    bool told = shape != nullptr && !MentionsAny(type, gen_.body_symbols_);
    if (told && gen_.local_ == 0 && gen_.bytes().Chance(2, 3)) arg = gen_.FreshParam(type);
  }
  other->args = gen_.ctx().Copy(args);
  const Call* drawn = otherwise ? a_->sample(gen_, *a_) : nullptr;
  if (drawn != nullptr) other->attrs = gen_.Again(drawn)->attrs;
  return other;
}

bool FunctionGen::Near::Alike() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Put(*a_);
    const auto* binding = made == nullptr ? nullptr : As<VarBinding>(gen_.frames_.back().bindings.back());
    const auto* call = binding == nullptr ? nullptr : As<Call>(binding->value);
    if (call == nullptr) return nullptr;
    std::vector<const Expr*> values{Part(made)};
    size_t wanted = 2 + gen_.bytes().Below(3), other = gen_.bytes().Chance(1, 2) ? wanted : gen_.bytes().Below(wanted);
    for (int tries = 0; values.size() < wanted && tries < kAlikeTries; ++tries) {
      const Expr* next = Bind(OnOthers(call, values.size() == other), a_);
      // Beside each other stand values of one type.
      if (next != nullptr && Equal(next->type, made->type)) values.push_back(Part(next));
    }
    return values.size() < 2 ? nullptr : Joined(values);
  }));
}

bool FunctionGen::Near::Row() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* last = Part(Put(*a_));
    uint64_t wanted = 2 + gen_.bytes().Below(3), placed = 0;
    for (int i = 0; i < kRowTries && placed < wanted && last != nullptr; ++i) {
      uint64_t which = gen_.bytes().Below(4);
      const OpSpec* row = which == 0 ? a_ : which == 1 ? b_ : gen_.bytes().Pick(partners_);
      if (row->purity == Purity::kImpure) continue;
      const Expr* next = Part(Put(*row, {last}));
      if (next == nullptr) continue;
      ++placed;
      // What stands between is now and then a result, too.
      if (gen_.bytes().Chance(1, 6)) Give(Kept(last));
      last = next;
    }
    return placed < 2 ? nullptr : last;
  }));
}

bool FunctionGen::Near::MeetAgain() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Begun();
    const Expr* one = made == nullptr ? nullptr : Part(Put(*b_, {made}));
    const Expr* other = one == nullptr ? nullptr : Part(Put(*(gen_.bytes().Chance(1, 2) ? a_ : b_), {made}));
    if (other == nullptr) return nullptr;
    const Expr* further = gen_.bytes().Chance(1, 2) ? Part(Put(*a_, {other})) : nullptr;
    // One way may be no longer than the value itself.
    if (further == nullptr && gen_.bytes().Chance(1, 4)) further = made;
    return Joined({one, further == nullptr ? other : further});
  }));
}

const Expr* FunctionGen::Near::Cast(const Expr* value, const TensorType* type) {
  Var* var = gen_.NewVar(type);
  return gen_.EmitBinding(var, MakeMatchCast(gen_.ctx(), var, value, type));
}

// Of what a local function finds out, no type may speak outside.
const Expr* FunctionGen::Near::Named(const Expr* value) {
  const auto* type = static_cast<const TensorType*>(value->type);
  Nodes<Expr> known = ShapeListOf(type)->values;
  std::vector<const Expr*> dims(known.begin(), known.end());
  for (const Expr*& dim : dims) {
    if (gen_.local_ > 0 || gen_.nested_ > 0 || LargestDim(dim) > kLargestSymbol || gen_.bytes().Chance(1, 2)) continue;
    gen_.body_symbols_.push_back(MakeVar(gen_.ctx(), "p" + std::to_string(gen_.body_symbols_.size()), DType::Int(64)));
    dim = gen_.body_symbols_.back();
  }
  return Cast(value, MakeTensorType(gen_.ctx(), dims, type->dtype, type->vdevice));
}

const Expr* FunctionGen::Near::OtherName(const Expr* value) {
  static const std::vector<const OpSpec*> kRestating = RowsIn({.all = Bits(Aspect::kRestates, Aspect::kGivesTensor)});
  const auto* type = As<TensorType>(value->type);
  uint64_t which = gen_.bytes().Below(5);
  const Expr* view = which == 4 ? gen_.PackedView(value) : nullptr;
  if (view != nullptr) return view;
  if (which == 0 && gen_.module_.May(Feature::kMatchCast) && type != nullptr && ShapeListOf(type) != nullptr) {
    return gen_.bytes().Chance(1, 2) ? Named(value) : Cast(value, type);
  }
  if (which == 1 && gen_.module_.May(Feature::kTuples))
    return Item(Fields({gen_.bytes().Pick(gen_.scope_).value, value}), 1);
  if (which == 2 && gen_.module_.May(Feature::kAliases)) return gen_.Emit(value);
  return Part(Put(*gen_.bytes().Pick(kRestating), {value}));
}

// What some operators make of the value, one of the other: memory that they need, and may take from it.
const Expr* FunctionGen::Near::Meanwhile(const Expr* made) {
  static const std::vector<const OpSpec*> kKeeping =
      RowsIn({.all = Bits(Aspect::kKeepsType, Aspect::kLowered, Aspect::kTakesOne)});
  const Expr* last = made;
  uint64_t wanted = 2 + gen_.bytes().Below(3), placed = 0;
  for (int i = 0; i < kHeldTries && placed < wanted; ++i) {
    const OpSpec* row = gen_.bytes().Chance(1, 3) ? a_ : gen_.bytes().Pick(kKeeping);
    const Expr* next = row->purity == Purity::kImpure ? nullptr : Part(Put(*row, {last}));
    if (next == nullptr) continue;
    ++placed;
    last = next;
  }
  return placed < 2 ? nullptr : last;
}

// Memory that one name has given up may be taken again only when no other one holds it, nor a function that captured
// it.
bool FunctionGen::Near::Held() {
  uint32_t one_in = gen_.module_.Has(Feature::kClosures) ? 2 : kOneInCaptures;
  bool captures = gen_.module_.devices.empty() && gen_.bytes().Chance(1, one_in);
  SizesAre sizes(gen_, captures ? Sizes::kConstant : gen_.sizes_);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Begun();
    if (made == nullptr) return nullptr;
    const Var* reader = captures ? LocalOver(made, true) : nullptr;
    const Expr* held = captures ? reader : OtherName(made);
    const Expr* last = held == nullptr ? nullptr : Meanwhile(made);
    if (last == nullptr) return nullptr;
    Give(Kept(last));
    if (captures) return Bind(MakeCall(gen_.ctx(), reader, {gen_.ValueOf(made->type)}), nullptr);
    const Expr* taken = Part(Put(*b_, {held}));
    return taken == nullptr ? held : taken;
  }));
}

// What one call makes known of the sizes says nothing of those of the other.
bool FunctionGen::Near::OfSizes() {
  if (gen_.symbols_.empty()) return false;
  std::optional<GenFunction> helper;
  {
    SizesAre symbols(gen_, Sizes::kSymbolic);
    helper = Helper(nullptr, [](Near& near, const Expr*) -> const Expr* {
      const Expr* made = near.Part(near.Put(*near.a_));
      const Expr* taken = made == nullptr ? nullptr : near.Put(*near.b_, {made});
      return taken == nullptr ? made : taken;
    });
  }
  if (!helper.has_value() || helper->symbols.empty()) return false;
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* one = CallOf(helper, nullptr);
    const Expr* other = one == nullptr ? nullptr : CallOf(helper, nullptr);
    return Fields({one, other});
  }));
}

}  // namespace assay
