// Shrinks of Relax functions: bindings, outputs, calls, aliases, blocks.
#include <algorithm>

#include "fuzzers/reduce/relax_body.h"
#include "fuzzers/reduce/shrinks.h"
#include "ir/equal.h"
#include "ir/walk.h"
#include "passes/rewrite/bind_vars.h"

namespace assay {
namespace {

const Function* RelaxAt(const Reducer& r, size_t index) { return As<Function>(r.module.entries[index].func); }

// Calls f(index) for each Relax function of the module.
template <class F>
void ForEachRelax(Reducer& r, F&& f) {
  for (size_t i = 0; i < r.module.entries.size() && !r.Spent(); ++i) {
    if (RelaxAt(r, i) != nullptr) f(i);
  }
}

bool TryBody(Reducer& r, size_t index, const RelaxBody& body) {
  return r.Try(WithEntryFunction(r.ctx, r.module, index, body.Build(r.ctx)));
}

bool Holds(const std::vector<const Var*>& vars, const Var* var) {
  return std::find(vars.begin(), vars.end(), var) != vars.end();
}

// Leaves out items [start, end): what used them uses something of the same type, or a new parameter.
bool TryDropItems(Reducer& r, size_t index, size_t start, size_t end, bool new_params) {
  RelaxBody body = RelaxBody::Of(*RelaxAt(r, index));
  std::vector<const Var*> used = body.UsedBy(end);
  for (size_t i = start; i < end; ++i) {
    const Var* var = body.items[i].binding->var;
    if (!Holds(used, var)) continue;
    const Expr* stand_in = new_params ? nullptr : body.SameTypeBefore(start, var->type);
    if (stand_in == nullptr) {
      const Var* param = MakeVar(r.ctx, var->name.text(), var->type);
      body.params.push_back(param);
      stand_in = param;
    }
    body.replaced[var] = stand_in;
  }
  body.items.erase(body.items.begin() + static_cast<std::ptrdiff_t>(start),
                   body.items.begin() + static_cast<std::ptrdiff_t>(end));
  return TryBody(r, index, body);
}

size_t ItemCount(const Reducer& r, size_t index) { return RelaxBody::Of(*RelaxAt(r, index)).items.size(); }

void DropBindingsOf(Reducer& r, size_t index) {
  DropParts(
      r,
      [&](size_t start, size_t end) {
        return TryDropItems(r, index, start, end, false) || TryDropItems(r, index, start, end, true);
      },
      [&] { return ItemCount(r, index); });
}

// Ends the function after item `last` and returns what that item bound.
bool TryEndAt(Reducer& r, size_t index, size_t count) {
  RelaxBody body = RelaxBody::Of(*RelaxAt(r, index));
  // A function that returns a function is no simpler.
  if (count != 0 && Is<FuncType>(body.items[count - 1].binding->var->type)) return false;
  body.items.resize(count);
  body.result = count == 0 ? body.params[0] : body.items[count - 1].binding->var;
  body.Widen(r.ctx, body.result);
  return TryBody(r, index, body);
}

void ShrinkOutputsOf(Reducer& r, size_t index) {
  size_t items = ItemCount(r, index);
  // From the shortest on: the first that still shows the finding is taken.
  for (size_t count = RelaxAt(r, index)->params.empty() ? 1 : 0; count < items && !r.Spent(); ++count) {
    if (TryEndAt(r, index, count)) break;
  }
  auto fields = [&] {
    const auto* tuple = As<Tuple>(RelaxAt(r, index)->body->body);
    return tuple == nullptr ? std::vector<const Expr*>()
                            : std::vector<const Expr*>(tuple->fields.begin(), tuple->fields.end());
  };
  for (const Expr* field : fields()) {
    RelaxBody body = RelaxBody::Of(*RelaxAt(r, index));
    body.result = field;
    if (TryBody(r, index, body)) return;
  }
  DropParts(
      r,
      [&](size_t start, size_t end) {
        std::vector<const Expr*> fewer = fields();
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(start),
                    fewer.begin() + static_cast<std::ptrdiff_t>(end));
        RelaxBody body = RelaxBody::Of(*RelaxAt(r, index));
        body.result = MakeTuple(r.ctx, fewer);
        return TryBody(r, index, body);
      },
      [&] { return fields().size(); });
}

// The item's variable replaced by another expression, the item left out.
bool TryReplace(Reducer& r, size_t index, size_t item, const Expr* by) {
  RelaxBody body = RelaxBody::Of(*RelaxAt(r, index));
  body.replaced[body.items[item].binding->var] = by;
  body.items.erase(body.items.begin() + static_cast<std::ptrdiff_t>(item));
  body.Widen(r.ctx, by);
  return TryBody(r, index, body);
}

// The bindings of a branch, or of a local function's body with `arguments` for its parameters, in the item's place.
bool TryBranch(Reducer& r, size_t index, size_t item, const SeqExpr* branch, const VarMap& arguments = {}) {
  RelaxBody body = RelaxBody::Of(*RelaxAt(r, index));
  body.replaced = arguments;
  const Binding* chosen = body.items[item].binding;
  size_t block = body.items[item].block;
  std::vector<RelaxBody::Item> inlined;
  for (const BindingBlock* part : branch->blocks) {
    for (const Binding* binding : part->bindings) inlined.push_back({binding, block});
  }
  inlined.push_back({MakeBinding(r.ctx, chosen->var, branch->body), block});
  body.items.erase(body.items.begin() + static_cast<std::ptrdiff_t>(item));
  body.items.insert(body.items.begin() + static_cast<std::ptrdiff_t>(item), inlined.begin(), inlined.end());
  return TryBody(r, index, body);
}

// The local function that a call calls; nullptr when it calls something else.
const Function* LocalCallee(const RelaxBody& body, const Call& call) {
  for (const RelaxBody::Item& item : body.items) {
    if (item.binding->var == call.op) return As<Function>(item.binding->value);
  }
  return nullptr;
}

bool TryInlineLocal(Reducer& r, size_t index, size_t item, const Call& call) {
  const Function* callee = LocalCallee(RelaxBody::Of(*RelaxAt(r, index)), call);
  if (callee == nullptr || callee->params.size() != call.args.size()) return false;
  // The function itself may stay for other calls: nothing may take the place of its parameters.
  callee = WithFreshVars(r.ctx, callee);
  VarMap arguments;
  for (size_t i = 0; i < call.args.size(); ++i) arguments[callee->params[i]] = call.args[i];
  return TryBranch(r, index, item, callee->body, arguments);
}

// A local function that nothing calls: its bindings stand in its place, its parameters become the outer function's.
bool TryUnwrap(Reducer& r, size_t index, size_t item, const Function& local) {
  RelaxBody body = RelaxBody::Of(*RelaxAt(r, index));
  size_t block = body.items[item].block;
  std::vector<RelaxBody::Item> inlined;
  for (const BindingBlock* part : local.body->blocks) {
    for (const Binding* binding : part->bindings) inlined.push_back({binding, block});
  }
  body.params.insert(body.params.end(), local.params.begin(), local.params.end());
  auto place = body.items.erase(body.items.begin() + static_cast<std::ptrdiff_t>(item));
  body.items.insert(place, inlined.begin(), inlined.end());
  return TryBody(r, index, body);
}

// True when the item is gone.
bool ReplaceOne(Reducer& r, size_t index, size_t item) {
  const Binding* binding = RelaxBody::Of(*RelaxAt(r, index)).items[item].binding;
  if (const auto* choice = As<If>(binding->value)) {
    return TryBranch(r, index, item, choice->true_branch) || TryBranch(r, index, item, choice->false_branch);
  }
  if (const auto* local = As<Function>(binding->value)) return TryUnwrap(r, index, item, *local);
  const auto* call = As<Call>(binding->value);
  if (call == nullptr) return false;
  if (TryInlineLocal(r, index, item, *call)) return true;
  for (const Expr* arg : call->args) {
    if (arg->type != nullptr && Equal(arg->type, binding->var->type) && TryReplace(r, index, item, arg)) return true;
  }
  return false;
}

// What an item merely renames: an alias's source, or the field that it takes out of a tuple in the same function.
const Expr* Renamed(const RelaxBody& body, const Binding* binding) {
  if (Is<Var>(binding->value) || Is<Constant>(binding->value)) return binding->value;
  const auto* item = As<TupleGetItem>(binding->value);
  if (item == nullptr) return nullptr;
  for (const RelaxBody::Item& other : body.items) {
    const auto* tuple = As<Tuple>(other.binding->value);
    if (tuple != nullptr && other.binding->var == item->tuple) return tuple->fields[static_cast<size_t>(item->index)];
  }
  return nullptr;
}

}  // namespace

