// Values of runs: arrays come in by DLPack or the buffer protocol, and go out as views of the memory that assay wrote.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "python/bindings/bindings.h"
#include "python/native/api.h"

namespace nb = nanobind;
using assay::python::Datum;
using assay::python::DatumKind;

namespace {

constexpr const char* kKinds[] = {"null", "tensor", "shape", "scalar", "string", "dtype", "tuple", "other"};

Datum Scalar(const char* dtype, const void* bytes) {
  assay::python::Reply<Datum> made = assay::python::MakeTensor(dtype, {}, bytes);
  made.value->kind = DatumKind::kScalar;
  return *std::move(made.value);
}

// A number of Python's: what dtype it becomes is the parameter's to say.
Datum OfNumber(nb::object number) {
  if (PyBool_Check(number.ptr())) {
    bool value = nb::cast<bool>(number);
    return Scalar("bool", &value);
  }
  if (PyLong_Check(number.ptr())) {
    int64_t value = nb::cast<int64_t>(number);
    return Scalar("int64", &value);
  }
  double value = nb::cast<double>(number);
  return Scalar("float64", &value);
}

// `dtype` names what the elements are where the array's own dtype is but as wide: ml_dtypes are bytes to NumPy.
Datum OfArray(const nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>& array, const std::string& dtype) {
  std::string name = dtype;
  if (name.empty()) {
    auto found = assay::python::DTypeOfDLPack(array.dtype().code, array.dtype().bits);
    if (!found || array.dtype().lanes != 1) throw nb::type_error("invalid array: expected a dtype that a tensor has");
    name = *found;
  }
  size_t width = assay::python::ElementBytes(name);
  if (width == 0 || width != array.itemsize())
    throw nb::type_error(("invalid array: expected elements as wide as " + name + "'s").c_str());
  std::vector<int64_t> dims;
  for (size_t i = 0; i < array.ndim(); ++i) dims.push_back(static_cast<int64_t>(array.shape(i)));
  assay::python::Reply<Datum> made = assay::python::MakeTensor(name, std::move(dims), array.data());
  if (!made.value) throw nb::value_error(made.problems.front().message.c_str());
  return *std::move(made.value);
}

std::vector<size_t> ShapeOf(const Datum& datum) {
  std::vector<size_t> shape;
  for (int64_t extent : datum.dims) shape.push_back(static_cast<size_t>(extent));
  return shape;
}

// Keeps the memory for as long as an array looks at it.
nb::capsule OwnerOf(const Datum& datum) {
  auto* owner = new std::shared_ptr<void>(datum.owner);
  return nb::capsule(owner, [](void* p) noexcept { delete static_cast<std::shared_ptr<void>*>(p); });
}

// An object that knows DLPack; none for a dtype that DLPack cannot say.
std::optional<nb::ndarray<nb::array_api>> ArrayOf(const Datum& datum) {
  auto code = assay::python::DLPackOf(datum.dtype);
  if (datum.owner == nullptr || !code) return std::nullopt;
  std::vector<size_t> shape = ShapeOf(datum);
  nb::dlpack::dtype dtype{code->first, code->second, 1};
  return nb::ndarray<nb::array_api>(datum.data, shape.size(), shape.data(), OwnerOf(datum), nullptr, dtype,
                                    nb::device::cpu::value);
}

// The elements as unsigned integers of their width, one byte for those of less.
nb::ndarray<nb::numpy> BitsOf(const Datum& datum) {
  if (datum.owner == nullptr) throw nb::type_error("only tensors and scalars have elements");
  std::vector<size_t> shape = ShapeOf(datum);
  auto bits = static_cast<uint8_t>(assay::python::ElementBytes(datum.dtype) * 8);
  nb::dlpack::dtype dtype{static_cast<uint8_t>(nb::dlpack::dtype_code::UInt), bits, 1};
  return nb::ndarray<nb::numpy>(datum.data, shape.size(), shape.data(), OwnerOf(datum), nullptr, dtype,
                                nb::device::cpu::value);
}

}  // namespace

void BindValues(nb::module_& m) {
  nb::class_<Datum>(m, "Datum", "A value of a run.")
      .def_prop_ro(
          "kind", [](const Datum& d) { return kKinds[static_cast<size_t>(d.kind)]; },
          "null, tensor, shape, scalar, string, dtype, tuple or other")
      .def_ro("dtype", &Datum::dtype)
      .def_ro("dims", &Datum::dims)
      .def_ro("text", &Datum::text)
      .def_ro("fields", &Datum::fields)
      .def("array", &ArrayOf, "An object that speaks DLPack; None for a dtype that DLPack does not know.")
      .def("bits", &BitsOf, nb::sig("def bits(self) -> typing.Any"),
           "The elements as unsigned integers of their width.")
      .def_static("of_number", &OfNumber, nb::arg("number"))
      .def_static("of_array", &OfArray, nb::arg("array"), nb::arg("dtype") = "",
                  nb::sig("def of_array(array: object, dtype: str = '') -> Datum"))
      .def_static(
          "of_shape",
          [](std::vector<int64_t> dims) { return Datum{.kind = DatumKind::kShape, .dims = std::move(dims)}; },
          nb::arg("dims"))
      .def_static(
          "of_text", [](std::string text) { return Datum{.kind = DatumKind::kString, .text = std::move(text)}; },
          nb::arg("text"))
      .def_static(
          "of_dtype", [](std::string dtype) { return Datum{.kind = DatumKind::kDType, .dtype = std::move(dtype)}; },
          nb::arg("dtype"))
      .def_static(
          "of_tuple",
          [](std::vector<Datum> fields) { return Datum{.kind = DatumKind::kTuple, .fields = std::move(fields)}; },
          nb::arg("fields"))
      .def_static("of_null", [] { return Datum{}; });
}
