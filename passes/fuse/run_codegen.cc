// RunCodegen: calls of functions that an external compiler takes ("Codegen") become destination-passing calls of packed
// functions, and what the compiler makes of them goes into the module attribute external_mods. The one compiler here is
// "assay" (any name that begins so), a stand-in that takes everything. Tested by testdata/run_codegen.
#include <algorithm>
#include <map>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/support/unknown_name.h"
#include "passes/fuse/external_modules.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

std::string_view CodegenOf(const Expr* func) { return StringAttr(AttrsOf(func), "Codegen"); }

// Whether tensors for a value of this type can be made before the call.
// recursion: types nest no deeper than the reader lets them
bool IsAllocatable(const Type* type) {
  if (const auto* tuple = As<TupleType>(type)) return std::ranges::all_of(tuple->fields, IsAllocatable);
  const auto* tensor = As<TensorType>(type);
  return tensor != nullptr && Is<ShapeExpr>(tensor->shape) && !tensor->dtype.IsVoid();
}

class CodegenCaller : public RelaxMutator {
 public:
  // Names of the functions that became external are added to `called`.
  CodegenCaller(Context& context, const Module* module, std::map<std::string_view, std::string_view>& called)
      : RelaxMutator(context, module), called_(called) {}

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    const auto* callee = As<GlobalVar>(call->op);
    const Expr* func = callee == nullptr ? nullptr : module_->Find(callee->name.text());
    if (func == nullptr || CodegenOf(func).empty()) return call;
    std::string_view symbol = StringAttr(AttrsOf(func), "global_symbol");
    if (symbol.empty()) symbol = callee->name.text();
    // Text says an out_ty of one field and the field alone in the same way.
    const auto* results = As<TupleType>(call->type);
    if (results != nullptr && results->fields.size() == 1) {
      Fail({DiagKind::kUnsupported,
            call->span,
            "the result of " + callee->name.str() + " is a tuple of one, which no text of a call_dps_packed says",
            "",
            {}});
      return call;
    }
    if (!IsAllocatable(call->type)) {
      Fail(
          {DiagKind::kUnsupported,
           call->span,
           "the result of " + callee->name.str() + " is no tensor of known shape, which an external function writes to",
           "",
           {}});
      return call;
    }
    called_.emplace(callee->name.text(), symbol);
    const Expr* args = MakeTuple(ctx, {call->args.begin(), call->args.end()});
    return Typed(MakeOpCall(ctx, *FindOp("call_dps_packed"), {MakePackedFunc(ctx, symbol), args}, {}, {call->type}));
  }

 private:
  std::map<std::string_view, std::string_view>& called_;
};

Diag NoCodegen(std::string_view compiler) {
  return {DiagKind::kUnsupported, {}, UnknownText("external compiler", compiler, {"assay"}), "", {}};
}

// The functions of each compiler; Diag kUnsupported for one that there is not, as TVM, wherever it stands.
Result<std::map<std::string_view, std::vector<std::string_view>>> FunctionsByCompiler(const Module& module) {
  std::map<std::string_view, std::vector<std::string_view>> functions;
  for (const ModuleEntry& entry : module.entries) {
    std::string_view compiler = CodegenOf(entry.func);
    if (compiler.empty() || !Is<Function>(entry.func)) continue;
    if (!compiler.starts_with("assay")) return NoCodegen(compiler);
    functions[compiler].push_back(entry.var->name.text());
  }
  return functions;
}

// An object of objects; the compiler that there is takes no options.
Status CheckTargetOptions(const PassOptions& options) {
  const Attr* value = FindOption(options, "target_options");
  const auto* targets = As<AttrDict>(value);
  if (value == nullptr) return Done{};
  bool nested =
      targets != nullptr && std::ranges::all_of(targets->values, [](const Attr* one) { return Is<AttrDict>(one); });
  if (!nested) return InvalidOption(options, "target_options", "an object of objects");
  for (size_t i = 0; i < targets->keys.size(); ++i) {
    const auto* given = As<AttrDict>(targets->values[i]);
    if (!targets->keys[i].text().starts_with("assay") || given->keys.empty()) continue;
    return Diag{DiagKind::kUnknownName,
                {},
                "the external compiler '" + targets->keys[i].str() + "' has no option '" + given->keys[0].str() + "'",
                "",
                {}};
  }
  return Done{};
}

