// Subjects by the names that users write (subjects.def). Tested by cli_test.cc.
#pragma once

#include <string>
#include <vector>

#include "oracles/subjects/subject_spec.h"

namespace assay {

// Puts folders in front of PYTHONPATH, for the Pythons of TVM subjects that are started from then on.
void AddPythonPath(const std::vector<std::string>& folders);

std::vector<std::string> SubjectNames();
// How they are asked for, for help: "native, or a real TVM: tvm:VERSION, …".
std::string SubjectForms();
// Diag kUnknownName for no such name, kEnvironment where the subject is not there.
Result<SubjectMaker> SubjectNamed(const std::string& name);

}  // namespace assay
