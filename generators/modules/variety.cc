#include "generators/modules/variety.h"

#include <set>

#include <fmt/format.h>

#include "generators/modules/generate.h"
#include "generators/modules/plan.h"
#include "ir/ops/op_spec.h"
#include "ir/walk.h"

namespace assay {
namespace {

constexpr uint64_t kAskedModules = 20;

struct DTypeClass {
  DTypeSet set;
  std::string_view name;
};
constexpr DTypeClass kClasses[] = {
    {kBoolDType, "bool"}, {kIntDType, "int"}, {kUIntDType, "uint"}, {kFloatDType, "float"}};

std::string PairName(std::string_view op, const DTypeClass& one) { return fmt::format("{} {}", op, one.name); }

// The dtype of a tensor, or of a tuple's first one; void where nothing says it.
DType TensorDType(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  if (tuple != nullptr && !tuple->fields.empty()) type = tuple->fields[0];
  const auto* tensor = As<TensorType>(type);
  return tensor == nullptr ? DType::Void() : tensor->dtype;
}

// Of the first argument that is a tensor; of the result where there is none.
DType DTypeOfCall(const Call& call) {
  for (const Expr* arg : call.args) {
    DType dtype = TensorDType(arg->type);
    if (!dtype.IsVoid()) return dtype;
  }
  return TensorDType(call.type);
}

std::string ShapeClass(const TensorType& type, bool& symbolic) {
  const auto* shape = As<ShapeExpr>(type.shape);
  if (shape == nullptr) return type.rank == kUnknownRank ? "unknown" : fmt::format("rank {} unknown", type.rank);
  bool empty = false, varies = false;
  for (const Expr* dim : shape->values) {
    const auto* extent = As<IntImm>(dim);
    varies |= extent == nullptr;
    empty |= extent != nullptr && extent->value == 0;
  }
  symbolic |= varies;
  return fmt::format("rank {}{}", shape->values.size(), empty ? " empty" : varies ? " symbolic" : "");
}

}  // namespace

void Variety::AddCall(const Node* node) {
  const auto* call = As<Call>(node);
  const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
  if (op == nullptr || op->spec == nullptr) return;
  DType dtype = DTypeOfCall(*call);
  for (const DTypeClass& one : kClasses) {
    if (!dtype.IsVoid() && Contains(one.set, dtype)) ++op_dtypes[PairName(op->spec->name, one)];
  }
}

void Variety::AddType(const Node* node, bool& symbolic_type) {
  const auto* type = As<TensorType>(node);
  if (type == nullptr) return;
  ++dtypes[DTypeName(type->dtype)];
  ++shapes[ShapeClass(*type, symbolic_type)];
}

void Variety::Add(const Module& module) {
  ++modules;
  bool symbolic_type = false;
  std::set<NodeKind> kinds_here;
  std::set<std::string_view> ops_here;
  auto visit = [&](const Node* node) {
    kinds_here.insert(node->kind);
    const auto* op = As<Op>(node);
    if (op != nullptr && op->spec != nullptr) ops_here.insert(op->spec->name);
    AddCall(node);
    AddType(node, symbolic_type);
  };
  for (const ModuleEntry& entry : module.entries) {
    visit(entry.var);
    WalkOnce(entry.func, visit, Types::kInclude);
  }
  for (const GlobalInfoList& list : module.global_infos) {
    for (const Node* info : list.infos) WalkOnce(info, visit, Types::kInclude);
  }
  if (module.attrs != nullptr) WalkOnce(module.attrs, visit, Types::kInclude);
  for (NodeKind kind : kinds_here) ++kinds[std::string(NodeKindName(kind))];
  for (std::string_view op : ops_here) ++ops[std::string(op)];
  symbolic += symbolic_type ? 1 : 0;
}

namespace {

// The classes that the operator meets when nothing else is asked for.
Variety Asked(const OpSpec& row, const DTypeClass& one) {
  GenOptions options;
  options.ops = {std::string(row.name)};
  for (DType dtype : AllTensorDTypes()) {
    if (Contains(one.set, dtype)) options.dtypes.push_back(dtype);
  }
  Variety asked;
  for (uint64_t seed = 1; seed <= kAskedModules; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    asked.Add(Generate(ctx, bytes, options));
  }
  return asked;
}

}  // namespace

std::vector<std::string> Variety::MissingOpDTypes() const {
  std::vector<std::string> missing;
  for (const OpSpec* row : AllOps()) {
    for (const DTypeClass& one : kClasses) {
      std::string name = PairName(row->name, one);
      if (!op_dtypes.contains(name) && Asked(*row, one).op_dtypes.contains(name)) missing.push_back(std::move(name));
    }
  }
  return missing;
}

std::vector<std::string> Variety::MissingKinds() const {
  std::vector<std::string> missing;
  for (NodeKind kind : {
#define ASSAY_NODE(NAME) NodeKind::k##NAME,
#include "ir/node_kinds.def"
       }) {
    if (!kinds.contains(std::string(NodeKindName(kind)))) missing.emplace_back(NodeKindName(kind));
  }
  return missing;
}

}  // namespace assay
