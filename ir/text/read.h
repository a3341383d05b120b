// Lowering: from the Python tree (py_ast.h) to modules. One object lowers one module; its parts, each of one subject,
// read each other's constructs. After the first Diag of a function lowering goes on with the next function. Tested by
// parse_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/text/attr_reader.h"
#include "ir/text/binding_builder.h"
#include "ir/text/buffer_reader.h"
#include "ir/text/kernel_reader.h"
#include "ir/text/relax_reader.h"
#include "ir/text/scalar_reader.h"
#include "ir/text/signature_reader.h"
#include "ir/text/type_reader.h"
#include "ir/text/value_reader.h"

namespace assay {

class ModuleReader {
 public:
  // `s_tir` as ModuleAround has it.
  ModuleReader(Context& ctx, uint32_t file, DiagSink& sink, const DialectAliases& aliases, bool s_tir)
      : ctx_(ctx), site_(ctx, file, sink, aliases), scope_(site_.scope()), around_(s_tir) {}
  ModuleReader(const ModuleReader&) = delete;
  ModuleReader& operator=(const ModuleReader&) = delete;

  // The constants of the text's metadata section; without one, what refers to it is an error.
  void UseMetadata(std::span<const Constant* const> constants) { around_.UseConstants(constants); }
  // The functions and infos of a class body, or bare functions. `type_vars` are names declared by TypeVar.
  Module LowerModule(std::string_view name, std::span<const PyStmt* const> body,
                     const std::vector<std::string_view>& type_vars);
  // Functions of plain Python in that body, which were not looked into.
  std::span<const PyStmt* const> plain_defs() const { return plain_defs_; }
  // Lone pieces; names in `vars` are defined, others become int64 variables in types.
  const Type* LowerLoneType(const PyExpr* e, std::unordered_map<std::string, const Var*>& vars);
  const Expr* LowerLoneExpr(const PyExpr* e, const std::unordered_map<std::string, const Var*>& vars);

 private:
  void DeclareAll(std::span<const PyStmt* const> body, std::vector<FunctionDraft>& drafts);
  void DeclareAssign(const PyStmt* stmt, std::vector<FunctionDraft>& drafts);
  void LowerModuleCall(const PyExpr* call);
  void LowerGlobalInfos(const PyExpr* dict);
  void UpdateModule(const std::vector<FunctionDraft>& drafts);

  Context& ctx_;
  ReadSite site_;
  Scope& scope_;
  ModuleAround around_;
  TypeReader types_{site_, around_, scalars_};
  ScalarReader scalars_{site_, around_, types_, buffers_};
  AttrReader attrs_{site_, around_, types_, scalars_, values_};
  BufferReader buffers_{site_, around_, types_, scalars_};
  BindingBuilder bindings_{site_, around_};
  ValueReader values_{site_, around_, types_, scalars_, attrs_, bindings_};
  SignatureReader signatures_{site_, around_, types_, bindings_, buffers_};
  RelaxReader relax_{site_, around_, types_, scalars_, attrs_, bindings_, values_, signatures_};
  KernelReader kernels_{site_, around_, types_, scalars_, attrs_, buffers_, signatures_};

  const AttrDict* module_attrs_ = nullptr;
  std::vector<const PyStmt*> plain_defs_;
  std::vector<GlobalInfoList> global_infos_;
};

}  // namespace assay
