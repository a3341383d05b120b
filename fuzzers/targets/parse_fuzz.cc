// Bytes are TVMScript. What the reader accepts and the checker finds well-formed must print, and read back as the same.
#include <cstdlib>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  auto module = ParseModule(ctx, "fuzz.py", std::string(reinterpret_cast<const char*>(data), size));
  if (!module.ok() || !IsWellFormed(ctx, *module)) return 0;
  auto again = ParseModule(ctx, "again.py", PrintModule(*module));
  if (!again.ok() || !Equal(*module, *again, {.map_free_vars = true})) std::abort();
  return 0;
}
