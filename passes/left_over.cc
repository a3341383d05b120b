#include "passes/left_over.h"

#include <set>

#include <fmt/format.h>

#include "ir/prim/intrinsics.h"
#include "ir/targets.h"
#include "ir/walk.h"
#include "passes/analysis/launches_by_name.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/tir/tir_passes.h"

namespace assay::left_over {
namespace {

// Outside of what buffers say of themselves, and of what attributes say, the first node of kernels, or of graphs, that
// `is_left` is true of.
template <class Root, class F>
std::string FirstIn(const Module& module, std::string_view what, F&& is_left) {
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Root>(entry.func);
    bool found = false;
    if (func == nullptr) continue;
    WalkBeforeChildren(func->body, [&](const Node* node) {
      found |= !found && is_left(node);
      return !found && !Is<Buffer>(node) && !Is<AttrDict>(node) && !IsTypeKind(node->kind);
    });
    if (found) return fmt::format("{} in {}", what, entry.var->name.text());
  }
  return {};
}
// The host's part: of no device's kernel, and for a target that has a host, or for none.
bool IsHosts(const PrimFunc& func) {
  const AttrTarget* target = TargetOf(&func);
  return !IsDeviceKernel(&func) && (target == nullptr || target->config->Find(kHostKey) != nullptr);
}
template <class T, class F>
auto EachBlock(F&& is_left) {
  return [is_left](const Node* node) { return Is<T>(node) && is_left(*static_cast<const T*>(node)); };
}

// Whether the value reads memory in any case: of a choice that evaluates one side, its condition.
// recursion: choices nest as deep as the parser lets them
bool Reads(const Expr* value) {
  bool reads = false;
  WalkBeforeChildren(value, [&](const Node* node) {
    const auto* call = As<Call>(node);
    if (IsCallOf(call, IntrinsicId::if_then_else)) {
      reads |= Reads(call->args[0]);
      return false;
    }
    reads |= Is<BufferLoad>(node);
    return !reads && !Is<Buffer>(node) && !IsTypeKind(node->kind);
  });
  return reads;
}

}  // namespace

std::string Blocks(const Module& module) {
  return FirstIn<PrimFunc>(module, "a block", [](const Node* node) { return Is<SBlock>(node); });
}
std::string Matches(const Module& module) {
  return FirstIn<PrimFunc>(module, "a block that matches a region",
                           EachBlock<SBlock>([](const SBlock& block) { return !block.match_buffers.empty(); }));
}
std::string Inits(const Module& module) {
  return FirstIn<PrimFunc>(module, "a block with an init",
                           EachBlock<SBlock>([](const SBlock& block) { return block.init != nullptr; }));
}
std::string BlockVars(const Module& module) {
  return FirstIn<PrimFunc>(module, "a block with iteration variables",
                           EachBlock<SBlock>([](const SBlock& block) { return !block.iter_vars.empty(); }));
}
std::string Asserts(const Module& module) {
  return FirstIn<PrimFunc>(module, "an assertion", [](const Node* node) { return Is<AssertStmt>(node); });
}
std::string Assumptions(const Module& module) {
  return FirstIn<PrimFunc>(module, "an assumption",
                           [](const Node* node) { return IsCallOf(As<Call>(node), IntrinsicId::assume); });
}
std::string UndefinedValues(const Module& module) {
  return FirstIn<PrimFunc>(module, "a value that is not defined",
                           [](const Node* node) { return IsCallOf(As<Call>(node), IntrinsicId::undef); });
}
std::string Launches(const Module& module) {
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<PrimFunc>(entry.func);
    if (func == nullptr || !IsHosts(*func)) continue;
    Module alone = module;
    alone.entries = {&entry, 1};
    std::string left = FirstIn<PrimFunc>(alone, "a launch", [](const Node* node) {
      const auto* attr = As<AttrStmt>(node);
      return attr != nullptr && attr->attr_key == "thread_extent";
    });
    if (!left.empty()) return left;
  }
  return {};
}
std::string UnsafeSelects(const Module& module) {
  return FirstIn<PrimFunc>(module, "a T.Select that reads memory", EachBlock<Select>([](const Select& select) {
                             bool scalar = DTypeOf(select.condition) == DType::Bool();
                             return scalar && (Reads(select.true_value) || Reads(select.false_value));
                           }));
}
std::string FloorDivisions(const Module& module) {
  return FirstIn<PrimFunc>(module, "a division that rounds down", [](const Node* node) {
    bool divides = Is<FloorDiv>(node) || Is<FloorMod>(node);
    return divides && DTypeOf(AsExpr(node)).IsInteger() && DTypeOf(AsExpr(node)).IsScalar();
  });
}
std::string LocalFunctions(const Module& module) {
  return FirstIn<Function>(module, "a local function", [](const Node* node) { return Is<Function>(node); });
}
std::string DeviceHints(const Module& module) {
  return FirstIn<Function>(module, "a hint",
                           [](const Node* node) { return IsCallOf(As<Call>(node), "relax.hint_on_device"); });
}

// Builtins of the VM run on the host.
std::string CapturedCalls(const Module& module) {
  std::set<std::string_view> captured;
  auto note = [&](const Node* node) {
    const auto* call = As<Call>(node);
    const auto* packed = IsCallOf(call, "relax.call_builtin_with_ctx") ? As<ExternFunc>(call->args[0]) : nullptr;
    const auto* fields = packed == nullptr ? nullptr : As<Tuple>(call->args[1]);
    bool captures = fields != nullptr && packed->global_symbol == "vm.builtin.cuda_graph.run_or_capture";
    if (captures && Is<GlobalVar>(fields->fields[0])) captured.insert(As<GlobalVar>(fields->fields[0])->name.text());
  };
  for (const ModuleEntry& entry : module.entries) {
    if (Is<Function>(entry.func)) WalkOnce(entry.func, note);
  }
  for (const ModuleEntry& entry : module.entries) {
    std::string found;
    if (!captured.contains(entry.var->name.text())) continue;
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* packed = call == nullptr ? nullptr : As<ExternFunc>(call->op);
      if (packed != nullptr && packed->global_symbol.text().starts_with("vm.builtin."))
        found = packed->global_symbol.str();
    });
    if (!found.empty()) return fmt::format("a call of {} in {}", found, entry.var->name.text());
  }
  return {};
}

}  // namespace assay::left_over

namespace assay {

LeftOver NeverMadeBy(const PassSpec& pass) {
#define ASSAY_NEVER_MADE(Pass, Finder) \
  if ((Pass).run == pass.run) return left_over::Finder;
#include "passes/left_over.def"
  return nullptr;
}

LeftOver LeftOverOf(const PassSpec& pass) {
  struct Row {
    const PassSpec* pass;
    LeftOver find;
  };
  static constexpr Row kRows[] = {
#define ASSAY_LEFT_OVER(Pass, Finder) {&(Pass), left_over::Finder},
#include "passes/left_over.def"
  };
  for (const Row& row : kRows) {
    if (row.pass->run == pass.run) return row.find;
  }
  return nullptr;
}

}  // namespace assay
