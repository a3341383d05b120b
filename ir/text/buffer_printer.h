// Buffers: parameters, declarations, uses, indices and regions (print_buffer.cc). Internal to ir/text.
#pragma once

#include "ir/text/printer_part.h"

namespace assay {

class BufferPrinter : public PrinterPart {
 public:
  BufferPrinter(const PrintForm& form, PrintScope& scope, PrintHead& head, TypePrinter& types, ExprPrinter& exprs)
      : PrinterPart(form, scope, head), types_(types), exprs_(exprs) {}

  // Scalar parameters are named first, but quoted in shapes that stand before them.
  void NameScalars(const PrimFunc& func);
  // In a program each has a line of its own.
  void PrimParam(std::string& line, const PrimFunc& func, size_t i);
  void LeaveKernel() { matched_.clear(); }

  // A buffer that stands for a scalar variable: its bare name is element 0.
  void NoteScalar(const Buffer* buffer) { scalars_.insert(buffer); }
  bool IsScalar(const Buffer* buffer) const { return scalars_.contains(buffer); }

  void BufferUse(Out out, const Buffer* buffer);
  void Indices(Out out, Nodes<assay::Expr> indices);
  void Region(Out out, const BufferRegion& region);
  // The text of T.<method>(shape, dtype, …) for a buffer; defines what it introduces in `frame`.
  std::string BufferDeclaration(const Buffer& buffer, std::string_view method, PrintFrame& frame, bool own_data,
                                bool parameter, const assay::Expr* data = nullptr, bool declares_strides = false);
  // A.view(…) for a declaration that changes only the shape or the dtype of another buffer; empty for all others.
  std::string ViewOf(const DeclBuffer& declare);

 private:
  // A variable that the strides alone define and that T.Buffer, which names it by a string, would make an int32.
  bool HasWideStride(const Buffer& buffer) const;
  void RegionCall(Out out, const BufferRegion& region);
  bool UsesMatched(const Buffer& buffer) const;
  std::string BufferShape(const Buffer& buffer, bool parameter, std::vector<const Var*>& fresh);
  // With `fresh`, new variables of strides are named bare and collected there.
  void BufferExtras(Out out, const Buffer& buffer, PrintFrame& frame, bool own_data, const assay::Expr* data,
                    std::vector<const Var*>* fresh);
  std::string Param(const std::string& name, const std::string& type) const;
  const Buffer* BufferBehind(const assay::Expr* data) const;

  TypePrinter& types_;
  ExprPrinter& exprs_;
  // Scalar parameters of the signature that is being written, until their place comes.
  std::unordered_set<const Var*> unbound_;
  // Variables that T.match_buffer declares in the body, where the signature cannot name them.
  std::unordered_set<const Var*> matched_;
  std::unordered_set<const Buffer*> scalars_;
};

}  // namespace assay
