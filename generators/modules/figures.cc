#include "generators/modules/figures.h"

#include <algorithm>
#include <utility>

#include "generators/modules/aspects.h"
#include "generators/modules/call_binder.h"
#include "generators/modules/dims.h"
#include "generators/modules/figure_names.h"
#include "generators/modules/figure_paths.h"
#include "generators/modules/function_dims.h"
#include "generators/modules/function_nested.h"
#include "generators/modules/function_steps.h"
#include "ir/mentions.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Of a whole figure.
constexpr int kTries = 5;

bool SaysSymbols(const Type* type) {
  const ShapeExpr* shape = ShapeListOf(type);
  return shape != nullptr && !std::ranges::all_of(shape->values, IsConstantDim);
}

}  // namespace

const OpSpec* Figures::Lay(const Neighbourhood& wanted) {
  for (const OpSpec* second : wanted.seconds) {
    scope_.a = wanted.first;
    scope_.b = second;
    scope_.partners = wanted.seconds;
    bool pure = a()->purity == Purity::kPure && b()->purity == Purity::kPure;
    scope_.dataflow = pure && gen_.module.Has(Feature::kDataflow) && gen_.bytes().Chance(3, 4);
    for (int i = 0; i < kTries; ++i) {
      if (Whole(wanted.figure)) return second;
    }
  }
  return nullptr;
}

// What a figure that does not come about has made is taken away.
bool Figures::Whole(Figure figure) {
  ModuleGen::Mark module = gen_.module.Here();
  std::vector<const BindingBlock*> blocks = gen_.blocks;
  std::vector<Entry> scope = gen_.entries;
  size_t params = gen_.params.size(), symbols = gen_.body_symbols.size(), results = scope_.results.size();
  int next_var = gen_.next_var;
  if (Figured(figure)) return true;
  gen_.module.BackTo(module);
  gen_.blocks = std::move(blocks);
  gen_.entries = std::move(scope);
  gen_.params.resize(params);
  gen_.body_symbols.resize(symbols);
  gen_.next_var = next_var;
  scope_.results.resize(results);
  return false;
}

const Expr* Figures::Output() {
  if (scope_.results.empty()) return gen_.entries.back().value;
  if (scope_.results.size() == 1) return scope_.results[0];
  return MakeTuple(gen_.ctx(), scope_.results);
}

bool Figures::Chain() {
  return Give(In(AnyBlock(), [&] {
    const Expr* taken = Put(*b(), {Begun()});
    bool on = taken != nullptr && gen_.bytes().Chance(1, 2);
    const Expr* more = on ? Put(*a(), {Part(taken)}) : nullptr;
    return more == nullptr ? taken : more;
  }));
}

bool Figures::FanOut() {
  return Give(In(AnyBlock(), [&] {
    const Expr* made = Begun();
    const Expr* one = Put(*b(), {made});
    const Expr* other = one == nullptr ? nullptr : Put(*(gen_.bytes().Chance(1, 2) ? a() : b()), {made});
    if (other != nullptr) Give(Kept(other));
    return one;
  }));
}

bool Figures::FanIn() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr *one = Begun(), *other = one == nullptr ? nullptr : Part(Put(*b()));
    return one == nullptr || other == nullptr ? nullptr : Joined({one, other});
  }));
}

// One time in two a works on what b made, which nobody else holds: then that may be overwritten, and is read again.
bool Figures::ReadAgain() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* base = gen_.bytes().Chance(1, 2) ? Part(Put(*b())) : nullptr;
    const Expr* made = base == nullptr ? nullptr : Part(Put(*a(), {base}));
    if (made == nullptr) made = Part(Put(*a()));
    const Expr* taken = Put(*b(), {made});
    if (taken == nullptr) return nullptr;
    // Either may die here, the other one lives.
    const OpSpec* user = gen_.bytes().Chance(1, 2) ? a() : b();
    const Expr* used = Put(*user, {Part(taken)});
    if (used != nullptr) Give(Kept(used));
    const Expr* read = base != nullptr && gen_.bytes().Chance(1, 2) ? base : made;
    const Expr* again = Put(*b(), {read});
    Give(Kept(again == nullptr || gen_.bytes().Chance(1, 2) ? read : again));
    return taken;
  }));
}

