// CopyStages: stages that take the elements of one buffer over in their order: as they are, in other dimensions, by
// quotients and remainders; or nearly so, where one of these numbers is one too small or too large; or go on
// from each at its place. Tested by generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_stage.h"

namespace assay {

class CopyStages : protected StageParts {
 public:
  explicit CopyStages(StageScope& scope) : StageParts(scope) {}

  const Buffer* CopiedBuffer();
  std::vector<const Expr*> CopiedDims(const Buffer* source);
  const Expr* CopiedElement(const Buffer* source, const Buffer* target, const std::vector<Axis>& axes);
  // Another value of its dtype, most times.
  const Expr* GoneOnFrom(const Expr* element);
  std::vector<const BufferRegion*> ElementOf(const BufferLoad* load);
};

}  // namespace assay
