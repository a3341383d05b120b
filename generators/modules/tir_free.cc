#include "generators/modules/tir_free.h"

#include <algorithm>
#include <utility>

#include "generators/modules/dims.h"
#include "generators/modules/notes.h"
#include "ir/prim/intrinsics.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

constexpr int kDepth = 3;
constexpr int64_t kMostExtent = 4;
constexpr int64_t kMostElements = 64;
// Names in a row, and what they may be.
constexpr uint64_t kLongestChain = 32;
constexpr int64_t kMostNamed = 1 << 20;

constexpr std::string_view kScopes[] = {
#define ASSAY_SCOPE(name) name,
#include "ir/memory_scopes.def"
};

bool IsEmpty(const Buffer* buffer) {
  return std::ranges::any_of(buffer->shape, [](const Expr* e) { return Is<IntImm>(e) && As<IntImm>(e)->value == 0; });
}
bool IsStatic(const Buffer* buffer) { return std::ranges::all_of(buffer->shape, IsConstantDim); }

}  // namespace

FreeStmts::FreeStmts(ModuleGen& module, std::vector<const Buffer*> readable, const Buffer* target, DType index,
                     bool blocks)
    : module_(module), readable_(std::move(readable)), writable_{target}, index_(index), blocks_(blocks) {
  std::erase_if(readable_, IsEmpty);
}

const Stmt* FreeStmts::Make() {
  if (IsEmpty(writable_[0])) return nullptr;
  Topics topics = module_.plan.options->topics;
  if (topics != 0 && bytes().Chance(3, 4)) {
    const Stmt* first = AboutOneOf(topics);
    return bytes().Chance(1, 3) ? MakeSeqStmt(ctx(), {first, AboutOneOf(topics)}) : first;
  }
  // Where nothing stands around it, passes over memory see all of it.
  // Of two, the second may take the place of the first.
  if (bytes().Chance(1, 2)) {
    const Stmt* first = OwnMemoryAlone(1);
    return bytes().Chance(1, 3) ? MakeSeqStmt(ctx(), {first, OwnMemoryAlone(1)}) : first;
  }
  return blocks_ ? Block(kDepth) : Sequence(kDepth);
}

const Stmt* FreeStmts::OwnMemoryAlone(int depth) {
  switch (bytes().Below(12)) {
    case 10:
    case 11: return Padded();
    case 8:
    case 9: return Staged(depth);
    case 0: return PartlyUsed(depth);
    case 1: return KeptOverRounds(depth);
    case 2: return OfVectors(depth);
    case 3: return Lanes();
    case 4:
    case 5: return Windows(depth);
    default: return blocks_ ? Block(kDepth) : Held(depth);
  }
}

std::vector<Axis> FreeStmts::Axes() {
  std::vector<Axis> axes;
  for (const Ranged& var : vars_) {
    const auto* plain = As<Var>(var.expr);
    if (plain != nullptr && var.low >= 0) axes.push_back({plain, Int(var.high + 1), false});
  }
  return axes;
}

const Expr* FreeStmts::Value(DType dtype) {
  std::vector<Axis> axes = Axes();
  return TirExpr(module_, readable_, axes, index_).Value(dtype, 1 + static_cast<int>(bytes().Below(2)));
}

const Expr* FreeStmts::Wide(DType dtype, int lanes) {
  std::vector<Axis> axes = Axes();
  return TirExpr(module_, readable_, axes, index_).Vector(dtype, lanes, 1 + static_cast<int>(bytes().Below(2)));
}

const Expr* FreeStmts::Known(int64_t number) {
  std::vector<Axis> axes = Axes();
  std::vector<const Buffer*> none;
  return TirExpr(module_, none, axes, index_).Known(Int(number));
}

const Expr* FreeStmts::BehindAGuard() {
  std::vector<Axis> axes = Axes();
  return TirExpr(module_, readable_, axes, index_).Guarded(1);
}

const Stmt* FreeStmts::StoreInto(const Element& element) {
  std::vector<const Expr*> indices;
  for (const Expr* index : element.indices) indices.push_back(FreshCopy(ctx(), index));
  return MakeStore(ctx(), element.buffer, Value(element.buffer->dtype), indices);
}

// What makes a condition about the element come out otherwise: a number beside those that elements are compared with.
const Stmt* FreeStmts::StoreBeside(const Element& element) {
  DType dtype = element.buffer->dtype;
  if (dtype.IsBool() || bytes().Chance(1, 2)) return StoreInto(element);
  std::vector<const Expr*> indices;
  for (const Expr* index : element.indices) indices.push_back(FreshCopy(ctx(), index));
  const Expr* number = MakeImmediate(ctx(), Scalar::Int(dtype, bytes().Between(dtype.IsInt() ? -1 : 0, 4)));
  return MakeStore(ctx(), element.buffer, number, indices);
}

