// Attribute values, and what they hold: vdevices, meshes of devices, index maps (print_attr.cc, print_dist.cc).
// Internal to ir/text.
#pragma once

#include "ir/text/printer_part.h"

namespace assay {

class AttrPrinter : public PrinterPart {
 public:
  AttrPrinter(const PrintForm& form, PrintScope& scope, PrintHead& head, TypePrinter& types, ExprPrinter& exprs,
              BufferPrinter& buffers)
      : PrinterPart(form, scope, head), types_(types), exprs_(exprs), buffers_(buffers) {}

  void Attribute(Out out, const Attr* attr);
  // Of an operator's row, which says that it is a dtype.
  void OperatorAttribute(Out out, const Attr* attr);
  void Dictionary(Out out, const AttrDict* dict);
  void AnyNode(Out out, const Node* node);
  // "llvm:0:global".
  void VDeviceReference(Out out, const VDevice& vdevice);
  void DeviceMeshReference(Out out, const DeviceMesh& mesh);

 private:
  void VDeviceInfo(Out out, const VDevice& vdevice);
  void DeviceMeshText(Out out, const DeviceMesh& mesh);
  void IndexMapLambda(Out out, const IndexMap& map);
  void IndexMapValue(Out out, const IndexMap& map);
  void Reducer(Out out, const CommReducer& reducer);

  TypePrinter& types_;
  ExprPrinter& exprs_;
  BufferPrinter& buffers_;
};

}  // namespace assay
