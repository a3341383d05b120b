// The move that brings a kernel of another module in: a graph calls it with what is in scope. Tested by moves_test.cc.
#include <algorithm>

#include "generators/moves/crossover.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/analysis/accesses.h"
#include "passes/analysis/effects.h"

namespace assay {
namespace {

bool IsConstant(const Expr* dim) { return AsInt(dim) != nullptr && AsInt(dim)->value > 0; }

// A compact buffer of fixed extents in the memory that tensors have.
bool IsPlain(const Buffer* buffer) {
  return buffer != nullptr && buffer->strides.empty() && buffer->scope == "global" && buffer->dtype.lanes == 1 &&
         (buffer->elem_offset == nullptr ||
          (AsInt(buffer->elem_offset) != nullptr && AsInt(buffer->elem_offset)->value == 0)) &&
         std::ranges::all_of(buffer->shape, IsConstant);
}

// Loops that start at 0 and blocks that leave nothing out, as wide as the axes of what is written in them.
// other kinds: may leave something out
bool GoesEverywhere(const Access& access) {
  std::vector<const For*> loops;
  for (const Stmt* scope : access.scopes) {
    const auto* loop = As<For>(scope);
    const auto* realize = As<SBlockRealize>(scope);
    bool whole = realize != nullptr && (realize->predicate == nullptr || AsInt(realize->predicate) != nullptr);
    if (Is<SBlock>(scope)) whole = true;
    if (loop != nullptr) {
      whole = loop->step == nullptr && AsInt(loop->min) != nullptr && AsInt(loop->min)->value == 0;
      loops.push_back(loop);
    }
    if (!whole) return false;
  }
  std::vector<const Expr*> seen;
  for (size_t i = 0; i < access.indices.size(); ++i) {
    const Expr* index = access.indices[i];
    int64_t extent = AsInt(access.buffer->shape[i])->value;
    if (AsInt(index) != nullptr && AsInt(index)->value == 0 && extent == 1) continue;
    auto loop = std::ranges::find_if(loops, [&](const For* one) { return one->loop_var == index; });
    bool fits = loop != loops.end() && AsInt((*loop)->extent) != nullptr && AsInt((*loop)->extent)->value == extent;
    if (!fits || std::ranges::find(seen, index) != seen.end()) return false;
    seen.push_back(index);
  }
  return true;
}

// Whether it reads tensors and writes the last one, all of it, and does nothing else.
// other kinds: are looked at for what they do
bool IsImportable(Context& ctx, const PrimFunc& kernel) {
  if (kernel.buffers.size() < 2 || !std::ranges::all_of(kernel.buffers, IsPlain)) return false;
  bool plain = true;
  WalkBeforeChildren(kernel.body, [&](const Node* node) {
    NodeEffects effects = EffectsOfNode(node);
    plain &= !effects.calls && !effects.jumps && !effects.unknown && !Is<GlobalVar>(node) && !Is<IfThenElse>(node) &&
             !Is<MatchBufferRegion>(node) && !Is<DeclBuffer>(node);
    plain &= !Is<For>(node) || As<For>(node)->for_kind != ForKind::kThreadBinding;
    return !Is<Buffer>(node);
  });
  if (!plain) return false;
  const Buffer* output = kernel.buffers.back();
  Accesses accesses = AccessesIn(ctx, kernel.body);
  bool everywhere = false;
  for (const Access& access : accesses.all) {
    bool param = std::ranges::any_of(kernel.buffers, [&](const Buffer* b) { return b->data == access.buffer->data; });
    if (access.writes && param && access.buffer != output) return false;
    everywhere |= access.writes && access.buffer == output && GoesEverywhere(access);
  }
  return everywhere;
}

std::optional<Module> ImportKernel(MoveSite& site) {
  if (!TakesMoreFunctions(site)) return std::nullopt;
  std::vector<ModuleEntry> offered;
  for (const ModuleEntry& entry : site.donor->entries) {
    const auto* kernel = As<PrimFunc>(entry.func);
    if (kernel != nullptr && IsImportable(site.ctx, *kernel)) offered.push_back(entry);
  }
  auto place = DrawPlace(site, [](const Place& p) { return OperatorCall(p.binding->value) != nullptr; });
  if (offered.empty() || !place) return std::nullopt;
  std::vector<ModuleEntry> brought = RenamedFromDonor(site, site.bytes.Pick(offered));
  std::vector<ModuleEntry> entries(site.module.entries.begin(), site.module.entries.end());
  entries.insert(entries.end(), brought.begin(), brought.end());
  const auto* kernel = As<PrimFunc>(brought[0].func);
  std::vector<const Type*> types;
  for (const Buffer* buffer : kernel->buffers) {
    std::vector<const Expr*> dims;
    for (const Expr* dim : buffer->shape) dims.push_back(MakeInt(site.ctx, AsInt(dim)->value));
    types.push_back(MakeTensorType(site.ctx, dims, buffer->dtype));
  }
  std::vector<const Expr*> args;
  for (size_t i = 0; i + 1 < types.size(); ++i) args.push_back(WiredTo(site, *place, types[i]));
  if (std::ranges::find(args, nullptr) != args.end()) return std::nullopt;
  const Call* call =
      MakeOpCall(site.ctx, *FindOp("call_tir"), {brought[0].var, MakeTuple(site.ctx, args)}, {}, {types.back()});
  Module with = WithEntries(site.ctx, site.module, entries);
  return EditBindingOf(site, with, *place, [&](BindingEditor& editor, const VarBinding& binding) -> const Expr* {
    return SplicedIn(editor, binding, editor.Emit(editor.Typed(call)));
  });
}

}  // namespace

const MoveSpec kImportKernel = {"import_kernel", MoveFamily::kCrossover,
                                "a kernel of another module comes in, and a graph calls it", ImportKernel};

}  // namespace assay
