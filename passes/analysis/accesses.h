// Each load and store of a statement with its indices and what is around it. Passes, schedule primitives and the proof
// that iterations are independent (iterations.h) ask it; for the loads and stores alone, ir/tir/accesses.h. Tested by
// accesses_test.cc.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "ir/builder.h"

namespace assay {

// One place where an element is read or written.
struct Access {
  const Buffer* buffer = nullptr;
  std::vector<const Expr*> indices;
  bool writes = false;
  // What is around it: loops, blocks and whiles, outermost first.
  std::vector<const Stmt*> scopes;
};
struct BufferUse {
  std::vector<const Access*> accesses;
  // Used other than by loads and stores: by its pointer, as the source of a view, through another buffer.
  bool opaque = false;
};
// Uses point into `all`.
struct Accesses {
  Accesses() = default;
  Accesses(Accesses&&) = default;
  Accesses& operator=(Accesses&&) = default;

  // In the order of the text.
  std::deque<Access> all;
  std::unordered_map<const Buffer*, BufferUse> uses;
};
// Axes of blocks stand as the values that they are bound to.
Accesses AccessesIn(Context& ctx, const Stmt* s);
// Indices stand as they are written.
Accesses AccessesAsWritten(const Stmt* s);

}  // namespace assay
