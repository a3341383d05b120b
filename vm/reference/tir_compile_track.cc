// Instructions that tell the machine where it is in the structure: entries of loops and blocks.
#include "vm/reference/tir_compiler.h"

namespace assay {

void TirCompiler::EmitTrack(TrackKind kind, int32_t extra) {
  if (!Tracks()) return;
  Emit({.op = Opcode::kTrack, .extra = extra, .a = static_cast<int32_t>(kind), .b = track_depth_});
}

void TirCompiler::TrackLoopEntry(const Var* var, ForKind kind) {
  bool unordered = Tracks() && (kind == ForKind::kParallel || kind == ForKind::kVectorized);
  tracked_loops_.push_back(unordered ? static_cast<int32_t>(program_.loops.size()) : -1);
  if (!unordered) return;
  program_.loops.push_back(var);
  EmitTrack(TrackKind::kEnterLoop, tracked_loops_.back());
}

void TirCompiler::TrackIteration() {
  if (tracked_loops_.back() < 0) return;
  EmitTrack(TrackKind::kIterate, tracked_loops_.back());
  ++track_depth_;
}

void TirCompiler::TrackLoopEnd() {
  if (tracked_loops_.back() >= 0) --track_depth_;
  tracked_loops_.pop_back();
  TrackLanding();
}

void TirCompiler::TrackLanding() { EmitTrack(TrackKind::kLeave, 0); }

void TirCompiler::TrackBlockEntry(const SBlock& block) {
  if (!Tracks()) return;
  TirBlock tracked{.block = &block,
                   .is_root = block_depth_ == 0 && block.iter_vars.empty(),
                   .axes = {},
                   .spatial = {},
                   .regions = {}};
  for (const IterVar* iter : block.iter_vars) {
    int32_t min = Expression(iter->dom->min).first;
    tracked.axes.push_back({DefineVar(iter->var).first, min, Expression(iter->dom->extent).first});
    if (iter->iter_type == IterType::kDataPar) tracked.spatial.push_back(DefineVar(iter->var).first);
  }
  auto declare = [&](Nodes<BufferRegion> regions, bool write) {
    for (const BufferRegion* region : regions) {
      TirRegion bounds{.buffer = region->buffer, .write = write, .bounds = {}};
      for (const Range* range : region->region) {
        int32_t min = Expression(range->min).first;
        bounds.bounds.emplace_back(min, Expression(range->extent).first);
      }
      tracked.regions.push_back(std::move(bounds));
    }
  };
  declare(block.reads, false);
  declare(block.writes, true);
  if (failure_) return;
  program_.blocks.push_back(std::move(tracked));
  EmitTrack(TrackKind::kEnterBlock, static_cast<int32_t>(program_.blocks.size()) - 1);
  ++track_depth_;
  ++block_depth_;
}

void TirCompiler::TrackBlockEnd() {
  if (!Tracks()) return;
  --track_depth_;
  --block_depth_;
  TrackLanding();
}

}  // namespace assay
