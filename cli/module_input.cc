#include "cli/module_input.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/files.h"
#include "cli/names.h"
#include "cli/say.h"
#include "ir/check/well_formed.h"
#include "ir/entries.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

// What one file is told of; what is wrong throughout says nothing new after that.
constexpr size_t kMostDiagnostics = 100;
// Functions that a message lists.
constexpr size_t kMostNames = 20;

Diag ReportAllButLast(const Context& ctx, const std::vector<Diag>& diags) {
  size_t shown = std::min(diags.size(), kMostDiagnostics);
  for (size_t i = 0; i + 1 < shown; ++i) Report(diags[i], kBadInput, &ctx);
  return diags[shown - 1];
}

}  // namespace

Result<Module> LoadModule(Context& ctx, const std::string& path, Checked checked) {
  ASSAY_TRY(std::string text, ReadInput(path));
  return ModuleOfText(ctx, path, std::move(text), checked);
}

Status CheckStandardInput(const std::string& file, const std::string& inputs) {
  if (file != "-" || inputs != "-") return Done{};
  return Diag{DiagKind::kBadArgument,
              {},
              "invalid --inputs: expected a file, as FILE is standard input already, got -",
              "",
              {}};
}

Result<Module> ModuleOfText(Context& ctx, const std::string& path, std::string text, Checked checked) {
  DiagSink sink;
  Result<Module> module = ParseModule(ctx, path, std::move(text), sink);
  if (module.ok() && checked == Checked::kYes) CheckWellFormed(ctx, *module, sink);
  if (sink.diags().empty()) return module;
  return ReportAllButLast(ctx, InFileOrder(sink.diags()));
}

std::vector<Diag> InFileOrder(std::vector<Diag> diags) {
  std::vector<size_t> order(diags.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t i) { return std::tuple(diags[i].span.file, diags[i].span.begin, i); });
  std::vector<Diag> sorted;
  for (size_t i : order) sorted.push_back(std::move(diags[i]));
  return sorted;
}

Result<std::string> EntryNamed(const Module& module, const std::string& given, std::string_view what) {
  std::string name = given.empty() ? "main" : given;
  // A wrong option, or else a module that leaves open what is meant.
  auto wrong = [&](std::string message) {
    return Diag{given.empty() ? DiagKind::kUnknownName : DiagKind::kBadArgument, {}, std::move(message), "", {}};
  };
  const Expr* found = module.Find(name);
  if (found != nullptr && IsPublic(found)) return name;
  std::vector<std::string> functions;
  for (const ModuleEntry& entry : module.entries) {
    if (IsPublic(entry.func)) functions.push_back(entry.var->name.str());
  }
  if (given.empty() && functions.size() == 1) return functions[0];
  if (found != nullptr) return wrong(PrivateText(name));
  std::string near = given.empty() ? "" : NearHint(given, {functions.begin(), functions.end()});
  std::string message = fmt::format("the {} has no function \"{}\"{}", what, name, near);
  if (functions.empty()) return wrong(message + ", and no public one");
  std::string more = functions.size() > kMostNames ? ", …" : "";
  functions.resize(std::min(functions.size(), kMostNames));
  return wrong(fmt::format("{} (it has {}{}; --entry chooses)", message, fmt::join(functions, ", "), more));
}

}  // namespace assay
