// What the reference interpreter sees beyond single accesses when it is asked to look for all undefined behaviour:
// which iteration or block instance touched each byte (races), what blocks declare to touch (regions), and which
// parameter touched shared memory (noalias). Contexts form a tree: one node for each iteration of a parallel or
// vectorised loop, and for each instance of a block, which its spatial variables tell apart; two accesses race when
// their paths part at two children of one loop or block. Threads of launches: tir_track_threads.cc. Tested by
// tir_checks_test.cc and gpu_threads_test.cc.
#pragma once

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

#include "ir/prim/intrinsics.h"
#include "vm/reference/tir_program.h"

namespace assay {

class AccessTracker {
 public:
  explicit AccessTracker(const TirProgram& program);

  struct Access {
    const BufferSlot* slot = nullptr;
    int32_t memory = 0;
    // The memory among those that are told apart here, which may hold the other one.
    int32_t tracked = 0;
    // Within the memory that is tracked.
    int64_t byte = 0;
    int64_t bytes = 0;
    std::byte* address = nullptr;
    const int64_t* index = nullptr;
    bool write = false;
    // Another value is written than is there.
    bool changes = false;
  };
  // What is wrong with the access, or nothing. `index` has one number per axis.
  std::optional<Trap> Note(const Access& access);

  // ---- structure, as the instructions of kTrack say
  void EnterLoop(int32_t loop) { loop_entries_[static_cast<size_t>(loop)] = ++entries_; }
  void Iterate(size_t depth, int32_t loop);
  void EnterBlock(size_t depth, int32_t block, const std::vector<Cell>& cells);
  // Goes back to `depth` open contexts.
  void Leave(size_t depth) { open_.resize(std::min(open_.size(), depth)); }
  // A memory that begins anew.
  void Forget(int32_t memory) { bytes_[static_cast<size_t>(memory)].clear(); }

  // ---- threads of a launch
  // Where a thread is in the structure.
  struct Strand;
  void BeginLaunch(const TirLaunch& launch, const std::array<int64_t, kThreadAxes>& extents);
  void EndLaunch();
  void BeginBlock(int64_t block);
  // All threads of the block have met, or those of one warp.
  void BeginInterval();
  void BeginWarpInterval(int64_t warp);
  void BeginThread(int64_t thread);
  // The thread whose strand is in place goes on, after it met others.
  void GoOn(int64_t thread);
  void SwapStrand(Strand& strand);
  // A memory that only some threads have; it is gone with their block.
  int32_t NewMemory();

  // Parameters' memory, for functions that declare that none overlap.
  void NoteParameter(int32_t memory, const std::byte* data, int64_t bytes);

 private:
  // Steps are nodes whose siblings have an order.
  enum class NodeRole : uint8_t { kIteration, kBlock, kStep, kThreads, kWarp, kThread };
  struct Node {
    int32_t parent = 0;
    int32_t depth = 0;
    // The entry of a loop, or a block: children that share it happen in any order.
    int64_t group = 0;
    const Name* name = nullptr;
    NodeRole role = NodeRole::kIteration;
    // Of a thread or a block of threads.
    int64_t number = 0;
  };
  // Who touched a byte last, as contexts; -1 for nobody. Two readers stand for all.
  struct Touch {
    int32_t writer = -1;
    int32_t reader = -1;
    int32_t other_reader = -1;
  };
  struct Region {
    const Buffer* buffer = nullptr;
    bool write = false;
    std::vector<std::pair<int64_t, int64_t>> bounds;
  };
  struct Open {
    int32_t node = 0;
    const TirBlock* block = nullptr;
    std::vector<Region> regions;
    // Of an instance of a block, in instances_.
    std::vector<int64_t> key;
  };

 public:
  struct Strand {
    std::vector<Open> open;
    std::vector<int64_t> loop_entries;
  };

 private:
  static std::string IndexText(const Access& access);
  int32_t NewNode(Node node);
  bool IsOfThreads(int32_t node) const { return nodes_[static_cast<size_t>(node)].role >= NodeRole::kThreads; }
  int32_t ThreadNode(int64_t thread);
  // The one of these that is a node or above it, or -1.
  int32_t Above(int32_t node, NodeRole role) const;
  std::string ThreadText(int32_t node) const;
  std::string BlockText(int32_t node) const;
  Trap ThreadRace(const Access& access, int32_t other, bool with_write) const;
  int32_t Here() const { return open_.empty() ? 0 : open_.back().node; }
  // The node whose order against its sibling is open, or -1.
  int32_t Race(int32_t a, int32_t b) const;
  std::optional<Trap> NoteRace(const Access& access);
  std::optional<Trap> NoteAlias(const Access& access);
  std::optional<Trap> CheckRegions(const Access& access) const;
  static bool Inside(const Region& region, const int64_t* index);

  const TirProgram& program_;
  bool no_alias_ = false;
  std::vector<Node> nodes_{Node{}};
  std::vector<Open> open_;
  std::vector<std::vector<Touch>> bytes_;
  std::vector<int64_t> loop_entries_;
  int64_t entries_ = 0;
  // The launch that is running.
  const TirLaunch* launch_ = nullptr;
  std::array<int64_t, kThreadAxes> extents_{};
  std::vector<Open> outer_;
  int64_t launch_entry_ = 0;
  int32_t block_node_ = 0;
  int32_t interval_ = 0;
  // By warp: the warp itself, and what it does since its threads last met.
  std::map<int64_t, std::pair<int32_t, int32_t>> warps_;
  // Instances of blocks that were there: parent, block and spatial values.
  std::map<std::vector<int64_t>, int32_t> instances_;
  struct Parameter {
    int32_t memory = 0;
    const std::byte* data = nullptr;
    int64_t bytes = 0;
    bool overlaps = false;
  };
  std::vector<Parameter> parameters_;
  struct Shared {
    int32_t writer = -1;
    int32_t reader = -1;
  };
  std::unordered_map<const std::byte*, Shared> shared_;
};

// Whether a result does not fit into its dtype where machine code takes that for undefined: as TVM's LLVM code
// generation, which promises no wrapping from 32 bits on, signed and unsigned.
bool Overflows(NodeKind kind, DType dtype, Cell a, Cell b);
// Whether an amount of bits to shift by is negative or not below the width.
bool ShiftsTooFar(IntrinsicId intrinsic, DType dtype, Cell amount);

}  // namespace assay
