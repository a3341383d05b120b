// PrimFuncs, statements and blocks (print_tir.cc, print_tir_block.cc). Internal to ir/text.
#pragma once

#include <optional>
#include <unordered_set>

#include "ir/text/printer_part.h"

namespace assay {

// Whether the signature says what it gives.
bool Returns(const PrimFunc& func);

class KernelPrinter : public PrinterPart {
 public:
  KernelPrinter(const PrintForm& form, PrintScope& scope, PrintHead& head, TypePrinter& types, AttrPrinter& attrs,
                ExprPrinter& exprs, BufferPrinter& buffers)
      : PrinterPart(form, scope, head), types_(types), attrs_(attrs), exprs_(exprs), buffers_(buffers) {}

  void PrimFunction(const PrimFunc& func, std::string_view name, bool top_level);

 private:
  // What stands above the signature.
  void Decorator(const PrimFunc& func, std::string_view name, bool is_private);
  const SBlock* ImplicitRoot(const PrimFunc& func) const;
  void Body(const Stmt* stmt, bool concise_at_end = true);
  void Statement(const Stmt* stmt, bool last);
  void BindLine(const Bind& bind);
  void DeclareLine(const DeclBuffer& declare);
  // break or continue.
  void JumpLine(std::string_view word);
  void StoreLine(const BufferStore& store);
  void AllocLine(const AllocBuffer& alloc);
  // `x: T.int32 = value` for an allocation and the store that follows it; the number of statements written, or 0.
  size_t ScalarVariable(const Stmt* stmt, const Stmt* next);
  bool IsElement0Alone(const Buffer* buffer);
  void ForLines(const For& loop);
  void LoopKind(Out out, const For& loop);
  void LoopNotes(Out out, const AttrDict& notes);
  // `frame` is what a program enters in place of the header.
  void Nested(std::string_view header, std::string_view frame, const Node* node, const Stmt* body);
  void IfThenElseLines(const IfThenElse& branch);
  void AttrLines(const AttrStmt& attr, bool concise);
  bool LaunchThread(const AttrStmt& attr, Out header, Out variable);
  void AssertLine(const AssertStmt& stmt);
  void BlockLines(const SBlockRealize& realize);
  void BlockIterVars(const SBlockRealize& realize);
  bool IsRemapped(const SBlockRealize& realize, size_t i) const;
  void IterVarLine(const SBlockRealize& realize, size_t i);
  void RemapLine(const SBlockRealize& realize, size_t begin, size_t end);
  void BlockHead(const SBlock& block);
  void AllocLines(Nodes<Buffer> buffers);

  TypePrinter& types_;
  AttrPrinter& attrs_;
  ExprPrinter& exprs_;
  BufferPrinter& buffers_;
  // Buffers of the function with accesses that say another element than the first, once somebody asks.
  std::optional<std::unordered_set<const Buffer*>> indexed_;
};

}  // namespace assay
