#include "oracles/core/arithmetic.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/prim/binary_function.h"
#include "ir/prim/intrinsics.h"
#include "ir/tensor/int_range.h"
#include "ir/visit.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Larger ones are made of the same.
constexpr size_t kMostNodes = 60;
constexpr int kMostDepth = 12;
constexpr size_t kMostVars = 4;
constexpr int64_t kMostValues = 9;
constexpr size_t kMostPoints = 1000;
// Of what nothing is known.
constexpr Interval kAround{-4, 6};

Interval AnyOf(const Var* var) {
  DType dtype = DTypeOf(var);
  if (dtype.IsBool()) return {0, 1};
  return dtype.IsUInt() ? Interval{0, kAround.high - kAround.low} : kAround;
}

// A function of integers that a row computes.
const IntrinsicSpec* IntegerFunction(const Expr* e) {
  const auto* call = As<Call>(e);
  const auto* row = call == nullptr ? nullptr : IntrinsicOf(call);
  bool computed = row != nullptr && row->form == CallForm::kScalar && row->apply != nullptr;
  return computed && row->takes == Takes::kIntegers ? row : nullptr;
}

// Collects what is largest, with atoms in place of what is no arithmetic of integers.
class Collector {
 public:
  Collector(Context& ctx, size_t most) : ctx_(ctx), most_(most) {}

  void Read(const Expr* func) {
    WalkOnce(func, [&](const Node* node) { Note(node); });
    std::unordered_set<const Node*> seen;
    std::vector<const Node*> left{func};
    while (!left.empty() && found.size() < most_) {
      const Node* node = left.back();
      left.pop_back();
      if (node == nullptr || !seen.insert(node).second) continue;
      const Expr* e = AsExpr(node);
      if (e != nullptr && IsArithmetic(e)) {
        atoms_.clear();
        Take(e);
        left.insert(left.end(), atoms_.begin(), atoms_.end());
        continue;
      }
      size_t first = left.size();
      ForEachChild(node, Types::kInclude, [&](const Node* child) { left.push_back(child); });
      std::reverse(left.begin() + static_cast<std::ptrdiff_t>(first), left.end());
    }
  }

  std::vector<ArithmeticExpr> found;

 private:
  // What is known of a loop's variable.
  void Note(const Node* node) {
    const Expr *min = nullptr, *extent = nullptr;
    const Var* var = nullptr;
    if (const auto* loop = As<For>(node)) min = loop->min, extent = loop->extent, var = loop->loop_var;
    if (const auto* iter = As<IterVar>(node); iter != nullptr && iter->dom != nullptr)
      min = iter->dom->min, extent = iter->dom->extent, var = iter->var;
    const IntImm *low = AsInt(min), *count = AsInt(extent);
    if (var == nullptr || low == nullptr || count == nullptr || count->value <= 0) return;
    ranges_[var] = {low->value, low->value + count->value - 1};
  }

  static bool IsArithmetic(const Expr* e) {
    if (!IsWholeScalar(e)) return false;
    if (const BinaryExpr* binary = AsBinary(e)) return IsWholeScalar(binary->a) && IsWholeScalar(binary->b);
    if (const auto* cast = As<Cast>(e)) return IsWholeScalar(cast->value);
    return Is<Not>(e) || Is<Select>(e) || IntegerFunction(e) != nullptr;
  }

  void Take(const Expr* e) {
    nodes_ = 0;
    vars_.clear();
    const Expr* made = Abstract(e, 0);
    bool fits = nodes_ <= kMostNodes && !vars_.empty() && vars_.size() <= kMostVars && IsArithmetic(made);
    if (!fits) return;
    bool known = std::ranges::any_of(found, [&](const ArithmeticExpr& one) { return Equal(one.e, made); });
    if (!known) found.push_back({made, vars_});
  }

