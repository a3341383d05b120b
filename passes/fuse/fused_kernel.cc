#include "passes/fuse/fused_kernel.h"

#include <algorithm>

#include "ir/arith/analyzer.h"
#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/analysis/open_layouts.h"
#include "passes/fuse/fused_names.h"
#include "passes/fuse/symbol_matcher.h"
#include "passes/op_names.h"
#include "passes/rewrite/renew_defs.h"

namespace assay {
namespace {

class Fuser {
 public:
  Fuser(Context& ctx, KernelPlans& plans, const Function* func)
      : ctx_(ctx), plans_(plans), func_(func), matcher_(ctx, values_) {}

  Result<FusedKernel> Run() {
    RenewSymbols();
    CollectScopes();
    for (const Var* param : func_->params) AddParam(param);
    for (const BindingBlock* block : func_->body->blocks) {
      for (const Binding* binding : block->bindings) Add(binding);
    }
    AddOutputs();
    if (LiesOpen(allocated_, params_, buffers_))
      Fail(func_, "a value in a primitive function has a stride or offset that no call says");
    if (error_) return *error_;
    return FusedKernel{Kernel(), Inplace(), overwritten_};
  }

 private:
  using Buffers = std::vector<const Buffer*>;

  void Fail(const Node* at, std::string why) {
    if (!error_) error_ = Diag{DiagKind::kCannotLower, at->span, std::move(why), "", {}};
  }
  static std::string_view CalleeOf(const Call* call) {
    const auto* callee = As<GlobalVar>(call->args[0]);
    return callee == nullptr ? std::string_view() : callee->name.text();
  }
  static bool IsKernelCall(const Expr* e) {
    return IsCallOf(e, "relax.call_tir") || IsCallOf(e, "relax.call_tir_inplace");
  }

  // The kernel shares no variable with the function, of whose variables it can have dimensions and scalars.
  void RenewSymbols() {
    VarMap fresh;
    for (const Var* param : func_->params) {
      std::vector<const Var*> symbols = VarsIn(param->type);
      if (Is<PrimType>(param->type)) symbols.push_back(param);
      for (const Var* var : symbols) fresh.emplace(var, Renewed(ctx_, var));
    }
    func_ = SubstituteIn(ctx_, func_, fresh);
  }
  // A parameter's buffer lies in the memory in which the kernels want it.
  void CollectScopes() {
    for (const BindingBlock* block : func_->body->blocks) {
      for (const Binding* binding : block->bindings) {
        if (IsKernelCall(binding->value)) CollectScopes(static_cast<const Call*>(binding->value));
      }
    }
  }
  void CollectScopes(const Call* call) {
    const PrimFunc* kernel = plans_.FindKernel(CalleeOf(call));
    const auto* args = kernel == nullptr ? nullptr : As<Tuple>(call->args[1]);
    for (size_t i = 0; args != nullptr && i < std::min(args->fields.size(), kernel->buffers.size()); ++i) {
      if (kernel->buffers[i] != nullptr) scopes_.insert_or_assign(args->fields[i], kernel->buffers[i]->scope);
    }
  }
  void AddScalar(const Var* var) {
    params_.push_back(var);
    buffers_.push_back(nullptr);
  }
  void AddBuffer(const std::string& name, const Buffer* buffer) {
    params_.push_back(MakeVar(ctx_, name, DType::Handle()));
    buffers_.push_back(buffer);
  }
  void AddParam(const Var* param) {
    const auto* tensor = As<TensorType>(param->type);
    const auto* dims = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
    if (dims != nullptr && !tensor->dtype.IsVoid()) {
      auto scope = scopes_.find(param);
      std::string_view where = scope == scopes_.end() ? std::string_view("global") : scope->second.text();
      std::vector<const Expr*> shape(dims->values.begin(), dims->values.end());
      const Buffer* buffer = MakeBuffer(ctx_, param->name.text(), tensor->dtype, shape, where);
      AddBuffer("p_" + param->name.str(), buffer);
      known_[param] = {buffer};
    } else if (const auto* shape = As<ShapeType>(param->type); shape != nullptr && shape->has_values) {
      for (const Expr* value : shape->values) {
        if (const auto* var = As<Var>(value)) {
          AddScalar(var);
        } else {
          Fail(param, "a shape parameter of a primitive function has a dimension that is no variable");
        }
      }
    } else if (Is<PrimType>(param->type)) {
      AddScalar(param);
    } else {
      Fail(param, "a parameter of a primitive function is no tensor of known shape and dtype, scalar or shape");
    }
  }

