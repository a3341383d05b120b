// TIR statements: sequences, assignments, loops, branches and the scopes that wrap what follows them.
#include "ir/arith/analyzer.h"
#include "ir/text/attr_reader.h"
#include "ir/text/buffer_reader.h"
#include "ir/text/kernel_reader.h"
#include "ir/text/scalar_build.h"
#include "ir/text/scalar_reader.h"
#include "ir/text/signature_reader.h"

namespace assay {

// recursion: stops at kMaxStmtNesting
const Stmt* KernelReader::LowerStmts(std::span<const PyStmt* const> stmts) {
  if (stmt_nesting_ >= kMaxStmtNesting) {
    return site_.Fail(stmts.empty() ? SourceSpan{} : stmts[0]->span, "statements are nested too deeply",
                      DiagKind::kTooDeep);
  }
  ++stmt_nesting_;
  std::vector<const Stmt*> done;
  size_t mark = scope_.Mark();
  const Stmt* body = LowerStmtsFrom(stmts, done);
  scope_.RollBack(mark);
  --stmt_nesting_;
  return body;
}

const Stmt* KernelReader::LowerStmtsFrom(std::span<const PyStmt* const> stmts, std::vector<const Stmt*>& done) {
  for (size_t i = 0; i < stmts.size(); ++i) {
    bool consumed_rest = false;
    if (!LowerTirStmt(stmts[i], stmts.subspan(i + 1), done, consumed_rest) || site_.failed()) return nullptr;
    if (consumed_rest) break;
  }
  // An empty body is T.evaluate(0), as TVM makes it.
  if (done.empty()) {
    Evaluate* nothing = ctx_.arena.New<Evaluate>();
    nothing->value = MakeInt(ctx_, 0, DType::Int(32));
    return nothing;
  }
  return MakeSeqStmt(ctx_, done);
}

bool KernelReader::LowerTirStmt(const PyStmt* stmt, std::span<const PyStmt* const> rest, std::vector<const Stmt*>& done,
                                bool& consumed_rest) {
  auto add = [&](const Stmt* made) {
    if (made != nullptr) done.push_back(At(stmt->span, made));
    return made != nullptr;
  };
  switch (stmt->kind) {
    case PyStmtKind::kPass: return true;
    case PyStmtKind::kExpr: return LowerTirExprStmt(stmt, rest, done, consumed_rest);
    case PyStmtKind::kAssign: return LowerTirAssign(stmt, rest, done, consumed_rest);
    case PyStmtKind::kFor: return add(LowerFor(stmt));
    case PyStmtKind::kWith: return LowerWith(stmt, done) != nullptr || !site_.failed();
    case PyStmtKind::kIf: return add(LowerIf(stmt));
    case PyStmtKind::kWhile: {
      While* loop = ctx_.arena.New<While>();
      loop->condition = scalars_.LowerScalar(stmt->value);
      loop->body = site_.failed() ? nullptr : LowerStmts(stmt->body);
      return !site_.failed() && add(loop);
    }
    case PyStmtKind::kReturn: {
      Return* ret = ctx_.arena.New<Return>();
      ret->value = stmt->value != nullptr ? scalars_.LowerScalar(stmt->value) : MakeInt(ctx_, 0, DType::Int(32));
      return ret->value != nullptr && add(ret);
    }
    case PyStmtKind::kBreak: return add(ctx_.arena.New<Break>());
    case PyStmtKind::kContinue: return add(ctx_.arena.New<Continue>());
    case PyStmtKind::kAssert: return LowerAssertStmt(stmt, done);
    case PyStmtKind::kDef:
    case PyStmtKind::kClass: break;
  }
  site_.Fail(stmt->span, "this statement is not part of a PrimFunc");
  return false;
}

bool KernelReader::LowerTirExprStmt(const PyStmt* stmt, std::span<const PyStmt* const> rest,
                                    std::vector<const Stmt*>& done, bool& consumed_rest) {
  const PyExpr* e = stmt->value;
  if (e->Is(PyKind::kString) || e->Is(PyKind::kEllipsis)) return true;
  auto callee = site_.DottedCallee(e);
  if (callee && callee->dialect == 'T') {
    bool known = false;
    if (!LowerBlockCall(e, callee->path, known)) return false;
    if (known) return true;
    if (callee->path == "attr" || callee->path == "launch_thread") {
      const Stmt* scope = LowerAttrScope(e, nullptr, callee->path, rest, stmt->span);
      if (scope != nullptr) done.push_back(scope);
      consumed_rest = true;
      return scope != nullptr;
    }
    if (callee->path == "break_loop" || callee->path == "continue_loop") {
      const Stmt* made =
          callee->path == "break_loop" ? static_cast<const Stmt*>(ctx_.arena.New<Break>()) : ctx_.arena.New<Continue>();
      done.push_back(At(stmt->span, made));
      return true;
    }
    if (callee->path == "evaluate" && e->items.size() == 2) e = e->items[1];
    if (callee->path == "ret" && e->items.size() == 2) {
      Return* ret = ctx_.arena.New<Return>();
      ret->value = scalars_.LowerScalar(e->items[1]);
      done.push_back(At(stmt->span, ret));
      return !site_.failed();
    }
  }
  // buffer.vstore([…], value, predicate=…).
  const PyExpr* method = e->Is(PyKind::kCall) ? e->items[0] : nullptr;
  if (method != nullptr && method->Is(PyKind::kAttribute) && method->text == "vstore" && e->items.size() >= 3) {
    const Buffer* buffer = buffers_.FindBuffer(method->items[0]);
    std::vector<const Expr*> indices;
    if (buffer == nullptr || !scalars_.LowerIndices(e->items[1]->items, indices)) return false;
    BufferStore* store = ctx_.arena.New<BufferStore>();
    store->buffer = buffer;
    store->indices = ctx_.Copy(indices);
    store->value = scalars_.LowerScalar(e->items[2]);
    const PyExpr* predicate = e->Keyword("predicate");
    if (predicate != nullptr && !predicate->Is(PyKind::kNone)) store->predicate = scalars_.LowerScalar(predicate);
    done.push_back(At(stmt->span, store));
    return !site_.failed();
  }
  Evaluate* evaluate = ctx_.arena.New<Evaluate>();
  evaluate->value = scalars_.LowerScalar(e);
  done.push_back(At(stmt->span, evaluate));
  return evaluate->value != nullptr;
}

bool KernelReader::LowerAssertStmt(const PyStmt* stmt, std::vector<const Stmt*>& done) {
  AssertStmt* made = ctx_.arena.New<AssertStmt>();
  made->condition = scalars_.LowerScalar(stmt->value);
  made->error_kind = ctx_.Intern("RuntimeError");
  // assert condition, ("Kind", ["part", …]) or assert condition, "message".
  std::vector<Name> parts;
  if (const PyExpr* message = stmt->target) {
    if (message->Is(PyKind::kTuple) && message->items.size() == 2 && message->items[1]->Is(PyKind::kList)) {
      auto kind = site_.LowerText(message->items[0], "an error kind");
      if (!kind) return false;
      made->error_kind = ctx_.Intern(*kind);
      for (const PyExpr* item : message->items[1]->items) {
        auto part = site_.LowerText(item, "a part of the message");
        if (!part) return false;
        parts.push_back(ctx_.Intern(*part));
      }
    } else if (auto text = site_.LowerText(message, "the message")) {
      parts.push_back(ctx_.Intern(*text));
    }
  }
  made->message_parts = ctx_.Copy(parts);
  done.push_back(At(stmt->span, made));
  return !site_.failed();
}

const Stmt* KernelReader::LowerIf(const PyStmt* stmt) {
  IfThenElse* made = ctx_.arena.New<IfThenElse>();
  made->condition = scalars_.LowerScalar(stmt->value);
  if (made->condition == nullptr) return nullptr;
  made->then_case = LowerStmts(stmt->body);
  if (!site_.failed() && !stmt->orelse.empty()) made->else_case = LowerStmts(stmt->orelse);
  return site_.failed() ? nullptr : made;
}

const Stmt* KernelReader::LowerFor(const PyStmt* stmt) {
  const PyExpr* call = stmt->value;
  if (call->Is(PyKind::kCall) && call->items[0]->Is(PyKind::kName) && call->items[0]->text == "range") {
    return LowerLoop(stmt, call, "serial");
  }
  auto callee = site_.DottedCallee(call);
  if (!callee || callee->dialect != 'T') return site_.Fail(call->span, "expected range, T.grid or another loop of TIR");
  if (callee->path == "grid") return LowerGrid(stmt, call);
  return LowerLoop(stmt, call, callee->path);
}

const Stmt* KernelReader::LowerGrid(const PyStmt* stmt, const PyExpr* call) {
  std::span<const PyExpr* const> targets = stmt->target->items;
  if (targets.size() > kMaxStmtNesting) return site_.Fail(stmt->span, "T.grid has too many loops", DiagKind::kTooDeep);
  if (targets.size() != call->args().size() || targets.empty()) {
    return site_.Fail(stmt->span, "T.grid has another number of extents than there are loop variables",
                      DiagKind::kArityMismatch);
  }
  size_t mark = scope_.Mark();
  size_t outer = loops_.size();
  for (size_t i = 0; i < targets.size(); ++i) {
    const Expr* extent = scalars_.LowerScalar(call->items[i + 1]);
    if (extent == nullptr) return nullptr;
    if (!DTypeOf(extent).IsInteger())
      return site_.Fail(call->span, "an extent must be an integer", DiagKind::kTypeMismatch);
    const Var* var = At(targets[i]->span, MakeVar(ctx_, targets[i]->text, DTypeOf(extent)));
    loops_.emplace_back(var, MakeRange(ctx_, MakeInt(ctx_, 0, DTypeOf(extent)), extent));
  }
  // Names are visible only in the body: an extent cannot use an earlier loop variable.
  for (size_t i = 0; i < targets.size(); ++i) scope_.Define(targets[i]->text, loops_[outer + i].first);
  const Stmt* body = LowerStmts(stmt->body);
  for (size_t i = targets.size(); i-- > 0 && body != nullptr;) {
    const auto& [var, range] = loops_[outer + i];
    body = At(stmt->span, MakeFor(ctx_, var, range->extent, body));
  }
  loops_.resize(outer);
  scope_.RollBack(mark);
  return body;
}

// What is not written behind the beginning is simplified, as TVM's reader does; what begins at 0 stays as it is.
const Expr* KernelReader::LoopExtent(const Expr* start, const Expr* stop) {
  if (IsConstant(start, 0)) return stop;
  const Expr* written = ExtentWritten(start, stop);
  return written != nullptr ? written : Simplify(ctx_, BuildBinary(ctx_, NodeKind::kSub, stop, start));
}

static std::optional<ForKind> KindOfLoop(std::string_view kind) {
  static constexpr std::pair<std::string_view, ForKind> kKinds[] = {{"serial", ForKind::kSerial},
                                                                    {"parallel", ForKind::kParallel},
                                                                    {"vectorized", ForKind::kVectorized},
                                                                    {"unroll", ForKind::kUnrolled},
                                                                    {"thread_binding", ForKind::kThreadBinding}};
  for (const auto& [name, value] : kKinds) {
    if (name == kind) return value;
  }
  return std::nullopt;
}

// range(stop), T.parallel(start, stop), T.thread_binding(stop, thread="threadIdx.x"), …
const Stmt* KernelReader::LowerLoop(const PyStmt* stmt, const PyExpr* call, std::string_view kind) {
  For* loop = ctx_.arena.New<For>();
  std::optional<ForKind> known = KindOfLoop(kind);
  if (known) loop->for_kind = *known;
  std::vector<const PyExpr*> bounds(call->args().begin(), call->args().end());
  const PyExpr* thread = call->Keyword("thread");
  if (loop->for_kind == ForKind::kThreadBinding && thread == nullptr && !bounds.empty()) {
    thread = bounds.back();
    bounds.pop_back();
  }
  const PyExpr* step = call->Keyword("step");
  // Only Python's range takes a step without its name.
  if (bounds.size() == 3 && step == nullptr && call->items[0]->Is(PyKind::kName)) {
    step = bounds.back();
    bounds.pop_back();
  }
  bool shaped = stmt->target->items.size() == 1 && (bounds.size() == 1 || bounds.size() == 2);
  if (!known || !shaped) return site_.Fail(call->span, "expected a loop with one variable and one or two bounds");
  const Expr* stop = scalars_.LowerScalar(bounds.back());
  const Expr* start = bounds.size() == 2 ? scalars_.LowerScalar(bounds[0]) : nullptr;
  if (stop == nullptr || (bounds.size() == 2 && start == nullptr)) return nullptr;
  if (start == nullptr) start = MakeInt(ctx_, 0, DTypeOf(stop).IsInteger() ? DTypeOf(stop) : DType::Int(32));
  if (!DTypeOf(stop).IsInteger() || !MatchDTypes(ctx_, start, stop)) {
    return site_.Fail(call->span, "loop bounds must be integers", DiagKind::kTypeMismatch);
  }
  loop->min = start;
  loop->extent = LoopExtent(start, stop);
  if (step != nullptr && !step->Is(PyKind::kNone)) {
    const Expr* value = scalars_.LowerScalar(step);
    if (value == nullptr) return nullptr;
    value = BuildCast(ctx_, DTypeOf(stop), value);
    if (!IsConstant(value, 1)) loop->step = value;
  }
  const PyExpr* annotations = call->Keyword("annotations");
  if (annotations != nullptr && !annotations->Is(PyKind::kNone)) loop->annotations = attrs_.LowerDict(annotations);
  if (loop->annotations != nullptr && loop->annotations->keys.empty()) loop->annotations = nullptr;
  if (const PyExpr* unroll = call->Keyword("unroll")) {
    auto flag = attrs_.LowerAttr(unroll);
    bool off = Is<AttrBool>(flag) && !static_cast<const AttrBool*>(flag)->value;
    if (flag != nullptr) {
      loop->annotations = WithAttr(ctx_, loop->annotations, off ? "disable_unroll" : "pragma_unroll",
                                   off ? MakeAttrBool(ctx_, true) : flag);
    }
  }
  const PyExpr* target = stmt->target->items[0];
  loop->loop_var = At(target->span, MakeVar(ctx_, target->text, DTypeOf(stop)));
  if (loop->for_kind == ForKind::kThreadBinding) {
    auto tag = site_.LowerText(thread, "a thread tag");
    if (!tag) return nullptr;
    IterVar* binding = ctx_.arena.New<IterVar>();
    binding->var = MakeVar(ctx_, "", DTypeOf(stop));
    binding->iter_type = IterType::kThreadIndex;
    binding->thread_tag = ctx_.Intern(*tag);
    loop->thread_binding = binding;
  }
  size_t mark = scope_.Mark();
  scope_.Define(target->text, loop->loop_var);
  loops_.emplace_back(loop->loop_var, MakeRange(ctx_, loop->min, loop->extent));
  loop->body = site_.failed() ? nullptr : LowerStmts(stmt->body);
  loops_.pop_back();
  scope_.RollBack(mark);
  return site_.failed() ? nullptr : loop;
}

const Stmt* KernelReader::LowerWith(const PyStmt* stmt, std::vector<const Stmt*>& done) {
  auto callee = site_.DottedCallee(stmt->value);
  if (!callee || callee->dialect != 'T') return site_.Fail(stmt->span, "expected a scope of TIR, such as T.sblock");
  const Stmt* made = nullptr;
  if (callee->path == "sblock" || callee->path == "block") {
    made = LowerBlock(stmt, stmt->value);
  } else if (callee->path == "init") {
    if (block_ == nullptr || block_->is_root) return site_.Fail(stmt->span, "T.init outside a block");
    block_->init = LowerStmts(stmt->body);
    return block_->init;
  } else if (callee->path == "attr" || callee->path == "launch_thread") {
    made = LowerAttrScope(stmt->value, stmt->target, callee->path, stmt->body, stmt->span);
  } else if (callee->path == "LetStmt" || callee->path == "let" || callee->path == "Let") {
    // Before 0.26: with T.LetStmt(value) as x, with T.let(x, value). The binding is flat now.
    const PyExpr* value_py = stmt->value->items.size() >= 2 ? stmt->value->items.back() : nullptr;
    const PyExpr* target = stmt->value->items.size() == 3 ? stmt->value->items[1] : stmt->target;
    const Expr* value = value_py == nullptr ? nullptr : scalars_.LowerScalar(value_py);
    if (value == nullptr || target == nullptr) return site_.Fail(stmt->span, "expected a value and a variable");
    if (!BindScalar(stmt, target->text, value, value->type, done)) return nullptr;
    made = LowerStmts(stmt->body);
  } else if (callee->path == "Assert" && stmt->value->items.size() == 3) {
    // with T.Assert(condition, "message"): the assertion, and what follows it.
    PyStmt flat = *stmt;
    flat.value = stmt->value->items[1];
    flat.target = stmt->value->items[2];
    if (!LowerAssertStmt(&flat, done)) return nullptr;
    made = LowerStmts(stmt->body);
  } else if (callee->path == "allocate" || callee->path == "decl_buffer") {
    // Before 0.26 these were scopes; their statements follow in the same sequence now.
    PyStmt flat = *stmt;
    flat.kind = PyStmtKind::kAssign;
    bool known = false;
    if (stmt->target == nullptr || !stmt->target->Is(PyKind::kName))
      return site_.Fail(stmt->span, "expected a name for the buffer");
    if (!LowerBufferAssign(&flat, *callee, done, known)) return nullptr;
    made = LowerStmts(stmt->body);
  } else {
    return site_.Fail(stmt->span, "T." + std::string(callee->path) + " is not a scope");
  }
  if (made != nullptr) done.push_back(At(stmt->span, made));
  return made;
}

void KernelReader::FinishPrim(FunctionDraft& draft) {
  draft.prim->body = LowerRoot(draft.def->body);
  loops_.clear();
  block_ = nullptr;
  draft.prim->attrs = signatures_.WithSymbol(draft.prim->attrs, draft);
}

}  // namespace assay