// Now and then into what a condition looked at.
const Stmt* FreeStmts::Store() {
  if (!looked_.empty() && bytes().Chance(1, 3)) return StoreInto(bytes().Pick(looked_));
  const Buffer* buffer = bytes().Pick(writable_);
  // Of a form that an index holds within its bounds all shows where it is the value.
  const Expr* value = bytes().Chance(1, 4) ? InDType(Affine(3).expr, buffer->dtype) : Value(buffer->dtype);
  std::vector<const Expr*> indices = Indices(buffer);
  return MakeStore(ctx(), buffer, bytes().Chance(1, 3) ? WithOwn(buffer, indices, value) : value, indices);
}

// The value beside what the element holds: how often it is stored shows.
const Expr* FreeStmts::WithOwn(const Buffer* buffer, const std::vector<const Expr*>& indices, const Expr* value) {
  std::vector<const Expr*> again;
  for (const Expr* index : indices) again.push_back(FreshCopy(ctx(), index));
  const Expr* own = MakeLoad(ctx(), buffer, again);
  if (buffer->dtype.IsBool()) return MakeBinary(ctx(), NodeKind::kNE, own, value);
  return MakeBinary(ctx(), bytes().Chance(1, 2) ? NodeKind::kAdd : NodeKind::kSub, own, value);
}

void FreeStmts::BackTo(const Scope& scope) {
  vars_.resize(scope.vars);
  readable_.resize(scope.readable);
  writable_.resize(scope.writable);
  asked_.resize(scope.asked);
  looked_.resize(scope.looked);
}

// recursion: at most kDepth deep
const Stmt* FreeStmts::Any(int depth) {
  if (depth <= 0 || bytes().exhausted()) return Store();
  switch (bytes().Below(17)) {
    case 16: return Staged(depth - 1);
    case 15: return bytes().Chance(3, 4) ? Split(depth - 1) : Pipeline();
    case 14: return Lanes();
    case 10: return WrittenMeanwhile(depth - 1);
    case 11: return Held(depth - 1);
    case 12: return bytes().Chance(1, 4) ? OfVectors(depth - 1) : PartlyUsed(depth - 1);
    case 13: return bytes().Chance(2, 3) ? Windows(depth - 1) : KeptOverRounds(depth - 1);
    case 0:
    case 1:
    case 2: return Loop(depth - 1);
    case 3: return Branch(depth - 1);
    case 4: return Counted(depth - 1);
    case 5: return Claim();
    case 6: return blocks_ && bytes().Chance(1, 2) ? Block(depth - 1) : Look();
    case 7: return blocks_ ? Block(depth - 1) : Loop(depth - 1);
    default: return Store();
  }
}

// What is named, allocated or viewed is there for the statements behind it.
const Stmt* FreeStmts::Sequence(int depth) {
  Scope outer = Here();
  std::vector<const Stmt*> stmts;
  for (uint64_t i = 1 + bytes().Below(3); i > 0; --i) {
    uint64_t roll = bytes().Below(8);
    const Stmt* added = roll == 0 ? Named() : roll == 1 ? Memory(depth) : roll == 2 ? View() : nullptr;
    if (added != nullptr) stmts.push_back(added);
    stmts.push_back(Any(depth));
  }
  BackTo(outer);
  return MakeSeqStmt(ctx(), stmts);
}

// recursion: at most kDepth deep
const Stmt* FreeStmts::Memory(int depth) {
  switch (depth <= 0 ? 5 : bytes().Below(6)) {
    case 0:
    case 1: return Stages();
    case 2:
    case 3: return Held(depth - 1);
    default: return Allocation();
  }
}

