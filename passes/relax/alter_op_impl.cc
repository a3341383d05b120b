// AlterOpImpl: kernels that carry the attribute operator_name give way to other ones for the same operator, with
// layout_transforms around where these want other layouts. `op_impl_map` holds for each operator the TVMScript of a
// PrimFunc, or the name of one in the module; `op_buffer_transforms` a list of index maps ("lambda i: (i // 4, i %
// 4)"), null where a buffer stays, one for each parameter of the kernel, or none at all. Tested by
// testdata/alter_op_impl.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "ir/check/call_tir_rule.h"
#include "ir/equal.h"
#include "ir/ops/op_spec.h"
#include "ir/support/unknown_name.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/global_names.h"
#include "passes/rewrite/index_maps.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"
#include "passes/rewrite/renew_defs.h"
#include "passes/schedule/param_layout.h"

namespace assay {
namespace {

constexpr std::string_view kOperatorName = "operator_name";

Diag BadOption(std::string message) { return {DiagKind::kBadArgument, {}, std::move(message), "", {}}; }

// What takes the place of one operator's kernels.
struct Replacement {
  const PrimFunc* kernel = nullptr;
  // Null where a buffer stays as it is.
  std::vector<const IndexMap*> transforms;
};
using Replacements = std::map<std::string, Replacement, std::less<>>;

Result<const PrimFunc*> KernelOf(Context& ctx, const Module& module, const std::string& text) {
  if (const auto* own = As<PrimFunc>(module.Find(text))) return own;
  if (text.find("def ") == std::string::npos) {
    std::vector<std::string_view> kernels;
    for (const ModuleEntry& entry : module.entries) {
      if (Is<PrimFunc>(entry.func)) kernels.push_back(entry.var->name.text());
    }
    return BadOption("op_impl_map: " + UnknownText("kernel", text, kernels));
  }
  ASSAY_TRY(Module parsed, ParseModule(ctx, "op_impl_map.py", text));
  const auto* kernel = parsed.entries.size() == 1 ? As<PrimFunc>(parsed.entries[0].func) : nullptr;
  if (kernel == nullptr) return BadOption("op_impl_map: an implementation is one PrimFunc");
  return kernel;
}

Status ReadTransforms(Context& ctx, const Attr* value, Replacement& replacement) {
  const auto* list = As<AttrList>(value);
  if (list == nullptr) return BadOption("op_buffer_transforms: an operator's maps are a list");
  for (const Attr* item : list->items) {
    const auto* text = As<AttrString>(item);
    if (text == nullptr && !Is<AttrNull>(item)) return BadOption("op_buffer_transforms: a map is a text or null");
    const IndexMap* map = nullptr;
    if (text != nullptr) {
      ASSAY_TRY(map, ParseIndexMap(ctx, text->value.str()));
    }
    replacement.transforms.push_back(map);
  }
  size_t params = replacement.kernel->params.size();
  if (replacement.transforms.empty() || replacement.transforms.size() == params) return Done{};
  return BadOption(
      fmt::format("op_buffer_transforms: {} maps for {} parameters", replacement.transforms.size(), params));
}

Result<Replacements> ReadReplacements(Context& ctx, const Module& module, const PassOptions& options) {
  const auto* kernels = As<AttrDict>(FindOption(options, "op_impl_map"));
  const Attr* given = FindOption(options, "op_buffer_transforms");
  const auto* transforms = As<AttrDict>(given);
  if (kernels == nullptr) return InvalidOption(options, "op_impl_map", "an object");
  if (given != nullptr && transforms == nullptr) return InvalidOption(options, "op_buffer_transforms", "an object");
  Replacements replacements;
  for (size_t i = 0; i < kernels->keys.size(); ++i) {
    const auto* text = As<AttrString>(kernels->values[i]);
    if (text == nullptr) return BadOption("op_impl_map: an implementation is a text");
    Replacement& replacement = replacements[kernels->keys[i].str()];
    ASSAY_TRY(replacement.kernel, KernelOf(ctx, module, text->value.str()));
    const Attr* maps = transforms == nullptr ? nullptr : transforms->Find(kernels->keys[i].text());
    if (maps != nullptr) ASSAY_RETURN_IF_ERROR(ReadTransforms(ctx, maps, replacement));
  }
  return replacements;
}

// The kernel that drops padding: the first elements of each dimension.
std::string RemovePadText(size_t rank, DType dtype) {
  std::string from, to, loops, places, at, symbols;
  for (size_t d = 0; d < rank; ++d) {
    symbols += fmt::format("    p{0} = T.int64()\n    i{0} = T.int64()\n", d);
    from += fmt::format("p{}, ", d);
    to += fmt::format("i{}, ", d);
    loops += fmt::format("{}ax{}", d == 0 ? "" : ", ", d);
    places += fmt::format("            v_ax{0} = T.axis.spatial(i{0}, ax{0})\n", d);
    at += fmt::format("{}v_ax{}", d == 0 ? "" : ", ", d);
  }
  return fmt::format(
      "@T.prim_func(private=True, s_tir=True)\ndef remove_pad(var_input: T.handle, var_output: T.handle):\n"
      "    T.func_attr({{\"operator_name\": \"remove_pad\", \"tirx.noalias\": True}})\n{0}"
      "    input = T.match_buffer(var_input, ({1}), \"{6}\")\n    output = T.match_buffer(var_output, ({2}), \"{6}\")\n"
      "    for {3} in T.grid({2}):\n        with T.sblock(\"output\"):\n{4}            output[{5}] = input[{5}]\n",
      symbols, from, to, loops, places, at, DTypeName(dtype));
}

class ImplReplacer : public RelaxMutator {
 public:
  ImplReplacer(Context& context, const Module* module, ModuleEditor& editor, const Replacements& replacements)
      : RelaxMutator(context, module), editor_(editor), replacements_(replacements) {}

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    if (!IsCallOf(call, "relax.call_tir") || call->ty_args.size() != 1) return call;
    const auto* callee = As<GlobalVar>(call->args[0]);
    const auto* old = callee == nullptr ? nullptr : As<PrimFunc>(module_->Find(callee->name.text()));
    std::string_view name = old == nullptr ? std::string_view() : StringAttr(old->attrs, kOperatorName);
    auto found = replacements_.find(name);
    const auto* inputs = As<Tuple>(call->args[1]);
    if (name.empty() || found == replacements_.end() || inputs == nullptr) return call;
    const Replacement& replacement = found->second;
    if (replacement.kernel->params.size() != old->params.size()) {
      Fail(BadOption(fmt::format("op_impl_map: '{}' has {} parameters where the kernel has {}", name,
                                 replacement.kernel->params.size(), old->params.size())));
      return call;
    }
    return Replaced(call, inputs, name, replacement);
  }

