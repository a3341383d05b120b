// The structure of a function: parameters, blocks, outputs, attributes.
#include "generators/modules/function_gen.h"

#include <algorithm>

#include "generators/modules/dims.h"
#include "generators/modules/notes.h"
#include "ir/mentions.h"
#include "ir/ops/infer.h"
#include "ir/walk.h"
#include "passes/analysis/symbols.h"

namespace assay {
namespace {

// One function in so many declares of its result what its body does not say, where there is such a thing.
constexpr uint32_t kOneInDeclares = 4;
// One block and one function in so many give all that nothing in them uses: a wrong value that is dead shows nowhere.
constexpr uint32_t kOneInGivesAll = 5;
// So many values at most, and beside another one.
constexpr size_t kMostUnused = 6;
// One function in so many is given its sizes as numbers, though its tensors tell them.
constexpr uint32_t kOneInGivenSizes = 12;

// With a field at least.
bool IsTuple(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  return tuple != nullptr && !tuple->fields.empty();
}

}  // namespace

FunctionGen::FunctionGen(ModuleGen& module, Role role, int budget) : module_(module), role_(role), budget_(budget) {
  scope_.reserve(32);
  if (!module_.devices.empty() && bytes().Chance(1, 2)) home_ = bytes().Pick(module_.devices);
}

void FunctionGen::Run(std::string_view name) {
  // Functions with effects are marked so before their body is made; operators with effects then may appear in them.
  pure_ = !(module_.Has(Feature::kImpure) && bytes().Chance(1, 3));
  MakeSymbols();
  FirstParams();
  MakeBlocks();
  if (role_ == Role::kMain) CallGroups();
  const Expr* body = name.ends_with("_transform_params") ? NamedOutputs() : Output();
  DefineSymbols();
  Finish(name, body);
}

void FunctionGen::RunKernelCalls(std::string_view name) {
  MakeSymbols();
  bool is_dataflow = module_.Has(Feature::kDataflow);
  frames_.push_back({{}, {}, is_dataflow});
  for (const GenKernel& kernel : module_.kernels) {
    if (const Call* call = CallKernel(kernel)) EmitCall(call, nullptr);
  }
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  if (!frame.bindings.empty()) blocks_.push_back(MakeBlock(ctx(), frame.bindings, is_dataflow));
  std::vector<const Expr*> results(frame.vars.begin(), frame.vars.end());
  const Expr* body = results.size() == 1 ? results[0] : MakeTuple(ctx(), results);
  DefineSymbols();
  Finish(name, body);
}

void FunctionGen::MakeSymbols() {
  if (!module_.Has(Feature::kSymbolic)) return;
  static constexpr std::string_view kNames[] = {"n", "m"};
  size_t count = 1 + bytes().Below(2);
  // TVM has no sizes any longer.
  bool sizes = module_.Has(Feature::kUnreadable) && bytes().Chance(1, 4);
  VarFlavor flavor = sizes ? VarFlavor::kSize : VarFlavor::kPlain;
  for (size_t i = 0; i < count; ++i) symbols_.push_back(MakeVar(ctx(), kNames[i], ctx().Prim(DType::Int(64)), flavor));
}

void FunctionGen::FirstParams() {
  TensorRequest wish;
  wish.max_rank = std::min(4, module_.plan.options->max_rank);
  std::vector<const Expr*> dims = FreshDims(wish);
  Fresh(dims, PickDType(kAnyDType), home_);
  if (module_.Has(Feature::kUnknownShapes) && bytes().Chance(1, 2)) {
    int rank = static_cast<int>(bytes().Below(4));
    FreshParam(MakeTensorTypeOfRank(ctx(), rank, PickDType(kAnyDType), home_));
    // A shape of which the rank alone is known.
    if (bytes().Chance(1, 2)) FreshParam(MakeShapeTypeOfRank(ctx(), 1 + static_cast<int>(bytes().Below(2))));
  }
  if (module_.Has(Feature::kAliases) && bytes().Chance(1, 8)) {
    DType dtype = PickDType(kAnyDType);
    // Integers that types may mention are sizes.
    if (dtype != DType::Int(64)) FreshParam(FreshScalar(dtype)->type);
  }
  if (module_.Has(Feature::kTuples) && bytes().Chance(1, 3)) {
    const Type* first = params_[0]->type;
    // A size that nothing else need say.
    if (!symbols_.empty() && bytes().Chance(1, 3))
      first = MakeTensorType(ctx(), std::vector<const Expr*>{symbols_.back()}, PickDType(kAnyDType), home_);
    const Type* inner = bytes().Chance(1, 3) ? MakeTupleType(ctx(), {first}) : first;
    const Type* tuple = MakeTupleType(ctx(), {first, inner});
    FreshParam(tuple);
    // Of two that are alike nothing but their names tells which field is whose.
    if (bytes().Chance(1, 2)) FreshParam(tuple);
  }
}

void FunctionGen::MakeBlocks() {
  // A source that has run out ends growth here.
  while (budget_ > 0 && !bytes().exhausted()) {
    MakeOneBlock(module_.Has(Feature::kDataflow) && bytes().Chance(2, 3));
  }
}

void FunctionGen::MakeOneBlock(bool is_dataflow) {
  size_t scope_before = scope_.size();
  frames_.push_back({{}, {}, is_dataflow});
  const int all = budget_;
  int steps = bytes().Chance(1, 2) ? budget_ : static_cast<int>(1 + bytes().Below(6));
  for (int attempts = 2 * steps + 8; attempts > 0 && steps > 0 && budget_ > 0 && !bytes().exhausted(); --attempts) {
    int before = budget_;
    Step();
    steps -= before - budget_;
  }
  // Samplers that find nothing to do must not keep the function from ending, whatever else stands in the block.
  if (budget_ == all) --budget_;
  if (is_dataflow) FinishDataflow(scope_before);
  CloseFrame();
}

// Blocks of one kind in a row are one block, as TVM normalises them.
void FunctionGen::CloseFrame() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  if (frame.bindings.empty()) return;
  if (!blocks_.empty() && blocks_.back()->is_dataflow == frame.is_dataflow) {
    Nodes<Binding> earlier = blocks_.back()->bindings;
    frame.bindings.insert(frame.bindings.begin(), earlier.begin(), earlier.end());
    blocks_.pop_back();
  }
  blocks_.push_back(MakeBlock(ctx(), frame.bindings, frame.is_dataflow));
}

