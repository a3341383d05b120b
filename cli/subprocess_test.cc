// Running the assay binary from tests (subprocess.h).
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <deque>
#include <filesystem>
#include <fstream>

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

// The program while it runs.
struct Running {
  pid_t pid = -1;
  int out = -1, err = -1;

  ProgramRun Wait() const {
    int status = 0;
    waitpid(pid, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadBack(out), ReadBack(err)};
  }
};

Running Start(const std::vector<std::string>& args, const std::string& input) {
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
  close(in);
  return {pid, out, err};
}

// As the kernel tells it of a process; false for one that is gone.
bool Catches(pid_t pid, int signal) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("SigCgt:")) return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
  }
  return false;
}

}  // namespace

ProgramRun RunAssay(const std::vector<std::string>& args, const std::string& input) {
  return Start(args, input).Wait();
}

ProgramRun RunAssayOnTerminal(const std::vector<std::string>& args, int columns) {
  winsize size{.ws_row = 24, .ws_col = static_cast<unsigned short>(columns), .ws_xpixel = 0, .ws_ypixel = 0};
  std::string binary = Binary();
  std::vector<std::string> copies = args;
  std::vector<char*> argv{binary.data()};
  for (std::string& arg : copies) argv.push_back(arg.data());
  argv.push_back(nullptr);
  int terminal = -1;
  pid_t pid = forkpty(&terminal, nullptr, nullptr, &size);
  if (pid == 0) {
    alarm(60);
    execv(binary.c_str(), argv.data());
    _exit(127);
  }
  ProgramRun run;
  char bytes[4096];
  for (ssize_t count = 0; (count = read(terminal, bytes, sizeof bytes)) > 0;)
    run.out.append(bytes, static_cast<size_t>(count));
  close(terminal);
  std::erase(run.out, '\r');
  int status = 0;
  waitpid(pid, &status, 0);
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return run;
}

ProgramRun InterruptAssay(const std::vector<std::string>& args, int signal) {
  Running running = Start(args, "");
  for (int tries = 0; tries < 3000 && !Catches(running.pid, signal); ++tries) usleep(10'000);
  usleep(500'000);
  kill(running.pid, signal);
  return running.Wait();
}

std::string FreshFolder() {
  static std::deque<TempFolder> folders;
  return folders.emplace_back().path();
}

TEST(SubprocessTest, SeparatesStreamsAndTellsTheCode) {
  ProgramRun run = RunAssay({"--version"});
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(run.out.starts_with("assay " ASSAY_VERSION "\n")) << run.out;
  EXPECT_EQ(run.err, "");
}

}  // namespace assay