void DropBindings(Reducer& r) {
  ForEachRelax(r, [&](size_t index) { DropBindingsOf(r, index); });
}

void ShrinkOutputs(Reducer& r) {
  ForEachRelax(r, [&](size_t index) { ShrinkOutputsOf(r, index); });
}

void ReplaceCalls(Reducer& r) {
  ForEachRelax(r, [&](size_t index) {
    for (size_t item = 0; item < ItemCount(r, index) && !r.Spent();) {
      if (!ReplaceOne(r, index, item)) ++item;
    }
  });
}

void InlineAliases(Reducer& r) {
  ForEachRelax(r, [&](size_t index) {
    for (size_t item = 0; item < ItemCount(r, index) && !r.Spent();) {
      RelaxBody body = RelaxBody::Of(*RelaxAt(r, index));
      const Expr* source = Renamed(body, body.items[item].binding);
      if (source == nullptr || !TryReplace(r, index, item, source)) ++item;
    }
  });
}

void JoinBlocks(Reducer& r) {
  ForEachRelax(r, [&](size_t index) {
    RelaxBody body = RelaxBody::Of(*RelaxAt(r, index));
    bool plain = std::ranges::none_of(body.is_dataflow, [](bool dataflow) { return dataflow; });
    if (body.is_dataflow.size() <= 1 && plain) return;
    for (RelaxBody::Item& item : body.items) {
      body.Widen(r.ctx, item.binding->var);
      item.block = 0;
    }
    body.is_dataflow = {false};
    TryBody(r, index, body);
  });
}

}  // namespace assay
