// The figures of figures.def, each for any two operators (function_near.h).
#include <algorithm>
#include <utility>

#include "generators/modules/aspects.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_near.h"
#include "ir/mentions.h"
#include "ir/walk.h"

namespace assay {

namespace {

// Its dimensions are constants, so that another function may have a parameter of it.
bool IsPlain(const Type* type) {
  const ShapeExpr* shape = ShapeListOf(type);
  return shape != nullptr && std::ranges::all_of(shape->values, IsConstantDim);
}

bool SaysSymbols(const Type* type) {
  const ShapeExpr* shape = ShapeListOf(type);
  return shape != nullptr && !std::ranges::all_of(shape->values, IsConstantDim);
}

}  // namespace

const Expr* FunctionGen::Near::Begun() {
  Mark mark = Here();
  const Expr* base = gen_.bytes().Chance(1, 3) ? Part(Put(*b_)) : nullptr;
  const Expr* made = base == nullptr ? nullptr : Part(Put(*a_, {base}));
  if (made != nullptr) return made;
  BackTo(mark);
  return Part(Put(*a_));
}

bool FunctionGen::Near::Chain() {
  return Give(In(AnyBlock(), [&] {
    const Expr* taken = Put(*b_, {Begun()});
    bool on = taken != nullptr && gen_.bytes().Chance(1, 2);
    const Expr* more = on ? Put(*a_, {Part(taken)}) : nullptr;
    return more == nullptr ? taken : more;
  }));
}

bool FunctionGen::Near::FanOut() {
  return Give(In(AnyBlock(), [&] {
    const Expr* made = Begun();
    const Expr* one = Put(*b_, {made});
    const Expr* other = one == nullptr ? nullptr : Put(*(gen_.bytes().Chance(1, 2) ? a_ : b_), {made});
    if (other != nullptr) Give(Kept(other));
    return one;
  }));
}

bool FunctionGen::Near::FanIn() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr *one = Begun(), *other = one == nullptr ? nullptr : Part(Put(*b_));
    return one == nullptr || other == nullptr ? nullptr : Joined({one, other});
  }));
}

// One time in two a works on what b made, which nobody else holds: then that may be overwritten, and is read again.
bool FunctionGen::Near::ReadAgain() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* base = gen_.bytes().Chance(1, 2) ? Part(Put(*b_)) : nullptr;
    const Expr* made = base == nullptr ? nullptr : Part(Put(*a_, {base}));
    if (made == nullptr) made = Part(Put(*a_));
    const Expr* taken = Put(*b_, {made});
    if (taken == nullptr) return nullptr;
    // Either may die here, the other one lives.
    const OpSpec* user = gen_.bytes().Chance(1, 2) ? a_ : b_;
    const Expr* used = Put(*user, {Part(taken)});
    if (used != nullptr) Give(Kept(used));
    const Expr* read = base != nullptr && gen_.bytes().Chance(1, 2) ? base : made;
    const Expr* again = Put(*b_, {read});
    Give(Kept(again == nullptr || gen_.bytes().Chance(1, 2) ? read : again));
    return taken;
  }));
}

bool FunctionGen::Near::InTuple() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr *one = Put(*a_), *other = one == nullptr ? nullptr : Put(*b_);
    if (one == nullptr || other == nullptr) return nullptr;
    if (gen_.bytes().Chance(1, 3)) return Fields({one, Fields({other, one})});
    return Fields({one, other});
  }));
}

bool FunctionGen::Near::ThroughField() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Put(*a_);
    if (made == nullptr) return nullptr;
    const Expr* tuple = Fields({gen_.bytes().Pick(gen_.scope_).value, made});
    return Put(*b_, {Part(Item(tuple, 1))});
  }));
}

