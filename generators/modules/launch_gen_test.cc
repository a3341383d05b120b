// Launches are well-formed, read back from their text, and each kind of thing that threads do comes up in them. That
// they have no races is tested where they run (fuzzers/bench/races_test.cc).
#include "generators/modules/launch_gen.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/walk.h"

namespace assay {
namespace {

Module Made(Context& ctx, uint64_t seed) {
  GenOptions options;
  options.profile = Profile::kGpu;
  ByteSource bytes = ByteSource::FromSeed(seed);
  return Generate(ctx, bytes, options);
}

bool IsBarrier(const Node* node) {
  const IntrinsicSpec* row = Is<Call>(node) ? IntrinsicOf(node) : nullptr;
  return row != nullptr && row->id == IntrinsicId::tvm_storage_sync;
}

bool HasBarrier(const Node* root) {
  bool found = false;
  WalkOnce(root, [&](const Node* node) { found |= IsBarrier(node); });
  return found;
}

void Count(const Node* node, std::map<std::string, int>& seen) {
  if (IsBarrier(node)) ++seen["barrier " + std::string(As<StringImm>(As<Call>(node)->args[0])->value.text())];
  const IntrinsicSpec* row = Is<Call>(node) ? IntrinsicOf(node) : nullptr;
  if (row != nullptr) ++seen[std::string(row->op_name)];
  if (Is<Bind>(node)) ++seen["name"];
  const auto* of_vectors = As<AllocBuffer>(node);
  if (of_vectors != nullptr && !of_vectors->buffer->dtype.IsScalar()) ++seen["memory of vectors"];
  if (const auto* alloc = As<AllocBuffer>(node)) ++seen["memory " + std::string(alloc->buffer->scope.text())];
  if (const auto* choice = As<IfThenElse>(node)) {
    bool meets = HasBarrier(choice);
    ++seen[!meets ? "guard" : choice->else_case == nullptr ? "choice" : "choice of two"];
  }
  if (const auto* loop = As<For>(node)) {
    if (loop->for_kind == ForKind::kThreadBinding)
      ++seen["loop of " + std::string(loop->thread_binding->thread_tag.text())];
    else
      seen["iterations"] += HasBarrier(loop) ? 1 : 0;
  }
  const auto* wide = As<Shuffle>(node);
  if (wide != nullptr && wide->vectors.size() > 1) ++seen["row of lanes"];
  const auto* attr = As<AttrStmt>(node);
  const auto* reducer = attr == nullptr ? nullptr : As<CommReducer>(attr->node);
  if (reducer != nullptr) ++seen[fmt::format("reducer of {}", reducer->result.size())];
  const auto* thread = attr == nullptr ? nullptr : As<IterVar>(attr->node);
  if (thread != nullptr) ++seen["launch of " + std::string(thread->thread_tag.text())];
}

// Loops around a block that are bound to threads, by whether the block reduces over them.
void CountScheduled(const Stmt* s, std::map<std::string, int>& seen) {
  WalkOnce(s, [&](const Node* node) {
    const auto* loop = As<For>(node);
    if (loop == nullptr || loop->for_kind != ForKind::kThreadBinding) return;
    const Stmt* inner = loop->body;
    while (Is<For>(inner)) inner = As<For>(inner)->body;
    const auto* realize = As<SBlockRealize>(inner);
    if (realize == nullptr) return;
    for (size_t i = 0; i < realize->iter_values.size(); ++i) {
      bool reduces = realize->block->iter_vars[i]->iter_type == IterType::kCommReduce;
      if (Mentions(realize->iter_values[i], loop->loop_var))
        ++seen[reduces ? "reduction over threads" : "block in threads"];
    }
  });
}

TEST(LaunchGenTest, EveryKindComesUp) {
  std::map<std::string, int> seen;
  int kernels = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Context ctx;
    Module module = Made(ctx, seed);
    DiagSink sink;
    CheckWellFormed(ctx, module, sink);
    ASSERT_TRUE(sink.ok()) << seed << ": " << sink.diags()[0].message << "\n" << PrintModule(module);
    auto back = ParseModule(ctx, "back", PrintModule(module));
    ASSERT_TRUE(back.ok()) << seed << ": " << back.error().message << "\n" << PrintModule(module);
    auto difference = FirstDifference(module, *back);
    ASSERT_FALSE(difference) << seed << ": " << difference->path << ": " << difference->left << " against "
                             << difference->right << "\n"
                             << PrintModule(module);
    for (const ModuleEntry& entry : module.entries) {
      if (!Is<PrimFunc>(entry.func)) continue;
      ++kernels;
      WalkOnce(entry.func, [&](const Node* node) { Count(node, seen); });
      seen["with a barrier"] += HasBarrier(entry.func) ? 1 : 0;
      CountScheduled(As<PrimFunc>(entry.func)->body, seen);
    }
  }
  for (const char* kind : {"barrier shared",
                           "barrier shared.dyn",
                           "barrier warp",
                           "memory shared",
                           "memory shared.dyn",
                           "memory warp",
                           "memory local",
                           "memory of vectors",
                           "name",
                           "memory global",
                           "guard",
                           "choice",
                           "choice of two",
                           "iterations",
                           "loop of blockIdx.x",
                           "loop of blockIdx.y",
                           "loop of threadIdx.x",
                           "loop of threadIdx.y",
                           "loop of vthread.x",
                           "block in threads",
                           "reduction over threads",
                           "row of lanes",
                           "launch of blockIdx.x",
                           "launch of threadIdx.x",
                           "launch of threadIdx.y",
                           "tirx.tvm_fill_fragment",
                           "tirx.tvm_load_matrix_sync",
                           "tirx.tvm_mma_sync",
                           "tirx.tvm_store_matrix_sync",
                           "tirx.tvm_warp_shuffle",
                           "tirx.tvm_warp_shuffle_up",
                           "tirx.tvm_warp_shuffle_down",
                           "tirx.tvm_warp_shuffle_xor",
                           "tirx.tvm_warp_activemask",
                           "tirx.tvm_thread_allreduce",
                           "reducer of 1",
                           "reducer of 2"})
    EXPECT_GE(seen[kind], 5) << kind;
  EXPECT_GE(seen["with a barrier"] * 2, kernels);
}

TEST(LaunchGenTest, ASeedIsTheSameKernel) {
  Context one, other;
  EXPECT_EQ(PrintModule(Made(one, 11)), PrintModule(Made(other, 11)));
  EXPECT_NE(PrintModule(Made(one, 11)), PrintModule(Made(other, 12)));
}

}  // namespace
}  // namespace assay
