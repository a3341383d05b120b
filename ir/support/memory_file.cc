#include "ir/support/memory_file.h"

#include <sys/mman.h>
#include <unistd.h>

namespace assay {

int MemoryFile(const char* name, std::string_view bytes, AcrossExec across) {
  int file = memfd_create(name, across == AcrossExec::kClosed ? MFD_CLOEXEC : 0);
  while (file >= 0 && !bytes.empty()) {
    ssize_t written = write(file, bytes.data(), bytes.size());
    if (written <= 0) {
      close(file);
      return -1;
    }
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return file;
}

}  // namespace assay
