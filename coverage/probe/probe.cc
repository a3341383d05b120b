// What runs in the process whose code is watched: a one-shot breakpoint at the beginning of each block. The trap that a
// block's first run makes writes its byte back, marks it in memory that all processes share, and goes on. No library
// but the C one, no sanitizer: Python loads it by ctypes (tvm_coverage.py), and a program may watch its own code. The
// idea is UnTracer's (Nagy and Hicks, IEEE S&P 2019). x86-64. Tested by coverage/reach_test.cc.
#include "coverage/probe/probe.h"

#ifdef __x86_64__

#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

namespace {

constexpr uint8_t kBreakpoint = 0xcc;

// Of the process, as its handler has no argument.
struct Probe {
  uintptr_t base = 0, code = 0, code_end = 0;
  const uint32_t* blocks = nullptr;
  uint32_t count = 0;
  ProbeMap* map = nullptr;
  uint8_t* original = nullptr;
  // Of the process's own code: the blocks that it met, and which they are. Null: nobody asks.
  uint32_t* met = nullptr;
  uint8_t* is_met = nullptr;
  size_t met_count = 0;
  uint8_t slot = 1;
  struct sigaction before;
};
Probe probe;

// The first block that does not begin before that place.
uint32_t BlockAt(uint32_t offset) {
  uint32_t low = 0, high = probe.count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (probe.blocks[middle] < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void PutBack(uint32_t block) {
  uint8_t* at = reinterpret_cast<uint8_t*>(probe.base + probe.blocks[block]);
  __atomic_store_n(at, probe.original[block], __ATOMIC_SEQ_CST);
}

void OnTrap(int number, siginfo_t* info, void* context) {
  auto* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  uintptr_t at = static_cast<uintptr_t>(registers[REG_RIP]) - 1;
  uintptr_t offset = at - probe.base;
  uint32_t block = offset <= UINT32_MAX ? BlockAt(static_cast<uint32_t>(offset)) : probe.count;
  if (block < probe.count && probe.blocks[block] == offset) {
    uint8_t none = 0;
    uint8_t* first = ProbeFirst(probe.map) + block;
    if (__atomic_compare_exchange_n(first, &none, probe.slot, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      __atomic_add_fetch(&probe.map->found[probe.slot], 1, __ATOMIC_RELAXED);
    // Two threads may run into one breakpoint.
    if (probe.met != nullptr && __atomic_exchange_n(&probe.is_met[block], 1, __ATOMIC_RELAXED) == 0)
      probe.met[__atomic_fetch_add(&probe.met_count, 1, __ATOMIC_RELAXED)] = block;
    PutBack(block);
    registers[REG_RIP] = static_cast<greg_t>(at);
    return;
  }
  // Somebody else's breakpoint.
  if ((probe.before.sa_flags & SA_SIGINFO) != 0) return probe.before.sa_sigaction(number, info, context);
  if (probe.before.sa_handler != SIG_DFL && probe.before.sa_handler != SIG_IGN) return probe.before.sa_handler(number);
  signal(SIGTRAP, SIG_DFL);
  raise(SIGTRAP);
}

int FindLibrary(dl_phdr_info* info, size_t, void* called) {
  // The loader may know it by another way to the same file.
  const char* name = strrchr(info->dlpi_name, '/');
  if (strcmp(name == nullptr ? info->dlpi_name : name + 1, static_cast<const char*>(called)) != 0) return 0;
  probe.base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    probe.code = probe.base + part.p_vaddr;
    probe.code_end = probe.code + part.p_memsz;
  }
  return 1;
}

void* MapWhole(int file, int protection, int flags, size_t* size) {
  struct stat about;
  if (fstat(file, &about) != 0) return MAP_FAILED;
  *size = static_cast<size_t>(about.st_size);
  return mmap(nullptr, *size, protection, flags, file, 0);
}

template <class T>
T* Allocate(uint32_t count) {
  void* memory = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<T*>(memory);
}

// What files say, and where the library is.
int Find(const char* library, int blocks, int map) {
  size_t blocks_size = 0, map_size = 0;
  void* offsets = MapWhole(blocks, PROT_READ, MAP_PRIVATE, &blocks_size);
  void* reached = MapWhole(map, PROT_READ | PROT_WRITE, MAP_SHARED, &map_size);
  if (offsets == MAP_FAILED || reached == MAP_FAILED) return kProbeNoMemory;
  probe.blocks = static_cast<const uint32_t*>(offsets);
  probe.count = static_cast<uint32_t>(blocks_size / sizeof(uint32_t));
  probe.map = static_cast<ProbeMap*>(reached);
  if (map_size < ProbeMapSize(probe.count) || probe.map->blocks != probe.count) return kProbeOtherMap;
  if (dl_iterate_phdr(FindLibrary, const_cast<char*>(library)) == 0 || probe.code == 0) return kProbeNoLibrary;
  // What stands behind the library is somebody else's to watch.
  while (probe.count > 0 && probe.base + probe.blocks[probe.count - 1] >= probe.code_end) --probe.count;
  probe.original = Allocate<uint8_t>(probe.count);
  return probe.original == nullptr ? kProbeNoMemory : 0;
}

int CatchTraps() {
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_sigaction = OnTrap;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  return sigaction(SIGTRAP, &action, &probe.before) == 0 ? 0 : kProbeNoSignal;
}

int MakeWritable() {
  uintptr_t page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  uintptr_t from = probe.code & ~(page - 1), to = (probe.code_end + page - 1) & ~(page - 1);
  void* code = reinterpret_cast<void*>(from);
  return mprotect(code, to - from, PROT_READ | PROT_WRITE | PROT_EXEC) == 0 ? 0 : kProbeFixedCode;
}

// A process that is started again goes on with what was reached, unless it asks for all.
void PutBreakpoints(bool all) {
  const uint8_t* first = ProbeFirst(probe.map);
  for (uint32_t i = 0; i < probe.count; ++i) {
    uintptr_t at = probe.base + probe.blocks[i];
    if (at < probe.code || at >= probe.code_end) continue;
    auto* byte = reinterpret_cast<uint8_t*>(at);
    probe.original[i] = *byte;
    if ((all || first[i] == 0) && *byte != kBreakpoint) *byte = kBreakpoint;
  }
}

int Arm(const char* library, int blocks, int map, bool all) {
  if (int error = Find(library, blocks, map); error != 0) return error;
  if (int error = CatchTraps(); error != 0) return error;
  if (int error = MakeWritable(); error != 0) return error;
  PutBreakpoints(all);
  return 0;
}

}  // namespace

extern "C" int AssayProbeArm(const char* library, int blocks, int map) { return Arm(library, blocks, map, false); }

extern "C" int AssayProbeArmSelf(int blocks, int map) {
  struct stat about;
  if (fstat(blocks, &about) != 0) return kProbeNoMemory;
  auto count = static_cast<uint32_t>(about.st_size / static_cast<off_t>(sizeof(uint32_t)));
  probe.is_met = Allocate<uint8_t>(count);
  probe.met = Allocate<uint32_t>(count);
  if (probe.met == nullptr || probe.is_met == nullptr) return kProbeNoMemory;
  // The program itself has no name among what is loaded.
  return Arm("", blocks, map, true);
}

extern "C" size_t AssayProbeMetCount() { return __atomic_load_n(&probe.met_count, __ATOMIC_RELAXED); }

extern "C" size_t AssayProbeMet(size_t from, uint32_t* blocks, size_t most) {
  size_t count = AssayProbeMetCount();
  size_t taken = from < count ? count - from : 0;
  if (taken > most) taken = most;
  for (size_t i = 0; i < taken; ++i) blocks[i] = probe.met[from + i];
  return taken;
}

extern "C" void AssayProbeSlot(int slot) { probe.slot = static_cast<uint8_t>(slot); }

extern "C" void AssayProbeSettle() {
  static uint64_t settled = 0;
  if (probe.map == nullptr) return;
  uint64_t found = 0;
  for (const uint32_t& one : probe.map->found) found += __atomic_load_n(&one, __ATOMIC_RELAXED);
  if (found == settled) return;
  settled = found;
  const uint8_t* first = ProbeFirst(probe.map);
  for (uint32_t i = 0; i < probe.count; ++i) {
    if (first[i] == 0) continue;
    auto* at = reinterpret_cast<uint8_t*>(probe.base + probe.blocks[i]);
    if (*at == kBreakpoint) PutBack(i);
  }
}

#else

extern "C" int AssayProbeArm(const char*, int, int) { return kProbeOtherMachine; }
extern "C" int AssayProbeArmSelf(int, int) { return kProbeOtherMachine; }
extern "C" size_t AssayProbeMetCount() { return 0; }
extern "C" size_t AssayProbeMet(size_t, uint32_t*, size_t) { return 0; }
extern "C" void AssayProbeSlot(int) {}
extern "C" void AssayProbeSettle() {}

#endif
