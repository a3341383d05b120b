// For tests of rows only: runs a kernel of KernelBuilder's form on tensors, by a walk over its tree. It knows just what
// such kernels hold; the engines' evaluator of TIR is in a layer that tests here cannot see.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/ops/op_spec.h"
#include "ir/prim/binary_function.h"
#include "ir/prim/intrinsics.h"

namespace assay {

class KernelRun {
 public:
  std::unordered_map<const Var*, Scalar> vars;

  // recursion: as deep as the kernels of operators
  Scalar Eval(const Expr* e) {
    if (const auto* var = As<Var>(e)) return vars.at(var);
    if (const auto* imm = As<IntImm>(e)) return Scalar::Int(DTypeOf(e), imm->value);
    if (const auto* imm = As<FloatImm>(e)) return Scalar::Float(DTypeOf(e), imm->value);
    if (const auto* cast = As<Cast>(e)) return scalar::Cast(Eval(cast->value), DTypeOf(e));
    if (const auto* binary = AsBinary(e)) return BinaryFunction(e->kind)(Eval(binary->a), Eval(binary->b));
    if (const auto* negated = As<Not>(e)) return scalar::Not(Eval(negated->a));
    if (const auto* select = As<Select>(e)) {
      return Eval(Eval(select->condition).IsTrue() ? select->true_value : select->false_value);
    }
    if (const auto* load = As<BufferLoad>(e)) return buffers_.at(load->buffer).At(Place(load->buffer, load->indices));
    return Intrinsic(*As<Call>(e));
  }

  // Parameters that have a buffer take tensors, results included (they are written), the others scalars.
  void Run(const PrimFunc& kernel, const std::vector<Tensor>& tensors, const std::vector<Scalar>& scalars) {
    size_t next_tensor = 0, next_scalar = 0;
    for (size_t i = 0; i < kernel.params.size(); ++i) {
      if (kernel.buffers[i] == nullptr) {
        vars[kernel.params[i]] = scalars.at(next_scalar++);
      } else {
        Bind(kernel.buffers[i], tensors.at(next_tensor++));
      }
    }
    ASSERT_EQ(next_tensor, tensors.size());
    Exec(kernel.body);
  }

 private:
  void Bind(const Buffer* buffer, const Tensor& tensor) {
    ASSERT_EQ(buffer->dtype, tensor.dtype());
    ASSERT_EQ(buffer->shape.size(), tensor.shape().size());
    buffers_[buffer] = tensor;
    for (size_t d = 0; d < buffer->shape.size(); ++d) {
      const auto* var = As<Var>(buffer->shape[d]);
      if (var != nullptr && !vars.contains(var)) vars[var] = Scalar::Int(DType::Int(64), tensor.shape()[d]);
    }
  }
  int64_t Place(const Buffer* buffer, Nodes<Expr> indices) {
    const Tensor& tensor = buffers_.at(buffer);
    int64_t place = 0;
    for (size_t d = 0; d < indices.size(); ++d) {
      int64_t index = Eval(indices[d]).AsInt();
      bool inside = index >= 0 && index < tensor.shape()[d];
      EXPECT_TRUE(inside) << buffer->name.text() << ": index " << index << " of dimension " << d;
      place = place * tensor.shape()[d] + (inside ? index : 0);
    }
    return place;
  }
  Scalar Intrinsic(const Call& call) {
    const IntrinsicSpec* row = IntrinsicOf(&call);
    ASSAY_CHECK(row != nullptr, As<Op>(call.op)->name.text());
    if (row->form == CallForm::kChoice) return Eval(Eval(call.args[0]).IsTrue() ? call.args[1] : call.args[2]);
    Scalar operands[3];
    for (size_t i = 0; i < call.args.size(); ++i) operands[i] = Eval(call.args[i]);
    return ApplyIntrinsic(*row, operands, DTypeOf(&call));
  }
  // recursion: as deep as the kernels of operators
  void Exec(const Stmt* s) {
    switch (StmtKindOf(s)) {
      case StmtKind::kSeqStmt:
        for (const Stmt* stmt : As<SeqStmt>(s)->seq) Exec(stmt);
        return;
      case StmtKind::kFor: return ExecLoop(*As<For>(s));
      case StmtKind::kBufferStore: {
        const auto* store = As<BufferStore>(s);
        return buffers_.at(store->buffer).Set(Place(store->buffer, store->indices), Eval(store->value));
      }
      case StmtKind::kBind: vars[As<assay::Bind>(s)->var] = Eval(As<assay::Bind>(s)->value); return;
      case StmtKind::kIfThenElse: {
        const auto* branch = As<IfThenElse>(s);
        const Stmt* chosen = Eval(branch->condition).IsTrue() ? branch->then_case : branch->else_case;
        if (chosen != nullptr) Exec(chosen);
        return;
      }
      case StmtKind::kSBlockRealize: return ExecBlock(*As<SBlockRealize>(s));
      // The kernels of operators have none.
      case StmtKind::kAttrStmt:
      case StmtKind::kAssertStmt:
      case StmtKind::kDeclBuffer:
      case StmtKind::kAllocBuffer:
      case StmtKind::kEvaluate:
      case StmtKind::kWhile:
      case StmtKind::kReturn:
      case StmtKind::kBreak:
      case StmtKind::kContinue:
      case StmtKind::kSBlock: ADD_FAILURE() << NodeKindName(s->kind) << " in the kernel of an operator";
    }
  }
  void ExecLoop(const For& loop) {
    int64_t extent = Eval(loop.extent).AsInt();
    for (int64_t i = 0; i < extent; ++i) {
      vars[loop.loop_var] = Scalar::Int(DTypeOf(loop.loop_var), i);
      Exec(loop.body);
    }
  }
  void ExecBlock(const SBlockRealize& realize) {
    const SBlock& block = *realize.block;
    for (const Buffer* buffer : block.alloc_buffers) {
      std::vector<int64_t> shape;
      for (const Expr* dim : buffer->shape) shape.push_back(Eval(dim).AsInt());
      buffers_[buffer] = Tensor(buffer->dtype, shape);
    }
    bool first = true;
    for (size_t i = 0; i < block.iter_vars.size(); ++i) {
      Scalar value = Eval(realize.iter_values[i]);
      vars[block.iter_vars[i]->var] = value;
      first &= block.iter_vars[i]->iter_type != IterType::kCommReduce || value.AsInt() == 0;
    }
    if (first && block.init != nullptr) Exec(block.init);
    Exec(block.body);
  }

  std::unordered_map<const Buffer*, Tensor> buffers_;
};

}  // namespace assay