bool FunctionGen::Near::WholeTuple() {
  std::optional<GenFunction> helper = Helper(nullptr, [](Near& near, const Expr*) -> const Expr* {
    const Expr* made = near.Put(*near.a_);
    const Expr* more = made == nullptr ? nullptr : near.Put(*near.a_, {near.Part(made)});
    return near.Fields({made, more == nullptr ? made : more});
  });
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* whole = CallOf(helper, nullptr);
    const auto* call = whole == nullptr ? nullptr : As<Call>(gen_.frames_.back().bindings.back()->value);
    const Expr* taken = whole == nullptr ? nullptr : Put(*b_, {Part(Item(whole, 0))});
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

bool FunctionGen::Near::InHelper() {
  std::optional<GenFunction> helper =
      Helper(nullptr, [](Near& near, const Expr*) { return near.Part(near.Put(*near.a_)); });
  return Give(In(AnyBlock(), [&] { return Put(*b_, {CallOf(helper, nullptr)}); }));
}

bool FunctionGen::Near::InHelperTwice() {
  std::optional<GenFunction> helper =
      Helper(nullptr, [](Near& near, const Expr*) { return near.Put(*near.b_, {near.Part(near.Put(*near.a_))}); });
  return Give(In(AnyBlock(), [&] {
    const Expr* one = CallOf(helper, nullptr);
    const Expr* other = one == nullptr ? nullptr : CallOf(helper, Part(one));
    if (other != nullptr) Give(Kept(other));
    return one;
  }));
}

bool FunctionGen::Near::AsArgument() {
  SizesAre constant(gen_, Sizes::kConstant);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Begun();
    if (made == nullptr || !IsPlain(made->type)) return nullptr;
    std::optional<GenFunction> helper =
        Helper(made->type, [](Near& near, const Expr* given) { return near.Put(*near.b_, {given}); });
    return CallOf(helper, made);
  }));
}

// A local function of one parameter of the value's type, in which b takes that, or the value as it captures it. Of what
// another function captures, types are those of its own symbols alone.
const Var* FunctionGen::Near::LocalOver(const Expr* made, bool captures) {
  if (made == nullptr || !IsPlain(made->type)) return nullptr;
  const Var* param = MakeVar(gen_.ctx(), "a" + std::to_string(gen_.next_var_++), made->type);
  size_t scope_before = gen_.scope_.size();
  std::vector<const Var*> symbols = std::exchange(gen_.symbols_, {});
  ++gen_.local_;
  gen_.AddToScope(param);
  const SeqExpr* body = Sequence([&] { return Put(*b_, {captures ? made : param}); });
  --gen_.local_;
  gen_.symbols_ = std::move(symbols);
  gen_.scope_.resize(scope_before);
  if (body == nullptr || !ShapeVarsOf(body->type).empty()) return nullptr;
  const assay::Function* func = MakeFunction(gen_.ctx(), {param}, body, body->type, gen_.pure_);
  for (const Var* var : VarsIn(func->body)) Kept(var);
  Var* self = gen_.NewVar(MakeFuncType(gen_.ctx(), {made->type}, body->type, gen_.pure_));
  gen_.EmitBinding(self, MakeBinding(gen_.ctx(), self, func));
  gen_.scope_.pop_back();
  return gen_.OtherNameOf(self);
}

bool FunctionGen::Near::InLocal() {
  if (!gen_.module_.devices.empty()) return false;
  SizesAre constant(gen_, Sizes::kConstant);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Begun();
    const Var* self = LocalOver(made, gen_.bytes().Chance(1, 3));
    return self == nullptr ? nullptr : Bind(MakeCall(gen_.ctx(), self, {made}), nullptr);
  }));
}

// The other branch gives a value of that type, or what was there before.
bool FunctionGen::Near::InBranch() {
  return Give(In(Block::kPlain, [&]() -> const Expr* {
    const Expr *condition = Condition(), *made = Begun();
    const SeqExpr* yes = made == nullptr ? nullptr : Sequence([&] { return Put(*b_, {made}); });
    if (yes == nullptr) return nullptr;
    const SeqExpr* no = Sequence([&] { return IsKnown(yes->type) ? gen_.ValueOf(yes->type) : made; });
    if (gen_.bytes().Chance(1, 2)) std::swap(yes, no);
    return Choice(condition, yes, no);
  }));
}

const SeqExpr* FunctionGen::Near::BranchOf(const OpSpec& row, const Expr* given, bool ends) {
  return Sequence([&]() -> const Expr* {
    const Expr* made = Put(row, {given});
    if (made == nullptr) made = Put(row);
    return made == nullptr || ends ? made : gen_.Emit(given);
  });
}

