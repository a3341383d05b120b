#include "vm/llvm/race_free.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "ir/tensor/int_division.h"
#include "ir/visit.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Numbers beyond this are not followed, so that nothing here overflows.
constexpr int64_t kMost = int64_t{1} << 30;
constexpr int kMaxDepth = 60;
constexpr int kMaxNodes = 100'000;

// factor * (var / divisor % modulus); a modulus of 0 stands for none.
struct Term {
  const Var* var = nullptr;
  int64_t divisor = 1;
  int64_t modulus = 0;
  int64_t factor = 1;

  bool SameBut(const Term& other) const {
    return var == other.var && divisor == other.divisor && modulus == other.modulus;
  }
  bool operator==(const Term&) const = default;
};

// The terms and a number from `low` to `high`, modulo 2^32: what wraps in int32 is no different here.
struct Linear {
  std::vector<Term> terms;
  int64_t low = 0;
  int64_t high = 0;

  bool IsConstant() const { return terms.empty() && low == high; }
};
using MaybeLinear = std::optional<Linear>;

bool Small(int64_t number) { return number > -kMost && number < kMost; }

MaybeLinear Bounded(Linear linear) {
  bool small = Small(linear.low) && Small(linear.high);
  for (const Term& term : linear.terms) small = small && Small(term.factor);
  return small ? MaybeLinear(std::move(linear)) : std::nullopt;
}

MaybeLinear Scaled(const MaybeLinear& linear, int64_t factor) {
  if (!linear || !Small(factor)) return std::nullopt;
  if (factor == 0) return Linear{};
  Linear scaled = *linear;
  for (Term& term : scaled.terms) term.factor *= factor;
  scaled.low *= factor;
  scaled.high *= factor;
  if (factor < 0) std::swap(scaled.low, scaled.high);
  return Bounded(std::move(scaled));
}

MaybeLinear Total(const MaybeLinear& a, const MaybeLinear& b) {
  if (!a || !b) return std::nullopt;
  Linear total = *a;
  for (const Term& term : b->terms) {
    auto known = std::ranges::find_if(total.terms, [&](const Term& other) { return other.SameBut(term); });
    if (known == total.terms.end())
      total.terms.push_back(term);
    else
      known->factor += term.factor;
  }
  std::erase_if(total.terms, [](const Term& term) { return term.factor == 0; });
  total.low += b->low;
  total.high += b->high;
  return Bounded(std::move(total));
}

MaybeLinear Quotient(const Linear& a, int64_t by) {
  if (by <= 0) return std::nullopt;
  if (a.terms.empty()) return Linear{{}, FloorQuotient(a.low, by), FloorQuotient(a.high, by)};
  bool bare = a.terms.size() == 1 && a.terms[0].factor == 1 && a.low == 0 && a.high == 0;
  if (!bare || a.terms[0].modulus % by != 0 || by >= kMost / a.terms[0].divisor) return std::nullopt;
  Term term = a.terms[0];
  term.divisor *= by;
  term.modulus /= by;
  // What is below the divisor is 0.
  if (a.terms[0].modulus == by) return Linear{};
  return Linear{{term}, 0, 0};
}

MaybeLinear Remainder(const Linear& a, int64_t by) {
  if (by <= 0) return std::nullopt;
  if (a.terms.empty() && a.low >= 0 && a.high < by) return a;
  bool bare = a.terms.size() == 1 && a.terms[0].factor == 1 && a.low == 0 && a.high == 0;
  if (!bare || a.terms[0].modulus % by != 0) return Linear{{}, 0, by - 1};
  Term term = a.terms[0];
  term.modulus = by;
  return Linear{{term}, 0, 0};
}

std::optional<int64_t> NumberOf(const Expr* e) {
  const auto* number = As<IntImm>(e);
  return number == nullptr || !Small(number->value) ? std::nullopt : std::optional(number->value);
}

// Arithmetic of at least 32 bits, so that all of it is the same modulo 2^32.
bool IsIndexType(DType dtype) { return dtype.IsInt() && (dtype.bits == 32 || dtype.bits == 64); }

struct Access {
  const Buffer* buffer = nullptr;
  std::vector<MaybeLinear> indices;
};
struct Touched {
  std::vector<Access> accesses;
  bool written = false;
};

class IterationDependence {
 public:
  IterationDependence(const For& loop, const LoopSurroundings& around) : loop_(loop), around_(around) {
    extent_ = NumberOf(loop.extent);
    std::optional<int64_t> first = NumberOf(loop.min);
    from_zero_ = extent_ && first == 0;
  }

