// Where functions of a module are named by others: called, or handed on as values to closures and builtins, whose calls
// nobody can rewrite. What passes that change signatures ask. Tested by testdata/remove_unused_parameters.
#pragma once

#include <string_view>
#include <unordered_set>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// Names that some function of the module mentions.
std::unordered_set<std::string_view> MentionedFunctions(const Module& module);
// For passes that change the signature of a function and leave calls alone. Diag kPassOrder when `changed` is another
// node than `entry`'s and its name is in `mentioned`.
Status CheckCallersFit(const ModuleEntry& entry, const Expr* changed,
                       const std::unordered_set<std::string_view>& mentioned);
// Functions that are more than called.
std::unordered_set<std::string_view> FunctionsUsedAsValues(const Module& module);

}  // namespace assay
