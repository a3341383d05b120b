// Gives expressions values that follow from those of their operands, with an own stack, so that depth is bounded by
// memory. Tested through bounds_test.cc and no_wrap_test.cc.
#pragma once

#include <vector>

#include "ir/prim/node.h"

namespace assay {

// `done` maps expressions to values. `takes(e)` says whether an expression has one, `each_operand(e, push)` pushes its
// operands, and `value(e)` gives its own once all of those that have one are in `done`.
template <class Done, class Takes, class EachOperand, class Value>
void FillFromOperands(const Expr* root, Done& done, Takes&& takes, EachOperand&& each_operand, Value&& value) {
  struct Frame {
    const Expr* e;
    bool expanded;
  };
  std::vector<Frame> stack{{root, false}};
  while (!stack.empty()) {
    auto [e, expanded] = stack.back();
    if (done.contains(e) || !takes(e)) {
      stack.pop_back();
    } else if (expanded) {
      stack.pop_back();
      done.emplace(e, value(e));
    } else {
      stack.back().expanded = true;
      each_operand(e, [&](const Expr* operand) { stack.push_back({operand, false}); });
    }
  }
}

}  // namespace assay
