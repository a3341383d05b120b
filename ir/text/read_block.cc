// Blocks: their axes, regions and attributes; the implicit root block.
#include <algorithm>

#include "ir/equal.h"
#include "ir/text/as_read.h"
#include "ir/text/attr_reader.h"
#include "ir/text/buffer_reader.h"
#include "ir/text/kernel_reader.h"
#include "ir/text/regions.h"
#include "ir/text/scalar_build.h"
#include "ir/text/scalar_reader.h"
#include "ir/walk.h"

namespace assay {

const Stmt* KernelReader::LowerBlock(const PyStmt* stmt, const PyExpr* call) {
  const PyExpr* name_arg = Arg(call, 0, "name");
  auto name = name_arg == nullptr ? std::optional<std::string_view>("") : site_.LowerText(name_arg, "the block's name");
  if (!name) return nullptr;
  BlockParts parts;
  BlockParts* outer = std::exchange(block_, &parts);
  const Stmt* body = LowerStmts(stmt->body);
  block_ = outer;
  if (body == nullptr) return nullptr;
  // The outermost block without axes is the root; its regions are empty unless they are written.
  if (outer != nullptr && outer->is_root && parts.iter_vars.empty() && *name == "root" && loops_.empty()) {
    parts.has_reads = parts.has_writes = true;
  }
  const SBlock* block = At(stmt->span, FinishBlock(parts, *name, body));
  SBlockRealize* realize = ctx_.arena.New<SBlockRealize>();
  realize->block = block;
  realize->iter_values = ctx_.Copy(parts.iter_values);
  realize->predicate = parts.predicate != nullptr ? parts.predicate : MakeBool(ctx_, true);
  return realize;
}

const SBlock* KernelReader::FinishBlock(BlockParts& parts, std::string_view name, const Stmt* body) {
  if (!parts.has_reads || !parts.has_writes) {
    BlockRegions found = DetectRegions(ctx_, body, parts.init, parts.alloc_buffers, parts.match_buffers);
    if (!parts.has_reads) parts.reads = found.reads;
    if (!parts.has_writes) parts.writes = found.writes;
  }
  SBlock* block = ctx_.arena.New<SBlock>();
  block->iter_vars = ctx_.Copy(parts.iter_vars);
  block->alloc_buffers = ctx_.Copy(parts.alloc_buffers);
  block->match_buffers = ctx_.Copy(parts.match_buffers);
  block->reads = ctx_.Copy(parts.reads);
  block->writes = ctx_.Copy(parts.writes);
  block->name_hint = ctx_.Intern(name);
  block->annotations = parts.annotations;
  block->init = parts.init;
  block->body = body;
  return block;
}

// The body of a PrimFunc; a root block is put around it when it allocates or holds blocks (as TVM's parser does).
const Stmt* KernelReader::LowerRoot(std::span<const PyStmt* const> stmts) {
  BlockParts parts;
  parts.is_root = true;
  block_ = &parts;
  const Stmt* body = LowerStmts(stmts);
  block_ = nullptr;
  if (body == nullptr) return nullptr;
  const auto* realize = As<SBlockRealize>(body);
  bool needed = !parts.alloc_buffers.empty() || (realize != nullptr && !realize->block->iter_vars.empty());
  if (realize == nullptr && !needed) {
    WalkBeforeChildren(body, [&](const Node* node) {
      needed |= Is<SBlockRealize>(node);
      return !needed && AsExpr(node) == nullptr;
    });
  }
  if (!needed) return body;
  parts.has_reads = parts.has_writes = true;
  SBlockRealize* root = ctx_.arena.New<SBlockRealize>();
  root->block = FinishBlock(parts, "root", body);
  root->predicate = MakeBool(ctx_, true);
  return root;
}

// T.reads(…), T.writes(…), T.where(…), T.sblock_attr(…), T.func_attr(…).
bool KernelReader::LowerBlockCall(const PyExpr* call, std::string_view path, bool& known) {
  known = true;
  if (path == "func_attr") return LowerFuncAttr(call);
  bool of_block =
      path == "reads" || path == "writes" || path == "where" || path == "sblock_attr" || path == "block_attr";
  known = of_block;
  if (!of_block) return true;
  // The block that a function's body stands in has no regions and no predicate of its own.
  bool of_any = path == "sblock_attr" || path == "block_attr";
  bool inside = block_ != nullptr && (of_any || !block_->is_root);
  if (!inside) return site_.Fail(call->span, "T." + std::string(path) + " outside a block"), false;
  if (path == "reads") {
    block_->has_reads = true;
    return LowerRegions(call, block_->reads);
  }
  if (path == "writes") {
    block_->has_writes = true;
    return LowerRegions(call, block_->writes);
  }
  if (call->items.size() != 2) return site_.Fail(call->span, "expected one argument", DiagKind::kArityMismatch), false;
  if (path == "where") {
    block_->predicate = scalars_.LowerScalar(call->items[1]);
    if (block_->predicate != nullptr) block_->predicate = BuildCast(ctx_, DType::Bool(), block_->predicate);
  } else {
    const AttrDict* attrs = attrs_.LowerDict(call->items[1]);
    for (size_t i = 0; attrs != nullptr && i < attrs->keys.size(); ++i) {
      block_->annotations = WithAttr(ctx_, block_->annotations, attrs->keys[i].text(), attrs->values[i]);
    }
  }
  return !site_.failed();
}

bool KernelReader::LowerFuncAttr(const PyExpr* call) {
  const AttrDict* attrs = call->items.size() == 2 ? attrs_.LowerDict(call->items[1]) : nullptr;
  if (attrs == nullptr) return site_.Fail(call->span, "expected one dictionary"), false;
  for (size_t i = 0; i < attrs->keys.size(); ++i) {
    // TIR's attributes were called tir.… before 0.26.
    std::string key = attrs->keys[i].str();
    if (key.starts_with("tir.")) key.replace(0, 3, "tirx");
    around_.draft()->prim->attrs =
        WithAttr(ctx_, around_.draft()->prim->attrs, ctx_.Intern(key).text(), attrs->values[i]);
  }
  return true;
}

bool KernelReader::LowerRegions(const PyExpr* call, std::vector<const BufferRegion*>& regions) {
  std::span<const PyExpr* const> items = call->args();
  if (items.size() == 1 && items[0]->Is(PyKind::kList)) items = items[0]->items;
  for (const PyExpr* item : items) {
    const BufferRegion* region = LowerRegion(item);
    if (region == nullptr) return false;
    regions.push_back(region);
  }
  return true;
}

// A[i, 0:8], or A for all of it.
const BufferRegion* KernelReader::LowerRegion(const PyExpr* e) {
  const Buffer* buffer = buffers_.FindBuffer(e->Is(PyKind::kSubscript) ? e->items[0] : e);
  if (buffer == nullptr) return nullptr;
  std::vector<const Range*> ranges;
  if (!e->Is(PyKind::kSubscript)) {
    for (const Expr* extent : buffer->shape)
      ranges.push_back(MakeRange(ctx_, MakeInt(ctx_, 0, DTypeOf(extent)), extent));
    return At(e->span, MakeRegion(ctx_, buffer, ranges));
  }
  for (const PyExpr* item : e->args()) {
    if (!item->Is(PyKind::kSlice)) {
      const Expr* index = scalars_.LowerScalar(item);
      if (index == nullptr) return nullptr;
      ranges.push_back(MakeRange(ctx_, index, OneOf(ctx_, index)));
      continue;
    }
    size_t dim = ranges.size();
    if (dim >= buffer->shape.size()) break;
    const Expr* stop = item->items[1] == nullptr ? buffer->shape[dim] : scalars_.LowerScalar(item->items[1]);
    const Expr* start = item->items[0] == nullptr ? (stop == nullptr ? nullptr : MakeInt(ctx_, 0, DTypeOf(stop)))
                                                  : scalars_.LowerScalar(item->items[0]);
    if (site_.failed() || !MatchDTypes(ctx_, start, stop))
      return site_.Fail(item->span, NoCommonDType("a region needs integer bounds", start, stop));
    ranges.push_back(MakeRange(ctx_, start, RegionLength(ctx_, start, stop)));
  }
  if (ranges.size() != buffer->shape.size() || ranges.size() != e->args().size()) {
    return site_.Fail(e->span, WrongIndexCount(buffer, e->args().size()), DiagKind::kShapeMismatch);
  }
  return At(e->span, MakeRegion(ctx_, buffer, ranges));
}

bool KernelReader::AddAxis(const PyExpr* target, IterType type, const Range* dom, const Expr* value, DType dtype) {
  if (block_ == nullptr || block_->is_root) return site_.Fail(target->span, "an axis outside a block"), false;
  if (!target->Is(PyKind::kName)) return site_.Fail(target->span, "expected a name"), false;
  IterVar* axis = ctx_.arena.New<IterVar>();
  axis->dom = dom;
  axis->iter_type = type;
  axis->var = At(target->span, MakeVar(ctx_, target->text, dtype));
  axis->span = target->span;
  scope_.Define(target->text, axis->var);
  block_->iter_vars.push_back(axis);
  block_->iter_values.push_back(value);
  return true;
}

// The printer writes (min, min + extent).
const Expr* KernelReader::ExtentWritten(const Expr* start, const Expr* stop) {
  const auto* sum = As<Add>(stop);
  return sum != nullptr && Equal(sum->a, start) ? sum->b : nullptr;
}

// v = T.axis.spatial(extent, value), or with a (min, end) tuple.
bool KernelReader::LowerAxis(const PyStmt* stmt, const PyExpr* call, std::string_view kind) {
  static constexpr std::pair<std::string_view, IterType> kKinds[] = {
      {"spatial", IterType::kDataPar}, {"S", IterType::kDataPar},    {"reduce", IterType::kCommReduce},
      {"R", IterType::kCommReduce},    {"scan", IterType::kOrdered}, {"opaque", IterType::kOpaque}};
  auto known = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const auto& k) { return k.first == kind; });
  if (known == std::end(kKinds) || call->items.size() != 3)
    return site_.Fail(call->span, "expected an axis with a domain and a value"), false;
  const PyExpr* dom = call->items[1];
  bool ranged = (dom->Is(PyKind::kTuple) || dom->Is(PyKind::kList)) && dom->items.size() == 2;
  const Expr* stop = scalars_.LowerScalar(ranged ? dom->items[1] : dom);
  const Expr* start = ranged ? scalars_.LowerScalar(dom->items[0]) : nullptr;
  const Expr* value = site_.failed() ? nullptr : scalars_.LowerScalar(call->items[2]);
  if (value == nullptr) return false;
  if (start == nullptr) start = MakeInt(ctx_, 0, DTypeOf(stop));
  if (!MatchDTypes(ctx_, start, stop))
    return site_.Fail(call->span, NoCommonDType("the domain's bounds have no common dtype", start, stop)), false;
  const Expr* extent = ExtentWritten(start, stop);
  if (extent == nullptr) extent = BuildBinary(ctx_, NodeKind::kSub, stop, start);
  return AddAxis(stmt->target, known->second, MakeRange(ctx_, start, extent), value, DTypeOf(extent));
}

