#include "ir/ops/kernel.h"

#include <algorithm>
#include <unordered_set>

#include "ir/arith/analyzer.h"
#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"

namespace assay {
namespace {

const Expr* True(Context& ctx) { return MakeBool(ctx, true); }

const Stmt* Realize(Context& ctx, const SBlock* block, const std::vector<const Expr*>& values) {
  auto* realize = ctx.arena.New<SBlockRealize>();
  realize->iter_values = ctx.Copy(values);
  realize->predicate = True(ctx);
  realize->block = block;
  return realize;
}

const Bind* MakeBind(Context& ctx, const Var* var, const Expr* value) {
  auto* bind = ctx.arena.New<Bind>();
  bind->var = var;
  bind->value = value;
  return bind;
}

// The region of one element.
const BufferRegion* PointRegion(Context& ctx, const Buffer* buffer, Nodes<Expr> indices) {
  std::vector<const Range*> ranges;
  for (const Expr* index : indices) ranges.push_back(MakeRange(ctx, index, MakeInt(ctx, 1, DTypeOf(index))));
  return MakeRegion(ctx, buffer, ranges);
}

// As TVM reads the text of a region: with a simplified extent.
const Range* WholeRange(Context& ctx, const Expr* extent) {
  return MakeRange(ctx, MakeInt(ctx, 0, DTypeOf(extent)), Simplify(ctx, extent));
}

const BufferRegion* WholeRegion(Context& ctx, const Buffer* buffer) {
  std::vector<const Range*> ranges;
  for (const Expr* dim : buffer->shape) ranges.push_back(WholeRange(ctx, dim));
  return MakeRegion(ctx, buffer, ranges);
}

// Whether an index is one that TVM's sets of integers know nothing of.
bool IsComputed(const Expr* index) {
  bool computed = false;
  WalkBeforeChildren(index, [&](const Node* node) {
    const auto* cast = As<Cast>(node);
    computed = computed || Is<Call>(node) || (cast != nullptr && DTypeOf(cast->value).IsFloating());
    return !computed && !IsTypeKind(node->kind);
  });
  return computed;
}

// What an access touches along one dimension: the index, or where that is computed all of the dimension, which ends
// where the index is clamped to.
const Range* AccessedRange(Context& ctx, const Expr* index, const Expr* extent) {
  if (!IsComputed(index)) return MakeRange(ctx, index, MakeInt(ctx, 1, DTypeOf(index)));
  const BinaryExpr *clamped = AsBinary(index), *below = Is<Max>(index) ? AsBinary(clamped->a) : nullptr;
  bool to_zero = below != nullptr && Is<Min>(below) && AsInt(clamped->b) != nullptr && AsInt(clamped->b)->value == 0;
  if (!to_zero) return WholeRange(ctx, extent);
  return MakeRange(ctx, clamped->b,
                   Simplified(MaxOf(Term(ctx, below->b) + 1, IntLiteral(ctx, 1, DTypeOf(index)))).expr());
}

const BufferRegion* AccessedRegion(Context& ctx, const ElementAccess& access) {
  std::vector<const Range*> ranges;
  for (size_t i = 0; i < access.indices.size(); ++i)
    ranges.push_back(AccessedRange(ctx, access.indices[i], access.buffer->shape[i]));
  return MakeRegion(ctx, access.buffer, ranges);
}

const Range* JoinRanges(Context& ctx, const Range* a, const Range* b, const Expr* extent) {
  if (ProveEqual(ctx, a->min, b->min)) return ProveEqual(ctx, a->extent, b->extent) ? a : WholeRange(ctx, extent);
  std::optional<int64_t> offset = ConstantValue(ctx, MakeBinary(ctx, NodeKind::kSub, b->min, a->min));
  std::optional<int64_t> length = ConstantValue(ctx, a->extent);
  if (!offset || !length) return WholeRange(ctx, extent);
  int64_t low = std::min<int64_t>(0, *offset);
  int64_t high = std::max(*length, *offset + 1);
  const Expr* min = low == 0 ? a->min : b->min;
  return MakeRange(ctx, min, MakeInt(ctx, high - low, DTypeOf(min)));
}

const BufferRegion* JoinRegions(Context& ctx, const BufferRegion* a, const BufferRegion* b) {
  std::vector<const Range*> ranges;
  for (size_t i = 0; i < a->region.size(); ++i) {
    ranges.push_back(JoinRanges(ctx, a->region[i], b->region[i], a->buffer->shape[i]));
  }
  return MakeRegion(ctx, a->buffer, ranges);
}

}  // namespace

Term KernelBuffer::operator()(const Terms& indices) const {
  ASSAY_CHECK(static_cast<int>(indices.size()) == rank());
  std::vector<const Expr*> simple;
  for (const Term& index : indices) simple.push_back(Simplified(index).expr());
  return {*ctx_, MakeLoad(*ctx_, buffer_, simple)};
}
Terms KernelBuffer::dims() const {
  Terms dims;
  for (int i = 0; i < rank(); ++i) dims.push_back(dim(i));
  return dims;
}

KernelAxes Axes(std::string_view prefix, const Terms& dims) {
  KernelAxes axes;
  for (size_t i = 0; i < dims.size(); ++i) axes.push_back({std::string(prefix) + std::to_string(i), dims[i]});
  return axes;
}

namespace {

// Its x // a % b for constants is x % (a * b) // a, which says the same.
Term Modulo(const Term& number, const Term& extent) {
  Term rest = Simplified(number % extent);
  const auto* mod = As<FloorMod>(rest.expr());
  const auto* quotient = mod == nullptr ? nullptr : As<FloorDiv>(mod->a);
  const IntImm* divisor = quotient == nullptr ? nullptr : AsInt(quotient->b);
  const IntImm* limit = mod == nullptr ? nullptr : AsInt(mod->b);
  if (divisor == nullptr || limit == nullptr || divisor->value <= 0 || limit->value <= 0) return rest;
  return Term(number.ctx(), quotient->a) % (divisor->value * limit->value) / divisor->value;
}

}  // namespace

Terms PlaceOfElement(const KernelBuffer& x, Term number) {
  Terms place(static_cast<size_t>(x.rank()), Like(number, 0));
  for (int d = x.rank(); d-- > 0;) {
    number = Simplified(number);
    place[static_cast<size_t>(d)] = Modulo(number, x.dim(d));
    number = number / x.dim(d);
  }
  return place;
}

KernelBuffer Reshaped(KernelBuilder& k, const KernelBuffer& x, const Terms& dims) {
  return k.Compute("T_reshape", Axes("ax", dims), [&](const Terms& i) {
    Term number = k.Int(0);
    for (size_t d = 0; d < i.size(); ++d) number = number * dims[d] + i[d];
    return x(PlaceOfElement(x, number));
  });
}

// ---- parameters

KernelBuffer KernelBuilder::Input(std::string_view name, const TensorType* type) {
  const Buffer* buffer = MakeBuffer(ctx_, name, type->dtype, ExprsOf(ImportDims(As<ShapeExpr>(type->shape)->values)));
  inputs_.push_back(buffer);
  return {ctx_, buffer};
}
Term KernelBuilder::Import(const Expr* e) {
  for (const Var* var : VarsIn(e)) {
    if (own_vars_.contains(var)) continue;
    const Var* own = MakeVar(ctx_, var->name.text(), var->type);
    own_vars_.emplace(var, own);
    own_order_.emplace_back(var, own);
  }
  return {ctx_, SubstituteIn(ctx_, e, own_vars_)};
}
Terms KernelBuilder::ImportDims(Nodes<Expr> dims) {
  Terms own;
  for (const Expr* dim : dims) own.push_back(Import(dim));
  return own;
}

std::vector<const Expr*> KernelBuilder::ExportDims(const Buffer* buffer) const {
  VarMap back;
  for (const auto& [calls, own] : own_order_) back.emplace(own, calls);
  std::vector<const Expr*> dims;
  for (const Expr* dim : buffer->shape) dims.push_back(SubstituteIn(ctx_, dim, back));
  return dims;
}

// ---- stages

namespace {

const IterVar* PlaceholderAxis(Context& ctx, DType dtype) {
  auto* iter = ctx.arena.New<IterVar>();
  iter->dom = MakeRange(ctx, MakeInt(ctx, 0, dtype), MakeInt(ctx, 1, dtype));
  iter->var = MakeVar(ctx, "vi", dtype);
  return iter;
}

// Whether TVM widens a block's placeholder: where IndexDataTypeNormalizer rebuilds what the block computes, which it
// does with indices, bool as numbers, shifts, bits and powers.
bool WidensPlaceholder(const Stmt* body) {
  constexpr std::array kRebuilt = {IntrinsicId::bitwise_and, IntrinsicId::bitwise_or,  IntrinsicId::bitwise_xor,
                                   IntrinsicId::shift_left,  IntrinsicId::shift_right, IntrinsicId::pow};
  bool widens = false;
  WalkOnce(body, [&](const Node* node) {
    std::optional<ElementAccess> access = ElementAccessOf(node);
    const auto* cast = As<Cast>(node);
    const IntrinsicSpec* row = IntrinsicOf(node);
    widens |= access && !access->writes && !access->indices.empty();
    widens |= cast != nullptr && DTypeOf(cast->value).IsBool() && DTypeOf(cast) == DType::Int(64);
    widens |= row != nullptr && std::ranges::find(kRebuilt, row->id) != kRebuilt.end();
  });
  return widens;
}

}  // namespace

KernelBuilder::Stage KernelBuilder::Open(std::string_view name, const KernelAxes& axes, const KernelAxes& reduce) {
  Stage stage;
  stage.name = FreshBlockName(name);
  for (const KernelAxis& axis : axes) AddAxis(stage, axis, IterType::kDataPar);
  for (const KernelAxis& axis : reduce) AddAxis(stage, axis, IterType::kCommReduce);
  if (stage.loops.empty()) AddPlaceholderAxis(stage);
  return stage;
}
void KernelBuilder::AddAxis(Stage& stage, const KernelAxis& axis, IterType type) {
  Term extent = Simplified(axis.extent);
  const Var* loop = MakeVar(ctx_, axis.name, extent.dtype());
  const Var* own = MakeVar(ctx_, "v_" + axis.name, extent.dtype());
  auto* iter = ctx_.arena.New<IterVar>();
  iter->dom = MakeRange(ctx_, MakeInt(ctx_, 0, extent.dtype()), extent.expr());
  iter->var = own;
  iter->iter_type = type;
  stage.loops.push_back(loop);
  stage.extents.push_back(extent.expr());
  stage.iters.push_back(iter);
  stage.values.push_back(loop);
  (type == IterType::kDataPar ? stage.spatial : stage.reduced).push_back({ctx_, own});
}
// A block has at least one variable: TVM gives a rank-0 stage `vi = T.axis.spatial(1, T.int64(0))`.
void KernelBuilder::AddPlaceholderAxis(Stage& stage) {
  stage.iters.push_back(PlaceholderAxis(ctx_, DType::Int(32)));
  stage.values.push_back(MakeInt(ctx_, 0));
}
KernelBuffer KernelBuilder::AddResult(Stage& stage, std::string_view name, const Terms& dims, DType dtype) {
  stage.results.push_back(MakeBuffer(ctx_, name, dtype, ExprsOf(dims)));
  return {ctx_, stage.results.back()};
}
std::string KernelBuilder::FreshBlockName(std::string_view name) {
  std::string fresh(name);
  while (block_names_.contains(fresh))
    fresh = std::string(name) + "_" + std::to_string(++block_names_[std::string(name)]);
  block_names_.emplace(fresh, 0);
  return fresh;
}

namespace {

Terms ExtentsOf(const KernelAxes& axes) {
  Terms extents;
  for (const KernelAxis& axis : axes) extents.push_back(axis.extent);
  return extents;
}

}  // namespace

KernelBuffer KernelBuilder::Compute(std::string_view name, const KernelAxes& axes, const PointBody& body) {
  return Scatter(name, axes, ExtentsOf(axes), [](const Terms& point) { return point; }, body);
}
KernelBuffer KernelBuilder::Scatter(std::string_view name, const KernelAxes& axes, const Terms& dims,
                                    const PlaceBody& place, const PointBody& body) {
  Stage stage = Open(name, axes, {});
  Term value = body(stage.spatial);
  KernelBuffer result = AddResult(stage, name, dims, value.dtype());
  stage.place = place(stage.spatial);
  stage.body = MakeStore(ctx_, result.buffer(), value.expr(), ExprsOf(stage.place));
  stages_.push_back(std::move(stage));
  return result;
}
KernelBuffer KernelBuilder::Reduce(std::string_view name, const KernelAxes& axes, const KernelAxes& reduce,
                                   Term identity, const StepBody& step) {
  Stage stage = Open(name, axes, reduce);
  KernelBuffer result = AddResult(stage, name, ExtentsOf(axes), identity.dtype());
  Term value = step(result(stage.spatial), stage.spatial, stage.reduced);
  stage.init = MakeStore(ctx_, result.buffer(), identity.expr(), ExprsOf(stage.spatial));
  stage.body = MakeStore(ctx_, result.buffer(), value.expr(), ExprsOf(stage.spatial));
  stages_.push_back(std::move(stage));
  return result;
}
std::vector<KernelBuffer> KernelBuilder::ReduceTogether(std::string_view name, const KernelAxes& axes,
                                                        const KernelAxes& reduce, const Terms& identities,
                                                        const StepsBody& steps) {
  Stage stage = Open(name, axes, reduce);
  std::vector<KernelBuffer> results;
  Terms olds;
  std::vector<const Stmt*> inits, binds, stores;
  for (size_t i = 0; i < identities.size(); ++i) {
    std::string own_name = std::string(name) + "_v" + std::to_string(i);
    results.push_back(AddResult(stage, own_name, ExtentsOf(axes), identities[i].dtype()));
    olds.push_back(results[i](stage.spatial));
    inits.push_back(MakeStore(ctx_, results[i].buffer(), identities[i].expr(), ExprsOf(stage.spatial)));
  }
  Terms news = steps(olds, stage.spatial, stage.reduced);
  for (size_t i = 0; i < news.size(); ++i) {
    const Var* fresh = MakeVar(ctx_, "v_" + results[i].buffer()->name.str(), news[i].dtype());
    binds.push_back(MakeBind(ctx_, fresh, news[i].expr()));
    stores.push_back(MakeStore(ctx_, results[i].buffer(), fresh, ExprsOf(stage.spatial)));
  }
  binds.insert(binds.end(), stores.begin(), stores.end());
  stage.init = MakeSeqStmt(ctx_, inits);
  stage.body = MakeSeqStmt(ctx_, binds);
  stages_.push_back(std::move(stage));
  return results;
}
std::vector<KernelBuffer> KernelBuilder::Extern(std::string_view name, const std::vector<Made>& results,
                                                const StatementsBody& body) {
  Stage stage;
  stage.name = FreshBlockName(name);
  stage.whole = true;
  std::vector<KernelBuffer> made;
  for (const Made& result : results) made.push_back(AddResult(stage, result.name, result.dims, result.dtype));
  stage.body = body(made);
  stages_.push_back(std::move(stage));
  return made;
}
void KernelBuilder::Annotate(std::string_view key, const Attr* value) {
  ASSAY_CHECK(!stages_.empty());
  stages_.back().annotations.emplace_back(key, value);
}

const Stmt* KernelBuilder::Close(const Stage& stage) {
  std::vector<const BufferRegion*> writes, reads = ReadRegions(ctx_, stage.body, stage.results);
  std::vector<const Expr*> point = ExprsOf(stage.place.empty() ? stage.spatial : stage.place);
  for (const Buffer* result : stage.results) {
    writes.push_back(stage.whole ? WholeRegion(ctx_, result) : PointRegion(ctx_, result, point));
  }
  for (const BufferRegion*& read : reads) {
    if (stage.whole) read = WholeRegion(ctx_, read->buffer);
  }
  auto* block = ctx_.arena.New<SBlock>();
  bool wide = stage.loops.empty() && !stage.iters.empty() && WidensPlaceholder(stage.body);
  block->iter_vars = wide ? ctx_.Copy(std::vector{PlaceholderAxis(ctx_, DType::Int(64))}) : ctx_.Copy(stage.iters);
  block->reads = ctx_.Copy(reads);
  block->writes = ctx_.Copy(writes);
  block->name_hint = ctx_.Intern(stage.name);
  block->annotations = MakeSortedDict(ctx_, stage.annotations);
  block->init = stage.init;
  block->body = stage.body;
  const Stmt* nest = Realize(ctx_, block, stage.values);
  for (size_t i = stage.loops.size(); i-- > 0;) nest = MakeFor(ctx_, stage.loops[i], stage.extents[i], nest);
  return nest;
}

// ---- the whole function

const Stmt* KernelBuilder::RootBody(const std::vector<KernelBuffer>& outputs) {
  std::vector<const Buffer*> allocated;
  std::vector<const Stmt*> nests;
  for (const Stage& stage : stages_) {
    nests.push_back(Close(stage));
    for (const Buffer* result : stage.results) {
      bool is_output = std::any_of(outputs.begin(), outputs.end(), [&](auto& o) { return o.buffer() == result; });
      if (!is_output) allocated.push_back(result);
    }
  }
  auto* root = ctx_.arena.New<SBlock>();
  root->name_hint = ctx_.Intern("root");
  root->alloc_buffers = ctx_.Copy(allocated);
  root->body = MakeSeqStmt(ctx_, nests);
  return Realize(ctx_, root, {});
}
std::vector<const Var*> KernelBuilder::UnboundVars(const std::vector<const Buffer*>& parameters) const {
  std::unordered_set<const Expr*> bound;
  for (const Buffer* buffer : parameters) bound.insert(buffer->shape.begin(), buffer->shape.end());
  std::vector<const Var*> unbound;
  for (const auto& [calls, own] : own_order_) {
    if (!bound.contains(own)) unbound.push_back(calls);
  }
  return unbound;
}
const PrimFunc* KernelBuilder::Finish(const std::vector<KernelBuffer>& outputs) {
  std::vector<const Buffer*> tensors = inputs_;
  for (const KernelBuffer& output : outputs) tensors.push_back(output.buffer());
  std::vector<const Var*> params;
  std::vector<const Buffer*> buffers;
  auto add_tensor = [&](const Buffer* buffer) {
    params.push_back(MakeVar(ctx_, buffer->name.text(), DType::Handle()));
    buffers.push_back(buffer);
  };
  for (const Buffer* input : inputs_) add_tensor(input);
  for (const Var* calls : UnboundVars(tensors)) {
    scalar_arguments_.push_back(calls);
    params.push_back(As<Var>(own_vars_.at(calls)));
    buffers.push_back(nullptr);
  }
  for (const KernelBuffer& output : outputs) add_tensor(output.buffer());
  auto* func = ctx_.arena.New<PrimFunc>();
  func->params = ctx_.Copy(params);
  func->buffers = ctx_.Copy(buffers);
  func->attrs = MakeSortedDict(ctx_, {{"tirx.noalias", MakeAttrBool(ctx_, true)}});
  func->body = RootBody(outputs);
  return func;
}

std::vector<const BufferRegion*> ReadRegions(Context& ctx, const Stmt* body, std::span<const Buffer* const> skip) {
  std::vector<const BufferRegion*> regions;
  ForEachAccess(body, [&](const ElementAccess& access) {
    if (access.writes || std::find(skip.begin(), skip.end(), access.buffer) != skip.end()) return;
    const BufferRegion* point = AccessedRegion(ctx, access);
    auto same = std::find_if(regions.begin(), regions.end(), [&](auto* r) { return r->buffer == access.buffer; });
    if (same == regions.end()) {
      regions.push_back(point);
    } else {
      *same = JoinRegions(ctx, *same, point);
    }
  });
  return regions;
}

// ---- statements

const Stmt* LoopOf(std::string_view variable, const Term& extent, const std::function<const Stmt*(Term)>& body) {
  Context& ctx = extent.ctx();
  const Var* loop = MakeVar(ctx, variable, extent.dtype());
  return MakeFor(ctx, loop, extent.expr(), body({ctx, loop}));
}
const Stmt* When(const Term& condition, const Stmt* then, const Stmt* otherwise) {
  auto* branch = condition.ctx().arena.New<IfThenElse>();
  branch->condition = condition.expr();
  branch->then_case = then;
  branch->else_case = otherwise;
  return branch;
}
const Stmt* Write(const KernelBuffer& buffer, const Terms& indices, const Term& value) {
  return MakeStore(value.ctx(), buffer.buffer(), value.expr(), ExprsOf(indices));
}

// ---- from a call to call_tir

const ShapeExpr* KnownShape(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  return tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
}
namespace {

bool IsKnownResult(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr) return KnownShape(type) != nullptr;
  return std::all_of(tuple->fields.begin(), tuple->fields.end(),
                     [](const Type* t) { return KnownShape(t) != nullptr; });
}
// The name of an argument's buffer: the variable's, or a letter by position as TVM names constants.
std::string ArgumentName(const Expr* argument, size_t position) {
  if (const auto* var = As<Var>(argument)) return var->name.str();
  if (position < 26) return std::string(1, static_cast<char>('A' + position));
  return "tensor_input_" + std::to_string(position);
}

// The call's type with dims as the kernel's outputs have them.
const Type* OutType(const KernelBuilder& kernel, const Type* type, const std::vector<KernelBuffer>& outputs) {
  Context& ctx = kernel.ctx();
  const auto* tuple = As<TupleType>(type);
  std::vector<const Type*> types;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const auto* part = As<TensorType>(tuple == nullptr ? type : tuple->fields[i]);
    types.push_back(MakeTensorType(ctx, kernel.ExportDims(outputs[i].buffer()), part->dtype, part->vdevice));
  }
  return tuple == nullptr ? types.front() : MakeTupleType(ctx, types);
}

}  // namespace

