// ValueWeight: what a value costs to copy, and how deep it nests. Types bound neither where a program says R.Object: it
// may double a tuple at each step, or nest one, or a closure, deeper than a destructor can go. Engines weigh what a
// program makes. Tested by value_weight_test.cc.
#pragma once

#include <algorithm>
#include <span>

#include "vm/engine.h"

namespace assay {

// Tuples and closures in each other, at most.
inline constexpr int kMaxValueDepth = 200;

// A function as a value, with what it holds.
struct ClosureObject : EngineObject {
  using EngineObject::EngineObject;
  // Values in each other; 1 where it holds nothing.
  int depth = 1;
};

struct ValueWeight {
  // In Values.
  int64_t values = 1;
  int depth = 1;
};
ValueWeight WeightOf(const Value& value);

// The value of the outcome, or the trap kTooDeep where it nests too deep, or what the meter says where it has no memory
// for it.
Outcome Weighed(Outcome outcome, Meter& meter, SourceSpan span);

}  // namespace assay
