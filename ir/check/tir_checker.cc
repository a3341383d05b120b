// The TIR rules: one pass over a PrimFunc with an own stack of actions, driven by the field roles of the nodes, so that
// a new kind of statement is checked at birth. A variable is defined once in the whole function (as TVM's VerifySSA).
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ir/check/reporter.h"
#include "ir/check/scalar_parts.h"
#include "ir/equal.h"
#include "ir/fields.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/accesses.h"

namespace assay {
namespace {

struct Action {
  enum class What : uint8_t { kVisit, kDefine, kDefineDeep, kEnterBlock, kLeave } what;
  const Node* node = nullptr;
  // The nearest place in the text: variables and buffers are shared, so that their own is where they are defined.
  SourceSpan place = {};
  // kLeave: what the scope began with.
  size_t vars = 0;
  size_t buffers = 0;
  size_t blocks = 0;
};

class TirChecker {
 public:
  TirChecker(const Module& module, RuleReporter& reporter) : module_(module), reporter_(reporter) {}

  // Whether the function names no other one.
  bool Run(const PrimFunc& function) {
    lets_.clear();
    function_ = &function;
    // A plain dimension of any parameter defines its variable, also for dimensions of parameters before it.
    for (const Buffer* buffer : function.buffers) {
      for (const Expr* extent : buffer == nullptr ? Nodes<Expr>() : buffer->shape) {
        if (const auto* var = As<Var>(extent); var != nullptr && once_.Insert(var, {}).second) vars_.Insert(var);
      }
    }
    stack_.push_back({Action::What::kVisit, &function, function.span});
    while (!stack_.empty()) {
      Action action = stack_.back();
      stack_.pop_back();
      Perform(action);
    }
    return !names_functions_;
  }

 private:
  void Perform(const Action& action) {
    place_ = action.place;
    switch (action.what) {
      case Action::What::kVisit: return VisitNode(action.node);
      case Action::What::kDefine: return Define(action.node, false);
      case Action::What::kDefineDeep: return Define(action.node, true);
      case Action::What::kEnterBlock: return EnterBlock(*static_cast<const SBlock*>(action.node));
      case Action::What::kLeave:
        vars_.Undo(action.vars);
        buffers_.Undo(action.buffers);
        blocks_.resize(action.blocks);
        return;
    }
  }

  // Definitions inside these end with them; Bind, AllocBuffer and DeclBuffer last until the end of what encloses them.
  static bool OpensScope(const Node* node) {
    const Stmt* s = AsStmt(node);
    return s == nullptr ? Is<Let>(node) || Is<IndexMap>(node) || Is<CommReducer>(node)
                        : StatementOpensScope(StmtKindOf(s));
  }
  static bool StatementOpensScope(StmtKind kind) {
    switch (kind) {
      case StmtKind::kFor:
      case StmtKind::kSBlock:
      case StmtKind::kSeqStmt:
      case StmtKind::kAttrStmt:
      case StmtKind::kWhile:
      case StmtKind::kIfThenElse: return true;
      case StmtKind::kBind:
      case StmtKind::kAssertStmt:
      case StmtKind::kBufferStore:
      case StmtKind::kDeclBuffer:
      case StmtKind::kAllocBuffer:
      case StmtKind::kEvaluate:
      case StmtKind::kReturn:
      case StmtKind::kBreak:
      case StmtKind::kContinue:
      case StmtKind::kSBlockRealize: return false;
    }
    ASSAY_UNREACHABLE();
  }

  void VisitNode(const Node* node) {
    if (node->kind == NodeKind::kVar) return UseVar(static_cast<const Var*>(node));
    if (node->kind == NodeKind::kBuffer) return UseBuffer(static_cast<const Buffer*>(node));
    if (node->span.file != 0) place_ = node->span;
    if (const auto* value = As<AttrNode>(node); value != nullptr && IsOfNoKernel(value->node))
      return CheckScalarsAmong(value->node, place_, reporter_);
    const Expr* e = AsExpr(node);
    if (e != nullptr && e != function_ && !IsScalarPart(e)) return RefuseInKernel(*e);
    if (const auto* let = As<Let>(node)) SeeLet(*let);
    CheckLocally(node);
    if (OpensScope(node)) {
      stack_.push_back({Action::What::kLeave, nullptr, place_, vars_.Mark(), buffers_.Mark(), blocks_.size()});
    }
    if (const auto* branch = As<IfThenElse>(node)) return PushBranch(*branch);
    PushFields(node, false);
  }

