// Kernels: statements, loops and blocks (read_tir.cc, read_assign.cc, read_block.cc, read_buffer.cc). Internal to
// ir/text.
#pragma once

#include "ir/text/reader_part.h"

namespace assay {

class KernelReader : public ReaderPart {
 public:
  KernelReader(ReadSite& site, ModuleAround& around, TypeReader& types, ScalarReader& scalars, AttrReader& attrs,
               BufferReader& buffers, SignatureReader& signatures)
      : ReaderPart(site, around),
        types_(types),
        scalars_(scalars),
        attrs_(attrs),
        buffers_(buffers),
        signatures_(signatures) {}

  void FinishPrim(FunctionDraft& draft);

 private:
  struct BlockParts {
    std::vector<const IterVar*> iter_vars;
    std::vector<const Expr*> iter_values;
    std::vector<const Buffer*> alloc_buffers;
    std::vector<const MatchBufferRegion*> match_buffers;
    std::vector<const BufferRegion*> reads;
    std::vector<const BufferRegion*> writes;
    bool has_reads = false;
    bool has_writes = false;
    const AttrDict* annotations = nullptr;
    const Expr* predicate = nullptr;
    const Stmt* init = nullptr;
    bool is_root = false;
  };
  // Statements nest deeper than Python's, where a scope holds what follows it.
  static constexpr int kMaxStmtNesting = 200;
  const Stmt* LowerStmts(std::span<const PyStmt* const> stmts);
  const Stmt* LowerStmtsFrom(std::span<const PyStmt* const> stmts, std::vector<const Stmt*>& done);
  bool LowerTirStmt(const PyStmt* stmt, std::span<const PyStmt* const> rest, std::vector<const Stmt*>& done,
                    bool& consumed_rest);
  bool LowerTirExprStmt(const PyStmt* stmt, std::span<const PyStmt* const> rest, std::vector<const Stmt*>& done,
                        bool& consumed_rest);
  bool LowerBlockCall(const PyExpr* call, std::string_view path, bool& known);
  bool LowerTirAssign(const PyStmt* stmt, std::span<const PyStmt* const> rest, std::vector<const Stmt*>& done,
                      bool& consumed_rest);
  bool LowerNamedAssign(const PyStmt* stmt, std::span<const PyStmt* const> rest, std::vector<const Stmt*>& done,
                        bool& consumed_rest);
  bool LowerCallAssign(const PyStmt* stmt, const DottedName& callee, std::span<const PyStmt* const> rest,
                       std::vector<const Stmt*>& done, bool& consumed_rest, bool& known);
  bool LowerBufferAssign(const PyStmt* stmt, const DottedName& callee, std::vector<const Stmt*>& done, bool& known);
  bool LowerAllocate(const PyStmt* stmt, std::vector<const Stmt*>& done);
  bool LowerView(const PyStmt* stmt, const Buffer& parent, std::vector<const Stmt*>& done);
  bool LowerStore(const PyStmt* stmt, std::vector<const Stmt*>& done);
  bool StoreTo(const PyStmt* stmt, const Buffer* buffer, std::vector<const Expr*> indices, const Expr* value,
               std::vector<const Stmt*>& done);
  bool LowerLetAssign(const PyStmt* stmt, std::vector<const Stmt*>& done);
  bool BindScalar(const PyStmt* stmt, std::string_view name, const Expr* value, const Type* type,
                  std::vector<const Stmt*>& done);
  bool LowerScalarVar(const PyStmt* stmt, DType dtype, std::vector<const Stmt*>& done);
  const Stmt* LowerFor(const PyStmt* stmt);
  const Stmt* LowerGrid(const PyStmt* stmt, const PyExpr* call);
  const Stmt* LowerLoop(const PyStmt* stmt, const PyExpr* call, std::string_view kind);
  const Stmt* LowerWith(const PyStmt* stmt, std::vector<const Stmt*>& done);
  const Stmt* LowerAttrScope(const PyExpr* call, const PyExpr* as, std::string_view path,
                             std::span<const PyStmt* const> body, SourceSpan span);
  const Stmt* LowerLaunchThread(const PyExpr* call, const PyExpr* as, std::span<const PyStmt* const> body);
  const Stmt* LowerIf(const PyStmt* stmt);
  bool LowerAssertStmt(const PyStmt* stmt, std::vector<const Stmt*>& done);
  const Stmt* LowerBlock(const PyStmt* stmt, const PyExpr* call);
  const Stmt* LowerRoot(std::span<const PyStmt* const> stmts);
  bool LowerFuncAttr(const PyExpr* call);
  const SBlock* FinishBlock(BlockParts& parts, std::string_view name, const Stmt* body);
  bool LowerAxis(const PyStmt* stmt, const PyExpr* call, std::string_view kind);
  bool LowerRemap(const PyStmt* stmt, const PyExpr* call);
  // X where the end is written as start + X; null elsewhere.
  static const Expr* ExtentWritten(const Expr* start, const Expr* stop);
  const Expr* LoopExtent(const Expr* start, const Expr* stop);
  bool AddAxis(const PyExpr* target, IterType type, const Range* dom, const Expr* value, DType dtype);
  bool LowerRegions(const PyExpr* call, std::vector<const BufferRegion*>& regions);
  const BufferRegion* LowerRegion(const PyExpr* e);
  bool LowerScalarDeclaration(const PyStmt* stmt, std::string_view path, std::vector<const Stmt*>& done, bool& known);
  bool LowerMatchBuffer(const PyStmt* stmt, const PyExpr* call);

  TypeReader& types_;
  ScalarReader& scalars_;
  AttrReader& attrs_;
  BufferReader& buffers_;
  SignatureReader& signatures_;
  BlockParts* block_ = nullptr;
  int stmt_nesting_ = 0;
  // Loops around the current statement, innermost last; T.axis.remap reads their extents.
  std::vector<std::pair<const Var*, const Range*>> loops_;
};

}  // namespace assay
