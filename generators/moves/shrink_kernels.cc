// Moves that shrink kernels: fewer statements, bodies in place of loops and branches, simpler scalar expressions.
#include <algorithm>
#include <map>
#include <memory>

#include "generators/moves/move.h"
#include "generators/moves/retype.h"
#include "ir/builder.h"
#include "ir/rewrite.h"
#include "ir/tir/unit_step.h"
#include "ir/walk.h"

namespace assay {
namespace {

struct NodePlace {
  size_t entry = 0;
  const Node* node = nullptr;
  // Which statement of a sequence; else 0.
  size_t part = 0;
};

// What becomes of a node, of the parts that are to change and the way.
using ChangeParts = const Node* (*)(Context&, const Node* node, std::span<const size_t> parts, size_t way);

// other kinds: are read as they are
// What stood for one statement may be several, which stand in one sequence; a step that has become 1 is none.
const Node* AsRead(Context& ctx, const Node* changed) {
  if (const auto* seq = As<SeqStmt>(changed)) return MakeSeqStmt(ctx, {seq->seq.begin(), seq->seq.end()});
  return Is<For>(changed) ? WithoutUnitStep(ctx, As<For>(changed)) : changed;
}

Proposals AtNodes(const ShrinkSite& site, std::vector<NodePlace> found, size_t ways, ChangeParts change) {
  auto places = std::make_shared<std::vector<NodePlace>>(std::move(found));
  return {places->size(), ways, [site, places, change](size_t way, size_t first, size_t last) -> std::optional<Module> {
            std::map<size_t, PointerMap<Node, std::vector<size_t>>> parts;
            for (size_t i = first; i < last; ++i) {
              const NodePlace& place = (*places)[i];
              parts[place.entry].Insert(place.node, {}).first->push_back(place.part);
            }
            FunctionChanges changes;
            for (const auto& [entry, nodes] : parts) {
              const Expr* func = site.module.entries[entry].func;
              const Node* changed = Rewrite(site.ctx, func, [&](const Node* node, const Node* original) {
                const std::vector<size_t>* at = nodes.Find(original);
                const Node* changed = at == nullptr ? node : change(site.ctx, node, *at, way);
                return changed == original ? changed : AsRead(site.ctx, changed);
              });
              if (changed != func) changes.push_back({entry, static_cast<const Expr*>(changed)});
            }
            if (changes.empty()) return std::nullopt;
            return WithFunctions(site.ctx, site.module, changes);
          }};
}

// The nodes of kernels that `parts_of` finds parts in, in order of first occurrence.
template <class F>
std::vector<NodePlace> PlacesOf(const Module& module, F&& parts_of) {
  std::vector<NodePlace> found;
  for (size_t entry = 0; entry < module.entries.size(); ++entry) {
    if (!Is<PrimFunc>(module.entries[entry].func)) continue;
    WalkOnce(module.entries[entry].func, [&](const Node* node) {
      for (size_t part = 0; part < parts_of(node); ++part) found.push_back({entry, node, part});
    });
  }
  return found;
}

// ---- statements

enum class StatementWay : size_t { kFirst, kSecond, kSerial };

// other kinds: go as items of the sequence around them
const Node* LessOf(Context& ctx, const Node* node, std::span<const size_t> parts, size_t way) {
  auto how = static_cast<StatementWay>(way);
  if (const auto* loop = As<For>(node)) {
    bool keeps = loop->for_kind == ForKind::kSerial || loop->for_kind == ForKind::kThreadBinding;
    if (how == StatementWay::kFirst) return SubstituteIn(ctx, loop->body, {{loop->loop_var, loop->min}});
    if (how != StatementWay::kSerial || keeps) return node;
    For* serial = ctx.arena.New<For>(*loop);
    serial->for_kind = ForKind::kSerial;
    return serial;
  }
  if (const auto* choice = As<IfThenElse>(node)) {
    if (how == StatementWay::kFirst) return choice->then_case;
    return how == StatementWay::kSecond && choice->else_case != nullptr ? choice->else_case : node;
  }
  if (how != StatementWay::kFirst) return node;
  if (const auto* loop = As<While>(node)) return loop->body;
  const auto* seq = As<SeqStmt>(node);
  if (seq == nullptr) return node;
  std::vector<const Stmt*> kept;
  for (size_t i = 0; i < seq->seq.size(); ++i) {
    if (!std::ranges::binary_search(parts, i)) kept.push_back(seq->seq[i]);
  }
  // A body is not empty.
  return kept.empty() ? seq->seq.back() : MakeSeqStmt(ctx, kept);
}

// other kinds: go as items of the sequence around them
Proposals DropStatement(const ShrinkSite& site) {
  auto parts_of = [](const Node* node) -> size_t {
    if (const auto* seq = As<SeqStmt>(node)) return seq->seq.size() > 1 ? seq->seq.size() : 0;
    return Is<For>(node) || Is<IfThenElse>(node) || Is<While>(node) ? 1 : 0;
  };
  return AtNodes(site, PlacesOf(site.module, parts_of), 3, LessOf);
}

// ---- expressions

bool IsCompound(const Node* node) {
  bool compound = AsBinary(node) != nullptr || Is<Select>(node) || Is<Call>(node) || Is<Cast>(node) || Is<Let>(node) ||
                  Is<Not>(node) || Is<BufferLoad>(node);
  return compound && !DTypeOf(AsExpr(node)).IsVoid() && DTypeOf(AsExpr(node)).lanes == 1;
}

const Expr* ConstantOf(Context& ctx, DType dtype, int64_t value) {
  if (dtype.IsFloating()) return MakeFloat(ctx, static_cast<double>(value), dtype);
  return dtype.IsHandle() || dtype.IsVoid() ? nullptr : MakeInt(ctx, value, dtype);
}

// 0, 1, or one of the operands of its dtype.
constexpr size_t kConstants = 2;
constexpr size_t kOperands = 3;

const Node* PlainerOf(Context& ctx, const Node* node, std::span<const size_t>, size_t way) {
  DType dtype = DTypeOf(AsExpr(node));
  if (way < kConstants) {
    const Expr* constant = ConstantOf(ctx, dtype, static_cast<int64_t>(way));
    return constant == nullptr ? node : constant;
  }
  std::vector<const Node*> alike;
  ForEachChild(node, Types::kSkip, [&](const Node* child) {
    const Expr* operand = AsExpr(child);
    if (operand != nullptr && operand->type != nullptr && DTypeOf(operand) == dtype) alike.push_back(child);
  });
  return way - kConstants < alike.size() ? alike[way - kConstants] : node;
}

Proposals SimplifyExpression(const ShrinkSite& site) {
  return AtNodes(site, PlacesOf(site.module, [](const Node* node) -> size_t { return IsCompound(node) ? 1 : 0; }),
                 kConstants + kOperands, PlainerOf);
}

constexpr MoveFamily kShrink = MoveFamily::kShrink;

}  // namespace

const MoveSpec kDropStatement = {.name = "drop_statement",
                                 .family = kShrink,
                                 .doc = "a kernel's statement goes, or its body stands for a loop or branch",
                                 .propose = DropStatement};
const MoveSpec kSimplifyExpression = {.name = "simplify_expression",
                                      .family = kShrink,
                                      .doc = "0, 1 or an operand stands for a kernel's scalar expression",
                                      .propose = SimplifyExpression};

}  // namespace assay
