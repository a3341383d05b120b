// FunctionGen::Near lays neighbourhoods (neighbourhood.h) into a function under construction: what figures are made of,
// in function_near.cc, and the figures themselves, in function_figures.cc and function_paths.cc. Tested by
// neighbourhood_test.cc.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "generators/modules/function_gen.h"
#include "generators/modules/neighbourhood.h"

namespace assay {

// How many times the call takes the value, directly or as a field of a tuple.
size_t TimesTaken(const Call* call, const Expr* value);

class FunctionGen::Near {
 public:
  explicit Near(FunctionGen& gen) : gen_(gen) {}

  // Lays it with the first of `seconds` that can stand there, which it says; null when none can.
  const OpSpec* Lay(const Neighbourhood& wanted);
  // What the function is to give back.
  const Expr* Output();

 private:
  // Where a figure's bindings stand when they are of no other kind.
  enum class Block : uint8_t { kPlain, kDataflow };
  // While it lives, fresh dimensions are of this sort.
  class SizesAre {
   public:
    SizesAre(FunctionGen& gen, Sizes sizes) : gen_(gen), before_(std::exchange(gen.sizes_, sizes)) {}
    ~SizesAre() { gen_.sizes_ = before_; }
    SizesAre(const SizesAre&) = delete;
    SizesAre& operator=(const SizesAre&) = delete;

   private:
    FunctionGen& gen_;
    Sizes before_;
  };
  struct Mark {
    size_t bindings, vars, scope, params;
    int next_var;
  };

  // function_near.cc
  bool Whole(Figure figure);
  Mark Here() const;
  void BackTo(const Mark& mark);
  // A call of the operator that takes one of `from`, where there are any, or else all of them.
  const Expr* Put(const OpSpec& row, std::vector<const Expr*> from = {}, bool all = false);
  // The next sample of the operator that does so, not yet bound; null when this one does not.
  const Call* Sampled(const OpSpec& row, const std::vector<const Expr*>& from, bool all);
  const Call* Taking(const Call* call, const OpSpec& row, const std::vector<const Expr*>& from);
  const Call* WithList(const Call* call, const OpSpec& row, const std::vector<const Expr*>& values);
  const Expr* Bind(const Call* call, const OpSpec* row);
  // The value, or of a tuple a field, of which an operator may take more.
  const Expr* Part(const Expr* value);
  const Expr* Item(const Expr* tuple, int64_t index);
  const Expr* Fields(std::vector<const Expr*> fields);
  // In a block of its own, whose value outlives it; null in a block that is left out when there is none.
  const Expr* In(Block block, FunctionRef<const Expr*()> steps);
  const Expr* Kept(const Expr* value);
  bool Give(const Expr* value);
  const SeqExpr* Sequence(FunctionRef<const Expr*()> result);
  const Expr* Choice(const Expr* condition, const SeqExpr* yes, const SeqExpr* no);
  const Expr* Condition();
  // A condition that hangs on the value's elements, and is the same on all engines.
  const Expr* ConditionOf(const Expr* value);
  const Expr* OpCall(std::string_view op, const std::vector<const Expr*>& args, AttrItems attrs = {});
  // A private function whose first parameter has this type (any where that is null), and what `body` makes of it.
  std::optional<GenFunction> Helper(const Type* param, FunctionRef<const Expr*(Near&, const Expr*)> body);
  // A call of it, with `first` for an argument of the same type.
  const Expr* CallOf(const std::optional<GenFunction>& helper, const Expr* first);
  // The call with a constant for one of its variables; null where none is small enough.
  const Call* WithConstant(const Call* call);

  // function_figures.cc
  bool Figured(Figure figure);
  // One branch of two: the operator takes the value where it can, and it is the result where `ends` says so.
  const SeqExpr* BranchOf(const OpSpec& row, const Expr* given, bool ends);
  // What a makes, one time in three of what b made.
  const Expr* Begun();
  bool Chain();
  bool FanOut();
  bool FanIn();
  bool ReadAgain();
  bool InTuple();
  bool ThroughField();
  bool WholeTuple();
  bool InHelper();
  bool InHelperTwice();
  bool AsArgument();
  bool InLocal();
  const Var* LocalOver(const Expr* made, bool captures);
  bool InBranch();
  bool InBothBranches();
  const Expr* InEveryBranch();
  bool AsCondition();
  bool AfterIf();
  bool AcrossBlocks();
  bool Returned();
  bool Unused();
  const Expr* Chosen(int depth);
  void Claim();
  bool OfConstant();
  bool Twins();
  bool OfSameOperand();
  bool Repeated();
  bool Symbolic();
  bool ThroughCast();
  bool Renamed();
  bool WithEffect();
  // function_paths.cc: figures of more than two operators, and of sizes.
  bool Row();
  bool MeetAgain();
  bool Held();
  const Expr* Meanwhile(const Expr* made);
  bool OfSizes();
  bool Alike();
  // The call on other values of the types that it takes; with the attributes of another call where `otherwise`.
  const Call* OnOthers(const Call* call, bool otherwise);
  // The value under another name, of which no kernel is made: a second name, a cast, a field, or another shape.
  const Expr* OtherName(const Expr* value);
  const Expr* Cast(const Expr* value, const TensorType* type);
  // A cast that gives names to some of the tensor's sizes, where it may.
  const Expr* Named(const Expr* value);
  // What an operator makes of all of these; null where none does.
  const Expr* Joined(const std::vector<const Expr*>& values);

  // The block that plain figures are laid in.
  Block AnyBlock() { return dataflow_ ? Block::kDataflow : Block::kPlain; }

  FunctionGen& gen_;
  // The operators of the figure at hand.
  const OpSpec* a_ = nullptr;
  const OpSpec* b_ = nullptr;
  // The partners that b_ is the first of.
  std::span<const OpSpec* const> partners_;
  bool dataflow_ = false;
  // While a value is given another name.
  bool naming_ = false;
  std::vector<const Expr*> results_;
};

}  // namespace assay