 private:
  const Expr* Replaced(const Call* call, const Tuple* inputs, std::string_view name, const Replacement& replacement) {
    std::vector<const Expr*> args(call->args.begin(), call->args.end());
    args[0] = KernelVar(name, replacement.kernel);
    bool single = !Is<TupleType>(call->ty_args[0]);
    std::vector<const Type*> outputs{call->ty_args[0]};
    if (!single) outputs.assign(As<TupleType>(outputs[0])->fields.begin(), As<TupleType>(outputs[0])->fields.end());
    std::vector<const IndexMap*> maps = replacement.transforms;
    maps.resize(inputs->fields.size() + outputs.size(), nullptr);
    std::vector<const Expr*> moved;
    for (size_t i = 0; i < inputs->fields.size(); ++i) moved.push_back(Transformed(inputs->fields[i], maps[i]));
    args[1] = MakeTuple(ctx, moved);
    std::vector<const IndexMap*> of_outputs(maps.begin() + static_cast<std::ptrdiff_t>(moved.size()), maps.end());
    std::vector<const Type*> types;
    for (size_t i = 0; i < outputs.size(); ++i) types.push_back(MappedType(outputs[i], of_outputs[i]));
    Call* made = ctx.arena.New<Call>(*call);
    made->args = ctx.Copy(args);
    made->ty_args = ctx.Copy(std::vector<const Type*>{single ? types[0] : MakeTupleType(ctx, types)});
    const Expr* result = Typed(made);
    if (failed()) return result;
    CheckFits(*static_cast<const Call*>(result), name, replacement.kernel);
    if (replacement.transforms.empty() || failed()) return result;
    if (single) return MovedBack(result, of_outputs[0], outputs[0]);
    const Expr* tuple = Emit(result);
    std::vector<const Expr*> fields;
    for (size_t i = 0; i < outputs.size(); ++i) {
      const Expr* field = Emit(MakeTupleGetItem(ctx, tuple, static_cast<int64_t>(i)));
      fields.push_back(AsArgument(MovedBack(field, of_outputs[i], outputs[i])));
    }
    return MakeTuple(ctx, fields);
  }
  // Another operator may go by the same name.
  void CheckFits(const Call& call, std::string_view name, const PrimFunc* kernel) {
    const ModuleEntry entry{As<GlobalVar>(call.args[0]), kernel};
    std::optional<std::string> mismatch = CallTIRMismatch(ctx, WithEntries(ctx, *module_, {entry}), call);
    if (mismatch)
      Fail(BadOption(fmt::format("op_impl_map: the implementation of '{}' does not fit: {}", name, *mismatch)));
  }
  static bool IsScalarConstant(const Expr* e) { return Is<Constant>(e) && As<Constant>(e)->value.rank() == 0; }
  const Call* LayoutTransform(const Expr* e, const IndexMap* map) {
    const AttrNode* attr = MakeAttrNode(ctx, CopyOf(ctx, map));
    return Typed(MakeOpCall(ctx, *FindOp("layout_transform"), {e}, {{"index_map", attr}}));
  }
  const Expr* Transformed(const Expr* e, const IndexMap* map) {
    return map == nullptr || IsScalarConstant(e) ? e : Emit(LayoutTransform(e, map));
  }
  const Type* MappedType(const Type* type, const IndexMap* map) {
    return map == nullptr ? type : LayoutTransform(MakeVar(ctx, "x", type), map)->type;
  }
  // A result in the layout that the old kernel gave.
  const Expr* MovedBack(const Expr* value, const IndexMap* map, const Type* type) {
    const auto* tensor = As<TensorType>(type);
    const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
    if (map == nullptr || shape == nullptr) return value;
    Result<InverseMap> inverse = Inverted(ctx, *map, shape->values);
    if (!inverse.ok()) {
      Fail(std::move(inverse).error());
      return value;
    }
    const Call* back = LayoutTransform(AsArgument(value), inverse->map);
    if (!inverse->pads) return back;
    const Expr* padded = Emit(back);
    Result<Module> parsed = ParseModule(ctx, "remove_pad.py", RemovePadText(shape->values.size(), tensor->dtype));
    ASSAY_CHECK(parsed.ok(), parsed.error().message);
    const GlobalVar* remove = editor_.AddFunction("remove_pad", parsed->entries[0].func);
    return Typed(MakeOpCall(ctx, *FindOp("call_tir"), {remove, MakeTuple(ctx, {padded})}, {}, {type}));
  }
  // Private, and with the operator's name, so that later passes know what it is.
  const GlobalVar* KernelVar(std::string_view name, const PrimFunc* kernel) {
    PrimFunc* own = ctx.arena.New<PrimFunc>(*RenewDefs(ctx, kernel));
    own->attrs =
        WithAttr(ctx, WithAttr(ctx, kernel->attrs, "global_symbol", nullptr), kOperatorName, MakeAttrString(ctx, name));
    std::string hint(name);
    for (char& c : hint) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return editor_.AddFunction(hint + "_replacement", own);
  }

