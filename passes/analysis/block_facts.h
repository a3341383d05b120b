// What steps ask of blocks: who binds a loop, what a block reads and stores.
#pragma once

#include <string>

#include "passes/analysis/effects.h"
#include "passes/schedule/schedule.h"

namespace assay {

// A condition that always holds; null stands for none.
bool IsTrue(const Expr* e);
// What all must hold for a condition to hold; none for one that always does.
std::vector<const Expr*> PartsOfCondition(const Expr* condition);
const Expr* ConditionOf(Context& ctx, std::span<const Expr* const> parts);
bool StartsAtZero(const For& loop);
// Serial, without annotations.
bool IsPlain(const For& loop);

// Iteration variables of the block whose value mentions the loop's variable.
std::vector<const IterVar*> BoundBy(const SBlockRealize& realize, const Var* loop_var);
bool HasKind(const SBlockRealize& realize, const Var* loop_var, IterType type);
// The one block under a loop; null when there are several, or statements outside of blocks.
const SBlockRealize* OnlyBlock(const For* loop);
// The only store of the block's body; null for another body.
const BufferStore* OnlyStore(const SBlock& block);
// Buffers that the statement reads, with how: the points that all reads of one share, or all of the buffer.
std::vector<const BufferRegion*> ReadsOf(Context& ctx, const Stmt* body, std::span<const Buffer* const> but = {});
bool Allocates(const SBlock* scope, const Buffer* buffer);
// Whether anything but a plain access names the buffer or its memory: calls that take pointers, views.
bool IsNamedOtherwise(const PrimFunc& func, const Buffer* buffer);
// 0, of an axis of one place.
bool IsOnlyPlace(const Expr* index, const Expr* dim);
// Whether the axes of all spatial variables are those that they index, so that the block fills its buffer if it runs
// over its axes; an axis of the buffer that has one place needs none.
bool FillsBuffer(const BlockSite& site, const BufferStore& store, Context& ctx);
// How many stores; those in the init of blocks alone.
int StoresInto(const PrimFunc& func, const Buffer* buffer);
int InitsOf(const PrimFunc& func, const Buffer* buffer);
int LoadsOf(const Stmt* s, const Buffer* buffer);
bool Reads(const Node* e, const Buffer* buffer);
bool IsParameter(const PrimFunc& func, const Buffer* buffer);
// The place of a statement in the scope's body; nothing where it is none of its statements.
std::optional<size_t> PlaceIn(const SBlock& scope, const Stmt* top);
// All that the scope's statements [first, last) do.
EffectSet EffectsBetween(const SBlock& scope, size_t first, size_t last);

}  // namespace assay
