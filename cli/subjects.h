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
// Has the Python import from there, too. Diag kBadArgument for what is no folder.
Status TakePythonPath(const std::vector<std::string>& folders);
// Whether the subject has the passes, with their options: a pass that nobody could try would be a question about
// nothing. kOwn asks about those of one's own alone. What its Python cannot import is kEnvironment, what it
// cannot make of the options, and what no subject of its kind has, kUnknownName.
enum class PassesAsked : bool { kOwn, kAll };
Status CheckHas(const Subject& subject, std::span<const PassCall> passes, PassesAsked asked);
// How they are asked for, for help: "native, or a real TVM: tvm:VERSION, …".
std::string SubjectForms();
// Diag kUnknownName for no such name, kEnvironment where the subject is not there.
// kBadArgument for a target that it does not compile for.
Result<SubjectMaker> SubjectNamed(const std::string& name, const std::string& target = {});
// Which one it is, wherever its units are done: its name with its version, and its libraries.
std::string SubjectIdentity(const std::string& name, const SubjectMaker& make);
// The same before anything is started: whether there is such a name, and such a version.
Status CheckSubject(const std::string& name, const std::string& target = {});
// Of cases of several subjects: whether one of these compiles for it.
Status CheckTargetOfAny(const std::string& target);
// --target.
Option AddTargetFlag(Command sub, std::string& target, std::string_view otherwise = "this machine's processor");

}  // namespace assay
