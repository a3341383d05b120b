// FreeStmts: statements of every kind inside of each other, over memory that is filled already: loops from any start in
// steps, whiles, branches, names, allocations, views, claims, blocks. Conditions are asked again, also about memory
// that was written meanwhile. Indices, bounds and conditions are affine forms of every kind whose ranges are known, so
// that all is in bounds, ends, and overflows nowhere. Tested by tir_free_test.cc.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "generators/modules/tir_expr.h"
#include "ir/support/function_ref.h"

namespace assay {

struct RuleTerm;

class FreeStmts {
 public:
  // Reads `readable`, all of which is filled, and changes elements of `target`, which is one of them.
  FreeStmts(ModuleGen& module, std::vector<const Buffer*> readable, const Buffer* target, DType index, bool blocks);

  // nullptr where the target has no elements.
  const Stmt* Make();

 private:
  // An integer of the index dtype with what it lies in.
  struct Ranged {
    const Expr* expr;
    int64_t low, high;
  };
  Context& ctx() { return module_.ctx; }
  ByteSource& bytes() { return module_.bytes; }
  const Expr* Int(int64_t value) { return MakeInt(ctx(), value, index_); }

  // An element of memory that a condition looked at.
  struct Element {
    const Buffer* buffer;
    std::vector<const Expr*> indices;
  };
  // How much of what lies in scope there is.
  struct Scope {
    size_t vars, readable, writable, asked, looked;
  };
  Scope Here() const { return {vars_.size(), readable_.size(), writable_.size(), asked_.size(), looked_.size()}; }
  void BackTo(const Scope& scope);

  // tir_rules.cc: what the names of a rule stand for.
  struct RuleForm {
    int depth;
    std::array<std::optional<Ranged>, 6> any;
    std::array<std::optional<int64_t>, 3> constants;
  };
  // A form that a rule of arithmetic looks for, of truth or of numbers; nothing where the rule that was drawn is of the
  // other sort, or its form has no value.
  std::optional<Ranged> OfRule(bool truth, int depth);
  std::optional<Ranged> OfTerm(const RuleTerm& term, RuleForm& form);
  Ranged NamedInRule(char name, RuleForm& form);
  std::optional<Ranged> Combined(NodeKind op, const Ranged& a, const Ranged& b);
  // tir_affine.cc
  Ranged Affine(int depth);
  Ranged Composed(int depth);
  std::optional<Ranged> MadeBefore();
  void Remember(const Ranged& form);
  Ranged Term();
  Ranged Scaled(Ranged a);
  Ranged Multiplied(Ranged a, Ranged b);
  Ranged Divided(Ranged a);
  Ranged DividedBy(Ranged a, NodeKind kind, int64_t divisor);
  Ranged BothDivided(Ranged a, Ranged b);
  Ranged SplitBy(Ranged a);
  Ranged Joined(Ranged a, Ranged b);
  Ranged Chosen(Ranged a, Ranged b);
  // Through another width, near whose ends it may come.
  Ranged Elsewhere(Ranged a);
  // Near an end of the index dtype, by way of what cannot overflow there.
  Ranged AtAnEnd(Ranged a);
  Ranged Indirect();
  const Expr* Index(const Expr* extent);
  std::vector<const Expr*> Indices(const Buffer* buffer);
  const Expr* Condition();
  const Expr* Crossed();
  // One that was asked before, now and then the other way round; nullptr where none was.
  const Expr* AskedAgain();
  // About an element of memory that may be written; nullptr where there is none to compare.
  const Expr* OfMemory();

