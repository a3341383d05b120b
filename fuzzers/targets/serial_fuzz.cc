// Bytes are a serialised module. What loads must save to the same module again.
#include <cstdlib>

#include "ir/ops/op_spec.h"
#include "ir/serial/serial.h"

namespace {

const assay::Op* Resolve(assay::Context& ctx, std::string_view name) {
  return name.starts_with("relax.") ? assay::OpNode(ctx, name) : ctx.InternOp(name, nullptr);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  auto module = Deserialize(ctx, {data, size}, Resolve);
  if (!module.ok()) return 0;
  auto again = Deserialize(ctx, Serialize(*module), Resolve);
  if (!again.ok() || Serialize(*again) != Serialize(*module)) std::abort();
  return 0;
}
