#include "passes/analysis/iterations.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ir/arith/analyzer.h"
#include "ir/arith/linear_form.h"
#include "ir/arith/sum.h"
#include "ir/mentions.h"
#include "ir/tensor/int_range.h"
#include "ir/tir/barriers.h"
#include "passes/analysis/loop_indices.h"
#include "passes/analysis/loop_vars.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

// What changes in the loop is understood where it is the loop's variable; what does not is one thing, if it reads no
// memory. Sums and products hold modulo the width.
class IndexReader : public LinearReader {
 public:
  // `inner` is all that is defined in the loop, with its variable.
  IndexReader(const Var* var, const VarSet& inner) : var_(var), inner_(inner) {}

 protected:
  MaybeLinear OfVar(const Var* var) const override {
    return var == var_ || !inner_.contains(var) ? MaybeLinear({{{var}}, {0, 0}}) : std::nullopt;
  }
  MaybeLinear OfOther(const Expr* e) const override { return IsOuter(e) ? MaybeLinear({{{e}}, {0, 0}}) : std::nullopt; }
  bool IsOuter(const Expr* e) const { return IsPure(e) && !MentionsAny(e, inner_); }

 private:
  const Var* var_;
  const VarSet& inner_;
};

// For indices that do not overflow: what else changes in the loop is what does not, and a number within bounds.
class NumberReader : public IndexReader {
 public:
  // `inside` are the loops in the loop, around the index.
  NumberReader(Context& ctx, const Var* var, const VarSet& inner, std::span<const Stmt* const> inside)
      : IndexReader(var, inner), ctx_(ctx), domains_(DomainsOf(ctx, inside)) {}

 protected:
  MaybeLinear OfVar(const Var* var) const override {
    MaybeLinear form = IndexReader::OfVar(var);
    return form ? form : OfRange(var);
  }
  MaybeLinear OfOther(const Expr* e) const override {
    MaybeLinear form = IndexReader::OfOther(e);
    return form ? form : OfRange(e);
  }
  bool IsNumber(const LinearForm&, const Expr*) const override { return true; }

 private:
  MaybeLinear OfRange(const Expr* e) const {
    ExprBound bound = BoundIn(ctx_, domains_, e);
    if (bound.low == nullptr || !IsOuter(bound.low) || !IsOuter(bound.high)) return std::nullopt;
    std::optional<int64_t> span = Gap(ctx_, bound.low, bound.high);
    return span && *span >= 0 ? Total(Of(bound.low), LinearForm{{}, {0, *span}}) : std::nullopt;
  }

  Context& ctx_;
  ExprDomains domains_;
};

// How the places of all accesses move; nothing where that is not understood.
template <class F>
std::optional<CommonMove> MoveOf(const Var* var, std::span<const Access* const> accesses, const F& place) {
  std::vector<LinearForm> places;
  for (const Access* access : accesses) {
    MaybeLinear form = place(*access);
    if (!form) return std::nullopt;
    places.push_back(*std::move(form));
  }
  return assay::MoveOf(var, places);
}

// Whether so many numbers, which lie so far apart, are all there in the dtype.
bool HasRoomFor(DType dtype, int64_t count, int64_t apart) {
  int64_t reach = 0;
  if (__builtin_mul_overflow(count - 1, apart, &reach) || reach == INT64_MIN) return false;
  return std::abs(reach) <= GreatestInt(dtype);
}

}  // namespace

bool IterationsAreIndependent(Context& ctx, KernelFacts& facts, const For& loop,
                              std::span<const Access* const> accesses) {
  if (accesses.empty()) return true;
  VarSet inner = DefinedInLoop(loop);
  auto place = [&](const Access& access, size_t dimension) -> MaybeLinear {
    auto around = std::ranges::find(access.scopes, &loop);
    if (around == access.scopes.end() || dimension >= access.indices.size()) return std::nullopt;
    const Expr* index = access.indices[dimension];
    if (DTypeOf(index) != DTypeOf(loop.loop_var) || !facts.DoesNotOverflow(index)) return std::nullopt;
    NumberReader reader(ctx, loop.loop_var, inner, {around + 1, access.scopes.end()});
    return reader.Of(Simplify(ctx, index));
  };
  for (size_t i = 0; i < accesses[0]->indices.size(); ++i) {
    std::optional<CommonMove> move =
        MoveOf(loop.loop_var, accesses, [&](const Access& access) { return place(access, i); });
    if (move && move->KeepsDisjoint()) return true;
  }
  return false;
}

