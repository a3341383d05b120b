// Modules with one field of one node changed, for every field that the nodes' own lists name (kFields): what whoever
// compares modules must see. Tested by field_changes_test.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace assay {

struct FieldChange {
  NodeKind kind;
  std::string_view field;
  // "a key more", "the last item less", "another value".
  std::string_view how;
  // Only names of variables, buffers or blocks differ, which equality overlooks unless it is told not to.
  bool of_name = false;
  Module module;
};

// All there are, or the first of each kind of node, field and way, which is not within the type of an expression:
// inference gives those again.
enum class WhichChanges : bool { kAll, kOneOfEach };

// For each node of the module, and each field, the module with that field changed in every way that its kind of value
// has. What comes of it need not be well-formed; nodes that must stand there do.
// `asked`: which of them to make, by number; all without it.
std::vector<FieldChange> FieldChanges(Context& ctx, const Module& module, WhichChanges which = WhichChanges::kAll,
                                      const std::function<bool(size_t)>& asked = {});

}  // namespace assay
