#include "generators/modules/launch_gen.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "generators/modules/launch_frame.h"
#include "generators/modules/tir_gen.h"

namespace assay {

GenKernel LaunchGen::PublicKernel(std::string_view symbol) {
  GenKernel kernel;
  LaunchFrame launches(scope_);
  std::vector<const Buffer*> buffers;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    TensorSpec spec{scope_.module.plan.PickDType(bytes(), kAnyDType), {Int(launches.SomeThreads())}};
    buffers.push_back(MakeBuffer(ctx(), "a" + std::to_string(buffers.size()), spec.dtype, spec.dims));
    kernel.inputs.push_back(std::move(spec));
  }
  scope_.readable = buffers;
  std::vector<const Stmt*> body;
  bool several = bytes().Chance(1, 4);
  for (bool last : {false, true}) {
    if (!last && !several) continue;
    scope_.style = static_cast<LaunchScope::Style>(bytes().Below(3));
    scope_.apart = bytes().Chance(1, 5);
    if (scope_.apart && bytes().Chance(1, 2)) scope_.style = LaunchScope::Style::kAgain;
    launches.DrawExtents();
    launches.DrawMemory();
    int64_t count = scope_.block_count * scope_.thread_count * (1 + static_cast<int64_t>(bytes().Below(2)));
    // The last threads of a launch have nothing to write.
    if (bytes().Chance(1, 3))
      count = std::max<int64_t>(
          1, count - static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(scope_.thread_count) + 1)));
    DType dtype = scope_.module.plan.PickDType(bytes(), kAnyDType);
    const Buffer* result = MakeBuffer(ctx(), last ? "out0" : "g0", dtype, {Int(count)});
    if (last) {
      kernel.outputs.push_back({dtype, {Int(count)}});
      buffers.push_back(result);
    } else {
      AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
      alloc->buffer = result;
      body.push_back(alloc);
    }
    body.push_back(launches.Launch(result, last));
    // Launches follow one another.
    scope_.readable.push_back(result);
  }
  FinishKernel(scope_.module, kernel, buffers, MakeSeqStmt(ctx(), body), symbol,
               scope_.style != LaunchScope::Style::kLaunchThread && bytes().Chance(1, 2));
  return kernel;
}

}  // namespace assay
