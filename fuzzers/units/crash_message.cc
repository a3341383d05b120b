#include "fuzzers/units/crash_message.h"

#include <signal.h>

#include <fmt/format.h>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/steady_words.h"
#include "ir/support/printable.h"
#include "oracles/core/cause.h"

namespace assay {

bool IsOfMachine(const Ending& ending) {
  FindingClass klass = ending.Class();
  return klass == FindingClass::kHang || klass == FindingClass::kOutOfMemory ||
         klass == FindingClass(FindingClass::kSignal, SIGKILL);
}

FindingMessage CrashMessage(const SharedCase& shared, uint64_t run, std::vector<uint64_t> input_seeds,
                            const Ending& ending) {
  FindingMessage message;
  message.run = run;
  std::string said = Printable(SteadyWords(ending.said), LineEnds::kKept);
  message.finding = {std::string(kCrashOracle), std::string(shared.PassName()), ending.Class(), "", {}};
  message.finding.detail = fmt::format("the worker ended by {} while {} was asked; it said: {}", ending.Word(),
                                       shared.OracleName().empty() ? "the generator" : shared.OracleName(), said);
  message.finding.facts = {.promise = ending.BrokenPromise(), .said = said};
  message.finding.cause = CauseOf(message.finding);
  message.signature = Signature(message.finding, Module{});
  message.how = "not reduced";
  message.final = true;
  if (!message.finding.pass.empty()) message.passes.push_back({{"name", message.finding.pass}});
  message.input_seeds = std::move(input_seeds);
  message.bytes.assign(shared.module, shared.module + shared.module_bytes.load());
  return message;
}

FindingMessage LeftOutMessage(uint64_t run) {
  FindingMessage message;
  message.run = run;
  message.finding = {std::string(kCrashOracle), "", FindingClass(FindingClass::kSignal, SIGKILL), "", {}};
  message.finding.detail = fmt::format("case {} is left out (--leave-out): it ends the machine that does it", run);
  message.finding.facts = {.said = "ends its machine"};
  message.finding.cause = CauseOf(message.finding);
  message.signature = Signature(message.finding, Module{});
  message.how = "not reduced: it ends its machine";
  message.final = true;
  return message;
}

}  // namespace assay
