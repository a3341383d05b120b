// TopologicalSort: orders the bindings of dataflow blocks depth first or breadth first, from the function's inputs or
// from its outputs. Tested by testdata/topological_sort.
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/walk.h"
#include "passes/analysis/block_storage.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

using Edges = std::unordered_map<const Var*, std::deque<const Var*>>;

// Which variable needs which: in both directions, with two marks for what the function gets and gives.
class Dependencies {
 public:
  Dependencies(Context& ctx, const Function* func)
      : input(MakeVar(ctx, "input", nullptr)), output(MakeVar(ctx, "output", nullptr)) {
    Collect(func, output);
    std::vector<const Var*> unused;
    for (const Var* var : bound_) {
      if (!needs.contains(var)) Connect(input, var);
      if (!users.contains(var)) unused.push_back(var);
    }
    for (auto it = unused.rbegin(); it != unused.rend(); ++it) {
      needs[output].push_front(*it);
      users[*it].push_front(output);
    }
  }

  const Var* input;
  const Var* output;
  Edges users;
  Edges needs;

 private:
  void Connect(const Var* from, const Var* to) {
    users[from].push_back(to);
    needs[to].push_back(from);
  }
  // `current` is the variable that what `root` mentions is for. Nested functions and branches are as deep as the parser
  // lets them be.
  // recursion: functions and branches nest as deep as the parser lets them
  void Collect(const Node* root, const Var* current) {
    WalkBeforeChildren(root, [&](const Node* node) {
      if (const auto* func = As<Function>(node)) {
        for (const Var* param : func->params) {
          known_.insert(param);
          Connect(input, param);
          for (const Var* symbol : VarsIn(param->type)) given_.insert(symbol);
        }
        Collect(func->body, current);
        return false;
      }
      const auto* cast = As<MatchCast>(node);
      if (cast != nullptr || Is<VarBinding>(node)) {
        const auto* binding = static_cast<const Binding*>(node);
        std::vector<const Var*> captured = CapturedBy(binding->value);
        known_.insert(binding->var);
        bound_.push_back(binding->var);
        Collect(binding->value, binding->var);
        for (const Var* var : captured) {
          if (!Needs(binding->var, var)) Connect(var, binding->var);
        }
        CollectSymbols(binding);
        if (Is<PrimType>(binding->var->type) || Is<ShapeType>(binding->var->type)) sizes_.insert(binding->var);
        if (cast != nullptr) Define(cast);
        return false;
      }
      const auto* var = As<Var>(node);
      if (var != nullptr && known_.contains(var)) Connect(var, current);
      return !IsTypeKind(node->kind);
    });
  }
  // What a local function mentions, however deep, is there before the function itself.
  std::vector<const Var*> CapturedBy(const Expr* value) const {
    if (!Is<Function>(value)) return {};
    std::vector<const Var*> vars = VarsIn(value, Types::kSkip);
    std::erase_if(vars, [this](const Var* var) { return !known_.contains(var); });
    return vars;
  }
  // A match_cast comes before what mentions the symbols that it defines, in a shape or in a type.
  void Define(const MatchCast* cast) {
    for (const Var* symbol : VarsIn(cast->target)) {
      if (Is<PrimType>(symbol->type) && !given_.contains(symbol)) casts_.emplace(symbol, cast->var);
    }
  }
  void CollectSymbols(const Binding* binding) {
    if (casts_.empty() && sizes_.empty()) return;
    std::unordered_set<const Var*> connected{binding->var};
    for (const Var* symbol : VarsIn(binding)) {
      // So does a scalar, or a shape, that only a type mentions.
      if (sizes_.contains(symbol) && !Needs(binding->var, symbol)) Connect(symbol, binding->var);
      auto cast = casts_.find(symbol);
      if (cast != casts_.end() && connected.insert(cast->second).second) Connect(cast->second, binding->var);
    }
  }

  bool Needs(const Var* var, const Var* other) const {
    auto found = needs.find(var);
    return found != needs.end() && std::ranges::find(found->second, other) != found->second.end();
  }

  std::unordered_set<const Var*> known_;
  std::vector<const Var*> bound_;
  // Those of them that types may mention.
  std::unordered_set<const Var*> sizes_;
  // Symbols that parameters define.
  std::unordered_set<const Var*> given_;
  // From symbols to the variables of the match_casts that define them.
  std::unordered_map<const Var*, const Var*> casts_;
};

