#include "generators/modules/figure_paths.h"

#include "generators/modules/aspects.h"
#include "generators/modules/dims.h"
#include "generators/modules/figure_names.h"
#include "generators/modules/function_nested.h"
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

bool FigurePaths::Alike() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Put(*a());
    const auto* binding = made == nullptr ? nullptr : As<VarBinding>(gen_.frames.back().bindings.back());
    const auto* call = binding == nullptr ? nullptr : As<Call>(binding->value);
    if (call == nullptr) return nullptr;
    std::vector<const Expr*> values{Part(made)};
    size_t wanted = 2 + gen_.bytes().Below(3), other = gen_.bytes().Chance(1, 2) ? wanted : gen_.bytes().Below(wanted);
    for (int tries = 0; values.size() < wanted && tries < kAlikeTries; ++tries) {
      const Expr* next = Bind(OnOthers(call, values.size() == other), a());
      // Beside each other stand values of one type.
      if (next != nullptr && Equal(next->type, made->type)) values.push_back(Part(next));
    }
    return values.size() < 2 ? nullptr : Joined(values);
  }));
}

bool FigurePaths::Row() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* last = Part(Put(*a()));
    uint64_t wanted = 2 + gen_.bytes().Below(3), placed = 0;
    for (int i = 0; i < kRowTries && placed < wanted && last != nullptr; ++i) {
      uint64_t which = gen_.bytes().Below(4);
      const OpSpec* row = which == 0 ? a() : which == 1 ? b() : gen_.bytes().Pick(scope_.partners);
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

bool FigurePaths::MeetAgain() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Begun();
    const Expr* one = made == nullptr ? nullptr : Part(Put(*b(), {made}));
    // The ways are of different lengths.
    for (uint64_t more = one == nullptr ? 0 : gen_.bytes().Below(3); more > 0; --more) {
      const Expr* next = Part(Put(*gen_.bytes().Pick(scope_.partners), {one}));
      one = next == nullptr ? one : next;
    }
    const Expr* other = one == nullptr ? nullptr : Part(Put(*(gen_.bytes().Chance(1, 2) ? a() : b()), {made}));
    if (other == nullptr) return nullptr;
    const Expr* further = gen_.bytes().Chance(1, 2) ? Part(Put(*a(), {other})) : nullptr;
    // One way may be no longer than the value itself.
    if (further == nullptr && gen_.bytes().Chance(1, 4)) further = made;
    return Joined({one, further == nullptr ? other : further});
  }));
}

// What some operators make of the value, one of the other: memory that they need, and may take from it.
const Expr* FigurePaths::Meanwhile(const Expr* made) {
  static const std::vector<const OpSpec*> kKeeping =
      RowsIn({.all = Bits(Aspect::kKeepsType, Aspect::kLowered, Aspect::kTakesOne)});
  const Expr* last = made;
  uint64_t wanted = 2 + gen_.bytes().Below(3), placed = 0;
  for (int i = 0; i < kHeldTries && placed < wanted; ++i) {
    const OpSpec* row = gen_.bytes().Chance(1, 3) ? a() : gen_.bytes().Pick(kKeeping);
    const Expr* next = row->purity == Purity::kImpure ? nullptr : Part(Put(*row, {last}));
    if (next == nullptr) continue;
    ++placed;
    last = next;
  }
  return placed < 2 ? nullptr : last;
}

// Memory that one name has given up may be taken again only when no other one holds it, nor a function that captured
// it.
bool FigurePaths::Held() {
  uint32_t one_in = gen_.module.Has(Feature::kClosures) ? 2 : kOneInCaptures;
  bool captures = gen_.module.devices.empty() && gen_.bytes().Chance(1, one_in);
  SizesAre sizes(gen_, captures ? Sizes::kConstant : gen_.sizes);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Begun();
    if (made == nullptr) return nullptr;
    const Var* reader = captures ? LocalOver(made, true) : nullptr;
    const Expr* held = captures ? reader : FigureNames(scope_).OtherName(made);
    const Expr* last = held == nullptr ? nullptr : Meanwhile(made);
    if (last == nullptr) return nullptr;
    Give(Kept(last));
    if (captures) return Bind(MakeCall(gen_.ctx(), reader, {FunctionNested(gen_).ValueOf(made->type)}), nullptr);
    const Expr* taken = Part(Put(*b(), {held}));
    return taken == nullptr ? held : taken;
  }));
}

// What one call makes known of the sizes says nothing of those of the other.
bool FigurePaths::OfSizes() {
  if (gen_.symbols.empty()) return false;
  std::optional<GenFunction> helper;
  {
    SizesAre symbols(gen_, Sizes::kSymbolic);
    helper = Helper(nullptr, [](FigureParts& near, const Expr*) -> const Expr* {
      const Expr* made = near.Part(near.Put(*near.a()));
      const Expr* taken = made == nullptr ? nullptr : near.Put(*near.b(), {made});
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
