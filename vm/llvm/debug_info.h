// Debug information of kernels: which place of the text each instruction comes from. For listings, and for telling
// where a signal came from; code that is only run has none, since it would double the time of compiling. Tested by
// guards_test.cc.
#pragma once

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <string_view>

#include "ir/support/source.h"

namespace assay {

class DebugInfo {
 public:
  // With `sources`, lines and columns of the text; without, a line is a byte offset into it.
  DebugInfo(llvm::Module& module, const SourceMap* sources);

  // What At says from here on belongs to this function.
  void Begin(llvm::Function& function, std::string_view name, SourceSpan span);
  // The same of a function that was begun before.
  void GoOn(llvm::Function& function) { function_ = function.getSubprogram(); }
  llvm::DebugLoc At(SourceSpan span) const;
  void Finish() { builder_.finalize(); }

 private:
  struct Location {
    unsigned line = 0, column = 0;
  };
  Location LocationOf(SourceSpan span) const;

  llvm::DIBuilder builder_;
  const SourceMap* sources_;
  llvm::DISubprogram* function_ = nullptr;
  llvm::DIFile* file_ = nullptr;
};

// The line of the instruction at `offset` of function `symbol` in an object file with debug information; 0 when there
// is none, or when its code is not that of `plain`, the object without.
uint64_t LineOfCode(std::string_view object, std::string_view plain, std::string_view symbol, uint64_t offset);

}  // namespace assay
