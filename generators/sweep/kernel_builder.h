// What swept kernels are made with: buffers of one dimension, a loop nest over their elements, and the call of the
// finished function. Tested by kernel_unit_test.cc.
#pragma once

#include <vector>

#include "generators/sweep/sweep_unit.h"
#include "ir/builder.h"

namespace assay {

class KernelBuilder {
 public:
  KernelBuilder(Context& context, const SweptPlace& place, DType index_dtype)
      : ctx(context), index(index_dtype), place_(place) {}

  const Expr* Int(int64_t value) { return MakeInt(ctx, value, index); }
  const Expr* Binary(NodeKind kind, const Expr* a, const Expr* b) { return MakeBinary(ctx, kind, a, b); }
  // A parameter of the kernel and of the function that calls it.
  const Buffer* Input(DType dtype, int64_t extent);
  // The tensor that the kernel makes; last of its parameters.
  const Buffer* Output(DType dtype, int64_t extent);
  // A fresh variable of the index dtype.
  const Var* Index() { return MakeVar(ctx, "i" + std::to_string(next_++), index); }
  // `body` for each of [0, extent), serial.
  const Stmt* Over(const Var* var, int64_t extent, const Stmt* body) { return MakeFor(ctx, var, Int(extent), body); }

  // The typed call; false when inference refuses it.
  bool Finish(const Stmt* body, SweptCall& made);

  Context& ctx;
  const DType index;

 private:
  const Buffer* Add(std::string_view hint, DType dtype, int64_t extent);

  SweptPlace place_;
  std::vector<const Buffer*> buffers_;
  std::vector<int64_t> extents_;
  int next_ = 0;
};

}  // namespace assay
