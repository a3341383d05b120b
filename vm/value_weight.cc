#include "vm/value_weight.h"

namespace assay {

// recursion: values nest no deeper than kMaxValueDepth, since each is weighed when it is made
ValueWeight WeightOf(const Value& value) {
  if (const auto* shape = value.As<ShapeValue>()) return {1 + static_cast<int64_t>(shape->dims.size()) / 4, 1};
  if (const auto* text = value.As<StringValue>()) return {1 + static_cast<int64_t>(text->text.size()) / 32, 1};
  if (const auto* object = value.As<ObjectValue>()) {
    ObjectKind kind = object->object->kind;
    bool closure = kind == ObjectKind::kVmClosure || kind == ObjectKind::kClosure;
    return {1, closure ? static_cast<const ClosureObject&>(*object->object).depth : 1};
  }
  const auto* tuple = value.As<TupleValue>();
  if (tuple == nullptr) return {};
  ValueWeight whole;
  for (const Value& field : tuple->fields) {
    ValueWeight part = WeightOf(field);
    whole.values += part.values;
    whole.depth = std::max(whole.depth, 1 + part.depth);
  }
  return whole;
}

Outcome Weighed(Outcome outcome, Meter& meter, SourceSpan span) {
  const auto* value = std::get_if<Value>(&outcome);
  if (value == nullptr) return outcome;
  ValueWeight weight = WeightOf(*value);
  if (weight.depth > kMaxValueDepth) return MakeTrap(TrapKind::kTooDeep, "a value nests too deep", span);
  // A small one costs no more than the step that made it.
  if (weight.values > 64 && !meter.Allocate(weight.values * int64_t{sizeof(Value)})) return meter.Spent();
  return outcome;
}

}  // namespace assay
