// ConvertLayout: operators named in desired_layouts get the layout that is asked for, others follow where their rows
// say how; a value that comes in another layout is permuted. Only in dataflow blocks, whose outputs keep their layout.
// Tested by testdata/convert_layout.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/analysis/precision_uses.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

using DesiredLayouts = std::unordered_map<std::string, std::vector<std::string>>;

// Dimensions in their own order; no letters for what has none.
// recursion: types nest no deeper than the reader lets them
NestedLayout InitialLayout(const Type* type) {
  NestedLayout layout;
  if (const auto* tensor = As<TensorType>(type)) {
    for (int i = 0; i < tensor->rank && i < 26; ++i) layout.letters += static_cast<char>('A' + i);
  } else if (const auto* tuple = As<TupleType>(type)) {
    for (const Type* field : tuple->fields) layout.fields.push_back(InitialLayout(field));
  }
  return layout;
}

// recursion: types nest no deeper than the reader lets them
bool HasUnknownRank(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) return tensor->rank == kUnknownRank;
  const auto* tuple = As<TupleType>(type);
  return tuple != nullptr && std::ranges::any_of(tuple->fields, HasUnknownRank);
}

// Which dimension of `from` stands at each place of `to`.
std::vector<int64_t> AxesBetween(const std::string& from, const std::string& to) {
  std::vector<int64_t> axes;
  for (char letter : to) axes.push_back(static_cast<int64_t>(from.find(letter)));
  return axes;
}

// The same attributes in the order of the operator's row.
const AttrDict* InOrderOf(Context& ctx, const AttrDict* order, const AttrDict* attrs) {
  AttrItems items;
  for (Name key : order->keys) items.emplace_back(key.text(), attrs->Find(key.text()));
  return MakeDict(ctx, items);
}

class LayoutConverter : public RelaxMutator {
 public:
  LayoutConverter(Context& context, const Module* module, const DesiredLayouts& desired)
      : RelaxMutator(context, module), desired_(desired) {}

 protected:
  // A use that does not say otherwise gets the variable in its own layout.
  const Expr* VisitVar(const Var* var) override {
    return layouts_.contains(var) ? InLayout(var, InitialLayout(var->type)) : RelaxMutator::VisitVar(var);
  }
  void VisitVarBinding(const VarBinding* binding) override;
  void VisitMatchCast(const MatchCast* binding) override;

 private:
  NestedLayout LayoutOf(const Expr* e) const;
  // A value of the input, permuted into the layout.
  const Expr* InLayout(const Expr* e, const NestedLayout& to);
  const Expr* Permuted(const Expr* e, const NestedLayout& from, const NestedLayout& to);
  // Variables replaced, layouts as they are.
  const Expr* Remapped(const Expr* e);
  bool ConvertCall(const VarBinding* binding, const Call* call);
  void Bind(const VarBinding* binding, const Expr* value, NestedLayout layout) {
    ReEmit(binding, value);
    layouts_[binding->var] = std::move(layout);
  }
  static bool IsLocal(const Var* var) { return var->flavor == VarFlavor::kDataflow; }

  const DesiredLayouts& desired_;
  std::unordered_map<const Var*, NestedLayout> layouts_;
};

// recursion: tuples nest as deep as the parser lets them
NestedLayout LayoutConverter::LayoutOf(const Expr* e) const {
  if (const auto* tuple = As<Tuple>(e)) {
    NestedLayout layout;
    for (const Expr* field : tuple->fields) layout.fields.push_back(LayoutOf(field));
    return layout;
  }
  auto found = layouts_.find(As<Var>(e));
  return found == layouts_.end() ? InitialLayout(e->type) : found->second;
}

// recursion: tuples nest as deep as the parser lets them
const Expr* LayoutConverter::Remapped(const Expr* e) {
  if (const auto* var = As<Var>(e)) return RelaxMutator::VisitVar(var);
  const auto* tuple = As<Tuple>(e);
  if (tuple == nullptr) return e;
  std::vector<const Expr*> fields;
  for (const Expr* field : tuple->fields) fields.push_back(Remapped(field));
  return MakeTuple(ctx, fields);
}

