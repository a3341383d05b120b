// FigureParts: what figures of neighbourhoods (neighbourhood.h) are made of in a function under construction: calls
// that take given values, fields, blocks, branches and helpers. FigureScope is what is being laid. Tested by
// neighbourhood_test.cc.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "generators/modules/function_scope.h"
#include "generators/modules/neighbourhood.h"
#include "ir/support/function_ref.h"

namespace assay {

// How many times the call takes the value, directly or as a field of a tuple.
size_t TimesTaken(const Call* call, const Expr* value);

// Its dimensions are constants, so that another function may have a parameter of it.
bool HasConstantDims(const Type* type);

struct FigureScope {
  FunctionScope& gen;
  // The operators of the figure at hand.
  const OpSpec* a = nullptr;
  const OpSpec* b = nullptr;
  // The partners that b is the first of.
  std::span<const OpSpec* const> partners = {};
  bool dataflow = false;
  // While a value is given another name.
  bool naming = false;
  std::vector<const Expr*> results = {};
};

class FigureParts {
 public:
  // Where a figure's bindings stand when they are of no other kind.
  enum class Block : uint8_t { kPlain, kDataflow };

  explicit FigureParts(FigureScope& scope) : scope_(scope), gen_(scope.gen) {}

  const OpSpec* a() const { return scope_.a; }
  const OpSpec* b() const { return scope_.b; }
  // A call of the operator that takes one of `from`, where there are any, or else all of them.
  const Expr* Put(const OpSpec& row, std::vector<const Expr*> from = {}, bool all = false);
  const Expr* Bind(const Call* call, const OpSpec* row);
  // The value, or of a tuple a field, of which an operator may take more.
  const Expr* Part(const Expr* value);
  const Expr* Item(const Expr* tuple, int64_t index);
  const Expr* Fields(std::vector<const Expr*> fields);
  // In a block of its own, whose value outlives it; null in a block that is left out when there is none.
  const Expr* In(Block block, FunctionRef<const Expr*()> steps);

 protected:
  using Sizes = FunctionScope::Sizes;
  using Entry = FunctionScope::Entry;
  using Frame = FunctionScope::Frame;
  // While it lives, fresh dimensions are of this sort.
  class SizesAre {
   public:
    SizesAre(FunctionScope& gen, Sizes sizes) : gen_(gen), before_(std::exchange(gen.sizes, sizes)) {}
    ~SizesAre() { gen_.sizes = before_; }
    SizesAre(const SizesAre&) = delete;
    SizesAre& operator=(const SizesAre&) = delete;

   private:
    FunctionScope& gen_;
    Sizes before_;
  };
  struct Mark {
    size_t bindings, vars, scope, params;
    int next_var;
  };

  Mark Here() const;
  void BackTo(const Mark& mark);
  // The next sample of the operator that does so, not yet bound; null when this one does not.
  const Call* Sampled(const OpSpec& row, const std::vector<const Expr*>& from, bool all);
  const Expr* Kept(const Expr* value);
  bool Give(const Expr* value);
  const SeqExpr* Sequence(FunctionRef<const Expr*()> result);
  const Expr* Choice(const Expr* condition, const SeqExpr* yes, const SeqExpr* no);
  const Expr* Condition();
  // A condition that hangs on the value's elements, and is the same on all engines.
  const Expr* ConditionOf(const Expr* value);
  const Expr* OpCall(std::string_view op, const std::vector<const Expr*>& args, AttrItems attrs = {});
  // A private function whose first parameter has this type (any where that is null), and what `body` makes of it.
  std::optional<GenFunction> Helper(const Type* param, FunctionRef<const Expr*(FigureParts&, const Expr*)> body);
  // A call of it, with `first` for an argument of the same type.
  const Expr* CallOf(const std::optional<GenFunction>& helper, const Expr* first);
  // The call with a constant for one of its variables; null where none is small enough.
  const Call* WithConstant(const Call* call);
  // What a makes, one time in three of what b made.
  const Expr* Begun();
  const Var* LocalOver(const Expr* made, bool captures);
  // The call on other values of the types that it takes; with the attributes of another call where `otherwise`.
  const Call* OnOthers(const Call* call, bool otherwise);
  // What an operator makes of all of these; null where none does.
  const Expr* Joined(const std::vector<const Expr*>& values);
  // The block that plain figures are laid in.
  Block AnyBlock() { return scope_.dataflow ? Block::kDataflow : Block::kPlain; }

  FigureScope& scope_;
  FunctionScope& gen_;

 private:
  const Call* Taking(const Call* call, const OpSpec& row, const std::vector<const Expr*>& from);
  const Call* WithList(const Call* call, const OpSpec& row, const std::vector<const Expr*>& values);
};

}  // namespace assay