bool Figures::InTuple() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr *one = Put(*a()), *other = one == nullptr ? nullptr : Put(*b());
    if (one == nullptr || other == nullptr) return nullptr;
    if (gen_.bytes().Chance(1, 3)) return Fields({one, Fields({other, one})});
    return Fields({one, other});
  }));
}

bool Figures::ThroughField() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Put(*a());
    if (made == nullptr) return nullptr;
    const Expr* tuple = Fields({gen_.bytes().Pick(gen_.entries).value, made});
    // One time in three within another tuple, which may be a result.
    if (gen_.bytes().Chance(1, 3)) {
      const Expr* outer = Fields({tuple, gen_.bytes().Pick(gen_.entries).value});
      if (gen_.bytes().Chance(1, 2)) Give(Kept(outer));
      tuple = Item(outer, 0);
    }
    return Put(*b(), {Part(Item(tuple, 1))});
  }));
}

// Whether a local function is to take the field.
bool Figures::ReadsInLocal() {
  uint32_t one_in = gen_.module.Has(Feature::kClosures) ? 4 : 16;
  return gen_.module.devices.empty() && gen_.bytes().Chance(1, one_in);
}

bool Figures::WholeTuple() {
  bool local = ReadsInLocal();
  SizesAre sizes(gen_, local ? Sizes::kConstant : gen_.sizes);
  std::optional<GenFunction> helper = Helper(nullptr, [](FigureParts& near, const Expr*) -> const Expr* {
    const Expr* made = near.Put(*near.a());
    const Expr* more = made == nullptr ? nullptr : near.Put(*near.a(), {near.Part(made)});
    return near.Fields({made, more == nullptr ? made : more});
  });
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* whole = CallOf(helper, nullptr);
    const auto* call = whole == nullptr ? nullptr : As<Call>(gen_.frames.back().bindings.back()->value);
    const Expr* taken = nullptr;
    if (const Var* reader = local ? LocalOver(whole, true) : nullptr) {
      taken = Bind(MakeCall(gen_.ctx(), reader, {FunctionNested(gen_).ValueOf(whole->type)}), nullptr);
    } else if (whole != nullptr) {
      taken = Put(*b(), {Part(Item(whole, 0))});
    }
    // Now and then nobody looks at the other field.
    uint64_t rest = gen_.bytes().Below(3);
    if (taken == nullptr || rest == 0) return taken;
    Give(Kept(taken));
    if (rest == 1) return gen_.Emit(whole);
    // Put together of two of a kind, it is none of them.
    const Expr* other = call == nullptr ? nullptr : Bind(OnOthers(call, false), nullptr);
    bool first = gen_.bytes().Chance(1, 2);
    return Fields({Item(first ? whole : other, 0), Item(first ? other : whole, 1)});
  }));
}

bool Figures::InHelper() {
  std::optional<GenFunction> helper =
      Helper(nullptr, [](FigureParts& near, const Expr*) { return near.Part(near.Put(*near.a())); });
  return Give(In(AnyBlock(), [&] { return Put(*b(), {CallOf(helper, nullptr)}); }));
}

bool Figures::InHelperTwice() {
  std::optional<GenFunction> helper = Helper(
      nullptr, [](FigureParts& near, const Expr*) { return near.Put(*near.b(), {near.Part(near.Put(*near.a()))}); });
  return Give(In(AnyBlock(), [&] {
    const Expr* one = CallOf(helper, nullptr);
    const Expr* other = one == nullptr ? nullptr : CallOf(helper, Part(one));
    if (other != nullptr) Give(Kept(other));
    return one;
  }));
}

