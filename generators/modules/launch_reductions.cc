#include "generators/modules/launch_reductions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "generators/modules/launch_stores.h"
#include "ir/prim/intrinsics.h"
#include "ir/text/scalar_build.h"
#include "ir/tir/threads.h"

namespace assay {
namespace {

constexpr std::array kReductions = {NodeKind::kAdd, NodeKind::kMul, NodeKind::kMin, NodeKind::kMax};
constexpr std::array kReductionsOfBools = {NodeKind::kAnd, NodeKind::kOr};

bool IsPowerOfTwo(int64_t n) { return (n & (n - 1)) == 0; }

}  // namespace

// Among the lanes of a warp that there are in each segment.
bool LaunchReductions::Exchange() {
  int64_t width = std::min<int64_t>(scope_.thread_count & -scope_.thread_count, kWarpThreads);
  if (width < 2 || (scope_.thread_count > kWarpThreads && scope_.thread_count % kWarpThreads != 0)) return false;
  if (bytes().Chance(1, 2)) width = 2;
  const Buffer* buffer = bytes().Pick(scope_.registers);
  int64_t lanes = std::min<int64_t>(scope_.thread_count, kWarpThreads);
  constexpr std::array kKinds = {IntrinsicId::tvm_warp_shuffle, IntrinsicId::tvm_warp_shuffle_up,
                                 IntrinsicId::tvm_warp_shuffle_down, IntrinsicId::tvm_warp_shuffle_xor};
  const Expr* mask = bytes().Chance(1, 4)
                         ? MakeIntrinsic(ctx(), IntrinsicId::tvm_warp_activemask, DType::UInt(32), {})
                         : static_cast<const Expr*>(MakeInt(ctx(), (int64_t{1} << lanes) - 1, DType::UInt(32)));
  const Expr* own = MakeLoad(ctx(), buffer, {Int(0)});
  const Expr* lane = Int(static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(width))));
  const Expr* theirs =
      MakeIntrinsic(ctx(), bytes().Pick(kKinds), buffer->dtype, {mask, own, lane, Int(width), Int(kWarpThreads)});
  // First, since what stands behind a guard not all lanes come to.
  Add(MakeStore(ctx(), buffer, bytes().Chance(1, 2) ? theirs : Joined(buffer->dtype, theirs, own), {Int(0)}));
  return true;
}

// What becomes of each side's variables: sums and their like; of two also the greater one with what comes along, of
// which the greater may stand first or last, or the product of two complex numbers, where each value is of all four.
std::vector<const Expr*> LaunchReductions::Combined(std::span<const Var* const> lhs, std::span<const Var* const> rhs) {
  std::vector<const Expr*> result;
  uint64_t form = lhs.size() == 1 ? 0 : bytes().Below(4);
  bool alike = lhs.size() == 2 && DTypeOf(lhs[0]) == DTypeOf(lhs[1]) && !DTypeOf(lhs[0]).IsBool();
  if (form == 3 && alike) {
    auto product = [&](size_t i, size_t j) { return Op(NodeKind::kMul, lhs[i], rhs[j]); };
    return {Op(NodeKind::kSub, product(0, 0), product(1, 1)), Op(NodeKind::kAdd, product(0, 1), product(1, 0))};
  }
  for (size_t i = 0; i < lhs.size(); ++i) {
    size_t by = form == 1 ? 0 : lhs.size() - 1;
    bool chooses = form == 1 || form == 2;
    result.push_back(chooses
                         ? MakeSelect(ctx(), Op(NodeKind::kGE, lhs[by], rhs[by]), lhs[i], rhs[i])
                         : Op(DTypeOf(lhs[i]).IsBool() ? bytes().Pick(kReductionsOfBools) : bytes().Pick(kReductions),
                              lhs[i], rhs[i]));
  }
  return result;
}

const CommReducer* LaunchReductions::Reducer(std::span<const DType> dtypes) {
  std::vector<const Var*> lhs, rhs;
  std::vector<const Expr*> identity;
  for (DType dtype : dtypes) {
    lhs.push_back(MakeVar(ctx(), Fresh("x"), dtype));
    rhs.push_back(MakeVar(ctx(), Fresh("y"), dtype));
    identity.push_back(BuildImmediate(ctx(), dtype, int64_t{bytes().Chance(1, 3) ? 1 : 0}));
  }
  CommReducer* reducer = ctx().arena.New<CommReducer>();
  reducer->lhs = ctx().Copy(lhs);
  reducer->rhs = ctx().Copy(rhs);
  reducer->result = ctx().Copy(Combined(lhs, rhs));
  reducer->identity_element = ctx().Copy(identity);
  return reducer;
}

