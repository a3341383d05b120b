// SplitCallTIRByPattern: where the first stages of a kernel match patterns, a library does them, and what is left over
// becomes a kernel of its own. Where TVM's caller gives a function that writes the library's source, there is one
// stand-in, "assay", which takes all stages that match and keeps them as text (external_modules.h); kernels with
// symbolic extents stay as they are, since TVM's result for them is ill-formed. Tested by
// testdata/split_call_tir_by_pattern.
#include <algorithm>
#include <map>
#include <unordered_set>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/rewrite.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/walk.h"
#include "passes/analysis/effects.h"
#include "passes/analysis/function_uses.h"
#include "passes/fuse/external_modules.h"
#include "passes/fuse/kernel_pattern.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"
#include "passes/rewrite/renew_defs.h"

namespace assay {
namespace {

// A kernel cut in two; places are those of the whole kernel's parameters.
struct Split {
  const PrimFunc* library = nullptr;
  // Null when the library does it all.
  const PrimFunc* rest = nullptr;
  const Buffer* between = nullptr;
  std::vector<size_t> library_inputs, rest_inputs;
};

class Splitter {
 public:
  Splitter(Context& ctx, const PrimFunc* kernel) : ctx_(ctx), kernel_(kernel), whole_(StagesOf(kernel)) {}

  std::optional<Split> Run(const std::vector<const PrimFunc*>& patterns) {
    size_t taken = 0;
    auto matches = [&](const PrimFunc* pattern) { return MatchesPattern(whole_.stages[taken], pattern); };
    while (taken < whole_.stages.size() && std::ranges::any_of(patterns, matches)) ++taken;
    if (taken == 0 || !IsStatic()) return std::nullopt;
    for (size_t i = 0; i < whole_.stages.size(); ++i)
      (i < taken ? first_ : second_).Add(DeclaredEffectsOf(whole_.stages[i]));
    Split split;
    if (taken == whole_.stages.size()) {
      split.library = kernel_;
      return split;
    }
    if (!FindBetween(whole_.stages[taken - 1], split.between)) return std::nullopt;
    split.library = Part(0, taken, first_, split.between, split.library_inputs, split.between);
    split.rest = Part(taken, whole_.stages.size(), second_, split.between, split.rest_inputs, nullptr);
    return split;
  }

  bool IsStatic() const {
    auto fixed = [](const Buffer* buffer) {
      return buffer != nullptr &&
             std::ranges::all_of(buffer->shape, [](const Expr* extent) { return Is<IntImm>(extent); });
    };
    return std::ranges::all_of(kernel_->buffers, fixed);
  }

