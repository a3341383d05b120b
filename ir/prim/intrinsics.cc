#include "ir/prim/intrinsics.h"

#include <cmath>
#include <unordered_map>
#include <vector>

#include "ir/support/check.h"
#include "ir/walk.h"

namespace assay {
namespace {

template <Scalar (*fn)(Scalar, Scalar)>
Scalar Two(const Scalar* args, DType) {
  return fn(args[0], args[1]);
}
template <Scalar (*fn)(Scalar)>
Scalar One(const Scalar* args, DType) {
  return fn(args[0]);
}
// A test of a float; integers are always finite numbers.
template <bool (*test)(double)>
Scalar Test(const Scalar* args, DType) {
  return Scalar::Bool(test(args[0].AsDouble()));
}
bool IsNaN(double x) { return std::isnan(x); }
bool IsInfinite(double x) { return std::isinf(x); }
bool IsFinite(double x) { return std::isfinite(x); }

Scalar First(const Scalar* args, DType) { return args[0]; }
Scalar Reinterpreted(const Scalar* args, DType result) { return scalar::Reinterpret(args[0], result); }
Scalar Highest(const Scalar*, DType result) { return scalar::Highest(result); }
Scalar Lowest(const Scalar*, DType result) { return scalar::Lowest(result); }
Scalar Infinity(const Scalar*, DType result) { return scalar::Infinity(result); }
// Two 32-bit halves of an unsigned 64-bit constant.
Scalar LargeUInt(const Scalar* args, DType result) {
  return Scalar::Int(result, static_cast<int64_t>(args[0].u | args[1].u << 32));
}
// Two roundings, in spite of the name.
Scalar FusedMultiplyAdd(const Scalar* args, DType) { return scalar::Add(scalar::Mul(args[0], args[1]), args[2]); }

constexpr IntrinsicSpec kRows[] = {
#define ASSAY_INTRINSIC(id_, machine_code, ...) \
  {.id = IntrinsicId::id_, .name = #id_, .op_name = "tirx." #id_ __VA_OPT__(, ) __VA_ARGS__},
#include "ir/prim/intrinsics.def"
};

std::string_view WithoutDialect(std::string_view op_name) {
  for (std::string_view dialect : {"tirx.", "tir."}) {
    if (op_name.starts_with(dialect)) return op_name.substr(dialect.size());
  }
  return {};
}

using Index = std::unordered_map<std::string_view, const IntrinsicSpec*>;
Index* IndexBy(std::string_view (*key)(const IntrinsicSpec&)) {
  auto* index = new Index;
  for (const IntrinsicSpec& row : AllIntrinsics()) index->emplace(key(row), &row);
  return index;
}
const IntrinsicSpec* Find(const Index& index, std::string_view name) {
  auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace

std::span<const IntrinsicSpec> AllIntrinsics() {
  static const auto* const rows = [] {
    auto* made = new std::vector<IntrinsicSpec>(std::begin(kRows), std::end(kRows));
    for (IntrinsicSpec& row : *made) {
      if (row.form == CallForm::kScalar && row.apply == nullptr) row.math = FindMathFunction(row.name);
    }
    return made;
  }();
  return *rows;
}

const IntrinsicSpec& IntrinsicRow(IntrinsicId id) { return AllIntrinsics()[static_cast<size_t>(id)]; }

const IntrinsicSpec* FindIntrinsic(std::string_view op_name) {
  static const Index* const index = IndexBy([](const IntrinsicSpec& row) { return row.name; });
  std::string_view name = WithoutDialect(op_name);
  return name.empty() ? nullptr : Find(*index, name);
}

const IntrinsicSpec* FindIntrinsicByScript(std::string_view script_name) {
  static const Index* const index = [] {
    Index* made = IndexBy([](const IntrinsicSpec& row) { return row.ScriptName(); });
    for (const IntrinsicSpec& row : AllIntrinsics()) {
      if (!row.node_name.empty()) made->emplace(row.node_name, &row);
    }
    return made;
  }();
  return Find(*index, script_name);
}

bool CallsLibrary(const Node* root) {
  bool found = false;
  WalkOnce(root, [&](const Node* node) {
    const IntrinsicSpec* row = IntrinsicOf(node);
    found |= row != nullptr && row->math != nullptr && !row->exact_when_narrow;
  });
  return found;
}

bool IsIntrinsicName(std::string_view op_name) { return !WithoutDialect(op_name).empty(); }

Scalar ApplyIntrinsic(const IntrinsicSpec& row, const Scalar* operands, DType result) {
  ASSAY_CHECK(row.form == CallForm::kScalar, row.name);
  if (row.apply != nullptr) return row.apply(operands, result);
  if (!operands[0].dtype.IsFloating()) return operands[0];
  return row.arity == 1 ? ApplyMath(*row.math, operands[0]) : ApplyMath(*row.math, operands[0], operands[1]);
}

}  // namespace assay
