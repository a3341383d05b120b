// Bytes are TVMScript. Whatever they are, the reader gives modules or says where they are wrong.
#include <cstdlib>

#include "generators/moves/custom_mutator.h"
#include "ir/text/parse.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  DiagSink sink;
  Program program = ParseProgram(ctx, "fuzz.py", std::string(reinterpret_cast<const char*>(data), size), sink);
  for (const Diag& diag : sink.diags()) {
    if (diag.message.empty() || Render(diag, ctx.sources).empty()) std::abort();
  }
  return 0;
}
