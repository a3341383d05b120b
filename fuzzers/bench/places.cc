#include "fuzzers/bench/places.h"

#include <algorithm>
#include <bitset>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "fuzzers/bench/places_openings.h"
#include "ir/fields.h"
#include "ir/ops/op_spec.h"
#include "ir/support/interrupt.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"

namespace assay {
namespace {

constexpr uint64_t kProgressEvery = 1000;
constexpr uint64_t kOneInKernels = 4;
constexpr uint64_t kOneInLaunches = 24;

using Places = std::bitset<kPlaces>;
Places BitOf(Place place) { return Places().set(static_cast<size_t>(place)); }

// other kinds: open no place
constexpr Opening kOpenings[] = {
    {NodeKind::kIf, "true_branch", Place::kBranch},
    {NodeKind::kIf, "false_branch", Place::kBranch},
    {NodeKind::kIfThenElse, "then_case", Place::kBranch},
    {NodeKind::kIfThenElse, "else_case", Place::kBranch},
    {NodeKind::kFor, "body", Place::kLoop},
    {NodeKind::kWhile, "body", Place::kLoop},
    {NodeKind::kTuple, "fields", Place::kField},
    {NodeKind::kTupleType, "fields", Place::kField},
    {NodeKind::kCall, "args", Place::kArgument},
    {NodeKind::kFunction, "params", Place::kParameter},
    {NodeKind::kPrimFunc, "params", Place::kParameter},
    {NodeKind::kPrimFunc, "buffers", Place::kParameter},
    {NodeKind::kFuncType, "params", Place::kParameter},
    {NodeKind::kFunction, "ret_type", Place::kResult},
    {NodeKind::kPrimFunc, "ret_type", Place::kResult},
    {NodeKind::kFuncType, "result", Place::kResult},
    {NodeKind::kSeqExpr, "body", Place::kResult},
    {NodeKind::kReturn, "value", Place::kResult},
    {NodeKind::kBufferRegion, "region", Place::kRegion},
    {NodeKind::kIf, "cond", Place::kPredicate},
    {NodeKind::kIfThenElse, "condition", Place::kPredicate},
    {NodeKind::kWhile, "condition", Place::kPredicate},
    {NodeKind::kAssertStmt, "condition", Place::kPredicate},
    {NodeKind::kSelect, "condition", Place::kPredicate},
    {NodeKind::kSBlockRealize, "predicate", Place::kPredicate},
    {NodeKind::kBufferLoad, "predicate", Place::kPredicate},
    {NodeKind::kBufferStore, "predicate", Place::kPredicate},
    {NodeKind::kBufferLoad, "indices", Place::kIndex},
    {NodeKind::kBufferStore, "indices", Place::kIndex},
    {NodeKind::kFor, "min", Place::kBound},
    {NodeKind::kFor, "extent", Place::kBound},
    {NodeKind::kFor, "step", Place::kBound},
    {NodeKind::kIterVar, "dom", Place::kBound},
    {NodeKind::kTensorType, "shape", Place::kDimension},
    {NodeKind::kShapeType, "values", Place::kDimension},
    {NodeKind::kShapeExpr, "values", Place::kDimension},
    {NodeKind::kBuffer, "shape", Place::kDimension},
    {NodeKind::kBuffer, "strides", Place::kDimension},
    {NodeKind::kBuffer, "elem_offset", Place::kDimension},
    {NodeKind::kFunction, "attrs", Place::kAttribute},
    {NodeKind::kPrimFunc, "attrs", Place::kAttribute},
    {NodeKind::kCall, "attrs", Place::kAttribute},
    {NodeKind::kFor, "annotations", Place::kAttribute},
    {NodeKind::kSBlock, "annotations", Place::kAttribute},
    {NodeKind::kAllocBuffer, "annotations", Place::kAttribute},
    {NodeKind::kAttrStmt, "node", Place::kAttribute},
    {NodeKind::kAttrStmt, "value", Place::kAttribute},
};
// Of nodes that Inside looks at closer.
// other kinds: open no place
constexpr Opening kSomeOpen[] = {
    {NodeKind::kBindingBlock, "bindings", Place::kDataflow},
    {NodeKind::kFunction, "", Place::kLocal},
    {NodeKind::kSBlock, "", Place::kBlock},
    {NodeKind::kFor, "body", Place::kNest},
};

// Nests of loops that stand beside each other directly in the loop's body.
// other kinds: no loops
bool IsAroundNests(const For& loop) {
  const auto* seq = As<SeqStmt>(loop.body);
  return seq != nullptr && std::ranges::count_if(seq->seq, [](const Stmt* s) { return Is<For>(s); }) > 1;
}

std::string_view NameOf(ForKind kind) {
  switch (kind) {
    case ForKind::kSerial: return "serial";
    case ForKind::kParallel: return "parallel";
    case ForKind::kVectorized: return "vectorized";
    case ForKind::kUnrolled: return "unrolled";
    case ForKind::kThreadBinding: return "thread binding";
  }
  ASSAY_UNREACHABLE();
}
std::string_view NameOf(IterType type) {
  switch (type) {
    case IterType::kDataPar: return "spatial";
    case IterType::kThreadIndex: return "thread index";
    case IterType::kCommReduce: return "reduce";
    case IterType::kOrdered: return "scan";
    case IterType::kOpaque: return "opaque";
    case IterType::kUnrolled: return "unrolled";
    case IterType::kVectorized: return "vectorized";
    case IterType::kParallelized: return "parallelized";
    case IterType::kTensorized: return "tensorized";
  }
  ASSAY_UNREACHABLE();
}
std::string_view NameOf(VarFlavor flavor) {
  switch (flavor) {
    case VarFlavor::kPlain: return "plain";
    case VarFlavor::kDataflow: return "dataflow";
    case VarFlavor::kSize: return "size";
  }
  ASSAY_UNREACHABLE();
}

std::vector<DType> TableDTypes() {
  std::vector<DType> all;
#define ASSAY_FIXED_DTYPE(name, code, bits) all.push_back({DTypeCode::code, bits, 1});
#define ASSAY_SIZED_DTYPE(name, code, ...) \
  for (int bits : {__VA_ARGS__}) all.push_back({DTypeCode::code, static_cast<uint8_t>(bits), 1});
#include "ir/tensor/dtypes.def"
  return all;
}
// What calls kernels, packed functions and closures.
bool CallsOut(const OpSpec& row) {
  return row.name.starts_with("call_") || row.name.starts_with("vm.call_") || row.name.starts_with("invoke_");
}

std::vector<PlacedKind> MakeRows() {
  std::vector<PlacedKind> rows;
  auto add = [&rows](std::string_view sort, std::string_view name) { rows.push_back({sort, std::string(name)}); };
#define ASSAY_NODE(Name) add("node", #Name);
#include "ir/node_kinds.def"
  for (DType dtype : TableDTypes()) add("dtype", DTypeName(dtype));
  for (DType dtype : TableDTypes()) {
    if (!dtype.IsHandle()) add("literal", DTypeName(dtype));
  }
#define ASSAY_SCOPE(name) add("scope", name);
#include "ir/memory_scopes.def"
  for (int i = 0; i <= static_cast<int>(ForKind::kThreadBinding); ++i) add("loop", NameOf(static_cast<ForKind>(i)));
  for (std::string_view form : {"from another start", "in steps", "empty"}) add("loop", form);
  for (int i = 0; i <= static_cast<int>(IterType::kTensorized); ++i) add("axis", NameOf(static_cast<IterType>(i)));
  for (int i = 0; i <= static_cast<int>(VarFlavor::kSize); ++i) add("variable", NameOf(static_cast<VarFlavor>(i)));
  for (std::string_view form : {"pure", "impure", "recursive", "capturing", "attributed"}) add("function", form);
  for (std::string_view form : {"strides", "offset", "offset factor", "zero extent", "view"}) add("buffer", form);
  for (std::string_view form : {"function", "kernel", "variable", "intrinsic"}) add("call", form);
  for (const OpSpec* row : AllOps()) {
    if (CallsOut(*row)) add("call", row->name);
  }
  return rows;
}

std::optional<size_t> RowOf(std::string_view sort, std::string_view name) {
  static const std::map<std::pair<std::string_view, std::string_view>, size_t> kIndex = [] {
    std::map<std::pair<std::string_view, std::string_view>, size_t> index;
    const std::vector<PlacedKind>& rows = AllPlacedKinds();
    for (size_t i = 0; i < rows.size(); ++i) index[{rows[i].sort, rows[i].name}] = i;
    return index;
  }();
  auto at = kIndex.find({sort, name});
  return at == kIndex.end() ? std::nullopt : std::optional(at->second);
}

DType DTypeSaidBy(const Node* node) {
  if (const auto* prim = As<PrimType>(node)) return prim->dtype;
  if (const auto* pointer = As<PointerType>(node)) return pointer->element;
  if (const auto* tensor = As<TensorType>(node)) return tensor->dtype;
  if (const auto* buffer = As<Buffer>(node)) return buffer->dtype;
  if (const auto* imm = As<DataTypeImm>(node)) return imm->value;
  if (const auto* attr = As<AttrDType>(node)) return attr->value;
  return DType::Void();
}
DType DTypeOfLiteral(const Node* node) {
  if (const auto* constant = As<Constant>(node)) return constant->value.dtype;
  if (Is<IntImm>(node) || Is<FloatImm>(node)) return DTypeOf(static_cast<const Expr*>(node));
  return DType::Void();
}

bool IsZero(const Expr* e) { return Is<IntImm>(e) && As<IntImm>(e)->value == 0; }

}  // namespace

// One module. A node that is shared is counted once for each set of places that it stands in.
class PlaceWalk {
 public:
  PlaceWalk(const Module& module, PlaceTable& table) : module_(module), table_(table) {}