// What one branch computes of what is outside, and finds out of its sizes, the other one does as well, and maybe what
// stands behind them.
const Expr* FunctionGen::Near::InEveryBranch() {
  const Expr *condition = Condition(), *given = gen_.Tensor({});
  const Call* call = Sampled(*a_, {}, false);
  if (call == nullptr) return nullptr;
  auto branch = [&] {
    return Sequence([&]() -> const Expr* {
      if (gen_.bytes().Chance(1, 2)) gen_.MatchCastStep(/*finds=*/true);
      const Expr* made = Part(Bind(gen_.Again(call), a_));
      if (made == nullptr) return nullptr;
      const Expr* taken = Put(*b_, {made});
      if (taken != nullptr && gen_.bytes().Chance(1, 2)) return taken;
      return IsKnown(made->type) ? made : gen_.Emit(given);
    });
  };
  std::vector<const Var*> outer = std::exchange(gen_.found_elsewhere_, {});
  size_t known = gen_.body_symbols_.size();
  const SeqExpr* yes = branch();
  std::copy_if(gen_.body_symbols_.begin() + static_cast<std::ptrdiff_t>(known), gen_.body_symbols_.end(),
               std::back_inserter(gen_.found_elsewhere_),
               [&](const Var* var) { return std::ranges::find(gen_.captured_, var) == gen_.captured_.end(); });
  const SeqExpr* no = yes == nullptr ? nullptr : branch();
  gen_.found_elsewhere_ = std::move(outer);
  const Expr* chosen = Choice(condition, yes, no);
  if (chosen != nullptr && gen_.bytes().Chance(1, 2)) Give(Kept(Part(Bind(gen_.Again(call), a_))));
  return chosen;
}

// Where the values have nothing in common, both branches end in one that was there before.
bool FunctionGen::Near::InBothBranches() {
  return Give(In(Block::kPlain, [&]() -> const Expr* {
    if (gen_.bytes().Chance(1, 3)) return InEveryBranch();
    const Expr *condition = Condition(), *given = gen_.Tensor({});
    const SeqExpr* yes = BranchOf(*a_, given, true);
    const SeqExpr* no = yes == nullptr ? nullptr : BranchOf(*b_, given, true);
    const Expr* chosen = Choice(condition, yes, no);
    if (chosen != nullptr || no == nullptr) return chosen;
    yes = BranchOf(*a_, given, false);
    no = BranchOf(*b_, given, false);
    return Choice(condition, yes, no);
  }));
}

bool FunctionGen::Near::AsCondition() {
  return Give(In(Block::kPlain, [&]() -> const Expr* {
    const Expr* made = Begun();
    const Expr* condition = ConditionOf(made);
    const SeqExpr* yes = condition == nullptr ? nullptr : Sequence([&] {
      const Expr* taken = Put(*b_, {made});
      return taken == nullptr ? Put(*b_) : taken;
    });
    if (yes == nullptr) return nullptr;
    return Choice(condition, yes, Sequence([&] { return IsKnown(yes->type) ? gen_.ValueOf(yes->type) : made; }));
  }));
}

bool FunctionGen::Near::AfterIf() {
  return Give(In(Block::kPlain, [&]() -> const Expr* {
    const Expr *condition = Condition(), *before = gen_.Tensor({});
    const SeqExpr* yes = Sequence([&] { return Begun(); });
    if (yes == nullptr || !IsKnown(yes->type)) return nullptr;
    const SeqExpr* no = Sequence([&] { return gen_.ValueOf(yes->type); });
    const Expr* chosen = Choice(condition, yes, no);
    // What a branch has made is not there behind it.
    const Expr* taken = chosen == nullptr ? nullptr : Put(*(gen_.bytes().Chance(1, 3) ? a_ : b_), {chosen});
    if (taken != nullptr) Give(gen_.bytes().Chance(1, 2) ? before : chosen);
    return taken;
  }));
}

