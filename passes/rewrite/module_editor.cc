#include "passes/rewrite/module_editor.h"

#include "ir/equal.h"
#include "ir/rewrite.h"
#include "ir/support/fault.h"
#include "ir/support/hash.h"

namespace assay {
namespace {

constexpr size_t kComparedAtOnce = 4;

// What functions are merged by. With the fault, constants of one type count as one.
const Expr* AsCompared(Context& ctx, const Expr* func) {
  if (!FaultOn(Fault::fused_functions_merged_ignoring_constants)) return func;
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    const auto* constant = As<Constant>(rebuilt);
    if (constant == nullptr) return rebuilt;
    Constant* blank = ctx.arena.New<Constant>(*constant);
    blank->value.data = ctx.Copy(std::vector<std::byte>(constant->value.ByteCount())).data();
    return blank;
  };
  return static_cast<const Expr*>(Rewrite(ctx, func, rule));
}

void NoteTensor(uint64_t& outline, DType dtype, std::span<const Expr* const> extents) {
  outline = HashCombine(outline, (uint64_t{dtype.bits} << 8) + static_cast<uint64_t>(dtype.code));
  for (const Expr* extent : extents) {
    const IntImm* constant = AsInt(extent);
    outline = HashCombine(outline, constant == nullptr ? 0 : static_cast<uint64_t>(constant->value));
  }
}

// What equal functions have in common and is quickly told: most that are added differ in it.
uint64_t OutlineOf(const Expr* func) {
  auto outline = static_cast<uint64_t>(func->kind);
  if (const auto* kernel = As<PrimFunc>(func)) {
    for (const Buffer* buffer : kernel->buffers) {
      if (buffer != nullptr) NoteTensor(outline, buffer->dtype, buffer->shape);
    }
    return outline;
  }
  const auto* function = As<Function>(func);
  if (function == nullptr) return outline;
  for (const Var* param : function->params) {
    const auto* tensor = As<TensorType>(param->type);
    const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
    if (shape != nullptr) NoteTensor(outline, tensor->dtype, shape->values);
  }
  for (const BindingBlock* block : function->body->blocks) outline = HashCombine(outline, block->bindings.size());
  return outline;
}
}  // namespace

ModuleEditor::ModuleEditor(Context& context, const Module& module)
    : ctx_(context), module_(module), entries_(module.entries.begin(), module.entries.end()) {}

void ModuleEditor::Replace(size_t index, const Expr* func) {
  if (entries_[index].func == func) return;
  entries_[index].func = func;
  changed_ = true;
}

// Names are only needed once something is added.
void ModuleEditor::FillNames() {
  if (!names_.empty()) return;
  for (const ModuleEntry& entry : entries_) names_.insert(entry.var->name.str());
}

std::string ModuleEditor::FreshName(std::string_view hint) {
  FillNames();
  std::string base(hint);
  if (names_.insert(base).second) return base;
  int& next = next_numbers_.try_emplace(base, 1).first->second;
  for (;;) {
    std::string name = base + std::to_string(next++);
    if (names_.insert(name).second) return name;
  }
}

void ModuleEditor::IndexForDedup(NodeKind kind) {
  if (!indexed_.insert(kind).second) return;
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].func->kind != kind) continue;
    if (!IsPublic(entries_[i].func)) alike_[OutlineOf(entries_[i].func)].unhashed.push_back(i);
  }
}

const GlobalVar* ModuleEditor::FindEqual(Alike& alike, const Expr* func) {
  // Comparing a few ends sooner than a hash of each would.
  if (alike.by_hash.empty() && alike.unhashed.size() <= kComparedAtOnce) {
    for (size_t i : alike.unhashed) {
      if (Equal(AsCompared(ctx_, entries_[i].func), AsCompared(ctx_, func))) return entries_[i].var;
    }
    return nullptr;
  }
  auto hash = [this](const Expr* f) { return StructuralHash(AsCompared(ctx_, f)); };
  for (size_t i : std::exchange(alike.unhashed, {})) alike.by_hash.emplace(hash(entries_[i].func), i);
  if (alike.by_hash.empty()) return nullptr;
  auto [first, last] = alike.by_hash.equal_range(hash(func));
  for (auto it = first; it != last; ++it) {
    if (Equal(AsCompared(ctx_, entries_[it->second].func), AsCompared(ctx_, func))) return entries_[it->second].var;
  }
  return nullptr;
}

const GlobalVar* ModuleEditor::AddFunction(std::string_view hint, const Expr* func) {
  IndexForDedup(func->kind);
  Alike& alike = alike_[OutlineOf(func)];
  if (const GlobalVar* equal = FindEqual(alike, func)) return equal;
  const GlobalVar* var = MakeGlobalVar(ctx_, FreshName(hint));
  alike.unhashed.push_back(entries_.size());
  entries_.push_back({var, func});
  changed_ = true;
  return var;
}

const Expr* ModuleEditor::Find(std::string_view name) const {
  for (const ModuleEntry& entry : entries_) {
    if (entry.var->name == name) return entry.func;
  }
  return nullptr;
}

Module ModuleEditor::Finish() { return changed_ ? WithEntries(ctx_, module_, entries_) : module_; }

}  // namespace assay