// other kinds: access what their parts access
bool IterationsAreIndependent(const For& loop) {
  bool plain = true;
  WalkBeforeChildren(loop.body, [&](const Node* node) {
    // Where threads wait for each other, they are all in one iteration.
    plain &= !Is<DeclBuffer>(node) && !Is<AllocBuffer>(node) && !IsMeeting(node);
    return plain && !Is<Buffer>(node);
  });
  if (!plain) return false;
  Accesses found = AccessesAsWritten(loop.body);
  std::unordered_map<const Var*, std::vector<const Access*>> memories;
  for (const Access& access : found.all) memories[access.buffer->data].push_back(&access);
  VarSet inner = DefinedInLoop(loop);
  IndexReader reader(loop.loop_var, inner);
  return std::ranges::all_of(memories, [&](const auto& memory) {
    const std::vector<const Access*>& accesses = memory.second;
    if (std::ranges::none_of(accesses, &Access::writes)) return true;
    const Access& first = *accesses[0];
    bool alike = std::ranges::all_of(accesses, [&](const Access* access) {
      return access->buffer == first.buffer && std::ranges::equal(access->indices, first.indices, SameFactor);
    });
    if (!alike || first.indices.empty() || DTypeOf(first.indices.back()) != DTypeOf(loop.loop_var)) return false;
    MaybeLinear form = reader.Of(first.indices.back());
    std::optional<int64_t> factor = form ? form->FactorOf(loop.loop_var) : std::nullopt;
    return factor && *factor != 0 && HasRoomFor(DTypeOf(loop.loop_var), AsInt(loop.extent)->value, *factor);
  });
}

namespace {

// Numbers beyond this are not followed, so that nothing here overflows.
constexpr int64_t kMost = int64_t{1} << 30;
constexpr int kMaxNodes = 100'000;

bool Small(int64_t number) { return number > -kMost && number < kMost; }
std::optional<int64_t> NumberOf(const Expr* e) {
  const auto* number = As<IntImm>(e);
  return number == nullptr || !Small(number->value) ? std::nullopt : std::optional(number->value);
}

// At least 32 bits, so that all of it is the same modulo 2^32.
bool IsInt32Or64(DType dtype) { return dtype.IsInt() && (dtype.bits == 32 || dtype.bits == 64); }

class IterationDependence : private LinearReader {
 public:
  IterationDependence(const For& loop, const LoopSurroundings& around) : loop_(loop), around_(around) {
    extent_ = NumberOf(loop.extent);
    std::optional<int64_t> first = NumberOf(loop.min);
    from_zero_ = extent_ && first == 0;
  }

  std::string Why() {
    if (!IsInt32Or64(DTypeOf(loop_.loop_var)) || DTypeOf(loop_.extent) != DTypeOf(loop_.loop_var))
      return "its variable is no int32 or int64";
    if (loop_.step != nullptr) return "it has a step";
    WalkBeforeChildren(loop_.body, [&](const Node* node) {
      if (++nodes_ > kMaxNodes) why_ = "it is too large";
      if (why_.empty()) Look(node);
      return why_.empty();
    });
    std::map<size_t, std::vector<const Access*>> memories;
    Accesses found = why_.empty() ? AccessesAsWritten(loop_.body) : Accesses{};
    for (const Access& access : found.all) {
      std::optional<size_t> memory = around_.memory_of(access.buffer);
      if (!memory) continue;
      if (access.indices.size() != access.buffer->shape.size()) why_ = "an access has another rank than its buffer";
      memories[*memory].push_back(&access);
    }
    for (const auto& [memory, accesses] : memories) {
      bool written = std::ranges::any_of(accesses, &Access::writes);
      if (why_.empty() && written && !Disjoint(accesses))
        why_ = fmt::format("possible loop-carried dependence on buffer {}", accesses[0]->buffer->name.text());
    }
    return why_;
  }

