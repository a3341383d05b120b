#include "oracles/core/unwritten.h"

#include <algorithm>
#include <cstring>

#include "vm/poison.h"

namespace assay {
namespace {

template <class T>
std::vector<T*> AllOf(std::span<Value* const> runs) {
  std::vector<T*> all;
  for (Value* run : runs) {
    if (auto* one = std::get_if<T>(&run->state)) all.push_back(one);
  }
  if (all.size() != runs.size()) all.clear();
  return all;
}

void ZeroElements(std::span<TensorValue* const> runs, size_t known) {
  const Tensor& first = runs[0]->tensor;
  auto alike = [&](const TensorValue* run) {
    return run->tensor.dtype() == first.dtype() && run->tensor.shape() == first.shape();
  };
  if (!std::ranges::all_of(runs, alike) || first.byte_count() == 0 || first.byte_count() % first.size() != 0) return;
  size_t width = static_cast<size_t>(first.byte_count() / first.size());
  auto unwritten_at = [&](const TensorValue* run, size_t at) {
    std::span<const std::byte> element(run->tensor.data() + at, width);
    return std::ranges::all_of(element, [](std::byte byte) { return byte == std::byte{kBytecodePoison}; });
  };
  std::vector<size_t> unwritten;
  for (size_t at = 0; at < static_cast<size_t>(first.byte_count()); at += width) {
    bool nobodys =
        std::ranges::all_of(runs.first(known), [&](const TensorValue* run) { return unwritten_at(run, at); });
    if (nobodys) unwritten.push_back(at);
  }
  if (unwritten.empty()) return;
  for (TensorValue* run : runs) {
    run->tensor = Tensor::Copy(run->tensor);
    for (size_t at : unwritten) std::memset(run->tensor.data() + at, 0, width);
  }
}

}  // namespace

// recursion: over the fields of values that a run hands over, as deep as their types are
void ZeroWhereUnwritten(std::span<Value* const> runs, size_t known) {
  if (known == 0) return;
  std::vector<TensorValue*> tensors = AllOf<TensorValue>(runs);
  if (!tensors.empty()) return ZeroElements(tensors, known);
  std::vector<TupleValue*> tuples = AllOf<TupleValue>(runs);
  for (const TupleValue* tuple : tuples) {
    if (tuple->fields.size() != tuples[0]->fields.size()) return;
  }
  for (size_t i = 0; !tuples.empty() && i < tuples[0]->fields.size(); ++i) {
    std::vector<Value*> fields;
    for (TupleValue* tuple : tuples) fields.push_back(&tuple->fields[i]);
    ZeroWhereUnwritten(fields, known);
  }
}

}  // namespace assay
