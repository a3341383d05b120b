// The assay program.
#include <fcntl.h>
#include <unistd.h>

#include "cli/cli.h"

int main(int argc, char** argv) {
  // A file that is opened must not become standard input or output, and what is said to nobody must not end the
  // process. Standard output stays unwritable where it is closed.
  constexpr int kModes[] = {O_RDONLY, O_RDONLY, O_WRONLY};
  for (int fd = 0; fd < 3; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    int nothing = open("/dev/null", kModes[fd]);
    if (nothing >= 0 && nothing != fd) {
      dup2(nothing, fd);
      close(nothing);
    }
  }
  return assay::RunCli(argc, argv);
}
