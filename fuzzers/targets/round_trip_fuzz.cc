// Bytes are TVMScript. What the reader accepts and the checker finds well-formed must print, and read back as the same;
// so must the text, and the serialised module.
#include <cstdlib>

#include "generators/moves/custom_mutator.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  auto module = ParseModule(ctx, "fuzz.py", std::string(reinterpret_cast<const char*>(data), size));
  if (!module.ok() || !IsWellFormed(ctx, *module)) return 0;
  std::string text = PrintModule(*module);
  auto again = ParseModule(ctx, "again.py", text);
  if (!again.ok() || !Equal(*module, *again, {.map_free_vars = true}) || PrintModule(*again) != text) std::abort();
  auto loaded = Deserialize(ctx, Serialize(*module), OpOfFullName);
  if (!loaded.ok() || !Equal(*module, *loaded, {.map_free_vars = true}) || PrintModule(*loaded) != text) std::abort();
  return 0;
}