  std::string Why() {
    if (!IsIndexType(DTypeOf(loop_.loop_var)) || DTypeOf(loop_.extent) != DTypeOf(loop_.loop_var))
      return "its variable is no int32 or int64";
    if (loop_.step != nullptr) return "it has a step";
    WalkBeforeChildren(loop_.body, [&](const Node* node) {
      if (++nodes_ > kMaxNodes) why_ = "it is too large";
      if (why_.empty()) Look(node);
      return why_.empty();
    });
    for (const auto& [memory, touched] : memories_) {
      if (why_.empty() && touched.written && !Disjoint(touched.accesses)) {
        why_ = fmt::format("possible loop-carried dependence on buffer {}", touched.accesses[0].buffer->name.text());
      }
    }
    return why_;
  }

 private:
  void Look(const Node* node) {
    if (As<Break>(node) != nullptr || As<Return>(node) != nullptr) why_ = "an iteration may leave it";
    if (As<DeclBuffer>(node) != nullptr || As<MatchBufferRegion>(node) != nullptr) why_ = "it declares views";
    const auto* attr = As<AttrStmt>(node);
    if (attr != nullptr && As<IterVar>(attr->node) != nullptr) why_ = "it launches threads";
    if (const auto* alloc = As<AllocBuffer>(node)) Own(alloc->buffer);
    if (const auto* block = As<SBlock>(node))
      std::ranges::for_each(block->alloc_buffers, [&](const Buffer* buffer) { Own(buffer); });
    if (const auto* inner = As<For>(node)) Give(inner->loop_var, node, InnerValues(*inner));
    if (const auto* bind = As<Bind>(node)) Give(bind->var, node, Of(bind->value));
    if (const auto* let = As<Let>(node)) Give(let->var, node, Of(let->value));
    if (const auto* realize = As<SBlockRealize>(node)) BindBlock(*realize);
    if (const auto* load = As<BufferLoad>(node)) Touch(load->buffer, load->indices, false);
    if (const auto* store = As<BufferStore>(node)) Touch(store->buffer, store->indices, true);
  }

  // Each round has its own.
  void Own(const Buffer* buffer) {
    if (around_.memory_of(buffer)) why_ = "it allocates what is there already";
  }
  // A variable means one thing in a loop.
  void Give(const Var* var, const Node* by, MaybeLinear value) {
    auto [known, fresh] = givers_.emplace(var, by);
    if ((!fresh && known->second != by) || var == loop_.loop_var || around_.has_value(var))
      why_ = "a variable is given twice";
    values_[var] = IsIndexType(DTypeOf(var)) ? std::move(value) : std::nullopt;
  }
  void BindBlock(const SBlockRealize& realize) {
    Nodes<IterVar> vars = realize.block->iter_vars;
    for (size_t i = 0; i < vars.size() && i < realize.iter_values.size(); ++i) {
      Give(vars[i]->var, &realize, Of(realize.iter_values[i]));
    }
  }
  MaybeLinear InnerValues(const For& inner) const {
    std::optional<int64_t> extent = NumberOf(inner.extent);
    return extent ? Total(Of(inner.min), Linear{{}, 0, std::max<int64_t>(*extent - 1, 0)}) : std::nullopt;
  }

  void Touch(const Buffer* buffer, Nodes<Expr> indices, bool write) {
    std::optional<size_t> memory = around_.memory_of(buffer);
    if (!memory) return;
    if (indices.size() != buffer->shape.size()) why_ = "an access has another rank than its buffer";
    Touched& touched = memories_[*memory];
    touched.written |= write;
    Access access{buffer, {}};
    for (const Expr* index : indices) access.indices.push_back(Of(index));
    touched.accesses.push_back(std::move(access));
  }

  MaybeLinear OfVar(const Var* var) const {
    if (auto given = values_.find(var); given != values_.end()) return given->second;
    return Linear{{Term{var}}, 0, 0};
  }
  MaybeLinear OfProduct(const MaybeLinear& a, const MaybeLinear& b) const {
    if (!a || !b) return std::nullopt;
    if (b->IsConstant()) return Scaled(a, b->low);
    return a->IsConstant() ? Scaled(b, a->low) : std::nullopt;
  }
  // Division is not the same modulo 2^32, so its operand must be known to wrap nowhere.
  MaybeLinear OfDivision(const BinaryExpr& e, bool quotient, int depth) const {
    MaybeLinear a = Of(e.a, depth), b = Of(e.b, depth);
    if (!a || !b || !b->IsConstant()) return std::nullopt;
    for (const Term& term : a->terms) {
      if (term.var != loop_.loop_var || !from_zero_) return std::nullopt;
    }
    return quotient ? Quotient(*a, b->low) : Remainder(*a, b->low);
  }
  MaybeLinear OfRamp(const Ramp& ramp, int depth) const {
    std::optional<int64_t> lanes = NumberOf(ramp.lanes);
    if (!lanes || *lanes < 1) return std::nullopt;
    return Total(Of(ramp.base, depth), OfProduct(Of(ramp.stride, depth), Linear{{}, 0, *lanes - 1}));
  }