  ModuleEditor& editor_;
  const Replacements& replacements_;
};

Result<Module> RunAlterOpImpl(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(Replacements replacements, ReadReplacements(ctx, module, options));
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr) continue;
    ImplReplacer replacer(ctx, &module, editor, replacements);
    const Function* rewritten = replacer.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(replacer.status());
    editor.Replace(i, rewritten);
  }
  return editor.Finish();
}

// Whether all kernels of the operator do what this one does.
bool AllImplement(Context& ctx, const Module& module, std::string_view name, const PrimFunc* kernel) {
  auto nameless = [&](const PrimFunc* func) { return WithFunctionAttr(ctx, func, "global_symbol", nullptr); };
  const Expr* wanted = nameless(kernel);
  return std::ranges::all_of(module.entries, [&](const ModuleEntry& entry) {
    const auto* other = As<PrimFunc>(entry.func);
    bool same_name = other != nullptr && StringAttr(other->attrs, kOperatorName) == name;
    return !same_name || other == kernel || Equal(nameless(other), wanted);
  });
}

// The kernel with some parameters in other orders, as text, with the maps that bring them there.
std::optional<std::string> InOtherOrders(Context& ctx, const PrimFunc* kernel, ByteSource& bytes,
                                         std::vector<const Attr*>& maps) {
  bool moves = false;
  for (size_t i = 0; i < kernel->params.size(); ++i) {
    std::optional<ParamLayout> layout;
    if (bytes.Chance(2, 3)) layout = DrawParamLayout(ctx, kernel, i, bytes);
    moves = moves || layout;
    if (layout) kernel = layout->kernel;
    maps.push_back(layout ? static_cast<const Attr*>(MakeAttrString(ctx, layout->map)) : MakeNull(ctx));
  }
  if (!moves) return std::nullopt;
  const Expr* nameless = WithFunctionAttr(ctx, kernel, "global_symbol", nullptr);
  return PrintModule(WithEntries(ctx, {}, {{MakeGlobalVar(ctx, "replacement"), nameless}}));
}

