// Copies of statements in one function: each variable is defined once, so that a copy has variables and buffers of its
// own. Tested through UnrollLoop and LowerIntrin.
#pragma once

#include "ir/builder.h"
#include "ir/rewrite.h"

namespace assay {

// Variables that the statement defines, in order: loops, binds, lets, axes of blocks, what it allocates or declares.
std::vector<const Var*> DefinedIn(const Stmt* s);
// The statement with variables replaced and with fresh ones for those that it defines, and fresh views.
const Stmt* FreshCopy(Context& ctx, const Stmt* s, VarMap values);
// The expression, to stand beside itself, with a fresh variable for each Let.
const Expr* FreshCopy(Context& ctx, const Expr* e);
// The expression with a variable of its own for each Let, also where parts of it are one node.
const Expr* WithOwnLets(Context& ctx, const Expr* e);
// The kernel with a variable of its own for each definition (passes/tir/convert_ssa.cc).
const PrimFunc* WithOwnDefinitions(Context& ctx, const PrimFunc* func);
// The kernel itself, unless a variable of a let has two values: then each definition has a variable of its own.
const PrimFunc* WithDistinctLets(Context& ctx, const PrimFunc* func);
// A break or continue that leaves, or goes on with, a loop around the statement.
bool JumpsOut(const Stmt* s);

}  // namespace assay