  // An attribute may be a type or a constant of Relax, or what has variables of its own.
  static bool IsOfNoKernel(const Node* value) {
    const Expr* e = AsExpr(value);
    return value != nullptr && (IsTypeKind(value->kind) || Is<IndexMap>(value) || Is<CommReducer>(value) ||
                                (e != nullptr && !IsScalarPart(e)));
  }
  // What it is made of means nothing here.
  void RefuseInKernel(const Expr& e) {
    reporter_.Violated(Rule::kTirScalar, PlaceOf(&e), fmt::format("a {} stands in a kernel", NodeKindName(e.kind)));
  }

  // What one side defines ends before the other one; the scope of the whole is open already.
  void PushBranch(const IfThenElse& branch) {
    const Action leave = stack_.back();
    if (branch.else_case != nullptr) {
      stack_.push_back({Action::What::kVisit, branch.else_case, place_});
      stack_.push_back(leave);
    }
    stack_.push_back({Action::What::kVisit, branch.then_case, place_});
    stack_.push_back({Action::What::kVisit, branch.condition, place_});
  }

  // Substitution puts a let where its variable is used, perhaps twice: as to TVM, it is one definition as long as its
  // value is the same.
  void SeeLet(const Let& let) {
    auto [first, is_new] = lets_.emplace(let.var, let.value);
    if (!is_new && Equal(first->second, let.value)) again_.insert(let.var);
  }

  // A block's own accesses are judged from here on: its axes and what it allocates are known.
  void EnterBlock(const SBlock& block) {
    for (const BufferRegion* region : block.reads) CheckRegion(region->buffer, false);
    for (const BufferRegion* region : block.writes) CheckRegion(region->buffer, true);
    Block entered{block.iter_vars.empty() ? NonOpaqueBlocks() : NonOpaqueBlocks() + 1, &block};
    blocks_.push_back(entered);
    for (const Buffer* buffer : block.alloc_buffers) *declared_in_.Insert(buffer, 0).first = blocks_.size();
  }
  size_t NonOpaqueBlocks() const { return blocks_.empty() ? 0 : blocks_.back().non_opaque; }

  // Pushes the fields so that they are popped in order.
  void PushFields(const Node* node, bool deep) {
    size_t first = stack_.size();
    Visit(node, [&](const auto& n) {
      ForEachField(n, [&](const auto& value, const auto& field) {
        PushField(value, deep ? FieldRole::kDefDeep : field.role);
        if (node->kind == NodeKind::kSBlock && field.name == "alloc_buffers") {
          stack_.push_back({Action::What::kEnterBlock, node, place_});
        }
      });
    });
    std::reverse(stack_.begin() + static_cast<ptrdiff_t>(first), stack_.end());
  }
  template <class V>
  void PushField(const V& value, FieldRole role) {
    auto what = role == FieldRole::kDef       ? Action::What::kDefine
                : role == FieldRole::kDefDeep ? Action::What::kDefineDeep
                                              : Action::What::kVisit;
    if constexpr (NodePointer<V>) {
      if (value != nullptr) stack_.push_back({what, value, place_});
    } else if constexpr (kIsNodeSpan<V>) {
      for (const Node* child : value) {
        if (child != nullptr) stack_.push_back({what, child, place_});
      }
    }
  }

