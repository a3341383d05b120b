// afl_mutator: AFL++'s hooks (AFL_CUSTOM_MUTATOR_LIBRARY) for targets that read TVMScript: texts are moved and crossed
// as modules, by the program afl_moves beside this library; what is no module is left to AFL++. Tested by
// afl_mutator_test.cc.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "fuzzers/targets/afl_frame.h"

extern char** environ;

namespace assay::afl {
namespace {

class Mutator {
 public:
  explicit Mutator(uint32_t seed) : seed_(seed) { Start(); }
  Mutator(const Mutator&) = delete;
  Mutator& operator=(const Mutator&) = delete;
  ~Mutator() { Stop(); }

  // The bytes of the new text, or 0; they stay until the next call.
  size_t Move(const uint8_t* text, size_t size, const uint8_t* other, size_t other_size, size_t most, uint8_t** out) {
    *out = buffer_.data();
    if (pid_ < 0 || size > kMost) return 0;
    Frame frame{seed_++, static_cast<uint32_t>(size), static_cast<uint32_t>(other_size > kMost ? 0 : other_size),
                static_cast<uint32_t>(std::min<size_t>(most, kMost))};
    uint32_t made = 0;
    bool sent = WriteAll(to_, &frame, sizeof(frame)) && WriteAll(to_, text, size) && WriteAll(to_, other, frame.other);
    if (!sent || !ReadAll(from_, &made, sizeof(made)) || made > buffer_.size() ||
        !ReadAll(from_, buffer_.data(), made)) {
      Stop();
      Start();
      return 0;
    }
    return made;
  }

 private:
  static std::string Program() {
    Dl_info info{};
    dladdr(reinterpret_cast<void*>(&Program), &info);
    std::string path = info.dli_fname == nullptr ? "" : info.dli_fname;
    return path.substr(0, path.rfind('/') + 1) + "afl_moves";
  }

  void Start() {
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) != 0) return;
    if (pipe2(up, O_CLOEXEC) != 0) return (void)(close(down[0]), close(down[1]));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, down[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, up[1], STDOUT_FILENO);
    std::string program = Program();
    char* arguments[] = {program.data(), nullptr};
    if (posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments, environ) != 0) pid_ = -1;
    posix_spawn_file_actions_destroy(&actions);
    close(down[0]);
    close(up[1]);
    to_ = down[1];
    from_ = up[0];
  }

  void Stop() {
    if (to_ >= 0) close(to_);
    if (from_ >= 0) close(from_);
    if (pid_ > 0) waitpid(pid_, nullptr, 0);
    to_ = from_ = pid_ = -1;
  }

  uint32_t seed_;
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  std::vector<uint8_t> buffer_ = std::vector<uint8_t>(kMost);
};

}  // namespace
}  // namespace assay::afl

extern "C" {

void* afl_custom_init(void*, unsigned seed) {
  // A program that is gone is started again; writing to it is no reason to end.
  signal(SIGPIPE, SIG_IGN);
  return new assay::afl::Mutator(seed);
}

size_t afl_custom_fuzz(void* data, uint8_t* text, size_t size, uint8_t** out, uint8_t* other, size_t other_size,
                       size_t most) {
  return static_cast<assay::afl::Mutator*>(data)->Move(text, size, other, other == nullptr ? 0 : other_size, most, out);
}

void afl_custom_deinit(void* data) { delete static_cast<assay::afl::Mutator*>(data); }
}
