// What is known of real TVM's versions: the text that they read, the passes that they are asked for, and differences
// that are no bugs of theirs, each with its reason. Tested by tvm_subject_test.cc.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ir/support/result.h"
#include "ir/text/print.h"
#include "oracles/core/finding.h"
#include "passes/pass.h"

namespace assay {

// A difference that a report leaves out. All that is not empty must match.
struct Allowance {
  // For reports: "mixed-precision-const".
  std::string_view id;
  // Versions that start so, with spaces between; empty: all.
  std::string_view versions = {};
  // Names, with spaces between.
  std::string_view oracle = {};
  std::string_view pass = {};
  std::optional<FindingClass> klass = {};
  // One of the changes with which the module was tried.
  std::initializer_list<ChangeKind> changes = {};
  // What a pass changes of the frame, with the attribute's name.
  struct FrameChange {
    Facet facet;
    Way way;
    std::string_view key;
  };
  std::optional<FrameChange> frame = {};
  // How a run ends, and how the name of the buffer begins that it is about.
  struct RunEnd {
    TrapKind kind;
    std::string_view buffer;
  };
  std::optional<RunEnd> trap = {};
  // A regular expression (ECMAScript) that is found in TVM's own words: of what refuses, alone, for which TVM has
  // words.
  std::string_view said = {};
  std::string_view reason = {};
  // Documentation, source or thread, as one finds it in TVM's repository.
  std::string_view source = {};
};
std::span<const Allowance> AllAllowances();

// nullptr when nothing explains it.
const Allowance* FindAllowance(std::string_view version, const Finding& finding);

// The form of TVMScript that a version reads.
TextDialect DialectOf(std::string_view version);
// The module as that version reads it: what assay writes for people says less of the dtypes of sizes.
std::string TextFor(const Module& module, std::string_view version);
// The same as a program of that version's script builders (tvm_construct.py); a Diag names what has no such form.
Result<std::string> ProgramFor(const Module& module, std::string_view version);
// Whether TVM's pass of that name takes the options that campaigns draw for assay's: patterns by name, texts for
// functions and stand-ins for object code are assay's own.
bool HasTvmOptions(const PassSpec& pass);

}  // namespace assay
