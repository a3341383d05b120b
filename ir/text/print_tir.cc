// PrimFuncs and statements.
#include <algorithm>

#include "ir/mentions.h"
#include "ir/prim/literals.h"
#include "ir/text/attr_printer.h"
#include "ir/text/buffer_printer.h"
#include "ir/text/expr_printer.h"
#include "ir/text/kernel_printer.h"
#include "ir/text/print_literal.h"
#include "ir/text/type_printer.h"
#include "ir/tir/accesses.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"

namespace assay {
namespace {

bool HasStep(const For& loop) { return loop.step != nullptr && !IsLiteralInt(loop.step, 1); }
bool HasAnnotations(const For& loop) { return loop.annotations != nullptr && !loop.annotations->keys.empty(); }

// The loops that `for i, j in T.grid(…)` can hold, outermost first.
std::vector<const For*> GridOf(const For& outer) {
  std::vector<const For*> grid;
  std::unordered_set<const Var*> vars;
  for (const For* loop = &outer; loop != nullptr; loop = As<For>(loop->body)) {
    bool plain =
        loop->for_kind == ForKind::kSerial && IsLiteralInt(loop->min, 0) && !HasAnnotations(*loop) && !HasStep(*loop);
    if (plain && !Is<IntImm>(loop->extent)) {
      WalkOnce(loop->extent,
               [&](const Node* node) { plain &= !Is<Var>(node) || !vars.contains(static_cast<const Var*>(node)); });
    }
    if (!plain) break;
    grid.push_back(loop);
    vars.insert(loop->loop_var);
  }
  return grid;
}

}  // namespace

bool Returns(const PrimFunc& func) {
  const auto* void_type = As<PrimType>(func.ret_type);
  const auto* tuple = As<TupleType>(func.ret_type);
  return func.ret_type != nullptr && !(void_type != nullptr && void_type->dtype.IsVoid()) &&
         !(tuple != nullptr && tuple->fields.empty());
}

void KernelPrinter::PrimFunction(const PrimFunc& func, std::string_view name, bool top_level) {
  scope_.EnterKernel(func);
  indexed_.reset();
  std::string_view symbol = StringAttr(func.attrs, "global_symbol");
  Decorator(func, name, top_level && symbol.empty());
  scope_.PushFrame(&func, form_.program ? 0 : 4);
  buffers_.NameScalars(func);
  std::string header = form_.program ? "" : "def " + std::string(name) + "(";
  for (size_t i = 0; i < func.params.size(); ++i) {
    if (i != 0 && !form_.program) header += ", ";
    buffers_.PrimParam(header, func, i);
  }
  if (!form_.program) header += ')';
  if (Returns(func)) {
    header += form_.program ? "returns(" : " -> ";
    types_.Type(header, func.ret_type);
    if (form_.program) header += ")\n";
  }
  std::string attrs;
  for (size_t i = 0; func.attrs != nullptr && i < func.attrs->keys.size(); ++i) {
    if (func.attrs->keys[i] == "global_symbol" && symbol == name) continue;
    attrs += attrs.empty() ? "" : ", ";
    std::string key = func.attrs->keys[i].str();
    if (form_.Old() && key.starts_with("tirx.")) key.erase(3, 1);
    literal::Quoted(attrs, key);
    attrs += ": ";
    attrs_.Attribute(attrs, func.attrs->values[i]);
  }
  if (!attrs.empty()) {
    std::string line;
    head_.TirName(line, "func_attr({");
    scope_.Line(line + attrs + "})");
  }
  if (const SBlock* root = ImplicitRoot(func)) {
    scope_.Line(form_.Old() ? "# with T.block(\"root\"):" : "# with T.sblock(\"root\"):");
    AllocLines(root->alloc_buffers);
    Body(root->body);
  } else {
    Body(func.body);
  }
  std::string text = scope_.PopFrame();
  scope_.LeaveKernel();
  buffers_.LeaveKernel();
  if (form_.program) {
    scope_.Lines(header + text);
    return scope_.Line("end()");
  }
  scope_.Line(header + ":");
  scope_.Lines(text);
}

void KernelPrinter::Decorator(const PrimFunc& func, std::string_view name, bool is_private) {
  bool says_s_tir = func.is_s_tir && !form_.Old();
  if (form_.program) {
    std::string line = "kernel(";
    literal::Quoted(line, name);
    line += is_private ? ", True" : ", False";
    return scope_.Line(line + (says_s_tir ? ", True)" : ", False)"));
  }
  std::string line = "@";
  head_.TirName(line, "prim_func");
  if (is_private) {
    line += says_s_tir ? "(private=True, s_tir=True)" : "(private=True)";
  } else if (says_s_tir) {
    line += "(s_tir=True)";
  }
  scope_.Line(line);
}

// recursion: statements nest no deeper than the reader lets them, and passes put a few more around each
void KernelPrinter::Body(const Stmt* stmt, bool concise_at_end) {
  const auto* seq = As<SeqStmt>(stmt);
  if (seq == nullptr) {
    if (ScalarVariable(stmt, nullptr) == 0) Statement(stmt, concise_at_end);
    return;
  }
  for (size_t i = 0; i < seq->seq.size();) {
    bool last = i + 1 == seq->seq.size();
    size_t written = ScalarVariable(seq->seq[i], last ? nullptr : seq->seq[i + 1]);
    // A scope among several statements is always indented.
    if (written == 0) Statement(seq->seq[i], false);
    i += std::max<size_t>(written, 1);
  }
}

// Whether a name without an index says all of each access.
bool KernelPrinter::IsElement0Alone(const Buffer* buffer) {
  if (!indexed_) {
    indexed_.emplace();
    ForEachAccess(scope_.kernel()->body, [&](const ElementAccess& access) {
      bool first = std::ranges::all_of(
          access.indices, [](const Expr* index) { return IsLiteralInt(index, 0) && DTypeOf(index) == DType::Int(32); });
      if (!first) indexed_->insert(access.buffer);
    });
  }
  return !indexed_->contains(buffer);
}

// other kinds: declare no scalar, and are written by Statement
size_t KernelPrinter::ScalarVariable(const Stmt* stmt, const Stmt* next) {
  const auto* alloc = As<AllocBuffer>(stmt);
  if (alloc == nullptr || alloc->annotations != nullptr) return 0;
  const Buffer* buffer = alloc->buffer;
  bool scalar = buffer->scope == "local" && buffer->shape.size() == 1 && IsLiteralInt(buffer->shape[0], 1) &&
                DTypeOf(buffer->shape[0]) == DType::Int(32) && buffer->strides.empty() &&
                buffer->elem_offset == nullptr && buffer->data_alignment == 64 && buffer->offset_factor == 1 &&
                buffer->axis_separators.empty();
  if (!scalar || !IsElement0Alone(buffer)) return 0;
  buffers_.NoteScalar(buffer);
  std::string name = scope_.Define(buffer, PrintScope::Hint(buffer->name, "buffer"), scope_.Top());
  std::string line = name + (form_.program ? " = scalar(\"" + name + "\", " : ": ");
  if (!scope_.IsDefined(buffer->data)) scope_.DefineAs(buffer->data, name + ".buffer.data", scope_.Top());
  head_.DTypeCall(line, buffer->dtype);
  const auto* store = As<BufferStore>(next);
  bool fuses =
      store != nullptr && store->buffer == buffer && store->predicate == nullptr && IsLiteralInt(store->indices[0], 0);
  if (fuses) {
    WalkOnce(store->value, [&](const Node* node) {
      const auto* load = As<BufferLoad>(node);
      fuses &= node != buffer->data && (load == nullptr || load->buffer != buffer);
    });
  }
  if (fuses) {
    line += form_.program ? ", " : " = ";
    exprs_.Expr(line, store->value);
  }
  scope_.Line(form_.program ? line + ")" : line);
  return fuses ? 2 : 1;
}

void KernelPrinter::StoreLine(const BufferStore& store) {
  std::string line, value;
  buffers_.BufferUse(line, store.buffer);
  exprs_.Expr(value, store.value);
  if (store.predicate == nullptr && form_.program) {
    if (buffers_.IsScalar(store.buffer)) return scope_.Line("store(buffer_of(" + line + "), " + value + ", [0])");
    std::string indices;
    exprs_.CommaList(indices, store.indices);
    return scope_.Line("store(" + line + ", " + value + ", [" + indices + "])");
  }
  if (store.predicate == nullptr) {
    if (!buffers_.IsScalar(store.buffer)) buffers_.Indices(line, store.indices);
    return scope_.Line(line + " = " + value);
  }
  line += ".vstore([";
  exprs_.CommaList(line, store.indices);
  line += "], " + value + ", predicate=";
  exprs_.Expr(line, store.predicate);
  scope_.Line(form_.program ? "execute(" + line + "))" : line + ")");
}

void KernelPrinter::AllocLine(const AllocBuffer& alloc) {
  bool local = alloc.buffer->scope == "local", shared = alloc.buffer->scope == "shared";
  std::string name = scope_.Define(alloc.buffer, PrintScope::Hint(alloc.buffer->name, "buffer"), scope_.Top());
  std::string line = buffers_.BufferDeclaration(*alloc.buffer,
                                                local    ? "alloc_local"
                                                : shared ? "alloc_shared"
                                                         : "alloc_buffer",
                                                scope_.Top(), true, false);
  std::string_view scope = local ? ", scope=\"local\"" : ", scope=\"shared\"";
  if (size_t at = line.find(scope); (local || shared) && at != std::string::npos) line.erase(at, scope.size());
  if (alloc.annotations != nullptr && !alloc.annotations->keys.empty()) {
    line.pop_back();
    line += ", annotations=";
    attrs_.Dictionary(line, alloc.annotations);
    line += ')';
  }
  scope_.Line(form_.Named(name, line));
}

void KernelPrinter::Nested(std::string_view header, std::string_view frame, const Node* node, const Stmt* body) {
  scope_.PushFrame(node, form_.program ? 0 : 4);
  Body(body);
  if (scope_.Top().text.empty()) scope_.Line("pass");
  std::string text = scope_.PopFrame();
  scope_.Line(form_.program ? "begin(" + std::string(frame) + ")" : std::string(header) + ":");
  scope_.Lines(text);
  if (form_.program) scope_.Line("end()");
}

// unroll= says one of two annotations: False is `disable_unroll` with True, None is no annotation, and all else is
// `pragma_unroll`.
void KernelPrinter::LoopNotes(Out out, const AttrDict& notes) {
  const Attr* value = notes.values[0];
  const auto* truth = As<AttrBool>(value);
  bool single = notes.keys.size() == 1;
  if (single && notes.keys[0] == "disable_unroll" && truth != nullptr && truth->value) {
    out += ", unroll=False";
  } else if (single && notes.keys[0] == "pragma_unroll" && !Is<AttrNull>(value) && (truth == nullptr || truth->value)) {
    out += ", unroll=";
    attrs_.Attribute(out, value);
  } else {
    out += ", annotations=";
    attrs_.Dictionary(out, &notes);
  }
}

void KernelPrinter::LoopKind(Out out, const For& loop) {
  bool has_annotations = HasAnnotations(loop);
  bool range = loop.for_kind == ForKind::kSerial && !has_annotations;
  switch (loop.for_kind) {
    case ForKind::kSerial:
      if (range && !form_.program)
        out += "range(";
      else
        head_.TirName(out, "serial(");
      break;
    case ForKind::kParallel: head_.TirName(out, "parallel("); break;
    case ForKind::kVectorized: head_.TirName(out, "vectorized("); break;
    case ForKind::kUnrolled: head_.TirName(out, "unroll("); break;
    case ForKind::kThreadBinding: head_.TirName(out, "thread_binding("); break;
  }
  if (!IsLiteralInt(loop.min, 0) || HasStep(loop)) {
    exprs_.Expr(out, loop.min);
    out += ", ";
    exprs_.SumOf(out, loop.min, loop.extent);
  } else {
    if (range && form_.program) out += "0, ";
    exprs_.Expr(out, loop.extent);
  }
  if (loop.thread_binding != nullptr) {
    out += ", thread=";
    literal::Quoted(out, loop.thread_binding->thread_tag.text());
  }
  if (has_annotations) LoopNotes(out, *loop.annotations);
  if (HasStep(loop)) {
    out += range && !form_.program ? ", " : ", step=";
    exprs_.Expr(out, loop.step);
  }
  out += ')';
}

void KernelPrinter::ForLines(const For& loop) {
  std::vector<const For*> grid = GridOf(loop);
  if (grid.size() < 2) grid = {&loop};
  scope_.PushFrame(&loop, form_.program ? 0 : 4);
  scope_.Top().in_header = true;
  std::string vars, names, kind;
  for (const For* one : grid) {
    if (one != grid.front()) vars += ", ";
    std::string name = scope_.Define(one->loop_var, PrintScope::Hint(one->loop_var->name, "v"), scope_.Top());
    vars += name;
    names += ", \"" + name + "\"";
    if (grid.size() > 1) {
      if (one != grid.front()) kind += ", ";
      exprs_.Expr(kind, one->extent);
    }
  }
  if (grid.size() > 1) {
    std::string call;
    head_.TirName(call, "grid(");
    kind = call + kind + ")";
  } else {
    LoopKind(kind, loop);
  }
  scope_.Top().in_header = false;
  Body(grid.back()->body);
  if (scope_.Top().text.empty()) scope_.Line("pass");
  std::string text = scope_.PopFrame();
  scope_.Line(form_.program ? vars + " = begin_for(" + kind + names + ")" : "for " + vars + " in " + kind + ":");
  scope_.Lines(text);
  if (form_.program) scope_.Line("end()");
}

void KernelPrinter::IfThenElseLines(const IfThenElse& branch) {
  std::string condition;
  exprs_.Expr(condition, branch.condition);
  if (form_.program) scope_.Line("begin(T.If(" + condition + "))");
  Nested("if " + condition, "T.Then()", branch.then_case, branch.then_case);
  if (branch.else_case != nullptr) Nested("else", "T.Else()", branch.else_case, branch.else_case);
  if (form_.program) scope_.Line("end()");
}

void KernelPrinter::AssertLine(const AssertStmt& stmt) {
  std::string line = form_.program ? "check(" : "assert ";
  exprs_.Expr(line, stmt.condition);
  line += form_.program ? ", " : ", (";
  literal::Quoted(line, stmt.error_kind.text());
  line += ", [";
  for (size_t i = 0; i < stmt.message_parts.size(); ++i) {
    if (i != 0) line += ", ";
    literal::Quoted(line, stmt.message_parts[i].text());
  }
  scope_.Line(line + "])");
}

// T.launch_thread(…) for thread extents; `variable` is the name that the scope defines, if it does.
bool KernelPrinter::LaunchThread(const AttrStmt& attr, Out header, Out variable) {
  const IterVar* iter = ThreadOf(&attr);
  if (iter == nullptr) return false;
  head_.TirName(header, "launch_thread(");
  if (scope_.IsDefined(iter->var)) {
    header += scope_.NameOf(iter->var);
  } else {
    literal::Quoted(header, iter->thread_tag.text());
    variable = scope_.UniqueName(PrintScope::Hint(iter->var->name, "v"));
  }
  header += ", ";
  exprs_.Expr(header, attr.value);
  header += ')';
  return true;
}

// A scope of one attribute; where nothing follows in the enclosing body, without indentation.
void KernelPrinter::AttrLines(const AttrStmt& attr, bool concise) {
  std::string header, variable;
  const Stmt* body = attr.body;
  if (!LaunchThread(attr, header, variable)) {
    head_.TirName(header, "attr(");
    if (attr.node == nullptr) {
      header += '{';
      for (const AttrStmt* one = &attr; one != nullptr && one->node == nullptr; one = As<AttrStmt>(one->body)) {
        if (one != &attr) header += ", ";
        literal::Quoted(header, one->attr_key.text());
        header += ": ";
        exprs_.Expr(header, one->value);
        body = one->body;
      }
      header += '}';
    } else {
      attrs_.AnyNode(header, attr.node);
      header += ", ";
      literal::Quoted(header, attr.attr_key.text());
      header += ", ";
      exprs_.Expr(header, attr.value);
    }
    header += ')';
  }
  scope_.PushFrame(&attr, concise || form_.program ? 0 : 4);
  if (!variable.empty()) variable = scope_.Define(As<IterVar>(attr.node)->var, variable, scope_.Top());
  Body(body);
  std::string text = scope_.PopFrame();
  if (form_.program) {
    scope_.Line(variable.empty() ? "begin(" + header + ")"
                                 : variable + " = begin_with(\"" + variable + "\", " + header + ")");
    scope_.Lines(text);
    return scope_.Line("end()");
  }
  if (concise) {
    scope_.Line(variable.empty() ? header : variable + " = " + header);
  } else {
    scope_.Line("with " + header + (variable.empty() ? ":" : " as " + variable + ":"));
  }
  scope_.Lines(text);
}

// recursion: statements nest as deep as the parser lets them
void KernelPrinter::Statement(const Stmt* stmt, bool last) {
  VisitStmt(stmt, Overloaded{
                      [&](const BufferStore& store) { StoreLine(store); },
                      [&](const For& loop) { ForLines(loop); },
                      [&](const SBlockRealize& realize) { BlockLines(realize); },
                      [&](const IfThenElse& branch) { IfThenElseLines(branch); },
                      [&](const AttrStmt& attr) { AttrLines(attr, last); },
                      [&](const AssertStmt& check) { AssertLine(check); },
                      [&](const SeqStmt& seq) {
                        for (const Stmt* one : seq.seq) Statement(one, false);
                      },
                      [&](const Bind& bind) { BindLine(bind); },
                      [&](const Evaluate& evaluate) {
                        std::string line;
                        bool call = Is<Call>(evaluate.value);
                        if (!call) head_.TirName(line, "evaluate(");
                        if (call && form_.program) line = "execute(";
                        exprs_.Expr(line, evaluate.value);
                        scope_.Line(call && !form_.program ? line : line + ")");
                      },
                      [&](const While& loop) {
                        std::string condition;
                        exprs_.Expr(condition, loop.condition);
                        Nested("while " + condition, "T.While(" + condition + ")", &loop, loop.body);
                      },
                      [&](const Return& result) {
                        std::string line = form_.program ? "T.Return(" : "return ";
                        exprs_.Expr(line, result.value);
                        scope_.Line(form_.program ? line + ")" : line);
                      },
                      [&](const AllocBuffer& alloc) { AllocLine(alloc); },
                      [&](const DeclBuffer& declare) { DeclareLine(declare); },
                      [&](const Break&) { JumpLine("break"); },
                      [&](const Continue&) { JumpLine("continue"); },
                      // Only its realization stands among statements.
                      [&](const SBlock&) { scope_.Line("pass"); },
                  });
}

void KernelPrinter::BindLine(const Bind& bind) {
  std::string value;
  exprs_.Expr(value, bind.value);
  std::string name = scope_.Define(bind.var, PrintScope::Hint(bind.var->name, "v"), scope_.Top());
  if (form_.program) {
    std::string line = name + " = let(\"" + name + "\", ";
    types_.Type(line, bind.var->type);
    return scope_.Line(line + ", " + value + ")");
  }
  std::string line = name + ": ";
  head_.TirName(line, "let[");
  types_.Type(line, bind.var->type);
  scope_.Line(line + "] = " + value);
}

void KernelPrinter::DeclareLine(const DeclBuffer& declare) {
  std::string view = buffers_.ViewOf(declare);
  std::string name = scope_.Define(declare.buffer, PrintScope::Hint(declare.buffer->name, "buffer"), scope_.Top());
  if (view.empty())
    view = buffers_.BufferDeclaration(*declare.buffer, "decl_buffer", scope_.Top(), true, false, declare.data);
  scope_.Line(form_.Named(name, view));
}

void KernelPrinter::JumpLine(std::string_view word) {
  std::string line;
  if (form_.Old()) return scope_.Line(std::string(word));
  head_.TirName(line, std::string(word) + "_loop()");
  scope_.Line(form_.program ? "execute(" + line + ")" : line);
}

}  // namespace assay
