// Where the blocks of this program's own code begin that turn on what a case is: of its symbols' table, which a linker
// writes. Tested by oracles/subjects/native/own_code_test.cc.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/code_map.h"
#include "coverage/reach.h"
#include "ir/support/result.h"

namespace assay {

// Of the layers that are assay's compiler and virtual machine (ir, passes, vm) without their support: where functions
// begin, and blocks that call another of them or what only a run knows. What stands between turns on where memory lies
// as well (tables that hash pointers), which is no case's doing. Diag kEnvironment, with the path: as ReadCode says,
// and no symbols.
Result<CodeMap> ReadOwnCode(const std::string& program);

// Of the program that runs, to be watched by each process of it that says so (Reach::WatchThisProcess); `folder`: where
// maps are kept (CodeOf). Diag kEnvironment where a process of it cannot be.
Result<std::shared_ptr<Reach>> WatchOwnCode(const std::string& folder);

// The folders' sources, from the project's root, as the build had them; by name, the one that lies where the file
// before it does, when several have it; empty: none.
class SourceNames {
 public:
  SourceNames();
  // `lines`: a path each.
  explicit SourceNames(std::string_view lines);
  std::string PathOf(std::string_view name, std::string_view before) const;

 private:
  std::vector<std::string_view> paths_;
};

}  // namespace assay
