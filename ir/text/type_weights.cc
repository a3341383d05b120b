#include "ir/text/type_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "ir/text/py_parser.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Of a type written out: a tuple of two tensors has three.
constexpr int64_t kMostParts = 100'000;
// Of all the sizes of one shape, written out. The simplifier walks them at each step.
constexpr int64_t kMostTerms = 10'000;

}  // namespace

void TypeWeights::Weight::Hold(const Weight& part, int64_t most) {
  depth = std::max(depth, std::min(part.depth, kMaxNesting) + 1);
  parts = std::min(parts + part.parts, most + 1);
}

// recursion: stops kMaxNesting levels down
TypeWeights::Weight TypeWeights::OfSize(const Expr* size, int levels) {
  if (auto known = sizes_.find(size); known != sizes_.end()) return known->second;
  if (levels == 0) return {.depth = kMaxNesting + 1, .parts = 1};
  Weight weight;
  ForEachChild(size, Types::kSkip, [&](const Node* child) {
    const Expr* part = AsExpr(child);
    if (part == nullptr) return;
    weight.Hold(OfSize(part, levels - 1), kMostTerms);
  });
  sizes_.emplace(size, weight);
  return weight;
}

TypeWeights::Weight TypeWeights::OfShape(const Type* type) {
  std::vector<const Expr*> sizes;
  const auto* tensor = As<TensorType>(type);
  if (const auto* dist = As<DTensorType>(type)) tensor = dist->tensor;
  if (tensor != nullptr && tensor->shape != nullptr) sizes.push_back(tensor->shape);
  if (const auto* shape = As<ShapeType>(type)) sizes.assign(shape->values.begin(), shape->values.end());
  Weight weight;
  for (const Expr* size : sizes) {
    Weight one = OfSize(size, kMaxNesting);
    weight.depth = std::max(weight.depth, one.depth);
    weight.parts = std::min(weight.parts + one.parts, kMostTerms + 1);
  }
  return weight;
}

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
    weight.Hold(Of(part, levels - 1), kMostParts);
  }
  known_.emplace(type, weight);
  return weight;
}

std::string TypeWeights::Beyond(const Type* type) {
  Weight shape = OfShape(type);
  if (shape.depth > kMaxNesting) return fmt::format("a size nests too deep: expected at most {} levels", kMaxNesting);
  if (shape.parts > kMostTerms) return fmt::format("a shape is too large: expected at most {} terms in it", kMostTerms);
  Weight weight = Of(type, kMaxNesting);
  if (weight.depth > kMaxNesting) return fmt::format("a type nests too deep: expected at most {} levels", kMaxNesting);
  if (weight.parts > kMostParts) return fmt::format("a type is too large: expected at most {} types in it", kMostParts);
  return {};
}

}  // namespace assay
