#include "generators/modules/function_gen.h"

#include <algorithm>

#include "generators/modules/call_binder.h"
#include "generators/modules/dims.h"
#include "generators/modules/figures.h"
#include "generators/modules/function_calls.h"
#include "generators/modules/function_constants.h"
#include "generators/modules/function_inplace.h"
#include "generators/modules/function_steps.h"
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

void FunctionGen::Run(std::string_view name) {
  // Functions with effects are marked so before their body is made; operators with effects then may appear in them.
  scope_.pure = !(scope_.module.Has(Feature::kImpure) && bytes().Chance(1, 3));
  MakeSymbols();
  FirstParams();
  MakeBlocks();
  if (scope_.role == Role::kMain) FunctionCalls(scope_).CallGroups();
  const Expr* body = name.ends_with("_transform_params") ? NamedOutputs() : Output();
  DefineSymbols();
  Finish(name, body);
}

void FunctionGen::RunKernelCalls(std::string_view name) {
  MakeSymbols();
  bool is_dataflow = scope_.module.Has(Feature::kDataflow);
  scope_.frames.push_back({{}, {}, is_dataflow});
  for (const GenKernel& kernel : scope_.module.kernels) {
    if (const Call* call = FunctionCalls(scope_).CallKernel(kernel)) CallBinder(scope_).EmitCall(call, nullptr);
  }
  Frame frame = std::move(scope_.frames.back());
  scope_.frames.pop_back();
  if (!frame.bindings.empty()) scope_.blocks.push_back(MakeBlock(ctx(), frame.bindings, is_dataflow));
  std::vector<const Expr*> results(frame.vars.begin(), frame.vars.end());
  const Expr* body = results.size() == 1 ? results[0] : MakeTuple(ctx(), results);
  DefineSymbols();
  Finish(name, body);
}

void FunctionGen::RunNeighbourhoods(std::string_view name) {
  const std::vector<Neighbourhood>& wanted = scope_.module.plan.options->neighbourhoods;
  auto has_effects = [](const OpSpec* row) { return row->purity == Purity::kImpure; };
  scope_.pure = std::ranges::none_of(wanted, [&](const Neighbourhood& one) {
    return one.figure == Figure::kEffect || has_effects(one.first) || std::ranges::any_of(one.seconds, has_effects);
  });
  MakeSymbols();
  FirstParams();
  FigureScope figure{.gen = scope_};
  Figures figures(figure);
  for (const Neighbourhood& one : wanted) {
    // Something stands between them now and then.
    scope_.budget = bytes().Chance(1, 4) ? 1 + static_cast<int>(bytes().Below(2)) : 0;
    if (scope_.budget > 0) MakeOneBlock(scope_.module.Has(Feature::kDataflow) && bytes().Chance(1, 2));
    scope_.module.stats.laid.push_back({one.figure, one.first, figures.Lay(one)});
  }
  const Expr* body = figures.Output();
  DefineSymbols();
  Finish(name, body);
}

void FunctionGen::MakeSymbols() {
  if (!scope_.module.Has(Feature::kSymbolic)) return;
  static constexpr std::string_view kNames[] = {"n", "m"};
  size_t count = 1 + bytes().Below(2);
  // TVM has no sizes any longer.
  bool sizes = scope_.module.Has(Feature::kUnreadable) && bytes().Chance(1, 4);
  VarFlavor flavor = sizes ? VarFlavor::kSize : VarFlavor::kPlain;
  for (size_t i = 0; i < count; ++i)
    scope_.symbols.push_back(MakeVar(ctx(), kNames[i], ctx().Prim(DType::Int(64)), flavor));
}