// A kernel in its own place, with maps that leave every element where it is, or one that takes what the maps make:
// results stay.
bool SampleOptions(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options) {
  AttrItems kernels, transforms;
  for (const ModuleEntry& entry : module.entries) {
    const auto* kernel = As<PrimFunc>(entry.func);
    std::string_view name = kernel == nullptr ? std::string_view() : StringAttr(kernel->attrs, kOperatorName);
    bool known = std::ranges::any_of(kernels, [&](const auto& item) { return item.first == name; });
    if (name.empty() || known || !AllImplement(ctx, module, name, kernel)) continue;
    std::vector<const Attr*> maps;
    std::optional<std::string> moved;
    if (bytes.Chance(1, 2)) moved = InOtherOrders(ctx, kernel, bytes, maps);
    if (moved) {
      kernels.emplace_back(name, MakeAttrString(ctx, *moved));
      transforms.emplace_back(name, MakeAttrList(ctx, maps));
      continue;
    }
    maps.clear();
    kernels.emplace_back(name, MakeAttrString(ctx, entry.var->name.text()));
    for (const Buffer* buffer : kernel->buffers) {
      std::string indices;
      for (size_t d = 0; buffer != nullptr && d < buffer->shape.size(); ++d) indices += fmt::format("i{}, ", d);
      bool stays = indices.empty() || bytes.Chance(1, 4);
      if (stays) {
        maps.push_back(MakeNull(ctx));
      } else {
        maps.push_back(
            MakeAttrString(ctx, fmt::format("lambda {}: ({})", indices.substr(0, indices.size() - 2), indices)));
      }
    }
    if (bytes.Chance(3, 4)) transforms.emplace_back(name, MakeAttrList(ctx, maps));
  }
  options["op_impl_map"] = MakeDict(ctx, kernels);
  options["op_buffer_transforms"] = MakeDict(ctx, transforms);
  return !kernels.empty();
}

constexpr std::string_view kOptions[] = {"op_impl_map", "op_buffer_transforms"};

}  // namespace

const PassSpec kAlterOpImpl = {
    .name = "AlterOpImpl",
    .doc = "kernels give way to other ones for the same operator, with layout_transforms around them",
    .options = kOptions,
    .needs = kNormal,
    .breaks = kLegalized,
    .idempotent = false,
    .why_not_idempotent = "the new kernels carry the operator's name, and are replaced with transforms around again",
    .changes = Adds({Facet::kPrivateFunctions}) | Alters({Facet::kGraphs}),
    .run = RunAlterOpImpl,
    .sample_options = SampleOptions,
};

}  // namespace assay