// Decides which of the block's variables leave it; the others become local, under the names that TVM gives each kind.
void FunctionGen::FinishDataflow(size_t scope_before) {
  Frame& frame = frames_.back();
  bool any = false;
  bool gives_all = bytes().Chance(1, kOneInGivesAll);
  VarSet used;
  for (const Binding* binding : frame.bindings) {
    for (const Var* var : VarsIn(binding->value)) used.insert(var);
  }
  for (size_t i = frame.vars.size(); i-- > 0;) {
    // What types say is no dataflow variable.
    for (const Var* said : ShapeVarsOf(frame.vars[i]->type)) captured_.push_back(said);
    bool captured = std::find(captured_.begin(), captured_.end(), frame.vars[i]) != captured_.end();
    bool unused = gives_all && !used.contains(frame.vars[i]);
    bool needed = i + 1 == frame.vars.size() || frame.vars[i] == laid_ || captured || unused;
    if (needed || bytes().Chance(1, 4)) {
      any = true;
      continue;
    }
    frame.vars[i]->flavor = VarFlavor::kDataflow;
  }
  if (!any) return;
  auto is_local = [](const Entry& entry) {
    const auto* var = As<Var>(entry.value);
    return var != nullptr && var->flavor == VarFlavor::kDataflow;
  };
  scope_.erase(std::remove_if(scope_.begin() + static_cast<std::ptrdiff_t>(scope_before), scope_.end(), is_local),
               scope_.end());
}

// One value of the scope: late ones are likelier, and parameters or constants come up too.
const Expr* FunctionGen::OutputField() {
  if (bytes().Chance(1, 8)) return bytes().Pick(params_);
  size_t back = bytes().Below(std::min<size_t>(scope_.size(), 4));
  return scope_[scope_.size() - 1 - back].value;
}

