// What a probe and whoever reads its map have in common: plain memory that processes share.
#pragma once

#include <stddef.h>
#include <stdint.h>

// By whom a block was reached first: 0 for nobody yet, and each process (or group of them) has a slot of its own.
constexpr uint32_t kProbeSlots = 256;

struct ProbeMap {
  uint32_t blocks;
  uint32_t reserved;
  // How many blocks a slot reached first.
  uint32_t found[kProbeSlots];
};

// Behind it: a byte for each block, its slot.
inline uint8_t* ProbeFirst(ProbeMap* map) { return reinterpret_cast<uint8_t*>(map + 1); }
inline const uint8_t* ProbeFirst(const ProbeMap* map) { return reinterpret_cast<const uint8_t*>(map + 1); }
inline size_t ProbeMapSize(uint32_t blocks) { return sizeof(ProbeMap) + blocks; }

// What arming gives.
enum ProbeError : int {
  kProbeNoMemory = -1,
  kProbeOtherMap = -2,
  kProbeNoLibrary = -3,
  kProbeNoSignal = -4,
  // The kernel does not let code be written.
  kProbeFixedCode = -5,
  // Its code is not of x86-64.
  kProbeOtherMachine = -6,
};

extern "C" {
// Puts a breakpoint at each block of a library that this process has loaded, by its file's name without folders.
// `blocks`: a file of uint32 offsets from where the library is loaded, ascending; `map`: a ProbeMap for as many. 0, or
// a ProbeError.
int AssayProbeArm(const char* library, int blocks, int map);
// The same in the process's own code, whatever others reached before; what it meets is told by AssayProbeMet.
int AssayProbeArmSelf(int blocks, int map);
// Of those that this process and its threads have met since it was armed, from the one numbered `from` on, in the order
// of their first runs, up to `most`; how many there were.
size_t AssayProbeMet(size_t from, uint32_t* blocks, size_t most);
// How many there are.
size_t AssayProbeMetCount();
// Whose what is reached from now on is, in this process and those that it forks; between 1 and kProbeSlots - 1.
void AssayProbeSlot(int slot);
// In a process that forks others, between forks: takes the breakpoints out that any of them met, so that the next ones
// do not.
void AssayProbeSettle();
}
