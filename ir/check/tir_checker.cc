// The TIR rules: one pass over a PrimFunc with an own stack of actions, driven by the field roles of the nodes, so that
// a new kind of statement is checked at birth. A variable is defined once in the whole function (as TVM's VerifySSA).
#include <algorithm>

#include <fmt/format.h>

#include "ir/check/reporter.h"
#include "ir/fields.h"

namespace assay {
namespace {

struct Action {
  enum class What : uint8_t { kVisit, kDefine, kDefineDeep, kUndo } what;
  const Node* node = nullptr;
  size_t mark = 0;
};

class TirChecker {
 public:
  explicit TirChecker(RuleReporter& reporter) : reporter_(reporter) {}

  void Run(const PrimFunc& function) {
    // A plain dimension of any parameter defines its variable, also for dimensions of parameters before it.
    for (const Buffer* buffer : function.buffers) {
      for (const Expr* extent : buffer == nullptr ? Nodes<Expr>() : buffer->shape) {
        if (const auto* var = As<Var>(extent); var != nullptr && once_.insert(var).second) vars_.Insert(var);
      }
    }
    stack_.push_back({Action::What::kVisit, &function});
    while (!stack_.empty()) {
      Action action = stack_.back();
      stack_.pop_back();
      switch (action.what) {
        case Action::What::kVisit:
          VisitNode(action.node);
          break;
        case Action::What::kDefine:
          Define(action.node, false);
          break;
        case Action::What::kDefineDeep:
          Define(action.node, true);
          break;
        case Action::What::kUndo:
          vars_.Undo(action.mark);
          break;
      }
    }
  }

 private:
  // Definitions inside these end with them; Bind, AllocBuffer and DeclBuffer last until the end of what encloses them.
  static bool OpensScope(NodeKind kind) {
    return kind == NodeKind::kFor || kind == NodeKind::kSBlock || kind == NodeKind::kLet || kind == NodeKind::kSeqStmt ||
           kind == NodeKind::kAttrStmt || kind == NodeKind::kWhile || kind == NodeKind::kIfThenElse ||
           kind == NodeKind::kIndexMap;
  }

  void VisitNode(const Node* node) {
    if (node->kind == NodeKind::kVar) return UseVar(static_cast<const Var*>(node));
    if (node->kind == NodeKind::kBuffer) return UseBuffer(static_cast<const Buffer*>(node));
    CheckLocally(node);
    if (OpensScope(node->kind)) stack_.push_back({Action::What::kUndo, nullptr, vars_.Mark()});
    PushFields(node, false);
  }

  // Pushes the fields so that they are popped in order.
  void PushFields(const Node* node, bool deep) {
    size_t first = stack_.size();
    Visit(node, [&](const auto& n) {
      ForEachField(n, [&](const auto& value, const auto& field) { PushField(value, deep ? FieldRole::kDefDeep : field.role); });
    });
    std::reverse(stack_.begin() + static_cast<ptrdiff_t>(first), stack_.end());
  }
  template <class V>
  void PushField(const V& value, FieldRole role) {
    auto what = role == FieldRole::kDef       ? Action::What::kDefine
                : role == FieldRole::kDefDeep ? Action::What::kDefineDeep
                                              : Action::What::kVisit;
    if constexpr (NodePointer<V>) {
      if (value != nullptr) stack_.push_back({what, value});
    } else if constexpr (kIsNodeSpan<V>) {
      for (const Node* child : value) {
        if (child != nullptr) stack_.push_back({what, child});
      }
    }
  }

