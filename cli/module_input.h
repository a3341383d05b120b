// Modules that the commands are given as files of TVMScript. Tested by cli_test.cc.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// Whether a module that is read must be well-formed: what `assay check` says of it is said here, too.
enum class Checked : uint8_t { kYes, kNo };

// The one module of a file. All diagnostics but the last are printed here; the last comes back.
Result<Module> LoadModule(Context& ctx, const std::string& path, Checked checked = Checked::kNo);

// The same of a text that `path` gave.
Result<Module> ModuleOfText(Context& ctx, const std::string& path, std::string text, Checked checked = Checked::kNo);

// Standard input is read once: Diag kBadArgument where it is to be both the module and the arguments.
Status CheckStandardInput(const std::string& file, const std::string& inputs);

// As they stand in their files.
std::vector<Diag> InFileOrder(std::vector<Diag> diags);

// The function to run, a public one: `given`, or where nothing is given main, or else the only one. The Diag
// lists those that there are: kBadArgument of a name that is given, kUnknownName of a module that leaves it open.
// `what` holds them: a module, an executable.
Result<std::string> EntryNamed(const Module& module, const std::string& given, std::string_view what = "module");

}  // namespace assay