  // recursion: at most kMostDepth deep
  const Expr* Abstract(const Expr* e, int depth) {
    ++nodes_;
    if (AsInt(e) != nullptr) return e;
    if (const auto* var = As<Var>(e); var != nullptr && IsWholeScalar(e)) return Variable(var);
    if (!IsArithmetic(e) || depth == kMostDepth) return Atom(e);
    if (const BinaryExpr* binary = AsBinary(e)) {
      const Expr* a = Abstract(binary->a, depth + 1);
      return MakeBinary(ctx_, e->kind, a, Abstract(binary->b, depth + 1));
    }
    if (const auto* cast = As<Cast>(e)) return MakeCast(ctx_, DTypeOf(e), Abstract(cast->value, depth + 1));
    if (const auto* negation = As<Not>(e)) return MakeNot(ctx_, Abstract(negation->a, depth + 1));
    if (const auto* choice = As<Select>(e)) {
      const Expr* condition = Abstract(choice->condition, depth + 1);
      const Expr* yes = Abstract(choice->true_value, depth + 1);
      return MakeSelect(ctx_, condition, yes, Abstract(choice->false_value, depth + 1));
    }
    const auto& call = static_cast<const Call&>(*e);
    std::vector<const Expr*> args;
    for (const Expr* arg : call.args) args.push_back(Abstract(arg, depth + 1));
    return MakeIntrinsic(ctx_, IntegerFunction(e)->id, DTypeOf(e), args);
  }
  const Var* Variable(const Var* var) {
    bool known = std::ranges::any_of(vars_, [&](const auto& one) { return one.first == var; });
    auto range = ranges_.find(var);
    if (!known) vars_.emplace_back(var, range == ranges_.end() ? AnyOf(var) : range->second);
    return var;
  }
  const Var* Atom(const Expr* e) {
    atoms_.push_back(e);
    // Whether two that are equal are one node, no text says.
    std::vector<std::pair<const Expr*, const Var*>>& alike = stands_for_[StructuralHash(e)];
    auto known = std::ranges::find_if(alike, [&](const auto& one) { return Equal(one.first, e); });
    if (known != alike.end()) return Variable(known->second);
    const Var* var = MakeVar(ctx_, "v" + std::to_string(++atoms_of_all_), DTypeOf(e));
    alike.emplace_back(e, var);
    return Variable(var);
  }

  Context& ctx_;
  size_t most_;
  std::unordered_map<const Var*, Interval> ranges_;
  // By their hash.
  std::unordered_map<uint64_t, std::vector<std::pair<const Expr*, const Var*>>> stands_for_;
  size_t atoms_of_all_ = 0;
  // Of the expression at hand.
  std::vector<const Node*> atoms_;
  size_t nodes_ = 0;
  std::vector<std::pair<const Var*, Interval>> vars_;
};

// What the expression is made of, each part behind its own parts.
void AddParts(const Expr* e, std::vector<const Expr*>& parts) {
  NodeSet done;
  WalkAfterChildren(
      static_cast<const Node*>(e), [&](const Node* node) { return !done.Insert(node, {}).second; },
      [&](const Node* node, auto&& push) { ForEachChild(node, Types::kSkip, [&](const Node* child) { push(child); }); },
      [&](const Node* node) {
        const Expr* part = AsExpr(node);
        if (part != nullptr && IsWholeScalar(part)) parts.push_back(part);
      });
}

// What a register holds: nothing where a division by zero was on the way.
struct Computed {
  std::optional<Scalar> value;
  // A signed result of at least 32 bits did not fit on the way.
  bool overflows = false;
};

bool Overflows(NodeKind kind, Scalar a, Scalar b) {
  if (!a.dtype.IsInt() || a.dtype.bits < 32) return false;
  WideInt x = a.i, y = b.i, exact = 0;
  switch (kind) {
    case NodeKind::kAdd: exact = x + y; break;
    case NodeKind::kSub: exact = x - y; break;
    case NodeKind::kMul: exact = x * y; break;
    case NodeKind::kDiv:
    case NodeKind::kFloorDiv: exact = y == -1 ? -x : WideInt{0}; break;
    // other kinds: stay within their dtype
    default: return false;
  }
  return exact < LeastInt(a.dtype) || exact > GreatestInt(a.dtype);
}

// An expression as a list of steps, of which each has its operands in front.
class Program {
 public:
  explicit Program(const Expr* e) {
    std::vector<const Expr*> parts;
    AddParts(e, parts);
    for (const Expr* part : parts) {
      if (index_.contains(part)) continue;
      Step step{part, part->kind, IntegerFunction(part), {}};
      ForEachChild(part, Types::kSkip, [&](const Node* child) {
        auto at = index_.find(child);
        if (at != index_.end()) step.operands.push_back(at->second);
      });
      index_.emplace(part, steps_.size());
      computes_ = computes_ && Computes(step);
      steps_.push_back(std::move(step));
    }
  }
  // Whether it has nothing but what is computed here.
  bool computes() const { return computes_; }

  Computed Run(const std::unordered_map<const Var*, int64_t>& values) {
    registers_.assign(steps_.size(), {});
    for (size_t i = 0; i < steps_.size(); ++i) registers_[i] = Compute(steps_[i], values);
    return registers_.empty() ? Computed{} : registers_.back();
  }

 private:
  struct Step {
    const Expr* e;
    NodeKind kind;
    const IntrinsicSpec* row;
    std::vector<size_t> operands;
  };

  static bool Computes(const Step& step) {
    bool leaf = AsInt(step.e) != nullptr || Is<Var>(step.e);
    bool known = step.kind == NodeKind::kSelect || step.kind == NodeKind::kNot || step.kind == NodeKind::kCast;
    return leaf || known || IsBinary(step.kind) || step.row != nullptr;
  }

