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

// As long as it lives, changes that this thread makes are made at another place: so many that would do are left out,
// and counting begins anew behind the last.
class OtherPlace {
 public:
  explicit OtherPlace(size_t leave_out);
  ~OtherPlace();
  OtherPlace(const OtherPlace&) = delete;
  OtherPlace& operator=(const OtherPlace&) = delete;

 private:
  size_t outer_;
};

// Which of so many things that are all at one place OtherPlace means.
size_t PlaceAmong(size_t count);

// The module with the first node changed for which `edit(node)` gives another one (or the one at OtherPlace); of
// functions of one kind alone.
std::optional<Module> WithFirst(Context& ctx, const Module& module, NodeKind kind, const Edit& edit);
std::optional<Module> WithFirst(Context& ctx, const Module& module, const Edit& edit);

// The same of Relax functions of the module.
std::optional<Module> WithRelaxFunction(Context& ctx, const Module& module,
                                        const std::function<const Function*(const Function*)>& edit);
// A copy of the function with these blocks in its body.
Function* WithBlocks(Context& ctx, const Function* func, const std::vector<const BindingBlock*>& blocks);
// One binding more at the end of the function's body, in a block of its own.
const Function* WithBinding(Context& ctx, const Function* func, const Binding* binding);

}  // namespace assay
