// PrimFuncs and statements.
#include <algorithm>

#include "ir/mentions.h"
#include "ir/text/printer.h"
#include "ir/walk.h"

namespace assay {
namespace {

bool IsInt(const Expr* e, int64_t value) {
  const auto* imm = As<IntImm>(e);
  return imm != nullptr && imm->value == value;
}
bool HasStep(const For& loop) { return loop.step != nullptr && !IsInt(loop.step, 1); }
bool HasAnnotations(const For& loop) { return loop.annotations != nullptr && !loop.annotations->keys.empty(); }

// The loops that `for i, j in T.grid(…)` can hold, outermost first.
std::vector<const For*> GridOf(const For& outer) {
  std::vector<const For*> grid;
  std::unordered_set<const Var*> vars;
  for (const For* loop = &outer; loop != nullptr; loop = As<For>(loop->body)) {
    bool plain = loop->for_kind == ForKind::kSerial && IsInt(loop->min, 0) && !HasAnnotations(*loop) && !HasStep(*loop);
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

bool HasSymbolicShape(const Buffer& buffer) {
  return !std::ranges::all_of(buffer.shape, [](const Expr* dim) { return Is<IntImm>(dim); });
}

}  // namespace

bool Printer::UsesMatched(const Buffer& buffer) const {
  return !matched_.empty() && MentionsAny(&buffer, [&](const Var* var) { return matched_.contains(var); });
}

void Printer::PrimParam(std::string& line, const PrimFunc& func, size_t i) {
  const Var* param = func.params[i];
  const Buffer* buffer = func.buffers.empty() ? nullptr : func.buffers[i];
  if (buffer == nullptr) {
    line += docs_.at(param) + ": ";
    unbound_.erase(param);
    Type(line, param->type);
    if (SaysSize(*param)) line += "(is_size_var=True)";
    return;
  }
  std::string name = Define(buffer, Hint(buffer->name, "buffer"), Top());
  if ((options_.matched_buffers && HasSymbolicShape(*buffer)) || HasWideStride(*buffer) || UsesMatched(*buffer)) {
    for (const Var* var : VarsIn(buffer)) {
      if (!IsDefined(var)) matched_.insert(var);
    }
    std::string handle = Define(param, name + "_handle", Top());
    line += handle + ": ";
    TirName(line, "handle");
    std::string declaration =
        BufferDeclaration(*buffer, "match_buffer", Top(), false, false, nullptr, HasWideStride(*buffer));
    declaration.insert(declaration.find('(') + 1, handle + ", ");
    return Line(name + " = " + declaration);
  }
  DefineAs(param, name, Top());
  line += name + ": " + BufferDeclaration(*buffer, "Buffer", Top(), false, true);
}

void Printer::PrimFunction(const PrimFunc& func, std::string_view name, bool top_level) {
  prim_func_ = &func;
  std::string_view symbol = StringAttr(func.attrs, "global_symbol");
  std::string decorator = "@";
  TirName(decorator, "prim_func");
  bool says_s_tir = func.is_s_tir && !Old();
  if (top_level && symbol.empty()) {
    decorator += says_s_tir ? "(private=True, s_tir=True)" : "(private=True)";
  } else if (says_s_tir) {
    decorator += "(s_tir=True)";
  }
  Line(decorator);
  PushFrame(&func, 4);
  // Scalar parameters are named first, but quoted in shapes that stand before them.
  for (size_t i = 0; i < func.params.size(); ++i) {
    if (!func.buffers.empty() && func.buffers[i] != nullptr) continue;
    Define(func.params[i], Hint(func.params[i]->name, "v"), Top());
    unbound_.insert(func.params[i]);
  }
  std::string header = "def " + std::string(name) + "(";
  for (size_t i = 0; i < func.params.size(); ++i) {
    if (i != 0) header += ", ";
    PrimParam(header, func, i);
  }
  header += ')';
  const auto* void_type = As<PrimType>(func.ret_type);
  const auto* tuple = As<TupleType>(func.ret_type);
  bool returns = func.ret_type != nullptr && !(void_type != nullptr && void_type->dtype.IsVoid()) &&
                 !(tuple != nullptr && tuple->fields.empty());
  if (returns) {
    header += " -> ";
    Type(header, func.ret_type);
  }
  std::string attrs;
  for (size_t i = 0; func.attrs != nullptr && i < func.attrs->keys.size(); ++i) {
    if (func.attrs->keys[i] == "global_symbol" && symbol == name) continue;
    attrs += attrs.empty() ? "" : ", ";
    std::string key = func.attrs->keys[i].str();
    if (Old() && key.starts_with("tirx.")) key.erase(3, 1);
    Quoted(attrs, key);
    attrs += ": ";
    Attribute(attrs, func.attrs->values[i]);
  }
  if (!attrs.empty()) {
    std::string line;
    TirName(line, "func_attr({");
    Line(line + attrs + "})");
  }
  if (const SBlock* root = ImplicitRoot(func)) {
    Line(Old() ? "# with T.block(\"root\"):" : "# with T.sblock(\"root\"):");
    AllocLines(root->alloc_buffers);
    Body(root->body);
  } else {
    Body(func.body);
  }
  std::string text = PopFrame();
  prim_func_ = nullptr;
  mentions_.reset();
  matched_.clear();
  Line(header + ":");
  Lines(text);
}

void Printer::Body(const Stmt* stmt, bool concise_at_end) {
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

// other kinds: declare no scalar, and are written by Statement
size_t Printer::ScalarVariable(const Stmt* stmt, const Stmt* next) {
  const auto* alloc = As<AllocBuffer>(stmt);
  if (alloc == nullptr || alloc->annotations != nullptr) return 0;
  const Buffer* buffer = alloc->buffer;
  bool scalar = buffer->scope == "local" && buffer->shape.size() == 1 && IsInt(buffer->shape[0], 1) &&
                DTypeOf(buffer->shape[0]) == DType::Int(32) && buffer->strides.empty() &&
                buffer->elem_offset == nullptr && buffer->data_alignment == 64 && buffer->offset_factor == 1 &&
                buffer->axis_separators.empty();
  if (!scalar) return 0;
  scalars_.insert(buffer);
  std::string line = Define(buffer, Hint(buffer->name, "buffer"), Top()) + ": ";
  if (!IsDefined(buffer->data)) DefineAs(buffer->data, docs_.at(buffer) + ".buffer.data", Top());
  DTypeCall(line, buffer->dtype);
  const auto* store = As<BufferStore>(next);
  bool fuses =
      store != nullptr && store->buffer == buffer && store->predicate == nullptr && IsInt(store->indices[0], 0);
  if (fuses) {
    WalkOnce(store->value, [&](const Node* node) {
      const auto* load = As<BufferLoad>(node);
      fuses &= node != buffer->data && (load == nullptr || load->buffer != buffer);
    });
  }
  if (fuses) {
    line += " = ";
    Expr(line, store->value);
  }
  Line(line);
  return fuses ? 2 : 1;
}

void Printer::StoreLine(const BufferStore& store) {
  std::string line, value;
  BufferUse(line, store.buffer);
  Expr(value, store.value);
  if (store.predicate == nullptr) {
    if (!scalars_.contains(store.buffer)) Indices(line, store.indices);
    return Line(line + " = " + value);
  }
  line += ".vstore([";
  CommaList(line, store.indices);
  line += "], " + value + ", predicate=";
  Expr(line, store.predicate);
  Line(line + ")");
}

void Printer::AllocLine(const AllocBuffer& alloc) {
  bool local = alloc.buffer->scope == "local", shared = alloc.buffer->scope == "shared";
  std::string name = Define(alloc.buffer, Hint(alloc.buffer->name, "buffer"), Top());
  std::string line = BufferDeclaration(*alloc.buffer,
                                       local    ? "alloc_local"
                                       : shared ? "alloc_shared"
                                                : "alloc_buffer",
                                       Top(), true, false);
  std::string_view scope = local ? ", scope=\"local\"" : ", scope=\"shared\"";
  if (size_t at = line.find(scope); (local || shared) && at != std::string::npos) line.erase(at, scope.size());
  if (alloc.annotations != nullptr && !alloc.annotations->keys.empty()) {
    line.pop_back();
    line += ", annotations=";
    Dictionary(line, alloc.annotations);
    line += ')';
  }
  Line(name + " = " + line);
}

void Printer::Nested(std::string_view header, const Node* node, const Stmt* body) {
  PushFrame(node, 4);
  Body(body);
  if (Top().text.empty()) Line("pass");
  std::string text = PopFrame();
  Line(header);
  Lines(text);
}

// unroll= says one of two annotations: False is `disable_unroll` with True, None is no annotation, and all else is
// `pragma_unroll`.
void Printer::LoopNotes(Out out, const AttrDict& notes) {
  const Attr* value = notes.values[0];
  const auto* truth = As<AttrBool>(value);
  bool single = notes.keys.size() == 1;
  if (single && notes.keys[0] == "disable_unroll" && truth != nullptr && truth->value) {
    out += ", unroll=False";
  } else if (single && notes.keys[0] == "pragma_unroll" && !Is<AttrNull>(value) && (truth == nullptr || truth->value)) {
    out += ", unroll=";
    Attribute(out, value);
  } else {
    out += ", annotations=";
    Dictionary(out, &notes);
  }
}

void Printer::LoopKind(Out out, const For& loop) {
  bool has_annotations = HasAnnotations(loop);
  bool range = loop.for_kind == ForKind::kSerial && !has_annotations;
  switch (loop.for_kind) {
    case ForKind::kSerial:
      if (range)
        out += "range(";
      else
        TirName(out, "serial(");
      break;
    case ForKind::kParallel: TirName(out, "parallel("); break;
    case ForKind::kVectorized: TirName(out, "vectorized("); break;
    case ForKind::kUnrolled: TirName(out, "unroll("); break;
    case ForKind::kThreadBinding: TirName(out, "thread_binding("); break;
  }
  if (!IsInt(loop.min, 0) || HasStep(loop)) {
    Expr(out, loop.min);
    out += ", ";
    SumOf(out, loop.min, loop.extent);
  } else {
    Expr(out, loop.extent);
  }
  if (loop.thread_binding != nullptr) {
    out += ", thread=";
    Quoted(out, loop.thread_binding->thread_tag.text());
  }
  if (has_annotations) LoopNotes(out, *loop.annotations);
  if (HasStep(loop)) {
    out += range ? ", " : ", step=";
    Expr(out, loop.step);
  }
  out += ')';
}

void Printer::ForLines(const For& loop) {
  std::vector<const For*> grid = GridOf(loop);
  std::string header = "for ";
  PushFrame(&loop, 4);
  const Stmt* body = loop.body;
  if (grid.size() > 1) {
    std::string extents;
    for (const For* one : grid) {
      if (one != grid.front()) {
        header += ", ";
        extents += ", ";
      }
      header += Define(one->loop_var, Hint(one->loop_var->name, "v"), Top());
      Expr(extents, one->extent);
    }
    header += " in ";
    TirName(header, "grid(");
    header += extents + ")";
    body = grid.back()->body;
  } else {
    header += Define(loop.loop_var, Hint(loop.loop_var->name, "v"), Top()) + " in ";
    LoopKind(header, loop);
  }
  Body(body);
  if (Top().text.empty()) Line("pass");
  std::string text = PopFrame();
  Line(header + ":");
  Lines(text);
}

void Printer::IfThenElseLines(const IfThenElse& branch) {
  std::string header = "if ";
  Expr(header, branch.condition);
  Nested(header + ":", branch.then_case, branch.then_case);
  if (branch.else_case != nullptr) Nested("else:", branch.else_case, branch.else_case);
}

void Printer::AssertLine(const AssertStmt& stmt) {
  std::string line = "assert ";
  Expr(line, stmt.condition);
  line += ", (";
  Quoted(line, stmt.error_kind.text());
  line += ", [";
  for (size_t i = 0; i < stmt.message_parts.size(); ++i) {
    if (i != 0) line += ", ";
    Quoted(line, stmt.message_parts[i].text());
  }
  Line(line + "])");
}

// T.launch_thread(…) for thread extents; `variable` is the name that the scope defines, if it does.
bool Printer::LaunchThread(const AttrStmt& attr, Out header, Out variable) {
  const auto* iter = As<IterVar>(attr.node);
  if (iter == nullptr || !(attr.attr_key == "thread_extent" || attr.attr_key == "virtual_thread")) return false;
  TirName(header, "launch_thread(");
  if (IsDefined(iter->var)) {
    header += docs_.at(iter->var);
  } else {
    Quoted(header, iter->thread_tag.text());
    variable = UniqueName(Hint(iter->var->name, "v"));
  }
  header += ", ";
  Expr(header, attr.value);
  header += ')';
  return true;
}

// A scope of one attribute; where nothing follows in the enclosing body, without indentation.
void Printer::AttrLines(const AttrStmt& attr, bool concise) {
  std::string header, variable;
  const Stmt* body = attr.body;
  if (!LaunchThread(attr, header, variable)) {
    TirName(header, "attr(");
    if (attr.node == nullptr) {
      header += '{';
      for (const AttrStmt* one = &attr; one != nullptr && one->node == nullptr; one = As<AttrStmt>(one->body)) {
        if (one != &attr) header += ", ";
        Quoted(header, one->attr_key.text());
        header += ": ";
        Expr(header, one->value);
        body = one->body;
      }
      header += '}';
    } else {
      AnyNode(header, attr.node);
      header += ", ";
      Quoted(header, attr.attr_key.text());
      header += ", ";
      Expr(header, attr.value);
    }
    header += ')';
  }
  PushFrame(&attr, concise ? 0 : 4);
  if (!variable.empty()) variable = Define(As<IterVar>(attr.node)->var, variable, Top());
  Body(body);
  std::string text = PopFrame();
  if (concise) {
    Line(variable.empty() ? header : variable + " = " + header);
  } else {
    Line("with " + header + (variable.empty() ? ":" : " as " + variable + ":"));
  }
  Lines(text);
}

// recursion: statements nest as deep as the parser lets them
void Printer::Statement(const Stmt* stmt, bool last) {
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
                        if (!call) TirName(line, "evaluate(");
                        Expr(line, evaluate.value);
                        Line(call ? line : line + ")");
                      },
                      [&](const While& loop) {
                        std::string line = "while ";
                        Expr(line, loop.condition);
                        Nested(line + ":", &loop, loop.body);
                      },
                      [&](const Return& result) {
                        std::string line = "return ";
                        Expr(line, result.value);
                        Line(line);
                      },
                      [&](const AllocBuffer& alloc) { AllocLine(alloc); },
                      [&](const DeclBuffer& declare) { DeclareLine(declare); },
                      [&](const Break&) { JumpLine("break"); },
                      [&](const Continue&) { JumpLine("continue"); },
                      // Only its realization stands among statements.
                      [&](const SBlock&) { Line("pass"); },
                  });
}

void Printer::BindLine(const Bind& bind) {
  std::string value;
  Expr(value, bind.value);
  std::string line = Define(bind.var, Hint(bind.var->name, "v"), Top()) + ": ";
  TirName(line, "let[");
  Type(line, bind.var->type);
  Line(line + "] = " + value);
}

void Printer::DeclareLine(const DeclBuffer& declare) {
  std::string view = ViewOf(declare);
  std::string name = Define(declare.buffer, Hint(declare.buffer->name, "buffer"), Top());
  if (!view.empty()) return Line(name + " = " + view);
  Line(name + " = " + BufferDeclaration(*declare.buffer, "decl_buffer", Top(), true, false, declare.data));
}

void Printer::JumpLine(std::string_view word) {
  std::string line;
  if (Old()) return Line(std::string(word));
  TirName(line, std::string(word) + "_loop()");
  Line(line);
}

}  // namespace assay
