// Changes of a module, each of one thing, for oracles that ask what sees it: changes that nothing may see (names of
// variables), changes that equality must see, and changes that break a rule of well-formedness. Tested by
// changes_test.cc.
#pragma once

#include <optional>
#include <span>

#include "ir/check/well_formed.h"
#include "ir/module.h"
#include "oracles/core/change_kind.h"

namespace assay {

// The module with other variables under other names; the same to every reader.
Module WithOtherVariables(Context& ctx, const Module& module);

// Which checkers must see a broken rule: any, or those that know assay's rules, as another compiler's looks at fewer.
enum class SeenBy : uint8_t { kAnyone, kRules };

struct Change {
  ChangeKind kind;
  // Nothing when there is no place for it.
  std::optional<Module> (*make)(Context&, const Module&, size_t place);
  // Of those that break one.
  std::optional<Rule> rule;
  SeenBy seen_by;
};
// How many places of a module are told apart at most; at one that there is not, the change is made at another.
inline constexpr size_t kChangePlaces = 4;
std::optional<Module> MakeAt(const Change& change, size_t place, Context& ctx, const Module& module);

// Each makes another module.
std::span<const Change> VisibleChanges();
// Each breaks its rule, and there is one for every rule; the module must be well-formed.
std::span<const Change> BreakingChanges();

}  // namespace assay