// Two external functions of one symbol cannot be told apart.
Status CheckSymbolsAreNew(const Module& module, std::string_view symbol) {
  for (std::string_view text : ExternalModules(module)) {
    if (text.find("def " + std::string(symbol) + "(") == std::string_view::npos) continue;
    return Diag{
        DiagKind::kUnsupported, {}, "an external module has a function '" + std::string(symbol) + "' already", "", {}};
  }
  return Done{};
}

Result<const Attr*> Compiled(Context& ctx, const Module& module) {
  ASSAY_TRY(auto functions, FunctionsByCompiler(module));
  std::vector<const Attr*> texts;
  for (std::string_view text : ExternalModules(module)) texts.push_back(MakeAttrString(ctx, text));
  for (const auto& [compiler, names] : functions) {
    for (std::string_view name : names) ASSAY_RETURN_IF_ERROR(CheckSymbolsAreNew(module, name));
    ASSAY_TRY(std::string text, CompileExternally(ctx, module, names));
    texts.push_back(MakeAttrString(ctx, text));
  }
  return texts.empty() ? nullptr : static_cast<const Attr*>(MakeAttrList(ctx, texts));
}

Result<Module> RunRunCodegen(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_RETURN_IF_ERROR(CheckTargetOptions(options));
  ASSAY_TRY(std::vector<std::string> entries, StringsOption(options, "entry_functions"));
  ASSAY_TRY(const Attr* external, Compiled(ctx, module));
  std::map<std::string_view, std::string_view> called;
  ModuleEditor editor(ctx, module);
  // As TVM: public functions and those named call externals; private ones keep their calls.
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    bool named = std::ranges::find(entries, module.entries[i].var->name.text()) != entries.end();
    if (func == nullptr || !CodegenOf(func).empty() || (!named && !IsPublic(func))) continue;
    CodegenCaller caller(ctx, &module, called);
    const Function* rewritten = caller.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(caller.status());
    editor.Replace(i, rewritten);
  }
  // What is external now is no function of the module's any more, unless something else still mentions it.
  for (size_t i = 0; i < module.entries.size(); ++i) {
    if (!called.contains(module.entries[i].var->name.text())) continue;
    Function* own = ctx.arena.New<Function>(*static_cast<const Function*>(module.entries[i].func));
    own->attrs = WithAttr(ctx, WithAttr(ctx, own->attrs, "global_symbol", nullptr), "Codegen", nullptr);
    editor.Replace(i, own);
  }
  Module result = editor.Finish();
  if (external != nullptr) result.attrs = WithAttr(ctx, result.attrs, kExternalMods, external);
  PassOptions trim;
  if (const Attr* names = FindOption(options, "entry_functions")) trim["entry_functions"] = names;
  return kDeadCodeElimination.run(pass_ctx, result, trim);
}

// Without names, private functions keep their calls of what the compiler took, and it stays for them.
bool SampleOptions(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options) {
  std::vector<const Attr*> names;
  for (const ModuleEntry& entry : module.entries) {
    if (Is<Function>(entry.func) && CodegenOf(entry.func).empty())
      names.push_back(MakeAttrString(ctx, entry.var->name.text()));
  }
  if (bytes.Chance(2, 3)) options["entry_functions"] = MakeAttrList(ctx, names);
  return true;
}

constexpr std::string_view kOptions[] = {"target_options", "entry_functions"};

}  // namespace

constexpr std::string_view kRunCodegenAttrs[] = {"Codegen", "external_mods", "global_symbol"};

const PassSpec kRunCodegen = {
    .name = "RunCodegen",
    .doc = "functions for an external compiler become external, with what the compiler made of them in external_mods",
    .options = kOptions,
    .needs = kNormal,
    .idempotent = false,
    .why_not_idempotent = "functions for an external compiler that nobody calls stay, and are compiled again",
    .changes = Adds({Facet::kPrivateFunctions, Facet::kExternals}) |
               Drops({Facet::kPublicFunctions, Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory}) |
               Alters({Facet::kGraphs}),
    .attrs = kRunCodegenAttrs,
    .run = RunRunCodegen,
    .sample_options = SampleOptions,
};

}  // namespace assay