Lowered LowerToCallTIR(LowerSite& site, const Call& call, std::string_view hint,
                       const std::vector<const Expr*>& tensors, const KernelBody& body) {
  Context& ctx = site.ctx();
  if (!IsKnownResult(call.type)) return Refused{"the shape of the result is not known"};
  KernelBuilder kernel(ctx);
  std::vector<KernelBuffer> inputs;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const auto* type = As<TensorType>(tensors[i]->type);
    if (KnownShape(type) == nullptr) return Refused{"the shape of operand " + std::to_string(i) + " is not known"};
    if (type->dtype.IsVoid()) return Refused{"the dtype of operand " + std::to_string(i) + " is not known"};
    inputs.push_back(kernel.Input(ArgumentName(tensors[i], i), type));
  }
  std::vector<KernelBuffer> outputs = body(kernel, inputs);
  const PrimFunc* func = kernel.Finish(outputs);
  std::vector<const Expr*> args = tensors;
  for (const Expr* scalar : kernel.scalar_arguments()) args.push_back(scalar);
  const GlobalVar* callee = site.AddKernel(hint, func);
  const Type* type = OutType(kernel, call.type, outputs);
  return MakeCall(ctx, OpNode(ctx, "call_tir"), {callee, MakeTuple(ctx, args)}, nullptr, {type}, type);
}
Lowered LowerElementwise(LowerSite& site, const Call& call, std::string_view hint,
                         const std::function<Term(Term)>& function) {
  return LowerToCallTIR(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    const KernelBuffer& x = in[0];
    return std::vector{k.Compute("compute", Axes("i", x.dims()), [&](const Terms& i) { return function(x(i)); })};
  });
}

}  // namespace assay