  void Define(const Node* node, bool deep) {
    if (const auto* var = As<Var>(node)) {
      bool known = vars_.Contains(var);
      vars_.Insert(var);
      bool again = again_.erase(var) > 0;
      if (!deep && !once_.Insert(var, {}).second && !again) {
        reporter_.Violated(Rule::kTirVarOnce, var->span.file != 0 ? var->span : place_,
                           fmt::format("variable {} is defined more than once", var->name.text()));
      }
      if (deep && !known) once_.Insert(var, {});
      bool scalar = var->type == nullptr || Is<PrimType>(var->type) || Is<PointerType>(var->type);
      if (!scalar) {
        reporter_.Violated(
            Rule::kTirScalar, var->span.file != 0 ? var->span : place_,
            fmt::format("variable {} of a kernel is of {}", var->name.text(), NodeKindName(var->type->kind)));
      }
      return;
    }
    if (const auto* buffer = As<Buffer>(node)) {
      buffers_.Insert(buffer);
      *declared_in_.Insert(buffer, 0).first = blocks_.size();
      vars_.Insert(buffer->data);
      const Buffer*& memory = *memory_.Insert(buffer->data, buffer).first;
      if (!buffers_.Contains(memory)) memory = buffer;
      for (Nodes<Expr> extents : {buffer->shape, buffer->strides}) {
        for (const Expr* extent : extents) stack_.push_back({Wanted(deep, extent), extent, place_});
      }
      if (const Expr* offset = buffer->elem_offset) stack_.push_back({Wanted(deep, offset), offset, place_});
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
    if (const size_t* loop = loops_.Find(var); loop != nullptr && *loop < NonOpaqueBlocks()) {
      reporter_.Violated(Rule::kTirBlockLoops, place_,
                         fmt::format("loop variable {} is used inside block {}, which it runs around", var->name.text(),
                                     blocks_.back().block->name_hint.text()));
    }
    if (vars_.Contains(var)) return;
    reporter_.Violated(Rule::kTirVarDefined, place_, fmt::format("variable {} is not defined here", var->name.text()));
    vars_.Insert(var);
  }
  void UseBuffer(const Buffer* buffer) {
    if (buffers_.Contains(buffer)) return;
    // One that nothing declares is a view of memory that is in scope, and of the sizes that are where it is used.
    bool was_declared = declared_in_.contains(buffer);
    if (!was_declared && vars_.Contains(buffer->data)) return PushSizes(*buffer);
    reporter_.Violated(Rule::kTirBufferDeclared, place_,
                       was_declared
                           ? fmt::format("the declaration of buffer {} has gone out of scope", buffer->name.text())
                           : fmt::format("buffer {} is used but not declared", buffer->name.text()));
    buffers_.Insert(buffer);
  }

  void PushSizes(const Buffer& buffer) {
    for (Nodes<Expr> extents : {buffer.shape, buffer.strides}) {
      for (const Expr* extent : extents) stack_.push_back({Action::What::kVisit, extent, place_});
    }
    if (buffer.elem_offset != nullptr) stack_.push_back({Action::What::kVisit, buffer.elem_offset, place_});
  }

  void CheckLocally(const Node* node) {
    if (const Stmt* s = AsStmt(node)) return CheckStmt(s);
    if (const auto* load = As<BufferLoad>(node)) {
      CheckAccess(*load->buffer, load->indices);
      CheckRegion(load->buffer, false);
      CheckPredicate(load->predicate, *load->buffer, load->indices);
    } else if (const auto* match = As<MatchBufferRegion>(node)) {
      *matched_.Insert(match->buffer->data, nullptr).first = match->source->buffer->data;
    } else if (const auto* region = As<BufferRegion>(node)) {
      CheckIndexCount(*region->buffer, region->region.size());
    } else if (const auto* global = As<GlobalVar>(node)) {
      CheckGlobalVar(*global);
    } else {
      CheckLogic(node);
    }
  }
  void CheckStmt(const Stmt* s) {
    switch (StmtKindOf(s)) {
      case StmtKind::kBufferStore: {
        const auto& store = static_cast<const BufferStore&>(*s);
        CheckAccess(*store.buffer, store.indices);
        CheckRegion(store.buffer, true);
        CheckStoreType(store);
        return CheckPredicate(store.predicate, *store.buffer, store.indices);
      }
      case StmtKind::kFor: return CheckLoop(static_cast<const For&>(*s));
      case StmtKind::kSBlockRealize: return CheckRealize(static_cast<const SBlockRealize&>(*s));
      case StmtKind::kIfThenElse: return CheckCondition(static_cast<const IfThenElse*>(s)->condition);
      case StmtKind::kWhile: return CheckCondition(static_cast<const While*>(s)->condition);
      case StmtKind::kAssertStmt: return CheckCondition(static_cast<const AssertStmt*>(s)->condition);
      // No rule but those of scopes and of their parts.
      case StmtKind::kBind:
      case StmtKind::kAttrStmt:
      case StmtKind::kDeclBuffer:
      case StmtKind::kAllocBuffer:
      case StmtKind::kSeqStmt:
      case StmtKind::kEvaluate:
      case StmtKind::kReturn:
      case StmtKind::kBreak:
      case StmtKind::kContinue:
      case StmtKind::kSBlock: return;
    }
  }
  // What chooses and what logic combines is true or false: TVM makes no other nodes.
  void CheckLogic(const Node* node) {
    if (const auto* select = As<Select>(node)) {
      CheckCondition(select->condition);
      CheckLanes(*select);
    } else if (const auto* negation = As<Not>(node)) {
      CheckCondition(negation->a);
    } else if (Is<And>(node) || Is<Or>(node)) {
      const BinaryExpr& both = *AsBinary(static_cast<const Expr*>(node));
      CheckCondition(both.a);
      CheckCondition(both.b);
    } else if (const auto* call = As<Call>(node)) {
      if (IsCallOf(call, IntrinsicId::if_then_else) && !call->args.empty()) CheckCondition(call->args[0]);
    }
  }
  void CheckLanes(const Select& select) {
    int chooses = DTypeOf(select.condition).lanes, lanes = DTypeOf(&select).lanes;
    if (chooses == 1 || chooses == lanes) return;
    reporter_.Violated(Rule::kTirCondition, PlaceOf(select.condition),
                       fmt::format("a condition of {} lanes chooses among {}", chooses, lanes));
  }
  void CheckGlobalVar(const GlobalVar& global) {
    names_functions_ = true;
    if (module_.Find(global.name.text()) != nullptr) return;
    reporter_.Violated(Rule::kTirGlobalDefined, place_,
                       fmt::format("the module has no function {}", global.name.text()));
  }
  void CheckAccess(const Buffer& buffer, Nodes<Expr> indices) {
    CheckIndexCount(buffer, indices.size());
    for (const Expr* index : indices) {
      CheckInteger(index, "an index");
      if (index == indices.back() || DTypeOf(index).lanes == 1) continue;
      reporter_.Violated(Rule::kTirIndexType, PlaceOf(index), "an index that is not the last is a vector");
    }
  }
  void CheckIndexCount(const Buffer& buffer, size_t count) {
    if (count == buffer.shape.size()) return;
    reporter_.Violated(Rule::kTirIndexCount, place_,
                       fmt::format("buffer {} of {} dimensions is accessed with {} indices", buffer.name.text(),
                                   buffer.shape.size(), count));
  }
  void CheckInteger(const Expr* e, std::string_view what) {
    DType dtype = DTypeOf(e);
    if (dtype.IsInteger() || dtype.IsVoid()) return;
    reporter_.Violated(Rule::kTirIndexType, PlaceOf(e),
                       fmt::format("{} is of {}, not an integer", what, DTypeName(dtype)));
  }
  void CheckLoop(const For& loop) {
    // A block inside is judged by how many blocks with axes there are around the loop.
    *loops_.Insert(loop.loop_var, 0).first = NonOpaqueBlocks();
    CheckInteger(loop.min, "a loop's start");
    CheckInteger(loop.extent, "a loop's extent");
    bool bound = loop.for_kind == ForKind::kThreadBinding;
    if (bound == (loop.thread_binding != nullptr)) return;
    reporter_.Violated(
        Rule::kTirThread, place_,
        bound ? "a loop that is bound to a thread names none" : "a loop that is bound to no thread names one");
  }
  void CheckRealize(const SBlockRealize& realize) {
    const SBlock& block = *realize.block;
    if (realize.iter_values.size() != block.iter_vars.size()) {
      reporter_.Violated(Rule::kTirBlockBinding, place_,
                         fmt::format("block {} has {} iteration variables but is realised with {} values",
                                     block.name_hint.text(), block.iter_vars.size(), realize.iter_values.size()));
    }
    CheckCondition(realize.predicate);
  }

  // An access in the innermost block whose regions say something; what is declared inside of it is its own, unless it
  // is a view of memory from outside. A buffer that it writes it may also read, as reductions do.
  void CheckRegion(const Buffer* buffer, bool writes) {
    if (blocks_.empty()) return;
    const SBlock& block = *blocks_.back().block;
    bool silent = block.iter_vars.empty() && block.reads.empty() && block.writes.empty();
    const Var* viewed = IsOwn(buffer) ? ViewedFromOutside(buffer->data) : nullptr;
    bool own = IsOwn(buffer) && viewed == nullptr;
    auto names = [&](Nodes<BufferRegion> regions) {
      return std::ranges::any_of(regions, [&](const BufferRegion* region) {
        return region->buffer == buffer || (viewed != nullptr && region->buffer->data == viewed);
      });
    };
    if (silent || own || names(block.writes) || (!writes && names(block.reads))) return;
    reporter_.Violated(Rule::kTirRegions, place_,
                       fmt::format("block {} {} buffer {}, which its regions do not name", block.name_hint.text(),
                                   writes ? "writes" : "reads", buffer->name.text()));
  }
  // Declared inside of the innermost block, or nowhere.
  bool IsOwn(const Buffer* buffer) const {
    const size_t* declared = declared_in_.Find(buffer);
    return declared == nullptr || *declared >= blocks_.size();
  }
  // The memory of a buffer from outside that this is, or that a match_buffer of the block shows; null where it is none.
  const Var* ViewedFromOutside(const Var* data) const {
    std::set<const Var*> seen;
    while (seen.insert(data).second) {
      const Buffer* const* first = memory_.Find(data);
      if (first != nullptr && buffers_.Contains(*first) && !IsOwn(*first)) return data;
      const Var* const* source = matched_.Find(data);
      if (source == nullptr) return nullptr;
      data = *source;
    }
    return nullptr;
  }

  void CheckStoreType(const BufferStore& store) {
    DType value = DTypeOf(store.value);
    if (value.IsVoid() || value.Scalar() == store.buffer->dtype.Scalar()) return;
    // Booleans are kept in int8 and uint8 buffers too.
    if (value.IsBool() && store.buffer->dtype.bits == 8) return;
    reporter_.Violated(Rule::kTirStoreType, place_,
                       fmt::format("a value of {} is stored into buffer {} of {}", DTypeName(value),
                                   store.buffer->name.text(), DTypeName(store.buffer->dtype)));
  }
  void CheckCondition(const Expr* condition) {
    if (condition == nullptr || DTypeOf(condition).IsBool()) return;
    // TVM writes conditions as integers of one bit too.
    if (DTypeOf(condition).bits == 1) return;
    reporter_.Violated(Rule::kTirCondition, PlaceOf(condition),
                       fmt::format("a condition is of {}, not bool", DTypeName(DTypeOf(condition))));
  }
  void CheckPredicate(const Expr* predicate, const Buffer& buffer, Nodes<Expr> indices) {
    if (predicate == nullptr) return;
    CheckCondition(predicate);
    int lanes = buffer.dtype.lanes * (indices.empty() ? 1 : DTypeOf(indices.back()).lanes);
    if (DTypeOf(predicate).lanes == lanes) return;
    reporter_.Violated(Rule::kTirCondition, PlaceOf(predicate),
                       fmt::format("a predicate of {} lanes switches {} of buffer {}", DTypeOf(predicate).lanes, lanes,
                                   buffer.name.text()));
  }
  SourceSpan PlaceOf(const Expr* e) const { return e->span.file != 0 && !Is<Var>(e) ? e->span : place_; }

  struct Block {
    // Blocks with axes among the enclosing ones, this one included.
    size_t non_opaque;
    const SBlock* block;
  };

  const Module& module_;
  RuleReporter& reporter_;
  const PrimFunc* function_ = nullptr;
  std::vector<Action> stack_;
  ScopedSet<Var> vars_;
  PointerSet<Var> once_;
  // By variable, of the function at hand; and those that stand there once more.
  std::unordered_map<const Var*, const Expr*> lets_;
  std::unordered_set<const Var*> again_;
  ScopedSet<Buffer> buffers_;
  // The number of blocks around each declaration.
  PointerMap<Buffer, size_t> declared_in_;
  // The buffer in scope that was declared first, by its memory.
  PointerMap<Var, const Buffer*> memory_;
  // The memory that a match_buffer shows, by that of its buffer.
  PointerMap<Var, const Var*> matched_;
  // The number of blocks with axes around each loop.
  PointerMap<Var, size_t> loops_;
  std::vector<Block> blocks_;
  SourceSpan place_;
  bool names_functions_ = false;
};

}  // namespace

bool CheckPrimFunc(const Module& module, const ModuleEntry& entry, RuleReporter& reporter) {
  return TirChecker(module, reporter).Run(*As<PrimFunc>(entry.func));
}

}  // namespace assay
