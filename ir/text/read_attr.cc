// Attribute values: literals, lists, dictionaries, targets, index maps, scalars and types used as attributes.
#include <fmt/format.h>

#include "ir/support/plural.h"
#include "ir/targets.h"
#include "ir/text/attr_reader.h"
#include "ir/text/scalar_build.h"
#include "ir/text/scalar_reader.h"
#include "ir/text/type_reader.h"
#include "ir/text/value_reader.h"

namespace assay {

// recursion: expressions nest no deeper than the parser lets them
const Attr* AttrReader::LowerAttr(const PyExpr* e) {
  if (site_.failed()) return nullptr;
  switch (e->kind) {
    case PyKind::kNone: return MakeNull(ctx_);
    case PyKind::kTrue:
    case PyKind::kFalse: return MakeAttrBool(ctx_, e->Is(PyKind::kTrue));
    case PyKind::kFloat: return MakeAttrFloat(ctx_, e->real);
    case PyKind::kString: return MakeAttrString(ctx_, e->text);
    case PyKind::kInt: {
      auto value = site_.LowerInt(e);
      return value ? MakeAttrInt(ctx_, *value) : nullptr;
    }
    case PyKind::kUnary: {
      if (e->op == '-' && e->items[0]->Is(PyKind::kFloat)) return MakeAttrFloat(ctx_, -e->items[0]->real);
      if (e->op == '-' && e->items[0]->Is(PyKind::kInt)) {
        auto value = site_.LowerInt(e);
        return value ? MakeAttrInt(ctx_, *value) : nullptr;
      }
      break;
    }
    case PyKind::kTuple:
    case PyKind::kList: {
      std::vector<const Attr*> items;
      for (const PyExpr* item : e->items) {
        const Attr* value = LowerAttr(item);
        if (value == nullptr) return nullptr;
        items.push_back(value);
      }
      return MakeAttrList(ctx_, items);
    }
    case PyKind::kDict: return LowerDict(e);
    case PyKind::kCall: return LowerAttrCall(e);
    case PyKind::kName:
      if (const auto* buffer = As<Buffer>(scope_.Find(e->text))) return MakeAttrNode(ctx_, buffer);
      break;
    case PyKind::kAttribute:
      if (auto name = site_.Dotted(e)) {
        const Type* type = types_.LowerType(e);
        return type == nullptr ? nullptr : MakeAttrNode(ctx_, type);
      }
      if (scope_.Find(e->items[0]->text) == around_.marker() && around_.marker() != nullptr) {
        const GlobalVar* global = around_.GlobalNamed(e->text);
        return global == nullptr ? site_.Undefined(e->span, e->text)
                                 : static_cast<const Attr*>(MakeAttrNode(ctx_, global));
      }
      break;
    case PyKind::kLambda:
      if (const IndexMap* map = LowerIndexMap(e)) return MakeAttrNode(ctx_, map);
      return nullptr;
    case PyKind::kSubscript:
      if (values_.IsMetadata(e)) {
        const Expr* constant = values_.LowerMetadata(e);
        return constant == nullptr ? nullptr : MakeAttrNode(ctx_, constant);
      }
      break;
    case PyKind::kEllipsis:
    case PyKind::kBinary:
    case PyKind::kSlice:
    case PyKind::kIfElse:
    case PyKind::kStarred: break;
  }
  const Expr* value = scalars_.LowerScalar(e);
  return value == nullptr ? nullptr : MakeAttrNode(ctx_, value);
}

const Attr* AttrReader::LowerAttrCall(const PyExpr* e) {
  auto name = site_.DottedCallee(e);
  if (name && name->dialect == 'T') {
    if (name->path == "Tuple") {
      const Type* type = types_.LowerType(e);
      return type == nullptr ? nullptr : MakeAttrNode(ctx_, type);
    }
    if (name->path == "target") return LowerTarget(e);
    if (name->path == "index_map") {
      const IndexMap* map = LowerIndexMap(e);
      return map == nullptr ? nullptr : MakeAttrNode(ctx_, map);
    }
    if (name->path == "comm_reducer") {
      const CommReducer* reducer = LowerReducer(e);
      return reducer == nullptr ? nullptr : MakeAttrNode(ctx_, reducer);
    }
  }
  if (name && name->dialect == 'I') {
    if (name->path == "vdevice") {
      const VDevice* device = LowerVDevice(e);
      return device == nullptr ? nullptr : MakeAttrNode(ctx_, device);
    }
    if (name->path == "StringType") return MakeAttrNode(ctx_, ctx_.Object());
    if (name->path == "dummy_global_info") return MakeAttrNode(ctx_, ctx_.arena.New<DummyGlobalInfo>());
    if (name->path == "GlobalVar" && e->items.size() == 2 && e->items[1]->Is(PyKind::kString)) {
      return MakeAttrNode(ctx_, MakeGlobalVar(ctx_, e->items[1]->text));
    }
  }
  if (name && name->dialect == 'R') {
    if (name->path == "device_mesh") {
      const DeviceMesh* mesh = types_.LowerDeviceMesh(e);
      return mesh == nullptr ? nullptr : MakeAttrNode(ctx_, mesh);
    }
    if (name->path == "dtype") {
      auto dtype = site_.LowerDType(e);
      return dtype ? MakeAttrDType(ctx_, *dtype) : nullptr;
    }
    if (name->path == "str" && e->items.size() == 2 && e->items[1]->Is(PyKind::kString)) {
      return MakeAttrString(ctx_, e->items[1]->text);
    }
    if (name->path == "shape" && e->items.size() == 2) return LowerAttr(e->items[1]);
    if (name->path == "prim_value" && e->items.size() == 2) return LowerAttr(e->items[1]);
    if (name->path == "const") {
      const Expr* value = values_.LowerConst(e);
      return value == nullptr ? nullptr : MakeAttrNode(ctx_, value);
    }
    const Type* type = types_.LowerType(e);
    return type == nullptr ? nullptr : MakeAttrNode(ctx_, type);
  }
  const Expr* value = scalars_.LowerScalar(e);
  return value == nullptr ? nullptr : MakeAttrNode(ctx_, value);
}

const AttrDict* AttrReader::LowerDict(const PyExpr* e) {
  if (!e->Is(PyKind::kDict)) return site_.Fail(e->span, "expected a dictionary");
  AttrItems items;
  for (size_t i = 0; i + 1 < e->items.size(); i += 2) {
    auto key = site_.LowerText(e->items[i], "a key");
    const Attr* value = key ? LowerAttr(e->items[i + 1]) : nullptr;
    if (value == nullptr) return nullptr;
    // As in Python, the last of equal keys wins.
    std::erase_if(items, [&](const auto& item) { return item.first == *key; });
    items.emplace_back(*key, value);
  }
  const AttrDict* dict = MakeSortedDict(ctx_, std::move(items));
  return dict != nullptr ? dict : MakeDict(ctx_, {});
}

// T.target({...}), T.target("llvm"), both with host=.
const Attr* AttrReader::LowerTarget(const PyExpr* e) {
  if (e->items.size() < 2) return site_.Fail(e->span, "expected a target", DiagKind::kArityMismatch);
  AttrTarget* target = ctx_.arena.New<AttrTarget>();
  const PyExpr* config = e->items[1];
  if (config->Is(PyKind::kString)) {
    std::string_view kind = config->text.substr(0, config->text.find(' '));
    target->config = MakeSortedDict(ctx_, {{"kind", MakeAttrString(ctx_, kind)}});
  } else {
    target->config = LowerDict(config);
  }
  if (target->config == nullptr) return nullptr;
  const PyExpr* host = Arg(e, 1, "host");
  if (host == nullptr) {
    target->config = CompleteTarget(ctx_, target->config);
    return target;
  }
  const Attr* value =
      host->Is(PyKind::kString) ? MakeSortedDict(ctx_, {{"kind", MakeAttrString(ctx_, host->text)}}) : LowerAttr(host);
  if (const auto* nested = As<AttrTarget>(value)) value = nested->config;
  if (value == nullptr) return nullptr;
  target->config = CompleteTarget(ctx_, WithAttr(ctx_, target->config, "host", value));
  return target;
}

// I.vdevice({"kind": …}, 0, "global"), I.vdevice("llvm").
const VDevice* AttrReader::LowerVDevice(const PyExpr* call) {
  const PyExpr* target = Arg(call, 0, "target");
  const PyExpr* id = Arg(call, 1, "vdevice_id");
  const PyExpr* scope = Arg(call, 2, "memory_scope");
  if (target == nullptr) return site_.Fail(call->span, "a vdevice needs a target", DiagKind::kArityMismatch);
  VDevice* device = ctx_.arena.New<VDevice>();
  if (target->Is(PyKind::kString)) {
    std::string_view kind = target->text.substr(0, target->text.find(' '));
    device->target = MakeDict(ctx_, {{"kind", MakeAttrString(ctx_, kind)}});
  } else {
    device->target = LowerAttr(target);
    if (const auto* wrapped = As<AttrTarget>(device->target)) device->target = wrapped->config;
  }
  if (const auto* config = As<AttrDict>(device->target)) device->target = CompleteTarget(ctx_, config);
  auto number = id == nullptr ? std::optional<int64_t>(0) : site_.LowerInt(id);
  auto name = scope == nullptr ? std::optional<std::string_view>("global") : site_.LowerText(scope, "a memory scope");
  if (site_.failed() || device->target == nullptr) return nullptr;
  device->vdevice_id = *number;
  device->memory_scope = ctx_.Intern(*name);
  return At(call->span, device);
}

bool AttrReader::LowerLambda(const PyExpr* e, std::span<const DType> dtypes, std::vector<const Var*>& vars,
                             std::vector<const Expr*>& results) {
  if (!e->Is(PyKind::kLambda)) {
    site_.Fail(e->span, "expected a lambda");
    return false;
  }
  size_t mark = scope_.Mark();
  for (const PyExpr* param : e->items.first(e->items.size() - 1)) {
    const Var* var = MakeVar(ctx_, param->text, vars.size() < dtypes.size() ? dtypes[vars.size()] : DType::Int(32));
    scope_.Define(param->text, var);
    vars.push_back(var);
  }
  const PyExpr* body = e->items.back();
  bool many = body->Is(PyKind::kTuple) || body->Is(PyKind::kList);
  for (const PyExpr* item : many ? body->items : std::span<const PyExpr* const>(&body, 1)) {
    const Expr* result = scalars_.LowerScalar(item);
    if (result == nullptr) break;
    results.push_back(result);
  }
  scope_.RollBack(mark);
  return !site_.failed();
}

// T.index_map(lambda i, j: (j, i), inverse_index_map=lambda …), or the lambda alone.
// recursion: calls nest no deeper than the parser lets them
const IndexMap* AttrReader::LowerIndexMap(const PyExpr* e) {
  const PyExpr* lambda = e->Is(PyKind::kCall) ? Arg(e, 0, "mapping") : e;
  if (lambda == nullptr) return site_.Fail(e->span, "expected a lambda", DiagKind::kArityMismatch);
  IndexMap* map = ctx_.arena.New<IndexMap>();
  std::vector<const Var*> vars;
  std::vector<const Expr*> results;
  if (!LowerLambda(lambda, {}, vars, results)) return nullptr;
  map->initial_indices = ctx_.Copy(vars);
  map->final_indices = ctx_.Copy(results);
  const PyExpr* inverse = e->Is(PyKind::kCall) ? e->Keyword("inverse_index_map") : nullptr;
  if (inverse != nullptr && !inverse->Is(PyKind::kNone)) {
    if ((map->inverse_index_map = LowerIndexMap(inverse)) == nullptr) return nullptr;
  }
  return At(e->span, map);
}

// T.comm_reducer(lambda x, y: x + y, [T.float32(0)]); of several values (x0, x1, y0, y1), each as its identity is.
const CommReducer* AttrReader::LowerReducer(const PyExpr* e) {
  const PyExpr *lambda = Arg(e, 0, "combiner"), *identity = Arg(e, 1, "identity");
  bool shaped = lambda != nullptr && lambda->Is(PyKind::kLambda) && identity != nullptr &&
                (identity->Is(PyKind::kList) || identity->Is(PyKind::kTuple)) && !identity->items.empty();
  if (!shaped) return site_.Fail(e->span, "expected T.comm_reducer(lambda x, y: …, [identity])");
  size_t count = identity->items.size(), params = lambda->items.size() - 1;
  if (params != 2 * count) {
    return site_.Fail(lambda->span,
                      fmt::format("invalid combiner: expected {} parameters for {}, got {}", 2 * count,
                                  Counted(count, "identity value"), params),
                      DiagKind::kArityMismatch);
  }
  std::vector<const Expr*> identities;
  for (const PyExpr* item : identity->items) {
    identities.push_back(scalars_.LowerScalar(item));
    if (identities.back() == nullptr) return nullptr;
  }
  std::vector<DType> dtypes;
  for (size_t i = 0; i < params; ++i) dtypes.push_back(DTypeOf(identities[i % count]));
  std::vector<const Var*> vars;
  std::vector<const Expr*> results;
  if (!LowerLambda(lambda, dtypes, vars, results)) return nullptr;
  if (results.size() != count) {
    return site_.Fail(lambda->span,
                      fmt::format("invalid combiner: expected {}, got {}", Counted(count, "value"), results.size()),
                      DiagKind::kArityMismatch);
  }
  for (size_t i = 0; i < count; ++i) {
    if (DTypeOf(results[i]) == dtypes[i]) continue;
    return site_.Fail(lambda->span,
                      fmt::format("invalid combiner: expected a value of {}, got {}", DTypeName(dtypes[i]),
                                  DTypeName(DTypeOf(results[i]))),
                      DiagKind::kTypeMismatch);
  }
  CommReducer* reducer = ctx_.arena.New<CommReducer>();
  std::span<const Var* const> all = ctx_.Copy(vars);
  reducer->lhs = all.first(count);
  reducer->rhs = all.subspan(count);
  reducer->result = ctx_.Copy(results);
  reducer->identity_element = ctx_.Copy(identities);
  return At(e->span, reducer);
}

}  // namespace assay
