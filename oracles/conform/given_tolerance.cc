#include "oracles/conform/given_tolerance.h"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/plural.h"
#include "oracles/core/tolerance.h"

namespace assay {
namespace {

Diag Wrong(std::string why) { return {DiagKind::kCorrupt, {}, std::move(why), "", {}}; }

// As integers, which a double does not tell apart from 2^53 on.
bool WithinAsIntegers(const GivenTolerance& tolerance, Scalar got, Scalar want) {
  if (SameBits(got, want)) return true;
  bool is_signed = want.dtype.code == DTypeCode::kInt;
  auto a = static_cast<uint64_t>(got.AsInt()), b = static_cast<uint64_t>(want.AsInt());
  bool above = is_signed ? got.AsInt() > want.AsInt() : a > b;
  auto off = static_cast<double>(above ? a - b : b - a);
  return off <= tolerance.atol + tolerance.rtol * std::fabs(want.AsDouble());
}

bool Within(const GivenTolerance& tolerance, double got, double want) {
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) && std::isnan(want);
  if (std::isinf(got) || std::isinf(want)) return got == want;
  return std::fabs(got - want) <= tolerance.atol + tolerance.rtol * std::fabs(want);
}

bool Within(const GivenTolerance& tolerance, Scalar got, Scalar want) {
  return want.dtype.IsFloating() ? Within(tolerance, got.AsDouble(), want.AsDouble())
                                 : WithinAsIntegers(tolerance, got, want);
}

std::vector<int64_t> IndexOf(const std::vector<int64_t>& shape, int64_t flat) {
  std::vector<int64_t> index(shape.size());
  for (size_t axis = shape.size(); axis-- > 0; flat /= shape[axis]) index[axis] = flat % shape[axis];
  return index;
}

std::string ShapeText(const Tensor& tensor) {
  return fmt::format("{}[{}]", DTypeName(tensor.dtype()), fmt::join(tensor.shape(), ", "));
}

std::optional<std::string> TensorDifference(const GivenTolerance& tolerance, const Tensor& got, const Tensor& want,
                                            const std::string& where) {
  if (got.dtype() != want.dtype() || got.shape() != want.shape()) {
    return fmt::format("{}: got {}, want {}", where, ShapeText(got), ShapeText(want));
  }
  int64_t first = -1, count = 0, worst = 0;
  double greatest = -1;
  for (int64_t i = 0; i < got.size(); ++i) {
    double a = got.At(i).AsDouble(), b = want.At(i).AsDouble();
    if (Within(tolerance, got.At(i), want.At(i))) continue;
    ++count;
    if (first < 0) first = i;
    double off = std::isfinite(a - b) ? std::fabs(a - b) : HUGE_VAL;
    if (off > greatest) greatest = off, worst = i;
  }
  if (count == 0) return std::nullopt;
  auto element = [&](int64_t i) {
    std::vector<int64_t> shape(got.shape().begin(), got.shape().end());
    return fmt::format("[{}]: got {}, want {}", fmt::join(IndexOf(shape, i), ", "), ToText(got.At(i)),
                       ToText(want.At(i)));
  };
  return fmt::format("{}: {} of {} elements differ by more than rtol {} and atol {}; first at {}; farthest at {}",
                     where, count, got.size(), tolerance.rtol, tolerance.atol, element(first), element(worst));
}

// Values nest no deeper than the types that the reader caps.
// recursion: values nest no deeper than their types
std::optional<std::string> ValueDifference(const GivenTolerance& tolerance, const Value& got, const Value& want,
                                           const std::string& where) {
  if (got.state.index() != want.state.index())
    return fmt::format("{}: got another kind of value than was recorded", where);
  if (const auto* tensor = got.As<TensorValue>())
    return TensorDifference(tolerance, tensor->tensor, want.As<TensorValue>()->tensor, where);
  if (const auto* prim = got.As<PrimValue>()) {
    Scalar a = prim->scalar, b = want.As<PrimValue>()->scalar;
    if (Within(tolerance, a, b)) return std::nullopt;
    return fmt::format("{}: got {}, want {}", where, ToText(a), ToText(b));
  }
  if (const auto* tuple = got.As<TupleValue>()) {
    const auto& fields = want.As<TupleValue>()->fields;
    if (tuple->fields.size() != fields.size())
      return fmt::format("{}: got {}, want {}", where, Counted(tuple->fields.size(), "field"), fields.size());
    for (size_t i = 0; i < fields.size(); ++i) {
      if (auto found = ValueDifference(tolerance, tuple->fields[i], fields[i], fmt::format("{}[{}]", where, i)))
        return found;
    }
    return std::nullopt;
  }
  return CompareBits(got, want) ? std::optional(fmt::format("{}: got another value than was recorded", where))
                                : std::nullopt;
}

}  // namespace

Result<std::optional<GivenTolerance>> ToleranceOf(const nlohmann::json& recorded) {
  auto stated = recorded.find("tolerance");
  if (stated == recorded.end()) return std::optional<GivenTolerance>();
  GivenTolerance tolerance;
  if (!stated->is_object())
    return Wrong(
        fmt::format("invalid \"tolerance\": expected an object like {{\"rtol\": 1e-3, \"atol\": 1e-5}}, got {}",
                    stated->dump().substr(0, 40)));
  for (const auto& [key, value] : stated->items()) {
    bool known = key == "rtol" || key == "atol";
    if (!known || !value.is_number() || value.get<double>() < 0) {
      return Wrong(
          fmt::format("invalid \"tolerance\": expected \"rtol\" and \"atol\", numbers from 0 on, got \"{}\": {}", key,
                      value.dump()));
    }
    (key == "rtol" ? tolerance.rtol : tolerance.atol) = value.get<double>();
  }
  return std::optional(tolerance);
}

std::optional<std::string> DifferenceWithin(const GivenTolerance& tolerance, const Value& got, const Value& want) {
  return ValueDifference(tolerance, got, want, "result");
}

}  // namespace assay
