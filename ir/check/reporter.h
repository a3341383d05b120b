// What the two checkers share: reporting a violation under its rule, with a cap.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ir/check/well_formed.h"
#include "ir/support/pointer_map.h"

namespace assay {

class RuleReporter {
 public:
  explicit RuleReporter(DiagSink& sink) : sink_(sink) {}

  // Said once, however often what is wrong is met: the type of a variable stands at each of its uses.
  void Violated(Rule rule, SourceSpan span, std::string message) {
    auto label = AllRules()[static_cast<size_t>(rule)].label;
    Report({DiagKind::kIllFormed, span, std::move(message), std::string(label), {}});
  }
  // What inference refuses: its reason, under the rule of the operator that is broken.
  void Refused(SourceSpan span, Diag why) {
    why.span = span;
    Report(std::move(why));
  }
  bool HasReports() const { return !sink_.ok(); }

 private:
  static constexpr size_t kMaxReports = 100;

  void Report(Diag diag) {
    if (sink_.diags().size() >= kMaxReports) return;
    auto says_this = [&](const Diag& said) {
      bool here = said.span.file == diag.span.file && said.span.begin == diag.span.begin;
      return here && said.rule == diag.rule && said.message == diag.message;
    };
    if (std::ranges::any_of(sink_.diags(), says_this)) return;
    sink_.Report(std::move(diag));
  }

  DiagSink& sink_;
};

// Variables (or buffers) in scope, with scopes that are undone in order.
template <class T>
class ScopedSet {
 public:
  bool Contains(const T* item) const {
    const State* state = items_.Find(item);
    return state != nullptr && state->in && !state->hidden;
  }
  // False when it was there already.
  bool Insert(const T* item) {
    State& state = *items_.Insert(item, {}).first;
    if (std::exchange(state.in, true)) return false;
    log_.push_back(item);
    return true;
  }
  // Out of scope for good, but still defined: it may not be defined again.
  void Hide(const T* item) { items_.Insert(item, {}).first->hidden = true; }
  size_t Mark() const { return log_.size(); }
  void Undo(size_t mark) {
    while (log_.size() > mark) {
      items_.Insert(log_.back(), {}).first->in = false;
      log_.pop_back();
    }
  }

 private:
  struct State {
    bool in = false;
    bool hidden = false;
  };
  PointerMap<T, State> items_;
  std::vector<const T*> log_;
};

void CheckRelaxFunctions(Context& ctx, const Module& module, RuleReporter& reporter);
// Whether that depends on the function alone: it names no other one of the module.
bool CheckPrimFunc(const Module& module, const ModuleEntry& entry, RuleReporter& reporter);

}  // namespace assay
