// What each part of the writer writes with. Parts know each other only as far as one construct holds the other's.
// Internal to ir/text.
#pragma once

#include <string>

#include "ir/text/print_form.h"
#include "ir/text/print_head.h"
#include "ir/text/print_scope.h"

namespace assay {

class AttrPrinter;
class BufferPrinter;
class CallPrinter;
class ExprPrinter;
class TypePrinter;

class PrinterPart {
 public:
  PrinterPart(const PrinterPart&) = delete;
  PrinterPart& operator=(const PrinterPart&) = delete;

 protected:
  using Out = std::string&;
  PrinterPart(const PrintForm& form, PrintScope& scope, PrintHead& head) : form_(form), scope_(scope), head_(head) {}
  ~PrinterPart() = default;

  const PrintForm& form_;
  PrintScope& scope_;
  PrintHead& head_;
};

}  // namespace assay
