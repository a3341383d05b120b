// Moves that shrink what a call computes, or of what: the plainest operator there is, so that findings of one fault
// come out alike, and fewer tensors where an operator takes any number.
#include <algorithm>
#include <memory>
#include <unordered_map>

#include "generators/moves/function_edit.h"
#include "generators/moves/plain_values.h"
#include "generators/moves/relax_places.h"
#include "generators/moves/retype.h"
#include "ir/builder.h"
#include "ir/ops/op_spec.h"
#include "ir/tensor/tensor.h"
#include "passes/analysis/function_uses.h"

namespace assay {
namespace {

constexpr std::string_view kUnary = "negative";
constexpr std::string_view kBinary = "add";

// Of something new, of the operands that are there, or of nothing.
enum class Plain : size_t { kOfNew, kOfOperands, kValue };
constexpr size_t kPlain = 3;

std::string_view OperatorOf(const Binding* binding) {
  const Call* call = Is<MatchCast>(binding) ? nullptr : OperatorCall(binding->value);
  return call == nullptr ? std::string_view() : As<Op>(call->op)->spec->name;
}

// The call of the operator, when it gives what the variable holds.
const Expr* Computed(const ShrinkSite& site, const Var* var, std::string_view op,
                     const std::vector<const Expr*>& args) {
  const Call* call = TypedOpCall(site.ctx, site.module, op, args);
  return call != nullptr && SameType(call->type, var->type) ? call : nullptr;
}

const Expr* OfOperands(const ShrinkSite& site, const Binding* binding) {
  const Call& call = *OperatorCall(binding->value);
  bool tensors = std::ranges::all_of(call.args, [](const Expr* arg) { return Is<TensorType>(arg->type); });
  if (OperatorOf(binding) == kBinary || !tensors || call.args.empty() || call.args.size() > 2) return nullptr;
  const Expr* unary = call.args.size() == 1 ? Computed(site, binding->var, kUnary, {call.args[0]}) : nullptr;
  return unary != nullptr ? unary : Computed(site, binding->var, kBinary, {call.args.front(), call.args.back()});
}

// A scalar written as it is, or zeros.
const Expr* PlainValue(const ShrinkSite& site, const Var* var) {
  if (!Is<PrimType>(var->type)) return ZerosOf(site.ctx, var->type);
  return DTypeOf(var).IsInt() ? MakeInt(site.ctx, 1, DTypeOf(var)) : nullptr;
}

const Expr* PlainOf(const ShrinkSite& site, const BindingPlace& place, Plain way, bool handed_in, FunctionEdit& edit) {
  const Var* var = place.binding->var;
  if (way == Plain::kValue) return OperatorOf(place.binding) == kBinary ? nullptr : PlainValue(site, var);
  if (!Is<TensorType>(var->type)) return nullptr;
  if (way == Plain::kOfOperands) return OfOperands(site, place.binding);
  if (!handed_in) return nullptr;
  const Var* param = MakeVar(site.ctx, var->name.text(), var->type);
  const Expr* plain = Computed(site, var, kUnary, {param});
  if (plain != nullptr) edit.new_params.push_back(param);
  return plain;
}

Proposals PlainOperator(const ShrinkSite& site) {
  auto places = std::make_shared<std::vector<BindingPlace>>(BindingPlaces(site));
  std::erase_if(*places, [](const BindingPlace& place) {
    std::string_view op = OperatorOf(place.binding);
    return op.empty() || op == kUnary;
  });
  auto mentioned = places->empty() ? std::unordered_set<std::string_view>() : MentionedFunctions(site.module);
  return {places->size(), kPlain, [site, places, mentioned](size_t way, size_t first, size_t last) {
            FunctionEdits edits;
            for (size_t i = first; i < last; ++i) {
              const BindingPlace& place = (*places)[i];
              FunctionEdit& edit = edits[place.entry];
              bool handed_in = !mentioned.contains(site.module.entries[place.entry].var->name.text());
              const Expr* plain = PlainOf(site, place, static_cast<Plain>(way), handed_in, edit);
              if (plain == nullptr) continue;
              edit.instead[place.binding] = [&site, plain](const Binding* edited, const RewriteMemo&,
                                                           std::vector<const Binding*>& out) {
                out.push_back(MakeBinding(site.ctx, edited->var, plain));
              };
            }
            return WithEdits(site, edits);
          }};
}

// ---- fields of what takes any number of tensors

struct FieldPlace {
  size_t entry = 0;
  const Tuple* tuple = nullptr;
  // That it is bound to; null where it stands in the call.
  const Var* var = nullptr;
  size_t field = 0;
};

// Tuples of tensors that stand in calls of operators, or are bound to variables that stand nowhere else.
std::vector<FieldPlace> FieldPlaces(const ShrinkSite& site) {
  std::vector<BindingPlace> bindings = BindingPlaces(site);
  std::unordered_map<const Expr*, size_t> elsewhere;
  std::unordered_map<const Expr*, const Tuple*> bound;
  for (const BindingPlace& place : bindings) {
    if (const auto* tuple = As<Tuple>(place.binding->value)) bound.emplace(place.binding->var, tuple);
  }
  std::vector<std::pair<size_t, const Expr*>> operands;
  for (const BindingPlace& place : bindings) {
    const Call* call = Is<MatchCast>(place.binding) ? nullptr : OperatorCall(place.binding->value);
    if (call == nullptr) continue;
    std::span<const Operand> rows = As<Op>(call->op)->spec->operands;
    for (size_t i = 0; i < call->args.size() && i < rows.size(); ++i) {
      if (rows[i].kind == OperandKind::kTensorTuple) operands.push_back({place.entry, call->args[i]});
    }
  }
  if (operands.empty()) return {};
  for (size_t entry : ShrinkableFunctions(site)) {
    WalkBeforeChildren(As<Function>(site.module.entries[entry].func)->body, [&](const Node* node) {
      const auto* var = As<Var>(node);
      if (var != nullptr && bound.contains(var)) ++elsewhere[var];
      return true;
    });
  }
  // Where it is defined, and where operators take it.
  for (const auto& [entry, operand] : operands) {
    if (bound.contains(operand)) --elsewhere[operand];
  }
  PointerSet<Node> seen;
  std::vector<FieldPlace> places;
  for (const auto& [entry, operand] : operands) {
    auto found = bound.find(operand);
    const Tuple* tuple = found == bound.end() ? As<Tuple>(operand) : elsewhere[operand] == 1 ? found->second : nullptr;
    if (tuple == nullptr || tuple->fields.size() < 2 || !seen.Insert(tuple, {}).second) continue;
    for (size_t field = 0; field < tuple->fields.size(); ++field)
      places.push_back({entry, tuple, As<Var>(operand), field});
  }
  return places;
}

std::vector<const Expr*> FieldsLeft(Nodes<Expr> fields, const std::vector<size_t>& gone) {
  std::vector<const Expr*> kept;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!std::ranges::binary_search(gone, i)) kept.push_back(fields[i]);
  }
  // Of nothing at all an operator has no type.
  if (kept.empty()) kept.push_back(fields[0]);
  return kept;
}