// The values of the scope that nothing uses, the last of all in any case; null where that is the only one.
const Expr* FunctionGen::UnusedValues() {
  VarSet used;
  for (const BindingBlock* block : blocks_) {
    for (const Binding* binding : block->bindings) {
      for (const Var* var : VarsIn(binding->value)) used.insert(var);
    }
  }
  std::vector<const Expr*> fields;
  int64_t room = 4 * module_.plan.options->max_elements;
  for (size_t i = scope_.size(); i-- > 0 && fields.size() < kMostUnused;) {
    const auto* var = As<Var>(scope_[i].value);
    bool bound = var != nullptr && std::ranges::find(params_, var) == params_.end() && !used.contains(var);
    if (!bound || LargestElements(var->type) > room) continue;
    room -= LargestElements(var->type);
    fields.push_back(var);
  }
  return fields.size() < 2 ? nullptr : MakeTuple(ctx(), fields);
}

const Expr* FunctionGen::Output() {
  if (const Expr* all = bytes().Chance(1, kOneInGivesAll) ? UnusedValues() : nullptr) return all;
  // What a bait computes matters.
  if (laid_ != nullptr && bytes().Chance(2, 3)) return laid_;
  // A tuple seldom comes last of what is made.
  const Entry* tuple =
      bytes().Chance(1, 8) ? PickEntry([](const Entry& entry) { return IsTuple(entry.type); }) : nullptr;
  if (tuple != nullptr) return tuple->value;
  if (!bytes().Chance(1, 3)) {
    return bytes().Chance(1, 16) ? OutputField() : scope_.back().value;
  }
  std::vector<const Expr*> fields;
  size_t count = 1 + bytes().Below(3);
  for (size_t i = 0; i < count; ++i) fields.push_back(OutputField());
  if (bytes().Chance(1, 6)) fields.push_back(MakeTuple(ctx(), {OutputField()}));
  if (module_.Has(Feature::kAliases) && bytes().Chance(1, 6)) fields.push_back(FreshScalar(PickDType(kAnyDType)));
  return MakeTuple(ctx(), fields);
}

// A tuple by its name, of values of which one may be several fields.
const Expr* FunctionGen::NamedOutputs() {
  std::vector<const Expr*> fields;
  for (uint64_t i = 1 + bytes().Below(4); i > 0; --i) {
    const bool again = !fields.empty() && bytes().Chance(1, 4);
    fields.push_back(again ? bytes().Pick(fields) : OutputField());
  }
  frames_.push_back({{}, {}, false});
  const Var* result = Emit(MakeTuple(ctx(), fields));
  CloseFrame();
  return result;
}

const AttrDict* FunctionGen::Attributes(std::string_view name) {
  AttrItems items;
  if (role_ != Role::kPrivate) items.emplace_back("global_symbol", MakeAttrString(ctx(), name));
  if (module_.Has(Feature::kAttributes)) {
    if (pure_ && bytes().Chance(1, 8)) items.emplace_back("relax.force_pure", MakeAttrBool(ctx(), true));
    if (bytes().Chance(1, 2))
      items.emplace_back("num_input", MakeAttrInt(ctx(), static_cast<int64_t>(bytes().Below(params_.size() + 1))));
    if (!symbols_.empty() && bytes().Chance(1, 4)) {
      // A caller has sizes of its own, for which it may have promised nothing.
      int64_t most = role_ == Role::kPrivate ? 4 * kLargestSymbol : kLargestSymbol;
      const AttrDict* bound = MakeSortedDict(ctx(), {{symbols_[0]->name.text(), MakeAttrInt(ctx(), most)}});
      items.emplace_back("tir_var_upper_bound", bound);
    }
    if (!symbols_.empty() && bytes().Chance(1, 8)) {
      const AttrDict* bound = MakeSortedDict(ctx(), {{symbols_[0]->name.text(), MakeAttrInt(ctx(), 2)}});
      items.emplace_back("tir_var_lower_bound", bound);
    }
  }
  if (is_group_) {
    items.emplace_back("Primitive", MakeAttrBool(ctx(), true));
  } else if (role_ == Role::kPrivate && pure_ && module_.Has(Feature::kComposite) && bytes().Chance(1, 2)) {
    items.emplace_back("Composite", MakeAttrString(ctx(), "assay.fused"));
    items.emplace_back("Primitive", MakeAttrBool(ctx(), true));
  } else if (role_ == Role::kPrivate && pure_ && module_.Has(Feature::kWorkspace)) {
    items.emplace_back("Codegen", MakeAttrString(ctx(), "assay"));
    items.emplace_back("WorkspaceSize", MakeAttrInt(ctx(), static_cast<int64_t>(bytes().Below(64))));
  }
  AddNote(module_, items);
  return MakeSortedDict(ctx(), std::move(items));
}