 private:
  // other kinds: give variables no values, and access what their parts access
  void Look(const Node* node) {
    if (As<Break>(node) != nullptr || As<Return>(node) != nullptr) why_ = "an iteration may leave it";
    if (As<DeclBuffer>(node) != nullptr || As<MatchBufferRegion>(node) != nullptr) why_ = "it declares views";
    const auto* attr = As<AttrStmt>(node);
    if (attr != nullptr && As<IterVar>(attr->node) != nullptr) why_ = "it launches threads";
    if (const auto* alloc = As<AllocBuffer>(node)) Own(alloc->buffer);
    if (const auto* block = As<SBlock>(node))
      std::ranges::for_each(block->alloc_buffers, [&](const Buffer* buffer) { Own(buffer); });
    if (const auto* inner = As<For>(node)) Give(inner->loop_var, node, InnerValues(*inner), IsExact(inner->min));
    if (const auto* bind = As<Bind>(node)) Give(bind->var, node, Of(bind->value), IsExact(bind->value));
    if (const auto* let = As<Let>(node)) Give(let->var, node, Of(let->value), IsExact(let->value));
    if (const auto* realize = As<SBlockRealize>(node)) BindBlock(*realize);
  }

  // Each iteration has its own.
  void Own(const Buffer* buffer) {
    if (around_.memory_of(buffer)) why_ = "it allocates what is there already";
  }
  // A variable means one thing in a loop.
  void Give(const Var* var, const Node* by, MaybeLinear value, bool exact) {
    auto [known, fresh] = givers_.emplace(var, by);
    if ((!fresh && known->second != by) || var == loop_.loop_var || around_.has_value(var))
      why_ = "a variable is given twice";
    values_[var] = IsInt32Or64(DTypeOf(var)) ? std::move(value) : std::nullopt;
    if (!exact) inexact_.insert(var);
  }
  void BindBlock(const SBlockRealize& realize) {
    Nodes<IterVar> vars = realize.block->iter_vars;
    for (size_t i = 0; i < vars.size() && i < realize.iter_values.size(); ++i) {
      Give(vars[i]->var, &realize, Of(realize.iter_values[i]), IsExact(realize.iter_values[i]));
    }
  }
  MaybeLinear InnerValues(const For& inner) const {
    std::optional<int64_t> extent = NumberOf(inner.extent);
    return extent ? Total(Of(inner.min), LinearForm{{}, {0, std::max<int64_t>(*extent - 1, 0)}}) : std::nullopt;
  }

  MaybeLinear OfVar(const Var* var) const override {
    if (auto given = values_.find(var); given != values_.end()) return given->second;
    return LinearForm{{{var}}, {0, 0}};
  }
  bool IsIndexType(DType dtype) const override { return IsInt32Or64(dtype); }
  // Modulo 2^32.
  bool KeepsValue(const Cast&) const override { return true; }
  // Division is not the same modulo 2^32, so its operand must be known to wrap nowhere.
  bool IsNumber(const LinearForm& form, const Expr* e) const override { return IsWithinInt32(form) && IsExact(e); }
  bool IsWithinInt32(const LinearForm& form) const {
    WideInt reach = std::max<WideInt>(-WideInt{form.rest.low}, form.rest.high);
    for (const LinearTerm& term : form.terms) {
      if (term.of != loop_.loop_var || !from_zero_ || !extent_) return false;
      reach += (term.factor < 0 ? -WideInt{term.factor} : WideInt{term.factor}) * *extent_;
    }
    return reach <= INT32_MAX;
  }
  // Whether the value is its form modulo the width of its dtype: nothing of 32 bits is widened that may have wrapped
  // before. What has 32 bits is that in any case.
  bool IsExact(const Expr* e) const {
    if (DTypeOf(e).bits == 32) return true;
    bool exact = true;
    WalkBeforeChildren(e, [&](const Node* node) {
      const auto* cast = As<Cast>(node);
      bool widens = cast != nullptr && DTypeOf(cast).bits > DTypeOf(cast->value).bits;
      MaybeLinear narrow = widens ? Of(cast->value) : std::nullopt;
      if (const auto* var = As<Var>(node)) exact &= !inexact_.contains(var);
      if (widens) exact &= narrow && IsWithinInt32(*narrow);
      return exact && !widens;
    });
    return exact;
  }

