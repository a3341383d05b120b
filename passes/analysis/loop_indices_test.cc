// Indices in terms of loops: linear splits, values that count, and bounds.
#include "passes/analysis/loop_indices.h"

#include <fmt/format.h>

#include "passes/test_kernels.h"

namespace assay {
namespace {

TEST(LoopIndicesTest, LinearInALoop) {
  struct Case {
    // Of the loops i and j, and the numbers p and q.
    const char* index;
    // "2 * i + rest"; empty where there is none.
    const char* split;
  };
  const Case cases[] = {
      {"i", "1 * i + 0"},
      {"i * 4 + j", "4 * i + j"},
      {"p - i * 2", "-2 * i + p"},
      {"j * p", "0 * i + j * p"},
      {"i + p // q", "1 * i + p // q"},
      {"i * 2 - (i - j)", "1 * i + j"},
      {"i * p", ""},
      {"i // 2", ""},
      {"(i + 1) % 4", ""},
      {"i + A[i]", ""},
      {"T.min(i, j)", ""},
  };
  for (const Case& one : cases) {
    TestKernel kernel(fmt::format("for i in range(8):\n    for j in range(4):\n        A[{}] = 1", one.index));
    const Expr* index = kernel.First<BufferStore>()->indices[0];
    std::optional<LinearSplit> split = LinearIn(kernel.ctx, index, kernel.First<For>()->loop_var);
    EXPECT_EQ(split ? fmt::format("{} * i + {}", split->coefficient, IndexText(split->rest)) : "", one.split)
        << one.index;
  }
}

TEST(LoopIndicesTest, ValuesThatCountOverLoops) {
  struct Case {
    const char* name;
    // Of the loops i in range(n), j in range(4), k in range(3), and l in range(1).
    const char* value;
    // Slowest first; empty where the value does not count.
    const char* loops;
  };
  const Case cases[] = {
      {"one", "j", "j"},
      {"the slowest is the first", "i * 4 + j", "ij"},
      {"in another order of loops", "j * 3 + k", "jk"},
      {"three", "(i * 4 + j) * 3 + k", "ijk"},
      {"with gaps", "j * 4 + k", ""},
      {"that meet", "j * 2 + k", ""},
      {"from 1", "j + 1", ""},
      {"the slow one inside", "k * 4 + j", "kj"},
      {"backwards", "3 - j", ""},
      {"as far as n, and on", "j * n + i", ""},
      {"something else", "j + p", ""},
      {"a quotient", "j // 2", ""},
      {"one that runs once comes last", "j + l", "jl"},
      {"a number", "0", ""},
  };
  for (const Case& one : cases) {
    TestKernel kernel(
        fmt::format("for i in range(n):\n    for j in range(4):\n        for k in range(3):\n            "
                    "for l in range(1):\n                A[{}] = 1",
                    one.value));
    std::vector<const For*> loops = kernel.All<For>();
    auto counted = CountsOver(kernel.ctx, kernel.First<BufferStore>()->indices[0], loops);
    std::string text;
    for (const For* loop : counted.value_or(std::vector<const For*>())) text += loop->loop_var->name.text();
    EXPECT_EQ(text, one.loops) << one.name;
  }
}

TEST(LoopIndicesTest, BoundsOverLoops) {
  struct Case {
    // Of the loops i in range(8) and j in range(i, i + 4), and the number p.
    const char* index;
    // Over both loops, and without i.
    const char* over;
    const char* without;
  };
  const Case cases[] = {
      {"i", "0 to 7", "i to i"},        {"i * 2 + p", "p to p + 14", "i * 2 + p to i * 2 + p"},
      {"j", "0 to 10", "i to i + 3"},   {"p - j", "p - 10 to p", "p - i - 3 to p - i"},
      {"T.min(j, 5)", "none", nullptr}, {"A[i]", "none", nullptr},
  };
  for (const Case& one : cases) {
    TestKernel kernel(
        fmt::format("for i in range(8):\n    for j in range(i, i + 4):\n        D[{}] = T.float32(1)", one.index));
    std::vector<const For*> loops = kernel.All<For>();
    std::vector<const Stmt*> around(loops.begin(), loops.end());
    auto text = [&](const Var* without) -> std::string {
      ExprBound bound =
          BoundIn(kernel.ctx, DomainsOf(kernel.ctx, around, without), kernel.First<BufferStore>()->indices[0]);
      return bound.low == nullptr ? "none" : IndexText(bound.low) + " to " + IndexText(bound.high);
    };
    EXPECT_EQ(text(nullptr), one.over) << one.index;
    if (one.without != nullptr) EXPECT_EQ(text(loops[0]->loop_var), one.without) << one.index;
  }
}

TEST(LoopIndicesTest, HullsOfBounds) {
  struct Case {
    const char* name;
    // Of the number p: the ends of two intervals.
    const char *a, *b, *hull;
  };
  const Case cases[] = {
      {"the same", "A[p] = p + 3", "A[p] = p + 3", "p to p + 3"},
      {"one in the other", "A[p] = p + 7", "A[p + 1] = p + 3", "p to p + 7"},
      {"side by side", "A[p] = p + 3", "A[p + 4] = p + 7", "p to p + 7"},
      {"before", "A[p + 4] = p + 7", "A[p] = p + 3", "p to p + 7"},
      {"no constant apart", "A[p] = p + 3", "A[q] = q + 3", "none"},
      {"an end that is no constant apart", "A[p] = p + 3", "A[p] = q", "none"},
  };
  for (const Case& one : cases) {
    TestKernel kernel(std::string(one.a) + "\n" + one.b);
    std::vector<ExprBound> bounds;
    for (const BufferStore* store : kernel.All<BufferStore>()) bounds.push_back({store->indices[0], store->value});
    ASSERT_EQ(bounds.size(), 2) << one.name;
    ExprBound hull = Hull(kernel.ctx, bounds[0], bounds[1]);
    EXPECT_EQ(hull.low == nullptr ? "none" : IndexText(hull.low) + " to " + IndexText(hull.high), one.hull) << one.name;
    EXPECT_EQ(Hull(kernel.ctx, bounds[0], {}).low, nullptr) << one.name;
  }
}

}  // namespace
}  // namespace assay
