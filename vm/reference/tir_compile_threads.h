// TirThreadCompiler: launches of threads (tir_code_state.h), and where their threads wait for each other. Internal to
// vm/reference.
#pragma once

#include <optional>
#include <vector>

#include "vm/reference/tir_code_state.h"

namespace assay {

class TirThreadCompiler : protected TirCompilerPart {
 public:
  explicit TirThreadCompiler(TirCodeState& state) : TirCompilerPart(state) {}

  // Whether the statement binds an axis of threads that is no loop here; then it is compiled.
  bool BindsThreads(const Stmt* s);
  // A call where threads wait for each other.
  Cells Meeting(const Call& call);
  void NoteSpace(const Buffer* buffer, int32_t memory);

 private:
  bool RunsAsThreads(const Stmt* s) const;
  void Launch(const Stmt* s);
  void LaunchAxes(const Stmt* s, TirLaunch& launch);
  void BindAxis(const Stmt* s, size_t axis);
  std::optional<MeetingKind> BarrierOf(const Call& call);
  Cells Exchange(const Call& call, MeetingKind kind);
  // A reduction over threads, by the reducer around it.
  void ReduceOverThreads(const Call& call);
  bool ReducedAxes(const Call& call, Nodes<Expr> threads, TirMeeting& meeting);
  void CombinerOf(const CommReducer& reducer, TirCombiner& combiner);
  void EmitMeeting(const Call& call, const TirMeeting& meeting);
};

}  // namespace assay