  // tir_topics.cc: statements about one thing.
  const Stmt* About(Topic topic);
  const Stmt* AboutOneOf(Topics topics);
  const Expr* Reached(const Ranged& axis);
  const Expr* Count(int64_t most, std::vector<const Stmt*>& before);
  const Stmt* Split(int depth);
  const Stmt* Pipeline();
  const Stmt* PipelineStep(const std::vector<const Buffer*>& own, size_t i, const Var* round, int64_t width, bool anew,
                           const std::optional<Element>& carried);
  const Expr* Converted(const Expr* value, DType dtype);
  // Memory of its own in one of the ways below.
  const Stmt* OwnMemoryAlone(int depth);
  const Stmt* Any(int depth);
  const Stmt* Sequence(int depth);
  const Stmt* Store();
  const Expr* WithOwn(const Buffer* buffer, const std::vector<const Expr*>& indices, const Expr* value);
  const Stmt* StoreInto(const Element& element);
  const Stmt* StoreBeside(const Element& element);
  const Stmt* Loop(int depth);
  const Stmt* WithExit(const Stmt* body);
  // As long as the condition holds as well, where there is one.
  const Stmt* Counted(int depth, const Expr* also = nullptr);
  const Stmt* Branch(int depth);
  const Stmt* Nothing();
  const Stmt* Claim();
  const Stmt* Look();
  // Where the predicate holds, or at the place that it says, where there is one.
  const Stmt* Block(int depth, const Expr* decides = nullptr);
  // The parts of a block (tir_free_blocks.cc).
  const Expr* PlainIndex(int64_t extent);
  const MatchBufferRegion* Matched();
  void NameSizes(const MatchBufferRegion& match);
  void NameStrides(const MatchBufferRegion& match, size_t dropped);
  std::vector<const MatchBufferRegion*> Matches();
  std::vector<const Stmt*> OwnMemory(SBlock& block);
  Nodes<BufferRegion> Whole(const std::vector<const Buffer*>& buffers);
  // tir_meanwhile.cc: what was known of memory, or read from it, before it was written: a condition that is asked
  // again, a name that holds the element of before, a condition that only the loop around it changes.
  const Stmt* WrittenMeanwhile(int depth);
  const Stmt* AskedMeanwhile(int depth);
  const Stmt* NamedMeanwhile();
  const Stmt* LoopedMeanwhile();
  // tir_held.cc: memory that is read for the last time when other memory like it has been filled.
  const Stmt* Held(int depth);
  // Memory that each iteration of a loop fills anew, which is said to be a double buffer.
  const Stmt* Staged(int depth);
  // An element of the target, which statements of each iteration of a loop may read before others of it write it; as
  // often as not the same in all rounds.
  Element Carried();
  // The value beside the number: which iteration it is of shows.
  const Expr* Telling(const Expr* value, const Expr* number);
  const Expr* WithCarried(const Element& element, const Expr* value);
  // Memory of which it is assumed what its last elements hold, and choices that this decides, or nearly so.
  const Stmt* Padded();
  const Expr* LooksAt(const Buffer* held, const Buffer* next);
  Ranged NumberOf(const Expr* condition, int64_t most);
  const Stmt* HeadBy(const Expr* condition, int depth);
  const Stmt* StoreBy(const Expr* condition, bool by_place);
  const Stmt* StoreAll(const Expr* number);
  // A number of the index dtype as a value of another one.
  const Expr* InDType(const Expr* number, DType dtype);
  const Stmt* Melted(const Buffer* held, const Buffer* next, int depth);
  const Stmt* LastLook(const Expr* condition, int depth);
  const Stmt* Shown(const Buffer* buffer);
  // tir_part.cc: memory of which a part is used.
  struct PartAxis {
    int64_t begin, count;
    // Its first element is the last one of those that are used.
    bool mirrored;
  };
  struct Part {
    const Buffer* buffer = nullptr;
    std::vector<PartAxis> axes;
  };
  const Stmt* Owning(const std::vector<const Buffer*>& own, const std::vector<const Stmt*>& stmts);
  Part PartOf(const std::vector<int64_t>& counts);
  std::vector<const Expr*> At(const Part& part, const std::vector<const Expr*>& numbers);
  const Expr* OneOf(const Part& part);
  const Stmt* FilledPart(const Part& part);
  const Stmt* ShownElement(const Expr* element, int depth);
  const Stmt* PartlyUsed(int depth);
  const Stmt* Windows(int depth);
  const Stmt* KeptOverRounds(int depth);
  const Stmt* OfVectors(int depth);
  const Buffer* Laid(const Buffer* buffer);
  // tir_lanes.cc: loops whose rounds have no order, by the places of their elements along an axis.
  struct Strip {
    int64_t begin, step, last;
    bool mirrored;
    // Another axis in front; 0: none.
    int64_t rows = 0;
    // Where from its own one a round also reads an element, which another round may write.
    int64_t beside = 0;
  };
  Strip Places(int64_t extent);
  const Expr* PlaceOf(const Strip& places, const Expr* round);
  const Stmt* IntoOwn(const Buffer* buffer, const std::vector<const Expr*>& at, int64_t beside);
  const Stmt* OfRound(const Buffer* buffer, const std::vector<const Expr*>& at, const std::vector<Ranged>& even,
                      int64_t beside, bool nested);
  const Stmt* Lanes();
  // These add to what the statements behind them see.
  const Stmt* Named();
  // Many of them, each made of those before it.
  Ranged Varying(Ranged a);
  const Stmt* NamedChain();
  const Stmt* Memory(int depth);
  const Stmt* Allocation();
  // Buffers of one type, each filled from the one before alone: one's last use is where the next one begins.
  const Stmt* Stages();
  const Expr* OfStage(const Buffer* before, const std::vector<const Expr*>& indices);
  const Stmt* View();
  const Stmt* MovingView(const Buffer* source, int64_t count);
  const Stmt* Declared(const Buffer* view);
  // Global, or any.
  std::string_view SomeScope();
  const Stmt* Filled(const Buffer* buffer);
  const Stmt* Filled(const Buffer* buffer, FunctionRef<const Expr*(const std::vector<const Expr*>&)> value_at);
  // Variables in scope that count from 0.
  std::vector<Axis> Axes();
  const Expr* Value(DType dtype);
  const Expr* Wide(DType dtype, int lanes);
  // The number, or what comes to it; without a look at memory.
  const Expr* Known(int64_t number);
  // A condition whose one side the other one keeps from being computed; nullptr where nothing is at hand.
  const Expr* BehindAGuard();
  std::string Fresh(std::string_view hint) { return std::string(hint) + std::to_string(module_.next_free++); }

  ModuleGen& module_;
  std::vector<const Buffer*> readable_;
  std::vector<const Buffer*> writable_;
  DType index_;
  bool blocks_;
  // Whether the innermost loop may be left.
  bool in_loop_ = false;
  std::vector<Ranged> vars_;
  // Forms that were made, some of them of variables that are gone.
  std::vector<Ranged> made_;
  // Of the division made last; 0 for none.
  int64_t divisor_ = 0;
  // Conditions that are in scope, and the elements that they are about.
  std::vector<const Expr*> asked_;
  std::vector<Element> looked_;
};

}  // namespace assay
