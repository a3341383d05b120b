// Bytes are two texts of TVMScript with a line of dashes between. Equality is reflexive and symmetric, does not see
// where nodes lie, and equal modules have equal hashes.
#include <cstdlib>

#include "ir/equal.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/text/parse.h"

namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  std::string text(reinterpret_cast<const char*>(data), size);
  size_t cut = text.find("\n----\n");
  auto a = ParseModule(ctx, "a.py", text.substr(0, cut));
  if (!a.ok()) return 0;
  auto copy = Deserialize(ctx, Serialize(*a), OpOfFullName);
  Require(copy.ok() && Equal(*a, *a) && StructuralHash(*a) == StructuralHash(*copy));
  EqualOptions mapped{.map_free_vars = true};
  Require(Equal(*a, *copy, mapped) && Equal(*copy, *a, mapped));
  auto b = ParseModule(ctx, "b.py", cut == std::string::npos ? text : text.substr(cut + 6));
  if (!b.ok()) return 0;
  bool equal = Equal(*a, *b, mapped);
  Require(equal == Equal(*b, *a, mapped));
  Require(!equal || StructuralHash(*a) == StructuralHash(*b));
  return 0;
}
