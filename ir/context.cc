#include "ir/context.h"

#include <ostream>

#include "ir/prim/intrinsics.h"

namespace assay {

std::string_view NodeKindName(NodeKind kind) {
  switch (kind) {
#define ASSAY_NODE(Name) \
  case NodeKind::k##Name: return #Name;
#include "ir/node_kinds.def"
  }
  return "?";
}

std::optional<NodeKind> NodeKindNamed(std::string_view name) {
#define ASSAY_NODE(Name) \
  if (name == #Name) return NodeKind::k##Name;
#include "ir/node_kinds.def"
  return std::nullopt;
}

Name Context::Intern(std::string_view text) {
  // An empty view may point nowhere, which a comparison must not see.
  if (text.empty()) return Name();
  auto found = names_.find(text);
  if (found != names_.end()) return Name(*found);
  std::string_view kept = arena.CopyText(text);
  names_.insert(kept);
  return Name(kept);
}

const Op* Context::InternOp(std::string_view name, const OpSpec* spec) {
  auto found = ops_.find(name);
  if (found != ops_.end()) return found->second;
  Op* op = arena.New<Op>();
  op->name = Intern(name);
  op->spec = spec;
  op->intrinsic = FindIntrinsic(name);
  ops_.emplace(op->name.text(), op);
  return op;
}

const PrimType* Context::Prim(DType dtype) {
  uint32_t key = uint32_t{static_cast<uint8_t>(dtype.code)} << 24 | uint32_t{dtype.bits} << 16 |
                 static_cast<uint16_t>(dtype.lanes);
  const PrimType*& slot = prim_types_[key];
  if (slot == nullptr) {
    PrimType* type = arena.New<PrimType>();
    type->dtype = dtype;
    slot = type;
  }
  return slot;
}

const ObjectType* Context::Object() {
  if (object_ == nullptr) object_ = arena.New<ObjectType>();
  return object_;
}

void PrintTo(NodeKind kind, std::ostream* out) { *out << NodeKindName(kind); }
void PrintTo(Name name, std::ostream* out) { *out << '"' << name.text() << '"'; }

}  // namespace assay
