// StageScope: a kernel under construction: the buffers that its stages may read, its symbols, and how it is written.
// StageParts: what stages of either style are made of, and the base of the classes that make them. Tested by
// generate_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "generators/modules/tir_expr.h"

namespace assay {

struct StageScope {
  ModuleGen& module;
  // dtype of loop variables, dimensions and indices.
  DType index = DType::Int(64);
  // Loops and stores alone, no blocks.
  bool plain = false;
  // Stages go on from what their target holds.
  bool in_place = false;
  // What the target at hand is a copy of; null for none.
  const Buffer* copied = nullptr;
  // It goes on from each element of that at its place, as what stands behind a reduction does.
  bool pointwise = false;
  // The kernel stands for itself: what it leaves out of an output is there.
  bool stands_for_itself = false;
  bool scheduled = false;
  std::vector<const Buffer*> readable = {};
  // Allocated by stages for themselves.
  std::vector<const Buffer*> own = {};
  std::vector<const Var*> symbols = {}, numbers = {};
  int next = 0;
};

class StageParts {
 public:
  // A loop of a nest, outermost first.
  struct Loop {
    const Var* var;
    const Expr* extent;
    ForKind kind;
    // Null: one.
    const Expr* step = nullptr;
    // Null: zero.
    const Expr* min = nullptr;
    // Of the threads that it is bound to.
    std::string_view tag = {};
    bool reduces = false;
  };
  // Shared by both styles: how a reduction starts and goes on.
  struct Reducer {
    NodeKind kind;
    const Expr* identity;
  };

  explicit StageParts(StageScope& scope) : scope_(scope) {}

  std::vector<Axis> MakeAxes(const Buffer* target, bool reduce);
  const Expr* Likely(const Expr* condition);
  // Serial loops.
  const Stmt* Over(const std::vector<Axis>& axes, const Stmt* body);
  Reducer PickReducer(DType dtype);
  std::vector<const Expr*> TargetIndices(const Buffer* target, const std::vector<Axis>& axes);

 protected:
  Context& ctx() { return scope_.module.ctx; }
  ByteSource& bytes() { return scope_.module.bytes; }
  const Expr* IndexInt(int64_t value) { return MakeInt(ctx(), value, scope_.index); }

  StageScope& scope_;
};

}  // namespace assay