struct SortOrder {
  bool depth_first = true;
  bool from_inputs = true;
};

class TopologicalSorter : public RelaxMutator {
 public:
  TopologicalSorter(Context& context, const Module* module, SortOrder order)
      : RelaxMutator(context, module), order_(order) {}

  const Function* VisitFunction(const Function* func) override {
    // What reads a tensor stays before what overwrites it, which no variable says.
    if (HasInplaceCalls(*module_, func)) return func;
    Dependencies mine(ctx, func);
    if (order_.depth_first) {
      for (auto& [var, users] : mine.users) std::reverse(users.begin(), users.end());
    }
    const Dependencies* outer = std::exchange(dependencies_, &mine);
    const Function* visited = RelaxMutator::VisitFunction(func);
    dependencies_ = outer;
    return visited;
  }

 protected:
  void FinishBindings(const BindingBlock* block) override {
    if (!block->is_dataflow) return;
    std::unordered_map<const Var*, size_t> place;
    for (size_t i = 0; i < block->bindings.size(); ++i) place.emplace(block->bindings[i]->var, i);
    std::vector<size_t> order = Sorted(place);
    std::vector<const Binding*>& bindings = CurrentBindings();
    // Only a block that was rewritten binding by binding can be put in order.
    if (order.size() != bindings.size()) return;
    std::vector<const Binding*> sorted;
    for (size_t index : order) sorted.push_back(bindings[index]);
    bindings = std::move(sorted);
  }

 private:
  std::vector<size_t> Sorted(const std::unordered_map<const Var*, size_t>& place) const {
    const Dependencies& all = *dependencies_;
    const Edges& forward = order_.from_inputs ? all.users : all.needs;
    const Edges& backward = order_.from_inputs ? all.needs : all.users;
    std::deque<const Var*> pending{order_.from_inputs ? all.input : all.output};
    std::unordered_set<const Var*> visited;
    std::unordered_set<const Var*> emitted;
    std::vector<size_t> order;
    auto seen = [&](const Var* var) { return visited.contains(var); };
    while (!pending.empty()) {
      const Var* var = order_.depth_first ? pending.back() : pending.front();
      order_.depth_first ? pending.pop_back() : pending.pop_front();
      auto found = place.find(var);
      if (found != place.end() && emitted.insert(var).second) order.push_back(found->second);
      visited.insert(var);
      auto next = forward.find(var);
      if (next == forward.end()) continue;
      for (const Var* candidate : next->second) {
        auto before = backward.find(candidate);
        bool ready = before == backward.end() || std::ranges::all_of(before->second, seen);
        if (!seen(candidate) && ready) pending.push_back(candidate);
      }
    }
    if (!order_.from_inputs) std::reverse(order.begin(), order.end());
    return order;
  }

  SortOrder order_;
  const Dependencies* dependencies_ = nullptr;
};

// The option's text, one of two.
Result<bool> ChoiceOption(const PassOptions& options, std::string_view name, std::string_view yes,
                          std::string_view no) {
  const Attr* value = FindOption(options, name);
  if (value == nullptr) return true;
  const auto* text = As<AttrString>(value);
  if (text != nullptr && text->value == yes) return true;
  if (text != nullptr && text->value == no) return false;
  return InvalidOption(options, name, fmt::format("\"{}\" or \"{}\"", yes, no));
}

Result<Module> RunTopologicalSort(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  SortOrder order;
  ASSAY_TRY(order.depth_first, ChoiceOption(options, "order", "depth-first", "breadth-first"));
  ASSAY_TRY(order.from_inputs, ChoiceOption(options, "direction", "from-inputs", "from-outputs"));
  return MutateRelaxFunctions<TopologicalSorter>(pass_ctx.ctx, module, order);
}

constexpr std::string_view kOptions[] = {"order", "direction"};

}  // namespace

const PassSpec kTopologicalSort = {
    .name = "TopologicalSort",
    .doc = "orders the bindings of dataflow blocks by what they need",
    .options = kOptions,
    .idempotent = false,
    .why_not_idempotent = "ties are broken by the order that stands, which an application changes",
    .changes = Alters({Facet::kGraphs}),
    .run = RunTopologicalSort,
};

}  // namespace assay
