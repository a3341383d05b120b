#include "ir/text/print_literal.h"

#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "ir/tensor/scalar.h"

namespace assay::literal {

void Quoted(std::string& out, std::string_view text) {
  out += '"';
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (byte < 0x20 || byte >= 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  out += '"';
}

void Int(std::string& out, int64_t value) { fmt::format_to(std::back_inserter(out), "{}", value); }

// TVM prints whole numbers with one decimal, others with %.17g; inf and nan in quotes.
void Float(std::string& out, double value) {
  if (std::isnan(value)) {
    out += std::signbit(value) ? "\"-nan\"" : "\"nan\"";
  } else if (std::isinf(value)) {
    out += value < 0 ? "\"-inf\"" : "\"inf\"";
  } else if (std::nearbyint(value) == value) {
    fmt::format_to(std::back_inserter(out), "{:.1f}", value);
  } else {
    fmt::format_to(std::back_inserter(out), "{:.17g}", value);
  }
}

// recursion: as deep as the tensor has axes
void ConstantElements(std::string& out, const TensorView& value, size_t axis, int64_t& at) {
  if (axis == value.shape.size()) {
    Scalar scalar = LoadScalar(value.dtype, value.data + at++ * value.dtype.ElementBytes());
    if (value.dtype.IsFloating())
      Float(out, scalar.f);
    else if (value.dtype.IsBool())
      out += scalar.u != 0 ? "True" : "False";
    else if (value.dtype.IsUInt())
      out += std::to_string(scalar.u);
    else
      Int(out, scalar.i);
    return;
  }
  out += '[';
  for (int64_t i = 0; i < value.shape[axis]; ++i) {
    if (i != 0) out += ", ";
    ConstantElements(out, value, axis + 1, at);
  }
  out += ']';
}

}  // namespace assay::literal