  void Run() {
    for (const ModuleEntry& entry : module_.entries) Push(entry.func, {}, nullptr);
    for (const GlobalInfoList& list : module_.global_infos) {
      for (const Node* info : list.infos) Push(info, BitOf(Place::kGlobalInfo), nullptr);
    }
    if (module_.attrs != nullptr) Push(module_.attrs, BitOf(Place::kAttribute), nullptr);
    while (!stack_.empty()) {
      Item item = stack_.back();
      stack_.pop_back();
      if (seen_.insert({item.node, item.places.to_ulong()}).second) Enter(item);
    }
  }

 private:
  struct Item {
    const Node* node;
    Places places;
    // The variable that the node is bound to, if it is.
    const Var* bound;
  };

  void Push(const Node* node, Places places, const Var* bound) {
    if (node != nullptr) stack_.push_back({node, places, bound});
  }
  void CountIn(Places places, std::string_view sort, std::string_view name) {
    std::optional<size_t> row = RowOf(sort, name);
    if (!row) return;
    for (size_t i = 0; i < kPlaces; ++i) table_.counts_[*row][i] += places[i] ? 1 : 0;
  }

  void Enter(const Item& item) {
    const Node* node = item.node;
    CountIn(item.places, "node", NodeKindName(node->kind));
    DType dtype = DTypeSaidBy(node), literal = DTypeOfLiteral(node);
    if (!dtype.IsVoid()) CountIn(item.places, "dtype", DTypeName(dtype.Scalar()));
    if (!literal.IsVoid()) CountIn(item.places, "literal", DTypeName(literal.Scalar()));
    CountForms(item);
    const Expr* e = AsExpr(node);
    if (e != nullptr && e->type != nullptr && !Is<Function>(node) && !Is<PrimFunc>(node)) {
      Push(e->type, Is<Constant>(node) ? item.places | BitOf(Place::kConstant) : item.places, nullptr);
    }
    if (Is<Constant>(node)) {
      CountIn(BitOf(Place::kConstant), "node", "Constant");
      CountIn(BitOf(Place::kConstant), "literal", DTypeName(literal));
    }
    PushChildren(item);
  }

