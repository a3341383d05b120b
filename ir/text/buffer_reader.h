// Buffers as they are declared (read_buffer.cc). Internal to ir/text.
#pragma once

#include "ir/text/reader_part.h"

namespace assay {

class BufferReader : public ReaderPart {
 public:
  BufferReader(ReadSite& site, ModuleAround& around, TypeReader& types, ScalarReader& scalars)
      : ReaderPart(site, around), types_(types), scalars_(scalars) {}

  // T.Buffer(shape, dtype, …) and what its data is, where the call says so.
  struct BufferCall {
    const Buffer* buffer = nullptr;
    const Expr* data = nullptr;
  };
  // Stands for a scalar variable: its bare name is a load of element 0.
  void NoteScalar(const Buffer* buffer) { scalar_buffers_.insert(buffer); }
  bool NamesScalar(const Buffer* buffer) const { return scalar_buffers_.contains(buffer); }
  // T.Buffer(shape, dtype, …) and its relatives; positional arguments start at `first`.
  std::optional<BufferCall> LowerBufferCall(const PyExpr* call, size_t first, std::string_view name,
                                            DType default_dtype, std::string_view default_scope);
  bool IsScalar(const Buffer& buffer) const;
  const Expr* LowerScalarView(const PyExpr* call, Buffer& buffer);
  const Buffer* FindBuffer(const PyExpr* e);

 private:
  bool LowerBufferExtras(const PyExpr* call, size_t first, Buffer& buffer, const Expr*& data);

  TypeReader& types_;
  ScalarReader& scalars_;
  std::unordered_set<const Buffer*> scalar_buffers_;
};

}  // namespace assay
