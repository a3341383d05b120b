// Who, what and when a run was, for the header of its report: the command line, the program, the machine, the subjects
// with the versions of what they use, the time. Tested by facts_test.cc.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fuzzers/campaign/report.h"

namespace assay {

// "Started", "Command", "Program", "Commit", "Build", "Libraries", "Machine": those of this process.
Facts RunFacts();
// The same behind the subject's, and what it was to compile for where that was said.
Facts RunFactsOf(const std::string& subject, const std::string& target);
// "2026-11-27 02:17 UTC".
std::string TimeStamp();
// The command line as a shell takes it.
std::string CommandLine(const std::vector<std::string>& words);
// A link to a file from a report in that folder.
std::string LinkFrom(const std::string& folder, const std::string& path);
// The subject as it was named, with the version that it says it is. It has been started before, which a TVM takes
// seconds for.
std::string SubjectFact(const std::string& name);
// What an earlier --json output has of runs before it; none where there is no such file.
std::vector<RunSummary> HistoryIn(const std::string& path);
// Where the project's pages stand, as the job that runs this says: GitHub's and GitLab's variables, or ASSAY_HOME_PAGE;
// empty elsewhere.
std::string HomePage();

}  // namespace assay