  void Add(const Binding* binding) {
    if (error_) return;
    if (Is<MatchCast>(binding)) return Fail(binding, "a match_cast in a primitive function");
    if (IsKernelCall(binding->value)) {
      known_[binding->var] = AddCall(static_cast<const Call*>(binding->value));
    } else {
      known_[binding->var] = BuffersOf(binding->value);
    }
  }
  // The buffers of a value that no kernel computes.
  // recursion: tuples nest as deep as the parser lets them
  Buffers BuffersOf(const Expr* e) {
    if (const auto* tuple = As<Tuple>(e)) {
      Buffers all;
      for (const Expr* field : tuple->fields) {
        Buffers part = BuffersOf(field);
        all.insert(all.end(), part.begin(), part.end());
      }
      return all;
    }
    if (const auto* item = As<TupleGetItem>(e)) {
      const auto* type = As<TupleType>(item->tuple->type);
      Buffers whole = BuffersOf(item->tuple);
      size_t first = 0, count = 0;
      for (int64_t i = 0; type != nullptr && i <= item->index; ++i) {
        first += count;
        count = TensorCount(type->fields[static_cast<size_t>(i)]);
      }
      if (first + count > whole.size()) count = 0;
      return {whole.begin() + static_cast<std::ptrdiff_t>(first),
              whole.begin() + static_cast<std::ptrdiff_t>(first + count)};
    }
    auto known = known_.find(e);
    if (known != known_.end()) return known->second;
    Fail(e, "only call_tir, call_tir_inplace and tuples can be in a primitive function that becomes a kernel");
    return {};
  }
  static size_t TensorCount(const Type* type) {
    size_t count = 0;
    WalkBeforeChildren(type, [&](const Node* node) {
      count += Is<TensorType>(node) ? 1 : 0;
      return Is<TupleType>(node);
    });
    return count;
  }

  Buffers AddCall(const Call* call);
  const Buffer* MatchArgument(const PrimFunc* kernel, size_t index, const Expr* arg);
  void MatchNumbers(const PrimFunc* kernel, const Call* call);
  void AddBody(const KernelPlan& plan, const Buffers& targets, size_t place);
  const Buffer* Intermediate(const Buffer* like, const Type* type, const Call* call);
  void AddOutputs();
  std::vector<int64_t> Inplace() const {
    bool any = std::ranges::any_of(inplace_, [](int64_t index) { return index >= 0; });
    return any ? inplace_ : std::vector<int64_t>();
  }
  const PrimFunc* Kernel();