  Computed Compute(const Step& step, const std::unordered_map<const Var*, int64_t>& values) const {
    if (const auto* imm = AsInt(step.e)) return {Scalar::Int(DTypeOf(step.e), imm->value)};
    if (const auto* var = As<Var>(step.e)) {
      auto value = values.find(var);
      return {value == values.end() ? std::nullopt : std::optional(Scalar::Int(DTypeOf(var), value->second))};
    }
    auto operand = [&](size_t i) -> const Computed& { return registers_[step.operands[i]]; };
    if (step.kind == NodeKind::kSelect && step.operands.size() == 3) {
      if (!operand(0).value) return {};
      const Computed& taken = operand(operand(0).value->IsTrue() ? 1 : 2);
      return {taken.value, operand(0).overflows || taken.overflows};
    }
    Computed result;
    for (size_t at : step.operands) {
      if (!registers_[at].value) return {};
      result.overflows |= registers_[at].overflows;
    }
    if (IsBinary(step.kind)) {
      Scalar a = *operand(0).value, b = *operand(1).value;
      if (IsDivision(step.kind) && scalar::DividesByZero(b)) return {};
      result.overflows |= Overflows(step.kind, a, b);
      result.value = BinaryFunction(step.kind)(a, b);
    } else if (step.kind == NodeKind::kNot) {
      result.value = Scalar::Bool(!operand(0).value->IsTrue());
    } else if (step.kind == NodeKind::kCast) {
      result.value = scalar::Cast(*operand(0).value, DTypeOf(step.e));
      bool wide = DTypeOf(step.e).IsInt() && DTypeOf(step.e).bits >= 32;
      result.overflows |= wide && result.value->i != operand(0).value->i;
    } else if (step.row != nullptr) {
      std::vector<Scalar> args;
      for (size_t at : step.operands) args.push_back(*registers_[at].value);
      result.value = step.row->apply(args.data(), DTypeOf(step.e));
    }
    return result;
  }

  std::vector<Step> steps_;
  std::unordered_map<const Node*, size_t> index_;
  std::vector<Computed> registers_;
  bool computes_ = true;
};

// All of a small range; of others both ends and what is next to them, the middle, and what is around 0.
std::vector<int64_t> ValuesOf(Interval range, int64_t most) {
  std::vector<int64_t> values;
  WideInt count = WideInt{range.high} - range.low + 1;
  if (count <= most) {
    for (int64_t value = range.low; value <= range.high; ++value) values.push_back(value);
    return values;
  }
  auto middle = static_cast<int64_t>((WideInt{range.low} + range.high) / 2);
  for (int64_t value :
       {range.low, range.low + 1, range.high - 1, range.high, middle, int64_t{-1}, int64_t{0}, int64_t{1}}) {
    if (value >= range.low && value <= range.high) values.push_back(value);
  }
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
  return values;
}

}  // namespace

std::vector<ArithmeticExpr> ArithmeticOf(Context& ctx, const Module& module, size_t most) {
  Collector collector(ctx, most);
  for (const ModuleEntry& entry : module.entries) collector.Read(entry.func);
  return std::move(collector.found);
}

std::vector<ArithmeticExpr> PartsOf(const ArithmeticExpr& whole) {
  std::vector<const Expr*> parts;
  AddParts(whole.e, parts);
  std::vector<ArithmeticExpr> result;
  for (const Expr* part : parts) {
    if (AsInt(part) == nullptr && !Is<Var>(part)) result.push_back({part, whole.vars});
  }
  return result;
}

std::optional<ArithmeticBreach> BreachOf(const ArithmeticClaim& claim,
                                         std::span<const std::pair<const Var*, Interval>> vars) {
  Program left(claim.left), right(claim.right);
  if (!left.computes() || !right.computes()) return std::nullopt;
  std::vector<std::vector<int64_t>> domains;
  size_t points = 1;
  int64_t most = vars.size() <= 2 ? 3 * kMostValues : kMostValues;
  for (const auto& [var, range] : vars) {
    domains.push_back(ValuesOf(range, most));
    points *= domains.back().size();
  }
  // Of many, some from all over.
  size_t step = points <= kMostPoints ? 1 : points / kMostPoints | 1;
  while (std::gcd(step, points) != 1) step += 2;
  size_t tried = std::min(points, kMostPoints);
  std::unordered_map<const Var*, int64_t> values;
  std::optional<ArithmeticBreach> breach;
  for (size_t point = 0; point < tried; ++point) {
    size_t rest = point * step % points;
    for (size_t i = 0; i < vars.size(); ++i) {
      values[vars[i].first] = domains[i][rest % domains[i].size()];
      rest /= domains[i].size();
    }
    Computed want = left.Run(values);
    if (want.overflows && !claim.wraps) return std::nullopt;
    if (!want.value || breach) continue;
    Computed got = right.Run(values);
    // Sums are taken to fit, those of the result as well (decision 008).
    if (got.overflows && !claim.wraps) continue;
    if (got.value && SameBits(*want.value, *got.value)) continue;
    breach = ArithmeticBreach{{}, *want.value, got.value};
    for (const auto& [var, range] : vars) breach->values.emplace_back(var, values[var]);
  }
  return breach;
}

}  // namespace assay
