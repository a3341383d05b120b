#include "generators/modules/launch_frame.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "generators/modules/launch_flow.h"
#include "generators/modules/launch_stores.h"
#include "ir/tir/threads.h"

namespace assay {
namespace {

constexpr int kDepth = 2;
// Threads of a block: around a warp, of one, and of no power of two.
constexpr std::array<int64_t, 12> kThreads{1, 2, 3, 4, 5, 8, 8, 16, 31, 32, 33, 64};
constexpr std::array<int64_t, 5> kBlocks{1, 2, 2, 3, 4};

}  // namespace

int64_t LaunchFrame::SomeThreads() { return bytes().Pick(kThreads); }

void LaunchFrame::DrawExtents() {
  scope_.blocks = {{"blockIdx.x", bytes().Pick(kBlocks)}};
  if (bytes().Chance(1, 6)) scope_.blocks.push_back({"blockIdx.y", 2});
  scope_.threads = {{"threadIdx.x", SomeThreads()}};
  if (scope_.threads[0].extent <= 16 && bytes().Chance(1, 2))
    scope_.threads.push_back({"threadIdx.y", 1 + static_cast<int64_t>(bytes().Below(3))});
  scope_.block_count = scope_.thread_count = 1;
  for (const Binding& one : scope_.blocks) scope_.block_count *= one.extent;
  for (const Binding& one : scope_.threads) scope_.thread_count *= one.extent;
}

void LaunchFrame::DrawMemory() {
  scope_.shared.clear();
  scope_.registers.clear();
  scope_.all_sums.clear();
  scope_.sums.clear();
  // Memory whose size the launch says is one piece.
  bool dynamic = bytes().Chance(1, 4);
  for (uint64_t i = (dynamic ? 2 : 1) + bytes().Below(3); i > 0; --i) {
    // Lanes that a warp lacks have no memory.
    bool of_warp =
        (scope_.thread_count % kWarpThreads == 0 || scope_.thread_count < kWarpThreads) && bytes().Chance(1, 6);
    int64_t each = of_warp ? 1 : 1 + static_cast<int64_t>(bytes().Below(2));
    int64_t count = of_warp ? std::min<int64_t>(scope_.thread_count, kWarpThreads) : scope_.thread_count * each;
    bool in_piece = bytes().Chance(dynamic ? 7 : 1, 8);
    std::string_view scope = of_warp ? "warp" : in_piece ? "shared.dyn" : "shared";
    DType dtype = scope_.module.plan.PickDType(bytes(), kAnyDType);
    // Elements may be vectors.
    constexpr std::array<int16_t, 2> kLanes{2, 4};
    if (!dtype.IsBool() && bytes().Chance(1, 4)) dtype = dtype.WithLanes(bytes().Pick(kLanes));
    scope_.shared.push_back({MakeBuffer(ctx(), Fresh("s"), dtype, {Int(count)}, scope), each, of_warp});
  }
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    DType dtype = scope_.module.plan.PickDType(bytes(), kAnyDType);
    scope_.registers.push_back(MakeBuffer(ctx(), Fresh("r"), dtype, {Int(1)}, "local"));
  }
  if (!scope_.apart) return;
  // Each is of one thread, but no index says so.
  scope_.registers.clear();
  // Where they lie once they lie for good; that turned ones are of different threads is not seen everywhere.
  for (Shared& memory : scope_.shared) memory.slots = memory.of_warp ? 0 : bytes().Below(LaunchScope::kSlots - 1);
}

const Stmt* LaunchFrame::Launch(const Buffer* result, bool last) {
  scope_.launch.clear();
  scope_.phase.clear();
  scope_.iterations.clear();
  scope_.names.clear();
  for (Binding& block : scope_.blocks) block.var = MakeVar(ctx(), Fresh("b"), DType::Int(32));
  for (Binding& thread : scope_.threads) thread.var = MakeVar(ctx(), Fresh("t"), DType::Int(32));
  Stmts allocations;
  auto allocate = [&](const Buffer* buffer) {
    AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
    alloc->buffer = buffer;
    allocations.push_back(alloc);
  };
  for (const Shared& memory : scope_.shared) allocate(memory.buffer);
  scope_.staged.clear();
  // Each from those before it.
  for (const Buffer* buffer : std::exchange(scope_.registers, {})) {
    allocate(buffer);
    Add(MakeStore(ctx(), buffer, Value(buffer->dtype, nullptr), {Int(0)}));
    scope_.registers.push_back(buffer);
  }
  LaunchFlow(scope_).Items(kDepth);
  int64_t all = scope_.block_count * scope_.thread_count;
  LaunchStores(scope_).WriteResult(result,
                                   As<IntImm>(result->shape[0])->value % all != 0 || (last && bytes().Chance(1, 8)));
  ClosePhase();
  for (const Buffer* buffer : scope_.all_sums) allocate(buffer);
  for (const Buffer* buffer : scope_.staged) allocate(buffer);
  Stmts body = allocations;
  body.insert(body.end(), scope_.launch.begin(), scope_.launch.end());
  const Stmt* made = MakeSeqStmt(ctx(), body);
  bool by_loop = scope_.style != Style::kLaunchThread;
  for (size_t i = scope_.threads.size(); scope_.style != Style::kAgain && i-- > 0;)
    made = Bound(scope_.threads[i], made, by_loop);
  for (size_t i = scope_.blocks.size(); i-- > 0;) made = Bound(scope_.blocks[i], made, by_loop);
  return made;
}

}  // namespace assay
