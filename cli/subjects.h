// Subjects by name: native, tvm:VERSION (an environment that `./dev tvm VERSION` makes), tvm@PYTHON, tvm (the newest such
// environment). Tested by cli_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "oracles/core/subject.h"

namespace assay {

// A subject is made anew for each piece of work. "native" is assay itself.
using SubjectMaker = std::function<std::unique_ptr<Subject>(Context&)>;

// Puts folders in front of PYTHONPATH, for the Pythons of TVM subjects that are started from then on.
void AddPythonPath(const std::vector<std::string>& folders);

// Diag kUnknownName for no such name, kEnvironment where TVM is not there.
Result<SubjectMaker> SubjectNamed(const std::string& name);

}  // namespace assay