  // other kinds: without forms that have rows of their own
  void CountForms(const Item& item) {
    const Node* node = item.node;
    if (const auto* buffer = As<Buffer>(node)) CountBuffer(item, *buffer);
    if (const auto* pointer = As<PointerType>(node)) CountIn(item.places, "scope", pointer->storage_scope.text());
    if (const auto* device = As<VDevice>(node)) CountIn(item.places, "scope", device->memory_scope.text());
    if (const auto* axis = As<IterVar>(node)) CountIn(item.places, "axis", NameOf(axis->iter_type));
    if (const auto* var = As<Var>(node)) CountIn(item.places, "variable", NameOf(var->flavor));
    if (const auto* call = As<Call>(node)) CountCall(item, *call);
    if (const auto* func = As<Function>(node)) CountFunction(item, *func);
    const auto* loop = As<For>(node);
    if (loop == nullptr) return;
    CountIn(item.places, "loop", NameOf(loop->for_kind));
    if (!IsZero(loop->min)) CountIn(item.places, "loop", "from another start");
    if (loop->step != nullptr) CountIn(item.places, "loop", "in steps");
    if (IsZero(loop->extent)) CountIn(item.places, "loop", "empty");
  }
  void CountBuffer(const Item& item, const Buffer& buffer) {
    CountIn(item.places, "scope", buffer.scope.text());
    if (!buffer.strides.empty()) CountIn(item.places, "buffer", "strides");
    if (buffer.elem_offset != nullptr) CountIn(item.places, "buffer", "offset");
    if (buffer.offset_factor != 1) CountIn(item.places, "buffer", "offset factor");
    if (std::ranges::any_of(buffer.shape, IsZero)) CountIn(item.places, "buffer", "zero extent");
    if (item.bound != nullptr) CountIn(item.places, "buffer", "view");
  }
  void CountCall(const Item& item, const Call& call) {
    if (Is<Var>(call.op)) CountIn(item.places, "call", "variable");
    if (const auto* global = As<GlobalVar>(call.op)) {
      CountIn(item.places, "call", Is<PrimFunc>(module_.Find(global->name.text())) ? "kernel" : "function");
    }
    const auto* op = As<Op>(call.op);
    if (op != nullptr && op->intrinsic != nullptr) CountIn(item.places, "call", "intrinsic");
    if (op != nullptr && op->spec != nullptr) CountIn(item.places, "call", op->spec->name);
  }
  void CountFunction(const Item& item, const Function& func) {
    // Functions of the module stand in no place; a local one is judged by what is around it.
    CountIn(item.places, "function", func.is_pure ? "pure" : "impure");
    if (func.attrs != nullptr) CountIn(item.places, "function", "attributed");
    std::vector<const Var*> own(func.params.begin(), func.params.end());
    bool recursive = false, capturing = false;
    NodeSet defined;
    for (const Var* param : func.params) defined.Insert(param, {});
    WalkBeforeChildren(func.body, [&](const Node* node) {
      if (const auto* binding = As<VarBinding>(node)) defined.Insert(binding->var, {});
      if (const auto* cast = As<MatchCast>(node)) defined.Insert(cast->var, {});
      const auto* var = As<Var>(node);
      recursive |= var != nullptr && var == item.bound;
      capturing |= var != nullptr && var != item.bound && !defined.contains(var) && !Is<PrimType>(var->type);
      return true;
    });
    if (recursive) CountIn(item.places, "function", "recursive");
    if (capturing) CountIn(item.places, "function", "capturing");
  }