  Context& ctx_;
  KernelPlans& plans_;
  const Function* func_;
  std::unordered_map<const Expr*, Name> scopes_;
  // Buffers of parameters and bindings.
  std::unordered_map<const Expr*, Buffers> known_;
  std::vector<const Var*> params_;
  Buffers buffers_;
  Buffers allocated_;
  std::vector<const Stmt*> bodies_;
  BlockNames block_names_;
  BufferNames buffer_names_;
  // Of the kernel that is being added: what its symbolic variables are, and what its parts became.
  VarMap values_;
  SymbolMatcher matcher_;
  std::vector<const Node*> copied_;
  std::vector<int64_t> inplace_, overwritten_;
  // Buffers that a kernel was given and writes its result into.
  std::unordered_set<const Buffer*> written_;
  std::optional<Diag> error_;
};

// The buffer that stands for the kernel's parameter; null for a scalar.
const Buffer* Fuser::MatchArgument(const PrimFunc* kernel, size_t index, const Expr* arg) {
  const Buffer* buffer = kernel->buffers[index];
  if (buffer == nullptr) {
    if (!matcher_.Match(kernel->params[index], arg)) Fail(arg, "a scalar argument does not fit the kernel's parameter");
    return nullptr;
  }
  Buffers targets = BuffersOf(arg);
  if (targets.size() != 1) {
    Fail(arg, "an argument of a kernel in a primitive function is no single tensor");
    return buffer;
  }
  const Buffer* target = targets[0];
  bool fits = target->shape.size() == buffer->shape.size();
  for (size_t d = 0; fits && d < buffer->shape.size(); ++d) fits = matcher_.Match(buffer->shape[d], target->shape[d]);
  if (!fits) Fail(arg, "the shape of an argument does not fit the kernel's buffer " + buffer->name.str());
  return target;
}

// A buffer for what one kernel hands to the next.
const Buffer* Fuser::Intermediate(const Buffer* like, const Type* type, const Call* call) {
  const auto* tensor = As<TensorType>(type);
  const auto* dims = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  if (dims == nullptr || dims->values.size() != like->shape.size()) {
    Fail(call, "a result of a kernel in a primitive function has no known shape, or another rank than the kernel's");
    return like;
  }
  Buffer* buffer = ctx_.arena.New<Buffer>(*like);
  buffer->name = ctx_.Intern(buffer_names_.Intermediate(like->name.text()));
  buffer->data = MakeVar(ctx_, buffer->name.text(), like->data->type);
  buffer->shape = dims->values;
  // As TVM, where an offset that is not given is a 0 of the first dimension's dtype: the kernel's stays.
  bool widened = !dims->values.empty() && DTypeOf(like->shape[0]) != DTypeOf(dims->values[0]);
  if (like->elem_offset == nullptr && widened) buffer->elem_offset = MakeInt(ctx_, 0, DTypeOf(like->shape[0]));
  for (size_t d = 0; d < like->shape.size(); ++d) {
    if (!matcher_.Match(like->shape[d], dims->values[d])) Fail(call, "a result's shape is not the kernel's");
  }
  std::vector<const Expr*> strides;
  for (const Expr* stride : like->strides) strides.push_back(SubstituteIn(ctx_, stride, values_));
  buffer->strides = ctx_.Copy(strides);
  buffer->elem_offset = SubstituteIn(ctx_, buffer->elem_offset, values_);
  allocated_.push_back(buffer);
  return buffer;
}

std::vector<int64_t> OutputPlaces(const Call* call, size_t inputs, size_t outputs) {
  std::vector<int64_t> places;
  const auto* list = call->attrs == nullptr ? nullptr : As<AttrList>(call->attrs->Find("inplace_indices"));
  auto next = static_cast<int64_t>(inputs);
  for (size_t i = 0; i < outputs; ++i) {
    const auto* index = list == nullptr || i >= list->items.size() ? nullptr : As<AttrInt>(list->items[i]);
    places.push_back(index != nullptr && index->value >= 0 ? index->value : next++);
  }
  return places;
}

// What a call hands to the kernel as numbers, behind its tensors.
void Fuser::MatchNumbers(const PrimFunc* kernel, const Call* call) {
  if (call->args.size() < 3) return;
  const auto* shape = As<ShapeExpr>(call->args[2]);
  if (shape == nullptr || shape->values.size() > kernel->params.size()) {
    Fail(call, "numbers are given to a kernel in a primitive function, and not as a shape that is written out");
    return;
  }
  size_t first = kernel->params.size() - shape->values.size();
  for (size_t i = 0; i < shape->values.size(); ++i) {
    bool fits = kernel->buffers[first + i] == nullptr && matcher_.Match(kernel->params[first + i], shape->values[i]);
    if (!fits) Fail(call, "a number does not fit the kernel's parameter");
  }
}

Fuser::Buffers Fuser::AddCall(const Call* call) {
  const KernelPlan* plan = plans_.Find(CalleeOf(call));
  const auto* args = As<Tuple>(call->args[1]);
  if (plan == nullptr || args == nullptr || call->ty_args.empty()) {
    Fail(call, "call_tir in a primitive function has no kernel, or no tuple of arguments");
    return {};
  }
  const PrimFunc* kernel = plan->kernel;
  if (plan->root == nullptr || args->fields.size() > kernel->params.size()) {
    Fail(call, "only kernels whose body is a plain root block can be fused");
    return {};
  }
  values_.clear();
  for (const Buffer* own : plan->root->alloc_buffers) buffer_names_.Take(own->name.text());
  size_t first_allocated = allocated_.size();
  Buffers targets(kernel->buffers.size(), nullptr);
  for (size_t i = 0; i < args->fields.size(); ++i) targets[i] = MatchArgument(kernel, i, args->fields[i]);
  const auto* tuple = As<TupleType>(call->ty_args[0]);
  std::vector<const Type*> types{call->ty_args[0]};
  if (tuple != nullptr) types.assign(tuple->fields.begin(), tuple->fields.end());
  Buffers results;
  for (int64_t place : OutputPlaces(call, args->fields.size(), types.size())) {
    const Type* type = types[results.size()];
    auto index = static_cast<size_t>(place);
    if (index >= kernel->buffers.size() || kernel->buffers[index] == nullptr) {
      Fail(call, "the kernel has fewer buffers than the call has results");
      return {};
    }
    if (index < args->fields.size()) {
      written_.insert(targets[index]);
    } else {
      targets[index] = Intermediate(kernel->buffers[index], type, call);
    }
    results.push_back(targets[index]);
  }
  MatchNumbers(kernel, call);
  if (!matcher_.Fits()) Fail(call, "the shapes of arguments and results do not fit together as the kernel's do");
  if (UsesOpenLayout(*plan, values_))
    Fail(call, "a kernel in a primitive function uses a stride or offset that no call says");
  AddBody(*plan, targets, first_allocated);
  return results;
}

// A block that reads one buffer under two names reads it once.
Nodes<BufferRegion> Distinct(Context& ctx, Nodes<BufferRegion> regions) {
  std::vector<const BufferRegion*> kept;
  for (const BufferRegion* region : regions) {
    if (std::ranges::find(kept, region->buffer, &BufferRegion::buffer) == kept.end()) kept.push_back(region);
  }
  return kept.size() == regions.size() ? regions : ctx.Copy(kept);
}

// The region with its extents in the form in which its text is read: simplified.
const BufferRegion* Canonical(Context& ctx, const BufferRegion* region) {
  std::vector<const Range*> ranges;
  for (const Range* range : region->region) ranges.push_back(MakeRange(ctx, range->min, Simplify(ctx, range->extent)));
  BufferRegion* fresh = ctx.arena.New<BufferRegion>(*region);
  fresh->region = ctx.Copy(ranges);
  return fresh;
}

// A copy of the kernel's body, over the target buffers and otherwise over variables and buffers of its own; those that
// it allocates come to stand at `place` of the allocated ones.
void Fuser::AddBody(const KernelPlan& plan, const Buffers& targets, size_t place) {
  const CopyPlan& parts = *plan.parts;
  copied_.assign(parts.size(), nullptr);
  for (const auto& [var, value] : values_) parts.Preset(copied_, var, value);
  for (size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] == nullptr) continue;
    parts.Preset(copied_, plan.kernel->buffers[i], targets[i]);
    parts.Preset(copied_, plan.kernel->buffers[i]->data, targets[i]->data);
  }
  bool keeps_regions = FaultOn(Fault::fuse_tir_keeps_old_access_regions);
  parts.Copy(ctx_, copied_, [&](const Node* rebuilt, const Node* original) -> const Node* {
    if (Is<Var>(original)) {
      Var* fresh = ctx_.arena.New<Var>(*static_cast<const Var*>(original));
      fresh->span = {};
      return fresh;
    }
    if (Is<BufferRegion>(original)) {
      return keeps_regions ? original : Canonical(ctx_, static_cast<const BufferRegion*>(rebuilt));
    }
    if (!Is<SBlock>(rebuilt)) return rebuilt;
    SBlock* fused = ctx_.arena.New<SBlock>(*static_cast<const SBlock*>(rebuilt));
    fused->name_hint = ctx_.Intern(block_names_.Unique(fused->name_hint.text()));
    fused->reads = Distinct(ctx_, fused->reads);
    fused->writes = Distinct(ctx_, fused->writes);
    return fused;
  });
  bodies_.push_back(static_cast<const Stmt*>(parts.Of(copied_, plan.root->body)));
  Buffers own;
  for (const Buffer* buffer : plan.root->alloc_buffers) {
    own.push_back(static_cast<const Buffer*>(parts.Of(copied_, buffer)));
  }
  allocated_.insert(allocated_.begin() + static_cast<std::ptrdiff_t>(place), own.begin(), own.end());
}

