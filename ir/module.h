// Module: a value, cheap to copy; functions in the order in which they stand in the text.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ir/context.h"
#include "ir/relax/node.h"
#include "ir/tir/node.h"

namespace assay {

// One function of a module. `func` is a Function, a PrimFunc or an ExternFunc.
struct ModuleEntry {
  const GlobalVar* var = nullptr;
  const Expr* func = nullptr;
};
// I.module_global_infos({"vdevice": […]}).
struct GlobalInfoList {
  Name key;
  Nodes<Node> infos;
};

struct Module {
  std::span<const ModuleEntry> entries;
  // Null when there are none.
  const AttrDict* attrs = nullptr;
  std::span<const GlobalInfoList> global_infos;

  // nullptr when there is no such function.
  const Expr* Find(std::string_view name) const;
  // The vdevices of the global info "vdevice".
  Nodes<Node> VDevices() const;
};

// A copy with one function replaced, or appended when `var` is new.
Module WithFunction(Context& ctx, const Module& module, const GlobalVar* var, const Expr* func);
// A copy with exactly these entries.
Module WithEntries(Context& ctx, const Module& module, const std::vector<ModuleEntry>& entries);

// Attributes of any kind of function; null where it has none.
const AttrDict* AttrsOf(const Expr* func);
// The string under `key` in the function's attributes, or empty.
std::string_view StringAttr(const AttrDict* attrs, std::string_view key);
// A function is public when it has a global_symbol.
inline bool IsPublic(const Expr* func) { return !StringAttr(AttrsOf(func), "global_symbol").empty(); }

}  // namespace assay