// recursion: tuples nest as deep as the parser lets them
const Expr* LayoutConverter::Permuted(const Expr* e, const NestedLayout& from, const NestedLayout& to) {
  if (from == to) return e;
  if (from.fields.empty()) {
    bool converts = !from.letters.empty() && from.letters.size() == to.letters.size();
    if (!converts) return e;
    const Attr* axes = MakeAttrInts(ctx, AxesBetween(from.letters, to.letters));
    return Typed(MakeOpCall(ctx, *FindOp("permute_dims"), {AsArgument(e)}, {{"axes", axes}}));
  }
  std::vector<const Expr*> fields;
  const Expr* tuple = AsArgument(e);
  for (size_t i = 0; i < from.fields.size() && i < to.fields.size(); ++i) {
    const Expr* field = FieldOf(ctx, tuple, static_cast<int64_t>(i));
    fields.push_back(AsArgument(Permuted(field, from.fields[i], to.fields[i])));
  }
  return MakeTuple(ctx, fields);
}

const Expr* LayoutConverter::InLayout(const Expr* e, const NestedLayout& to) {
  if (!Is<Var>(e) && !Is<Tuple>(e) && !Is<Constant>(e)) return VisitExpr(e);
  return Permuted(Remapped(e), LayoutOf(e), to);
}

bool LayoutConverter::ConvertCall(const VarBinding* binding, const Call* call) {
  const OpSpec* row = SpecOf(call);
  bool unknown = std::ranges::any_of(call->args, [](const Expr* arg) { return HasUnknownRank(arg->type); });
  if (row == nullptr || row->layout == nullptr || unknown) return false;
  if (!IsNestedTensor(binding->var->type) && !IsLocal(binding->var)) return false;
  std::vector<NestedLayout> layouts;
  for (const Expr* arg : call->args) layouts.push_back(LayoutOf(arg));
  auto wish = desired_.find(std::string(OpNameOf(call)));
  std::span<const std::string> desired;
  if (wish != desired_.end()) desired = wish->second;
  auto answer = row->layout({ctx, *call, desired, layouts});
  if (!std::holds_alternative<LayoutOut>(answer)) return false;
  LayoutOut& out = std::get<LayoutOut>(answer);
  Call* fresh = ctx.arena.New<Call>(*call);
  std::vector<const Expr*> args;
  for (size_t i = 0; i < call->args.size(); ++i) {
    bool converts = i < out.inputs.size();
    args.push_back(converts ? AsArgument(InLayout(call->args[i], out.inputs[i])) : Remapped(call->args[i]));
  }
  for (auto [place, arg] : out.args) args[place] = arg;
  fresh->args = ctx.Copy(args);
  if (out.attrs != nullptr) fresh->attrs = InOrderOf(ctx, call->attrs, out.attrs);
  const Expr* value = Typed(fresh);
  NestedLayout initial = InitialLayout(binding->var->type);
  if (IsLocal(binding->var)) {
    Bind(binding, value, out.output);
  } else {
    bool converts = out.output != initial;
    Bind(binding, converts ? Permuted(Emit(value), out.output, initial) : value, initial);
  }
  return true;
}

void LayoutConverter::VisitVarBinding(const VarBinding* binding) {
  const Expr* value = binding->value;
  if (!InDataflow()) return RelaxMutator::VisitVarBinding(binding);
  const auto* call = As<Call>(value);
  if (call != nullptr && !IsScalarCall(call) && ConvertCall(binding, call)) return;
  bool local = IsLocal(binding->var);
  const auto* item = As<TupleGetItem>(value);
  if (Is<Tuple>(value) && IsNestedTensor(binding->var->type)) {
    NestedLayout layout = local ? LayoutOf(value) : InitialLayout(value->type);
    return Bind(binding, InLayout(value, layout), layout);
  }
  if (item != nullptr && Is<Var>(item->tuple)) {
    NestedLayout layout = local ? LayoutOf(item->tuple) : InitialLayout(item->tuple->type);
    size_t index = static_cast<size_t>(item->index);
    const Expr* tuple = AsArgument(InLayout(item->tuple, layout));
    NestedLayout field = index < layout.fields.size() ? layout.fields[index] : NestedLayout{};
    return Bind(binding, FieldOf(ctx, tuple, item->index), field);
  }
  RelaxMutator::VisitVarBinding(binding);
}