  void Define(const Node* node, bool deep) {
    if (const auto* var = As<Var>(node)) {
      bool known = vars_.Contains(var);
      vars_.Insert(var);
      if (!deep && !once_.insert(var).second) {
        reporter_.Violated(Rule::kTirVarOnce, var->span, fmt::format("variable {} is defined more than once", var->name.text()));
      }
      if (deep && !known) once_.insert(var);
      return;
    }
    if (const auto* buffer = As<Buffer>(node)) {
      buffers_.insert(buffer);
      vars_.Insert(buffer->data);
      for (Nodes<Expr> extents : {buffer->shape, buffer->strides}) {
        for (const Expr* extent : extents) stack_.push_back({Wanted(deep, extent), extent});
      }
      if (buffer->elem_offset != nullptr) stack_.push_back({Wanted(deep, buffer->elem_offset), buffer->elem_offset});
      return;
    }
    // An IterVar: its own fields say what it defines.
    if (node->kind == NodeKind::kIterVar) return PushFields(node, false);
    VisitNode(node);
  }
  static Action::What Wanted(bool deep, const Expr* extent) {
    return deep && Is<Var>(extent) ? Action::What::kDefineDeep : Action::What::kVisit;
  }

  void UseVar(const Var* var) {
    if (vars_.Contains(var)) return;
    reporter_.Violated(Rule::kTirVarDefined, var->span, fmt::format("variable {} is not defined here", var->name.text()));
    vars_.Insert(var);
  }
  void UseBuffer(const Buffer* buffer) {
    if (buffers_.contains(buffer) || vars_.Contains(buffer->data)) return;
    reporter_.Violated(Rule::kTirBufferDeclared, buffer->span,
                       fmt::format("buffer {} is used but not declared", buffer->name.text()));
    buffers_.insert(buffer);
  }

  void CheckLocally(const Node* node) {
    if (const auto* load = As<BufferLoad>(node)) {
      CheckIndexCount(*load->buffer, load->indices.size(), load->span);
    } else if (const auto* store = As<BufferStore>(node)) {
      CheckIndexCount(*store->buffer, store->indices.size(), store->span);
      CheckStoreType(*store);
    } else if (const auto* region = As<BufferRegion>(node)) {
      CheckIndexCount(*region->buffer, region->region.size(), region->span);
    } else if (const auto* realize = As<SBlockRealize>(node)) {
      if (realize->iter_values.size() != realize->block->iter_vars.size()) {
        reporter_.Violated(Rule::kTirBlockBinding, node->span,
                           fmt::format("block {} has {} iteration variables but is realised with {} values",
                                       realize->block->name_hint.text(), realize->block->iter_vars.size(),
                                       realize->iter_values.size()));
      }
      CheckCondition(realize->predicate);
    } else if (const auto* branch = As<IfThenElse>(node)) {
      CheckCondition(branch->condition);
    } else if (const auto* loop = As<While>(node)) {
      CheckCondition(loop->condition);
    }
  }
  void CheckIndexCount(const Buffer& buffer, size_t count, SourceSpan span) {
    if (count == buffer.shape.size()) return;
    reporter_.Violated(Rule::kTirIndexCount, span,
                       fmt::format("buffer {} of {} dimensions is accessed with {} indices", buffer.name.text(),
                                   buffer.shape.size(), count));
  }
  void CheckStoreType(const BufferStore& store) {
    DType value = DTypeOf(store.value);
    if (value.IsVoid() || value.Scalar() == store.buffer->dtype.Scalar()) return;
    // Booleans are kept in int8 and uint8 buffers too.
    if (value.IsBool() && store.buffer->dtype.bits == 8) return;
    reporter_.Violated(Rule::kTirStoreType, store.span,
                       fmt::format("a value of {} is stored into buffer {} of {}", DTypeName(value),
                                   store.buffer->name.text(), DTypeName(store.buffer->dtype)));
  }
  void CheckCondition(const Expr* condition) {
    if (condition == nullptr || DTypeOf(condition).IsBool()) return;
    // TVM writes conditions as integers of one bit too.
    if (DTypeOf(condition).bits == 1) return;
    reporter_.Violated(Rule::kTirCondition, condition->span,
                       fmt::format("a condition is of {}, not bool", DTypeName(DTypeOf(condition))));
  }

  RuleReporter& reporter_;
  std::vector<Action> stack_;
  ScopedSet<Var> vars_;
  std::unordered_set<const Var*> once_;
  std::unordered_set<const Buffer*> buffers_;
};

}  // namespace

void CheckPrimFunc(const ModuleEntry& entry, RuleReporter& reporter) {
  TirChecker(reporter).Run(*As<PrimFunc>(entry.func));
}

}  // namespace assay