std::optional<Module> WithoutFields(const ShrinkSite& site, std::span<const FieldPlace> range) {
  std::map<size_t, PointerMap<Node, std::vector<size_t>>> gone;
  PointerMap<Node, const Tuple*> bound;
  for (const FieldPlace& place : range) {
    gone[place.entry].Insert(place.tuple, {}).first->push_back(place.field);
    if (place.var != nullptr) bound.Insert(place.var, place.tuple);
  }
  FunctionChanges changes;
  for (const auto& [entry, fields] : gone) {
    const Expr* func = site.module.entries[entry].func;
    changes.push_back(
        {entry,
         static_cast<const Expr*>(Rewrite(site.ctx, func, [&](const Node* node, const Node* original) -> const Node* {
           if (const auto* at = fields.Find(original))
             return MakeTuple(site.ctx, FieldsLeft(As<Tuple>(node)->fields, *at));
           const auto* tuple = bound.Find(original);
           if (tuple == nullptr) return node;
           const Tuple* left = MakeTuple(site.ctx, FieldsLeft((*tuple)->fields, *fields.Find(*tuple)));
           return MakeVar(site.ctx, As<Var>(original)->name.text(), left->type, As<Var>(original)->flavor);
         }))});
  }
  return WithFunctionsInStep(site.ctx, site.module, changes);
}

Proposals DropField(const ShrinkSite& site) {
  auto places = std::make_shared<std::vector<FieldPlace>>(FieldPlaces(site));
  return {places->size(), 1, [site, places](size_t, size_t first, size_t last) {
            return WithoutFields(site, std::span<const FieldPlace>(*places).subspan(first, last - first));
          }};
}

}  // namespace

// recursion: types nest no deeper than the reader lets them
const Expr* ZerosOf(Context& ctx, const Type* type) {
  constexpr int64_t kMost = 64;
  if (const auto* tuple = As<TupleType>(type)) {
    std::vector<const Expr*> fields;
    for (const Type* field : tuple->fields) fields.push_back(ZerosOf(ctx, field));
    return std::ranges::count(fields, nullptr) != 0 ? nullptr : MakeTuple(ctx, fields);
  }
  const auto* tensor = As<TensorType>(type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  if (shape == nullptr || tensor->vdevice != nullptr || tensor->dtype.IsVoid()) return nullptr;
  std::vector<int64_t> extents;
  int64_t elements = 1;
  for (const Expr* dim : shape->values) {
    const auto* extent = As<IntImm>(dim);
    if (extent == nullptr || extent->value < 0 || extent->value > kMost) return nullptr;
    extents.push_back(extent->value);
    elements *= extent->value;
    if (elements > kMost) return nullptr;
  }
  return MakeConstant(ctx, Tensor(tensor->dtype, extents));
}

constexpr MoveFamily kShrink = MoveFamily::kShrink;

const MoveSpec kPlainOperator = {.name = "plain_operator",
                                 .family = kShrink,
                                 .doc = "negative, add, zeros or 1 in place of a call of another operator",
                                 .propose = PlainOperator};
const MoveSpec kDropField = {.name = "drop_field",
                             .family = kShrink,
                             .doc = "an operator that takes any number of tensors is given one less",
                             .propose = DropField};

}  // namespace assay
