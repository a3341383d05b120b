// How messages show what they are about: dimensions, types, attributes and arguments on one line, cut where they are
// long. The text layer lies above this one; its printer writes whole modules. Tested by rejected_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "ir/attr.h"
#include "ir/ops/op_spec.h"
#include "ir/relax/node.h"
#include "ir/type.h"

namespace assay {

// "n + 1"
std::string DimText(const Expr* dim);
// "(2, n)"
std::string DimsText(std::span<const Expr* const> dims);
// "Tensor((2, 3), float32)", "Shape([2, n])", "int64", "Tuple(Tensor((2,), int32), Object)"; "no type" for null.
std::string TypeText(const Type* type);
// "a list of integers"
std::string_view AttrKindText(AttrKind kind);
// "; did you mean 'float32'?" for a misspelt dtype, with what stands before it ("T."); empty when none is near.
std::string DTypeHint(std::string_view written, std::string_view before = {});
// "[1, 1]", "\"NCHW\"", "None"
std::string AttrText(const Attr* attr);

// What is found where a precondition does not hold. Each says its name and its value.
namespace fact {
// The i-th argument: "x: Tensor((2, 3), int32)", or "step=0" where it is a literal.
struct Arg {
  size_t index = 0;
};
// A field of a tuple argument: "tensors[1]: Tensor((2,), int32)".
struct Field {
  size_t index = 0;
  size_t field = 0;
};
// One extent of an argument: "x has 3 (axis 1)". A negative axis counts from the last; an axis that there is not, or
// whose extent is not known, shows the argument's whole type.
struct Extent {
  size_t index = 0;
  int64_t axis = 0;
};
// An attribute: "axis=5".
struct Attr {
  std::string_view name;
};
// A value that is computed from those: "rank=3".
struct Value {
  std::string_view name;
  int64_t value = 0;
};
// The same of a dimension and of a dtype.
struct NamedDim {
  NamedDim(std::string name_of, const Expr* dim) : name(std::move(name_of)), value(dim) {}
  std::string name;
  const Expr* value;
};
struct NamedDType {
  NamedDType(std::string name_of, DType dtype) : name(std::move(name_of)), value(dtype) {}
  std::string name;
  DType value;
};
// The types that a call states: "out_ty: Tensor((2,), float32)", "out_ty: nothing".
struct OutTypes {};
}  // namespace fact

std::string FactText(const Call& call, const fact::Arg& found);
std::string FactText(const Call& call, const fact::Field& found);
std::string FactText(const Call& call, const fact::Extent& found);
std::string FactText(const Call& call, const fact::Attr& found);
std::string FactText(const Call& call, const fact::Value& found);
std::string FactText(const Call& call, const fact::NamedDim& found);
std::string FactText(const Call& call, const fact::NamedDType& found);
std::string FactText(const Call& call, const fact::OutTypes& found);

// How messages call the i-th argument: by the variable that is passed, with the operand's name where that says what it
// is for
// ("lv2 (gamma)"), else by the operand's name.
std::string ArgName(const Call& call, size_t index);

}  // namespace assay
