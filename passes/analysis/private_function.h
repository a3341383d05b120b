// Which functions a pass may change the signature of, or must leave to fusion.
#pragma once

#include "ir/entries.h"
#include "ir/module.h"

namespace assay {

// The entry's function when it is a Relax function that nobody outside the module can call; else nullptr.
inline const Function* PrivateFunction(const ModuleEntry& entry) {
  const auto* func = As<Function>(entry.func);
  return func == nullptr || IsPublic(func) ? nullptr : func;
}

// The function's attribute "num_input": how many parameters come at run time, the rest being weights. -1 when it has
// none.
inline int64_t NumInputAttr(const Function* func) {
  const Attr* attr = func->attrs == nullptr ? nullptr : func->attrs->Find("num_input");
  if (const auto* number = As<AttrInt>(attr)) return number->value;
  const auto* node = As<AttrNode>(attr);
  const auto* imm = node == nullptr ? nullptr : As<IntImm>(node->node);
  return imm == nullptr ? -1 : imm->value;
}

}  // namespace assay
