#include "passes/pattern/match.h"

#include <algorithm>

#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "passes/op_names.h"

namespace assay {

const Expr* PatternMatch::Find(const Pattern* pattern) const {
  for (const auto& [known, e] : found) {
    if (known == pattern) return e;
  }
  return nullptr;
}

const Expr* BoundValue(const Expr* e, const BoundValues& values) {
  for (size_t steps = 0; steps <= values.size(); ++steps) {
    if (const auto* var = As<Var>(e)) {
      auto bound = values.find(var);
      if (bound == values.end()) break;
      e = bound->second;
    } else if (const auto* seq = As<SeqExpr>(e); seq != nullptr && seq->blocks.empty()) {
      e = seq->body;
    } else {
      break;
    }
  }
  return e;
}

namespace {

// Depth is that of the pattern, which the parser caps.
class Matcher {
 public:
  Matcher(Context& ctx, const BoundValues& values) : ctx_(ctx), values_(values) {}

  // What has matched so far; a part that fails takes back what it added.
  PatternMatch match;

  // recursion: as deep as the pattern, whose nesting is capped
  bool Visit(const Pattern* pattern, const Expr* e) {
    const Expr* value = BoundValue(e, values_);
    if (const Expr* before = match.Find(pattern)) return before == value;
    size_t mark = match.found.size();
    if (Matches(pattern, value)) {
      match.found.emplace_back(pattern, value);
      return true;
    }
    match.found.resize(mark);
    return false;
  }

 private:
  bool Matches(const Pattern* p, const Expr* e) {
    switch (p->kind) {
      case PatternKind::kWildcard: return true;
      case PatternKind::kOp: return Is<Op>(e) && static_cast<const Op*>(e)->name == p->name;
      case PatternKind::kCall: return MatchesCall(p, As<Call>(e));
      case PatternKind::kTuple:
        return Is<Tuple>(e) && static_cast<const Tuple*>(e)->fields.size() == p->parts.size() &&
               VisitAll(p->parts, static_cast<const Tuple*>(e)->fields);
      case PatternKind::kUnorderedTuple:
        return Is<Tuple>(e) && MatchesInAnyOrder(p->parts, static_cast<const Tuple*>(e)->fields);
      case PatternKind::kTupleGetItem: return MatchesItem(p, As<TupleGetItem>(e));
      case PatternKind::kConstant: return Is<Constant>(e);
      case PatternKind::kVar: return Is<Var>(e) && NameFits(p, static_cast<const Var*>(e)->name);
      case PatternKind::kDataflowVar:
        return Is<Var>(e) && static_cast<const Var*>(e)->flavor == VarFlavor::kDataflow &&
               NameFits(p, static_cast<const Var*>(e)->name);
      case PatternKind::kGlobalVar:
        return Is<GlobalVar>(e) &&
               static_cast<const GlobalVar*>(e)->name.text().find(p->name.text()) != std::string_view::npos;
      case PatternKind::kExternFunc:
        return Is<ExternFunc>(e) && NameFits(p, static_cast<const ExternFunc*>(e)->global_symbol);
      case PatternKind::kOr: return Visit(p->parts[0], e) || Visit(p->parts[1], e);
      case PatternKind::kAnd: return Visit(p->parts[0], e) && Visit(p->parts[1], e);
      case PatternKind::kNot: return !Visit(p->parts[0], e);
      case PatternKind::kHasType:
        return Visit(p->parts[0], e) && e->type != nullptr &&
               IsSubtype(ctx_, p->type, e->type) == SubtypeAnswer::kAlways;
      case PatternKind::kHasShape:
        return Is<TensorType>(e->type) && AreDims(static_cast<const TensorType*>(e->type)->shape, p->dims) &&
               Visit(p->parts[0], e);
      case PatternKind::kHasDType:
        return Is<TensorType>(e->type) && static_cast<const TensorType*>(e->type)->dtype == p->dtype &&
               Visit(p->parts[0], e);
      case PatternKind::kHasAttrs: return Visit(p->parts[0], e) && HasAttrs(e, p->attrs);
      case PatternKind::kShape: return AreDims(e, p->dims);
    }
    return false;
  }

