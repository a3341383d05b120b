// Bait: short runs of bindings that the rewrite of a pass looks for, laid into random surroundings. A sequence such as
// a take of columns before a matmul hardly ever comes up by chance. One table, by pass. Tested by preparation_test.cc,
// which lets each pass bite.
#pragma once

#include <string_view>
#include <vector>

#include "ir/builder.h"
#include "ir/support/byte_source.h"

namespace assay {

// What a bait is laid with: operands of exact shapes from the function under construction, and bindings in it.
class BaitSite {
 public:
  virtual ~BaitSite() = default;
  virtual Context& ctx() = 0;
  virtual ByteSource& bytes() = 0;
  // A dimension in scope, or a small constant.
  virtual const Expr* AnyDim() = 0;
  // A float32 tensor of these dimensions that is in scope, or else a parameter; `fresh`: always a parameter.
  virtual const Expr* Floats(const std::vector<const Expr*>& dims, bool fresh = false) = 0;
  // Indices in [0, extent).
  virtual const Expr* Indices(int64_t count, int64_t extent) = 0;
  // The variable that such a call is bound to; nullptr when the call is refused, and from a nullptr among `args`.
  virtual const Expr* Bind(std::string_view op, const std::vector<const Expr*>& args, AttrItems attrs = {}) = 0;
  // The variable that a field of a tuple is bound to; nullptr from nullptr.
  virtual const Expr* Item(const Expr* tuple, int64_t index) = 0;
};

using BaitLayer = void (*)(BaitSite&);
// nullptr when there is no bait for the pass.
BaitLayer FindBait(std::string_view pass);

}  // namespace assay
