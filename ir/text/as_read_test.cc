// The form that a module's text reads back as, where passes have brought it into one that no text says.
#include "ir/text/as_read.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/rewrite.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/walk.h"

namespace assay {
namespace {

// A kernel whose region is a hull of two ends, and the same with i replaced by (o * 2 * 2 + i), as splitting a loop
// leaves it.
Module WithHull(Context& ctx, bool split) {
  Result<Module> module = ParseModule(ctx, "test.py", R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((8,), "int8"), y: T.Buffer((8,), "int8")):
        for o, i in T.grid(2, 4):
            with T.sblock("t"):
                T.reads(x[T.min(i, 0):T.min(i, 0) + (T.max(i, 0) + 1 - T.min(i, 0))])
                T.writes(y[i])
                y[i] = x[i] * x[0]
)");
  if (!module.ok()) ADD_FAILURE() << Render(module.error(), ctx.sources);
  if (!split) return *module;
  const For *o = nullptr, *i = nullptr;
  WalkOnce(module->entries[0].func, [&](const Node* node) {
    if (const auto* loop = As<For>(node)) (o == nullptr ? o : i) = loop;
  });
  const Expr* two = MakeInt(ctx, 2, DType::Int(32));
  const Expr* outer = MakeBinary(ctx, NodeKind::kMul, MakeBinary(ctx, NodeKind::kMul, o->loop_var, two), two);
  const Expr* index = MakeBinary(ctx, NodeKind::kAdd, outer, i->loop_var);
  const auto* body = SubstituteIn(ctx, i->body, {{i->loop_var, index}});
  const Node* func = Rewrite(ctx, module->entries[0].func, [&](const Node* node, const Node* original) -> const Node* {
    return original == i->body ? body : node;
  });
  return WithFunction(ctx, *module, module->entries[0].var, static_cast<const Expr*>(func));
}

TEST(AsReadTest, WhatATextSaysIsLeftAlone) {
  Context ctx;
  Module module = WithHull(ctx, false);
  EXPECT_TRUE(Equal(AsRead(ctx, module), module));
}

TEST(AsReadTest, LengthsOfRegionsAreThoseThatReadersMake) {
  Context ctx;
  Module module = WithHull(ctx, true);
  Result<Module> reread = ParseModule(ctx, "again.py", PrintModule(module));
  ASSERT_TRUE(reread.ok());
  EXPECT_FALSE(Equal(*reread, module));
  EXPECT_TRUE(Equal(*reread, AsRead(ctx, module)));
}

// An offset that substitution made zero: no text says it.
TEST(AsReadTest, ZeroOffsetsGoWithoutSaying) {
  for (const char* offset : {"T.int64(0)", "i"}) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "test.py", std::string(R"(
@I.ir_module
class Module:
    @T.prim_func
    def main(y: T.Buffer((T.int64(8),), "int32")):
        for i in range(T.int64(1)):
            b = T.Buffer((T.int64(4),), "int32", data=y.data, elem_offset=i)
            b[0] = b[1] + 1
)"));
    ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
    bool zero = std::string_view(offset) != "i";
    const Node* func = Rewrite(ctx, module->entries[0].func, [&](const Node* node, const Node*) -> const Node* {
      const auto* buffer = As<Buffer>(node);
      if (buffer == nullptr || buffer->elem_offset == nullptr || !zero) return node;
      Buffer* changed = ctx.arena.New<Buffer>(*buffer);
      changed->elem_offset = MakeInt(ctx, 0);
      return changed;
    });
    Module made = WithFunction(ctx, *module, module->entries[0].var, static_cast<const Expr*>(func));
    Result<Module> reread = ParseModule(ctx, "again.py", PrintModule(made));
    ASSERT_TRUE(reread.ok());
    EXPECT_NE(Equal(*reread, made), zero);
    EXPECT_TRUE(Equal(*reread, AsRead(ctx, made)));
  }
}

// But beside a factor, where none would mean a variable.
TEST(AsReadTest, ZeroOffsetsBesideAFactorAreSaid) {
  for (int64_t factor : {1, 2, 4}) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "test.py",
                                        fmt::format(R"(
@I.ir_module
class Module:
    @T.prim_func
    def main(y: T.Buffer((T.int64(8),), "int32")):
        b = T.alloc_buffer((T.int64(4),), "int32", elem_offset=T.int64(0), offset_factor={})
        b[0] = 1
)",
                                                    factor));
    ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
    std::string text = PrintModule(*module);
    EXPECT_EQ(text.find("elem_offset=T.int64(0)") != std::string::npos, factor != 1) << text;
    Result<Module> reread = ParseModule(ctx, "again.py", text);
    ASSERT_TRUE(reread.ok()) << Render(reread.error(), ctx.sources);
    EXPECT_TRUE(Equal(*reread, *module)) << text;
    EXPECT_TRUE(Equal(AsRead(ctx, *module), *module));
  }
}

// A text says the types of variables, and readers infer that of an If from its branches.
TEST(AsReadTest, TheTypeOfAnIfIsThatOfItsBranches) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), dtype="bool")) -> R.Shape(ndim=2):
        if c:
            t: R.Shape(ndim=2) = R.shape([1, 1])
        else:
            t: R.Shape(ndim=2) = R.shape([1, 1])
        return t
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  const Node* func = Rewrite(ctx, module->entries[0].func, [&](const Node* node, const Node*) -> const Node* {
    const auto* choice = As<If>(node);
    if (choice == nullptr) return node;
    If* vague = ctx.arena.New<If>(*choice);
    vague->type = MakeShapeTypeOfRank(ctx, 2);
    return vague;
  });
  Module vague = WithFunction(ctx, *module, module->entries[0].var, static_cast<const Expr*>(func));
  EXPECT_EQ(PrintModule(vague), PrintModule(*module));
  EXPECT_FALSE(Equal(vague, *module));
  EXPECT_TRUE(Equal(AsRead(ctx, vague), *module));
}

}  // namespace
}  // namespace assay