// Serial, unrolled, or bound to a thread, whose rounds have an order.
const Stmt* FreeStmts::Loop(int depth) {
  int64_t from = bytes().Chance(1, 2) ? 0 : bytes().Between(-2, 4);
  Ranged start = bytes().Chance(1, 3) ? Affine(1) : Ranged{Known(from), from, from};
  // A loop of one round is none to some passes.
  auto rounds = static_cast<int64_t>(bytes().Chance(1, 6) ? 1 : bytes().Below(kMostExtent + 1));
  Ranged extent = {nullptr, 0, rounds};
  extent.low = extent.high;
  // Readers of text simplify an extent that they compute from both ends.
  extent.expr = Is<IntImm>(start.expr) && from == 0 ? Known(extent.high) : Int(extent.high);
  if (!vars_.empty() && bytes().Chance(1, 4)) {
    const Expr* varied = MakeBinary(ctx(), NodeKind::kMin, bytes().Pick(vars_).expr, Int(kMostExtent));
    extent = {varied, 0, kMostExtent};
  }
  // Where it begins, or how often it goes round, may be read from memory, which its rounds may write.
  if (bytes().Chance(1, 10)) (bytes().Chance(1, 3) ? start : extent) = Indirect();
  bool constant = Is<IntImm>(extent.expr) && Is<IntImm>(start.expr);
  For* loop = ctx().arena.New<For>();
  loop->min = start.expr;
  loop->extent = extent.expr;
  bool steps = bytes().Chance(1, 6);
  if (steps) loop->step = Known(2 + static_cast<int64_t>(bytes().Below(2)));
  // Passes leave marked loops alone that they cannot write out.
  bool marked = module_.plan.options->bare_kernels && bytes().Chance(1, 3);
  if ((marked || (constant && !steps)) && bytes().Chance(1, 5)) loop->for_kind = ForKind::kUnrolled;
  if (bytes().Chance(1, 8)) loop->annotations = MakeDict(ctx(), {{"assay.note", MakeAttrInt(ctx(), 1)}});
  if (const AttrDict* note = MaybeNote(module_)) loop->annotations = note;
  loop->loop_var = MakeVar(ctx(), Fresh("f"), index_);
  bool outer = std::exchange(in_loop_, loop->for_kind == ForKind::kSerial);
  vars_.push_back({loop->loop_var, start.low, std::max(start.low, start.high + extent.high - 1)});
  loop->body = bytes().Chance(1, 12) ? Nothing() : WithExit(Sequence(depth));
  vars_.pop_back();
  in_loop_ = outer;
  return loop;
}

// The body of a loop that may be left, now and then left in the middle, or gone on from there.
const Stmt* FreeStmts::WithExit(const Stmt* body) {
  if (!in_loop_ || !bytes().Chance(1, 3)) return body;
  Scope outer = Here();
  IfThenElse* exit = ctx().arena.New<IfThenElse>();
  const Expr* of_memory = bytes().Chance(1, 2) ? OfMemory() : nullptr;
  exit->condition = of_memory == nullptr ? Condition() : of_memory;
  exit->then_case =
      bytes().Chance(1, 3) ? static_cast<const Stmt*>(ctx().arena.New<Break>()) : ctx().arena.New<Continue>();
  if (bytes().Chance(1, 4)) exit->else_case = Store();
  std::vector<const Stmt*> stmts{exit, body};
  if (bytes().Chance(1, 2)) stmts.insert(stmts.begin(), Store());
  BackTo(outer);
  return MakeSeqStmt(ctx(), stmts);
}

// Counts in memory of its own.
const Stmt* FreeStmts::Counted(int depth, const Expr* also) {
  AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
  alloc->buffer = MakeBuffer(ctx(), Fresh("count"), DType::Int(32), {Int(1)}, "local");
  std::vector<const Expr*> first{Int(0)};
  const Expr* count = MakeLoad(ctx(), alloc->buffer, first);
  auto number = [&](int64_t value) { return MakeInt(ctx(), value, DType::Int(32)); };
  While* loop = ctx().arena.New<While>();
  loop->condition = MakeBinary(ctx(), NodeKind::kLT, count, number(static_cast<int64_t>(bytes().Below(kMostExtent))));
  if (also != nullptr) loop->condition = MakeBinary(ctx(), NodeKind::kAnd, loop->condition, also);
  // Counted first, so that a round that goes on early counts.
  const Stmt* step = MakeStore(ctx(), alloc->buffer, MakeBinary(ctx(), NodeKind::kAdd, count, number(1)), first);
  bool outer = std::exchange(in_loop_, true);
  loop->body = MakeSeqStmt(ctx(), {step, WithExit(Sequence(depth))});
  in_loop_ = outer;
  return MakeSeqStmt(ctx(), {alloc, MakeStore(ctx(), alloc->buffer, number(0), first), loop});
}

