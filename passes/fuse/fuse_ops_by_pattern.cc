// FuseOpsByPattern: bindings that a pattern describes move into a function with the attribute Composite, pattern after
// pattern. `patterns` holds names of registered patterns ("assay.matmul_bias", or "assay.*" for all that begin so) and
// patterns in place: ["compiler.what", text] or ["compiler.what", text, "closed"], where nothing inside may be used
// outside. Tested by testdata/fuse_ops_by_pattern.
#include <algorithm>

#include "ir/support/unknown_name.h"
#include "passes/fuse/annotate_codegen.h"
#include "passes/fuse/group_functions.h"
#include "passes/fuse/pattern_groups.h"
#include "passes/fuse/pattern_sample.h"
#include "passes/options.h"
#include "passes/pass_names.h"

namespace assay {
namespace {

Diag BadPatterns(std::string why) { return {DiagKind::kBadArgument, {}, "option 'patterns': " + why, "", {}}; }

Status AddRegistered(Context& ctx, std::string_view name, std::vector<NamedPattern>& patterns) {
  bool prefix = name.ends_with("*");
  size_t before = patterns.size();
  for (const PatternSpec& row : AllPatterns()) {
    bool wanted = prefix ? row.name.starts_with(name.substr(0, name.size() - 1)) : row.name == name;
    if (!wanted) continue;
    ASSAY_TRY(PatternGraph graph, ParsePattern(ctx, row.text));
    patterns.push_back({std::string(row.name), std::move(graph), row.check});
  }
  if (patterns.size() != before) return Done{};
  std::vector<std::string_view> names;
  for (const PatternSpec& row : AllPatterns()) names.push_back(row.name);
  return UnknownName("pattern", name, names);
}

Status AddInPlace(Context& ctx, const AttrList* item, std::vector<NamedPattern>& patterns) {
  std::vector<std::string_view> texts;
  for (const Attr* part : item->items) {
    if (const auto* text = As<AttrString>(part)) texts.push_back(text->value.text());
  }
  bool whole = texts.size() == item->items.size() && (texts.size() == 2 || texts.size() == 3);
  if (!whole || texts[0].empty()) return BadPatterns("a pattern in place is [name, text] or [name, text, check]");
  if (texts.size() == 3 && texts[2] != "closed") return BadPatterns("the one check is \"closed\"");
  ASSAY_TRY(PatternGraph graph, ParsePattern(ctx, texts[1]));
  patterns.push_back({std::string(texts[0]), std::move(graph), texts.size() == 3 ? IsClosed : nullptr});
  return Done{};
}

}  // namespace

Result<std::vector<NamedPattern>> PatternsOption(Context& ctx, const PassOptions& options) {
  std::vector<NamedPattern> patterns;
  const Attr* value = FindOption(options, "patterns");
  const auto* list = As<AttrList>(value);
  if (list == nullptr) return InvalidOption(options, "patterns", "a list");
  for (const Attr* item : list->items) {
    if (const auto* name = As<AttrString>(item)) {
      ASSAY_RETURN_IF_ERROR(AddRegistered(ctx, name->value.text(), patterns));
    } else if (const auto* in_place = As<AttrList>(item)) {
      ASSAY_RETURN_IF_ERROR(AddInPlace(ctx, in_place, patterns));
    } else {
      return BadPatterns("an item is a name or a list");
    }
  }
  return patterns;
}

namespace {

// Functions that no pattern has made, or the entry functions.
bool IsLookedAt(const ModuleEntry& entry, const std::vector<std::string>& entries) {
  const auto* func = As<Function>(entry.func);
  if (func == nullptr) return false;
  if (!entries.empty()) return std::ranges::find(entries, entry.var->name.text()) != entries.end();
  return IsFusable(func) && StringAttr(func->attrs, "Composite").empty();
}

Result<Module> RunFuseOpsByPattern(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(std::vector<NamedPattern> patterns, PatternsOption(ctx, options));
  ASSAY_TRY(bool bind_constants, BoolOption(options, "bind_constants", true));
  ASSAY_TRY(bool annotate, BoolOption(options, "annotate_codegen", false));
  ASSAY_TRY(std::vector<std::string> entries, StringsOption(options, "entry_functions"));
  for (const std::string& name : entries) {
    if (Is<Function>(module.Find(name))) continue;
    return Diag{DiagKind::kUnknownName, {}, "entry_functions: the module has no Relax function '" + name + "'", "", {}};
  }
  Module current = module;
  for (const NamedPattern& pattern : patterns) {
    Partition partition;
    for (const ModuleEntry& entry : current.entries) {
      if (!IsLookedAt(entry, entries)) continue;
      AddPatternGroups(ctx, static_cast<const Function*>(entry.func), pattern, partition);
    }
    ASSAY_TRY(current, MakeGroupedFunctions(ctx, current, partition, {!bind_constants, entries}));
  }
  return annotate ? AnnotateCodegen(ctx, current) : current;
}

constexpr std::string_view kOptions[] = {"patterns", "bind_constants", "annotate_codegen", "entry_functions"};

}  // namespace

const PassSpec kFuseOpsByPattern = {
    .name = "FuseOpsByPattern",
    .doc = "bindings that patterns describe move into functions with the attribute Composite",
    .options = kOptions,
    .needs = kNormal,
    .idempotent = false,
    .why_not_idempotent =
        "what is left over may match again around the calls of composite functions, and these get a "
        "function around them again",
    .changes = Adds({Facet::kPublicFunctions, Facet::kPrivateFunctions}) |
               Drops({Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunFuseOpsByPattern,
    .sample_options = SamplePatterns,
};

}  // namespace assay
