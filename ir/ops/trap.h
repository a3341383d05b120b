// Traps: the program did something undefined. Their kinds are listed in trap_kinds.def. Tested by trap_test.cc.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ir/support/source.h"

namespace assay {

enum class TrapKind : uint8_t {
#define ASSAY_TRAP_KIND(Constant, spelling, doc) Constant,
#include "ir/ops/trap_kinds.def"
};
// In order of the constants.
struct TrapKindSpec {
  std::string_view name, doc;
};
std::span<const TrapKindSpec> AllTrapKinds();
std::string_view TrapKindName(TrapKind kind);
// Nothing when none is spelled so.
std::optional<TrapKind> TrapKindNamed(std::string_view name);

struct Trap {
  TrapKind kind = TrapKind::kInternal;
  // What happened, for people.
  std::string message;
  SourceSpan span;
  // A function gave what it does not declare, and its body's own type did not say so. A pass that makes this type say
  // more may come to see that the declaration fails, and takes the body's word then, as TVM's.
  bool of_declaration = false;
  // An extent came out negative, which the types may have said.
  bool negative_extent = false;
  // kUnsoundType: the operator, or kind of expression, whose value it is.
  std::string value_of = {};
  // Then: the variable, its type, and the type of what it holds, as TVMScript has them.
  std::string variable = {}, type = {}, held = {};
  // Of a kernel's memory: the name of the buffer.
  std::string buffer = {};
  // Another implementation says that a value is not of the sizes that it is matched with.
  bool of_sizes = false;
};
// For messages of tests (gtest): "trap out_of_bounds: what happened".
void PrintTo(const Trap& trap, std::ostream* out);

}  // namespace assay
