#include "passes/relax/lambda_names.h"

#include <functional>
#include <optional>
#include <unordered_set>
#include <vector>

#include "ir/walk.h"

namespace assay {
namespace {

struct Lambda {
  const Function* func = nullptr;
  // The names around it, its own variable last.
  std::vector<std::string> path;
};

// recursion: functions and branches nest as deep as the parser lets them
void Collect(const Function* func, const std::vector<std::string>& path, std::vector<Lambda>& lambdas) {
  WalkBeforeChildren(func->body, [&](const Node* node) {
    const auto* binding = As<VarBinding>(node);
    const auto* inner = binding == nullptr ? nullptr : As<Function>(binding->value);
    if (inner == nullptr) return !IsTypeKind(node->kind);
    std::vector<std::string> place = path;
    place.push_back(binding->var->name.str());
    lambdas.push_back({inner, place});
    Collect(inner, place, lambdas);
    return false;
  });
}

// Gives names in iterations: each iteration proposes one for those that have none, and takes what nobody else wants.
class Namer {
 public:
  using Proposal = std::function<std::optional<std::string>(const Lambda&)>;
  Namer(const Module& module, std::vector<Lambda> lambdas) : open_(std::move(lambdas)) {
    for (const ModuleEntry& entry : module.entries) taken_.insert(entry.var->name.str());
  }
  void ProposeAll(const Proposal& propose) {
    std::vector<std::optional<std::string>> proposals;
    std::unordered_map<std::string, int> wanted;
    for (const Lambda& lambda : open_) {
      proposals.push_back(propose(lambda));
      if (proposals.back()) ++wanted[*proposals.back()];
    }
    std::vector<Lambda> left;
    for (size_t i = 0; i < open_.size(); ++i) {
      bool free = proposals[i] && !taken_.contains(*proposals[i]) && wanted[*proposals[i]] == 1;
      if (free) {
        names.emplace(open_[i].func, *proposals[i]);
      } else {
        left.push_back(open_[i]);
      }
    }
    for (const auto& [func, name] : names) taken_.insert(name);
    open_ = std::move(left);
  }
  bool done() const { return open_.empty(); }
  std::unordered_map<const Function*, std::string> names;

 private:
  std::vector<Lambda> open_;
  std::unordered_set<std::string> taken_;
};

std::string Joined(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& part : path) text += (text.empty() ? "" : "_") + part;
  return text;
}

}  // namespace

std::unordered_map<const Function*, std::string> NameLambdas(const Module& module) {
  std::vector<Lambda> lambdas;
  std::unordered_set<const Function*> seen;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func != nullptr) Collect(func, {entry.var->name.str()}, lambdas);
  }
  // A function that stands in several places is one function.
  std::erase_if(lambdas, [&](const Lambda& lambda) { return !seen.insert(lambda.func).second; });
  Namer namer(module, std::move(lambdas));
  auto short_name = [](const Lambda& lambda) { return lambda.path.front() + "_" + lambda.path.back(); };
  namer.ProposeAll([](const Lambda& lambda) -> std::optional<std::string> {
    std::string symbol(StringAttr(lambda.func->attrs, "global_symbol"));
    return symbol.empty() ? std::nullopt : std::optional(symbol);
  });
  namer.ProposeAll(short_name);
  namer.ProposeAll([](const Lambda& lambda) -> std::optional<std::string> {
    return lambda.path.size() == 2 ? std::nullopt : std::optional(Joined(lambda.path));
  });
  // Numbers go on from one proposal to the next, until every name is free.
  std::unordered_map<std::string, int> uses;
  while (!namer.done()) {
    namer.ProposeAll([&](const Lambda& lambda) {
      std::string name = short_name(lambda);
      return name + "_" + std::to_string(uses[name]++);
    });
  }
  return std::move(namer.names);
}

}  // namespace assay