  // other kinds: are as those around them
  Places Inside(const Item& item) const {
    Places places = item.places;
    const Node* node = item.node;
    const auto* block = As<BindingBlock>(node);
    if (block != nullptr && block->is_dataflow) places |= BitOf(Place::kDataflow);
    const auto* sblock = As<SBlock>(node);
    if (sblock != nullptr && !sblock->iter_vars.empty()) places |= BitOf(Place::kBlock);
    const auto* loop = As<For>(node);
    if (loop != nullptr && IsAroundNests(*loop)) places |= BitOf(Place::kNest);
    if (Is<Function>(node)) {
      // What a function has is no part of the block that it stands in.
      places &= ~BitOf(Place::kDataflow);
      if (item.bound != nullptr) places |= BitOf(Place::kLocal);
    }
    return places;
  }

  void PushChildren(const Item& item) {
    Places inside = Inside(item);
    Visit(item.node, [&](const auto& n) {
      ForEachField(n, [&](const auto& value, const auto& field) {
        Places places = inside;
        for (const Opening& opening : kOpenings) {
          if (opening.parent == item.node->kind && opening.field == field.name) places |= BitOf(opening.place);
        }
        PushField(item.node, value, places);
      });
    });
  }
  template <class V>
  void PushField(const Node* parent, const V& value, Places places) {
    if constexpr (NodePointer<V>) {
      Push(value, places, BoundBy(parent, value));
    } else if constexpr (kIsNodeSpan<V>) {
      for (const Node* child : value) Push(child, places, nullptr);
    }
  }
  // other kinds: bind nothing
  static const Var* BoundBy(const Node* parent, const Node* value) {
    if (const auto* binding = As<VarBinding>(parent)) return value == binding->value ? binding->var : nullptr;
    const auto* view = As<DeclBuffer>(parent);
    if (view != nullptr && value == view->buffer) return view->buffer->data;
    const auto* match = As<MatchBufferRegion>(parent);
    return match != nullptr && value == match->buffer ? match->buffer->data : nullptr;
  }

