// When memory of kernels is needed, what is around all accesses, and last uses of variables.
#include "passes/analysis/lifetimes.h"

#include <fmt/format.h>

#include "ir/builder.h"
#include "passes/test_kernels.h"

namespace assay {
namespace {

std::string ScopeText(const Stmt* s) {
  if (s == nullptr) return "none";
  if (const auto* loop = As<For>(s)) return std::string(loop->loop_var->name.text());
  if (const auto* store = As<BufferStore>(s)) return fmt::format("{} =", store->buffer->name.text());
  return Is<While>(s) ? "while" : Is<Evaluate>(s) ? "call" : Is<AttrStmt>(s) ? "attr" : "other";
}
// "E from 'E =' to i".
std::string TextOf(const BufferLife& life) {
  std::string name(life.alloc->buffer->name.text());
  if (!life.used) return fmt::format("{} unused", name);
  return fmt::format("{} from '{}' to '{}'{}", name, ScopeText(life.first_in), ScopeText(life.last_in),
                     life.escapes ? " and on" : "");
}
std::string TextOf(const std::vector<BufferLife>& lives) {
  std::vector<std::string> texts;
  for (const BufferLife& life : lives) texts.push_back(TextOf(life));
  return fmt::format("{}", fmt::join(texts, "; "));
}

TEST(LifetimesTest, OfBuffersInKernels) {
  struct Case {
    const char* name;
    // Behind the allocation of E.
    const char* body;
    const char* lives;
  };
  const Case cases[] = {
      {"none", "A[0] = 1", "E unused"},
      {"one statement", "E[0] = 1", "E from 'E =' to 'E ='"},
      {"from its first to its last", "E[0] = 1\nA[0] = 1\nA[1] = E[0]\nA[2] = 2", "E from 'E =' to 'A ='"},
      {"all of a loop", "for i in range(4):\n    E[i] = 1\nfor j in range(4):\n    A[j] = E[j]", "E from 'i' to 'j'"},
      {"the outermost of loops", "for i in range(4):\n    for j in range(4):\n        E[j] = 1", "E from 'i' to 'i'"},
      {"a condition of a while", "while E[0] > 1:\n    A[0] = 1", "E from 'while' to 'while'"},
      {"an end of a loop is in front of it", "for i in range(E[0]):\n    A[i] = 1", "E from 'none' to 'none'"},
      {"a call takes the pointer", "T.evaluate(T.call_extern(\"int32\", \"f\", E.data))", "E from 'call' to 'call'"},
      {"an address goes on", "A[0] = T.call_extern(\"int32\", \"f\", T.address_of(E[0]))",
       "E from 'A =' to 'A =' and on"},
      {"a view goes on", "F = T.decl_buffer((4,), \"int32\", data=E.data)\nF[0] = 1", "E from 'other' to 'F =' and on"},
      {"its own loop does not count",
       "for i in range(4):\n    F = T.alloc_buffer((4,), \"int32\")\n    F[0] = 1\n    A[i] "
       "= F[0]",
       "E unused; F from 'F =' to 'A ='"},
      {"a loop in its loop",
       "for i in range(4):\n    F = T.alloc_buffer((4,), \"int32\")\n    for j in range(4):\n        "
       "F[j] = 1\n    A[i] = F[0]",
       "E unused; F from 'j' to 'A ='"},
  };
  for (const Case& one : cases) {
    TestKernel kernel(std::string("E = T.alloc_buffer((4,), \"int32\")\n") + one.body);
    EXPECT_EQ(TextOf(LivesIn(kernel.func->body)), one.lives) << one.name;
  }
}

TEST(LifetimesTest, WhichOverlap) {
  struct Case {
    const char* name;
    // Behind the allocations of E and F.
    const char* body;
    bool overlap;
  };
  const Case cases[] = {
      {"one behind the other", "E[0] = 1\nA[0] = E[0]\nF[0] = 1\nA[1] = F[0]", false},
      {"side by side", "E[0] = 1\nF[0] = 1\nA[0] = E[0]\nA[1] = F[0]", true},
      {"one statement", "E[0] = 1\nF[0] = E[0]", true},
      {"one loop", "for i in range(4):\n    E[0] = 1\n    A[0] = E[0]\n    F[0] = 1\n    A[1] = F[0]", true},
      {"two loops", "for i in range(4):\n    E[i] = 1\nfor j in range(4):\n    F[j] = 1", false},
  };
  for (const Case& one : cases) {
    TestKernel kernel(std::string("E = T.alloc_buffer((4,), \"int32\")\nF = T.alloc_buffer((4,), \"int32\")\n") +
                      one.body);
    std::vector<BufferLife> lives = LivesIn(kernel.func->body);
    ASSERT_EQ(lives.size(), 2) << one.name;
    EXPECT_EQ(lives[0].begin <= lives[1].end && lives[1].begin <= lives[0].end, one.overlap) << one.name;
  }
}

TEST(LifetimesTest, WhatIsAroundAnAllocation) {
  TestKernel kernel(
      "for i in T.parallel(4):\n    while A[0] > 1:\n        for j in range(4):\n            E = T.alloc_buffer((4,), "
      "\"int32\")\n            E[0] = 1");
  std::vector<BufferLife> lives = LivesIn(kernel.func->body);
  ASSERT_EQ(lives.size(), 1);
  std::string around;
  for (const Stmt* s : lives[0].around) around += ScopeText(s) + " ";
  EXPECT_EQ(around, "i while j ");
}

TEST(LifetimesTest, WhatIsAroundAllAccesses) {
  struct Case {
    const char* name;
    const char* body;
    // Of accesses of D.
    const char* scopes;
  };
  const Case cases[] = {
      {"one", "for i in range(4):\n    for j in range(4):\n        D[j] = T.float32(1)", "i j "},
      {"two in one loop",
       "for i in range(4):\n    for j in range(4):\n        D[j] = T.float32(1)\n    D[i] = T.float32(2)", "i "},
      {"two loops", "for i in range(4):\n    D[i] = T.float32(1)\nfor j in range(4):\n    D[j] = T.float32(1)", ""},
      {"loops of others do not count",
       "for i in range(4):\n    for j in range(4):\n        D[j] = T.float32(1)\n    A[i] = 2", "i j "},
  };
  for (const Case& one : cases) {
    TestKernel kernel(one.body);
    Accesses accesses = AccessesIn(kernel.ctx, kernel.func->body);
    std::string text;
    for (const Stmt* s : ScopesAroundAll(accesses.uses[kernel.Named("D")].accesses)) {
      if (!Is<SBlockRealize>(s)) text += ScopeText(s) + " ";
    }
    EXPECT_EQ(text, one.scopes) << one.name;
  }
}

// Bindings a = x; b = a + x; c = b, where c names b; d = a.
TEST(LifetimesTest, LastUsesOfVariables) {
  Context ctx;
  auto var = [&](std::string_view name) { return MakeVar(ctx, name, DType::Int(64)); };
  const Var *x = var("x"), *a = var("a"), *b = var("b"), *c = var("c"), *d = var("d");
  LifeTable<> lives;
  lives.Use(x, a);
  lives.Use(MakeBinary(ctx, NodeKind::kAdd, a, x), b);
  lives.Name(lives[c], b);
  lives.Use(a, d);
  struct Case {
    const char* name;
    const Var* var;
    bool used;
    const Var* last;
  };
  auto check = [&](const Case& one) {
    const Life* life = lives.Find(one.var);
    EXPECT_EQ(life != nullptr && life->used, one.used) << one.name;
    if (life != nullptr) EXPECT_EQ(life->last, one.last) << one.name;
  };
  const Case before[] = {{"x", x, true, b}, {"a", a, true, d}, {"b", b, false, nullptr}, {"d", d, false, nullptr}};
  for (const Case& one : before) check(one);
  EXPECT_EQ(lives.Root(c), b);
  EXPECT_EQ(lives.Root(b), b);
  // A name of a name is the same value, and using it uses that.
  const Var* e = var("e");
  lives.Name(lives[e], c);
  EXPECT_EQ(lives.Root(e), b);
  lives.Use(e, d);
  check({"b by its name", b, true, d});
  check({"the name itself", c, false, nullptr});
  // The result.
  lives.Use(c, nullptr);
  check({"b in the result", b, true, nullptr});
}

}  // namespace
}  // namespace assay
