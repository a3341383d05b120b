// Places of Relax functions at which a move may change something, and the one way to change a binding: its function is
// rebuilt with types inferred anew behind it. Tested by moves_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "generators/moves/move.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {

// A binding `var = value` of a Relax function: in its own blocks or in a branch's, not in a nested function.
struct Place {
  size_t entry = 0;
  const Function* func = nullptr;
  const VarBinding* binding = nullptr;
  bool in_dataflow = false;
  bool in_branch = false;
};

// Whether moves may go into the function: not where memory is managed or overwritten by hand, nor where passes have
// written down what the body is (Primitive, Composite, Codegen).
bool IsEditable(const Expr* func);
// The entries that are editable Relax functions.
std::vector<size_t> EditableFunctions(const Module& module);
// Every place of every editable function.
std::vector<Place> PlacesIn(const Module& module);
// One of those that `fits` accepts; nothing when there is none.
std::optional<Place> DrawPlace(MoveSite& site, const std::function<bool(const Place&)>& fits);
// The variables in scope before the place's binding that have a value.
std::vector<const Var*> VisibleAt(const Place& place);
// One of them that has exactly this type and is another one than `except`; nullptr when there is none.
const Var* DrawVisible(MoveSite& site, const Place& place, const Type* type, const Var* except = nullptr);

// The call of an operator with a row; nullptr for anything else.
const Call* OperatorCall(const Expr* value);
// Whether the value may be computed once more, later, or not at all.
bool IsPureValue(const Module& module, const Expr* value);
// The same where the value defines no variable of its own (index maps do), which two places must not share.
bool MayStandTwice(const Module& module, const Expr* value);
// The type when every dimension is a number; nullptr otherwise.
const TensorType* StaticTensor(const Type* type);

// A call of the operator, typed; nullptr when inference refuses it.
const Call* TypedOpCall(Context& ctx, const Module& module, std::string_view op, const std::vector<const Expr*>& args,
                        const std::vector<std::pair<std::string_view, const Attr*>>& attrs = {});

// Changes one binding of a function.
class BindingEditor : public RelaxMutator {
 public:
  // The value that takes the binding's place, after bindings that it needs were emitted; nullptr: it does not fit.
  using Edit = std::function<const Expr*(BindingEditor&, const VarBinding&)>;

  BindingEditor(Context& context, const Module* module, const Binding* target, Edit edit)
      : RelaxMutator(context, module), target_(target), edit_(std::move(edit)) {}

  using RelaxMutator::Emit;
  using RelaxMutator::EmitBinding;
  using RelaxMutator::ReEmit;
  using RelaxMutator::Typed;
  // A typed call of the operator, bound to a variable; nullptr when inference refuses it.
  const Var* EmitOp(std::string_view op, const std::vector<const Expr*>& args,
                    const std::vector<std::pair<std::string_view, const Attr*>>& attrs = {});
  Context& context() { return ctx; }
  // Whether the edit was made and everything behind it could be typed.
  bool done() const { return done_ && !failed(); }

 protected:
  void VisitVarBinding(const VarBinding* binding) override;

 private:
  const Binding* target_;
  Edit edit_;
  bool done_ = false;
};

// The module with the place's binding edited.
std::optional<Module> EditBinding(MoveSite& site, const Place& place, const BindingEditor::Edit& edit);
// The same where the edit calls functions of `module` that site.module does not have yet.
std::optional<Module> EditBindingOf(MoveSite& site, const Module& module, const Place& place,
                                    const BindingEditor::Edit& edit);
// The module with the function of an entry replaced. Nothing when its signature changes and others call it.
std::optional<Module> WithRelaxFunction(MoveSite& site, const Module& module, size_t entry, const Function* func);
// A GlobalVar for a function that is not there yet, under a name made from `hint`.
const GlobalVar* FreshGlobal(Context& ctx, const Module& module, std::string_view hint, const Expr* func);

}  // namespace assay
