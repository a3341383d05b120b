// Blocks: iteration variables and their sugar, predicates, regions, allocations.
#include <algorithm>

#include "ir/equal.h"
#include "ir/text/printer.h"
#include "ir/walk.h"

namespace assay {
namespace {

bool IsInt(const Expr* e, int64_t value) {
  const auto* imm = As<IntImm>(e);
  return imm != nullptr && imm->value == value;
}

std::string_view AxisName(IterType type) {
  switch (type) {
    case IterType::kDataPar: return "axis.spatial(";
    case IterType::kCommReduce: return "axis.reduce(";
    case IterType::kOrdered: return "axis.scan(";
    case IterType::kThreadIndex:
    case IterType::kOpaque:
    case IterType::kUnrolled:
    case IterType::kVectorized:
    case IterType::kParallelized:
    case IterType::kTensorized: return "axis.opaque(";
  }
  return "axis.opaque(";
}

// Whether who reads the one in place of the other reads the same: what defines a variable must be that very one.
bool StandsFor(const Expr* a, const Expr* b) {
  bool defines = false;
  WalkBeforeChildren(a, [&](const Node* node) {
    defines |= Is<Let>(node);
    return !defines;
  });
  return a == b || (!defines && Equal(a, b));
}

}  // namespace

// The loop that defines `loop_var`, looking along the loops directly below each enclosing frame's loop, as TVM does.
const For* Printer::EnclosingLoop(const Var* loop_var) const {
  for (const PrintFrame& frame : frames_) {
    for (const auto* loop = As<For>(frame.node); loop != nullptr; loop = As<For>(loop->body)) {
      if (loop->loop_var == loop_var) return loop;
    }
  }
  return nullptr;
}

bool Printer::IsRemapped(const SBlockRealize& realize, size_t i) const {
  const IterVar& iter = *realize.block->iter_vars[i];
  if (iter.iter_type != IterType::kDataPar && iter.iter_type != IterType::kCommReduce) return false;
  const auto* value = As<Var>(realize.iter_values[i]);
  const For* loop = value == nullptr ? nullptr : EnclosingLoop(value);
  return loop != nullptr && iter.dom != nullptr && StandsFor(loop->min, iter.dom->min) &&
         StandsFor(loop->extent, iter.dom->extent);
}

void Printer::IterVarLine(const SBlockRealize& realize, size_t i) {
  const IterVar& iter = *realize.block->iter_vars[i];
  std::string value;
  TirName(value, AxisName(iter.iter_type));
  if (IsInt(iter.dom->min, 0)) {
    Expr(value, iter.dom->extent);
  } else {
    value += '(';
    Expr(value, iter.dom->min);
    value += ", ";
    SumOf(value, iter.dom->min, iter.dom->extent);
    value += ')';
  }
  value += ", ";
  Expr(value, realize.iter_values[i]);
  Line(Define(iter.var, Hint(iter.var->name, "v"), Top()) + " = " + value + ")");
}

void Printer::RemapLine(const SBlockRealize& realize, size_t begin, size_t end) {
  if (begin == end) return;
  if (begin + 1 == end) return IterVarLine(realize, begin);
  std::string names, kinds, values;
  for (size_t i = begin; i < end; ++i) {
    const IterVar& iter = *realize.block->iter_vars[i];
    if (i != begin) {
      names += ", ";
      values += ", ";
    }
    names += Define(iter.var, Hint(iter.var->name, "v"), Top());
    kinds += iter.iter_type == IterType::kDataPar ? 'S' : 'R';
    Expr(values, realize.iter_values[i]);
  }
  std::string line = names + " = ";
  TirName(line, "axis.remap(\"");
  Line(line + kinds + "\", [" + values + "])");
}

void Printer::BlockIterVars(const SBlockRealize& realize) {
  size_t begin = 0, count = std::min(realize.block->iter_vars.size(), realize.iter_values.size());
  for (size_t i = 0; i < count; ++i) {
    if (IsRemapped(realize, i)) continue;
    RemapLine(realize, begin, i);
    IterVarLine(realize, i);
    begin = i + 1;
  }
  RemapLine(realize, begin, count);
}

void Printer::AllocLines(Nodes<Buffer> buffers) {
  for (const Buffer* buffer : buffers) {
    std::string name = Define(buffer, Hint(buffer->name, "buffer"), Top());
    Line(name + " = " + BufferDeclaration(*buffer, Old() ? "alloc_buffer" : "sblock_alloc_buffer", Top(), true, false));
  }
}

void Printer::BlockHead(const SBlock& block) {
  for (bool writes : {false, true}) {
    std::string line;
    TirName(line, writes ? "writes(" : "reads(");
    bool first = true;
    for (const BufferRegion* region : writes ? block.writes : block.reads) {
      if (!first) line += ", ";
      first = false;
      Region(line, *region);
    }
    Line(line + ")");
  }
  if (block.annotations != nullptr && !block.annotations->keys.empty()) {
    std::string line;
    TirName(line, Old() ? "block_attr(" : "sblock_attr(");
    Dictionary(line, block.annotations);
    Line(line + ")");
  }
  AllocLines(block.alloc_buffers);
  for (const MatchBufferRegion* match : block.match_buffers) {
    std::string source;
    Region(source, *match->source);
    std::string name = Define(match->buffer, Hint(match->buffer->name, "buffer"), Top());
    std::string declaration = BufferDeclaration(*match->buffer, "match_buffer", Top(), true, false);
    size_t open = declaration.find('(');
    declaration.insert(open + 1, source + ", ");
    Line(name + " = " + declaration);
  }
}

void Printer::BlockLines(const SBlockRealize& realize) {
  const SBlock& block = *realize.block;
  std::string header = "with ";
  TirName(header, Old() ? "block(" : "sblock(");
  Quoted(header, block.name_hint.text());
  PushFrame(&block, 4);
  BlockIterVars(realize);
  if (realize.predicate != nullptr && !IsInt(realize.predicate, 1)) {
    std::string line;
    TirName(line, "where(");
    Expr(line, realize.predicate);
    Line(line + ")");
  }
  BlockHead(block);
  if (block.init != nullptr) {
    std::string init = "with ";
    TirName(init, "init():");
    Nested(init, block.init, block.init);
  }
  Body(block.body);
  std::string text = PopFrame();
  Line(header + "):");
  Lines(text);
}

// The root block that TVMScript leaves out (TVM's rule in the PrimFunc printer).
const SBlock* Printer::ImplicitRoot(const PrimFunc& func) const {
  const auto* realize = As<SBlockRealize>(func.body);
  if (realize == nullptr || !realize->iter_values.empty() || !IsInt(realize->predicate, 1)) return nullptr;
  const SBlock* root = realize->block;
  bool annotated = root->annotations != nullptr && !root->annotations->keys.empty();
  if (annotated || !root->match_buffers.empty() || !root->reads.empty() || !root->writes.empty() ||
      root->init != nullptr) {
    return nullptr;
  }
  if (!root->alloc_buffers.empty()) return root;
  if (const auto* inner = As<SBlockRealize>(root->body)) return inner->block->iter_vars.empty() ? nullptr : root;
  bool has_block = false;
  WalkBeforeChildren(root->body, [&](const Node* node) {
    has_block |= node->kind == NodeKind::kSBlockRealize;
    return !has_block;
  });
  return has_block ? root : nullptr;
}

}  // namespace assay