// i, j = T.axis.remap("SR", [a, b]): each value is a loop variable, whose domain is the axis's.
bool KernelReader::LowerRemap(const PyStmt* stmt, const PyExpr* call) {
  auto kinds = site_.LowerText(Arg(call, 0, "kinds"), "the kinds of the axes");
  const PyExpr* bindings = Arg(call, 1, "bindings");
  if (!kinds || bindings == nullptr) return site_.Fail(call->span, "expected kinds and loop variables"), false;
  bool many = stmt->target->Is(PyKind::kTuple);
  auto targets = many ? stmt->target->items : std::span<const PyExpr* const>(&stmt->target, 1);
  if (targets.size() != kinds->size() || bindings->items.size() != kinds->size()) {
    return site_.Fail(call->span, "kinds, names and loop variables differ in number", DiagKind::kArityMismatch), false;
  }
  for (size_t i = 0; i < targets.size(); ++i) {
    const Expr* value = scalars_.LowerScalar(bindings->items[i]);
    auto loop = std::find_if(loops_.begin(), loops_.end(), [&](const auto& entry) { return entry.first == value; });
    if (value == nullptr || loop == loops_.end())
      return site_.Fail(bindings->items[i]->span, "expected a loop variable"), false;
    char kind = (*kinds)[i];
    if (kind != 'S' && kind != 'R') return site_.Fail(call->span, "an axis is S or R"), false;
    IterType type = kind == 'S' ? IterType::kDataPar : IterType::kCommReduce;
    if (!AddAxis(targets[i], type, loop->second, value, DTypeOf(value))) return false;
  }
  return true;
}

}  // namespace assay
