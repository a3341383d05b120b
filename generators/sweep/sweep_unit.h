// What a sweep walks: one operator, or one family of kernels, with the factors that it has and their levels. A row of
// levels becomes a call with parameters of its own. Tested by op_unit_test.cc and kernel_unit_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generators/modules/special_inputs.h"
#include "generators/sweep/covering.h"
#include "ir/module.h"

namespace assay {

// One call of a swept module.
struct SweptCall {
  const Call* call = nullptr;
  std::vector<const Var*> params;
  // Variables that stand for sizes.
  std::vector<const Var*> symbols;
  // Functions that it calls.
  std::vector<ModuleEntry> kernels;
  // Which of the special values its operands have, in each of two sets of arguments.
  std::array<uint8_t, 2> values = {};
  // The sizes of its symbols, by their names' numbers from the first on.
  std::vector<std::array<uint8_t, 2>> sizes;
  bool pure = true;
};

// Where a call stands in its module: what its names are made of.
struct SweptPlace {
  // The number of its first parameter, symbol and function.
  size_t param = 0;
  size_t symbol = 0;
  size_t kernel = 0;
};

// What becomes of a call with its values: computed, refused by whoever lowers or runs it, or ended by a trap. What is
// not computed keeps others of its module from being judged.
enum class CallFate : uint8_t { kComputed, kRefused, kTraps };

struct SweepFactor {
  std::string name;
  // As text, for people.
  std::vector<std::string> levels;
};

class SweepUnit {
 public:
  virtual ~SweepUnit() = default;
  // "op add", "kernel store".
  virtual std::string_view name() const = 0;
  // Empty where nothing can be swept.
  virtual const std::vector<SweepFactor>& factors() const = 0;
  // A typed call at these levels, the `attempt`-th way: the same for the same three. `shown` says which levels it has.
  virtual RowAnswer Make(Context& ctx, const Levels& asked, uint32_t attempt, const SweptPlace& place, Levels& shown,
                         SweptCall& made) const = 0;
  virtual CallFate FateOf(const SweptCall&) const { return CallFate::kComputed; }
  // Which factor the special values are; nothing where there is none. Calls that share them share a module.
  virtual std::optional<size_t> values_factor() const = 0;
};

// The two special values of each level of the factor for them.
inline constexpr size_t kValueLevels = kSpecialValues / 2;
std::vector<std::string> ValueLevelNames();

// All rows of a unit.
CoveringResult Cover(const SweepUnit& unit);

}  // namespace assay
