// Blocks of bindings in A-normal form, as TVM's builder makes them: a nested call is bound to a fresh variable first,
// named lv, lv1, … inside dataflow and gv, gv1, … outside. Internal to ir/text.
#pragma once

#include "ir/text/reader_part.h"
#include "ir/text/type_weights.h"

namespace assay {

// The body of a function, or of a branch, as far as it has been read.
struct RelaxBody {
  std::vector<const BindingBlock*> blocks;
  std::vector<const Binding*> bindings;
  bool is_dataflow = false;
  // Symbolic sizes that have a value by now: the signature's, and what bindings here and around here have defined.
  std::vector<const Var*> sizes;
  // Positions (of statements) whose variable leaves the dataflow block.
  const std::vector<const PyStmt*>* outputs = nullptr;
  const std::vector<std::string_view>* output_names = nullptr;
  const Expr* result = nullptr;
  SourceSpan result_span = {};
};

class BindingBuilder : public ReaderPart {
 public:
  BindingBuilder(ReadSite& site, ModuleAround& around) : ReaderPart(site, around) {}

  // The body whose statements are read; null outside of Relax functions.
  RelaxBody* body() const { return body_; }
  // Gives back the one before.
  RelaxBody* Enter(RelaxBody* body) { return std::exchange(body_, body); }
  // The first call that inference refuses.
  const std::optional<Diag>& refused() const { return refused_; }

  // How many variables of each kind have been bound.
  struct FreshNames {
    int gv = 0;
    int lv = 0;
  };
  FreshNames fresh() const { return fresh_; }
  void StartFunction() { fresh_ = {}; }
  void RestoreFresh(FreshNames names) { fresh_ = names; }
  // A variable of the body is bound.
  void CountName() { ++(body_->is_dataflow ? fresh_.lv : fresh_.gv); }

  void FlushBlock(RelaxBody& body);
  const SeqExpr* Sequence(const RelaxBody& body, const Expr* result, const std::vector<const Var*>& visible);
  // Without a name: a statement for its effect, which hides no variable that is called "_".
  const Var* BindRelax(const PyStmt* stmt, std::string_view name, const Expr* value, const Type* annotation);
  // The value as a leaf or tuple, bound to a fresh variable when it is neither (A-normal form).
  const Expr* ToLeaf(const Expr* value, std::string name = {});
  const Expr* WithType(const Expr* value);
  // Fails where it does not.
  bool FitsIn(SourceSpan span, const Type* type);

 private:
  RelaxBody* body_ = nullptr;
  std::optional<Diag> refused_;
  FreshNames fresh_;
  TypeWeights weights_;
};

}  // namespace assay
