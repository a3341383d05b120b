// What is made of modules: passes applied, modules made smaller.
#include <fmt/format.h>

#include "cli/changes.h"
#include "cli/module_input.h"
#include "fuzzers/reduce/reduce.h"
#include "ir/entries.h"
#include "passes/config.h"
#include "passes/note_text.h"
#include "python/native/problems.h"

namespace assay::python {
Reply<Applied> Apply(const Source& source, const std::string& passes, const ApplyOptions& options) {
  Context ctx;
  Reply<Applied> answer;
  Result<std::vector<PassCall>> calls = ParsePassList(ctx, passes);
  if (!calls.ok()) return Failed<Applied>(calls.error());
  Result<PassOptions> config = ParseConfig(ctx, options.config);
  if (!config.ok()) return Failed<Applied>(config.error());
  std::optional<Module> module = Read(ctx, source, options.check, answer.problems);
  if (!module) return answer;
  if (Status order = CheckOrder(ctx, *calls, *module); !order.ok()) return Failed<Applied>(order.error(), &ctx);
  PassContext pass_ctx(ctx);
  pass_ctx.config = *std::move(config);
  pass_ctx.opt_level = options.opt_level;
  pass_ctx.verify_each = options.verify;
  Result<Module> result = RunSequential(pass_ctx, *calls, *module);
  if (!result.ok()) return Failed<Applied>(result.error(), &ctx);
  answer.value = Applied{.text = TextOf(*result), .changes = ChangesOf(*module, *result), .notes = {}};
  for (const PassNote& note : pass_ctx.notes) answer.value->notes.push_back(NoteText(note, ctx));
  return answer;
}

Reply<Reduced> Reduce(const Source& source, const std::function<bool(const std::string&)>& interesting,
                      const std::function<bool()>& stopped, const ReduceOptions& options) {
  Context ctx;
  Reply<Reduced> answer;
  std::optional<Module> module = Read(ctx, source, /*checked=*/true, answer.problems);
  if (!module) return answer;
  std::string entry = options.entry;
  if (entry.empty()) {
    entry = EntryOf(*module);
  } else if (Result<std::string> named = EntryNamed(*module, entry); !named.ok()) {
    return Failed<Reduced>(named.error(), &ctx);
  }
  auto keep = [&](const Module& candidate, std::span<const PassCall>) {
    return !stopped() && interesting(TextOf(candidate));
  };
  // In this process: the predicate is a function of the caller's.
  ReduceResult result =
      assay::Reduce(ctx, *module, entry, {}, keep, {.seconds = options.seconds, .tries = options.tries});
  answer.value = Reduced{.text = TextOf(result.module),
                         .tried = result.tried,
                         .nodes_before = ModuleSize(*module),
                         .nodes_after = ModuleSize(result.module),
                         .why = result.why,
                         .shows = result.shows};
  return answer;
}

}  // namespace assay::python
