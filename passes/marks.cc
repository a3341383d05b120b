#include "passes/marks.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/walk.h"
#include "passes/pass_names.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

using enum Bearers;
using enum MarkSays;
constexpr Mark kMarks[] = {
#define ASSAY_MARK(pass, bearers, key, says) {&pass, bearers, key, says},
#include "passes/marks.def"
};

const Attr* Of(const AttrDict* attrs, std::string_view key) { return attrs == nullptr ? nullptr : attrs->Find(key); }

bool IsTrue(const Attr* attr) {
  const auto* flag = As<AttrBool>(attr);
  const auto* number = As<AttrInt>(attr);
  return flag != nullptr ? flag->value : number != nullptr && number->value != 0;
}

// What is wrong with it; empty when nothing is.
std::string_view WrongWith(const Attr* attr, MarkSays says, std::string_view name) {
  switch (says) {
    case kTrue: return IsTrue(attr) ? "" : "is not marked as";
    case kPresent: return attr != nullptr ? "" : "has no";
    case kAbsent: return attr == nullptr ? "" : "still has";
    case kItsName: {
      const auto* text = As<AttrString>(attr);
      return text != nullptr && text->value == name ? "" : "does not have its name as";
    }
  }
  return "";
}

bool Bears(Bearers bearers, const ModuleEntry& entry, const Module& before, const Module& after) {
  const auto* graph = As<Function>(entry.func);
  bool kernel = Is<PrimFunc>(entry.func);
  const Expr* found = before.Find(entry.var->name.text());
  // A function of the other kind is none that was there.
  bool made = found == nullptr || Is<PrimFunc>(found) != kernel;
  switch (bearers) {
    case kMadeKernels: return kernel && made;
    case kMadeGraphs: return graph != nullptr && made;
    case kKernels: return kernel;
    case kGraphs: return graph != nullptr;
    case kPrivateGraphs: return graph != nullptr && !IsPublic(graph);
    case kPureGraphs: return graph != nullptr && graph->is_pure;
    case kFunctions: return graph != nullptr || kernel;
    case kOnlyKernel: return kernel && after.entries.size() == 1;
    case kStatements: return kernel;
  }
  return false;
}

// other kinds: they have no annotations that a mark may stand in
const AttrDict* AnnotationsOf(const Node* node) {
  if (const auto* loop = As<For>(node)) return loop->annotations;
  if (const auto* block = As<SBlock>(node)) return block->annotations;
  return nullptr;
}

std::string WrongIn(const Mark& mark, const ModuleEntry& entry) {
  std::string_view name = entry.var->name.text();
  if (mark.bearers != kStatements) {
    std::string_view wrong = WrongWith(Of(AttrsOf(entry.func), mark.key), mark.says, name);
    return wrong.empty() ? "" : fmt::format("function {} {} {}", name, wrong, mark.key);
  }
  std::string_view wrong;
  WalkBeforeChildren(As<PrimFunc>(entry.func)->body, [&](const Node* node) {
    const AttrDict* annotations = wrong.empty() ? AnnotationsOf(node) : nullptr;
    if (annotations != nullptr) wrong = WrongWith(Of(annotations, mark.key), mark.says, name);
    return wrong.empty() && !Is<Buffer>(node) && !IsTypeKind(node->kind);
  });
  return wrong.empty() ? "" : fmt::format("a loop or block of {} {} {}", name, wrong, mark.key);
}

}  // namespace

std::span<const Mark> AllMarks() { return kMarks; }

// An older name of a pass runs the same.
static bool IsOf(const Mark& mark, const PassSpec& pass) {
  return mark.pass->name == pass.name || mark.pass->run == pass.run;
}

bool HasMarks(const PassSpec& pass) {
  return std::ranges::any_of(kMarks, [&](const Mark& mark) { return IsOf(mark, pass); });
}

std::vector<WrongMark> WrongMarks(const PassSpec& pass, const Module& before, const Module& after) {
  std::vector<WrongMark> all;
  for (const Mark& mark : kMarks) {
    if (!IsOf(mark, pass)) continue;
    for (const ModuleEntry& entry : after.entries) {
      std::string wrong = Bears(mark.bearers, entry, before, after) ? WrongIn(mark, entry) : "";
      if (wrong.empty()) continue;
      all.push_back({mark.key, mark.bearers == kMadeKernels || mark.bearers == kMadeGraphs, std::move(wrong)});
      break;
    }
  }
  return all;
}

}  // namespace assay