bool Figures::AsArgument() {
  SizesAre constant(gen_, Sizes::kConstant);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Begun();
    if (made == nullptr || !HasConstantDims(made->type)) return nullptr;
    std::optional<GenFunction> helper = Helper(
        made->type, [](FigureParts& near, const Expr* given) { return near.Put(*near.b(), {near.Part(given)}); });
    return CallOf(helper, made);
  }));
}

bool Figures::InLocal() {
  if (!gen_.module.devices.empty()) return false;
  SizesAre constant(gen_, Sizes::kConstant);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Begun();
    const Var* self = LocalOver(made, gen_.bytes().Chance(1, 3));
    return self == nullptr ? nullptr : Bind(MakeCall(gen_.ctx(), self, {made}), nullptr);
  }));
}

// The other branch gives a value of that type, or what was there before.
bool Figures::InBranch() {
  return Give(In(Block::kPlain, [&]() -> const Expr* {
    const Expr *condition = Condition(), *made = Begun();
    const SeqExpr* yes = made == nullptr ? nullptr : Sequence([&] { return Put(*b(), {made}); });
    if (yes == nullptr) return nullptr;
    const SeqExpr* no = Sequence([&] { return IsKnown(yes->type) ? FunctionNested(gen_).ValueOf(yes->type) : made; });
    if (gen_.bytes().Chance(1, 2)) std::swap(yes, no);
    return Choice(condition, yes, no);
  }));
}

const SeqExpr* Figures::BranchOf(const OpSpec& row, const Expr* given, bool ends) {
  return Sequence([&]() -> const Expr* {
    const Expr* made = Put(row, {given});
    if (made == nullptr) made = Put(row);
    return made == nullptr || ends ? made : gen_.Emit(given);
  });
}

// What one branch computes of what is outside, and finds out of its sizes, the other one does as well, and maybe what
// stands behind them.
const Expr* Figures::InEveryBranch() {
  const Expr *condition = Condition(), *given = gen_.Tensor({});
  const Call* call = Sampled(*a(), {}, false);
  if (call == nullptr) return nullptr;
  auto branch = [&] {
    return Sequence([&]() -> const Expr* {
      if (gen_.bytes().Chance(1, 2)) FunctionSteps(gen_).MatchCastStep(/*finds=*/true);
      const Expr* made = Part(Bind(FunctionNested(gen_).Again(call), a()));
      if (made == nullptr) return nullptr;
      const Expr* taken = Put(*b(), {made});
      if (taken != nullptr && gen_.bytes().Chance(1, 2)) return taken;
      return IsKnown(made->type) ? made : gen_.Emit(given);
    });
  };
  std::vector<const Var*> outer = std::exchange(gen_.found_elsewhere, {});
  size_t known = gen_.body_symbols.size();
  const SeqExpr* yes = branch();
  std::copy_if(gen_.body_symbols.begin() + static_cast<std::ptrdiff_t>(known), gen_.body_symbols.end(),
               std::back_inserter(gen_.found_elsewhere),
               [&](const Var* var) { return std::ranges::find(gen_.captured, var) == gen_.captured.end(); });
  const SeqExpr* no = yes == nullptr ? nullptr : branch();
  gen_.found_elsewhere = std::move(outer);
  const Expr* chosen = Choice(condition, yes, no);
  if (chosen != nullptr && gen_.bytes().Chance(1, 2)) Give(Kept(Part(Bind(FunctionNested(gen_).Again(call), a()))));
  return chosen;
}

// Where the values have nothing in common, both branches end in one that was there before.
bool Figures::InBothBranches() {
  return Give(In(Block::kPlain, [&]() -> const Expr* {
    if (gen_.bytes().Chance(1, 3)) return InEveryBranch();
    const Expr *condition = Condition(), *given = gen_.Tensor({});
    const SeqExpr* yes = BranchOf(*a(), given, true);
    const SeqExpr* no = yes == nullptr ? nullptr : BranchOf(*b(), given, true);
    const Expr* chosen = Choice(condition, yes, no);
    if (chosen != nullptr || no == nullptr) return chosen;
    yes = BranchOf(*a(), given, false);
    no = BranchOf(*b(), given, false);
    return Choice(condition, yes, no);
  }));
}