bool FunctionGen::Near::AcrossBlocks() {
  const Expr* made = In(Block::kDataflow, [&] { return Begun(); });
  if (made == nullptr) return false;
  // Or b stands in another dataflow block: what is between them takes nothing from either, or is another name alone.
  bool apart = gen_.bytes().Chance(1, 2);
  auto between = [&]() -> const Expr* { return gen_.bytes().Chance(1, 2) ? Put(*a_) : gen_.Emit(gen_.Tensor({})); };
  if (apart && In(Block::kPlain, between) == nullptr) return false;
  const Expr* taken = In(apart ? Block::kDataflow : Block::kPlain, [&] { return Put(*b_, {made}); });
  if (taken == nullptr) return false;
  if (apart) return Give(taken);
  const Expr* again = In(Block::kDataflow, [&] { return Put(*a_, {Part(taken)}); });
  Give(again);
  return Give(taken);
}

bool FunctionGen::Near::Returned() {
  std::optional<GenFunction> helper = Helper(nullptr, [](Near& near, const Expr*) { return near.Put(*near.a_); });
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* called = CallOf(helper, nullptr);
    const Expr* taken = called == nullptr ? nullptr : Put(*b_, {Part(called)});
    return taken == nullptr ? called : taken;
  }));
}

// That a tensor of which the rank alone is known has sizes that it may not have.
void FunctionGen::Near::Claim() {
  DType dtype = gen_.PickDType(kAnyDType);
  std::vector<const Expr*> dims{gen_.SmallDim(), gen_.SmallDim()};
  dims.resize(1 + gen_.bytes().Below(2));
  const Type* open = MakeTensorTypeOfRank(gen_.ctx(), static_cast<int>(dims.size()), dtype, gen_.home_);
  const Type* said = MakeTensorType(gen_.ctx(), dims, dtype, gen_.home_);
  Var* var = gen_.NewVar(said);
  gen_.EmitBinding(var, MakeMatchCast(gen_.ctx(), var, gen_.FreshParam(open), said));
}

// In a choice that nobody needs, and maybe in another one within; what the branches check is still to be done.
const Expr* FunctionGen::Near::Chosen(int depth) {
  const Expr *condition = Condition(), *given = gen_.Tensor({});
  auto branch = [&](bool goes_on) {
    return Sequence([&]() -> const Expr* {
      if (goes_on && depth > 1) Chosen(depth - 1);
      if (goes_on) Part(Put(*b_, {Begun()}));
      if (goes_on && gen_.bytes().Chance(1, 2)) Claim();
      return gen_.Emit(given);
    });
  };
  const SeqExpr* yes = branch(true);
  const SeqExpr* no = branch(false);
  if (gen_.bytes().Chance(1, 2)) std::swap(yes, no);
  return Choice(condition, yes, no);
}

bool FunctionGen::Near::Unused() {
  bool chosen = gen_.module_.Has(Feature::kIf) && gen_.bytes().Chance(1, 2);
  const Expr* last = chosen ? In(Block::kPlain, [&] { return Chosen(1 + static_cast<int>(gen_.bytes().Below(2))); })
                            : In(AnyBlock(), [&] { return Put(*b_, {Begun()}); });
  if (last == nullptr) return false;
  return Give(In(AnyBlock(), [&] { return gen_.Emit(gen_.bytes().Pick(gen_.params_)); }));
}

bool FunctionGen::Near::OfConstant() {
  SizesAre constant(gen_, Sizes::kConstant);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Call* call = Sampled(*a_, {}, false);
    call = call == nullptr ? nullptr : WithConstant(call);
    const Expr* made = call == nullptr ? nullptr : Bind(call, a_);
    if (made == nullptr) return nullptr;
    const Expr* taken = Put(*b_, {Part(made)});
    return taken == nullptr ? made : taken;
  }));
}

bool FunctionGen::Near::Twins() {
  SizesAre constant(gen_, Sizes::kConstant);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Call* call = Sampled(*a_, {}, false);
    std::vector<const Expr*> ends;
    for (int i = 0; i < 2 && call != nullptr; ++i) {
      const Call* own = WithConstant(gen_.Again(call));
      const Expr* made = own == nullptr ? nullptr : Bind(own, a_);
      if (made == nullptr) return nullptr;
      const Expr* taken = Put(*b_, {Part(made)});
      ends.push_back(taken == nullptr ? made : taken);
    }
    return Fields(ends);
  }));
}

