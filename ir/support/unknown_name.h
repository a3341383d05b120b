// What is said of a name that nothing has: the one place where names are offered in place of another. Tested by
// unknown_name_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/support/diag.h"

namespace assay {

// Those of `names` that `written` may stand for, at most three, nearest first: by few typing mistakes (letters left
// out, added, changed or exchanged; case is none), by their last part ("relu" for "nn.relu"), or else by how they
// begin.
std::vector<std::string_view> NearestNames(std::string_view written, const std::vector<std::string_view>& names);

// "; did you mean 'a' or 'b'?", with `before` in front of each name; empty when none is near.
std::string NearHint(std::string_view written, const std::vector<std::string_view>& names,
                     std::string_view before = {});

// "unknown engine 'vmm': expected one of vm, …; did you mean 'vm'?" For long tables, "unknown operator 'nn.rellu'; did
// you mean 'nn.relu'?" or, when none is near, how they are listed. `expected` is said in place of the names.
std::string UnknownText(std::string_view kind, std::string_view written, const std::vector<std::string_view>& names,
                        std::string_view expected = {});
// The same as a Diag kUnknownName.
Diag UnknownName(std::string_view kind, std::string_view written, const std::vector<std::string_view>& names,
                 std::string_view expected = {});

}  // namespace assay