 private:
  // Whether a tensor that one function hands to another lies so.
  static bool IsATensors(const Buffer& buffer) {
    const IntImm* offset = AsInt(buffer.elem_offset);
    bool from_start = buffer.elem_offset == nullptr || (offset != nullptr && offset->value == 0);
    return from_start && buffer.strides.empty() && buffer.axis_separators.empty() && buffer.scope.text() == "global";
  }
  // One tensor goes from the library to the rest, and nothing else does.
  bool FindBetween(const Stmt* last, const Buffer*& between) const {
    EffectSet own = DeclaredEffectsOf(last);
    if (own.writes.size() != 1) return false;
    const Var* data = *own.writes.begin();
    auto made = std::ranges::find(whole_.root->alloc_buffers, data, &Buffer::data);
    if (made == whole_.root->alloc_buffers.end() || !IsATensors(**made)) return false;
    between = *made;
    auto crosses = [&](const Var* other) { return first_.writes.contains(other) && other != data; };
    return !second_.writes.contains(data) && second_.reads.contains(data) &&
           std::ranges::none_of(second_.reads, crosses) && std::ranges::none_of(second_.writes, crosses) &&
           std::ranges::none_of(kernel_->buffers,
                                [&](const Buffer* buffer) { return first_.writes.contains(buffer->data); });
  }
  // Stages [from, to) as a kernel: what comes between is its first parameter, or as `output` its last.
  const PrimFunc* Part(size_t from, size_t to, const EffectSet& effects, const Buffer* between,
                       std::vector<size_t>& places, const Buffer* output) const {
    std::vector<const Var*> params;
    std::vector<const Buffer*> buffers;
    auto add = [&](const Var* param, const Buffer* buffer) {
      params.push_back(param);
      buffers.push_back(buffer);
    };
    const Var* handle = MakeVar(ctx_, between->name.str() + "_handle", DType::Handle());
    if (output == nullptr) add(handle, between);
    for (size_t i = 0; i < kernel_->params.size(); ++i) {
      const Buffer* buffer = kernel_->buffers[i];
      if (!effects.Touches(buffer->data)) continue;
      add(kernel_->params[i], buffer);
      if (!effects.writes.contains(buffer->data)) places.push_back(i);
    }
    if (output != nullptr) add(handle, between);
    std::vector<const Buffer*> allocated;
    for (const Buffer* buffer : whole_.root->alloc_buffers) {
      if (effects.Touches(buffer->data) && buffer != between) allocated.push_back(buffer);
    }
    auto* root = ctx_.arena.New<SBlock>(*whole_.root);
    root->alloc_buffers = ctx_.Copy(allocated);
    root->body = MakeSeqStmt(ctx_, {whole_.stages.begin() + static_cast<ptrdiff_t>(from),
                                    whole_.stages.begin() + static_cast<ptrdiff_t>(to)});
    auto* realize = ctx_.arena.New<SBlockRealize>(*static_cast<const SBlockRealize*>(kernel_->body));
    realize->block = root;
    auto* part = ctx_.arena.New<PrimFunc>(*kernel_);
    part->params = ctx_.Copy(params);
    part->buffers = ctx_.Copy(buffers);
    part->attrs = WithAttr(ctx_, kernel_->attrs, "global_symbol", nullptr);
    part->body = realize;
    return RenewDefs(ctx_, part);
  }

  Context& ctx_;
  const PrimFunc* kernel_;
  KernelStages whole_;
  EffectSet first_, second_;
};

const Type* TypeOf(Context& ctx, const Buffer* buffer) {
  return MakeTensorType(ctx, {buffer->shape.begin(), buffer->shape.end()}, buffer->dtype);
}

// The kernel behind a function of its name, as the library has it.
Result<std::string> LibraryText(Context& ctx, const PrimFunc* kernel, std::string_view name, const Type* result) {
  std::vector<const Var*> params;
  std::vector<const Expr*> args;
  for (size_t i = 0; i + 1 < kernel->buffers.size(); ++i) {
    params.push_back(MakeVar(ctx, kernel->buffers[i]->name.text(), TypeOf(ctx, kernel->buffers[i])));
    args.push_back(params.back());
  }
  PrimFunc* own = ctx.arena.New<PrimFunc>(*kernel);
  own->attrs = WithAttr(ctx, kernel->attrs, "global_symbol", nullptr);
  const GlobalVar* var = MakeGlobalVar(ctx, std::string(name) + "_kernel");
  const Call* call =
      MakeCall(ctx, OpNode(ctx, "relax.call_tir"), {var, MakeTuple(ctx, args)}, nullptr, {result}, result);
  const Var* output = MakeVar(ctx, "output", result);
  const SeqExpr* body = MakeSeq(ctx, {MakeBlock(ctx, {MakeBinding(ctx, output, call)}, false)}, output);
  const AttrDict* attrs = MakeSortedDict(ctx, {{"global_symbol", MakeAttrString(ctx, name)}});
  const Function* function = MakeFunction(ctx, params, body, result, true, attrs);
  Module alone = WithEntries(ctx, {}, {{var, own}, {MakeGlobalVar(ctx, name), function}});
  return CompileExternally(ctx, alone, {name});
}

// What the library took, by the kernels' names: its text, and whether it took all of the kernel.
struct Taken {
  std::string text;
  bool whole;
};
using Library = std::map<std::string, Taken, std::less<>>;

class CallSplitter : public RelaxMutator {
 public:
  CallSplitter(Context& context, const Module& module, const std::vector<const PrimFunc*>& patterns,
               ModuleEditor& editor, Library& library)
      : RelaxMutator(context, &module), patterns_(patterns), editor_(editor), library_(library) {}