const Stmt* FreeStmts::Branch(int depth) {
  IfThenElse* choice = ctx().arena.New<IfThenElse>();
  const Expr* of_memory = bytes().Chance(1, 2) ? OfMemory() : nullptr;
  if (const Expr* guarded = bytes().Chance(1, 6) ? BehindAGuard() : nullptr) of_memory = guarded;
  choice->condition = of_memory == nullptr ? Condition() : of_memory;
  if (bytes().Chance(1, 4)) {
    // Most times of where an axis is, which loops are split by.
    const Expr* crossed = bytes().Chance(1, 2) ? Crossed() : nullptr;
    if (crossed != nullptr) choice->condition = crossed;
    choice->condition = MakeIntrinsic(ctx(), IntrinsicId::likely, DType::Bool(), {choice->condition});
  }
  asked_.push_back(choice->condition);
  bool leaves = in_loop_ && bytes().Chance(1, 4);
  if (leaves && bytes().Chance(1, 2)) {
    choice->then_case = ctx().arena.New<Break>();
  } else if (leaves) {
    choice->then_case = ctx().arena.New<Continue>();
  } else {
    choice->then_case = bytes().Chance(1, 5) ? Nothing() : Sequence(depth);
  }
  bool nothing = Is<Evaluate>(choice->then_case);
  if (nothing || bytes().Chance(1, 2))
    choice->else_case = !nothing && bytes().Chance(1, 5) ? Nothing() : Sequence(depth);
  return choice;
}

const Stmt* FreeStmts::Nothing() {
  Evaluate* nothing = ctx().arena.New<Evaluate>();
  nothing->value = MakeInt(ctx(), 0, DType::Int(32));
  return nothing;
}

// Something that holds, as an assertion or as what passes may go by.
const Stmt* FreeStmts::Claim() {
  Ranged a = Affine(2);
  if (Is<IntImm>(a.expr)) return Store();
  const Expr* condition = MakeBinary(ctx(), NodeKind::kLE, a.expr, Int(a.high));
  if (bytes().Chance(1, 3)) {
    Evaluate* assumed = ctx().arena.New<Evaluate>();
    assumed->value = MakeIntrinsic(ctx(), IntrinsicId::assume, DType::Bool(), {condition});
    return assumed;
  }
  AssertStmt* claim = ctx().arena.New<AssertStmt>();
  claim->condition = condition;
  claim->error_kind = ctx().Intern("RuntimeError");
  claim->message_parts = ctx().Copy(std::vector<Name>{ctx().Intern("a claim does not hold")});
  return claim;
}

// A value that nothing needs; or a hint around a store.
const Stmt* FreeStmts::Look() {
  if (bytes().Chance(1, 2)) {
    AttrStmt* hint = ctx().arena.New<AttrStmt>();
    bool note = module_.Has(Feature::kNotes);
    hint->attr_key = ctx().Intern(note ? "assay.note" : "pragma_auto_unroll_max_step");
    hint->value = note ? Value(module_.plan.PickDType(bytes(), kAnyDType))
                       : MakeInt(ctx(), 1 + static_cast<int64_t>(bytes().Below(8)), DType::Int(32));
    hint->body = Store();
    return hint;
  }
  const Buffer* buffer = bytes().Pick(writable_);
  Evaluate* look = ctx().arena.New<Evaluate>();
  look->value = MakeLoad(ctx(), buffer, Indices(buffer));
  return look;
}

// More than one value: where it is but one, with what varies added.
FreeStmts::Ranged FreeStmts::Varying(Ranged a) {
  constexpr int kTries = 4;
  for (int i = 0; i < kTries && a.low == a.high; ++i) {
    Ranged more = Term();
    if (more.low < more.high)
      a = {MakeBinary(ctx(), NodeKind::kAdd, a.expr, more.expr), a.low + more.low, a.high + more.high};
  }
  return a;
}

const Stmt* FreeStmts::NamedChain() {
  std::vector<const Stmt*> names;
  Ranged before = Varying(Affine(1)), last = Varying(Affine(1));
  for (uint64_t i = 4 + bytes().Below(kLongestChain); i > 0; --i) {
    Ranged next = Joined(bytes().Chance(3, 4) ? Divided(before) : before, last);
    if (Is<IntImm>(next.expr) || Is<Var>(next.expr)) next = Scaled(Term());
    next = Varying(next);
    // What grew too large goes on as a remainder.
    if (std::max(std::abs(next.low), std::abs(next.high)) > kMostNamed)
      next = DividedBy(next, NodeKind::kFloorMod, 2 + static_cast<int64_t>(bytes().Below(kMostNamed)));
    Bind* bind = ctx().arena.New<Bind>();
    bind->var = MakeVar(ctx(), Fresh("u"), index_);
    bind->value = next.expr;
    names.push_back(bind);
    before = std::exchange(last, {bind->var, next.low, next.high});
  }
  if (names.empty()) return nullptr;
  vars_.push_back(last);
  return MakeSeqStmt(ctx(), names);
}