bool FunctionGen::Near::OfSameOperand() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* given = gen_.Tensor({});
    const Expr* made = nullptr;
    for (int i = 0; i < 8 && made == nullptr; ++i) {
      Mark mark = Here();
      if (i > 0) {
        std::vector<const Expr*> dims = gen_.FreshDims({});
        given = gen_.Fresh(dims, gen_.PickDType(kAnyDType), gen_.home_);
      }
      const Expr* tried = Put(*a_, {given});
      const auto* binding = tried == nullptr ? nullptr : As<VarBinding>(gen_.frames_.back().bindings.back());
      const auto* call = binding == nullptr ? nullptr : As<Call>(binding->value);
      if (call != nullptr && TimesTaken(call, given) > 1) made = tried;
      if (made == nullptr) BackTo(mark);
    }
    const Expr* taken = made == nullptr ? nullptr : Put(*b_, {Part(made)});
    return taken == nullptr ? made : taken;
  }));
}

bool FunctionGen::Near::Repeated() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Put(*a_);
    const auto* binding = made == nullptr ? nullptr : As<VarBinding>(gen_.frames_.back().bindings.back());
    const auto* call = binding == nullptr ? nullptr : As<Call>(binding->value);
    const Expr* again = call == nullptr ? nullptr : Bind(gen_.Again(call), a_);
    if (again == nullptr) return nullptr;
    const Expr* taken = Put(*b_, {Part(again)});
    if (taken != nullptr) Give(Kept(taken));
    return Fields({made, again});
  }));
}

bool FunctionGen::Near::Symbolic() {
  if (gen_.symbols_.empty()) return false;
  SizesAre symbols(gen_, Sizes::kSymbolic);
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* given = gen_.Tensor({});
    if (!SaysSymbols(given->type)) {
      std::vector<const Expr*> dims = {gen_.SmallDim(), gen_.SmallDim()};
      given = gen_.Fresh(dims, gen_.PickDType(kAnyDType), gen_.home_);
    }
    const Expr* made = Put(*a_, {given});
    if (made == nullptr) made = Put(*a_);
    return made == nullptr ? nullptr : Put(*b_, {Part(made)});
  }));
}

bool FunctionGen::Near::ThroughCast() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Begun();
    const ShapeExpr* shape = made == nullptr ? nullptr : ShapeListOf(made->type);
    if (shape == nullptr || As<TensorType>(made->type)->dtype.IsVoid()) return nullptr;
    const Expr* cast = Named(made);
    const Expr* taken = Put(*b_, {cast});
    const Expr* later = taken == nullptr ? nullptr : Put(*a_, {Part(taken)});
    if (later != nullptr) Give(Kept(later));
    if (taken != nullptr) Give(Kept(gen_.bytes().Chance(1, 2) ? made : cast));
    return taken;
  }));
}

bool FunctionGen::Near::Renamed() {
  return Give(In(AnyBlock(), [&]() -> const Expr* {
    const Expr* made = Put(*a_);
    if (made == nullptr) return nullptr;
    const Expr* named = gen_.Emit(made);
    const Expr* taken = Put(*b_, {Part(named)});
    if (taken == nullptr) return nullptr;
    if (gen_.bytes().Chance(1, 2)) taken = gen_.Emit(taken);
    Give(Kept(gen_.bytes().Chance(1, 2) ? made : named));
    return taken;
  }));
}

bool FunctionGen::Near::WithEffect() {
  return Give(In(Block::kPlain, [&]() -> const Expr* {
    const Expr* made = Put(*a_);
    const OpSpec* print = FindOp("print");
    if (made == nullptr || print == nullptr) return nullptr;
    const Expr* shown = Part(made);
    gen_.EmitCall(MakeOpCall(gen_.ctx(), *print, {MakeString(gen_.ctx(), "{}"), shown == nullptr ? made : shown}),
                  print);
    return Put(*b_, {shown});
  }));
}

bool FunctionGen::Near::Figured(Figure figure) {
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
    case Figure::kRow: return Row();
    case Figure::kMeet: return MeetAgain();
    case Figure::kHeld: return Held();
    case Figure::kOfSizes: return OfSizes();
    case Figure::kAlike: return Alike();
  }
  ASSAY_UNREACHABLE();
}

}  // namespace assay
