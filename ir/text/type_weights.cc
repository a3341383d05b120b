#include "ir/text/type_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "ir/text/py_parser.h"

namespace assay {
namespace {

// Of a type written out: a tuple of two tensors has three.
constexpr int64_t kMostParts = 100'000;

}  // namespace

// recursion: stops kMaxNesting levels down
TypeWeights::Weight TypeWeights::Of(const Type* type, int levels) {
  const auto* tuple = As<TupleType>(type);
  const auto* func = As<FuncType>(type);
  if (tuple == nullptr && func == nullptr) return {};
  if (auto known = known_.find(type); known != known_.end()) return known->second;
  if (levels == 0) return {.depth = kMaxNesting + 1, .parts = 1};
  std::vector<const Type*> inner;
  if (tuple != nullptr) inner.assign(tuple->fields.begin(), tuple->fields.end());
  if (func != nullptr) {
    inner.assign(func->params.begin(), func->params.end());
    inner.push_back(func->result);
  }
  Weight weight;
  for (const Type* part : inner) {
    if (part == nullptr) continue;
    Weight one = Of(part, levels - 1);
    weight.depth = std::max(weight.depth, std::min(one.depth, kMaxNesting) + 1);
    weight.parts = std::min(weight.parts + one.parts, kMostParts + 1);
  }
  known_.emplace(type, weight);
  return weight;
}

std::string TypeWeights::Beyond(const Type* type) {
  Weight weight = Of(type, kMaxNesting);
  if (weight.depth > kMaxNesting) return fmt::format("a type nests too deep: expected at most {} levels", kMaxNesting);
  if (weight.parts > kMostParts) return fmt::format("a type is too large: expected at most {} types in it", kMostParts);
  return {};
}

}  // namespace assay