  MaybeLinear Of(const Expr* e, int depth = 0) const {
    if (depth > kMaxDepth || !IsIndexType(DTypeOf(e).Scalar())) return std::nullopt;
    ++depth;
    if (const auto* number = As<IntImm>(e)) return Bounded({{}, number->value, number->value});
    if (const auto* var = As<Var>(e)) return OfVar(var);
    if (const auto* cast = As<Cast>(e)) return Of(cast->value, depth);
    if (const auto* ramp = As<Ramp>(e)) return OfRamp(*ramp, depth);
    if (const auto* sum = As<Add>(e)) return Total(Of(sum->a, depth), Of(sum->b, depth));
    if (const auto* difference = As<Sub>(e))
      return Total(Of(difference->a, depth), Scaled(Of(difference->b, depth), -1));
    if (const auto* product = As<Mul>(e)) return OfProduct(Of(product->a, depth), Of(product->b, depth));
    if (const auto* quotient = As<FloorDiv>(e)) return OfDivision(*quotient, true, depth);
    if (const auto* rest = As<FloorMod>(e)) return OfDivision(*rest, false, depth);
    return std::nullopt;
  }

  // ---- the proof

  // No two iterations touch one element: one axis tells them apart, or the place in the memory.
  bool Disjoint(const std::vector<Access>& accesses) const {
    const Buffer& buffer = *accesses[0].buffer;
    bool plain = buffer.strides.empty() &&
                 std::ranges::all_of(accesses, [&](const Access& access) { return access.buffer == &buffer; });
    if (!plain) return false;
    for (size_t axis = 0; axis < buffer.shape.size(); ++axis) {
      if (TellApart(accesses, [axis](const Access& access) { return access.indices[axis]; })) return true;
    }
    return TellApart(accesses, [this](const Access& access) { return Flat(access); });
  }

  MaybeLinear Flat(const Access& access) const {
    MaybeLinear flat = Linear{};
    int64_t stride = 1;
    for (size_t axis = access.indices.size(); axis-- > 0;) {
      std::optional<int64_t> dim = NumberOf(access.buffer->shape[axis]);
      if (!dim) return std::nullopt;
      flat = Total(flat, Scaled(access.indices[axis], stride));
      stride = Small(stride * *dim) ? stride * *dim : kMost;
    }
    return flat ? Recombined(*std::move(flat)) : flat;
  }

  // n / 32 * 32 + n % 32 is n.
  MaybeLinear Recombined(Linear linear) const {
    std::vector<Term>& terms = linear.terms;
    for (Term& term : terms) {
      if (term.modulus != 0 && term.divisor * term.modulus >= *extent_) term.modulus = 0;
    }
    auto follows = [](const Term& low, const Term& high) {
      return low.modulus != 0 && high.var == low.var && high.divisor == low.divisor * low.modulus &&
             high.factor == low.factor * low.modulus;
    };
    for (size_t i = 0; i < terms.size(); ++i) {
      auto next = std::ranges::find_if(terms, [&](const Term& high) { return follows(terms[i], high); });
      if (next == terms.end()) continue;
      terms[i].modulus *= next->modulus;
      terms.erase(next);
      // From the start: another one may follow on it.
      i = SIZE_MAX;
    }
    return linear;
  }

  // factor * round + what is the same in all iterations + a number that differs by less than the factor.
  template <class F>
  bool TellApart(const std::vector<Access>& accesses, const F& place) const {
    MaybeLinear first = place(accesses[0]);
    if (!first) return false;
    int64_t low = first->low, high = first->high;
    for (const Access& access : accesses) {
      MaybeLinear other = place(access);
      if (!other || !std::ranges::is_permutation(first->terms, other->terms)) return false;
      low = std::min(low, other->low);
      high = std::max(high, other->high);
    }
    int64_t factor = 0;
    for (const Term& term : first->terms) {
      if (term.var != loop_.loop_var) continue;
      if (factor != 0 || term.divisor != 1 || term.modulus != 0) return false;
      factor = std::abs(term.factor);
    }
    if (factor == 0 || high - low >= factor) return false;
    // Different numbers of 32 bits stay different, whatever is added; others are not to wrap around to each other.
    if (factor == 1 && DTypeOf(loop_.loop_var).bits == 32) return true;
    return extent_ && factor <= ((int64_t{1} << 32) - 1 - (high - low)) / std::max<int64_t>(*extent_, 1);
  }

  const For& loop_;
  const LoopSurroundings& around_;
  std::optional<int64_t> extent_;
  // The variable counts from 0 to a known number.
  bool from_zero_ = false;
  std::unordered_map<const Var*, MaybeLinear> values_;
  std::unordered_map<const Var*, const Node*> givers_;
  std::map<size_t, Touched> memories_;
  int nodes_ = 0;
  std::string why_;
};

}  // namespace

std::string WhyNotIndependent(const For& loop, const LoopSurroundings& around) {
  return IterationDependence(loop, around).Why();
}

}  // namespace assay