 protected:
  const Expr* VisitCall(const Call* call, const Call* original) override {
    const auto* op = As<Op>(call->op);
    const auto* callee = op == nullptr || op->name != "relax.call_tir" ? nullptr : As<GlobalVar>(call->args[0]);
    const auto* inputs = callee == nullptr ? nullptr : As<Tuple>(call->args[1]);
    const auto* kernel = callee == nullptr ? nullptr : As<PrimFunc>(module_->Find(callee->name.text()));
    bool possible = kernel != nullptr && inputs != nullptr && call->args.size() == 2 &&
                    Is<TensorType>(call->ty_args[0]) && inputs->fields.size() + 1 == kernel->params.size();
    std::optional<Split> split;
    if (possible) split = Splitter(ctx, kernel).Run(patterns_);
    if (!split) return RelaxMutator::VisitCall(call, original);
    const Type* between = split->rest == nullptr ? call->ty_args[0] : TypeOf(ctx, split->between);
    Result<std::string> text = LibraryText(ctx, split->library, callee->name.text(), between);
    if (!text.ok()) return RelaxMutator::VisitCall(call, original);
    library_.emplace(callee->name.str(), Taken{*text, split->rest == nullptr});
    std::vector<const Expr*> library_args(inputs->fields.begin(), inputs->fields.end());
    if (split->rest != nullptr) library_args = Picked(*inputs, split->library_inputs);
    const Call* library = LibraryCall(*callee, library_args, between);
    if (split->rest == nullptr) return library;
    std::vector<const Expr*> rest_args = Picked(*inputs, split->rest_inputs);
    rest_args.insert(rest_args.begin(), Emit(library));
    Call* rest = ctx.arena.New<Call>(*call);
    const GlobalVar* epilogue = editor_.AddFunction("unfused_epilogue", split->rest);
    rest->args = ctx.Copy(std::vector<const Expr*>{epilogue, MakeTuple(ctx, rest_args)});
    return rest;
  }

 private:
  static std::vector<const Expr*> Picked(const Tuple& inputs, const std::vector<size_t>& places) {
    std::vector<const Expr*> picked;
    for (size_t place : places) picked.push_back(inputs.fields[place]);
    return picked;
  }
  const Call* LibraryCall(const GlobalVar& kernel, const std::vector<const Expr*>& args, const Type* result) {
    return MakeCall(ctx, OpNode(ctx, "relax.call_dps_packed"),
                    {MakeExternFunc(ctx, kernel.name.text()), MakeTuple(ctx, args)}, nullptr, {result}, result);
  }

  const std::vector<const PrimFunc*>& patterns_;
  ModuleEditor& editor_;
  Library& library_;
};

// Kernels that the library has whole are its, unless something here still mentions them, or callers from elsewhere may
// (where TVM gives a public one away, too, and the module lacks it then).
void GiveAway(Context& ctx, const Module& module, const Library& library, ModuleEditor& editor) {
  Module split = editor.Finish();
  std::unordered_set<std::string_view> mentioned = MentionedFunctions(split);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    Name name = module.entries[i].var->name;
    auto taken = library.find(name.text());
    bool is_needed = mentioned.contains(name.text()) || IsPublic(module.entries[i].func);
    if (taken == library.end() || !taken->second.whole || is_needed) continue;
    editor.Replace(i, MakeExternFunc(ctx, name.text()));
  }
}

Result<std::vector<const PrimFunc*>> PatternsOption(Context& ctx, const PassOptions& options) {
  ASSAY_TRY(std::vector<std::string> texts, StringsOption(options, "patterns"));
  ASSAY_TRY(std::vector<std::string> codegen, StringsOption(options, "fcodegen"));
  if (codegen.size() > 1 || (codegen.size() == 1 && codegen[0] != "assay")) {
    return InvalidOption(options, "fcodegen", "\"assay\", the one code generator there is");
  }
  std::vector<const PrimFunc*> patterns;
  for (const std::string& text : texts) {
    Result<Module> parsed = ParseModule(ctx, "pattern.py", text);
    if (!parsed.ok())
      return Diag{DiagKind::kBadArgument, {}, "a pattern does not read: " + parsed.error().message, "", {}};
    for (const ModuleEntry& entry : parsed->entries) {
      if (const auto* pattern = As<PrimFunc>(entry.func)) patterns.push_back(pattern);
    }
  }
  return patterns;
}

Result<Module> RunSplitCallTIRByPattern(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(std::vector<const PrimFunc*> patterns, PatternsOption(ctx, options));
  Library library;
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr) continue;
    CallSplitter splitter(ctx, module, patterns, editor, library);
    const Function* split = splitter.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(splitter.status());
    editor.Replace(i, split);
  }
  if (library.empty()) return editor.Finish();
  GiveAway(ctx, module, library, editor);
  Module result = editor.Finish();
  std::vector<const Attr*> all;
  for (std::string_view text : ExternalModules(module)) all.push_back(MakeAttrString(ctx, text));
  for (const auto& [name, taken] : library) all.push_back(MakeAttrString(ctx, taken.text));
  result.attrs = WithAttr(ctx, result.attrs, kExternalMods, MakeAttrList(ctx, all));
  return result;
}