bool Figures::AsCondition() {
  return Give(In(Block::kPlain, [&]() -> const Expr* {
    const Expr* made = Begun();
    const Expr* condition = ConditionOf(made);
    const SeqExpr* yes = condition == nullptr ? nullptr : Sequence([&] {
      const Expr* taken = Put(*b(), {made});
      return taken == nullptr ? Put(*b()) : taken;
    });
    if (yes == nullptr) return nullptr;
    return Choice(condition, yes,
                  Sequence([&] { return IsKnown(yes->type) ? FunctionNested(gen_).ValueOf(yes->type) : made; }));
  }));
}

bool Figures::AfterIf() {
  return Give(In(Block::kPlain, [&]() -> const Expr* {
    const Expr *condition = Condition(), *before = gen_.Tensor({});
    const SeqExpr* yes = Sequence([&] { return Begun(); });
    if (yes == nullptr || !IsKnown(yes->type)) return nullptr;
    const SeqExpr* no = Sequence([&] { return FunctionNested(gen_).ValueOf(yes->type); });
    const Expr* chosen = Choice(condition, yes, no);
    // What a branch has made is not there behind it.
    const Expr* taken = chosen == nullptr ? nullptr : Put(*(gen_.bytes().Chance(1, 3) ? a() : b()), {chosen});
    if (taken != nullptr) Give(gen_.bytes().Chance(1, 2) ? before : chosen);
    return taken;
  }));
}

bool Figures::AcrossBlocks() {
  const Expr* made = In(Block::kDataflow, [&] { return Begun(); });
  if (made == nullptr) return false;
  // Or b stands in another dataflow block: what is between them takes nothing from either, or is another name alone.
  bool apart = gen_.bytes().Chance(1, 2);
  auto between = [&]() -> const Expr* { return gen_.bytes().Chance(1, 2) ? Put(*a()) : gen_.Emit(gen_.Tensor({})); };
  if (apart && In(Block::kPlain, between) == nullptr) return false;
  const Expr* taken = In(apart ? Block::kDataflow : Block::kPlain, [&] { return Put(*b(), {made}); });
  if (taken == nullptr) return false;
  if (apart) return Give(taken);
  const Expr* again = In(Block::kDataflow, [&] { return Put(*a(), {Part(taken)}); });
  Give(again);
  return Give(taken);
}

bool Figures::Returned() {
  std::optional<GenFunction> helper =
      Helper(nullptr, [](FigureParts& near, const Expr*) { return near.Put(*near.a()); });
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* called = CallOf(helper, nullptr);
    const Expr* taken = called == nullptr ? nullptr : Put(*b(), {Part(called)});
    return taken == nullptr ? called : taken;
  }));
}

// That a tensor of which the rank alone is known has sizes that it may not have.
void Figures::Claim() {
  DType dtype = gen_.PickDType(kAnyDType);
  std::vector<const Expr*> dims{FunctionDims(gen_).SmallDim(), FunctionDims(gen_).SmallDim()};
  dims.resize(1 + gen_.bytes().Below(2));
  const Type* open = MakeTensorTypeOfRank(gen_.ctx(), static_cast<int>(dims.size()), dtype, gen_.home);
  const Type* said = MakeTensorType(gen_.ctx(), dims, dtype, gen_.home);
  Var* var = gen_.NewVar(said);
  gen_.EmitBinding(var, MakeMatchCast(gen_.ctx(), var, gen_.FreshParam(open), said));
}

