// Distributed Relax: device meshes and the types of tensors on them. Tested by dist_test.cc.
#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/text/attr_printer.h"
#include "ir/text/expr_printer.h"
#include "ir/text/print_literal.h"
#include "ir/text/type_printer.h"

namespace assay {

void TypePrinter::DTensorTypeText(Out out, const DTensorType& type) {
  head_.RelaxName(out, "DTensor(");
  const TensorType& tensor = *type.tensor;
  // What follows a missing part goes by name.
  bool named = false;
  bool first = true;
  auto part = [&](std::string_view name) {
    if (!first) out += ", ";
    first = false;
    if (!named) return;
    out += name;
    out += '=';
  };
  if (tensor.shape != nullptr) {
    part("shape");
    TensorShapeText(out, tensor.shape);
  }
  named = tensor.shape == nullptr;
  if (!tensor.dtype.IsVoid()) {
    part("dtype");
    literal::Quoted(out, DTypeName(tensor.dtype));
  }
  named |= tensor.dtype.IsVoid();
  part("device_mesh");
  attrs_.DeviceMeshReference(out, *type.mesh);
  part("placement");
  literal::Quoted(out, type.placement.text());
  named = true;
  if (tensor.shape == nullptr && tensor.rank != kUnknownRank) {
    part("ndim");
    literal::Int(out, tensor.rank);
  }
  out += ')';
}

void AttrPrinter::DeviceMeshText(Out out, const DeviceMesh& mesh) {
  head_.RelaxName(out,
                  fmt::format("device_mesh(({}{}), ", fmt::join(mesh.shape, ", "), mesh.shape.size() == 1 ? "," : ""));
  if (!mesh.is_range) {
    out += fmt::format("[{}])", fmt::join(mesh.device_ids, ", "));
    return;
  }
  int64_t begin = mesh.device_ids.empty() ? 0 : mesh.device_ids[0];
  std::string range = fmt::format("Range({}, {}))", begin, begin + static_cast<int64_t>(mesh.device_ids.size()));
  if (scope_.module() != nullptr) {
    head_.IrName(out, range);
  } else {
    head_.RelaxName(out, range);
  }
}

// "mesh[0]" inside a module that lists it; elsewhere the mesh itself.
void AttrPrinter::DeviceMeshReference(Out out, const DeviceMesh& mesh) {
  std::string same, equal;
  for (const GlobalInfoList& list :
       scope_.module() == nullptr ? std::span<const GlobalInfoList>() : scope_.module()->global_infos) {
    for (size_t i = 0; i < list.infos.size(); ++i) {
      if (list.infos[i] == &mesh && same.empty()) same = fmt::format("{}[{}]", list.key.text(), i);
      if (equal.empty() && Equal(list.infos[i], &mesh)) equal = fmt::format("{}[{}]", list.key.text(), i);
    }
  }
  if (equal.empty()) return DeviceMeshText(out, mesh);
  literal::Quoted(out, same.empty() ? equal : same);
}

}  // namespace assay