void FunctionGen::FirstParams() {
  TensorRequest wish;
  wish.max_rank = std::min(4, scope_.module.plan.options->max_rank);
  std::vector<const Expr*> dims = scope_.FreshDims(wish);
  scope_.Fresh(dims, scope_.PickDType(kAnyDType), scope_.home);
  if (scope_.module.Has(Feature::kUnknownShapes) && bytes().Chance(1, 2)) {
    int rank = static_cast<int>(bytes().Below(4));
    scope_.FreshParam(MakeTensorTypeOfRank(ctx(), rank, scope_.PickDType(kAnyDType), scope_.home));
    // A shape of which the rank alone is known.
    if (bytes().Chance(1, 2)) scope_.FreshParam(MakeShapeTypeOfRank(ctx(), 1 + static_cast<int>(bytes().Below(2))));
  }
  if (scope_.module.Has(Feature::kAliases) && bytes().Chance(1, 8)) {
    DType dtype = scope_.PickDType(kAnyDType);
    // Integers that types may mention are sizes.
    if (dtype != DType::Int(64)) scope_.FreshParam(FunctionConstants(scope_).FreshScalar(dtype)->type);
  }
  if (scope_.module.Has(Feature::kTuples) && bytes().Chance(1, 3)) {
    const Type* first = scope_.params[0]->type;
    // A size that nothing else need say.
    if (!scope_.symbols.empty() && bytes().Chance(1, 3))
      first = MakeTensorType(ctx(), std::vector<const Expr*>{scope_.symbols.back()}, scope_.PickDType(kAnyDType),
                             scope_.home);
    const Type* inner = bytes().Chance(1, 3) ? MakeTupleType(ctx(), {first}) : first;
    const Type* tuple = MakeTupleType(ctx(), {first, inner});
    scope_.FreshParam(tuple);
    // Of two that are alike nothing but their names tells which field is whose.
    if (bytes().Chance(1, 2)) scope_.FreshParam(tuple);
  }
}

void FunctionGen::MakeBlocks() {
  // A source that has run out ends growth here.
  while (scope_.budget > 0 && !bytes().exhausted()) {
    MakeOneBlock(scope_.module.Has(Feature::kDataflow) && bytes().Chance(2, 3));
  }
}

void FunctionGen::MakeOneBlock(bool is_dataflow) {
  size_t scope_before = scope_.entries.size();
  scope_.frames.push_back({{}, {}, is_dataflow});
  const int all = scope_.budget;
  int steps = bytes().Chance(1, 2) ? scope_.budget : static_cast<int>(1 + bytes().Below(6));
  for (int attempts = 2 * steps + 8; attempts > 0 && steps > 0 && scope_.budget > 0 && !bytes().exhausted();
       --attempts) {
    int before = scope_.budget;
    FunctionSteps(scope_).Step();
    steps -= before - scope_.budget;
  }
  // Samplers that find nothing to do must not keep the function from ending, whatever else stands in the block.
  if (scope_.budget == all) --scope_.budget;
  if (is_dataflow) scope_.FinishDataflow(scope_before);
  scope_.CloseFrame();
}

// One value of the scope: late ones are likelier, and parameters or constants come up too.
const Expr* FunctionGen::OutputField() {
  if (bytes().Chance(1, 8)) return bytes().Pick(scope_.params);
  size_t back = bytes().Below(std::min<size_t>(scope_.entries.size(), 4));
  return scope_.entries[scope_.entries.size() - 1 - back].value;
}

// The values of the scope that nothing uses, the last of all in any case; null where that is the only one.
const Expr* FunctionGen::UnusedValues() {
  VarSet used;
  for (const BindingBlock* block : scope_.blocks) {
    for (const Binding* binding : block->bindings) {
      for (const Var* var : VarsIn(binding->value)) used.insert(var);
    }
  }
  std::vector<const Expr*> fields;
  int64_t room = 4 * scope_.module.plan.options->max_elements;
  for (size_t i = scope_.entries.size(); i-- > 0 && fields.size() < kMostUnused;) {
    const auto* var = As<Var>(scope_.entries[i].value);
    bool bound = var != nullptr && std::ranges::find(scope_.params, var) == scope_.params.end() && !used.contains(var);
    if (!bound || LargestElements(var->type) > room) continue;
    room -= LargestElements(var->type);
    fields.push_back(var);
  }
  return fields.size() < 2 ? nullptr : MakeTuple(ctx(), fields);
}

