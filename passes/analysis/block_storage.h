// Which values of a dataflow block may share storage, and until when each storage is read. Storages are numbers; what
// the block did not make itself, and constants, are unknown. Tested by block_storage_test.cc and
// testdata/dataflow_use_inplace_calls.
#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace assay {

// Whether the call overwrites an argument. `call` may be null.
bool OverwritesArgument(const Call* call);
// Whether the call's result may be its first argument under another type.
bool IsViewOf(const Call* call);
// Whether a call of the function overwrites an argument: what shares storage with it, or is a constant, matters there,
// and so does what reads it before.
bool HasInplaceCalls(const Function* func);
// The same, kernels that are called as such included.
bool HasInplaceCalls(const Module& module, const Function* func);

class BlockStorage {
 public:
  explicit BlockStorage(const BindingBlock* block);

  // Whether the binding with this index may write its result into the variable's storage: the block made it, nothing
  // reads it later, and no other argument shares it.
  bool MayOverwrite(const Var* var, const Call* call, size_t index) const;

 private:
  // What an expression may be made of: storages of its own, and of its fields where it is a tuple that is known.
  struct Value {
    std::set<int> storages;
    bool unknown = false;
    std::vector<Value> fields;

    void Merge(const Value& other);
    // With those of all fields.
    Value Flat() const;
  };

  Value Fresh(const Type* type);
  static Value Unknown();
  Value Of(const Expr* e);
  Value OfCall(const Call* call);
  // A call that nothing is known of: its result may be any of its arguments, or made of them.
  Value OfAnyCall(const Call* call);
  void Read(const Value& value, size_t index);

  std::unordered_map<const Var*, Value> values_;
  // The last binding that reads each storage.
  std::vector<size_t> last_read_;
};

}  // namespace assay
