#include "vm/reference/tir_compile_track.h"

#include "vm/reference/tir_compile_expr.h"

namespace assay {

void TirTrackCompiler::EmitTrack(TrackKind kind, int32_t extra) {
  if (!state_.Tracks()) return;
  state_.Emit({.op = Opcode::kTrack, .extra = extra, .a = static_cast<int32_t>(kind), .b = state_.track_depth});
}

void TirTrackCompiler::TrackLoopEntry(const Var* var, ForKind kind) {
  bool unordered = state_.Tracks() && (kind == ForKind::kParallel || kind == ForKind::kVectorized);
  state_.tracked_loops.push_back(unordered ? static_cast<int32_t>(state_.program.loops.size()) : -1);
  if (!unordered) return;
  state_.program.loops.push_back(var);
  EmitTrack(TrackKind::kEnterLoop, state_.tracked_loops.back());
}

void TirTrackCompiler::TrackIteration() {
  if (state_.tracked_loops.back() < 0) return;
  EmitTrack(TrackKind::kIterate, state_.tracked_loops.back());
  ++state_.track_depth;
}

void TirTrackCompiler::TrackLoopEnd() {
  if (state_.tracked_loops.back() >= 0) --state_.track_depth;
  state_.tracked_loops.pop_back();
  TrackLanding();
}

void TirTrackCompiler::TrackLanding() { EmitTrack(TrackKind::kLeave, 0); }

void TirTrackCompiler::TrackBlockEntry(const SBlock& block) {
  if (!state_.Tracks()) return;
  TirBlock tracked{.block = &block,
                   .is_root = state_.block_depth == 0 && block.iter_vars.empty(),
                   .axes = {},
                   .spatial = {},
                   .regions = {}};
  for (const IterVar* iter : block.iter_vars) {
    int32_t min = TirExprCompiler(state_).Expression(iter->dom->min).first;
    tracked.axes.push_back(
        {state_.DefineVar(iter->var).first, min, TirExprCompiler(state_).Expression(iter->dom->extent).first});
    if (iter->iter_type == IterType::kDataPar) tracked.spatial.push_back(state_.DefineVar(iter->var).first);
  }
  auto declare = [&](Nodes<BufferRegion> regions, bool write) {
    for (const BufferRegion* region : regions) {
      TirRegion bounds{.buffer = region->buffer, .write = write, .bounds = {}};
      for (const Range* range : region->region) {
        int32_t min = TirExprCompiler(state_).Expression(range->min).first;
        bounds.bounds.emplace_back(min, TirExprCompiler(state_).Expression(range->extent).first);
      }
      tracked.regions.push_back(std::move(bounds));
    }
  };
  declare(block.reads, false);
  declare(block.writes, true);
  if (state_.failure) return;
  state_.program.blocks.push_back(std::move(tracked));
  EmitTrack(TrackKind::kEnterBlock, static_cast<int32_t>(state_.program.blocks.size()) - 1);
  ++state_.track_depth;
  ++state_.block_depth;
}

void TirTrackCompiler::TrackBlockEnd() {
  if (!state_.Tracks()) return;
  --state_.track_depth;
  --state_.block_depth;
  TrackLanding();
}

}  // namespace assay
