// The module and the function that are being read, as far as their parts refer to them. Internal to ir/text.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/module.h"
#include "ir/relax/node.h"
#include "ir/text/py_ast.h"
#include "ir/tir/node.h"

namespace assay {

// A function of the module between its signature and its body.
struct FunctionDraft {
  const PyStmt* def = nullptr;
  const GlobalVar* var = nullptr;
  bool is_prim = false;
  Function* relax = nullptr;
  PrimFunc* prim = nullptr;
  const ExternFunc* external = nullptr;
  // Names of the signature, defined again before the body.
  std::vector<std::pair<std::string_view, const Node*>> names;
  // Scalar variables of the functions around this one.
  std::vector<const Var*> outer_scalars;
  bool failed = false;
};

class ModuleAround {
 public:
  // `s_tir` is what a prim_func without s_tir= is: true before 0.26, where all of TIR was scheduled by blocks.
  explicit ModuleAround(bool s_tir) : s_tir_(s_tir) {}

  void Enter(std::string_view name, const std::vector<std::string_view>& type_vars, const Node* marker) {
    name_ = name;
    type_vars_ = type_vars;
    marker_ = marker;
  }
  std::string_view name() const { return name_; }
  // What its name and "cls" stand for in scope; null for lone pieces.
  const Node* marker() const { return marker_; }
  bool s_tir() const { return s_tir_; }
  // A name declared by TypeVar.
  bool IsTypeVar(std::string_view name) const { return std::ranges::find(type_vars_, name) != type_vars_.end(); }

  // As far as it has been read.
  const Module& module() const { return module_; }
  void Become(const Module& module) { module_ = module; }
  const GlobalVar* GlobalNamed(std::string_view name) const {
    auto found = globals_.find(name);
    return found == globals_.end() ? nullptr : found->second;
  }
  void AddGlobal(std::string_view name, const GlobalVar* var) { globals_.emplace(name, var); }

  // The constants of the text's metadata section; without one, what refers to it is an error.
  std::span<const Constant* const> constants() const { return constants_; }
  void UseConstants(std::span<const Constant* const> constants) { constants_ = constants; }

  // The function that is being read.
  FunctionDraft* draft() const { return draft_; }
  // Gives back the one before.
  FunctionDraft* Write(FunctionDraft* draft) { return std::exchange(draft_, draft); }

 private:
  bool s_tir_;
  std::string_view name_;
  const Node* marker_ = nullptr;
  std::vector<std::string_view> type_vars_;
  Module module_;
  std::unordered_map<std::string_view, const GlobalVar*> globals_;
  std::span<const Constant* const> constants_;
  FunctionDraft* draft_ = nullptr;
};

}  // namespace assay