// The cast follows the layout that its value has.
void LayoutConverter::VisitMatchCast(const MatchCast* binding) {
  NestedLayout layout = LayoutOf(binding->value);
  NestedLayout initial = InitialLayout(binding->value->type);
  const auto* target = As<TensorType>(binding->target);
  const auto* shape = target == nullptr ? nullptr : As<ShapeExpr>(target->shape);
  bool follows = InDataflow() && IsLocal(binding->var) && layout != initial && shape != nullptr &&
                 shape->values.size() == layout.letters.size();
  if (!follows) return RelaxMutator::VisitMatchCast(binding);
  std::vector<const Expr*> dims;
  for (int64_t axis : AxesBetween(initial.letters, layout.letters))
    dims.push_back(shape->values[static_cast<size_t>(axis)]);
  TensorType* permuted = ctx.arena.New<TensorType>(*target);
  permuted->shape = MakeShape(ctx, dims);
  const Var* var = MakeVar(ctx, binding->var->name.text(), permuted, binding->var->flavor);
  EmitBinding(MakeMatchCast(ctx, var, Remapped(binding->value), permuted));
  Remap(binding->var, var);
  layouts_[binding->var] = layout;
}

Result<Module> RunConvertLayout(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  const auto* layouts = As<AttrDict>(FindOption(options, "desired_layouts"));
  if (layouts == nullptr) return InvalidOption(options, "desired_layouts", "an object");
  DesiredLayouts desired;
  for (size_t i = 0; i < layouts->keys.size(); ++i) {
    const PassOptions one{{"desired_layouts", layouts->values[i]}};
    ASSAY_TRY(desired[layouts->keys[i].str()], StringsOption(one, "desired_layouts"));
  }
  if (FindOption(options, "layout_cb") != nullptr) {
    return Diag{DiagKind::kUnsupported, {}, "option 'layout_cb' is a function, which an option cannot be", "", {}};
  }
  return MutateRelaxFunctions<LayoutConverter>(pass_ctx.ctx, module, desired);
}

// The same dimensions in a drawn order.
std::string Shuffled(std::string letters, ByteSource& bytes) {
  for (size_t i = letters.size(); i > 1; --i) std::swap(letters[i - 1], letters[bytes.Below(i)]);
  return letters;
}

// Some order of the dimensions for each attribute that names a layout; of two in ten images the channels are packed.
const Attr* DrawnLayouts(Context& ctx, const Call& call, std::span<const std::string_view> attrs, ByteSource& bytes) {
  std::vector<const Attr*> layouts;
  auto factor = static_cast<int64_t>(2 + bytes.Below(3));
  bool packed = bytes.Chance(1, 5);
  for (std::string_view attr : attrs) {
    bool data = attr == attrs[0];
    std::string letters(TextAttr(call, attr));
    bool images = letters.size() == 4 && attrs.size() > 1;
    if (packed && images) {
      letters = fmt::format("{}{}{}", data ? "NCHW" : "OIHW", factor, data ? "c" : "o");
    } else {
      letters = Shuffled(std::move(letters), bytes);
    }
    layouts.push_back(MakeAttrString(ctx, letters));
  }
  return MakeAttrList(ctx, layouts);
}

// What TVM's users ask for, images with channels last; or any orders for operators that the module has.
bool SampleOptions(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options) {
  constexpr std::string_view kConvolves[] = {"data_layout", "kernel_layout"}, kResizes[] = {"layout"};
  const Attr* last = MakeAttrList(ctx, {MakeAttrString(ctx, "NHWC"), MakeAttrString(ctx, "OHWI")});
  std::map<std::string, const Attr*, std::less<>> desired{{"relax.nn.conv2d", last}};
  bool any = bytes.Chance(1, 2);
  for (const ModuleEntry& entry : module.entries) {
    if (!any || !Is<Function>(entry.func)) continue;
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const OpSpec* row = call == nullptr ? nullptr : SpecOf(call);
      if (row == nullptr || row->layout == nullptr || call->attrs == nullptr) return;
      bool convolves = call->attrs->Find("kernel_layout") != nullptr;
      bool resizes = call->attrs->Find("coordinate_transformation_mode") != nullptr;
      if (convolves) desired[std::string(OpNameOf(call))] = DrawnLayouts(ctx, *call, kConvolves, bytes);
      if (resizes) desired[std::string(OpNameOf(call))] = DrawnLayouts(ctx, *call, kResizes, bytes);
    });
  }
  options["desired_layouts"] = MakeDict(ctx, {desired.begin(), desired.end()});
  return true;
}

constexpr std::string_view kOptions[] = {"desired_layouts", "layout_cb"};

}  // namespace

const PassSpec kConvertLayout = {
    .name = "ConvertLayout",
    .doc = "converts operators to the layouts that are asked for",
    .options = kOptions,
    .idempotent = false,
    .why_not_idempotent = "permutations that it put in take part when it looks again",
    .exact = Exactness::kRounding,
    .changes = Alters({Facet::kGraphs}),
    .run = RunConvertLayout,
    .sample_options = SampleOptions,
};

}  // namespace assay
