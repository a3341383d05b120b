// Running the assay binary from tests (subprocess.h).
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <deque>
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/subprocess.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

std::string ReadBack(int fd) {
  std::string text(static_cast<size_t>(lseek(fd, 0, SEEK_END)), '\0');
  ssize_t count = pread(fd, text.data(), text.size(), 0);
  text.resize(count < 0 ? 0 : static_cast<size_t>(count));
  close(fd);
  return text;
}

// The test program and assay are built into one folder.
std::string Binary() { return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "assay").string(); }

}  // namespace

ProgramRun RunAssay(const std::vector<std::string>& args, const std::string& input) {
  int in = memfd_create("in", 0), out = memfd_create("out", 0), err = memfd_create("err", 0);
  if (write(in, input.data(), input.size()) < 0) return {};
  lseek(in, 0, SEEK_SET);
  std::string binary = Binary();
  std::vector<std::string> copies = args;
  std::vector<char*> argv{binary.data()};
  for (std::string& arg : copies) argv.push_back(arg.data());
  argv.push_back(nullptr);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    alarm(60);
    execv(binary.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  close(in);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadBack(out), ReadBack(err)};
}

std::string FreshFolder() {
  static std::deque<TempFolder> folders;
  return folders.emplace_back().path();
}

TEST(SubprocessTest, SeparatesStreamsAndTellsTheCode) {
  ProgramRun run = RunAssay({"--version"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "assay " ASSAY_VERSION "\n");
  EXPECT_EQ(run.err, "");
}

}  // namespace assay
