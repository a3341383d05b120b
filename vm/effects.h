// What a run does beside giving a result: what it prints, asserts and hands to packed functions, in order. Engines note
// it where they call a packed function; who wants to compare listens. Tested by llvm/effects_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "vm/engine.h"

namespace assay {

struct Effect {
  // The packed function: "relax.run.print" for a print.
  std::string name;
  // As they were then, whatever is written into them afterwards.
  std::vector<Value> args;
};

// As long as it lives, what runs on this thread is noted in it, and in no log around it.
class EffectLog {
 public:
  EffectLog();
  ~EffectLog();
  EffectLog(const EffectLog&) = delete;
  EffectLog& operator=(const EffectLog&) = delete;

  std::vector<Effect> effects;

 private:
  EffectLog* outer_;
};
// For engines, before they call the function.
void NoteEffect(std::string_view name, std::span<const Value> args);

// A function of the host's, as an argument of a program: what a callback is.
class HostFunction : public EngineObject {
 public:
  using Body = std::function<Outcome(std::span<const Value>)>;
  explicit HostFunction(Body body) : EngineObject(ObjectKind::kHost), body_(std::move(body)) {}
  Outcome Call(std::span<const Value> args) const { return body_(args); }

 private:
  Body body_;
};
Value MakeHostFunction(HostFunction::Body body);
// Null for every other value.
const HostFunction* AsHostFunction(const Value& value);

// What the packed functions "get_item" and "set_item", by which LazyTransformParams fetches weights and hands outputs
// over, do on this thread as long as it lives; without one they trap.
class LazyItems {
 public:
  LazyItems(HostFunction::Body get, HostFunction::Body set);
  ~LazyItems();
  LazyItems(const LazyItems&) = delete;
  LazyItems& operator=(const LazyItems&) = delete;

  HostFunction::Body get, set;

 private:
  LazyItems* outer_;
};
Outcome GetLazyItem(std::span<const Value> args);
Outcome SetLazyItem(std::span<const Value> args);

}  // namespace assay
