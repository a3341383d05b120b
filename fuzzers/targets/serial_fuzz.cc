// Bytes are a serialised module, which gets the checksum that belongs to it. What loads is safe to check, print, hash
// and export, and saves to the same module again.
#include <cstdlib>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/json_export.h"
#include "ir/serial/serial.h"
#include "ir/text/print.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  auto module = Deserialize(ctx, WithChecksum({data, size}), OpOfFullName);
  if (!module.ok()) return 0;
  auto again = Deserialize(ctx, Serialize(*module), OpOfFullName);
  if (!again.ok() || Serialize(*again) != Serialize(*module)) std::abort();
  IsWellFormed(ctx, *module);
  if (StructuralHash(*module) != StructuralHash(*again) || PrintModule(*module).empty()) std::abort();
  if (ModuleToJson(*module) != ModuleToJson(*again)) std::abort();
  return 0;
}
