#include "ir/support/exit_with.h"

#include <unistd.h>

namespace assay {

void ExitWith(const std::function<int()>& work) noexcept { _exit(work()); }

}  // namespace assay