  const Module& module_;
  PlaceTable& table_;
  std::vector<Item> stack_;
  std::set<std::pair<const Node*, unsigned long>> seen_;
};

std::span<const Opening> AllOpenings() {
  static const std::vector<Opening> kAll = [] {
    std::vector<Opening> all(std::begin(kOpenings), std::end(kOpenings));
    all.insert(all.end(), std::begin(kSomeOpen), std::end(kSomeOpen));
    return all;
  }();
  return kAll;
}

std::span<const PlaceSpec> AllPlaces() {
  static constexpr PlaceSpec kSpecs[] = {
#define ASSAY_PLACE(Name, label, doc) {label, doc},
#include "fuzzers/bench/places.def"
  };
  return kSpecs;
}

const std::vector<PlacedKind>& AllPlacedKinds() {
  static const std::vector<PlacedKind> kRows = MakeRows();
  return kRows;
}

void PlaceTable::Add(const Module& module) {
  ++modules;
  PlaceWalk(module, *this).Run();
}

PlaceTable MeasurePlaces(const PlacesOptions& options) {
  PlaceTable table;
  for (uint64_t i = 0; i < options.modules && !Interrupted(); ++i) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(options.seed + i);
    GenOptions generate = options.generate;
    if (i % kOneInKernels == kOneInKernels - 1) {
      generate.profile = Profile::kTir;
      generate.bare_kernels = true;
    } else if (i % kOneInLaunches == 0 && generate.profile == Profile::kMixed) {
      generate.profile = Profile::kGpu;
    }
    table.Add(Generate(ctx, bytes, generate));
    if (options.progress && table.modules % kProgressEvery == 0) options.progress(table.modules);
  }
  return table;
}

PlacesSummary Summarize(const PlaceTable& table) {
  PlacesSummary summary;
  for (size_t kind = 0; kind < AllPlacedKinds().size(); ++kind) {
    for (size_t i = 0; i < kPlaces; ++i) {
      auto place = static_cast<Place>(i);
      bool forbidden = !WhatForbids(AllPlacedKinds()[kind], place).empty();
      ++(table.Count(kind, place) != 0 ? summary.filled : forbidden ? summary.forbidden : summary.empty);
    }
  }
  return summary;
}

nlohmann::json PlacesJson(const PlaceTable& table) {
  nlohmann::json rows = nlohmann::json::array();
  for (size_t kind = 0; kind < AllPlacedKinds().size(); ++kind) {
    nlohmann::json counts = nlohmann::json::object(), forbidden = nlohmann::json::object();
    for (size_t i = 0; i < kPlaces; ++i) {
      auto place = static_cast<Place>(i);
      std::string label(AllPlaces()[i].label);
      counts[label] = table.Count(kind, place);
      std::string_view rule = WhatForbids(AllPlacedKinds()[kind], place);
      if (table.Count(kind, place) == 0 && !rule.empty()) forbidden[label] = rule;
    }
    const PlacedKind& row = AllPlacedKinds()[kind];
    rows.push_back({{"sort", row.sort}, {"name", row.name}, {"counts", counts}, {"forbidden", forbidden}});
  }
  PlacesSummary summary = Summarize(table);
  return {{"modules", table.modules},
          {"filled", summary.filled},
          {"forbidden", summary.forbidden},
          {"empty", summary.empty},
          {"kinds", rows}};
}

}  // namespace assay
