// What statements and expressions do to memory, and which may change places.
#include "passes/analysis/effects.h"

#include <fmt/format.h>

#include <set>

#include "passes/test_kernels.h"

namespace assay {
namespace {

std::string Names(const TestKernel& kernel, const std::unordered_set<const Var*>& memory) {
  std::set<std::string> names;
  for (std::string_view name : {"A", "B", "C", "D", "E"}) {
    const Buffer* buffer = kernel.Named(name);
    if (buffer != nullptr && memory.contains(buffer->data)) names.insert(std::string(name));
  }
  return fmt::format("{}", fmt::join(names, ""));
}
std::string TextOf(const TestKernel& kernel, const EffectSet& effects) {
  return fmt::format("reads {} writes {}{}", Names(kernel, effects.reads), Names(kernel, effects.writes),
                     effects.unknown ? " unknown" : "");
}
bool MayTrap(const Stmt* s) {
  bool may = false;
  WalkBeforeChildren(s, [&](const Node* node) {
    may = may || EffectsOfNode(node).may_trap;
    return !may;
  });
  return may;
}

TEST(EffectsTest, OfStatements) {
  struct Case {
    const char* name;
    const char* body;
    const char* effects;
  };
  const Case cases[] = {
      {"a store", "A[0] = 1", "reads  writes A"},
      {"a tile is filled", "T.tvm_fill_fragment(D.data, 16, 16, 16, A[0], B[0, 0])", "reads AB writes D may trap"},
      {"a tile is loaded",
       "T.tvm_load_matrix_sync(D.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float32\"), B.data, A[0], "
       "4, "
       "1), 4, \"row_major\")",
       "reads AB writes D may trap"},
      {"tiles are multiplied", "T.tvm_mma_sync(D.data, 0, A.data, 0, B.data, 0, D.data, 0)",
       "reads ABD writes D may trap"},
      {"a tile is stored",
       "T.tvm_store_matrix_sync(D.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float32\"), B.data, 0, 4, "
       "2), 4, \"row_major\")",
       "reads D writes B may trap"},
      {"what it reads", "A[A[0]] = T.Cast(\"int32\", B[0, 1])", "reads AB writes A"},
      {"heads of loops", "for i in range(A[0]):\n    D[i] = T.float32(0)", "reads A writes D"},
      {"conditions", "if A[0] > 1:\n    D[0] = C[0, 0]", "reads AC writes D"},
      {"a pure call", "D[0] = T.exp(D[1])", "reads D writes D"},
      {"any call", "T.evaluate(T.call_extern(\"int32\", \"f\", A[0]))", "reads A writes  unknown may trap"},
      {"a pointer", "T.evaluate(T.call_extern(\"int32\", \"f\", A.data))", "reads  writes  unknown may trap"},
      {"a division", "A[0] = p // q", "reads  writes A may trap"},
      {"by a number", "A[0] = p // 3", "reads  writes A"},
      {"by 0", "A[0] = p // 0", "reads  writes A may trap"},
      {"of floats", "D[0] = D[1] / D[2]", "reads D writes D"},
      {"an assertion", "assert p > 0, \"no\"", "reads  writes  unknown may trap"},
      {"a loop that may not end", "while A[0] > 1:\n    A[0] = 0", "reads A writes A unknown"},
      {"a jump", "for i in range(4):\n    A[i] = 1\n    break", "reads  writes A unknown"},
      {"a view", "E = T.decl_buffer((64,), \"int32\", data=A.data)\nE[0] = 1", "reads  writes A unknown"},
      {"memory of its own", "E = T.alloc_buffer((4,), \"int32\")\nE[0] = A[0]", "reads A writes E"},
  };
  for (const Case& one : cases) {
    TestKernel kernel(one.body);
    const Stmt* body = kernel.func->body;
    if (const auto* root = As<SBlockRealize>(body)) body = root->block->body;
    EXPECT_EQ(TextOf(kernel, EffectsOf(body)) + (MayTrap(body) ? " may trap" : ""), one.effects) << one.name;
  }
}

TEST(EffectsTest, Jumps) {
  struct Case {
    const char* body;
    bool jumps;
  };
  const Case cases[] = {{"A[0] = 1", false},
                        {"for i in range(4):\n    A[i] = 1\n    break", true},
                        {"for i in range(4):\n    if A[i] > 1:\n        continue\n    A[i] = 1", true},
                        {"while A[0] > 1:\n    A[0] = 0", false},
                        {"assert p > 0, \"no\"", false}};
  for (const Case& one : cases) EXPECT_EQ(Jumps(TestKernel(one.body).func->body), one.jumps) << one.body;
}

TEST(EffectsTest, BlocksAreTakenAtTheirWord) {
  TestKernel kernel(
      "for i in range(A[1]):\n    with T.sblock(\"b\"):\n        T.reads(B[0, 0])\n        T.writes(D[0:4])\n        "
      "C[0, 0] = T.float32(1)\nA[0] = 1");
  const Stmt* body = As<SBlockRealize>(kernel.func->body)->block->body;
  EXPECT_EQ(TextOf(kernel, DeclaredEffectsOf(body)), "reads AB writes AD");
  EXPECT_EQ(TextOf(kernel, EffectsOf(body)), "reads A writes AC");
}

TEST(EffectsTest, WhichMayChangePlaces) {
  struct Case {
    const char* name;
    // Of two statements.
    const char* body;
    bool can;
  };
  const Case cases[] = {
      {"other memory", "A[0] = 1\nD[0] = B[0, 0]", true},
      {"both read", "A[0] = T.Cast(\"int32\", B[0, 0])\nD[0] = B[0, 0]", true},
      {"one writes what the other reads", "A[0] = T.Cast(\"int32\", D[0])\nD[0] = B[0, 0]", false},
      {"the other way around", "D[0] = B[0, 0]\nA[0] = T.Cast(\"int32\", D[0])", false},
      {"both write", "A[0] = 1\nA[1] = 2", false},
      {"a call", "T.evaluate(T.call_extern(\"int32\", \"f\", 1))\nA[0] = 1", false},
  };
  for (const Case& one : cases) {
    TestKernel kernel(one.body);
    std::vector<const Stmt*> statements = kernel.Statements();
    ASSERT_EQ(statements.size(), 2) << one.name;
    EXPECT_EQ(CanReorder(EffectsOf(statements[0]), EffectsOf(statements[1])), one.can) << one.name;
  }
}

TEST(EffectsTest, OfExpressions) {
  struct Case {
    // What D[0] gets.
    const char* value;
    bool pure, speculatable;
  };
  const Case cases[] = {
      {"T.Cast(\"float32\", p + q * 2)", true, true},
      {"T.exp(T.Cast(\"float32\", p))", true, true},
      {"T.Cast(\"float32\", p // 4)", true, true},
      {"T.Cast(\"float32\", p // q)", true, false},
      {"T.Cast(\"float32\", p) / T.Cast(\"float32\", q)", true, true},
      {"D[0]", false, false},
      {"T.call_extern(\"float32\", \"f\", p)", false, false},
  };
  for (const Case& one : cases) {
    TestKernel kernel(fmt::format("D[0] = {}", one.value));
    const Expr* value = kernel.First<BufferStore>()->value;
    EXPECT_EQ(IsPure(value), one.pure) << one.value;
    EXPECT_EQ(IsSpeculatable(value), one.speculatable) << one.value;
  }
}

TEST(EffectsTest, HeadsOfLoops) {
  struct Case {
    const char* head;
    bool speculatable;
  };
  const Case cases[] = {{"range(p, q)", true},
                        {"range(A[0])", false},
                        {"range(p // q, 4)", false},
                        {"T.serial(0, 8, step=2)", true},
                        {"T.serial(0, 8, step=p)", false}};
  for (const Case& one : cases) {
    TestKernel kernel(fmt::format("for i in {}:\n    D[i] = T.float32(1)", one.head));
    EXPECT_EQ(IsHeadSpeculatable(*kernel.First<For>()), one.speculatable) << one.head;
  }
}

TEST(EffectsTest, StoresOfWhatIsThere) {
  struct Case {
    const char* store;
    bool self;
  };
  const Case cases[] = {{"A[p] = A[p]", true},
                        {"A[p + 1] = A[1 + p - 0]", false},
                        {"A[p] = A[q]", false},
                        {"A[p] = A[p] + 1", false},
                        {"A[p] = T.Cast(\"int32\", D[p])", false}};
  for (const Case& one : cases) {
    TestKernel kernel(one.store);
    EXPECT_EQ(IsSelfStore(kernel.First<BufferStore>()), one.self) << one.store;
  }
}

TEST(EffectsTest, PointersThatCallsTake) {
  struct Case {
    const char* call;
    const char* taken;
  };
  const Case cases[] = {
      {"T.call_extern(\"int32\", \"f\", A.data, 1)", "A written"},
      {"T.call_extern(\"int32\", \"f\", T.tvm_access_ptr(T.type_annotation(\"int32\"), A.data, 0, 4, 1))", "A"},
      {"T.call_extern(\"int32\", \"f\", T.tvm_access_ptr(T.type_annotation(\"int32\"), A.data, 0, 4, 2), D.data)",
       "A written D written"},
      {"T.call_extern(\"int32\", \"f\", A[0])", ""},
  };
  for (const Case& one : cases) {
    TestKernel kernel(fmt::format("T.evaluate({})", one.call));
    std::set<std::string> taken;
    WalkBeforeChildren(kernel.First<Evaluate>(), [&](const Node* node) {
      for (auto [data, writes] : PointersTakenBy(node))
        taken.insert(Names(kernel, {data}) + (writes ? " written" : ""));
      return true;
    });
    EXPECT_EQ(fmt::format("{}", fmt::join(taken, " ")), one.taken) << one.call;
  }
}

}  // namespace
}  // namespace assay
