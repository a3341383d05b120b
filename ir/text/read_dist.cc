// Distributed Relax: R.device_mesh, R.DTensor, and those R.dist calls that name a mesh. Tested by dist_test.cc.
#include "ir/placement.h"
#include "ir/text/type_reader.h"
#include "ir/text/value_reader.h"

namespace assay {
namespace {

constexpr int64_t kMaxMeshDevices = 1 << 16;

}  // namespace

// R.device_mesh((2, 2), I.Range(0, 4)), R.device_mesh((2,), [3, 5]).
const DeviceMesh* TypeReader::LowerDeviceMesh(const PyExpr* call) {
  const PyExpr* shape_arg = Arg(call, 0, "shape");
  const PyExpr* ids_arg = Arg(call, 1, "device_ids");
  if (shape_arg == nullptr || ids_arg == nullptr)
    return site_.Fail(call->span, "a device mesh needs a shape and device ids", DiagKind::kArityMismatch);
  std::vector<int64_t> shape, ids;
  if (!site_.LowerInts(shape_arg, shape)) return nullptr;
  auto range = ids_arg->Is(PyKind::kCall) ? site_.DottedCallee(ids_arg) : std::nullopt;
  bool is_range = range && range->path == "Range";
  if (is_range) {
    // Range(end) begins at zero.
    const PyExpr* first = Arg(ids_arg, 0, "begin");
    const PyExpr* second = Arg(ids_arg, 1, "end");
    auto end = site_.LowerInt(second != nullptr ? second : first);
    auto begin = second != nullptr ? site_.LowerInt(first) : 0;
    if (!begin || !end) return nullptr;
    bool small = *begin >= INT32_MIN && *end <= INT32_MAX && *end - *begin <= kMaxMeshDevices;
    if (!small) return site_.Fail(call->span, "a device mesh is too large", DiagKind::kTooLarge);
    for (int64_t id = *begin; id < *end; ++id) ids.push_back(id);
  } else if (!site_.LowerInts(ids_arg, ids)) {
    return nullptr;
  }
  Result<const DeviceMesh*> mesh = MakeDeviceMesh(ctx_, shape, ids, is_range);
  if (!mesh.ok()) return site_.Fail(call->span, mesh.error().message, DiagKind::kBadArgument);
  return At(call->span, *mesh);
}

// "mesh[0]" of the module's global infos, or a mesh that stands there itself.
const DeviceMesh* TypeReader::FindMesh(const PyExpr* e) {
  if (e->Is(PyKind::kCall)) {
    auto callee = site_.DottedCallee(e);
    if (callee && callee->Is('R', "device_mesh")) return LowerDeviceMesh(e);
  }
  auto text = site_.LowerText(e, "a device mesh such as \"mesh[0]\"");
  if (!text) return nullptr;
  size_t open = text->find('[');
  std::string_view index = open == std::string_view::npos || !text->ends_with(']')
                               ? std::string_view()
                               : text->substr(open + 1, text->size() - open - 2);
  bool number = !index.empty() && index.size() <= 6 && index.find_first_not_of("0123456789") == std::string_view::npos;
  for (const GlobalInfoList& list : around_.module().global_infos) {
    if (!number || list.key != text->substr(0, open)) continue;
    size_t place = std::stoul(std::string(index));
    const auto* mesh = place < list.infos.size() ? As<DeviceMesh>(list.infos[place]) : nullptr;
    if (mesh != nullptr) return mesh;
  }
  return site_.Fail(e->span, "the module has no device mesh '" + std::string(*text) + "'", DiagKind::kUndefinedName);
}

std::optional<Placement> TypeReader::LowerPlacement(const PyExpr* e) {
  auto text = site_.LowerText(e, "a placement such as \"S[0], R\"");
  if (!text) return std::nullopt;
  std::optional<Placement> placement = ParsePlacement(*text);
  if (!placement) site_.Fail(e->span, "a placement is a list of R and S[axis]", DiagKind::kBadArgument);
  return placement;
}

// R.DTensor((4, 4), "float32", "mesh[0]", "S[0], R"); without a mesh it lies on the one device of an empty mesh.
const Type* TypeReader::LowerDTensorType(const PyExpr* e, const PyExpr* call) {
  const auto* tensor =
      As<TensorType>(LowerTensorOn(e, call, nullptr, call == nullptr ? nullptr : call->Keyword("ndim")));
  if (tensor == nullptr) return nullptr;
  const PyExpr* mesh_arg = Arg(call, 2, "device_mesh");
  const PyExpr* placement_arg = Arg(call, 3, "placement");
  const DeviceMesh* mesh = mesh_arg == nullptr ? *MakeDeviceMesh(ctx_, {}, {0}, true) : FindMesh(mesh_arg);
  if (mesh == nullptr) return nullptr;
  std::optional<Placement> placement = placement_arg == nullptr ? Placement() : LowerPlacement(placement_arg);
  if (!placement) return nullptr;
  Result<const DTensorType*> type = MakeDTensorType(ctx_, tensor, mesh, *placement);
  if (!type.ok()) return site_.Fail(e->span, type.error().message, DiagKind::kBadArgument);
  return *type;
}

// R.dist.annotate_sharding(x, "mesh[0]", "R"), R.dist.redistribute(x, …).
const Expr* ValueReader::LowerSharding(const PyExpr* e, std::string_view path) {
  const PyExpr* input_arg = Arg(e, 0, "input");
  if (input_arg == nullptr) input_arg = e->Keyword("value");
  const PyExpr* mesh_arg = Arg(e, 1, "device_mesh");
  const PyExpr* placement_arg = Arg(e, 2, "placement");
  if (input_arg == nullptr || mesh_arg == nullptr || placement_arg == nullptr)
    return site_.Fail(e->span, "expected a value, a device mesh and a placement", DiagKind::kArityMismatch);
  const Expr* input = LowerArgument(input_arg);
  const DeviceMesh* mesh = input == nullptr ? nullptr : types_.FindMesh(mesh_arg);
  if (mesh == nullptr) return nullptr;
  std::optional<Placement> placement = types_.LowerPlacement(placement_arg);
  if (!placement) return nullptr;
  const AttrDict* attrs = MakeDict(ctx_, {{"device_mesh", MakeAttrNode(ctx_, mesh)},
                                          {"placement", MakeAttrString(ctx_, PlacementText(*placement))}});
  return At(e->span, MakeCall(ctx_, OpNode(ctx_, path), {input}, attrs));
}

// R.dist.const(1, R.DTensor(…)): a constant of that dtype, which lies on a mesh.
const Expr* ValueReader::LowerDistConst(const PyExpr* e) {
  const PyExpr* type_arg = Arg(e, 1, "ty");
  if (type_arg == nullptr) type_arg = e->Keyword("struct_info");
  const Type* type = type_arg == nullptr ? nullptr : types_.LowerType(type_arg);
  if (site_.failed()) return nullptr;
  const auto* distributed = As<DTensorType>(type);
  if (distributed == nullptr || distributed->tensor->dtype.IsVoid())
    return site_.Fail(e->span, "R.dist.const needs a value and an R.DTensor of a known dtype", DiagKind::kTypeMismatch);
  const Expr* plain = LowerConstOf(e, distributed->tensor->dtype);
  const auto* value = As<Constant>(plain);
  if (value == nullptr) return nullptr;
  auto* constant = ctx_.arena.New<Constant>(*value);
  constant->type = type;
  return constant;
}

}  // namespace assay