// Results become parameters, but those that lie in an argument already.
void Fuser::AddOutputs() {
  if (error_) return;
  if (const auto* tuple = As<TupleType>(func_->body->body->type)) {
    if (std::ranges::any_of(tuple->fields, [](const Type* field) { return !Is<TensorType>(field); })) {
      return Fail(func_, "a primitive function returns a tuple of more than tensors");
    }
  }
  int count = 0;
  const auto inputs = static_cast<std::ptrdiff_t>(buffers_.size());
  for (const Buffer* buffer : BuffersOf(func_->body->body)) {
    auto at = std::ranges::find(buffers_, buffer);
    const std::ptrdiff_t place = at - buffers_.begin();
    inplace_.push_back(at == buffers_.end() ? -1 : place);
    if (at != buffers_.end()) {
      bool in_argument = place < inputs && written_.erase(buffer) > 0;
      if (!in_argument) Fail(func_, "a primitive function returns a parameter, or a value twice");
      continue;
    }
    AddBuffer("p_output" + std::to_string(count++), buffer);
    std::erase(allocated_, buffer);
  }
  for (std::ptrdiff_t i = 0; i < inputs; ++i) {
    if (written_.contains(buffers_[static_cast<size_t>(i)])) overwritten_.push_back(i);
  }
}

const PrimFunc* Fuser::Kernel() {
  auto* root = ctx_.arena.New<SBlock>();
  root->name_hint = ctx_.Intern("root");
  root->alloc_buffers = ctx_.Copy(allocated_);
  root->body = MakeSeqStmt(ctx_, bodies_);
  auto* realize = ctx_.arena.New<SBlockRealize>();
  realize->predicate = MakeBool(ctx_, true);
  realize->block = root;
  auto* kernel = ctx_.arena.New<PrimFunc>();
  kernel->params = ctx_.Copy(params_);
  kernel->buffers = ctx_.Copy(buffers_);
  kernel->attrs = MakeSortedDict(ctx_, {{"tirx.noalias", MakeAttrBool(ctx_, true)}});
  kernel->body = realize;
  return kernel;
}

}  // namespace

Result<FusedKernel> FuseKernels(Context& ctx, KernelPlans& plans, const Function* func) {
  return Fuser(ctx, plans, func).Run();
}

}  // namespace assay