// In a choice that nobody needs, and maybe in another one within; what the branches check is still to be done.
// recursion: at most `depth` deep
const Expr* Figures::Chosen(int depth) {
  const Expr *condition = Condition(), *given = gen_.Tensor({});
  auto branch = [&](bool goes_on) {
    return Sequence([&]() -> const Expr* {
      if (goes_on && depth > 1) Chosen(depth - 1);
      if (goes_on) Part(Put(*b(), {Begun()}));
      if (goes_on && gen_.bytes().Chance(1, 2)) Claim();
      return gen_.Emit(given);
    });
  };
  const SeqExpr* yes = branch(true);
  const SeqExpr* no = branch(false);
  if (gen_.bytes().Chance(1, 2)) std::swap(yes, no);
  return Choice(condition, yes, no);
}

bool Figures::Unused() {
  bool chosen = gen_.module.Has(Feature::kIf) && gen_.bytes().Chance(1, 2);
  const Expr* last = chosen ? In(Block::kPlain, [&] { return Chosen(1 + static_cast<int>(gen_.bytes().Below(2))); })
                            : In(AnyBlock(), [&] { return Put(*b(), {Begun()}); });
  if (last == nullptr) return false;
  return Give(In(AnyBlock(), [&] { return gen_.Emit(gen_.bytes().Pick(gen_.params)); }));
}

bool Figures::OfConstant() {
  SizesAre constant(gen_, Sizes::kConstant);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Call* call = Sampled(*a(), {}, false);
    call = call == nullptr ? nullptr : WithConstant(call);
    const Expr* made = call == nullptr ? nullptr : Bind(call, a());
    if (made == nullptr) return nullptr;
    const Expr* taken = Put(*b(), {Part(made)});
    return taken == nullptr ? made : taken;
  }));
}

bool Figures::Twins() {
  SizesAre constant(gen_, Sizes::kConstant);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Call* call = Sampled(*a(), {}, false);
    std::vector<const Expr*> ends;
    for (int i = 0; i < 2 && call != nullptr; ++i) {
      const Call* own = WithConstant(FunctionNested(gen_).Again(call));
      const Expr* made = own == nullptr ? nullptr : Bind(own, a());
      if (made == nullptr) return nullptr;
      const Expr* taken = Put(*b(), {Part(made)});
      ends.push_back(taken == nullptr ? made : taken);
    }
    return Fields(ends);
  }));
}

bool Figures::OfSameOperand() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* given = gen_.Tensor({});
    const Expr* made = nullptr;
    for (int i = 0; i < 8 && made == nullptr; ++i) {
      Mark mark = Here();
      if (i > 0) {
        std::vector<const Expr*> dims = gen_.FreshDims({});
        given = gen_.Fresh(dims, gen_.PickDType(kAnyDType), gen_.home);
      }
      const Expr* tried = Put(*a(), {given});
      const auto* binding = tried == nullptr ? nullptr : As<VarBinding>(gen_.frames.back().bindings.back());
      const auto* call = binding == nullptr ? nullptr : As<Call>(binding->value);
      if (call != nullptr && TimesTaken(call, given) > 1) made = tried;
      if (made == nullptr) BackTo(mark);
    }
    const Expr* taken = made == nullptr ? nullptr : Put(*b(), {Part(made)});
    return taken == nullptr ? made : taken;
  }));
}

bool Figures::Repeated() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Put(*a());
    const auto* binding = made == nullptr ? nullptr : As<VarBinding>(gen_.frames.back().bindings.back());
    const auto* call = binding == nullptr ? nullptr : As<Call>(binding->value);
    const Expr* again = call == nullptr ? nullptr : Bind(FunctionNested(gen_).Again(call), a());
    if (again == nullptr) return nullptr;
    const Expr* taken = Put(*b(), {Part(again)});
    if (taken != nullptr) Give(Kept(taken));
    return Fields({made, again});
  }));
}

