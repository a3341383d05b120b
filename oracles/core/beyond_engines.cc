#include "oracles/core/beyond_engines.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"

namespace assay {
namespace {

bool IsThread(const IterVar* binding) {
  return binding != nullptr && binding->thread_tag.text().starts_with("threadIdx.");
}

// The variable that tells the threads apart, and what each of them does; null for what is no loop of threads.
struct Threads {
  const Var* var = nullptr;
  const Stmt* body = nullptr;
};
// other kinds: no threads begin there
Threads ThreadsOf(const Node* node) {
  if (const auto* loop = As<For>(node); loop != nullptr && IsThread(loop->thread_binding))
    return {loop->loop_var, loop->body};
  const auto* launch = As<AttrStmt>(node);
  const auto* binding = launch == nullptr ? nullptr : As<IterVar>(launch->node);
  if (IsThread(binding) && launch->attr_key.text() == "thread_extent") return {binding->var, launch->body};
  return {};
}

// other kinds: they neither name an index nor reach memory
// A thread writes into shared memory at a place of its own, and reads from that memory; or all of them add to one
// place.
bool HandOver(const Threads& threads) {
  VarSet own{threads.var};
  std::set<const Var*> written, read;
  bool add_up = false;
  auto is_own = [&](const Expr* index) { return MentionsAny(index, own); };
  // What stands around is walked first.
  WalkOnce(threads.body, [&](const Node* node) {
    if (const auto* realize = As<SBlockRealize>(node)) {
      for (size_t i = 0; i < realize->iter_values.size(); ++i) {
        if (!MentionsAny(realize->iter_values[i], own)) continue;
        own.insert(realize->block->iter_vars[i]->var);
        add_up = add_up || realize->block->iter_vars[i]->iter_type == IterType::kCommReduce;
      }
    } else if (const auto* bind = As<Bind>(node)) {
      if (MentionsAny(bind->value, own)) own.insert(bind->var);
    } else if (const auto* store = As<BufferStore>(node)) {
      if (IsSharedByThreads(*store->buffer) && std::ranges::any_of(store->indices, is_own))
        written.insert(store->buffer->data);
    } else if (const auto* load = As<BufferLoad>(node)) {
      if (IsSharedByThreads(*load->buffer)) read.insert(load->buffer->data);
    }
  });
  return add_up || std::ranges::any_of(written, [&](const Var* data) { return read.contains(data); });
}

// Where barriers stand, they are taken for all that there will be: the reference runs threads up to each of them, and
// what races is excused elsewhere (checked_run.h).
bool HasBarriers(const Stmt* launch) {
  bool found = false;
  WalkOnce(launch, [&](const Node* node) { found |= BarrierScopeOf(node).has_value(); });
  return found;
}

}  // namespace

std::string WhyBeyondEngines(const Module& module) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<PrimFunc>(entry.func)) continue;
    WalkOnce(entry.func, [&](const Node* node) {
      Threads threads = ThreadsOf(node);
      found = found || (threads.var != nullptr && !HasBarriers(threads.body) && HandOver(threads));
    });
  }
  return found ? "threads hand over to each other" : "";
}

std::string WhyBeyondEngines(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"tvm_thread_allreduce", "a reduction over threads (tvm_thread_allreduce)"},
      {"tvm_storage_sync", "a barrier (tvm_storage_sync)"},
      {"tvm_warp_", "a shuffle between the threads of a warp"},
      {"simdgroup", "a matrix unit of the device"},
      {"mma_", "a matrix unit of the device"},
      {"ptx_", "an instruction of the device (ptx)"},
  };
  for (const auto& [word, why] : kWords) {
    if (text.find(word) != std::string_view::npos) return std::string(why);
  }
  return "";
}

}  // namespace assay