// Two results into one place would be the second one.
std::vector<const Buffer*> LaunchReductions::IntoWhat() {
  std::vector<const Buffer*> into{bytes().Pick(scope_.registers)};
  for (const Buffer* other : scope_.registers) {
    if (into.size() == 1 && other != into[0] && !other->dtype.IsBool() && bytes().Chance(1, 3)) into.push_back(other);
  }
  if (bytes().Chance(1, 3)) return into;
  for (const Buffer*& one : into) {
    one = MakeBuffer(ctx(), Fresh("r"), one->dtype, {Int(1)}, "local");
    scope_.all_sums.push_back(one);
  }
  return into;
}

void LaunchReductions::Reduce() {
  std::vector<const Buffer*> into = IntoWhat();
  Shared* from = ToRead(nullptr);
  if (from != nullptr) Ready(*from, Shared::Use::kAny);
  std::vector<DType> dtypes;
  std::vector<const Expr*> args{MakeInt(ctx(), static_cast<int64_t>(into.size()), DType::UInt(32))};
  for (const Buffer* buffer : into) {
    dtypes.push_back(buffer->dtype);
    bool own = std::ranges::find(scope_.registers, buffer) != scope_.registers.end() && bytes().Chance(1, 3);
    args.push_back(own ? MakeLoad(ctx(), buffer, {Int(0)}) : Value(buffer->dtype, from));
  }
  args.push_back(bytes().Chance(1, 3) ? Condition(/*uniform=*/false) : MakeBool(ctx(), true));
  for (const Buffer* buffer : into) args.push_back(MakeLoad(ctx(), buffer, {Int(0)}));
  size_t all = args.size();
  for (const Binding& thread : scope_.threads) {
    if (bytes().Chance(2, 3)) args.push_back(thread.var);
  }
  if (args.size() == all) args.push_back(scope_.threads[0].var);
  Evaluate* reduction = ctx().arena.New<Evaluate>();
  reduction->value = MakeIntrinsic(ctx(), IntrinsicId::tvm_thread_allreduce, DType::Void(), args);
  AttrStmt* scope = ctx().arena.New<AttrStmt>();
  scope->node = Reducer(dtypes);
  scope->attr_key = ctx().Intern("reduce_scope");
  scope->value = Int(0);
  scope->body = reduction;
  Add(scope);
  for (const Buffer* buffer : into) {
    if (std::ranges::find(scope_.registers, buffer) == scope_.registers.end()) scope_.sums.push_back(buffer);
  }
}

bool LaunchReductions::Tree() {
  if (scope_.apart || !IsPowerOfTwo(scope_.thread_count)) return false;
  std::vector<Shared*> possible;
  for (Shared& memory : scope_.shared) {
    bool fits = !memory.of_warp && !memory.staged && memory.each == 1 && !memory.buffer->dtype.IsBool() &&
                memory.buffer->dtype.IsScalar();
    if (fits) possible.push_back(&memory);
  }
  if (possible.empty()) return false;
  Shared& memory = *bytes().Pick(possible);
  LaunchStores(scope_).FillAt(memory, /*slots=*/0);
  Barrier();
  ClosePhase();
  // A thread reads what another one, which is idle by now, wrote in the iteration before.
  Stmts before = std::exchange(scope_.launch, {});
  int64_t halves = 0;
  while ((int64_t{1} << halves) < scope_.thread_count) ++halves;
  const Var* iteration = MakeVar(ctx(), Fresh("k"), DType::Int(32));
  const Expr* stride =
      MakeIntrinsic(ctx(), IntrinsicId::shift_right, DType::Int(32), {Int(scope_.thread_count / 2), iteration});
  IfThenElse* some = ctx().arena.New<IfThenElse>();
  some->condition = Op(NodeKind::kLT, Thread(), stride);
  const Expr* mine = MakeLoad(ctx(), memory.buffer, {Thread()});
  const Expr* theirs = MakeLoad(ctx(), memory.buffer, {Op(NodeKind::kAdd, Thread(), stride)});
  some->then_case = MakeStore(ctx(), memory.buffer, Joined(memory.buffer->dtype, mine, theirs), {Thread()});
  Add(some);
  Barrier();
  ClosePhase();
  const Stmt* body = MakeSeqStmt(ctx(), std::exchange(scope_.launch, std::move(before)));
  if (halves > 0) scope_.launch.push_back(MakeFor(ctx(), iteration, Int(halves), body));
  return true;
}

}  // namespace assay