bool Figures::Symbolic() {
  if (gen_.symbols.empty()) return false;
  SizesAre symbols(gen_, Sizes::kSymbolic);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* given = gen_.Tensor({});
    if (!SaysSymbols(given->type)) {
      std::vector<const Expr*> dims = {FunctionDims(gen_).SmallDim(), FunctionDims(gen_).SmallDim()};
      given = gen_.Fresh(dims, gen_.PickDType(kAnyDType), gen_.home);
    }
    const Expr* made = Put(*a(), {given});
    if (made == nullptr) made = Put(*a());
    return made == nullptr ? nullptr : Put(*b(), {Part(made)});
  }));
}

bool Figures::ThroughCast() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Begun();
    const ShapeExpr* shape = made == nullptr ? nullptr : ShapeListOf(made->type);
    if (shape == nullptr || As<TensorType>(made->type)->dtype.IsVoid()) return nullptr;
    const Expr* cast = FigureNames(scope_).Named(made);
    const Expr* taken = Put(*b(), {cast});
    const Expr* later = taken == nullptr ? nullptr : Put(*a(), {Part(taken)});
    if (later != nullptr) Give(Kept(later));
    if (taken != nullptr) Give(Kept(gen_.bytes().Chance(1, 2) ? made : cast));
    return taken;
  }));
}

bool Figures::Renamed() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Put(*a());
    if (made == nullptr) return nullptr;
    const Expr* named = gen_.Emit(made);
    const Expr* taken = Put(*b(), {Part(named)});
    if (taken == nullptr) return nullptr;
    if (gen_.bytes().Chance(1, 2)) taken = gen_.Emit(taken);
    Give(Kept(gen_.bytes().Chance(1, 2) ? made : named));
    return taken;
  }));
}

bool Figures::WithEffect() {
  return Give(In(Block::kPlain, [&]() -> const Expr* {
    const Expr* made = Put(*a());
    const OpSpec* print = FindOp("print");
    if (made == nullptr || print == nullptr) return nullptr;
    const Expr* shown = Part(made);
    CallBinder(gen_).EmitCall(
        MakeOpCall(gen_.ctx(), *print, {MakeString(gen_.ctx(), "{}"), shown == nullptr ? made : shown}), print);
    return Put(*b(), {shown});
  }));
}

bool Figures::Figured(Figure figure) {
  switch (figure) {
    case Figure::kChain: return Chain();
    case Figure::kFanOut: return FanOut();
    case Figure::kFanIn: return FanIn();
    case Figure::kReadAgain: return ReadAgain();
    case Figure::kTuple: return InTuple();
    case Figure::kField: return ThroughField();
    case Figure::kWholeTuple: return WholeTuple();
    case Figure::kHelper: return InHelper();
    case Figure::kHelperTwice: return InHelperTwice();
    case Figure::kArgument: return AsArgument();
    case Figure::kLocal: return InLocal();
    case Figure::kBranch: return InBranch();
    case Figure::kBothBranches: return InBothBranches();
    case Figure::kCondition: return AsCondition();
    case Figure::kAfterIf: return AfterIf();
    case Figure::kAcrossBlocks: return AcrossBlocks();
    case Figure::kReturned: return Returned();
    case Figure::kUnused: return Unused();
    case Figure::kConstant: return OfConstant();
    case Figure::kTwins: return Twins();
    case Figure::kSameOperand: return OfSameOperand();
    case Figure::kRepeated: return Repeated();
    case Figure::kSymbolic: return Symbolic();
    case Figure::kCast: return ThroughCast();
    case Figure::kRenamed: return Renamed();
    case Figure::kEffect: return WithEffect();
    case Figure::kRow: return FigurePaths(scope_).Row();
    case Figure::kMeet: return FigurePaths(scope_).MeetAgain();
    case Figure::kHeld: return FigurePaths(scope_).Held();
    case Figure::kOfSizes: return FigurePaths(scope_).OfSizes();
    case Figure::kAlike: return FigurePaths(scope_).Alike();
  }
  ASSAY_UNREACHABLE();
}

}  // namespace assay
