#include "ir/support/check.h"

#include <cstdio>
#include <cstdlib>

namespace assay {

void CheckFailed(const char* file, int line, const char* condition, std::string_view message) {
  std::fprintf(stderr, "assay: %s at %s:%d: %s%s%.*s\n", kBrokenPromise, file, line, condition,
               message.empty() ? "" : ": ", static_cast<int>(message.size()), message.data());
  std::abort();
}

}  // namespace assay