  static bool NameFits(const Pattern* p, Name name) { return p->name.empty() || p->name == name; }
  static bool AreDims(const Expr* shape, std::span<const int64_t> dims) {
    const auto* list = As<ShapeExpr>(shape);
    auto is = [](const Expr* dim, int64_t wanted) { return Is<IntImm>(dim) && AsInt(dim)->value == wanted; };
    return list != nullptr && std::ranges::equal(list->values, dims, is);
  }
  static bool HasAttrs(const Expr* e, const AttrDict* wanted) {
    const AttrDict* attrs = Is<Call>(e) ? static_cast<const Call*>(e)->attrs : AttrsOf(e);
    for (size_t i = 0; i < wanted->keys.size(); ++i) {
      const Attr* value = attrs == nullptr ? nullptr : attrs->Find(wanted->keys[i].text());
      if (value == nullptr || !Equal(value, wanted->values[i])) return false;
    }
    return true;
  }

  template <class Exprs>
  bool VisitAll(std::span<const Pattern* const> patterns, const Exprs& exprs) {
    if (patterns.size() > exprs.size()) return false;
    size_t mark = match.found.size();
    for (size_t i = 0; i < patterns.size(); ++i) {
      if (Visit(patterns[i], exprs[i])) continue;
      match.found.resize(mark);
      return false;
    }
    return true;
  }
  bool MatchesItem(const Pattern* p, const TupleGetItem* item) {
    return item != nullptr && (p->index == -1 || p->index == item->index) && Visit(p->parts[0], item->tuple);
  }
  // Tries fields for the patterns one after another, going back where the rest does not fit.
  bool MatchesInAnyOrder(std::span<const Pattern* const> patterns, Nodes<Expr> fields) {
    if (patterns.size() != fields.size()) return false;
    std::vector<bool> taken(fields.size(), false);
    return MatchesFrom(0, patterns, fields, taken);
  }
  bool MatchesFrom(size_t next, std::span<const Pattern* const> patterns, Nodes<Expr> fields,
                   std::vector<bool>& taken) {
    if (next == patterns.size()) return true;
    for (size_t i = 0; i < fields.size(); ++i) {
      size_t mark = match.found.size();
      if (taken[i] || !Visit(patterns[next], fields[i])) continue;
      taken[i] = true;
      if (MatchesFrom(next + 1, patterns, fields, taken)) return true;
      taken[i] = false;
      match.found.resize(mark);
    }
    return false;
  }

  // ---- calls

  bool MatchesCall(const Pattern* p, const Call* call) {
    if (call == nullptr) return false;
    size_t mark = match.found.size();
    if (!Visit(p->parts[0], call->op)) return false;
    auto patterns = p->parts.subspan(1);
    bool count_fits = p->more_args ? call->args.size() >= patterns.size() : call->args.size() == patterns.size();
    if (count_fits && VisitAll(patterns, call->args)) return true;
    bool commutes = IsCallOf(call, "relax.add") || IsCallOf(call, "relax.multiply");
    std::vector<const Expr*> reversed(call->args.rbegin(), call->args.rend());
    if (count_fits && commutes && VisitAll(patterns, reversed)) return true;
    match.found.resize(mark);
    return false;
  }
  Context& ctx_;
  const BoundValues& values_;
};

}  // namespace

std::optional<PatternMatch> MatchPattern(Context& ctx, const Pattern* pattern, const Expr* e,
                                         const BoundValues& values) {
  Matcher matcher(ctx, values);
  if (!matcher.Visit(pattern, e)) return std::nullopt;
  return std::move(matcher.match);
}

}  // namespace assay
