// FreeScope: what is in scope while free statements are made: memory, variables and names with their ranges, and what
// conditions have asked. FreeFamily: the base of the classes that make them, one for each family of statements or of
// what stands in them; each is made where it is asked, and has no state but the scope. Tested by tir_free_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "generators/modules/tir_expr.h"

namespace assay {

// Whether an extent is 0.
bool IsEmptyBuffer(const Buffer* buffer);

struct FreeScope {
  // An integer of the index dtype with what it lies in.
  struct Ranged {
    const Expr* expr;
    int64_t low, high;
  };
  // An element of memory that a condition looked at.
  struct Element {
    const Buffer* buffer;
    std::vector<const Expr*> indices;
  };
  // How much of what lies in scope there is.
  struct Mark {
    size_t vars, readable, writable, asked, looked;
  };

  // Statements read `readable`, all of which is filled, and change elements of `target`, which is one of them.
  FreeScope(ModuleGen& module, std::vector<const Buffer*> readable, const Buffer* target, DType index, bool blocks);

  Mark Here() const { return {vars.size(), readable.size(), writable.size(), asked.size(), looked.size()}; }
  void BackTo(const Mark& mark);
  // Variables in scope that count from 0.
  std::vector<Axis> Axes();
  // Of memory: global, or any.
  std::string_view SomeScope();

  ModuleGen& module;
  std::vector<const Buffer*> readable;
  std::vector<const Buffer*> writable;
  DType index;
  bool blocks;
  // Whether the innermost loop may be left.
  bool in_loop = false;
  std::vector<Ranged> vars;
  // Forms that were made, some of them of variables that are gone.
  std::vector<Ranged> made;
  // Of the division made last; 0 for none.
  int64_t divisor = 0;
  // Conditions that are in scope, and the elements that they are about.
  std::vector<const Expr*> asked;
  std::vector<Element> looked;
};

class FreeFamily {
 protected:
  using Ranged = FreeScope::Ranged;
  using Element = FreeScope::Element;
  using Mark = FreeScope::Mark;

  explicit FreeFamily(FreeScope& scope) : scope_(scope) {}

  Context& ctx() { return scope_.module.ctx; }
  ByteSource& bytes() { return scope_.module.bytes; }
  const Expr* Int(int64_t value) { return MakeInt(ctx(), value, scope_.index); }
  std::string Fresh(std::string_view hint) { return std::string(hint) + std::to_string(scope_.module.next_free++); }

  FreeScope& scope_;
};

}  // namespace assay
