// Blocks: iteration variables and their sugar, predicates, regions, allocations.
#include <algorithm>

#include "ir/equal.h"
#include "ir/prim/literals.h"
#include "ir/text/attr_printer.h"
#include "ir/text/buffer_printer.h"
#include "ir/text/expr_printer.h"
#include "ir/text/kernel_printer.h"
#include "ir/text/print_literal.h"
#include "ir/text/type_printer.h"
#include "ir/walk.h"

namespace assay {
namespace {

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

bool KernelPrinter::IsRemapped(const SBlockRealize& realize, size_t i) const {
  const IterVar& iter = *realize.block->iter_vars[i];
  if (iter.iter_type != IterType::kDataPar && iter.iter_type != IterType::kCommReduce) return false;
  const auto* value = As<Var>(realize.iter_values[i]);
  const For* loop = value == nullptr ? nullptr : scope_.EnclosingLoop(value);
  return loop != nullptr && iter.dom != nullptr && StandsFor(loop->min, iter.dom->min) &&
         StandsFor(loop->extent, iter.dom->extent);
}

void KernelPrinter::IterVarLine(const SBlockRealize& realize, size_t i) {
  const IterVar& iter = *realize.block->iter_vars[i];
  std::string value;
  head_.TirName(value, AxisName(iter.iter_type));
  if (IsLiteralInt(iter.dom->min, 0)) {
    exprs_.Expr(value, iter.dom->extent);
  } else {
    value += '(';
    exprs_.Expr(value, iter.dom->min);
    value += ", ";
    exprs_.SumOf(value, iter.dom->min, iter.dom->extent);
    value += ')';
  }
  value += ", ";
  exprs_.Expr(value, realize.iter_values[i]);
  std::string name = scope_.Define(iter.var, PrintScope::Hint(iter.var->name, "v"), scope_.Top());
  scope_.Line(form_.Named(name, value + ")"));
}

void KernelPrinter::RemapLine(const SBlockRealize& realize, size_t begin, size_t end) {
  if (begin == end) return;
  if (begin + 1 == end) return IterVarLine(realize, begin);
  std::string names, quoted, kinds, values;
  for (size_t i = begin; i < end; ++i) {
    const IterVar& iter = *realize.block->iter_vars[i];
    if (i != begin) {
      names += ", ";
      values += ", ";
    }
    std::string name = scope_.Define(iter.var, PrintScope::Hint(iter.var->name, "v"), scope_.Top());
    names += name;
    quoted += ", \"" + name + "\"";
    kinds += iter.iter_type == IterType::kDataPar ? 'S' : 'R';
    exprs_.Expr(values, realize.iter_values[i]);
  }
  std::string line = names + (form_.program ? " = named_all(" : " = ");
  head_.TirName(line, "axis.remap(\"");
  line += kinds + "\", [" + values + "])";
  scope_.Line(form_.program ? line + quoted + ")" : line);
}

void KernelPrinter::BlockIterVars(const SBlockRealize& realize) {
  size_t begin = 0, count = std::min(realize.block->iter_vars.size(), realize.iter_values.size());
  for (size_t i = 0; i < count; ++i) {
    if (IsRemapped(realize, i)) continue;
    RemapLine(realize, begin, i);
    IterVarLine(realize, i);
    begin = i + 1;
  }
  RemapLine(realize, begin, count);
}

void KernelPrinter::AllocLines(Nodes<Buffer> buffers) {
  for (const Buffer* buffer : buffers) {
    std::string name = scope_.Define(buffer, PrintScope::Hint(buffer->name, "buffer"), scope_.Top());
    std::string_view method = form_.Old() ? "alloc_buffer" : "sblock_alloc_buffer";
    scope_.Line(form_.Named(name, buffers_.BufferDeclaration(*buffer, method, scope_.Top(), true, false)));
  }
}

void KernelPrinter::BlockHead(const SBlock& block) {
  for (bool writes : {false, true}) {
    std::string line;
    head_.TirName(line, writes ? "writes(" : "reads(");
    bool first = true;
    for (const BufferRegion* region : writes ? block.writes : block.reads) {
      if (!first) line += ", ";
      first = false;
      buffers_.Region(line, *region);
    }
    scope_.Line(line + ")");
  }
  if (block.annotations != nullptr && !block.annotations->keys.empty()) {
    std::string line;
    head_.TirName(line, form_.Old() ? "block_attr(" : "sblock_attr(");
    attrs_.Dictionary(line, block.annotations);
    scope_.Line(line + ")");
  }
  AllocLines(block.alloc_buffers);
  for (const MatchBufferRegion* match : block.match_buffers) {
    std::string source;
    buffers_.Region(source, *match->source);
    std::string name = scope_.Define(match->buffer, PrintScope::Hint(match->buffer->name, "buffer"), scope_.Top());
    std::string declaration = buffers_.BufferDeclaration(*match->buffer, "match_buffer", scope_.Top(), true, false);
    size_t open = declaration.find('(');
    declaration.insert(open + 1, source + ", ");
    scope_.Line(form_.Named(name, declaration));
  }
}

void KernelPrinter::BlockLines(const SBlockRealize& realize) {
  const SBlock& block = *realize.block;
  std::string header;
  head_.TirName(header, form_.Old() ? "block(" : "sblock(");
  literal::Quoted(header, block.name_hint.text());
  scope_.PushFrame(&block, form_.program ? 0 : 4);
  BlockIterVars(realize);
  if (realize.predicate != nullptr && !IsLiteralInt(realize.predicate, 1)) {
    std::string line;
    head_.TirName(line, "where(");
    exprs_.Expr(line, realize.predicate);
    scope_.Line(line + ")");
  }
  BlockHead(block);
  if (block.init != nullptr) {
    std::string init;
    head_.TirName(init, "init()");
    Nested("with " + init, init, block.init, block.init);
  }
  Body(block.body);
  std::string text = scope_.PopFrame();
  scope_.Line(form_.program ? "begin(" + header + "))" : "with " + header + "):");
  scope_.Lines(text);
  if (form_.program) scope_.Line("end()");
}

// The root block that TVMScript leaves out (TVM's rule in the PrimFunc printer).
const SBlock* KernelPrinter::ImplicitRoot(const PrimFunc& func) const {
  const auto* realize = As<SBlockRealize>(func.body);
  if (realize == nullptr || !realize->iter_values.empty() || !IsLiteralInt(realize->predicate, 1)) return nullptr;
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
