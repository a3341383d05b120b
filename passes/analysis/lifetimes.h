// When memory is needed. Of buffers that kernels allocate: from the first statement that uses one to the last, where a
// loop counts as a whole. Of variables and storage in Relax: up to the binding that uses one last. StorageRewrite,
// PlanAndUpdateBufferAllocationLocation, StaticPlanBlockMemory, KillAfterLastUse and LazyTransformParams ask it. Tested
// by lifetimes_test.cc.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/walk.h"
#include "passes/analysis/accesses.h"

namespace assay {

// ---- kernels

struct BufferLife {
  const AllocBuffer* alloc = nullptr;
  // Loops, whiles and attributes around the allocation, outermost first.
  std::vector<const Stmt*> around;
  bool used = false;
  // Of statements, counted in the order of the text; both ends are inside. A buffer from outside of a loop is needed
  // during all of it.
  size_t begin = 0;
  size_t end = 0;
  // Where that begins and ends: loops that the allocation is not in, or statements.
  const Stmt* first_in = nullptr;
  const Stmt* last_in = nullptr;
  // Used other than as a buffer or as an argument of a call statement, so that nobody knows until when.
  bool escapes = false;
};
// In the order of the text. Of allocations that are statements, not of those of blocks.
std::vector<BufferLife> LivesIn(const Stmt* body);

// Its memory may change by itself: it stays what it is.
bool IsVolatile(const AllocBuffer& alloc);
// What is around all of the accesses, of which there is at least one: the buffer is needed inside of that alone.
std::vector<const Stmt*> ScopesAroundAll(std::span<const Access* const> accesses);

// ---- bindings

// Of a value: which binding, told by its variable, uses it last.
struct Life {
  // Null with `used`: the result of the sequence needs it.
  const Var* last = nullptr;
  bool used = false;
  // The variable whose value this one names; null: its own.
  const Var* root = nullptr;

  void UseBy(const Var* user) {
    last = user;
    used = true;
  }
};

// The lives of variables, told in the order of the bindings. T is a Life with whatever else is asked of a variable: one
// table, since sequences are long, and each look-up is a step into cold memory.
template <class T = Life>
class LifeTable {
 public:
  void Reserve(size_t variables) { lives_.reserve(variables); }
  T& operator[](const Var* var) { return lives_[var]; }
  // Null for what is neither used nor named.
  const T* Find(const Var* var) const {
    auto found = lives_.find(var);
    return found == lives_.end() ? nullptr : &found->second;
  }
  // Of a variable that names another one's value, which is needed until neither is used.
  void Name(T& life, const Var* value) { life.root = Root(value); }
  const Var* Root(const Var* var) const {
    const T* life = Find(var);
    return life == nullptr || life->root == nullptr ? var : life->root;
  }
  // The binding of `user` uses all that stands in the expression.
  void Use(const Expr* e, const Var* user) {
    WalkBeforeChildren(e, [&](const Node* node) {
      if (const auto* var = As<Var>(node)) {
        T* life = &lives_[var];
        if (life->root != nullptr) life = &lives_[life->root];
        life->UseBy(user);
      }
      return !IsTypeKind(node->kind);
    });
  }

 private:
  std::unordered_map<const Var*, T> lives_;
};

}  // namespace assay
