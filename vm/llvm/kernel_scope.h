// What is known where it is in scope: values of variables, and memory and views of buffers. Internal to vm/llvm.
#pragma once

#include "ir/tir/node.h"
#include "vm/llvm/function_builder.h"
#include "vm/llvm/lanes.h"
#include "vm/llvm/scoped_map.h"

namespace assay {

struct KernelScope {
  struct Marks {
    size_t vars, memories, views;
  };
  Marks OpenScope() const { return {vars.Mark(), memories.Mark(), views.Mark()}; }
  void CloseScope(const Marks& marks) {
    vars.Restore(marks.vars);
    memories.Restore(marks.memories);
    views.Restore(marks.views);
  }

  ScopedMap<const Var*, Lanes> vars;
  ScopedMap<const Var*, KernelMemory> memories;
  // By number among all views of the kernel.
  ScopedMap<const Buffer*, size_t> views;
};

}  // namespace assay
