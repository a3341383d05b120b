// Which blocks of a library's code were reached, and by whom first: memory that processes share, which a probe
// (coverage/probe) in each of them writes. Tested by reach_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/code_map.h"
#include "coverage/probe/probe.h"
#include "ir/support/result.h"

namespace assay {

// Of a folder of sources, a file, or the whole library.
struct ReachCount {
  std::string name = {};
  uint64_t functions = 0, functions_reached = 0;
  uint64_t blocks = 0, blocks_reached = 0;
};

// Share of its blocks that were reached; of none, all.
double BlocksPercent(const ReachCount& count);

struct ReachSummary {
  ReachCount total = {};
  // By name; the files of an area begin with its name. Of nobody knows which: "".
  std::vector<ReachCount> areas = {}, files = {};
};

// "relax/transform" of "relax/transform/fuse_ops.cc".
std::string_view AreaOf(std::string_view file);

// Of another process, which a probe is given to, or of the program that runs, whose processes watch themselves.
enum class WhoseCode : uint8_t { kAnothers, kThisProgram };

class Reach {
 public:
  // Diag kEnvironment: no memory to share.
  static Result<std::shared_ptr<Reach>> Make(CodeMap code, WhoseCode whose = WhoseCode::kAnothers);
  Reach(const Reach&) = delete;
  Reach& operator=(const Reach&) = delete;
  ~Reach();

  const CodeMap& code() const { return code_; }
  WhoseCode whose() const { return whose_; }
  // What a probe takes (AssayProbeArm), as open files.
  int blocks_file() const { return blocks_file_; }
  int map_file() const { return map_file_; }

  // Breakpoints in this process's own code, which the map must be of; for each process that is to be watched. From then
  // on FoundHere and TakeNew go by what it runs first itself, whoever else did. Diag kEnvironment.
  Status WatchThisProcess();

  // Whose what this process has reached is, between 1 and kProbeSlots - 1.
  void UseSlot(int slot) { slot_ = slot; }
  int slot() const { return slot_; }
  // How many blocks were reached first by this process's slot (of a process that watches itself: by it), or by any.
  uint64_t FoundHere() const;
  uint64_t Found() const;
  // Up to `most` of those that this slot reached first since this process last asked; all of them count as told.
  std::vector<uint32_t> TakeNew(size_t most);

  ReachSummary Summary() const;
  // What was reached, as a file keeps it, and back: what it names is reached by slot 1. Diag kCorrupt, also for
  // other code than this.
  std::string Text() const;
  Status Take(std::string_view text);

 private:
  Reach(CodeMap code, WhoseCode whose) : code_(std::move(code)), whose_(whose) {}
  const uint8_t* first() const { return ProbeFirst(map_); }

  CodeMap code_;
  WhoseCode whose_;
  int blocks_file_ = -1, map_file_ = -1;
  ProbeMap* map_ = nullptr;
  int slot_ = 1;
  std::vector<bool> told_;
  // Of a process that watches itself: how many were told.
  bool watches_itself_ = false;
  size_t told_here_ = 0;
};

// The probe as a library that another process loads, as an open file; -1 when there is no memory for it.
int ProbeLibraryFile();
// What an error of AssayProbeArm means.
std::string_view ProbeErrorText(int error);

}  // namespace assay
