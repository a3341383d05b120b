// Subjects by the names that users write (subjects.def). Tested by cli_test.cc.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command.h"
#include "oracles/core/python_path.h"
#include "oracles/subjects/subject_spec.h"

namespace assay {

std::vector<std::string> SubjectNames();
// --python-path.
Option AddPythonPathFlag(Command sub, std::vector<std::string>& folders);
// Why one of these passes of one's own is not there; empty where all are. What is asked without it says nothing.
std::string WhyLacksOwnPass(const Subject& subject, std::span<const PassCall> passes);
// How they are asked for, for help: "native, or a real TVM: tvm:VERSION, …".
std::string SubjectForms();
// Diag kUnknownName for no such name, kEnvironment where the subject is not there.
Result<SubjectMaker> SubjectNamed(const std::string& name);

}  // namespace assay
