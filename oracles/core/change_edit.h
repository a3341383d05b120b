// How one thing of a module is changed: what the files of changes (changes.h) share. Part of changes_test.cc.
#pragma once

#include <functional>
#include <optional>

#include "ir/module.h"

namespace assay {

// A number of dtype int32.
const Expr* MakeInt32(Context& ctx, int64_t value);
// A statement that gives the value a name.
const Stmt* MakeBind(Context& ctx, const Var* var, const Expr* value);

// What becomes of a node; nullptr: it stays.
using Edit = std::function<const Node*(const Node*)>;

// Of `count` things, one at least, the one that a place stands for: from the first to the last.
size_t SpreadOver(size_t count, size_t place);

// The module with one node changed for which `edit(node)` gives another one: the first, or where `place` is not 0 the
// one behind so many, counted anew behind the last. Of functions of one kind alone.
std::optional<Module> WithFirst(Context& ctx, const Module& module, size_t place, NodeKind kind, const Edit& edit);
std::optional<Module> WithFirst(Context& ctx, const Module& module, size_t place, const Edit& edit);

// The same of Relax functions of the module.
std::optional<Module> WithRelaxFunction(Context& ctx, const Module& module, size_t place,
                                        const std::function<const Function*(const Function*)>& edit);
// A copy of the function with these blocks in its body.
Function* WithBlocks(Context& ctx, const Function* func, const std::vector<const BindingBlock*>& blocks);
// Adds the variables that the outermost blocks of the sequence bind.
void AddBound(const SeqExpr& seq, std::vector<const Var*>& found);
// One binding more at the end of the function's body, in a block of its own.
const Function* WithBinding(Context& ctx, const Function* func, const Binding* binding);

}  // namespace assay
