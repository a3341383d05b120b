// What targets share that put a module to oracles: the case that bytes or a text decide, and a finding that ends the
// process, which the engine reports. Included by targets alone.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "fuzzers/campaign/case_source.h"
#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/entries.h"
#include "ir/support/hash.h"
#include "ir/text/parse.h"
#include "oracles/core/oracle.h"
#include "passes/options.h"

namespace assay {

// Draws passes, with options, for the module that the case has.
inline void DrawPasses(Context& ctx, ByteSource& bytes, std::span<const PassSpec* const> passes, int count, Case& c) {
  for (int i = 0; i < count; ++i) {
    PassCall call{bytes.Pick(passes), {}};
    if (DrawOptions(ctx, c.module, bytes, call)) c.passes.push_back(std::move(call));
  }
}

// A text's case: the module, if it is one and well-formed, with arguments that go by the text.
inline std::optional<Case> CaseOfText(Context& ctx, std::string_view text, ByteSource& bytes) {
  Result<Module> module = ParseModule(ctx, "fuzz.py", std::string(text));
  if (!module.ok() || !IsWellFormed(ctx, *module)) return std::nullopt;
  Case c{*module, EntryOf(*module), {}, {}};
  c.inputs.push_back(MakeInputs(c.module, c.entry, bytes.Below(1 << 16)));
  return c;
}
// Choices beside a text: the same for the same text.
inline ByteSource ChoicesFor(std::string_view text) { return ByteSource::FromSeed(HashText(text)); }

inline void MustAgree(Context& ctx, const Case& c, std::span<const OracleSpec* const> asked) {
  auto subject = MakeNativeSubject(ctx);
  OracleSettings settings;
  // A fuzzer wants many executions a second.
  settings.budget = {.steps = 100'000, .bytes = int64_t{64} << 20};
  settings.opt_levels = {2};
  CaseReport report = JudgeCase(ctx, *subject, c, asked, settings);
  for (const Finding& finding : report.findings) {
    std::fprintf(stderr, "%s %s %s: %s\n", finding.oracle.c_str(), finding.pass.c_str(), finding.klass.name().c_str(),
                 finding.detail.c_str());
  }
  if (!report.findings.empty()) std::abort();
}

}  // namespace assay
