#include "ir/support/interrupt.h"

#include <sys/mman.h>

#include <atomic>
#include <new>

namespace assay {
namespace {

using Noted = std::atomic<int>;
static_assert(Noted::is_always_lock_free, "signal handlers may touch nothing else");

// In memory that processes share; of this one alone until there is a guard, and where the machine has none to share.
Noted own{0};
Noted* noted = &own;
bool guarded = false;

void Note(int signal) { noted->store(signal); }

void ShareWithChildren() {
  if (noted != &own) return;
  void* page = mmap(nullptr, sizeof(Noted), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page != MAP_FAILED) noted = new (page) Noted(0);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  if (guarded) return;
  guarded = outermost_ = true;
  ShareWithChildren();
  noted->store(0);
  struct sigaction action{};
  action.sa_handler = Note;
  // The second one finds what a process has by default.
  action.sa_flags = SA_RESETHAND;
  for (size_t i = 0; i < kInterruptSignals.size(); ++i) {
    sigaction(kInterruptSignals[i], &action, &old_[i]);
    // Shells that run a script ignore Ctrl-C for what they start in the background; who sends one to it by its number
    // means it.
    bool stays = kInterruptSignals[i] == SIGHUP && old_[i].sa_handler == SIG_IGN;
    if (stays) sigaction(SIGHUP, &old_[i], nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  if (!outermost_) return;
  for (size_t i = 0; i < kInterruptSignals.size(); ++i) sigaction(kInterruptSignals[i], &old_[i], nullptr);
  guarded = false;
}

int InterruptSignal() { return noted->load(); }

}  // namespace assay
