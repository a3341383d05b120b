#include "ir/text/no_module.h"

#include <algorithm>

#include <fmt/format.h>

namespace assay {
namespace {

uint32_t LastNamed(const SourceMap& sources, std::string_view name) {
  uint32_t found = 0;
  const char* none = sources.NameOf(0).data();
  for (uint32_t file = 1; sources.NameOf(file).data() != none; ++file) {
    if (sources.NameOf(file) == name) found = file;
  }
  return found;
}

std::string_view WhatItIs(std::string_view text) {
  if (text.empty()) return "an empty file";
  bool blank = std::ranges::all_of(text, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
  return blank ? "only blank lines" : "text without one";
}

}  // namespace

Diag NoModule(const Context& ctx, std::string_view name, size_t modules) {
  uint32_t file = LastNamed(ctx.sources, name);
  std::string message = modules > 0
                            ? fmt::format("expected one module, got {}", modules)
                            : fmt::format(
                                  "expected a module of TVMScript (a class under @I.ir_module, or functions under "
                                  "@R.function or @T.prim_func), got {}",
                                  WhatItIs(ctx.sources.TextOf(file)));
  return {DiagKind::kSyntax, {file, 0, 0}, std::move(message), "", {}};
}

}  // namespace assay
