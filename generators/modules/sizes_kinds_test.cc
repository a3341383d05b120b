// Sizes that are told more than once, computed of others, or come from around a function; and functions that are what
// their name says: each comes up in so many modules.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "generators/modules/count_kinds.h"
#include "passes/analysis/symbols.h"

namespace assay {
namespace {

bool IsGivenNumbers(const Node* node) {
  const Call* call = CallOf(node, "call_tir");
  return call != nullptr &&
         std::ranges::any_of(Fields(call->args[1]), [](const Expr* field) { return Is<PrimType>(field->type); });
}
// A number of its own tells what a dimension says as well.
bool IsToldTwice(const Node* node) {
  const auto* kernel = As<PrimFunc>(node);
  if (kernel == nullptr) return false;
  for (size_t i = 0; i < kernel->params.size(); ++i) {
    auto says = [&](const Buffer* buffer) {
      return buffer != nullptr && std::ranges::find(buffer->shape, kernel->params[i]) != buffer->shape.end();
    };
    if (kernel->buffers[i] == nullptr && std::ranges::any_of(kernel->buffers, says)) return true;
  }
  return false;
}
bool HasComputedSizes(const Node* node) {
  const auto* kernel = As<PrimFunc>(node);
  return kernel != nullptr && std::ranges::any_of(kernel->buffers, [](const Buffer* buffer) {
           return buffer != nullptr &&
                  std::ranges::any_of(buffer->shape, [](const Expr* dim) { return AsBinary(dim); });
         });
}
// A local function that computes with sizes of the function around it.
bool UsesOuterSizes(const Node* node) {
  const auto* func = As<Function>(node);
  if (func == nullptr) return false;
  return std::ranges::any_of(FreeVarsIn(func, Types::kSkip), [](const Var* var) { return Is<PrimType>(var->type); });
}

bool IsPackedView(const Node* node) {
  const Call* call = CallOf(node, "call_pure_packed");
  const auto* callee = call == nullptr ? nullptr : As<ExternFunc>(call->args[0]);
  return callee != nullptr && callee->global_symbol == "vm.builtin.reshape";
}

TEST(SeldomKinds, OfSizesOfKernelsAndLocalFunctions) {
  struct Row {
    const char* name;
    Features wanted;
    IsKind is_kind;
    int least;
  };
  constexpr Features kSized = BitOf(Feature::kKernels) | BitOf(Feature::kSymbolic) | BitOf(Feature::kUnreadable);
  constexpr Row kRows[] = {
      {"a kernel is given numbers", kSized, IsGivenNumbers, 30},
      {"a number that a dimension says", kSized, IsToldTwice, 10},
      {"sizes computed of others", kSized, HasComputedSizes, 10},
      {"a view by a packed function", BitOf(Feature::kAliases), IsPackedView, 8},
      {"a local function with sizes from around it", BitOf(Feature::kClosures) | BitOf(Feature::kSymbolic),
       UsesOuterSizes, 5},
  };
  for (const Row& row : kRows) {
    GenOptions options;
    options.wanted = row.wanted;
    options.unwanted = BitOf(Feature::kDevices);
    EXPECT_GE(Count(options, row.is_kind), row.least) << row.name;
  }
}

// By its name such a function makes weights; it gives a tuple by its name, now and then one value twice.
TEST(SeldomKinds, FunctionsThatTransformWeights) {
  GenOptions options;
  options.wanted = BitOf(Feature::kManyFunctions);
  int found = 0, twice = 0;
  for (uint64_t seed = 0; seed < kModules; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    for (const ModuleEntry& entry : Generate(ctx, bytes, options).entries) {
      const auto* func = As<Function>(entry.func);
      if (func == nullptr || !entry.var->name.text().ends_with("_transform_params")) continue;
      ++found;
      const Binding* last = func->body->blocks.back()->bindings.back();
      ASSERT_EQ(func->body->body, last->var);
      ASSERT_TRUE(Is<Tuple>(last->value));
      std::set<const Expr*> fields(Fields(last->value).begin(), Fields(last->value).end());
      twice += fields.size() < Fields(last->value).size() ? 1 : 0;
    }
  }
  EXPECT_GE(found, 30);
  EXPECT_GE(twice, 5);
}

}  // namespace
}  // namespace assay
