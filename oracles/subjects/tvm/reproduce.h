// What a finding about a real TVM carries for TVM's own developers: a script of plain Python, with tvm and numpy alone,
// that exits with 1 while the bug is there (short_script.h where that is enough), and the text of an issue. Tested by
// reproduce_test.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "oracles/core/oracle.h"

namespace assay {

struct TvmFinding {
  // As Subject::name() has it.
  std::string subject;
  std::string oracle;
  FindingClass klass;
  std::string detail;
  FindingFacts facts = {};
  Sides sides = {};
  // TVMScript.
  std::string module;
  // {"name", "options"} of the pass to blame, or null.
  nlohmann::json pass;
  // Those that the module goes through before that pass.
  nlohmann::json before = nlohmann::json::array();
  // The passes of the build.
  nlohmann::json pipeline = nlohmann::json::array();
  nlohmann::json config = nlohmann::json::object();
  // What it compiles for (target.h); empty: this machine's processor.
  std::string target = {};
  std::string entry = "main";
  // Sets of arguments, and the result that each should have (null: not known).
  nlohmann::json inputs = nlohmann::json::array();
  nlohmann::json expected = nlohmann::json::array();
};

// What the finding on the case carries: the form in which it went wrong, for oracles that compare forms, the build as
// the oracle runs it, and what the pass to blame is given. `subject` is a TVM, of that version.
TvmFinding TvmFindingOf(Context& ctx, Subject& subject, std::string_view version, const Case& c,
                        const Finding& finding);
// "reproduce.py", where a script can say it, and "issue.md".
std::map<std::string, std::string> TvmReproducer(const TvmFinding& finding);

std::string ReproduceScript(const TvmFinding& finding);
std::string IssueText(const TvmFinding& finding);

}  // namespace assay