const Expr* FunctionGen::Output() {
  if (const Expr* all = bytes().Chance(1, kOneInGivesAll) ? UnusedValues() : nullptr) return all;
  // What a bait computes matters.
  if (scope_.laid != nullptr && bytes().Chance(2, 3)) return scope_.laid;
  // A tuple seldom comes last of what is made.
  const Entry* tuple =
      bytes().Chance(1, 8) ? scope_.PickEntry([](const Entry& entry) { return IsTuple(entry.type); }) : nullptr;
  if (tuple != nullptr) return tuple->value;
  if (!bytes().Chance(1, 3)) {
    return bytes().Chance(1, 16) ? OutputField() : scope_.entries.back().value;
  }
  std::vector<const Expr*> fields;
  size_t count = 1 + bytes().Below(3);
  for (size_t i = 0; i < count; ++i) fields.push_back(OutputField());
  if (bytes().Chance(1, 6)) fields.push_back(MakeTuple(ctx(), {OutputField()}));
  if (scope_.module.Has(Feature::kAliases) && bytes().Chance(1, 6))
    fields.push_back(FunctionConstants(scope_).FreshScalar(scope_.PickDType(kAnyDType)));
  return MakeTuple(ctx(), fields);
}

// A tuple by its name, of values of which one may be several fields.
const Expr* FunctionGen::NamedOutputs() {
  std::vector<const Expr*> fields;
  for (uint64_t i = 1 + bytes().Below(4); i > 0; --i) {
    const bool again = !fields.empty() && bytes().Chance(1, 4);
    fields.push_back(again ? bytes().Pick(fields) : OutputField());
  }
  scope_.frames.push_back({{}, {}, false});
  const Var* result = scope_.Emit(MakeTuple(ctx(), fields));
  scope_.CloseFrame();
  return result;
}

const AttrDict* FunctionGen::Attributes(std::string_view name) {
  AttrItems items;
  if (scope_.role != Role::kPrivate) items.emplace_back("global_symbol", MakeAttrString(ctx(), name));
  if (scope_.module.Has(Feature::kAttributes)) {
    if (scope_.pure && bytes().Chance(1, 8)) items.emplace_back("relax.force_pure", MakeAttrBool(ctx(), true));
    if (bytes().Chance(1, 2))
      items.emplace_back("num_input",
                         MakeAttrInt(ctx(), static_cast<int64_t>(bytes().Below(scope_.params.size() + 1))));
    if (!scope_.symbols.empty() && bytes().Chance(1, 4)) {
      // A caller has sizes of its own, for which it may have promised nothing.
      int64_t most = scope_.role == Role::kPrivate ? 4 * kLargestSymbol : kLargestSymbol;
      const AttrDict* bound = MakeSortedDict(ctx(), {{scope_.symbols[0]->name.text(), MakeAttrInt(ctx(), most)}});
      items.emplace_back("tir_var_upper_bound", bound);
    }
    if (!scope_.symbols.empty() && bytes().Chance(1, 8)) {
      const AttrDict* bound = MakeSortedDict(ctx(), {{scope_.symbols[0]->name.text(), MakeAttrInt(ctx(), 2)}});
      items.emplace_back("tir_var_lower_bound", bound);
    }
  }
  if (scope_.is_group) {
    items.emplace_back("Primitive", MakeAttrBool(ctx(), true));
  } else if (scope_.role == Role::kPrivate && scope_.pure && scope_.module.Has(Feature::kComposite) &&
             bytes().Chance(1, 2)) {
    items.emplace_back("Composite", MakeAttrString(ctx(), "assay.fused"));
    items.emplace_back("Primitive", MakeAttrBool(ctx(), true));
  } else if (scope_.role == Role::kPrivate && scope_.pure && scope_.module.Has(Feature::kWorkspace)) {
    items.emplace_back("Codegen", MakeAttrString(ctx(), "assay"));
    items.emplace_back("WorkspaceSize", MakeAttrInt(ctx(), static_cast<int64_t>(bytes().Below(64))));
  }
  AddNote(scope_.module, items);
  return MakeSortedDict(ctx(), std::move(items));
}

