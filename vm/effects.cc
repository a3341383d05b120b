#include "vm/effects.h"

namespace assay {
namespace {

thread_local EffectLog* innermost_log = nullptr;
thread_local LazyItems* innermost_items = nullptr;

}  // namespace

EffectLog::EffectLog() : outer_(innermost_log) { innermost_log = this; }
EffectLog::~EffectLog() { innermost_log = outer_; }

void NoteEffect(std::string_view name, std::span<const Value> args) {
  if (innermost_log == nullptr) return;
  innermost_log->effects.push_back({std::string(name), OwnedCopies(args)});
}

Value MakeHostFunction(HostFunction::Body body) {
  return Value{ObjectValue{std::make_shared<HostFunction>(std::move(body))}};
}

const HostFunction* AsHostFunction(const Value& value) {
  const auto* object = value.As<ObjectValue>();
  bool host = object != nullptr && object->object->kind == ObjectKind::kHost;
  return host ? static_cast<const HostFunction*>(object->object.get()) : nullptr;
}

LazyItems::LazyItems(HostFunction::Body get_item, HostFunction::Body set_item)
    : get(std::move(get_item)), set(std::move(set_item)), outer_(innermost_items) {
  innermost_items = this;
}
LazyItems::~LazyItems() { innermost_items = outer_; }

Outcome GetLazyItem(std::span<const Value> args) {
  return innermost_items == nullptr ? MakeTrap(TrapKind::kNotCallable, "nobody gives items")
                                    : innermost_items->get(args);
}
Outcome SetLazyItem(std::span<const Value> args) {
  return innermost_items == nullptr ? MakeTrap(TrapKind::kNotCallable, "nobody takes items")
                                    : innermost_items->set(args);
}

}  // namespace assay
