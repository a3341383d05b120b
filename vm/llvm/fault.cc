#include "vm/llvm/fault.h"

#include <signal.h>
#include <ucontext.h>

#include <array>
#include <csetjmp>
#include <cstddef>
#include <memory>

namespace assay {
namespace {

constexpr std::array<int, 4> kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
struct sigaction previous[kSignals.size()];

// Where a signal goes on this thread, while generated code runs on it.
thread_local sigjmp_buf* target = nullptr;
thread_local CaughtSignal fault;

uintptr_t CodeAddress(const void* context) {
  const auto* machine = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
  return static_cast<uintptr_t>(machine->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<uintptr_t>(machine->uc_mcontext.pc);
#else
  static_cast<void>(machine);
  return 0;
#endif
}

void Handle(int signal, siginfo_t* info, void* context) {
  if (target != nullptr) {
    fault = {signal, CodeAddress(context), reinterpret_cast<uintptr_t>(info->si_addr)};
    // Whoever stands between the kernel and this handler, as a sanitizer does, may have blocked more than is taken
    // back.
    pthread_sigmask(SIG_SETMASK, &static_cast<const ucontext_t*>(context)->uc_sigmask, nullptr);
    siglongjmp(*target, 1);
  }
  // Not ours: the instruction runs again, under the handler that was there before.
  for (size_t i = 0; i < kSignals.size(); ++i) {
    if (kSignals[i] == signal) sigaction(signal, &previous[i], nullptr);
  }
}

bool Install() {
  for (size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction action = {};
    action.sa_sigaction = Handle;
    // Not blocked afterwards, since the handler is left by a jump.
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(kSignals[i], &action, &previous[i]);
  }
  return true;
}

// Generated code that runs out of stack leaves none to a handler.
void GiveStack() {
  constexpr size_t kBytes = 64 << 10;
  static thread_local std::unique_ptr<std::byte[]> bytes;
  stack_t current = {};
  if (bytes != nullptr || (sigaltstack(nullptr, &current) == 0 && (current.ss_flags & SS_DISABLE) == 0)) return;
  bytes = std::make_unique<std::byte[]>(kBytes);
  stack_t stack = {};
  stack.ss_sp = bytes.get();
  stack.ss_size = kBytes;
  sigaltstack(&stack, nullptr);
}

}  // namespace

std::string_view SignalName(int signal) {
  constexpr std::array<std::string_view, kSignals.size()> kNames = {"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL"};
  for (size_t i = 0; i < kSignals.size(); ++i) {
    if (kSignals[i] == signal) return kNames[i];
  }
  return "a signal";
}

// Machine code has no record of its type in front, for which sanitizers look where a pointer to a function is called.
#if defined(__clang__)
__attribute__((no_sanitize("function")))
#endif
std::optional<CaughtSignal>
CallCompiled(const CompiledCall& call, int32_t* code) {
  static const bool installed = Install();
  static_cast<void>(installed);
  GiveStack();
  sigjmp_buf here;
  sigjmp_buf* const outer = target;
  if (sigsetjmp(here, 0) != 0) {
    target = outer;
    return fault;
  }
  target = &here;
  *code = call.entry(call.tensors, call.vars, call.frame, call.number);
  target = outer;
  return std::nullopt;
}

}  // namespace assay
