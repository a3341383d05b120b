// Context: owns the arena, the interned names and operators, and the source texts of one piece of work.
// One thread writes at a time; any number may read finished nodes.
#pragma once

#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/prim/node.h"
#include "ir/support/arena.h"
#include "ir/support/source.h"

namespace assay {

class Context {
 public:
  Arena arena;
  SourceMap sources;

  // The one Name of this text in this context.
  Name Intern(std::string_view text);
  // The one Op node of this name; `spec` is attached when it is first made.
  const Op* InternOp(std::string_view name, const OpSpec* spec);
  // The one PrimType of this dtype, and the one ObjectType.
  const PrimType* Prim(DType dtype);
  const ObjectType* Object();

  template <class T>
  std::span<const T> Copy(const std::vector<T>& values) {
    return arena.Copy(std::span<const T>(values));
  }

 private:
  std::unordered_set<std::string_view> names_;
  std::unordered_map<std::string_view, const Op*> ops_;
  std::unordered_map<uint32_t, const PrimType*> prim_types_;
  const ObjectType* object_ = nullptr;
};

}  // namespace assay