  // ---- the proof

  // No two iterations touch one element: one axis tells them apart, or the place in the memory.
  bool Disjoint(const std::vector<const Access*>& accesses) const {
    const Buffer& buffer = *accesses[0]->buffer;
    bool plain = buffer.strides.empty() &&
                 std::ranges::all_of(accesses, [&](const Access* access) { return access->buffer == &buffer; });
    if (!plain) return false;
    for (size_t axis = 0; axis < buffer.shape.size(); ++axis) {
      if (AreDisjoint(accesses, [&](const Access& access) { return Of(access.indices[axis]); })) return true;
    }
    return AreDisjoint(accesses, [this](const Access& access) { return Flat(access); });
  }

  MaybeLinear Flat(const Access& access) const {
    MaybeLinear flat = LinearForm{};
    int64_t stride = 1;
    for (size_t axis = access.indices.size(); axis-- > 0;) {
      std::optional<int64_t> dim = NumberOf(access.buffer->shape[axis]);
      if (!dim || !Small(stride)) return std::nullopt;
      flat = Total(flat, Scaled(Of(access.indices[axis]), stride));
      stride *= *dim;
    }
    return flat && extent_ ? Recombined(*std::move(flat), *extent_) : flat;
  }

  // n / 32 * 32 + n % 32 is n; `extent` is the loop's.
  static MaybeLinear Recombined(LinearForm form, int64_t extent) {
    std::vector<LinearTerm>& terms = form.terms;
    for (LinearTerm& term : terms) {
      if (term.modulus != 0 && term.divisor * term.modulus >= extent) term.modulus = 0;
    }
    auto follows = [](const LinearTerm& low, const LinearTerm& high) {
      int64_t factor = 0;
      return low.modulus != 0 && high.of == low.of && high.divisor == low.divisor * low.modulus &&
             !__builtin_mul_overflow(low.factor, low.modulus, &factor) && high.factor == factor;
    };
    for (size_t i = 0; i < terms.size(); ++i) {
      auto next = std::ranges::find_if(terms, [&](const LinearTerm& high) { return follows(terms[i], high); });
      if (next == terms.end()) continue;
      terms[i].modulus *= next->modulus;
      terms.erase(next);
      // From the start: another one may follow on it.
      i = SIZE_MAX;
    }
    return form;
  }

  template <class F>
  bool AreDisjoint(const std::vector<const Access*>& accesses, const F& place) const {
    std::optional<CommonMove> move = MoveOf(loop_.loop_var, accesses, place);
    if (!move || !move->KeepsDisjoint() || !Small(move->factor)) return false;
    int64_t factor = std::abs(move->factor);
    // Different numbers of 32 bits stay different, whatever is added; others are not to wrap around to each other.
    if (factor == 1 && DTypeOf(loop_.loop_var).bits == 32) return true;
    return extent_ && factor <= ((int64_t{1} << 32) - 1 - move->spread) / std::max<int64_t>(*extent_, 1);
  }

  const For& loop_;
  const LoopSurroundings& around_;
  std::optional<int64_t> extent_;
  // The variable counts from 0 to a known number.
  bool from_zero_ = false;
  std::unordered_map<const Var*, MaybeLinear> values_;
  std::unordered_set<const Var*> inexact_;
  std::unordered_map<const Var*, const Node*> givers_;
  int nodes_ = 0;
  std::string why_;
};

}  // namespace

std::string WhyNotIndependent(const For& loop, const LoopSurroundings& around) {
  return IterationDependence(loop, around).Why();
}

}  // namespace assay
