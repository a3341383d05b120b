// LaunchGen: one random PrimFunc of GPU launches: blocks and threads, memory that they share, and barriers, written
// from nothing. No two threads access an element in an interval between two barriers when one of them writes it, every
// thread of a block comes to every barrier, and what is read was written: so the result is the same in every order of
// the threads. Barriers that order nothing stand there as well, and launches in which no thread needs another one.
// Tested by launch_gen_test.cc, which runs kernels in several orders and looks for races.
#pragma once

#include <string_view>

#include "generators/modules/launch_scope.h"

namespace assay {

class LaunchGen {
 public:
  explicit LaunchGen(ModuleGen& module) : scope_{.module = module} {}

  // Reads its inputs anywhere, and writes each element of its output once.
  GenKernel PublicKernel(std::string_view symbol);

 private:
  Context& ctx() { return scope_.module.ctx; }
  ByteSource& bytes() { return scope_.module.bytes; }
  const Expr* Int(int64_t value) { return MakeInt(ctx(), value, DType::Int(32)); }

  LaunchScope scope_;
};

}  // namespace assay
