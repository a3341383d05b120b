// TirTrackCompiler: instructions that tell the machine where it is in the structure (tir_code_state.h): entries of
// loops and blocks, only when all undefined behaviour is looked for. Internal to vm/reference.
#pragma once

#include "vm/reference/tir_code_state.h"

namespace assay {

class TirTrackCompiler : protected TirCompilerPart {
 public:
  explicit TirTrackCompiler(TirCodeState& state) : TirCompilerPart(state) {}

  void TrackLoopEntry(const Var* var, ForKind kind);
  void TrackIteration();
  void TrackLoopEnd();
  void TrackBlockEntry(const SBlock& block);
  void TrackBlockEnd();
  // Back to what is open here, after code that may have been left by a jump.
  void TrackLanding();

 private:
  void EmitTrack(TrackKind kind, int32_t extra);
};

}  // namespace assay
