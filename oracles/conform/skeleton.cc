#include "oracles/conform/skeleton.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/equal.h"
#include "ir/text/print.h"

namespace assay {
namespace {

// Symbolic dimensions are numbered in order of first use, since their names do not matter.
class SignatureWriter {
 public:
  std::string Write(const PrimFunc& func) {
    std::string out;
    size_t buffer = 0;
    for (const Var* param : func.params) {
      const auto* prim = As<PrimType>(param->type);
      bool handle = prim == nullptr || prim->dtype.IsHandle();
      if (!handle) {
        out += fmt::format("{} {}, ", DTypeName(prim->dtype), Number(param));
      } else if (buffer < func.buffers.size() && func.buffers[buffer] != nullptr) {
        out += OfBuffer(*func.buffers[buffer++]);
      } else {
        ++buffer;
        out += "handle, ";
      }
    }
    return out;
  }

 private:
  std::string OfBuffer(const Buffer& buffer) {
    std::string out = DTypeName(buffer.dtype) + "[";
    for (const Expr* dim : buffer.shape) out += Dim(dim) + ", ";
    return out + "], ";
  }
  std::string Dim(const Expr* dim) {
    if (const auto* var = As<Var>(dim)) return Number(var);
    return PrintExpr(dim);
  }
  std::string Number(const Var* var) {
    for (size_t i = 0; i < seen_.size(); ++i) {
      if (seen_[i] == var) return fmt::format("v{}", i);
    }
    seen_.push_back(var);
    return fmt::format("v{}", seen_.size() - 1);
  }

  std::vector<const Var*> seen_;
};

std::optional<std::string> FunctionDifference(std::string_view name, const Expr* a, const Expr* b) {
  const auto *kernel_a = As<PrimFunc>(a), *kernel_b = As<PrimFunc>(b);
  if (kernel_a != nullptr && kernel_b != nullptr) {
    std::string left = SignatureWriter().Write(*kernel_a), right = SignatureWriter().Write(*kernel_b);
    if (left == right) return std::nullopt;
    return fmt::format("kernel {}: ({}) against ({})", name, left, right);
  }
  auto found = FirstDifference(a, b);
  if (!found) return std::nullopt;
  return fmt::format("{}.{}: {} against {}", name, found->path, found->left, found->right);
}

std::optional<std::string> InfoDifference(const Module& a, const Module& b) {
  // Everything but the functions: compared as modules that have none.
  Module left = a, right = b;
  left.entries = {};
  right.entries = {};
  auto found = FirstDifference(left, right);
  if (!found) return std::nullopt;
  return fmt::format("{}: {} against {}", found->path, found->left, found->right);
}

}  // namespace

std::optional<std::string> SkeletonDifference(const Module& a, const Module& b) {
  for (const ModuleEntry& entry : a.entries) {
    std::string_view name = entry.var->name.text();
    const Expr* other = b.Find(name);
    if (other == nullptr) return fmt::format("function {} is not expected", name);
    if (auto found = FunctionDifference(name, entry.func, other)) return found;
  }
  for (const ModuleEntry& entry : b.entries) {
    if (a.Find(entry.var->name.text()) == nullptr) return fmt::format("function {} is missing", entry.var->name.text());
  }
  return InfoDifference(a, b);
}

}  // namespace assay