// Puts a shape parameter first, or the symbols themselves as scalar ones, when a symbol would otherwise be used before
// a plain dimension defines it; scalar ones now and then in any case.
void FunctionGen::DefineSymbols() {
  std::vector<const Var*> used, defined;
  bool late = false;
  auto knows = [](const std::vector<const Var*>& list, const Var* var) {
    return std::find(list.begin(), list.end(), var) != list.end();
  };
  for (const Var* param : scope_.params) {
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
  for (const Var* symbol : scope_.symbols) late |= !knows(defined, symbol);
  bool plain =
      std::ranges::none_of(scope_.symbols, [](const Var* symbol) { return symbol->flavor == VarFlavor::kSize; });
  bool scalars = plain && scope_.module.Has(Feature::kAliases) && bytes().Chance(1, late ? 2 : kOneInGivenSizes);
  if (scalars) {
    scope_.params.insert(scope_.params.begin(), scope_.symbols.begin(), scope_.symbols.end());
    return;
  }
  if (!late) return;
  std::vector<const Expr*> dims(scope_.symbols.begin(), scope_.symbols.end());
  scope_.params.insert(scope_.params.begin(), MakeVar(ctx(), "sizes", MakeShapeType(ctx(), dims)));
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
  for (int i = 0; i < tensor->rank; ++i) dims.push_back(scope_.Dim());
  return MakeTensorType(ctx(), dims, tensor->dtype, tensor->vdevice);
}

void FunctionGen::Finish(std::string_view name, const Expr* body) {
  const Type* ret_type = body->type;
  // A size that the body finds may be a parameter's as well: then callers see it.
  std::vector<const Var*> symbols = scope_.symbols;
  std::vector<const Type*> types;
  for (const Var* param : scope_.params) types.push_back(param->type);
  for (const Var* size : DefinableSymbols(types)) {
    if (std::ranges::find(symbols, size) == symbols.end()) symbols.push_back(size);
  }
  bool erases = !scope_.body_symbols.empty() || !ShapeVarsOf(ret_type).empty();
  if (erases) ret_type = EraseVars(ctx(), ret_type, symbols);
  SeqExpr* seq = ctx().arena.New<SeqExpr>(*MakeSeq(ctx(), scope_.blocks, body));
  seq->type = ret_type;
  if (scope_.module.Has(Feature::kMatchCast) && bytes().Chance(1, kOneInDeclares)) ret_type = Declared(ret_type);
  const Function* func = MakeFunction(ctx(), scope_.params, seq, ret_type, scope_.pure, Attributes(name));
  const GlobalVar* var = scope_.module.Add(name, func);
  scope_.module.functions.push_back({var, func, symbols});
}

void FunctionGen::RunGroup(std::string_view name) {
  scope_.is_group = true;
  MakeSymbols();
  FirstParams();
  size_t scope_before = scope_.entries.size();
  scope_.frames.push_back({{}, {}, true});
  bool in_place = scope_.module.plan.options->ops.empty() && scope_.module.plan.options->profile == Profile::kMixed;
  std::vector<const Expr*> fields;
  for (uint64_t i = 1 + bytes().Below(3); i > 0; --i) {
    size_t before = scope_.frames.back().vars.size();
    if (in_place && bytes().Chance(1, 2)) {
      FunctionInPlace(scope_).InPlaceStep();
    } else if (const Call* call = scope_.KernelCall()) {
      CallBinder(scope_).EmitCall(call, nullptr);
    }
    std::vector<Var*>& vars = scope_.frames.back().vars;
    if (vars.size() == before) continue;
    const Expr* made = vars.back();
    if (scope_.module.Has(Feature::kTuples) && bytes().Chance(1, 2)) made = FunctionCalls(scope_).ThroughTuples(made);
    bool within = scope_.module.Has(Feature::kTuples) && bytes().Chance(1, 3);
    fields.push_back(within ? MakeTuple(ctx(), {made, bytes().Chance(1, 2) ? made : bytes().Pick(scope_.params)})
                            : made);
  }
  for (const Expr* field : fields) {
    for (const Var* var : VarsIn(field)) scope_.captured.push_back(var);
  }
  scope_.FinishDataflow(scope_before);
  scope_.CloseFrame();
  const Expr* body = fields.empty() ? scope_.params[0] : fields.size() == 1 ? fields[0] : MakeTuple(ctx(), fields);
  DefineSymbols();
  Finish(name, body);
}

}  // namespace assay
