#include "oracles/core/sides.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/json_text.h"

namespace assay {
namespace {

constexpr size_t kMostElements = 64;
// Of each text; modules that are longer are no reduced ones.
constexpr size_t kMostText = 20'000;

struct Difference {
  SideElement element;
  // Relative; infinite where one of both is no finite number.
  double distance = 0;
};

bool Same(Scalar a, Scalar b) {
  if (!a.dtype.IsFloating()) return SameBits(a, b);
  double x = a.AsDouble(), y = b.AsDouble();
  return x == y || (std::isnan(x) && std::isnan(y));
}

Difference DifferenceAt(std::string where, Scalar expected, Scalar got) {
  Difference difference{{std::move(where), ToText(expected), ToText(got)}};
  double x = expected.AsDouble(), y = got.AsDouble();
  difference.distance = std::numeric_limits<double>::infinity();
  if (!std::isfinite(x) || !std::isfinite(y) || expected.dtype.IsBool()) return difference;
  difference.element.off = fmt::format("{:.3g}", y - x);
  difference.distance = std::fabs(y - x) / std::max({std::fabs(x), std::fabs(y), std::numeric_limits<double>::min()});
  return difference;
}

// "[0, 2]" of the i-th element in row-major order; "" of a scalar.
std::string IndexOf(int64_t i, std::span<const int64_t> shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t axis = shape.size(); axis-- > 0; i /= shape[axis]) index[axis] = i % shape[axis];
  return shape.empty() ? "" : fmt::format("[{}]", fmt::join(index, ", "));
}

class Collector {
 public:
  std::vector<Difference> all;

  // Tuples nest no deeper than types do, which readers and generators cap.
  // recursion: values nest no deeper than their types
  void Compare(const Value& expected, const Value& got, const std::string& where) {
    if (expected.state.index() != got.state.index()) return;
    if (const auto* tuple = expected.As<TupleValue>()) {
      const auto& fields = got.As<TupleValue>()->fields;
      for (size_t i = 0; i < std::min(fields.size(), tuple->fields.size()); ++i) {
        Compare(tuple->fields[i], fields[i], fmt::format("{}[{}]", where, i));
      }
    } else if (const auto* tensor = expected.As<TensorValue>()) {
      CompareTensors(tensor->tensor, got.As<TensorValue>()->tensor, where);
    } else if (const auto* prim = expected.As<PrimValue>()) {
      Scalar other = got.As<PrimValue>()->scalar;
      if (prim->scalar.dtype == other.dtype && !Same(prim->scalar, other))
        all.push_back(DifferenceAt(where, prim->scalar, other));
    }
  }

 private:
  void CompareTensors(const Tensor& expected, const Tensor& got, const std::string& where) {
    if (expected.dtype() != got.dtype() || expected.shape() != got.shape()) return;
    for (int64_t i = 0; i < expected.size(); ++i) {
      Scalar a = expected.At(i), b = got.At(i);
      if (!Same(a, b)) all.push_back(DifferenceAt(where + IndexOf(i, expected.shape()), a, b));
    }
  }
};

// Cut between lines, with a word about it.
std::string Bounded(const std::string& text) {
  if (text.size() <= kMostText) return text;
  size_t end = std::min(text.rfind('\n', kMostText), kMostText);
  return text.substr(0, end) + fmt::format("\n… and {} more bytes", text.size() - end);
}

}  // namespace

Sides ElementsThatDiffer(const Value& expected, const Value& got) {
  Collector found;
  found.Compare(expected, got, "result");
  Sides sides;
  sides.differing = found.all.size();
  std::vector<size_t> order(found.all.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](size_t a, size_t b) {
    return std::pair(-found.all[a].distance, a) < std::pair(-found.all[b].distance, b);
  });
  if (order.size() > kMostElements) order.resize(kMostElements);
  std::ranges::sort(order);
  for (size_t i : order) sides.elements.push_back(std::move(found.all[i].element));
  return sides;
}

std::string KindOfDifference(const Sides& sides) {
  double most = 0;
  bool integers = true;
  for (const SideElement& element : sides.elements) {
    if (element.off.empty()) {
      bool truth = element.expected == "True" || element.expected == "False";
      return truth ? "truth values" : "NaN or infinity on one side";
    }
    double want = std::strtod(element.expected.c_str(), nullptr), got = std::strtod(element.got.c_str(), nullptr);
    most = std::max(
        most, std::fabs(got - want) / std::max({std::fabs(want), std::fabs(got), std::numeric_limits<double>::min()}));
    integers &= element.expected.find_first_not_of("-0123456789") == std::string::npos &&
                element.got.find_first_not_of("-0123456789") == std::string::npos;
  }
  if (sides.elements.empty()) return "";
  if (integers) return "whole numbers";
  if (most >= 0.1) return "other numbers altogether";
  return fmt::format("a relative difference of up to 1e{}", static_cast<int>(std::ceil(std::log10(most))));
}

nlohmann::json SidesToJson(const Sides& sides) {
  nlohmann::json json{{"titles", {sides.expected_title, sides.got_title}}, {"where", sides.where}};
  if (sides.elements.empty()) {
    json["texts"] = {Bounded(sides.expected), Bounded(sides.got)};
    return json;
  }
  json["differing"] = sides.differing;
  json["elements"] = nlohmann::json::array();
  for (const SideElement& one : sides.elements) json["elements"].push_back({one.where, one.expected, one.got, one.off});
  return json;
}

Sides SidesFromJson(const nlohmann::json& json) {
  Sides sides;
  auto pair = [&](const char* key, std::string& first, std::string& second) {
    auto found = json.find(key);
    if (found == json.end() || !found->is_array() || found->size() != 2 || !(*found)[0].is_string() ||
        !(*found)[1].is_string())
      return;
    first = (*found)[0].get<std::string>();
    second = (*found)[1].get<std::string>();
  };
  if (!json.is_object()) return sides;
  pair("titles", sides.expected_title, sides.got_title);
  pair("texts", sides.expected, sides.got);
  sides.where = TextIn(json, "where");
  auto elements = json.find("elements");
  if (elements == json.end() || !elements->is_array()) return sides;
  for (const auto& one : *elements) {
    bool whole = one.is_array() && one.size() == 4 &&
                 std::ranges::all_of(one, [](const auto& part) { return part.is_string(); });
    if (whole) sides.elements.push_back({one[0], one[1], one[2], one[3]});
  }
  auto differing = json.find("differing");
  bool counted = differing != json.end() && differing->is_number_unsigned();
  sides.differing = counted ? differing->get<uint64_t>() : sides.elements.size();
  return sides;
}

}  // namespace assay