// The kernel's first stage alone, with all that it uses as parameters.
const PrimFunc* FirstStage(Context& ctx, const PrimFunc* kernel, const KernelStages& whole) {
  EffectSet effects = DeclaredEffectsOf(whole.stages[0]);
  std::vector<const Var*> params;
  std::vector<const Buffer*> buffers;
  for (size_t i = 0; i < kernel->params.size(); ++i) {
    if (kernel->buffers[i] == nullptr || !effects.Touches(kernel->buffers[i]->data)) continue;
    params.push_back(kernel->params[i]);
    buffers.push_back(kernel->buffers[i]);
  }
  for (const Buffer* buffer : whole.root->alloc_buffers) {
    if (!effects.Touches(buffer->data)) continue;
    params.push_back(MakeVar(ctx, buffer->name.str() + "_handle", DType::Handle()));
    buffers.push_back(buffer);
  }
  auto* root = ctx.arena.New<SBlock>(*whole.root);
  root->alloc_buffers = {};
  root->body = whole.stages[0];
  auto* realize = ctx.arena.New<SBlockRealize>(*static_cast<const SBlockRealize*>(kernel->body));
  realize->block = root;
  auto* pattern = ctx.arena.New<PrimFunc>(*kernel);
  pattern->params = ctx.Copy(params);
  pattern->buffers = ctx.Copy(buffers);
  pattern->attrs = nullptr;
  pattern->body = realize;
  return pattern;
}

// Stages of the module's own kernels become patterns; symbolic extents are nobody's.
bool SampleOptions(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options) {
  std::vector<const Attr*> texts;
  for (const ModuleEntry& entry : module.entries) {
    const auto* kernel = As<PrimFunc>(entry.func);
    KernelStages whole = kernel == nullptr ? KernelStages{} : StagesOf(kernel);
    if (whole.stages.empty() || !Splitter(ctx, kernel).IsStatic() || !bytes.Chance(2, 3)) continue;
    Module pattern = WithEntries(ctx, {}, {{MakeGlobalVar(ctx, "pattern"), FirstStage(ctx, kernel, whole)}});
    texts.push_back(MakeAttrString(ctx, PrintModule(pattern)));
  }
  if (texts.empty()) return false;
  options["patterns"] = MakeAttrList(ctx, texts);
  return true;
}

constexpr std::string_view kOptions[] = {"patterns", "fcodegen"};

}  // namespace

constexpr std::string_view kSplitCallTIRByPatternAttrs[] = {"external_mods"};

const PassSpec kSplitCallTIRByPattern = {
    .name = "SplitCallTIRByPattern",
    .doc = "stages of kernels that look like patterns go to a library; the rest becomes a kernel of its own",
    .options = kOptions,
    .needs = kNormal,
    .idempotent = false,
    .why_not_idempotent = "what is left over may match a pattern again",
    .changes = Adds({Facet::kPrivateFunctions, Facet::kExternals}) | Drops({Facet::kPrivateFunctions}) |
               Alters({Facet::kGraphs}),
    .attrs = kSplitCallTIRByPatternAttrs,
    .run = RunSplitCallTIRByPattern,
    .sample_options = SampleOptions,
};

}  // namespace assay
