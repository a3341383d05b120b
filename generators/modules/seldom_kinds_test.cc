// Kinds that passes and engines tell from their neighbours, and that chance alone makes too seldom: each comes up in so
// many modules.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "generators/modules/count_kinds.h"
#include "generators/modules/generate.h"
#include "ir/equal.h"
#include "ir/ops/op_spec.h"
#include "ir/tensor/int_range.h"
#include "ir/tensor/tensor.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/analysis/symbols.h"

namespace assay {
namespace {

const TensorType* TensorArg(const Call& call, size_t i) { return As<TensorType>(call.args[i]->type); }
const TensorType* TensorArgOf(const Expr* e) { return As<TensorType>(e->type); }
int Rank(const Call& call, size_t i) { return TensorArg(call, i) == nullptr ? -1 : TensorArg(call, i)->rank; }
int64_t Number(const Expr* e) { return Is<IntImm>(e) ? As<IntImm>(e)->value : 0; }

// ---- operators

bool LeftHasFewerBatches(const Node* node) {
  const Call* call = CallOf(node, "matmul");
  return call != nullptr && Rank(*call, 0) >= 2 && Rank(*call, 0) < Rank(*call, 1);
}
bool RightHasFewerBatches(const Node* node) {
  const Call* call = CallOf(node, "matmul");
  return call != nullptr && Rank(*call, 1) >= 2 && Rank(*call, 1) < Rank(*call, 0);
}
bool RowBesideBatches(const Node* node) {
  const Call* call = CallOf(node, "matmul");
  return call != nullptr && Rank(*call, 0) == 1 && Rank(*call, 1) > 2;
}
bool ColumnBesideBatches(const Node* node) {
  const Call* call = CallOf(node, "matmul");
  return call != nullptr && Rank(*call, 1) == 1 && Rank(*call, 0) > 2;
}
// Some way to go through a dimension of the tensor, by its numbers and the dimension's extent.
template <class F>
bool SomeSlice(const Node* node, F&& is_it) {
  const Call* call = CallOf(node, "strided_slice");
  const auto* shape = call == nullptr ? nullptr : As<ShapeExpr>(TensorArg(*call, 0)->shape);
  if (shape == nullptr || call->args.size() < 5) return false;
  for (size_t i = 0; i < Fields(call->args[1]).size(); ++i) {
    int64_t axis = Number(Fields(call->args[1])[i]);
    if (axis < 0) axis += static_cast<int64_t>(shape->values.size());
    int64_t extent = Number(shape->values[static_cast<size_t>(axis)]);
    if (extent > 0 && is_it(Number(Fields(call->args[2])[i]), Number(Fields(call->args[3])[i]),
                            Number(Fields(call->args[4])[i]), extent))
      return true;
  }
  return false;
}
bool BackwardsFromBehind(const Node* node) {
  return SomeSlice(node, [](int64_t begin, int64_t, int64_t stride, int64_t n) { return stride < 0 && begin >= n; });
}
bool BackwardsToTheFirst(const Node* node) {
  return SomeSlice(node, [](int64_t, int64_t end, int64_t stride, int64_t n) { return stride < 0 && end < -n; });
}
bool BackwardsByOne(const Node* node) {
  return SomeSlice(node, [](int64_t, int64_t, int64_t stride, int64_t) { return stride == -1; });
}
bool AxisFromTheEnd(const Node* node) {
  const Call* call = CallOf(node, "strided_slice");
  if (call == nullptr) return false;
  for (const Expr* axis : Fields(call->args[1])) {
    if (Number(axis) < 0) return true;
  }
  return false;
}
// An index that goes around more than once.
bool IterationsAway(const Node* node) {
  const Call* call = CallOf(node, "take");
  const auto* indices = call == nullptr ? nullptr : As<Constant>(call->args[1]);
  const auto* shape = call == nullptr ? nullptr : As<ShapeExpr>(TensorArg(*call, 0)->shape);
  const auto* mode = call == nullptr ? nullptr : As<AttrString>(call->attrs->Find("mode"));
  if (indices == nullptr || shape == nullptr || mode == nullptr || mode->value != "wrap") return false;
  for (int64_t i = 0; i < indices->value.ElementCount(); ++i) {
    if (ElementAt(indices->value, i).AsInt() < -8) return true;
  }
  return false;
}
bool TakesAScalar(const Node* node) {
  const Call* call = CallOf(node, "take");
  return call != nullptr && Is<PrimType>(call->args[1]->type);
}

// ---- scalars in graphs

bool AddsAScalar(const Node* node) {
  const Call* call = CallOf(node, "add");
  return call != nullptr && (Is<PrimType>(call->args[0]->type) || Is<PrimType>(call->args[1]->type));
}
bool NamesAScalar(const Node* node) {
  const auto* binding = As<VarBinding>(node);
  return binding != nullptr && (Is<FloatImm>(binding->value) || Is<IntImm>(binding->value));
}
bool ScalarAmongFields(const Node* node) {
  const auto* tuple = As<Tuple>(node);
  return tuple != nullptr && std::ranges::any_of(tuple->fields, [](const Expr* field) {
           return Is<Var>(field) && Is<PrimType>(field->type) && DTypeOf(field) != DType::Int(64);
         });
}
bool ScalarParameter(const Node* node) {
  const auto* func = As<Function>(node);
  return func != nullptr && std::ranges::any_of(func->params, [](const Var* var) { return Is<PrimType>(var->type); });
}
bool ScalarOfBranches(const Node* node) {
  const auto* choice = As<If>(node);
  return choice != nullptr && Is<PrimType>(choice->type);
}

// Of a tensor whose size is not known, that it is some number or another size.
bool ClaimsASize(const Node* node) {
  const auto* cast = As<MatchCast>(node);
  const auto *value = cast == nullptr ? nullptr : As<TensorType>(cast->value->type),
             *target = cast == nullptr ? nullptr : As<TensorType>(cast->target);
  const auto* sizes = target == nullptr ? nullptr : As<ShapeExpr>(target->shape);
  const auto* known = value == nullptr ? nullptr : As<ShapeExpr>(value->shape);
  if (sizes == nullptr || value == nullptr) return false;
  for (size_t i = 0; i < sizes->values.size(); ++i) {
    bool open = known == nullptr || !Is<IntImm>(known->values[i]);
    if (open && Is<IntImm>(sizes->values[i])) return true;
  }
  return false;
}
// Of a tensor, that its shape is what a variable holds.
bool CastsByShape(const Node* node) {
  const auto* cast = As<MatchCast>(node);
  const auto* target = cast == nullptr ? nullptr : As<TensorType>(cast->target);
  return target != nullptr && Is<Var>(target->shape);
}
// Of a number that has a name, that it is the size.
bool NamesASize(const Node* node) {
  const auto* func = As<Function>(node);
  std::set<const Node*> names, said;
  if (func == nullptr) return false;
  WalkOnce(func->body, [&](const Node* inner) {
    const auto* binding = As<VarBinding>(inner);
    if (binding != nullptr && Is<IntImm>(binding->value)) names.insert(binding->var);
    const auto* cast = As<MatchCast>(inner);
    if (cast == nullptr) return;
    for (const Var* var : FreeVarsIn(cast->target)) said.insert(var);
  });
  return std::ranges::any_of(said, [&](const Node* name) { return names.contains(name); });
}
// A tuple of fields of two others.
bool FieldsOfTwo(const Node* node) {
  const auto* func = As<Function>(node);
  std::map<const Node*, const Node*> from;
  bool two = false;
  if (func == nullptr) return false;
  WalkOnce(func->body, [&](const Node* inner) {
    const auto* binding = As<VarBinding>(inner);
    const auto* item = binding == nullptr ? nullptr : As<TupleGetItem>(binding->value);
    if (item != nullptr) from.emplace(binding->var, item->tuple);
  });
  WalkOnce(func->body, [&](const Node* inner) {
    const auto* tuple = As<Tuple>(inner);
    std::set<const Node*> tuples;
    for (const Expr* field : tuple == nullptr ? Nodes<Expr>() : tuple->fields) {
      if (from.contains(field)) tuples.insert(from[field]);
    }
    two = two || tuples.size() > 1;
  });
  return two;
}
// What stands under two names of its own sizes.
bool CastTwice(const Node* node) {
  const auto* func = As<Function>(node);
  if (func == nullptr) return false;
  std::map<const Node*, int> casts;
  WalkOnce(func->body, [&](const Node* inner) {
    if (const auto* cast = As<MatchCast>(inner)) ++casts[cast->value];
  });
  return std::ranges::any_of(casts, [](const auto& one) { return one.second > 1; });
}
bool BranchesOnTwoDevices(const Node* node) {
  const auto* choice = As<If>(node);
  const auto *a = choice == nullptr ? nullptr : As<TensorType>(choice->true_branch->body->type),
             *b = choice == nullptr ? nullptr : As<TensorType>(choice->false_branch->body->type);
  return a != nullptr && b != nullptr && a->vdevice != b->vdevice;
}

// ---- kernels

bool IsComparison(const Expr* e) { return e->kind >= NodeKind::kEQ && e->kind <= NodeKind::kGE; }
bool ComparesComparisons(const Node* node) {
  if (!Is<EQ>(node) && !Is<NE>(node)) return false;
  const BinaryExpr* e = AsBinary(static_cast<const Expr*>(node));
  return IsComparison(e->a) && IsComparison(e->b);
}
bool NothingWhereFloatsCompare(const Node* node) {
  const auto* branch = As<IfThenElse>(node);
  const BinaryExpr* e = branch == nullptr ? nullptr : AsBinary(branch->condition);
  return e != nullptr && IsComparison(e) && DTypeOf(e->a).IsFloating() && Is<Evaluate>(branch->then_case) &&
         branch->else_case != nullptr;
}
bool UnrolledFromElsewhere(const Node* node) {
  const auto* loop = As<For>(node);
  return loop != nullptr && loop->for_kind == ForKind::kUnrolled && Number(loop->min) != 0;
}
bool DividesADifference(const Node* node) {
  return (Is<FloorDiv>(node) || Is<FloorMod>(node)) && Is<Sub>(AsBinary(static_cast<const Expr*>(node))->a);
}
bool ManyLanes(const Node* node) {
  const auto* ramp = As<Ramp>(node);
  return ramp != nullptr && Number(ramp->lanes) >= 128;
}

bool RowOfValues(const Node* node) {
  const auto* shuffle = As<Shuffle>(node);
  return shuffle != nullptr && shuffle->vectors.size() > 1 && DTypeOf(shuffle->vectors[0]).IsScalar();
}
bool LanesOfTwoVectors(const Node* node) {
  const auto* shuffle = As<Shuffle>(node);
  return shuffle != nullptr && shuffle->vectors.size() == 2 && !DTypeOf(shuffle->vectors[0]).IsScalar();
}
bool DividesBackwards(const Node* node) {
  if (!Is<FloorDiv>(node) && !Is<FloorMod>(node)) return false;
  const auto* ramp = As<Ramp>(AsBinary(static_cast<const Expr*>(node))->a);
  return ramp != nullptr && Number(ramp->stride) < 0;
}
bool WideLoadOfHalves(const Node* node) {
  const auto* load = As<BufferLoad>(node);
  return load != nullptr && DTypeOf(load).lanes > 1 && DTypeOf(load).Scalar() == DType::BFloat16();
}
bool AtAnEnd(const Node* node) {
  const auto* number = As<IntImm>(node);
  bool counts = number != nullptr && DTypeOf(number).IsInt() && DTypeOf(number).bits >= 32;
  return counts && (number->value > GreatestInt(DTypeOf(number)) - 8 || number->value < LeastInt(DTypeOf(number)) + 8);
}
// A vectorized loop of which an iteration reads what another one writes.
bool LanesReadOthers(const Node* node) {
  const auto* loop = As<For>(node);
  if (loop == nullptr || loop->for_kind != ForKind::kVectorized) return false;
  bool found = false;
  WalkOnce(loop->body, [&](const Node* inner) {
    const auto* store = As<BufferStore>(inner);
    if (store == nullptr) return;
    ForEachAccess(store->value, [&](const ElementAccess& access) {
      found |= access.buffer == store->buffer && !access.indices.empty() &&
               !Equal(access.indices.back(), store->indices.back());
    });
  });
  return found;
}

struct KindRow {
  std::string_view name;
  std::string_view op;
  IsKind is_kind;
  int least;
};

// ---- closures

bool HoldsArguments(const Node* node) {
  const Call* call = CallOf(node, "make_closure");
  return call != nullptr && !Fields(call->args[1]).empty();
}
bool HoldsNothing(const Node* node) {
  const Call* call = CallOf(node, "make_closure");
  return call != nullptr && Fields(call->args[1]).empty();
}
bool InvokedForNothing(const Node* node) {
  const Call* call = CallOf(node, "invoke_closure");
  return call != nullptr && Fields(call->args[1]).empty();
}
bool InvokedWithEffects(const Node* node) { return CallOf(node, "invoke_closure") != nullptr; }
bool InvokedPurely(const Node* node) { return CallOf(node, "invoke_pure_closure") != nullptr; }

TEST(SeldomKinds, Closures) {
  GenOptions options;
  options.wanted = BitOf(Feature::kManyFunctions) | BitOf(Feature::kClosures);
  EXPECT_GE(Count(options, HoldsArguments), 20);
  EXPECT_GE(Count(options, HoldsNothing), 4);
  EXPECT_GE(Count(options, InvokedPurely), 20);
  // Functions without effects are invoked so only in those that may have some.
  options.wanted |= BitOf(Feature::kImpure);
  EXPECT_GE(Count(options, InvokedWithEffects), 3);
  EXPECT_GE(Count(options, InvokedForNothing), 1);
}

// A local function that calls one around it, and one that calls what it is given.
bool CallsOneAround(const Node* node) {
  const auto* func = As<Function>(node);
  if (func == nullptr) return false;
  std::vector<const Var*> free = FreeVarsIn(func, Types::kSkip);
  return std::ranges::any_of(free, [](const Var* var) { return Is<FuncType>(var->type); });
}
bool CallsWhatItIsGiven(const Node* node) {
  const auto* func = As<Function>(node);
  return func != nullptr && std::ranges::any_of(func->params, [](const Var* var) { return Is<FuncType>(var->type); });
}

TEST(SeldomKinds, FunctionsThroughOthers) {
  GenOptions options;
  options.wanted = BitOf(Feature::kClosures);
  options.unwanted = BitOf(Feature::kDevices);
  EXPECT_GE(Count(options, CallsOneAround), 20);
  EXPECT_GE(Count(options, CallsWhatItIsGiven), 20);
}

// ---- memory

std::vector<int64_t> Overwritten(const Node* node) {
  const Call* call = CallOf(node, "call_tir_inplace");
  std::vector<int64_t> indices = call == nullptr ? std::vector<int64_t>() : IntsAttr(*call, "inplace_indices");
  std::erase(indices, -1);
  return indices;
}
bool OverwritesSeveral(const Node* node) { return Overwritten(node).size() > 1; }
bool OverwritesInAnotherOrder(const Node* node) { return !std::ranges::is_sorted(Overwritten(node)); }
bool OverwritesAndMakes(const Node* node) {
  const Call* call = CallOf(node, "call_tir_inplace");
  return call != nullptr && IntsAttr(*call, "inplace_indices").size() > Overwritten(node).size();
}
// Of two results in place that have one type nothing but their order tells which is which.
bool OverwritesTwins(const Node* node) {
  const Call* call = CallOf(node, "call_tir_inplace");
  std::vector<int64_t> indices = Overwritten(node);
  if (indices.size() < 2) return false;
  auto type_of = [&](int64_t index) { return TensorArgOf(Fields(call->args[1])[static_cast<size_t>(index)]); };
  const TensorType *a = type_of(indices[0]), *b = type_of(indices[1]);
  return a->dtype == b->dtype && a->rank == b->rank && Equal(a->shape, b->shape);
}
bool IsInAnotherScope(const Node* node) {
  const auto* scope = As<StringImm>(node);
  return scope != nullptr && scope->value.text().starts_with("global.");
}
bool IsOnAnotherScope(const Node* node) {
  const auto* var = As<Var>(node);
  const auto* tensor = var == nullptr ? nullptr : As<TensorType>(var->type);
  return tensor != nullptr && tensor->vdevice != nullptr && tensor->vdevice->memory_scope != "global";
}
bool HasNoElements(const Node* node) {
  const auto* binding = As<VarBinding>(node);
  const auto* tensor = binding == nullptr ? nullptr : As<TensorType>(binding->var->type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  return shape != nullptr && std::ranges::any_of(shape->values, [](const Expr* dim) {
           return Is<IntImm>(dim) && As<IntImm>(dim)->value == 0;
         });
}

// Killed, though a tuple or a view holds what lies there.
bool KillsWhatIsHeld(const Node* node) {
  const auto* func = As<Function>(node);
  std::set<const Node*> held, killed;
  if (func == nullptr) return false;
  WalkOnce(func->body, [&](const Node* inner) {
    const auto* tuple = As<Tuple>(inner);
    for (const Expr* field : tuple == nullptr ? Nodes<Expr>() : tuple->fields) held.insert(field);
    const Call* call = CallOf(inner, "memory.kill_tensor");
    if (call == nullptr) call = CallOf(inner, "vm.kill_object");
    if (call != nullptr) killed.insert(call->args[0]);
  });
  return std::ranges::any_of(killed, [&](const Node* name) { return held.contains(name); });
}

TEST(SeldomKinds, OfWhatIsKilled) {
  GenOptions options;
  options.wanted = BitOf(Feature::kImpure) | BitOf(Feature::kTuples) | BitOf(Feature::kAliases);
  auto kills = [](const Node* node) {
    return CallOf(node, "memory.kill_tensor") != nullptr || CallOf(node, "vm.kill_object") != nullptr;
  };
  EXPECT_GE(Count(options, kills), 20);
  EXPECT_GE(Count(options, KillsWhatIsHeld, 4 * kModules), 4);
}

// A call that stands in a branch, and behind it or in the other one as well.
bool CallsOnBothSides(const Node* node) {
  const auto* func = As<Function>(node);
  std::vector<const Expr*> inside;
  bool again = false;
  if (func == nullptr) return false;
  WalkOnce(func->body, [&](const Node* inner) {
    const auto* choice = As<If>(inner);
    if (choice == nullptr) return;
    for (const SeqExpr* branch : {choice->true_branch, choice->false_branch}) {
      WalkOnce(branch, [&](const Node* within) {
        const auto* binding = As<VarBinding>(within);
        if (binding != nullptr && Is<Call>(binding->value)) inside.push_back(binding->value);
      });
    }
  });
  auto look = [&](Nodes<BindingBlock> blocks) {
    for (const BindingBlock* block : blocks) {
      for (const Binding* binding : block->bindings) {
        again = again || std::ranges::any_of(inside, [&](const Expr* e) { return Equal(e, binding->value); });
      }
    }
  };
  look(func->body->blocks);
  return again;
}

// What is made of a shape that is known by its rank alone, in a branch.
bool MakesOfOpenShapes(const Node* node) {
  const auto* choice = As<If>(node);
  bool makes = false;
  if (choice == nullptr) return false;
  for (const SeqExpr* branch : {choice->true_branch, choice->false_branch}) {
    WalkOnce(branch, [&](const Node* inner) {
      const Call* call = CallOf(inner, "zeros");
      if (call == nullptr) call = CallOf(inner, "ones");
      const auto* shape = call == nullptr || !Is<Var>(call->args[0]) ? nullptr : As<ShapeType>(call->args[0]->type);
      makes = makes || (shape != nullptr && !shape->has_values);
    });
  }
  return makes;
}

TEST(SeldomKinds, ShapesOfKnownRankInBranches) {
  GenOptions options;
  options.wanted = BitOf(Feature::kIf) | BitOf(Feature::kUnknownShapes);
  options.unwanted = BitOf(Feature::kDataflow);
  EXPECT_GE(Count(options, MakesOfOpenShapes, 2 * kModules), 2);
}

TEST(SeldomKinds, CallsInBranchesAndBehind) {
  GenOptions options;
  options.wanted = BitOf(Feature::kIf);
  options.unwanted = BitOf(Feature::kDataflow);
  EXPECT_GE(Count(options, CallsOnBothSides), 20);
}

TEST(SeldomKinds, OfMemory) {
  GenOptions options;
  options.wanted = BitOf(Feature::kKernels);
  EXPECT_GE(Count(options, OverwritesSeveral), 8);
  EXPECT_GE(Count(options, OverwritesTwins), 3);
  EXPECT_GE(Count(options, OverwritesInAnotherOrder), 4);
  EXPECT_GE(Count(options, OverwritesAndMakes), 6);
  options.wanted = BitOf(Feature::kScopes) | BitOf(Feature::kDevices);
  EXPECT_GE(Count(options, IsOnAnotherScope), 60);
  options.wanted = BitOf(Feature::kScopes) | BitOf(Feature::kKernels) | BitOf(Feature::kImpure);
  options.unwanted = BitOf(Feature::kDevices);
  EXPECT_GE(Count(options, IsInAnotherScope, 2 * kModules), 8);
  options.wanted = BitOf(Feature::kEmpty);
  options.unwanted = 0;
  EXPECT_GE(Count(options, HasNoElements), 60);
}

TEST(SeldomKinds, OfOperators) {
  constexpr KindRow kRows[] = {
      {"fewer batches on the left", "matmul", LeftHasFewerBatches, 60},
      {"fewer batches on the right", "matmul", RightHasFewerBatches, 60},
      {"a row beside batches", "matmul", RowBesideBatches, 60},
      {"a column beside batches", "matmul", ColumnBesideBatches, 60},
      {"backwards from behind the end", "strided_slice", BackwardsFromBehind, 60},
      {"backwards past the first element", "strided_slice", BackwardsToTheFirst, 60},
      {"backwards by one", "strided_slice", BackwardsByOne, 100},
      {"an axis from the end", "strided_slice", AxisFromTheEnd, 100},
      {"more than an iteration away", "take", IterationsAway, 60},
      {"a scalar index", "take", TakesAScalar, 60},
      {"a scalar under a name", "add", NamesAScalar, 30},
  };
  for (const KindRow& row : kRows) {
    GenOptions options;
    options.ops = {std::string(row.op)};
    EXPECT_GE(Count(options, row.is_kind), row.least) << row.name;
  }
}

TEST(SeldomKinds, ScalarsOfEachDType) {
  for (DType dtype : {DType::Float(64), DType::Float(16), DType::BFloat16(), DType::Int(8), DType::UInt(8),
                      DType::UInt(64), DType::Bool()}) {
    GenOptions options;
    options.ops = {"add"};
    options.dtypes = {dtype};
    EXPECT_GE(Count(options, AddsAScalar), dtype.IsBool() ? 0 : 60) << DTypeName(dtype);
    EXPECT_GE(Count(options, NamesAScalar), 20) << DTypeName(dtype);
  }
}

TEST(SeldomKinds, OfGraphs) {
  GenOptions options;
  options.wanted = BitOf(Feature::kAliases) | BitOf(Feature::kTuples) | BitOf(Feature::kIf);
  EXPECT_GE(Count(options, NamesAScalar), 60);
  EXPECT_GE(Count(options, ScalarAmongFields), 8);
  EXPECT_GE(Count(options, ScalarParameter), 25);
  EXPECT_GE(Count(options, ScalarOfBranches, 2 * kModules), 1);
}

TEST(SeldomKinds, OfSizesAndDevices) {
  GenOptions options;
  options.wanted = BitOf(Feature::kMatchCast) | BitOf(Feature::kUnknownShapes) | BitOf(Feature::kSymbolic);
  EXPECT_GE(Count(options, ClaimsASize), 8);
  EXPECT_GE(Count(options, CastTwice), 20);
  EXPECT_GE(Count(options, CastsByShape), 10);
  options.wanted = BitOf(Feature::kMatchCast) | BitOf(Feature::kAliases);
  EXPECT_GE(Count(options, NamesASize), 8);
  options.wanted = BitOf(Feature::kTuples);
  EXPECT_GE(Count(options, FieldsOfTwo), 4);
  options.wanted = BitOf(Feature::kIf) | BitOf(Feature::kDevices);
  options.unwanted = BitOf(Feature::kDataflow);
  EXPECT_GE(Count(options, BranchesOnTwoDevices, 3 * kModules), 4);
}

// Elements at remainders of their places.
bool CopiesByRemainders(const Node* node) {
  const auto* store = As<BufferStore>(node);
  const auto* load = store == nullptr ? nullptr : As<BufferLoad>(store->value);
  return load != nullptr && std::ranges::any_of(load->indices, [](const Expr* index) { return Is<FloorMod>(index); });
}

TEST(SeldomKinds, Copies) {
  GenOptions options;
  options.wanted = BitOf(Feature::kKernels);
  EXPECT_GE(Count(options, CopiesByRemainders), 20);
}

TEST(SeldomKinds, OfKernels) {
  GenOptions options;
  options.profile = Profile::kTir;
  options.wanted = BitOf(Feature::kFreeStmts) | BitOf(Feature::kPlainLoops) | BitOf(Feature::kLoopKinds);
  EXPECT_GE(Count(options, ComparesComparisons), 8);
  EXPECT_GE(Count(options, NothingWhereFloatsCompare, 4 * kModules), 6);
  EXPECT_GE(Count(options, UnrolledFromElsewhere), 12);
  EXPECT_GE(Count(options, DividesADifference), 60);
  options.bare_kernels = true;
  EXPECT_GE(Count(options, ManyLanes), 2);
  EXPECT_GE(Count(options, RowOfValues), 20);
  EXPECT_GE(Count(options, LanesOfTwoVectors), 4);
  EXPECT_GE(Count(options, DividesBackwards, 4 * kModules), 2);
  EXPECT_GE(Count(options, WideLoadOfHalves), 4);
  EXPECT_GE(Count(options, AtAnEnd), 8);
  EXPECT_GE(Count(options, LanesReadOthers), 8);
}

}  // namespace
}  // namespace assay