namespace {

void CollectTensorDims(const Type* type, std::vector<const Expr*>& dims) {
  std::vector<const Type*> pending{type};
  while (!pending.empty()) {
    const Type* next = pending.back();
    pending.pop_back();
    if (const ShapeExpr* shape = ShapeListOf(next)) dims.insert(dims.end(), shape->values.begin(), shape->values.end());
    if (const auto* shape = As<ShapeType>(next)) dims.insert(dims.end(), shape->values.begin(), shape->values.end());
    if (const auto* tuple = As<TupleType>(next))
      pending.insert(pending.end(), tuple->fields.begin(), tuple->fields.end());
  }
}

}  // namespace

// Puts a shape parameter first, or the symbols themselves as scalar ones, when a symbol would otherwise be used before
// a plain dimension defines it; scalar ones now and then in any case.
void FunctionGen::DefineSymbols() {
  std::vector<const Var*> used, defined;
  bool late = false;
  auto knows = [](const std::vector<const Var*>& list, const Var* var) {
    return std::find(list.begin(), list.end(), var) != list.end();
  };
  for (const Var* param : params_) {
    std::vector<const Expr*> dims;
    CollectTensorDims(param->type, dims);
    for (const Expr* dim : dims) {
      if (const auto* var = As<Var>(dim); var != nullptr && !knows(defined, var)) defined.push_back(var);
    }
    for (const Expr* dim : dims) {
      if (IsConstantDim(dim) || Is<Var>(dim)) continue;
      late |= MentionsAny(dim, [&](const Var* var) { return !knows(defined, var); });
    }
  }
  for (const Var* symbol : symbols_) late |= !knows(defined, symbol);
  bool plain = std::ranges::none_of(symbols_, [](const Var* symbol) { return symbol->flavor == VarFlavor::kSize; });
  bool scalars = plain && module_.Has(Feature::kAliases) && bytes().Chance(1, late ? 2 : kOneInGivenSizes);
  if (scalars) {
    params_.insert(params_.begin(), symbols_.begin(), symbols_.end());
    return;
  }
  if (!late) return;
  std::vector<const Expr*> dims(symbols_.begin(), symbols_.end());
  params_.insert(params_.begin(), MakeVar(ctx(), "sizes", MakeShapeType(ctx(), dims)));
}

// The type with sizes where it says none: a run ends where the result has others.
// recursion: types nest as deep as this generator made them
const Type* FunctionGen::Declared(const Type* type) {
  if (const auto* tuple = As<TupleType>(type)) {
    std::vector<const Type*> fields;
    for (const Type* field : tuple->fields) fields.push_back(Declared(field));
    return MakeTupleType(ctx(), fields);
  }
  const auto* tensor = As<TensorType>(type);
  if (tensor == nullptr || tensor->shape != nullptr || tensor->rank < 0 || !bytes().Chance(2, 3)) return type;
  std::vector<const Expr*> dims;
  for (int i = 0; i < tensor->rank; ++i) dims.push_back(Dim());
  return MakeTensorType(ctx(), dims, tensor->dtype, tensor->vdevice);
}

void FunctionGen::Finish(std::string_view name, const Expr* body) {
  const Type* ret_type = body->type;
  // A size that the body finds may be a parameter's as well: then callers see it.
  std::vector<const Var*> symbols = symbols_;
  std::vector<const Type*> types;
  for (const Var* param : params_) types.push_back(param->type);
  for (const Var* size : DefinableSymbols(types)) {
    if (std::ranges::find(symbols, size) == symbols.end()) symbols.push_back(size);
  }
  bool erases = !body_symbols_.empty() || !ShapeVarsOf(ret_type).empty();
  if (erases) ret_type = EraseVars(ctx(), ret_type, symbols);
  SeqExpr* seq = ctx().arena.New<SeqExpr>(*MakeSeq(ctx(), blocks_, body));
  seq->type = ret_type;
  if (module_.Has(Feature::kMatchCast) && bytes().Chance(1, kOneInDeclares)) ret_type = Declared(ret_type);
  const Function* func = MakeFunction(ctx(), params_, seq, ret_type, pure_, Attributes(name));
  const GlobalVar* var = module_.Add(name, func);
  module_.functions.push_back({var, func, symbols});
}

}  // namespace assay
