// Any node or module as text, for debuggers and for messages of failed tests. In gdb and lldb: `call
// assay::Dump(node)`, `call assay::Dump(module)`; builds for development keep these two even where nothing calls them.
// Tested by dump_test.cc.
#pragma once

#include <string>

#include "ir/module.h"

namespace assay {

// "For: for i in range(4): …": the kind, then TVMScript where the node has some (modules, functions, blocks, bindings,
// statements, types, expressions), otherwise the fields. Of a node that misses a part, and so has no script, the
// fields.
std::string DumpText(const Node* node);
// A node by its fields, children below it, indented; `depth` levels of them.
std::string DumpFields(const Node* node, int depth = 8);

// To standard error.
void Dump(const Node* node);
void Dump(const Module& module);

}  // namespace assay
