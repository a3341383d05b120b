// PipelineStmts: loops that are marked as pipelines (tir_free_scope.h). Tested by tir_free_test.cc.
#pragma once

#include <optional>
#include <vector>

#include "generators/modules/tir_free_scope.h"

namespace assay {

class PipelineStmts : protected FreeFamily {
 public:
  explicit PipelineStmts(FreeScope& scope) : FreeFamily(scope) {}

  const Stmt* Pipeline();

 private:
  const Stmt* PipelineStep(const std::vector<const Buffer*>& own, size_t i, const Var* iteration, int64_t width,
                           bool anew, const std::optional<Element>& carried);
};

}  // namespace assay