const Stmt* FreeStmts::Named() {
  if (bytes().Chance(1, 8)) return NamedChain();
  Ranged a = Affine(2);
  if (Is<IntImm>(a.expr)) return nullptr;
  Bind* bind = ctx().arena.New<Bind>();
  bind->var = MakeVar(ctx(), Fresh("u"), index_);
  bind->value = a.expr;
  vars_.push_back({bind->var, a.low, a.high});
  return bind;
}

const Stmt* FreeStmts::Filled(const Buffer* buffer) {
  return Filled(buffer, [&](const std::vector<const Expr*>&) { return Value(buffer->dtype); });
}

// Each element of a small buffer, by serial loops.
const Stmt* FreeStmts::Filled(const Buffer* buffer,
                              FunctionRef<const Expr*(const std::vector<const Expr*>&)> value_at) {
  size_t vars = vars_.size();
  std::vector<const Expr*> indices;
  for (const Expr* extent : buffer->shape) {
    indices.push_back(MakeVar(ctx(), Fresh("f"), index_));
    vars_.push_back({indices.back(), 0, As<IntImm>(extent)->value - 1});
  }
  const Stmt* body = MakeStore(ctx(), buffer, value_at(indices), indices);
  for (size_t i = indices.size(); i-- > 0;)
    body = MakeFor(ctx(), static_cast<const Var*>(indices[i]), buffer->shape[i], body);
  vars_.resize(vars);
  return body;
}

std::string_view FreeStmts::SomeScope() {
  return kScopes[bytes().Chance(1, 2) ? 0 : bytes().Below(std::size(kScopes))];
}

const Stmt* FreeStmts::Allocation() {
  AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
  std::vector<const Expr*> shape;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) shape.push_back(Int(1 + static_cast<int64_t>(bytes().Below(4))));
  std::string_view scope = SomeScope();
  alloc->buffer = Laid(MakeBuffer(ctx(), Fresh("m"), module_.plan.PickDType(bytes(), kAnyDType), shape, scope));
  alloc->annotations = MaybeNote(module_);
  const Stmt* filled = Filled(alloc->buffer);
  readable_.push_back(alloc->buffer);
  writable_.push_back(alloc->buffer);
  return MakeSeqStmt(ctx(), {alloc, filled});
}

// A few elements of a buffer, from where a variable in scope says on.
const Stmt* FreeStmts::MovingView(const Buffer* source, int64_t count) {
  int64_t extent = 1 + static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(std::min<int64_t>(count - 1, 4))));
  const Ranged& by = bytes().Pick(vars_);
  int64_t most = count - extent;
  const Expr* offset = by.expr;
  if (by.low < 0 || by.high > most) offset = MakeBinary(ctx(), NodeKind::kFloorMod, offset, Int(most + 1));
  Buffer* view =
      ctx().arena.New<Buffer>(*MakeBuffer(ctx(), Fresh("view"), source->dtype, {Int(extent)}, source->scope.text()));
  view->data = source->data;
  view->elem_offset = offset;
  return Declared(view);
}

// The memory of a buffer under another shape: in one dimension, from some element on, or each so many elements.
const Stmt* FreeStmts::View() {
  const Buffer* source = bytes().Pick(writable_);
  if (!IsStatic(source) || !source->strides.empty() || source->elem_offset != nullptr) return nullptr;
  int64_t count = LargestCount(source->shape);
  if (count > kMostElements) return nullptr;
  // Blocks know no loops around them.
  if (!blocks_ && !vars_.empty() && count > 1 && bytes().Chance(1, 3)) return MovingView(source, count);
  int64_t skipped = bytes().Chance(1, 2) ? static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(count))) : 0;
  int64_t stride = bytes().Chance(1, 3) ? 2 : 1;
  int64_t extent = (count - skipped + stride - 1) / stride;
  Buffer* view =
      ctx().arena.New<Buffer>(*MakeBuffer(ctx(), Fresh("view"), source->dtype, {Int(extent)}, source->scope.text()));
  view->data = source->data;
  auto known = [&](int64_t number) { return blocks_ ? Int(number) : Known(number); };
  if (stride != 1) view->strides = ctx().Copy(std::vector<const Expr*>{known(stride)});
  if (skipped != 0) view->elem_offset = known(skipped);
  return Declared(view);
}

const Stmt* FreeStmts::Declared(const Buffer* view) {
  DeclBuffer* declared = ctx().arena.New<DeclBuffer>();
  declared->buffer = view;
  declared->data = view->data;
  readable_.push_back(view);
  writable_.push_back(view);
  return declared;
}

}  // namespace assay
