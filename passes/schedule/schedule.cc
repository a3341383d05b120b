// Places of blocks in kernels, and the replacement of statements.
#include "passes/schedule/schedule.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

// The blocks of a function with what stands around them, in the order in which they are read.
// other kinds: walked into
std::vector<BlockSite> AllSites(const PrimFunc* func) {
  std::vector<BlockSite> sites;
  // A statement, and where it stands.
  std::vector<std::pair<const Stmt*, BlockSite>> stack{{func->body, {}}};
  while (!stack.empty()) {
    auto [s, here] = std::move(stack.back());
    stack.pop_back();
    if (here.scope != nullptr && here.top == nullptr && !Is<SeqStmt>(s) && !Is<SBlock>(s)) here.top = s;
    if (const auto* loop = As<For>(s)) here.loops.push_back(loop);
    if (const auto* realize = As<SBlockRealize>(s)) {
      here.realize = realize;
      if (here.scope != nullptr) sites.push_back(here);
      here = {nullptr, {}, realize->block, nullptr};
    }
    size_t first = stack.size();
    ForEachChild(s, Types::kSkip, [&](const Node* child) {
      if (const Stmt* inner = AsStmt(child)) stack.emplace_back(inner, here);
    });
    std::reverse(stack.begin() + static_cast<ptrdiff_t>(first), stack.end());
  }
  return sites;
}

class Replacer : public StmtMutator {
 public:
  Replacer(Context& context, const Stmt* old, const Stmt* fresh) : StmtMutator(context), old_(old), fresh_(fresh) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override { return s == old_ ? fresh_ : Children(s); }

 private:
  const Stmt* old_;
  const Stmt* fresh_;
};

}  // namespace

std::string SchedulePrimitiveLabel(std::string_view label) { return fmt::format("schedule.{}", label); }

std::string SchedulePreconditionLabel(const PrimitiveSpec& primitive, size_t number) {
  return SchedulePrimitiveLabel(fmt::format("{}.r{}", primitive.name, number + 1));
}

std::span<const SchedulePrecondition> GeneralSchedulePreconditions() {
  static constexpr SchedulePrecondition kGeneral[] = {
      {"schedule.kernel", "the schedule says by @name which kernel it is of, where the module has not one alone"},
      {"schedule.block", "the kernel has one block of the name"},
      {"schedule.loop", "the number is that of a loop around the block, counted from 0 at the outermost one"},
  };
  return kGeneral;
}

namespace {

// "split" and "the loop starts at 0" of "split.r1"; of a general one, "a primitive" and its text.
std::pair<std::string_view, std::string_view> WhoExpects(std::string_view label) {
  size_t dot = label.rfind(".r");
  const PrimitiveSpec* primitive = FindPrimitive(label.substr(0, dot));
  if (primitive != nullptr && dot != std::string_view::npos) {
    size_t number = 0;
    std::from_chars(label.data() + dot + 2, label.data() + label.size(), number);
    ASSAY_CHECK(number >= 1 && number <= primitive->preconditions.size());
    return {primitive->name, primitive->preconditions[number - 1]};
  }
  for (const SchedulePrecondition& general : GeneralSchedulePreconditions()) {
    if (general.label == SchedulePrimitiveLabel(label)) return {"a primitive", general.text};
  }
  return {label, "it can be carried out"};
}

}  // namespace

Diag RefusedPrimitive(std::string_view label, std::string_view why) {
  auto [who, expected] = WhoExpects(label);
  return {DiagKind::kCannotLower,
          {},
          fmt::format("{} expects that {}, but {}", who, expected, why),
          SchedulePrimitiveLabel(label),
          {}};
}

std::vector<std::string> KernelSchedule::Blocks() const {
  std::vector<std::string> names;
  for (const BlockSite& site : AllSites(func)) names.push_back(site.block().name_hint.str());
  return names;
}

Result<BlockSite> KernelSchedule::Site(std::string_view block) const {
  std::vector<BlockSite> sites = AllSites(func);
  std::erase_if(sites, [&](const BlockSite& site) { return site.block().name_hint != block; });
  if (sites.size() == 1) return sites[0];
  std::string why = sites.empty() ? fmt::format("there is no {} among {}", block, fmt::join(Blocks(), ", "))
                                  : fmt::format("{} blocks are called {}", sites.size(), block);
  return RefusedPrimitive("block", why);
}

std::string KernelSchedule::FreshBlockName(std::string_view hint) const {
  std::vector<std::string> taken = Blocks();
  std::string name(hint);
  for (int i = 1; std::ranges::find(taken, name) != taken.end(); ++i) name = fmt::format("{}_{}", hint, i);
  return name;
}

void KernelSchedule::Replace(const Stmt* old, const Stmt* fresh) {
  func = Replacer(ctx, old, fresh).VisitFunction(func);
}

}  // namespace assay
